package adapt

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/model/labelled"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
	"privadapt/core/warehouse"
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
				shows(t, fmt.Sprint(a, use), source, r, "")
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
			if target.labelled.Order != order+1 || target.sum.Order != order || target.labelled.Rows+target.sum.Rows != 1 {
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
		if got := s.Grid.Float(s.Entry(0, s.Order-1), one) / c; math.Abs(got-labelled.Gamma*off) > 1e-3 {
			t.Errorf("a label %v spreads off the prediction enters as %v", off, got)
		}
	}
}

// Labels are used where that is asked for and nowhere else; the owner is told how many there are.
func TestLabelsAreUsedOnRequestAlone(t *testing.T) {
	source, table := labelledTask(t, 90, dataset.Regression)
	table = strings.Replace(table, "\n", "\n1,1,red,\n1,1,blue,unknown\n", 1)
	for _, o := range []Options{budget(nil), estimating(nil)} {
		target, report, err := ReadTarget(source, o, filesOf(table), nil)
		if err != nil || target.labelled != nil || report.LabelledRows != nil || len(report.Findings) > 0 ||
			!strings.Contains(fmt.Sprint(report.Lines), "were not read") {
			t.Errorf("not asked for: %+v %v", report, err)
		}
	}
	target, report, err := ReadTarget(source, withLabels(nil), filesOf(table), nil)
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
		_, _, err := ReadTarget(source, o, filesOf(without), nil)
		refuses(t, string(a), err, "no-labels", `"y"`)
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
	shows(t, "a genuine release", source, r, "")
	for says, change := range map[string]func(l *release.Labels, b *release.Base){
		"spread":  func(l *release.Labels, _ *release.Base) { l.Spread = []float64{2 * l.Spread[0]} },
		"correct": func(l *release.Labels, _ *release.Base) { l.Base = method.Smooth },
		"account": func(_ *release.Labels, b *release.Base) { b.Gain++ },
	} {
		lie := *r
		labels, base := *r.Certificate.Labels, *r.Certificate.Base
		lie.Certificate.Labels, lie.Certificate.Base = &labels, &base
		change(&labels, &base)
		shows(t, says, source, &lie, says)
	}
	shows(t, "another sample", other, r, "another public sample")
}

// readPeople reads tables whose column "who" names the people, each twice.
func readPeople(t *testing.T, o Options, tables ...string) (*Target, OwnerReport, error) {
	t.Helper()
	o.Unit = "who"
	var once, again []io.Reader
	for _, table := range tables {
		once, again = append(once, strings.NewReader(table)), append(again, strings.NewReader(table))
	}
	return ReadTargetTwice(publicSource(t), o, once, again, nil)
}

// named puts a column in front that names each row's person.
func named(table string, who func(row int) string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(table, "\n"), "\n")
	for i := range lines {
		name := "who"
		if i > 0 {
			name = who(i - 1)
		}
		lines[i] = name + ";" + lines[i]
	}
	return strings.Join(lines, "") + "\n"
}

// ways are the kinds of sums that rows enter.
var ways = map[string]func(*Options){
	"moment": nil, "labels": func(o *Options) { o.UseLabels, o.Base = true, method.Linear },
	"report":    func(o *Options) { o.Release, o.Base, o.GroupBy = release.Report, method.Linear, "colour" },
	"selection": func(o *Options) { o.Mechanism = method.Selection },
}

func sameTargets(t *testing.T, what string, a, b *Target) {
	t.Helper()
	counted := func(t *Target) int64 {
		if t.labelled == nil {
			return t.sum.Rows
		}
		return t.sum.Rows + t.labelled.Rows
	}
	if counted(a) != counted(b) {
		t.Errorf("%s: n is %d, not %d", what, counted(a), counted(b))
	}
	if !slices.EqualFunc(entriesOf(a), entriesOf(b), func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
		t.Fatalf("%s: the sums are others", what)
	}
	if a.counts != nil && !sameCounts(a, b) {
		t.Fatalf("%s: the counts are others", what)
	}
}

// A file in which each person has one row gives the sums of its rows, bit for bit.
func TestPeopleOfOneRowAreRows(t *testing.T) {
	table := labelledTable(90)
	for way, change := range ways {
		rows := readTarget(t, publicSource(t), budget(change), table)
		people, report := must.Both(readPeople(t, budget(change),
			named(table, func(i int) string { return fmt.Sprint("p", i) })))(t)
		sameTargets(t, way, rows, people)
		if *report.People != 90 || report.Rows != 90 || report.MostRows != 1 || len(report.SurplusColumns) > 0 {
			t.Errorf("%s: %+v", way, report)
		}
	}
}

// n counts people, in every kind of run and under both adjacencies; rows that name nobody are one of them; and a
// certificate says whom it protects and verifies. Whose rows are in which file makes no difference.
func TestNCountsPeople(t *testing.T) {
	table := named(labelledTable(90), func(i int) string { return []string{"a", "b", "", "c", "NA", "d"}[i%6] })
	header, body, _ := strings.Cut(table, "\n")
	lines := strings.SplitAfter(body, "\n")
	parts := []string{header + "\n" + strings.Join(lines[50:], ""), header + "\n" + strings.Join(lines[:50], "")}
	for way, change := range ways {
		for _, adjacency := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
			if way == "selection" && adjacency == method.AddRemove {
				continue
			}
			o := budget(change)
			o.Adjacency, o.Delta, o.Epsilon = adjacency, 1e-3, 5
			target, report := must.Both(readPeople(t, o, table))(t)
			if *report.People != 5 || report.Rows != 90 || report.MostRows != 30 || report.NamelessRows != 30 {
				t.Errorf("%s: %d people, %d rows, %d, %d", way, *report.People, report.Rows, report.MostRows,
					report.NamelessRows)
			}
			split, _ := must.Both(readPeople(t, o, parts...))(t)
			if way != "report" { // where the order of a person's rows moves parts between neighbouring nodes
				sameTargets(t, way, target, split)
			}
			made := must.Get(target.Adapt(engine, free, nil))(t)
			c := made.Certificate
			if adjacency == method.ReplaceOne && c.N != 5 || adjacency == method.AddRemove && c.N != 0 {
				t.Errorf("%s, %s: n = %d", way, adjacency, c.N)
			}
			if c.Unit != method.Person || c.UnitColumn != "who" {
				t.Errorf("%s: the unit is %q, %q in version %d", way, c.Unit, c.UnitColumn, made.Version)
			}
			if found := verify.Certificate(reread(t, made)); !found.OK {
				t.Errorf("%s, %s: %v", way, adjacency, found.Problems)
			}
		}
	}
}

// A second reading that is not the first's makes no target: rows more, fewer, or of other people.
func TestAFileThatChangesIsRefused(t *testing.T) {
	table := named(privateTable(40), func(i int) string { return fmt.Sprint(i % 10) })
	lines := strings.SplitAfter(table, "\n")
	o := budget(func(o *Options) { o.Unit = "who" })
	for _, changed := range []string{
		table + lines[1], strings.Join(lines[:40], ""), strings.Replace(table, "\n3;", "\n4;", 1),
		strings.Replace(table, "\n3;", "\nx;", 1),
	} {
		_, _, err := ReadTargetTwice(publicSource(t), o, filesOf(table), filesOf(changed), nil)
		refuses(t, changed, err, "unreadable", "")
	}
}

// Before anything is charged: a file that can be read once alone, a column that is not there, a name that no document
// takes, sums of a database, and a δ that is too large for the number of people, though not for the number of rows.
func TestUnitsThatCannotBeAreRefused(t *testing.T) {
	table := named(privateTable(60), func(i int) string { return fmt.Sprint(i % 3) })
	o := budget(func(o *Options) { o.Unit = "who" })
	_, _, err := ReadTarget(publicSource(t), o, filesOf(table), nil)
	refuses(t, "read once", err, "bad-unit", "")
	of := budget(func(o *Options) { o.Unit, o.Release, o.Base = "who", release.Report, method.Linear })
	_, _, err = ReadSums(publicSource(t), of, strings.NewReader(table), nil)
	refuses(t, "a report from a database", err, "bad-unit", "")
	_, _, err = readPeople(t, budget(nil), privateTable(60))
	refuses(t, "no such column", err, "bad-unit", "name the people")
	for _, name := range []string{"a\nb", strings.Repeat("x", 201), " a", "\xff"} {
		_, err := plan.New(budget(func(o *Options) { o.Unit = name }), publicSource(t))
		refuses(t, name, err, "bad-unit", "")
	}
	if _, _, err := readPeople(t, budget(func(o *Options) { o.Delta = 0.1 }), table); err != nil {
		t.Errorf("%v", err)
	}
	_, _, err = readPeople(t, budget(func(o *Options) { o.Delta = 0.4 }), table)
	refuses(t, "δ", err, "bad-delta", "all rows of a person")
}

// What leaves a run of people is the same, but for what was drawn, however many rows a person has.
func TestTheNumberOfRowsIsPrivate(t *testing.T) {
	table := privateTable(40)
	square := []string{}
	few := named(table, func(i int) string { return fmt.Sprint(min(i, 12)) })
	lines := strings.SplitAfter(few, "\n")
	many := few + strings.Repeat(lines[40], 1000)
	var texts [][]string
	for _, file := range []string{few, many} {
		sums, _ := must.Both(readPeople(t, budget(func(o *Options) { o.Release = release.Moments }), file))(t)
		moments := must.Get(sums.Adapt(engine, free, nil))(t)
		square = append(square, fmt.Sprint(moments.Values.Moments[0][0]))
		target, _ := must.Both(readPeople(t, budget(nil), file))(t)
		texts = append(texts, []string{fmt.Sprint(target.Warnings())})
		made := must.Get(target.Adapt(engine, free, nil))(t)
		if made.Certificate.N != 13 || made.Certificate.Noise.StandardDeviation <= 0 {
			t.Errorf("n = %d", made.Certificate.N)
		}
		texts[len(texts)-1] = append(texts[len(texts)-1], fmt.Sprint(made.Certificate.Noise, made.Certificate.Rho))
	}
	if square[0] != square[1] {
		t.Errorf("the entry that everybody knows says something of the rows: %v", square)
	}
	if !slices.Equal(texts[0], texts[1]) {
		t.Errorf("%q", texts)
	}
}

// When the rows are added, nothing is left of whose they were.
func TestPeopleAreForgotten(t *testing.T) {
	p := must.Get(plan.New(budget(func(o *Options) { o.Unit = "who" }), publicSource(t)))(t)
	in := newIntake(p, nil, nil)
	must.Do(t, in.count(strings.NewReader(named(privateTable(20), func(i int) string { return fmt.Sprint(i % 3) })),
		func(int64) error { return nil }))
	if in.people.Number() != 3 {
		t.Fatalf("%d people", in.people.Number())
	}
	if in.wipe(); in.people.Number() != 0 || in.people.Most() != 0 {
		t.Error("people are left")
	}
}

// The sensitivity of the second moment rests on one thing, that every row on the grid is at most as long as the radius.
// Here are single private rows, sound, far out and broken, under both maps, the columns themselves and the features of
// labels: Σxxᵀ of one row is xxᵀ, its trace the squared length. The row is in one of the two sums of labels, so their
// traces together are at most that as well.
func TestPrivacyDoesNotDependOnFeatures(t *testing.T) {
	source := publicSource(t)
	rng := rand.New(rand.NewPCG(41, 42))
	cells := []string{"1e308", "-1e308", "NaN", "", "17", "1e15", "-3", "5e-324", "red", "1e999"}
	longest := big.NewInt(grid.Steps * grid.Steps)
	cell := func() string { return cells[rng.IntN(len(cells))] }
	for _, labels := range []bool{false, true} {
		o := budget(func(o *Options) { o.Release, o.UseLabels, o.Base = release.Moments, labels, method.Linear })
		o.AcceptLargeDelta, o.Preparation = true, &Preparation{}
		full := false
		for range 100 {
			table := fmt.Sprintf("age,income,colour,y\n%s,%s,%s,%s\n", cell(), cell(), []string{"red", "blue", "pink"}[rng.IntN(3)], cell())
			target, _, err := ReadTarget(source, o, filesOf(table), nil)
			if err != nil {
				t.Fatalf("labels %v: %v", labels, err)
			}
			trace := new(big.Int)
			for _, sum := range []*moment.Sum{target.sum, target.labelled} {
				if sum == nil {
					continue
				}
				for i := range sum.Order {
					trace.Add(trace, sum.Entry(i, i))
				}
			}
			if trace.Cmp(longest) > 0 {
				t.Fatalf("labels %v: the row %q is longer than the radius", labels, table)
			}
			ratio, _ := new(big.Rat).SetFrac(trace, longest).Float64()
			full = full || ratio > 0.999
		}
		if !full {
			t.Errorf("labels %v: no row reached the radius, so nothing was tested", labels)
		}
	}
}

// The features that a release states follow from the source alone, for any private rows.
func TestFeaturesAreFittedToTheSourceAlone(t *testing.T) {
	source, table := labelledTask(t, 50, dataset.Regression)
	p := must.Get(plan.New(withLabels(func(o *Options) { o.Base = method.Linear }), source))(t)
	must.Get(p.Prepare(nil))(t)
	for _, private := range []string{table, "a,b,c,y\n1e9,-4,red,1e9\n"} {
		o := withLabels(func(o *Options) { o.Base, o.AcceptLargeDelta = method.Linear, true })
		if r := adapted(t, source, o, private); !r.Provenance.Features.Equal(p.Map) || r.Certificate.Radius != p.Radius {
			t.Error("with labels the release states other features than the source gives")
		}
	}
}

// wideTask is a public sample of 60 columns that eight factors make, and a private table whose labels are higher and
// follow a second column.
func wideTask(t *testing.T, rows int) (*dataset.Source, string) {
	t.Helper()
	const columns = 60
	r := rand.New(rand.NewPCG(91, 92))
	header := ""
	for i := range columns {
		header += fmt.Sprintf("x%d,", i)
	}
	table := func(rows int, shift float64) string {
		return tableOf(header+"y", rows, func(int) (row string) {
			var f [8]float64
			for k := range f {
				f[k] = r.NormFloat64()
			}
			for i := range columns {
				row += fmt.Sprintf("%.4f,", f[i%8]+0.5*r.NormFloat64())
			}
			return row + fmt.Sprintf("%.4f", f[0]+shift*(1+f[1])+0.3*r.NormFloat64())
		})
	}
	s := must.Get(dataset.ReadSource(strings.NewReader(table(300, 0)), dataset.SourceOptions{Label: "y"}))(t)
	return s, table(rows, 1.5)
}

// Where columns are many, labels are used through few features: the model errs less than without labels, its document
// is read and verified, and the correction is over columns. A query is written for them too. By the noise alone this
// fails with a probability below 1e-6: the errors differ by over ten deviations of their difference over draws.
func TestManyColumnsBecomeFewFeatures(t *testing.T) {
	source, table := wideTask(t, 1500)
	errs := map[bool]float64{}
	for _, labels := range []bool{false, true} {
		o := Options{Epsilon: 1, Delta: 1e-6, Base: method.Linear, UseLabels: labels}
		r := reread(t, adapted(t, source, o, table))
		shows(t, fmt.Sprint(labels), source, r, "")
		if labels && len(r.Provenance.Features.Matrix) != features.MostLabelled {
			t.Errorf("there are %d features", len(r.Provenance.Features.Matrix))
		}
		errs[labels] = errorOf(t, r, table)
	}
	if !(errs[true] < 0.5*errs[false]) {
		t.Errorf("the error is %v with labels and %v without them", errs[true], errs[false])
	}
	o := withLabels(func(o *Options) { o.Base = method.Linear })
	if _, err := NewQuery(source, o, warehouse.Dialects[0], "rows", "", nil); err != nil {
		t.Errorf("a query: %v", err)
	}
}
