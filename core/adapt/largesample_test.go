package adapt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// Of a sample that is larger than what models are fitted to, every run that fits one gives what it gives of a smaller
// sample: a release that verifies by itself and with its sample.
// The owner is told beforehand that a part is fitted to, where one is.
func TestALargeSampleGivesEveryRelease(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 92))
	write := func(rows int, shift float64, task dataset.Task) string {
		var b strings.Builder
		b.WriteString("a,b,y\n")
		for range rows {
			x, z := shift+rng.NormFloat64(), rng.NormFloat64()
			y := x*x - z + 0.3*rng.NormFloat64()
			label := fmt.Sprintf("%.3f", y)
			if task == dataset.Classification {
				label = []string{"low", "high"}[map[bool]int{false: 0, true: 1}[y > 1]]
			}
			fmt.Fprintf(&b, "%.3f,%.3f,%s\n", x, z, label)
		}
		return b.String()
	}
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		options := dataset.SourceOptions{Label: "y", Task: task}
		text := write(auto.MostRows+2000, 0, task)
		source := must.Get(dataset.ReadSource(strings.NewReader(text), options))(t)
		private := write(400, 0.5, task)
		runs := map[string]Options{"model with labels": withLabels(func(o *Options) { o.Base = method.Linear })}
		if task == dataset.Regression {
			runs["model"] = budget(func(o *Options) { o.Base = method.Smooth })
			runs["report"] = reporting(nil)
			runs["moments of labels"] = withLabels(func(o *Options) { o.Base, o.Release = method.Linear, release.Moments })
			runs["moments"] = budget(func(o *Options) { o.Release = release.Moments })
		}
		for name, o := range runs {
			target := readTarget(t, source, o, private)
			told := strings.Contains(fmt.Sprint(target.Warnings()), "a random part of")
			if want := name != "moments"; told != want {
				t.Errorf("%s, %s: the warnings are %q", task, name, target.Warnings())
			}
			r, err := target.Adapt(engine, free, nil)
			if err != nil {
				t.Errorf("%s, %s: %v", task, name, err)
				continue
			}
			if report := verify.Certificate(r); !report.OK {
				t.Errorf("%s, %s: %q", task, name, report.Problems)
			}
			if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
				t.Errorf("%s, %s, with its sample: %q, %v", task, name, problems, err)
			}
		}
	}
}

// Who reads many features is told before the charge that the run takes long; where nothing is solved it does not.
func TestManyFeaturesAreSaidToTakeLong(t *testing.T) {
	for columns, said := range map[int]bool{499: false, 500: true} {
		source, table := wide(t, 12, columns)
		for _, o := range []Options{budget(nil), budget(func(o *Options) { o.Release = release.Moments })} {
			got := strings.Contains(fmt.Sprint(readTarget(t, source, o, table).Warnings()), "a run takes long")
			if want := said && o.Release != release.Moments; got != want {
				t.Errorf("%d columns, release %q: said %v", columns, o.Release, got)
			}
		}
	}
}
