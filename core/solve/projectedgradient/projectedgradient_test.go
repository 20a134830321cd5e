package projectedgradient

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/simplex"
)

// quadratic is Σ a_j/2·(q_j − c_j)², times unit.
type quadratic struct {
	a, c, q []float64
	unit    float64
}

func (f *quadratic) Start(q []float64)      { f.q = q }
func (f *quadratic) StartAt(q, _ []float64) { f.Start(q) }
func (f *quadratic) Image() []float64       { return nil }
func (f *quadratic) Point() []float64       { return f.q }
func (f *quadratic) Value() float64         { return f.Gradient(make([]float64, len(f.q))) }
func (f *quadratic) Gradient(dst []float64) float64 {
	value := 0.0
	for j := range dst {
		dst[j] = f.unit * f.a[j] * (f.q[j] - f.c[j])
		value += dst[j] * (f.q[j] - f.c[j]) / 2
	}
	return value
}

// random returns a quadratic whose curvatures span a factor of 10⁴, at uniform weights, and the least of them.
func random(r *rand.Rand, m int) (*quadratic, float64) {
	f := &quadratic{a: make([]float64, m), c: make([]float64, m), q: simplex.Uniform(m), unit: 1}
	for j := range m {
		f.a[j] = math.Pow(10, 4*r.Float64())
		f.c[j] = r.NormFloat64() / math.Sqrt(float64(m))
	}
	return f, 1
}

// minimum returns min Σ a_j/2·(q_j − c_j)² by bisection on the multiplier: q_j = max(0, c_j + θ/a_j).
func (f *quadratic) minimum() float64 {
	point := func(theta float64) (q []float64, sum float64) {
		q = make([]float64, len(f.a))
		for j := range q {
			q[j] = math.Max(0, f.c[j]+theta/f.a[j])
			sum += q[j]
		}
		return q, sum
	}
	low, high := -1e9, 1e9
	for range 200 {
		if _, sum := point((low + high) / 2); sum < 1 {
			low = (low + high) / 2
		} else {
			high = (low + high) / 2
		}
	}
	q, _ := point(high)
	return (&quadratic{a: f.a, c: f.c, q: q, unit: 1}).Value()
}

// The gap in the result bounds the true excess, and the tolerance is reached, with and without knowledge of the
// curvature. The bisection is exact to about 1e-12.
func TestGapBoundsTheExcess(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for trial := range 50 {
		f, curvature := random(r, 1+r.IntN(200))
		if trial%2 == 0 {
			curvature = 0
		}
		result, err := Minimise(f, dualgap.Settings{Curvature: curvature, Relative: 1e-6})
		if err != nil || result.Status != dualgap.Converged {
			t.Fatalf("m = %d: %v, %v", len(f.q), result, err)
		}
		if excess := result.Value - f.minimum(); excess > result.Gap+1e-12*result.Value || excess < -1e-12*result.Value {
			t.Errorf("m = %d: excess %g, certified gap %g", len(f.q), excess, result.Gap)
		}
		if result.Gap > 1e-6*result.Value {
			t.Errorf("gap %g of %g", result.Gap, result.Value)
		}
		if f.Value() != result.Value {
			t.Errorf("the objective stands at %v, not at the result, %v", f.Value(), result.Value)
		}
		total := 0.0
		for _, v := range f.q {
			if v < 0 {
				t.Errorf("negative weight %g", v)
			}
			total += v
		}
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("weights sum to %v", total)
		}
	}
}

// Another unit of the objective, by a power of two so that nothing is rounded differently, takes the very same steps.
func TestDoesNotDependOnTheUnit(t *testing.T) {
	f, curvature := random(rand.New(rand.NewPCG(2, 0)), 100)
	g := &quadratic{a: f.a, c: f.c, q: simplex.Uniform(100), unit: 0x1p-40}
	one, _ := Minimise(f, dualgap.Settings{Curvature: curvature})
	two, _ := Minimise(g, dualgap.Settings{Curvature: curvature * 0x1p-40})
	if one.Rounds != two.Rounds || one.Value*0x1p-40 != two.Value || one.Gap*0x1p-40 != two.Gap {
		t.Errorf("%+v and %+v", one, two)
	}
}

// The project's objective with both smoothings, with and without regularisation: few gradients certify the minimum.
func TestFewGradientsAreEnough(t *testing.T) {
	for _, c := range []struct {
		name      string
		smoothing discrepancy.Smoothing
		lambda    float64
		enough    int // gradients; measured 89, 31, 232 and 31, without restarts 143, 39, 686 and 38
	}{
		{"softmax", discrepancy.Softmax{Mu: 30}, 0, 120},
		{"softmax, regularised", discrepancy.Softmax{Mu: 300}, 1, 50},
		{"p-norm", discrepancy.PNorm{P: 3}, 0, 400},
		{"p-norm, regularised", discrepancy.PNorm{P: 2}, 0.1, 50},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := synthetic(7, 120)
			settings := dualgap.Settings{Curvature: c.lambda, Relative: 1e-4}
			o := i.objective(1, c.lambda)
			o.Smoothing = c.smoothing
			result, err := Minimise(o, settings)
			if err != nil || result.Status != dualgap.Converged {
				t.Fatalf("%+v, %v", result, err)
			}
			if result.Rounds > c.enough {
				t.Errorf("%d gradients; %d are enough", result.Rounds, c.enough)
			}
		})
	}
}

func TestEndsAsTold(t *testing.T) {
	stop := errors.New("stop")
	for _, c := range []struct {
		name     string
		settings dualgap.Settings
		rounds   int
		status   dualgap.Status
		err      error
	}{
		{"round limit", dualgap.Settings{Rounds: 3}, 3, dualgap.RoundLimit, nil},
		{"recorder", dualgap.Settings{Recorder: func(r dualgap.Round) error {
			if r.Number == 5 {
				return stop
			}
			return nil
		}}, 5, dualgap.Converged, stop},
		{"absolute", dualgap.Settings{Absolute: 1e9}, 1, dualgap.Converged, nil},
	} {
		f, _ := random(rand.New(rand.NewPCG(3, 0)), 50)
		start := f.Value()
		result, err := Minimise(f, c.settings)
		if err != c.err || result.Rounds != c.rounds || result.Status != c.status {
			t.Errorf("%s: %+v, error %v", c.name, result, err)
		}
		if f.Value() != result.Value || result.Value > start {
			t.Errorf("%s: left at %v, not at the best point, %v", c.name, f.Value(), result.Value)
		}
	}
}

// If the tolerance is smaller than rounding allows, the run ends and its status says so.
func TestAdmitsWhatItCannotProve(t *testing.T) {
	f, curvature := random(rand.New(rand.NewPCG(4, 0)), 50)
	result, err := Minimise(f, dualgap.Settings{Curvature: curvature, Relative: 1e-300, Rounds: 20_000})
	if err != nil || result.Status == dualgap.Converged && result.Gap > 0 || !(result.Gap < 1e-9*result.Value) {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestASinglePointIsOptimal(t *testing.T) {
	result, err := Minimise(&quadratic{a: []float64{1}, c: []float64{3}, q: []float64{1}, unit: 1}, dualgap.Settings{})
	if err != nil || result.Gap != 0 || result.Rounds != 1 || result.Value != 2 {
		t.Errorf("%+v, %v", result, err)
	}
}
