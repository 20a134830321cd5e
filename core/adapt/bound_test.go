package adapt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/model/regression"
	"privadapt/core/must"
	"privadapt/core/noise/accountant"
	"privadapt/core/release"
	"privadapt/core/release/learningbound"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// family is a source and a population whose truth is known: the private rows are drawn from its rows uniformly
// and independently, so that the target error of a model is a mean over them.
type family struct {
	name    string
	options Options
	draw    int // n
	row     func(*rand.Rand, bool) [2]float64
	noise   float64 // of labels, uniform around x₁ − x₂/2
	source  *dataset.Source
	rows    [][2]float64
	labels  []float64
}

// box draws features uniformly from [centre−size, centre+size]².
func box(r *rand.Rand, centre, size float64) [2]float64 {
	return [2]float64{centre + size*(2*r.Float64()-1), -centre + size*(2*r.Float64()-1)}
}

// source draws a row of the source around 0, one in ten from the corners (4, −4) and (−4, 4), where labels are largest:
// so the target's keep to the source's range, as the bound assumes.
func source(r *rand.Rand, size float64) [2]float64 {
	if r.IntN(10) == 0 {
		return box(r, float64(8*r.IntN(2)-4), 0)
	}
	return box(r, 0, size)
}

// families have a covariate shift by mean or by scale, labels that are linear, noisy, or linear before clipping alone,
// and every way in which Λ and n come into the bound.
func families() []*family {
	budget := Options{Epsilon: 1, Delta: 1e-6}
	mean := func(r *rand.Rand, private bool) [2]float64 {
		if private {
			return box(r, 1, 1)
		}
		return source(r, 2)
	}
	scale := func(r *rand.Rand, private bool) [2]float64 {
		if private {
			return box(r, 0, 2)
		}
		return source(r, 1)
	}
	with := func(change func(*Options)) Options {
		o := budget
		change(&o)
		return o
	}
	return []*family{
		{name: "mean shift", options: budget, draw: 500, row: mean},
		{name: "mean shift, noisy labels", options: budget, draw: 500, row: mean, noise: 1},
		{name: "scale shift, noisy labels", options: budget, draw: 500, row: scale, noise: 1},
		{name: "clipped rows", options: with(func(o *Options) { o.Radius = 0.7 }), draw: 500, row: mean, noise: 0.5},
		{
			name:    "n private",
			options: with(func(o *Options) { o.Adjacency = method.AddRemove }),
			draw:    500,
			row:     scale,
			noise:   1,
		},
		{name: "a model norm", options: with(func(o *Options) { o.ModelNorm = 1.5 }), draw: 500, row: mean, noise: 1},
		{
			name:    "single stage",
			options: with(func(o *Options) { o.Solver, o.Iterations = method.SingleStage, 30 }),
			draw:    500,
			row:     mean,
			noise:   1,
		},
		{name: "weights", options: with(func(o *Options) { o.Release = release.Weights }), draw: 500, row: scale, noise: 1},
		{name: "few rows", options: budget, draw: 5, row: mean, noise: 1},
	}
}

func (f *family) prepare(t *testing.T, r *rand.Rand) {
	t.Helper()
	label := func(x [2]float64) float64 { return x[0] - x[1]/2 + f.noise*(2*r.Float64()-1) }
	var b strings.Builder
	b.WriteString("a,b,y\n")
	for range 60 {
		x := f.row(r, false)
		fmt.Fprintf(&b, "%v,%v,%v\n", x[0], x[1], label(x))
	}
	var err error
	if f.source, err = dataset.ReadSource(strings.NewReader(b.String()), dataset.SourceOptions{Label: "y"}); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		x := f.row(r, true)
		f.rows, f.labels = append(f.rows, x), append(f.labels, label(x))
	}
}

// adapt makes a release from n rows of the population.
func (f *family) adapt(t *testing.T, r *rand.Rand) *release.Release {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,b\n")
	for range f.draw {
		x := f.rows[r.IntN(len(f.rows))]
		fmt.Fprintf(&b, "%v,%v\n", x[0], x[1])
	}
	return adapted(t, f.source, f.options, b.String())
}

// truth is the mean squared error over the population, its rows clipped. (The grid moves a row by less than 1e-8.)
func (f *family) truth(t *testing.T, made *release.Release) float64 {
	t.Helper()
	ball := must.Get(grid.New(made.Certificate.Radius, plan.Intercept(made.Certificate.Radius)))(t)
	model := f.model(t, ball, made)
	columns, total := f.source.Schema.Columns, 0.0
	for i, x := range f.rows {
		z := []float64{(x[0] - columns[0].Mean) / columns[0].Scale, (x[1] - columns[1].Mean) / columns[1].Scale}
		dataset.Clip(z, ball.FeatureRadius())
		residual := model[0]*ball.Intercept() + model[1]*z[0] + model[2]*z[1] - f.labels[i]
		total += residual * residual
	}
	return total / float64(len(f.rows))
}

// model is w for standardised rows: of the release, or fitted to its weights.
func (f *family) model(t *testing.T, ball grid.Grid, made *release.Release) []float64 {
	t.Helper()
	if made.Kind == release.Weights {
		rows, _ := ball.Rows(f.source.Standardised(), f.source.Rows, 2)
		w, _ := must.Both(regression.CrossValidate(
			regression.Sample{Rows: rows, Labels: f.source.Labels, Weights: made.Values.Weights},
		))(t)
		return w
	}
	w, base := make([]float64, 3), *made.Values.Intercept
	for k, c := range f.source.Schema.Columns {
		value := made.Values.Coefficients[k].Value
		w[k+1] = value * c.Scale
		base += value * c.Mean
	}
	w[0] = base / ball.Intercept()
	return w
}

// The learning bound is never below the true target error, at a stated confidence of 95%, though the term of the labels
// is left out: not in one of 100 draws of private rows and noise in any family (TestCampaignLearningBoundHolds has
// 1000). A false alarm has a probability far below 1e-6: 24 is the least ratio seen, and to bring it to 1 the noise
// would have to exceed t many times over. So this test finds gross faults, such as a term in other units;
// TestEveryTermIsNeeded in core/release/learningbound has instances where the bound is attained.
func TestLearningBoundHolds(t *testing.T) {
	draws := 100
	if runtime.GOOS == "js" {
		draws = 20
	}
	attackLearningBound(t, draws)
}

func attackLearningBound(t *testing.T, draws int) {
	t.Helper()
	r := rand.New(rand.NewPCG(61, 62))
	for _, f := range families() {
		f.prepare(t, r)
		var ratios []float64
		for range draws {
			made := f.adapt(t, r)
			b := made.Certificate.LearningBound
			if b == nil {
				t.Fatalf("%s: there is no bound", f.name)
			}
			for _, y := range f.labels {
				if math.Abs(y-b.LabelCentre) > b.Label {
					t.Fatalf("%s: the label %v breaks the premise of the test", f.name, y)
				}
			}
			truth := f.truth(t, made)
			if b.Value < truth {
				t.Errorf("%s: the bound is %v, the true error %v", f.name, b.Value, truth)
			}
			ratios = append(ratios, b.Value/truth)
		}
		slices.Sort(ratios)
		t.Logf("%s: the bound is %.3g times the true error (%.3g to %.3g)", f.name, ratios[draws/2], ratios[0],
			ratios[draws-1])
	}
}

// With the same fit the bound falls as ε or n grows, under both adjacencies.
func TestLearningBoundFallsWithEpsilonAndRows(t *testing.T) {
	const radius = 3
	ball := must.Get(grid.New(radius, plan.Intercept(radius)))(t)
	released := symeigen.NewMatrix(3, []float64{1, 0, 0, 0, 2, 0.5, 0, 0.5, 1})
	for _, adjacency := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
		value := func(epsilon, rows float64) float64 {
			m := mechanism.NewMoment(ball, adjacency, accountant.Rho(epsilon, 1e-6))
			law := plan.Noise{Sigma: m.StandardDeviation(rows), Rows: rows, Order: 3, Radius: radius}
			if adjacency == method.AddRemove {
				law.Count = m.StandardDeviation(1) / (ball.Intercept() * ball.Intercept())
			}
			return learningbound.Setting{
				Loss: 1, Discrepancy: 0.1, Noise: law.Bound(released, 0.025), Norm: 1, Choices: learningbound.Choices,
				Radius: radius, Label: 2, Rows: law.Fewest(0.025), Failure: 0.025,
			}.Value()
		}
		for _, rows := range []float64{1e4, 1e5, 1e6} {
			for _, epsilon := range []float64{0.1, 1, 5} {
				here := value(epsilon, rows)
				if !(value(2*epsilon, rows) < here && value(epsilon, 2*rows) < here) {
					t.Errorf("%s, ε = %v, n = %v: %v, at twice the ε %v, at twice the n %v", adjacency, epsilon, rows, here,
						value(2*epsilon, rows), value(epsilon, 2*rows))
				}
			}
		}
	}
}

// Where no bound can be computed, the release has none, and is made all the same.
func TestWithoutALearningBound(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Options)
	}{
		{"moments", func(o *Options) { o.Release = release.Moments }},
		{"selection", func(o *Options) { o.Mechanism = method.Selection }},
		{"gradient", func(o *Options) { o.Mechanism, o.Release = method.Gradient, release.Weights }},
		{"a number of rows lost in the noise", func(o *Options) { o.Adjacency, o.Epsilon = method.AddRemove, 0.001 }},
	} {
		target, _, err := ReadTarget(publicSource(t), budget(c.change), filesOf(privateTable(200)),
			nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		made, err := target.Adapt(release.Engine{}, free, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if made.Certificate.LearningBound != nil {
			t.Errorf("%s: the bound is %+v", c.name, made.Certificate.LearningBound)
		}
		if _, err := made.Encode(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
