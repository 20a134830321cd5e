package discrepancy

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/kernel"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// roundingCase is an instance that the engine could meet, together with its exact M(q).
type roundingCase struct {
	objective *Objective
	geometry  Geometry
	exact     [][]*big.Float // M(q)
	moves     int
	name      string
}

// newRoundingCase draws private rows of a nasty kind on the grid, a source and a few moves.
func newRoundingCase(r *rand.Rand, largestOrder int) roundingCase {
	kinds := []string{"random", "axes", "rank one", "zero", "graded", "nearly the source", "clipped"}
	kind := kinds[r.IntN(len(kinds))]
	dim, radius := 1+r.IntN(largestOrder), math.Exp(3*r.Float64()-1)
	first := 1 // without an intercept the first coordinate is 0, and left out here
	intercept := 0.0
	if dim > 1 && r.IntN(2) == 0 {
		dim, first = dim-1, 0
		intercept = radius * r.Float64()
	}
	lattice, err := grid.New(radius, intercept)
	if err != nil {
		panic(err)
	}
	const m = 6
	var features []float64
	for range m {
		features = append(features, nastyRow(r, "random", 0, dim, radius*r.Float64())...)
	}
	full, sourceRadius := lattice.ClipRows(features, dim)
	var rows []float64
	for j := range m {
		rows = append(rows, full[j*(dim+1)+first:(j+1)*(dim+1)]...)
	}
	a, n := moment.NewAccumulator(lattice, dim), int64(1+r.IntN(40))
	for i := range int(n) {
		z := nastyRow(r, kind, i, dim, radius)
		if kind == "nearly the source" {
			copy(z, full[i%m*(dim+1)+1:])
		}
		a.Add(z)
	}
	sum := a.Sum()

	d := dim + 1 - first
	o := &Objective{
		Target: symeigen.NewMatrix(d, nil),
		Rows:   rows,
		Lambda: radius * radius * math.Floor(2*r.Float64()) * r.ExpFloat64(),
	}
	o.Smoothing = PNorm{1 + math.Floor(2*r.Float64())*math.Pow(10, 5*r.Float64()-2)}
	if r.IntN(2) == 0 {
		o.Smoothing = Softmax{math.Pow(10, 10*r.Float64()-3) / (radius * radius)}
	}
	entry := func(i, j int) *big.Int { return sum.Entry(min(i, j)+first, max(i, j)+first) }
	for i := range d {
		for j := i; j < d; j++ {
			o.Target.Set(i, j, lattice.Float(entry(i, j), new(big.Rat).SetInt64(n)))
		}
	}
	q := simplex.Uniform(m)
	if kind != "nearly the source" {
		q = randomPoint(r, m)
	}
	o.Start(q)
	c := roundingCase{
		objective: o, moves: 1,
		geometry: Geometry{Radius: radius, SourceRadius: sourceRadius, Rows: n, Order: d},
		name:     fmt.Sprintf("%s, %s, d=%d n=%d r=%v", name(o.Smoothing), kind, d, n, radius),
	}

	// The exact M₀ is a fraction of integers; P is what Start has formed, and exact from there.
	gram := make([]float64, d*d)
	kernel.WeightedGram(gram, rows, d, q)
	zero := func(int, int) float64 { return 0 }
	target, exact := preciseMatrix(d, zero), preciseMatrix(d, zero)
	scale := over(times(precise(radius), precise(radius)), times(precise(float64(n)), precise(grid.Steps*grid.Steps)))
	for i := range d {
		for j := range d {
			target[i][j] = times(precise(0).SetInt(entry(i, j)), scale)
			exact[i][j] = minus(target[i][j], precise(gram[i*d+j]))
		}
	}
	for range r.IntN(20) * r.IntN(2) {
		j, eta := r.IntN(m), math.Min(1, 3*r.Float64())
		o.Move(j, eta)
		c.moves++
		for i := range d {
			for k := range d {
				outer := times(precise(rows[j*d+i]), precise(rows[j*d+k]))
				step := times(precise(eta), minus(target[i][k], outer))
				exact[i][k] = plus(times(minus(precise(1), precise(eta)), exact[i][k]), step)
			}
		}
	}
	c.exact = exact
	return c
}

func nastyRow(r *rand.Rand, kind string, i, dim int, size float64) []float64 {
	z := make([]float64, dim)
	for k := range z {
		switch kind {
		case "axes":
			if i%dim == k {
				z[k] = size
			}
		case "rank one":
			z[k] = size / float64(k+2)
		case "zero":
		case "graded":
			z[k] = size * r.NormFloat64() * math.Pow(10, -4*float64(k))
		case "clipped":
			z[k] = size * r.NormFloat64() * 1e6
		default:
			z[k] = size * r.NormFloat64() / math.Sqrt(float64(dim))
		}
	}
	return z
}

// ratio returns the largest error of a score of the case in units of e.
func (c roundingCase) ratio(t *testing.T, gradient func(dst []float64)) float64 {
	t.Helper()
	o := c.objective
	got := make([]float64, len(o.q))
	gradient(got)
	var e float64
	switch s := o.Smoothing.(type) {
	case Softmax:
		e = c.geometry.ScoreError(s.Mu, o.Lambda, c.moves)
	case PNorm:
		e = c.geometry.PNormScoreError(s.P, o.Lambda, c.moves)
	}
	largest := 0.0
	for j, want := range bigGradient(t, o, c.exact) {
		largest = math.Max(largest, math.Abs(near(minus(precise(got[j]), want)))/e)
	}
	return largest
}

// attackScoreError draws cases against the reference and reports the largest error in units of e.
func attackScoreError(t *testing.T, cases, largestOrder int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 5))
	worst, where := 0.0, ""
	for range cases {
		c := newRoundingCase(r, largestOrder)
		ratio := c.ratio(t, func(dst []float64) { c.objective.Gradient(dst) })
		if !(ratio <= 1) {
			t.Fatalf("%s: a score is off by %.3g·e", c.name, ratio)
		}
		if ratio > worst {
			worst, where = ratio, c.name
		}
	}
	t.Logf("%d cases: errors up to %.3g·e (%s)", cases, worst, where)
	// If no error came near the bound, the reference or the bound would be wrong.
	if worst < 1e-3 {
		t.Errorf("errors reach only %.3g·e: the reference or the bound is off", worst)
	}
}

// Scores that the engine computes from rows on the grid, after some moves, against 256 bits: TestCampaignScoreError
// takes more and larger ones.
func TestScoreErrorBoundsTheRounding(t *testing.T) {
	cases := 3000
	if runtime.GOOS == "js" {
		cases = 1000 // ten times slower there
	}
	attackScoreError(t, cases, 5, 1)
}

// e is a small number beside the scores.
func TestScoreErrorIsSmall(t *testing.T) {
	for _, d := range []int{1, 10, 100} {
		g := Geometry{Radius: 1, SourceRadius: 1, Rows: 8000, Order: d}
		for _, mu := range []float64{1, 20, 1000} {
			if e, bound := g.ScoreError(mu, 10, 1000), g.SoftmaxRange(mu); e > 1e-5*bound {
				t.Errorf("d=%d μ=%v: e = %g, R = %g", d, mu, e, bound)
			}
		}
		for _, p := range []float64{1, 5, 50} {
			if e, bound := g.PNormScoreError(p, 10, 1000), g.PNormRange(p); e > 1e-5*bound {
				t.Errorf("d=%d p=%v: e = %g, R = %g", d, p, e, bound)
			}
		}
	}
}

// The assumption of ScoreError about the standard library: the relative errors of Exp on (−∞,0] and of Log on (0,∞) are
// at most 8u. The documented error of the code that wasm runs is less than 2u.
func TestElementaryFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	cases := 5000
	if runtime.GOOS == "js" {
		cases = 500
	}
	worst := [2]float64{}
	for range cases {
		x := -math.Exp(10*r.Float64() - 3.5) // to −665, so that e^x is not subnormal
		exp := bigExp(precise(x))
		worst[0] = math.Max(worst[0], math.Abs(near(over(minus(precise(math.Exp(x)), exp), exp))))
		y := math.Exp(300 * math.Pow(2*r.Float64()-1, 9)) // many close to 1, where a relative error is hard to keep
		if y == 1 {
			continue
		}
		log := bigLog(precise(y))
		worst[1] = math.Max(worst[1], math.Abs(near(over(minus(precise(math.Log(y)), log), log))))
	}
	t.Logf("Exp errs by up to %.2f u, Log by %.2f u", worst[0]/ulp, worst[1]/ulp)
	if !(max(worst[0], worst[1]) <= 8*ulp) {
		t.Errorf("relative errors %v", worst)
	}
	if math.Exp(0) != 1 || math.Exp(math.Inf(-1)) != 0 || math.Log(1) != 0 || !math.IsInf(math.Log(0), -1) {
		t.Error("Exp or Log is not exact where it must be")
	}
}

// G as a function of the matrix against 256 bits, at the ends of its range of μ and, with rank one, near the end of the
// reach of each series, on matrices of all kinds and up to the largest rank: in spectral norm, which the Frobenius
// norm bounds.
func TestHyperbolicError(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 6))
	worst := 0.0
	for trial := range 42 {
		d := 1 + r.IntN(7)
		for kind, m := range nastyMatrices(r, d) {
			upper := m.Data
			norm := frobenius(upper, d)
			if norm < 1e-200 || norm > 1e100 { // the reference squares them
				continue
			}
			size := []float64{1e-3, 1.4, 3.3, 4.4, 8.2, 20, hyperbolicLimit * 0.999}[trial%7]
			mu := size / norm
			var h hyperbolic
			g := make([]float64, d*d)
			logTrace, ok := h.gradient(g, upper, d, mu)
			if !ok {
				t.Fatalf("%s: refused", kind)
			}
			values, vectors := bigDecomposition(t, preciseMatrix(d, m.At))
			slopes := bigSlopes(Softmax{mu}, values)
			square := 0.0
			for i := range d {
				for k := i; k < d; k++ {
					want := precise(0)
					for j, slope := range slopes {
						want = plus(want, times(slope, times(vectors[i][j], vectors[k][j])))
					}
					off := near(minus(precise(g[i*d+k]), want))
					square += off * off * float64(1+min(1, k-i))
				}
			}
			e := hyperbolicError(float64(d), size)
			if ratio := math.Sqrt(square) / e; !(ratio <= 1) {
				t.Errorf("%s, d=%d, size %v: G is off by %.3g of its bound", kind, d, size, ratio)
			} else {
				worst = math.Max(worst, ratio)
			}
			floats := make([]float64, d)
			for k, v := range values {
				floats[k] = near(v)
			}
			if want := mu * (Softmax{mu}).Evaluate(floats,
				make([]float64, d)); !(math.Abs(logTrace-want) <= 1e-9*math.Max(1, want)) {
				t.Errorf("%s, d=%d: log trace %v, want %v", kind, d, logTrace, want)
			}
		}
	}
	t.Logf("errors up to %.3g of the bound", worst)
	if worst < 1e-4 {
		t.Error("the reference or the bound is off")
	}
	var h hyperbolic
	if _, ok := h.gradient(make([]float64, 1), []float64{1}, 1, hyperbolicLimit*1.01); ok {
		t.Error("beyond its range it was computed")
	}
	if _, ok := h.gradient(make([]float64, 1), []float64{math.NaN()}, 1, 1); ok {
		t.Error("of NaN it was computed")
	}
}

// For every smoothing and any number of rows, estimates differ from Score by no more than they state, and Score differs
// from the exact score by at most ScoreError. The bound is useful: some errors come within a hundredth of it.
func TestEstimatesKeepTheirBound(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 6))
	worst := 0.0
	for range 300 {
		m, d := 1+r.IntN(40), 1+r.IntN(12)
		var s Smoothing = Softmax{math.Exp(8*r.Float64() - 3)}
		if r.IntN(3) == 0 {
			s = PNorm{1 + 3*r.Float64()}
		}
		o := randomObjective(r, m, d, s, math.Exp(20*r.Float64()-10))
		o.Start(randomPoint(r, m))
		e := o.Estimate(0)
		stated, bound := e.Least()
		gradient := make([]float64, m)
		o.Gradient(gradient)
		least := math.Inf(1)
		for j, v := range estimatesOf(o) {
			exact := o.Score(j)
			if off := math.Abs(v - exact); !(off <= bound) {
				t.Errorf("%v, d=%d: estimate %v, score %v, bound %g", s, d, v, exact, bound)
			} else {
				worst = math.Max(worst, off/bound)
			}
			if !(math.Abs(gradient[j]-exact) <= 1e-6*bound) { // float64 is 10⁹ times as fine as float32
				t.Errorf("%v, d=%d: component %v of the gradient, score %v", s, d, gradient[j], exact)
			}
			least = math.Min(least, v)
		}
		if least != stated {
			t.Errorf("least %v, stated %v", least, stated)
		}
	}
	if worst < 0.01 {
		t.Errorf("errors reach only %.3g of the bound", worst)
	}
}

// Estimates with the forms of an earlier G keep their bound too, throughout a run of shrinking steps like
// Frank–Wolfe's. They use an earlier G whenever it is near enough, and some come near the bound.
func TestEstimatesOfAnEarlierGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 7))
	worst, kept, steps := 0.0, 0, 0
	for range 60 {
		m, d := 1+r.IntN(40), 1+r.IntN(12)
		o := randomObjective(r, m, d, Softmax{math.Exp(8*r.Float64() - 3)}, math.Exp(20*r.Float64()-10))
		o.Start(randomPoint(r, m))
		scale := math.Exp(6*r.Float64()-3) / o.worth()
		for k := range 40 {
			before := slices.Clone(o.sketch.g)
			_, bound := o.Estimate(scale).Least()
			if steps++; k > 0 && slices.Equal(before, o.sketch.g) {
				kept++
				if !(bound <= scale*o.worth()) {
					t.Fatalf("off by up to %g beside noise of %g, it kept its forms", bound, scale)
				}
			} else if !slices.Equal(o.sketch.g, o.g) {
				t.Fatal("forms of neither the present G nor the one before")
			}
			for j, v := range estimatesOf(o) {
				exact := o.Score(j)
				if off := math.Abs(v - exact); !(off <= bound) {
					t.Fatalf("d=%d: estimate %v, score %v, bound %g", d, v, exact, bound)
				} else {
					worst = math.Max(worst, off/bound)
				}
			}
			o.Move(r.IntN(m), 3/float64(k+3))
		}
	}
	if worst < 0.5 || kept < steps/4 || kept > steps*3/4 {
		t.Errorf("errors reach %.3g of the bound, %d of %d by an earlier G", worst, kept, steps)
	}
}

// In large orders, where 256 bits take too long, G is within both errors of the G by the eigenvalues.
func TestHyperbolicOfLargeOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, d := range []int{33, 100} {
		for _, size := range []float64{1, 5, 12, 100} {
			o := randomObjective(r, 2*d, d, PNorm{1}, 0)
			o.Start(randomPoint(r, 2*d))
			mu := size / frobenius(o.matrix.Data, d)
			var h hyperbolic
			g := make([]float64, d*d)
			if _, ok := h.gradient(g, o.matrix.Data, d, mu); !ok {
				t.Fatal("refused")
			}
			o.Smoothing = Softmax{mu}
			o.spectrum.decompose(o.matrix)
			o.spectrum.certify(o.matrix)
			o.lineariseSpectrum()
			floats.Sub(g, o.g)
			tau, order := spectrumError(float64(d)), float64(d)
			bound := hyperbolicError(order, size) + 2.2*tau*size + 1.1*tau + (21*order+22)*ulp // points 2 to 5 of ScoreError
			if off := frobenius(g, d); !(off <= bound) || bound > 1e-7 {
				t.Errorf("d=%d, size %v: off by %g, bound %g", d, size, off, bound)
			}
		}
	}
}

// The claims about the series in the proof of hyperbolicError. Within reach their error is at most u·cosh: it is
// computed in 256 bits at enough Chebyshev points that a difference of this degree is hardly larger between them. No
// coefficient is negative. By the rules of the proof's first point S has at most the error 7.2 and D 5.6.
func TestHyperbolicSeries(t *testing.T) {
	power := []float64{0, 1, 3, 7.1, 7} // errors of the powers of A
	for _, s := range allSeries {
		const points = 1000
		worst, alphaS, alphaD := 0.0, 0.0, 0.0
		for k := range points {
			x := s.reach * (1 + math.Cos(math.Pi*(float64(k)+0.5)/points)) / 2
			up, down := bigExp(precise(x/16)), bigExp(precise(-x/16))
			for range 4 {
				up, down = times(up, up), times(down, down)
			}
			half, square := precise(0.5), times(precise(x), precise(x))
			sinh := times(half, minus(up, down))
			cosh := minus(times(half, plus(up, down)), precise(1))
			size := ulp * math.Cosh(x)
			worst = math.Max(worst, math.Abs(near(minus(times(precise(x), bigPolynomial(s.sinh, square)), sinh)))/size)
			worst = math.Max(worst, math.Abs(near(minus(bigPolynomial(s.cosh, square), cosh)))/size)

			alphaS = math.Max(alphaS, math.Sqrt2*(hornerError(s.sinh, power, s, x*x)+1))
			alphaD = math.Max(alphaD, hornerError(s.cosh, power, s, x*x))
		}
		t.Logf("reach %v: off by %.3g u·cosh, errors %.3g of S and %.3g of D", s.reach, worst, alphaS, alphaD)
		if !(worst <= 0.9) || !(alphaS <= 7.2) || !(alphaD <= 5.6) {
			t.Errorf("reach %v: off by %.3g u·cosh, errors %.3g of S and %.3g of D", s.reach, worst, alphaS, alphaD)
		}
		if slices.Min(s.sinh) < 0 || slices.Min(s.cosh) < 0 || len(s.sinh) != s.q*(s.r+1)+1 || len(s.cosh) != len(s.sinh) {
			t.Errorf("reach %v: coefficients %v, %v", s.reach, s.sinh, s.cosh)
		}
	}
}

func bigPolynomial(c []float64, a *big.Float) *big.Float {
	sum := precise(0)
	for _, v := range slices.Backward(c) {
		sum = plus(times(sum, a), precise(v))
	}
	return sum
}

// hornerError returns the error that the proof gives a polynomial at a.
func hornerError(c, power []float64, s series, a float64) float64 {
	value, off := 0.0, 0.0 // the sum so far, and its error multiplied by it
	for at := s.q * s.r; at >= 0; at -= s.q {
		high := value * math.Pow(a, float64(s.q))
		off = math.Sqrt2 * (power[s.q]*high + off*math.Pow(a, float64(s.q)) + high)
		value = high
		last := at + s.q
		if at == s.q*s.r {
			last++
		}
		for i, v := range c[at:last] {
			value += v * math.Pow(a, float64(i))
			off += v * math.Pow(a, float64(i)) * power[i]
		}
		off += 1.2 * value
	}
	return off / value
}

// nastyMatrices are symmetric d×d matrices that eigensolvers find hard.
func nastyMatrices(r *rand.Rand, d int) map[string]*symeigen.Matrix {
	fill := func(entry func(i, j int) float64) *symeigen.Matrix {
		m := symeigen.NewMatrix(d, nil)
		for i := range d {
			for j := i; j < d; j++ {
				m.Set(i, j, entry(i, j))
			}
		}
		return m
	}
	x := make([]float64, d)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	noise := func(i, j int) float64 { return r.NormFloat64() }
	unit := func(i, j int) float64 {
		if i == j {
			return 1
		}
		return 0
	}
	return map[string]*symeigen.Matrix{
		"random":     fill(noise),
		"zero":       fill(func(i, j int) float64 { return 0 }),
		"identity":   fill(unit),
		"clustered":  fill(func(i, j int) float64 { return unit(i, j) + 1e-15*noise(i, j) }),
		"two sides":  fill(func(i, j int) float64 { return unit(i, j)*float64(1-2*(i%2)) + 1e-14*noise(i, j) }),
		"rank one":   fill(func(i, j int) float64 { return x[i] * x[j] }),
		"graded":     fill(func(i, j int) float64 { return noise(i, j) * math.Pow(10, -float64(i+j)) }),
		"reversed":   fill(func(i, j int) float64 { return unit(i, d-1-j) }),
		"upwards":    fill(func(i, j int) float64 { return noise(i, j) * math.Pow(10, float64(i+j-2*d)) }),
		"faint":      fill(func(i, j int) float64 { return unit(i+1, j) * math.Pow(10, -float64(r.IntN(300))) }),
		"scattered":  fill(func(i, j int) float64 { return noise(i, j) * math.Exp(-300*r.Float64()) }),
		"signs":      fill(func(i, j int) float64 { return float64(r.IntN(3) - 1) }),
		"wilkinson":  fill(func(i, j int) float64 { return unit(i, j)*math.Abs(float64(i)-float64(d-1)/2) + unit(i+1, j) }),
		"huge":       fill(func(i, j int) float64 { return 1e149 * noise(i, j) }),
		"tiny":       fill(func(i, j int) float64 { return 1e-290 * noise(i, j) }),
		"subnormal":  fill(func(i, j int) float64 { return 1e-320 * noise(i, j) }),
		"one corner": fill(func(i, j int) float64 { return unit(i, 0) * unit(j, d-1) * 1e-200 }),
	}
}

// The eigensolver has never been seen to need the repair. Eigenvalues, with the vectors and without, ascend and agree
// with gonum's to a few ulp of the norm (each solver has an error of about d ulp; ten times that is allowed), and those
// of a multiple are the multiples, however large or small it is.
func TestEigensolverMeetsItsCertificate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for trial := range 300 {
		d := 1 + r.IntN(12)
		if trial%100 == 0 {
			d = 60
		}
		for kind, m := range nastyMatrices(r, d) {
			var s spectrum
			if !s.decompose(m) || !s.holds(m) {
				t.Errorf("%s, d=%d: the decomposition does not hold", kind, d)
			}
			var only, scaled symeigen.Eigen
			var reference mat.EigenSym
			if !only.DecomposeValues(m.Data, d) || !reference.Factorize(dense(m), true) {
				t.Fatalf("%s, d=%d: no decomposition", kind, d)
			}
			want, multiple := reference.Values(nil), symeigen.NewMatrix(d, slices.Clone(m.Data))
			size := max(math.Abs(want[0]), math.Abs(want[d-1]))
			tolerance, power := 10*float64(d+10)*(ulp*size+5e-324), 1010-math.Ilogb(size)
			for i, v := range multiple.Data {
				multiple.Data[i] = math.Ldexp(math.Ldexp(v, power/2), power-power/2)
			}
			if size > 1e-290 && !scaled.DecomposeValues(multiple.Data, d) {
				t.Errorf("%s, d=%d: no decomposition of its multiple", kind, d)
			}
			for k, v := range s.values {
				if !(math.Abs(v-want[k]) <= tolerance && math.Abs(only.Values[k]-want[k]) <= tolerance) || v < s.values[max(k-1, 0)] {
					t.Errorf("%s, d=%d: eigenvalue %d is %v and %v, want %v", kind, d, k, v, only.Values[k], want[k])
				}
				if size > 1e-290 && math.Ldexp(scaled.Values[k], -power) != only.Values[k] {
					t.Errorf("%s, d=%d: eigenvalue %d of a multiple is %v, not that of %v", kind, d, k, scaled.Values[k], only.Values[k])
				}
			}
		}
	}
}

// certify notices every kind of error in a decomposition and replaces the decomposition by a correct one; it keeps a
// good one.
func TestCertifyRepairsABadDecomposition(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 6))
	const d = 5
	faults := map[string]func(s *spectrum){
		"a value off by 10⁻¹²": func(s *spectrum) { s.values[d-1] *= 1 + 1e-12 },
		"values in another order": func(s *spectrum) {
			s.values[0], s.values[d-1] = s.values[d-1], s.values[0]
		},
		"a vector turned by 10⁻¹²": func(s *spectrum) {
			for i := range d {
				s.vectors[i] += 1e-12 * s.vectors[(d-1)*d+i]
			}
		},
		// An eigenvector for an eigenvalue, so that MV = VΛ holds.
		"a vector that is too long": func(s *spectrum) { floats.Scale(1+1e-12, s.vectors) },
		"no vectors":                func(s *spectrum) { clear(s.vectors) },
		"one vector for all": func(s *spectrum) {
			for k := range d {
				copy(s.vectors[k*d:], s.vectors[:d])
				s.values[k] = s.values[0]
			}
		},
		"NaN in the values":  func(s *spectrum) { s.values[2] = math.NaN() },
		"NaN in the vectors": func(s *spectrum) { s.vectors[d+1] = math.NaN() },
		"infinity":           func(s *spectrum) { s.vectors[d+1] = math.Inf(1) },
	}
	for name, spoil := range faults {
		m := randomSymmetric(r, d, 1)
		var s spectrum
		s.decompose(m)
		good := fmt.Sprint(s.values, s.vectors)
		if s.certify(m); fmt.Sprint(s.values, s.vectors) != good {
			t.Error("a good decomposition was replaced")
		}
		if spoil(&s); s.holds(m) {
			t.Errorf("%s: not noticed", name)
		}
		if s.certify(m); !s.holds(m) {
			t.Errorf("%s: not repaired", name)
		}
		// The repaired decomposition is as good as the solver's: it has the same eigenvalues, possibly in another order.
		var again spectrum
		again.decompose(m)
		sum := 0.0
		for k, v := range s.values {
			sum += v*v - again.values[k]*again.values[k]
		}
		if math.Abs(sum) > 1e-13 {
			t.Errorf("%s: the repaired eigenvalues differ by %g", name, sum)
		}
	}
}

// A gradient from a repaired decomposition is as good as any: Gradient after the solver has failed.
func TestScoreErrorHoldsAfterARepair(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	for range 300 {
		c := newRoundingCase(r, 4)
		o := c.objective
		ratio := c.ratio(t, func(dst []float64) {
			o.spectrum.decompose(o.matrix)
			floats.Scale(1+1e-9, o.spectrum.vectors)
			o.spectrum.certify(o.matrix)
			o.lineariseSpectrum()
			for j := range dst {
				dst[j] = o.Score(j)
			}
		})
		if !(ratio <= 1) {
			t.Fatalf("%s: a score is off by %.3g·e", c.name, ratio)
		}
	}
}

// The slow decomposition on matrices that the fast one finds hard, including zero and order 1. bigDecomposition checks
// it to 90 bits, and rounded to float64 it has the accuracy that its proof states.
func TestJacobi(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	for _, d := range []int{1, 2, 3, 8} {
		for kind, m := range nastyMatrices(r, d) {
			bigDecomposition(t, preciseMatrix(d, m.At))
			var s spectrum
			if !s.repair(m) || !s.holds(m) {
				t.Errorf("%s, d=%d: the repaired decomposition does not hold", kind, d)
			}
		}
	}
	var s spectrum
	for _, v := range []float64{math.NaN(), math.Inf(-1)} {
		if s.repair(symeigen.NewMatrix(2, []float64{1, v, v, 1})) {
			t.Errorf("a matrix with %v was decomposed", v)
		}
	}
}
