package adapt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/symeigen"
)

// threeFiles is a family whose sample is united from three files: one on each side of the population, and one in the
// same place as the second whose labels are 2 larger than the rule of all others says. Their weights are released.
func threeFiles(t *testing.T, r *rand.Rand) *family {
	t.Helper()
	f := &family{name: "three files", options: Options{Epsilon: 1, Delta: 1e-6, Release: release.Weights}, draw: 500}
	rule := func(x [2]float64) float64 { return x[0] - x[1]/2 }
	var files []dataset.File
	for k, centre := range []float64{-2, 2, 2} {
		text := "a,b,y\n"
		for range 40 {
			x := box(r, centre, 1)
			y := rule(x)
			if k == 2 {
				y += 2
			}
			text += fmt.Sprintf("%v,%v,%v\n", x[0], x[1], y)
		}
		files = append(files, dataset.File{Name: fmt.Sprint("part ", k+1), Data: strings.NewReader(text)})
	}
	f.source = must.Get(dataset.ReadSources(files, dataset.SourceOptions{Label: "y"}))(t)
	for range 300 {
		x := box(r, float64(4*r.IntN(2)-2), 1)
		f.rows, f.labels = append(f.rows, x), append(f.labels, rule(x))
	}
	return f
}

// distance is what the rule of the family, shortened where it is longer than Λ, gives for η: the weighted mean distance
// of the public labels and the largest one of the population's.
func (f *family) distance(t *testing.T, made *release.Release) float64 {
	t.Helper()
	b := made.Certificate.LearningBound
	ball := must.Get(grid.New(made.Certificate.Radius, plan.Intercept(made.Certificate.Radius)))(t)
	columns := f.source.Schema.Columns
	w := []float64{
		(columns[0].Mean - columns[1].Mean/2 - b.LabelCentre) / ball.Intercept(),
		columns[0].Scale,
		-columns[1].Scale / 2,
	}
	floats.Scale(math.Min(1, b.Norm/floats.Norm(w, 2)), w)
	rows, _ := ball.Rows(f.source.Standardised(), f.source.Rows, 2)
	mean, largest := 0.0, 0.0
	for j, y := range f.source.Labels {
		mean += made.Values.Weights[j] * math.Abs(floats.Dot(w, rows[3*j:3*j+3])-(y-b.LabelCentre))
	}
	for i, x := range f.rows {
		z := []float64{(x[0] - columns[0].Mean) / columns[0].Scale, (x[1] - columns[1].Mean) / columns[1].Scale}
		clipped, _ := ball.ClipRows(z, 2)
		largest = math.Max(largest, math.Abs(floats.Dot(w, clipped)-(f.labels[i]-b.LabelCentre)))
	}
	return mean + largest
}

// The bound of a united sample, with the term for the labels of the third file, is never below the true error, and is
// what the sample gives. As in TestLearningBoundHolds, a false alarm has a probability far below 1e-6.
func TestLearningBoundHoldsForSeveralFiles(t *testing.T) {
	draws := 50
	if runtime.GOOS == "js" {
		draws = 5
	}
	r := rand.New(rand.NewPCG(63, 64))
	f := threeFiles(t, r)
	least := math.Inf(1)
	for range draws {
		made := f.adapt(t, r)
		b := made.Certificate.LearningBound
		bound, truth := b.Value+b.LabelFactor*f.distance(t, made), f.truth(t, made)
		if bound < truth {
			t.Errorf("the bound is %v, the true error %v", bound, truth)
		}
		least = math.Min(least, bound/truth)
		if problems, err := CheckSource(f.source, made, nil); err != nil || len(problems) > 0 {
			t.Fatal(problems, err)
		}
	}
	t.Logf("the bound is at least %.3g times the true error", least)
}

// The discrepancy of the combination is at most the mean discrepancy of its files, each under its own weights, and
// far below it where files lie on different sides of the target: so a bound by files would be larger.
func TestCombinationIsNoFartherThanItsFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 66))
	f := threeFiles(t, r)
	f.options = Options{Epsilon: 5, Delta: 1e-6, Release: release.Moments}
	moments := f.adapt(t, r)
	made := must.Get(Solve(engine, f.source, moments, Options{Release: release.Weights},
		nil))(t)
	c := made.Certificate
	ball := must.Get(grid.New(c.Radius, plan.Intercept(c.Radius)))(t)
	rows, _ := ball.Rows(f.source.Standardised(), f.source.Rows, 2)
	target := symeigen.NewMatrix(3, nil)
	for i, row := range moments.Values.Moments {
		for j := i; j < 3; j++ {
			target.Set(i, j, row[j])
		}
	}
	norm := func(rows, weights []float64) float64 {
		o := &discrepancy.Objective{Target: target, Rows: rows, Smoothing: discrepancy.Softmax{Mu: 1}, Uncertified: true}
		o.Start(weights)
		return o.Norm()
	}
	q := made.Values.Weights
	whole, mean, at := norm(rows, q), 0.0, 0
	for _, part := range f.source.Parts {
		own := append([]float64(nil), q[at:at+part.Rows]...)
		share := floats.Sum(own)
		floats.Scale(1/share, own)
		mean += share * norm(rows[3*at:3*(at+part.Rows)], own)
		at += part.Rows
	}
	t.Logf("%.4g together, a mean of %.4g by files", whole, mean)
	if math.Abs(whole-c.Discrepancy.Weighted) > 1e-9*whole || !(whole < mean/2) {
		t.Errorf("the certificate states %v; together %v, by files %v", c.Discrepancy.Weighted, whole, mean)
	}
}

// A bound that states a smaller loss on the sample, or smaller labels, than the sample and the weights give is noticed
// by who has the sample.
func TestLearningBoundIsCheckedAgainstTheSample(t *testing.T) {
	source := publicSource(t)
	made := adapted(t, source, budget(func(o *Options) { o.Release = release.Weights }), privateTable(200))
	for says, change := range map[string]func(*release.LearningBound){
		"":                     func(*release.LearningBound) {},
		"states a loss":        func(b *release.LearningBound) { b.LossOnSource *= 0.99 },
		"that no public label": func(b *release.LearningBound) { b.Label *= 0.99 },
	} {
		lie, bound := *made, *made.Certificate.LearningBound
		change(&bound)
		lie.Certificate.LearningBound = &bound
		problems, err := CheckSource(source, &lie, nil)
		if err != nil || (says == "") != (len(problems) == 0) || says != "" && !strings.Contains(problems[0], says) {
			t.Errorf("%q: %v, %v", says, problems, err)
		}
	}
}
