package adapt

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// A relation that the public sample does not have is learnt from private labels, of numbers and of classes, under both
// adjacencies; the document is read again and predicts the same. By the noise alone this fails with a probability far
// below 1e-6: the gain is over ten of its standard deviations.
func TestPrivateLabelsCorrectTheModel(t *testing.T) {
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := labelledTask(t, 4000, task)
		for _, a := range method.Adjacencies {
			errs := map[bool]float64{}
			for _, use := range []bool{false, true} {
				o := Options{Epsilon: 3, Delta: 1e-5, Adjacency: a, Base: method.Linear, UseLabels: use}
				r := reread(t, adapted(t, source, o, table))
				if (r.Certificate.Labels != nil) != use {
					t.Errorf("%s: labels %+v", a, r.Certificate.Labels)
				}
				errs[use] = errorOf(t, r, table)
				if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
					t.Errorf("%s, labels %v: %q %v", a, use, problems, err)
				}
			}
			if !(errs[true] < 0.6*errs[false]) {
				t.Errorf("%s %s: the error is %v with labels, %v without", task, a, errs[true], errs[false])
			}
		}
	}
}

// What a record adds to the two sums does not depend on any other record: the sums of a file are the totals of what
// each record adds alone, whatever is in it. It adds to one of the sums, within the ball: the trace of what it adds
// is at most r², and (0,0) is c².
func TestALabelledRowIsAFunctionOfItsRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := labelledTask(t, 60, task)
		records := spoilt(rng, table, `"`)
		o := withLabels(func(o *Options) { o.Base, o.Adjacency = method.Linear, method.AddRemove })
		read := func(records ...string) []*big.Int {
			return entriesOf(readTarget(t, source, o, "a,b,c,y\n"+strings.Join(records, "\n")+"\n"))
		}
		all, total, with := read(records...), []*big.Int(nil), 0
		for _, record := range records {
			target := readTarget(t, source, o, "a,b,c,y\n"+record+"\n")
			g, order := target.plan.Grid, target.plan.Order()
			if target.labelled.Order != order+2 || target.sum.Order != order+1 || target.labelled.Rows+target.sum.Rows != 1 {
				t.Fatalf("%q: orders %d and %d of %d, rows %d and %d", record, target.labelled.Order, target.sum.Order, order,
					target.labelled.Rows, target.sum.Rows)
			}
			with += int(target.labelled.Rows)
			for _, s := range []*moment.Sum{target.labelled, target.sum} {
				trace := 0.0
				for i := range s.Order {
					trace += g.Float(s.Entry(i, i), big.NewRat(1, 1))
				}
				intercept := g.Float(s.Entry(0, 0), big.NewRat(1, 1))
				if trace > g.Radius()*g.Radius()*(1+1e-12) ||
					s.Rows == 1 && math.Abs(intercept-g.Intercept()*g.Intercept()) > 1e-9 ||
					s.Rows == 0 && trace != 0 {
					t.Errorf("%q adds %v of r² = %v and %v of c² in %d rows", record, trace, g.Radius()*g.Radius(), intercept,
						s.Rows)
				}
			}
			one := entriesOf(target)
			if total == nil {
				total = one
				continue
			}
			for k := range total {
				total[k].Add(total[k], one[k])
			}
		}
		for k := range total {
			if total[k].Cmp(all[k]) != 0 {
				t.Fatalf("entry %d of the sums is %v, and %v from the records one by one", k, all[k], total[k])
			}
		}
		if with < 20 || with > 55 {
			t.Errorf("%d of the records have a label", with)
		}
	}
}

// A row with a label has the residual of its label in its last column: the label moves nothing else, and a label that
// the public model predicts exactly gives 0 there.
func TestALabelEntersAsItsResidual(t *testing.T) {
	source, _ := labelledTask(t, 1, dataset.Regression)
	o := withLabels(func(o *Options) { o.Base, o.Radius = method.Linear, 1e3 })
	target := readTarget(t, source, o, "a,b,c,y\n0.5,-1,red,0\n")
	public := must.Get(target.plan.Prepare(nil))(t)
	f := make([]float64, 1)
	red := slices.IndexFunc(source.Schema.Used()[2].Levels, func(l dataset.Level) bool { return l.Name == "red" })
	public.Offset.Values(f, []float64{0.5, -1, float64(red)})
	for _, off := range []float64{0, 1, -2} {
		y := f[0] + off*public.Offset.Spread[0]
		s := readTarget(t, source, o, fmt.Sprintf("a,b,c,y\n0.5,-1,red,%.17g\n", y)).labelled
		one, c := big.NewRat(1, 1), target.plan.Grid.Intercept()
		if got := s.Grid.Float(s.Entry(0, s.Order-1), one) / c; math.Abs(got-off) > 1e-3 {
			t.Errorf("a label %v spreads off the prediction enters as %v", off, got)
		}
	}
}

func TestUseLabelsIsRefusedWhereItMeansNothing(t *testing.T) {
	source, table := labelledTask(t, 50, dataset.Regression)
	classes, _ := labelledTask(t, 50, dataset.Classification)
	for name, change := range map[string]func(*Options){
		"weights":      func(o *Options) { o.Release = release.Weights },
		"a report":     func(o *Options) { o.Release = release.Report },
		"selection":    func(o *Options) { o.Mechanism = method.Selection },
		"gradient":     func(o *Options) { o.Mechanism = method.Gradient },
		"single stage": func(o *Options) { o.Solver = method.SingleStage },
		"a norm":       func(o *Options) { o.ModelNorm = 1 },
		"features":     func(o *Options) { o.Features = features.Quadratic },
	} {
		for _, s := range []*dataset.Source{source, classes} {
			_, _, err := ReadTarget(s, withLabels(change), filesOf(table), nil)
			if !isRefused(err, "refused") {
				t.Errorf("%s: %v", name, err)
			} else if strings.Contains(err.Error(), string(method.Tally)) {
				t.Errorf("%s: the message names a mechanism that none can choose: %v", name, err)
			}
		}
	}
}

// Labels are used where that is asked for and nowhere else; the owner is told how many there are.
func TestLabelsAreUsedOnRequestAlone(t *testing.T) {
	source, table := labelledTask(t, 90, dataset.Regression)
	table = strings.Replace(table, "\n", "\n1,1,red,\n1,1,blue,unknown\n", 1)
	target, report, err := ReadTarget(source, budget(nil), filesOf(table), nil)
	if err != nil || target.labelled != nil || report.LabelledRows != nil ||
		!strings.Contains(fmt.Sprint(report.Warnings), "were not read") {
		t.Errorf("not asked for: %+v %v", report, err)
	}
	target, report, err = ReadTarget(source, withLabels(nil), filesOf(table), nil)
	if err != nil || target.labelled.Rows != 90 || target.sum.Rows != 2 || *report.LabelledRows != 90 ||
		report.Rows != 92 || report.RepairedCells != 0 {
		t.Errorf("asked for: %+v %v", report, err)
	}
}

// Labels that are asked for need their column in one of the files; that none of its cells can be read is private, and
// is no reason to refuse.
func TestAFileWithoutTheLabelsColumnIsRefused(t *testing.T) {
	source, _ := labelledTask(t, 1, dataset.Regression)
	without, empty := "a,b,c\n1,2,red\n", "a,b,c,y\n1,2,red,\n"
	for _, a := range method.Adjacencies {
		o := withLabels(func(o *Options) { o.Base, o.Adjacency = method.Linear, a })
		if _, _, err := ReadTarget(source, o, filesOf(without), nil); !isRefused(err, "no-labels") ||
			!strings.Contains(err.Error(), `"y"`) {
			t.Errorf("%s: %v", a, err)
		}
		for _, files := range [][]string{{empty}, {without, empty}} {
			if _, report, err := ReadTarget(source, o, filesOf(files...), nil); err != nil || *report.LabelledRows != 0 {
				t.Errorf("%s: %d files: %+v %v", a, len(files), report, err)
			}
		}
	}
}

// Neighbours that differ in one row, broken in any way, its label included, have one outcome in everything but the
// released values and what is computed from them: which rows have a label shows nowhere else.
func TestNeighboursWithABrokenLabelledRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(65, 66))
	compareSpoilt(t, rng, 3, func() Options {
		return withLabels(func(o *Options) {
			o.Base, o.Iterations, o.Adjacency = method.Linear, 20, method.Adjacencies[rng.IntN(2)]
		})
	})
}

// The stated number of rows with a label, and those in released sums, have noise under both adjacencies: of nine runs
// none states the true one or another run's, which happens by chance with a probability of about 1e-12.
func TestTheNumberOfLabelsIsNoisy(t *testing.T) {
	source, table := labelledTask(t, 400, dataset.Regression)
	table += strings.Repeat("1,1,red,\n", 400)
	for _, a := range method.Adjacencies {
		seen := []float64{400}
		for range 6 {
			o := withLabels(func(o *Options) { o.Adjacency, o.Epsilon, o.Base = a, 5, method.Linear })
			r := adapted(t, source, o, table)
			l := r.Certificate.Labels
			if math.Abs(l.RowsEstimate-400) > 7*l.RowsNoise {
				t.Errorf("%s: %v labels are stated with a noise of %v", a, l.RowsEstimate, l.RowsNoise)
			}
			if slices.Contains(seen, l.RowsEstimate) {
				t.Errorf("%s: the stated number %v was seen before or is the true one", a, l.RowsEstimate)
			}
			seen = append(seen, l.RowsEstimate)
		}
		sums := []string{}
		for range 3 {
			o := withLabels(
				func(o *Options) { o.Adjacency, o.Epsilon, o.Base, o.Release = a, 5, method.Linear, release.Moments },
			)
			r := adapted(t, source, o, table)
			c := r.Certificate.InterceptSteps
			for _, first := range []string{r.Values.LabelledSum[0], r.Values.UnlabelledSum[0]} {
				if slices.Contains(sums, first) || first == fmt.Sprint(400*c*c) {
					t.Errorf("%s: a sum has %s in its first entry, which was seen before or is the number of rows", a, first)
				}
				sums = append(sums, first)
			}
		}
	}
}

// A reader with the public sample computes again what was corrected: another offset, another spread and another h are
// found.
func TestTheSourceShowsWhatWasCorrected(t *testing.T) {
	source, table := labelledTask(t, 300, dataset.Regression)
	other, _ := labelledTask(t, 1, dataset.Classification)
	r := adapted(t, source, withLabels(nil), table)
	if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
		t.Fatalf("a genuine release: %q %v", problems, err)
	}
	for says, change := range map[string]func(l *release.Labels, b *release.Base){
		"spread":  func(l *release.Labels, _ *release.Base) { l.Spread = []float64{2 * l.Spread[0]} },
		"correct": func(l *release.Labels, _ *release.Base) { l.Base = method.Smooth },
		"account": func(_ *release.Labels, b *release.Base) { b.Gain++ },
	} {
		lie := *r
		labels, base := *r.Certificate.Labels, *r.Certificate.Base
		lie.Certificate.Labels, lie.Certificate.Base = &labels, &base
		change(&labels, &base)
		if problems, err := CheckSource(source, &lie, nil); err != nil || !strings.Contains(fmt.Sprint(problems), says) {
			t.Errorf("%s: %q %v", says, problems, err)
		}
	}
	if problems, err := CheckSource(other, r, nil); err != nil || len(problems) == 0 {
		t.Errorf("another sample: %q %v", problems, err)
	}
}
