package adapt

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/release/interval"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

func reporting(change func(*Options)) Options {
	o := budget(func(o *Options) { o.Release, o.Base = release.Report, method.Linear })
	if change != nil {
		change(&o)
	}
	return o
}

// nearTask is like labelledTask, with private labels that are on average half of the residuals' deviation higher than
// the public model says.
func nearTask(t *testing.T, rows int, task dataset.Task) (*dataset.Source, string) {
	t.Helper()
	source, _ := labelledTask(t, 1, task)
	rng := rand.New(rand.NewPCG(75, 76))
	var b strings.Builder
	b.WriteString("a,b,c,y\n")
	for range rows {
		x, z := rng.NormFloat64(), rng.NormFloat64()
		y := 0.15 + x - 0.5*z + 0.4*rng.NormFloat64()
		label := fmt.Sprint(y)
		if task == dataset.Classification {
			label = []string{"low", "high"}[map[bool]int{false: 0, true: 1}[y > 1+rng.NormFloat64()]]
		}
		fmt.Fprintf(&b, "%.4f,%.4f,%s,%s\n", x, z, []string{"red", "blue"}[rng.IntN(2)], label)
	}
	return source, b.String()
}

func figuresOf(t *testing.T, r *release.Release) *release.ReportFigures {
	t.Helper()
	return must.Get(r.Figures())(t)
}

// A report of numbers and of classes, by groups, under both adjacencies, of the public choice and of a model that was
// given, is read again, verified, computed again from the public sample, and says what the model's errors on the
// private rows are: each figure is within four half-widths of its interval of the exact one. Of a normal law that is
// eight standard deviations.
func TestAReportSaysHowGoodTheModelIs(t *testing.T) {
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := nearTask(t, 3000, task)
		model := adapted(t, source, budget(func(o *Options) { o.Base = method.Linear }), table)
		text := must.Get(model.Encode())(t)
		for _, a := range method.Adjacencies {
			for _, given := range []bool{false, true} {
				o := reporting(func(o *Options) { o.Adjacency, o.Epsilon, o.GroupBy = a, 5, "c" })
				if given {
					o.Model = text
				}
				r := reread(t, adapted(t, source, o, table))
				if report := verify.Certificate(r); !report.OK {
					t.Fatalf("%v", report.Problems)
				}
				if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
					t.Errorf("the sample: %q %v", problems, err)
				}
				f := figuresOf(t, r)
				if len(f.Groups) != 3 || *f.Groups[0].Level != "blue" && *f.Groups[0].Level != "red" ||
					f.Groups[2].Level != nil {
					t.Fatalf("groups: %+v", f.Groups)
				}
				if rows := f.Groups[2].Labelled; rows.Low == nil || *rows.Low > 200 {
					t.Errorf("%+v rows have no level", rows)
				}
				name := "rmse"
				if task == dataset.Classification {
					name = "logLoss"
				}
				var exact float64
				if given {
					exact = errorOf(t, model, table)
				} else {
					exact = publicError(t, source, o, table)
				}
				if task == dataset.Regression {
					exact = math.Sqrt(exact)
				}
				for _, figures := range []appraisal.Figures{f.All, f.Groups[0].Figures, f.Groups[1].Figures} {
					n := figures.Measures[name]
					if n.Value == nil || n.Low == nil || n.High == nil || math.Abs(*n.Value-exact) > 2*(*n.High-*n.Low) ||
						*n.High-*n.Low > 0.7*exact {
						t.Errorf("%s, given %v: %s is %v, and the report says %s", a, given, name, exact, words(n))
					}
				}
			}
		}
	}
}

func words(n interval.Number) string {
	text := ""
	for _, v := range []*float64{n.Value, n.Low, n.High} {
		if v == nil {
			text += " none"
		} else {
			text += fmt.Sprintf(" %.4g", *v)
		}
	}
	return text
}

// publicError is errorOf for the public choice.
func publicError(t *testing.T, source *dataset.Source, o Options, table string) float64 {
	t.Helper()
	target := readTarget(t, source, o, "a,b,c,y\n1,1,red,1\n")
	public := must.Get(target.plan.Prepare(nil))(t)
	rows := must.Get(dataset.Labelled(strings.NewReader(table), source.Schema))(t)
	cells, scores := make([]float64, len(source.Schema.Used())+1), make([]float64, 1)
	sum, n := 0.0, 0.0
	for rows.Next(cells) {
		public.Offset.Model.Predict(scores, cells[:len(cells)-1])
		y := cells[len(cells)-1]
		if source.Schema.Classes != nil {
			sum += math.Log1p(math.Exp((1 - 2*y) * scores[0]))
		} else {
			sum += (y - scores[0]) * (y - scores[0])
		}
		n++
	}
	return sum / n
}

func TestReportsAreRefusedWhereTheyMeanNothing(t *testing.T) {
	source, table := labelledTask(t, 50, dataset.Regression)
	other, _ := labelledTask(t, 50, dataset.Classification)
	model := adapted(t, other, budget(nil), table)
	foreign := must.Get(model.Encode())(t)
	for name, o := range map[string]Options{
		"a mechanism":          reporting(func(o *Options) { o.Mechanism = method.Moment }),
		"a solver":             reporting(func(o *Options) { o.Solver = method.FrankWolfe }),
		"labels":               reporting(func(o *Options) { o.UseLabels = true }),
		"a column of numbers":  reporting(func(o *Options) { o.GroupBy = "a" }),
		"no such column":       reporting(func(o *Options) { o.GroupBy = "d" }),
		"another sample's":     reporting(func(o *Options) { o.Model = foreign }),
		"a model with a model": budget(func(o *Options) { o.Model = foreign }),
		"groups of a model":    budget(func(o *Options) { o.GroupBy = "c" }),
	} {
		_, _, err := ReadTarget(source, o, filesOf(table), nil)
		var refused *Error
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := ReadTarget(source, reporting(func(o *Options) { o.Model = []byte("{}") }),
		filesOf(table), nil); err == nil {
		t.Error("a model that is no release was accepted")
	}
}

// A report of many classes by many groups is refused before a model is fitted or a private row read: no document of it
// could be read in a second.
func TestAReportOfTooManyCountsIsRefused(t *testing.T) {
	var table strings.Builder
	table.WriteString("c,y\n")
	for i := range 128 {
		fmt.Fprintf(&table, "g%02d,k%02d\n", i%20, i%64)
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(table.String()),
		dataset.SourceOptions{Label: "y", Task: dataset.Classification}))(t)
	o := reporting(func(o *Options) { o.GroupBy = "c" })
	fitted := errors.New("a model was fitted")
	stop := func(string, int64, int64) error { return fitted }
	_, _, reading := ReadTarget(source, o, filesOf(table.String()), stop)
	_, forecast := (&Forecaster{Source: source}).Forecast(o, 100, stop)
	for _, err := range []error{reading, forecast, CheckModel(source, o, stop)} {
		if !isRefused(err, "bad-option") || !strings.Contains(err.Error(), "90134 counts") {
			t.Errorf("%v", err)
		}
	}
	o.GroupBy = ""
	if _, _, err := ReadTarget(source, o, filesOf(table.String()), stop); !errors.Is(err, fitted) {
		t.Errorf("without groups: %v", err)
	}
}

// What a report says goes with its explanation, as any reader of the document computes it.
func TestAReportIsExplainedByItsFigures(t *testing.T) {
	source, table := labelledTask(t, 80, dataset.Regression)
	target := readTarget(t, source, reporting(func(o *Options) { o.GroupBy = "c" }), table)
	r := must.Get(target.Adapt(engine, free, nil))(t)
	e := target.Explain()
	if len(e.Shifts) > 0 || e.Weights != nil || e.Unweighted != nil || !reflect.DeepEqual(e.Figures, figuresOf(t, r)) {
		t.Errorf("%+v", e)
	}
}

// A reader with the public sample computes again which model a report is about and where its rows count.
func TestTheSourceShowsWhatIsReported(t *testing.T) {
	source, table := labelledTask(t, 100, dataset.Regression)
	r := adapted(t, source, reporting(func(o *Options) { o.Base = method.Auto }), table)
	if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
		t.Fatalf("a genuine report: %q %v", problems, err)
	}
	for name, change := range map[string]func(a *release.Appraised){
		"model":       func(a *release.Appraised) { a.ModelSHA256 = strings.Repeat("0", 64) },
		"residuals":   func(a *release.Appraised) { a.Residuals = slices.Clone(a.Residuals); a.Residuals[0] *= 1.001 },
		"predictions": func(a *release.Appraised) { a.Predictions = slices.Clone(a.Predictions); a.Predictions[4] += 1e-9 },
	} {
		lie := *r
		stated := *r.Certificate.Report
		change(&stated)
		lie.Certificate.Report = &stated
		if problems, err := CheckSource(source, &lie, nil); err != nil || len(problems) == 0 {
			t.Errorf("%s: %q %v", name, problems, err)
		}
	}
}
