package discrepancy

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"

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
