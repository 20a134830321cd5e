package solve

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privadapt/core/must"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
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
		result := must.Get(ProjectedGradient(f, GapSettings{Curvature: curvature, Relative: 1e-6}))(t)
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
			o := i.objective(1, c.lambda)
			o.Smoothing = c.smoothing
			result := must.Get(ProjectedGradient(o, GapSettings{Curvature: c.lambda, Relative: 1e-4}))(t)
			if result.Rounds > c.enough || result.Gap > 1e-4*result.Value {
				t.Errorf("%+v; %d gradients are enough", result, c.enough)
			}
		})
	}
}

func TestEndsAsTold(t *testing.T) {
	stop := errors.New("stop")
	for _, c := range []struct {
		name     string
		settings GapSettings
		rounds   int
		err      error
	}{
		{"round limit", GapSettings{Rounds: 3}, 3, nil},
		{"recorder", GapSettings{Recorder: func(r GapResult) error {
			if r.Rounds == 5 {
				return stop
			}
			return nil
		}}, 5, stop},
		{"absolute", GapSettings{Absolute: 1e9}, 1, nil},
	} {
		f, _ := random(rand.New(rand.NewPCG(3, 0)), 50)
		start := f.Value()
		result, err := ProjectedGradient(f, c.settings)
		if err != c.err || result.Rounds != c.rounds {
			t.Errorf("%s: %+v, error %v", c.name, result, err)
		}
		if f.Value() != result.Value || result.Value > start {
			t.Errorf("%s: left at %v, not at the best point, %v", c.name, f.Value(), result.Value)
		}
	}
}

// If the tolerance is smaller than rounding allows, the run ends, and its gap is what it could prove.
func TestAdmitsWhatItCannotProve(t *testing.T) {
	f, curvature := random(rand.New(rand.NewPCG(4, 0)), 50)
	result := must.Get(ProjectedGradient(f, GapSettings{Curvature: curvature, Relative: 1e-300, Rounds: 20_000}))(t)
	if !(result.Gap < 1e-9*result.Value) {
		t.Errorf("%+v", result)
	}
}

// The target is a weighted source, so the minimum is 0 and no relative gap can be reached.
func TestAbsoluteToleranceWhereTheMinimumIsZero(t *testing.T) {
	i := synthetic(6, 150)
	o := i.objective(1, 0)
	o.Target = secondMoment(i.rows[:50*i.order()], i.order())
	o.Start(simplex.Uniform(150))
	const tolerance = 1e-5
	result := must.Get(ProjectedGradientNorm(o, GapSettings{Absolute: tolerance}))(t)
	if result.Gap > tolerance || result.Value > tolerance*(1+1e-4) {
		t.Errorf("%+v", result)
	}
}

// Uniform weights that match exactly are recognised at once, for any λ.
func TestAMatchIsRecognised(t *testing.T) {
	i := synthetic(6, 64) // a power of two: the weights 1/m are exact
	for _, lambda := range []float64{0, 1} {
		o := i.objective(1, lambda)
		o.Target = secondMoment(i.rows, i.order())
		o.Start(simplex.Uniform(64))
		result, err := ProjectedGradientNorm(o, GapSettings{Absolute: 1e-12})
		if err != nil || result.Rounds != 1 || math.Abs(result.Value-lambda/2/64) > 1e-12 {
			t.Errorf("λ = %v: %+v, %v", lambda, result, err)
		}
	}
}

// solvedOnAPart solves for the first rows alone, and returns the value of these weights and what one pass through all
// rows, whose others have no weight, certifies: that the minimum over all rows is at least the value less the gap.
func solvedOnAPart(t testing.TB, all instance, part int, mu, lambda float64) (value, gap float64) {
	t.Helper()
	d := all.order()
	o := instance{all.rows[:part*d], all.target}.objective(mu, lambda)
	must.Get(ProjectedGradient(o, GapSettings{Curvature: lambda}))(t)
	q := append(make([]float64, 0, all.size()), o.Point()...)[:all.size()]
	whole := &discrepancy.Objective{
		Target:    all.target,
		Rows:      all.rows,
		Smoothing: discrepancy.Softmax{Mu: mu},
		Lambda:    lambda,
	}
	whole.Start(q)
	gradient := make([]float64, all.size())
	value = whole.Gradient(gradient)
	return value, GapBound(gradient, q, lambda, make([]float64, all.size()))
}

// One pass through all rows proves how near the weights of a random part come to the best of all rows: the certified
// gap is not below what the full solution gains, and not far above. (The rows of synthetic are drawn independently, so
// the first are a random part.) Nothing here is random: the false-alarm rate is 0.
func TestAPartOfTheRowsIsCertifiedOverAll(t *testing.T) {
	const mu, lambda = 300, 10 // the defaults at r = 1
	all := synthetic(11, 100_000)
	best := must.Get(ProjectedGradient(all.objective(mu, lambda), GapSettings{Curvature: lambda}))(t)
	value, gap := solvedOnAPart(t, all, 10_000, mu, lambda)
	gain := value - best.Value
	t.Logf("value %.6f, certified gap %.2g, gain of all rows %.2g", value, gap, gain)
	if gap < gain {
		t.Errorf("the certified gap is %g, and all rows gain %g", gap, gain)
	}
	if gap > 1.5*gain {
		t.Errorf("the certified gap, %g, is far above the gain of all rows, %g", gap, gain)
	}
}

// instance is a problem that another program can reconstruct from a rule of a few lines.
type instance struct {
	rows   []float64        // m×d
	target *symeigen.Matrix // M₀
}

func (i instance) order() int { return i.target.Order }
func (i instance) size() int  { return len(i.rows) / i.order() }

// objective starts at uniform weights.
func (i instance) objective(mu, lambda float64) *discrepancy.Objective {
	o := &discrepancy.Objective{Target: i.target, Rows: i.rows, Smoothing: discrepancy.Softmax{Mu: mu}, Lambda: lambda}
	o.Start(simplex.Uniform(i.size()))
	return o
}

// secondMoment returns (1/n) Σ xxᵀ.
func secondMoment(rows []float64, d int) *symeigen.Matrix {
	m := mat.NewSymDense(d, nil)
	for j := 0; j < len(rows); j += d {
		m.SymRankOne(m, float64(d)/float64(len(rows)), mat.NewVecDense(d, rows[j:j+d]))
	}
	return symeigen.NewMatrix(d, m.RawSymmetric().Data)
}

// generator is the linear congruential generator s ← 6364136223846793005·s + 1442695040888963407 mod 2⁶⁴, whose upper
// 53 bits make a uniform number, and two of these a normal one: √(−2 log(1−u))·cos 2πv.
type generator uint64

func (g *generator) uniform() float64 {
	*g = *g*6364136223846793005 + 1442695040888963407
	return float64(*g>>11) / (1 << 53)
}

func (g *generator) normal() float64 {
	u, v := g.uniform(), g.uniform()
	return math.Sqrt(-2*math.Log(1-u)) * math.Cos(2*math.Pi*v)
}

// synthetic is the paper's experiment (d = 10, σ² = 1/(9d), a source row from the target's law with probability 1/4)
// with n = 2000: m times a uniform number that decides the law and the row, then the target's rows.
func synthetic(seed uint64, m int) instance {
	const d, n = 10, 2000
	g := generator(seed)
	draw := func(rows []float64, fromTarget bool) []float64 {
		for i := range d {
			mean := 1 / math.Sqrt(2*d)
			if fromTarget && i%2 == 0 {
				mean = -mean
			}
			rows = append(rows, mean+math.Sqrt(1.0/(9*d))*g.normal())
		}
		return rows
	}
	var source, target []float64
	for range m {
		source = draw(source, g.uniform() < 0.25)
	}
	for range n {
		target = draw(target, true)
	}
	return instance{source, secondMoment(target, d)}
}

// The minimum of ‖M(q)‖₂ + (λ/2)‖q‖² over the simplex is the minimum of the semidefinite program
//
//	minimise t + (λ/2)s  subject to  −tI ≼ M₀ − Σ q_j x_j x_jᵀ ≼ tI,  q ≥ 0,  Σq = 1,  ‖q‖² ≤ s,
//
// which an interior-point method of another author solves: cvxopt 1.3.0 (Debian's python3-cvxopt 1.3.0+dfsg-1;
// solvers.sdp for λ = 0, solvers.conelp with ‖q‖² ≤ s as a second-order cone otherwise), in Python from the rules of
// synthetic. The relative difference of its primal and dual values is below 1e-7.
func TestAgreesWithSemidefiniteProgramming(t *testing.T) {
	for _, c := range []struct {
		name         string
		seed         uint64
		lambda, want float64
	}{
		{"synthetic, seed 1", 1, 0, 0.0031886764},
		{"synthetic, seed 2", 2, 0, 0.0043412639},
		{"synthetic, seed 3", 3, 0, 0.0028926134},
		{"synthetic, seed 1, regularised", 1, 0.1, 0.0048494578},
		{"synthetic, seed 2, regularised", 2, 0.1, 0.0064401828},
		{"synthetic, seed 3, regularised", 3, 10, 0.0977064087},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := synthetic(c.seed, 200)
			o := i.objective(1, c.lambda)
			result := must.Get(ProjectedGradientNorm(o, GapSettings{}))(t)
			if math.Abs(result.Value-c.want) > 1e-4*c.want {
				t.Errorf("value %v, cvxopt %v", result.Value, c.want)
			}
			// The certificate brackets the true minimum; 1e-7 allows for the error of cvxopt.
			if slack := 1e-7 * c.want; c.want > result.Value+slack || c.want < result.Value-result.Gap-slack {
				t.Errorf("the minimum %v lies outside the certified [%v, %v]", c.want, result.Value-result.Gap, result.Value)
			}
			if got := valueAt(o.Point(), i, c.lambda); math.Abs(got-result.Value) > 1e-9*c.want {
				t.Errorf("the point has the value %v, not %v", got, result.Value)
			}
		})
	}
}

// valueAt returns ‖M(q)‖₂ + (λ/2)‖q‖₂², computed afresh.
func valueAt(q []float64, i instance, lambda float64) float64 {
	o := i.objective(1, 0)
	o.Start(q)
	return o.Norm() + lambda/2*floats.Dot(q, q)
}
