package plan

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// The bound on the noise's spectral norm holds at its confidence: over 2000 releases at most 5% exceed it, up to 6
// standard errors (a false alarm below 1e-9). It is conservative, since the certified confidence is a lower bound.
func TestNoiseNormIsABoundAtItsConfidence(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	const runs, d = 2000, 8
	law := Noise{Sigma: 1, Order: d}
	exceeded := 0.0
	for range runs {
		power := make([]float64, d)
		w := make([][]float64, d)
		for i := range w {
			w[i] = make([]float64, d)
			power[i] = r.NormFloat64()
		}
		for i := range d {
			w[i][i] = r.NormFloat64()
			for j := range i {
				w[i][j] = r.NormFloat64() / math.Sqrt2
				w[j][i] = w[i][j]
			}
		}
		if powerNorm(w, power) > law.Norm(1-NoiseConfidence) {
			exceeded++
		}
	}
	if p := 1 - NoiseConfidence; exceeded > runs*p+6*math.Sqrt(runs*p*(1-p)) {
		t.Errorf("%v of %d noise matrices exceed the bound", exceeded, runs)
	}
}

// powerNorm is the spectral norm by power iteration.
func powerNorm(w [][]float64, v []float64) float64 {
	norm := 0.0
	for range 300 {
		next := make([]float64, len(v))
		norm = 0
		for i := range w {
			for j := range w {
				next[i] += w[i][j] * v[j]
			}
			norm += next[i] * next[i]
		}
		norm = math.Sqrt(norm)
		for i := range next {
			next[i] /= norm
		}
		copy(v, next)
	}
	return norm
}

// The two quantiles of the noise's norm agree with simulation: half of 400 draws are below the first, to within 10%
// of its value at d = 4, less beyond, and no more than 3% above the second (at a true share of 1% a false alarm has a
// probability below 1e-3; the stream is fixed, so the verdict is always the same).
func TestNoiseQuantiles(t *testing.T) {
	const runs = 400
	for _, d := range []int{4, 7, 14, 40} {
		r := rand.New(rand.NewPCG(8, uint64(d)))
		law, norms, rare := Noise{Sigma: 1, Order: d}, make([]float64, runs), 0
		for k := range norms {
			w := symeigen.NewMatrix(d, nil)
			for i := 1; i < d; i++ { // the entry (0,0) has no noise
				w.Set(i, i, r.NormFloat64())
				for j := range i {
					w.Set(j, i, r.NormFloat64()/math.Sqrt2)
				}
			}
			norms[k] = discrepancy.SpectralNorm(w)
			if norms[k] > law.Typical(Rarely) {
				rare++
			}
		}
		slices.Sort(norms)
		if ratio := law.Typical(Median) / norms[runs/2]; ratio < 0.95 || ratio > 1.1 {
			t.Errorf("d = %d: the median is %v, %v times the one simulated", d, law.Typical(Median), ratio)
		}
		if rare > runs*3/100 {
			t.Errorf("d = %d: %d of %d draws are said to be rare", d, rare, runs)
		}
	}
}

// Where noise explains the discrepancy of uniform weights, all of it is tolerated; with more evidence the tolerance
// falls to half of the distance that noise of the median size explains.
func TestToleranceFollowsTheEvidence(t *testing.T) {
	law := Noise{Sigma: 0.1, Rows: 100, Order: 8}
	released := symeigen.NewMatrix(8, nil)
	rare, usual := law.Typical(Rarely), law.Typical(Median)
	for _, c := range []struct{ uniform, want float64 }{
		{rare / 2, rare / 2}, {rare, rare}, {1.5 * rare, usual}, {4 * rare, 0.75 * usual}, {1e9 * rare, 0.5 * usual},
	} {
		if got := law.Tolerance(released, c.uniform); math.Abs(got-c.want) > 1e-6*c.want {
			t.Errorf("discrepancy %v: tolerance %v, want %v", c.uniform, got, c.want)
		}
	}
}

// The bound holds at its confidence as well where n is an estimate, for counts that the noise swamps and others: of 400
// releases at most 5% exceed it or have fewer rows than they surely should, up to 6 standard errors (a false alarm
// below 1e-9).
func TestNoiseBoundHoldsWithAPrivateCount(t *testing.T) {
	const runs, dim, radius, rho = 400, 3, 3, 0.02
	grid := must.Get(grid.New(radius, Intercept(radius)))(t)
	m, s := mechanism.NewMoment(grid, method.AddRemove, rho), sampler.New()
	for _, rows := range []int{1, 60, 200, 5000} {
		a := moment.NewAccumulator(grid, dim)
		r := rand.New(rand.NewPCG(3, uint64(rows)))
		for range rows {
			a.Add([]float64{1 + r.NormFloat64(), r.NormFloat64(), -r.ExpFloat64()})
		}
		sum := a.Sum()
		exact := sum.Mean()
		exceeded := 0.0
		for range runs {
			law := Noise{Order: dim + 1, Radius: radius, Count: m.StandardDeviation(1) / (grid.Intercept() * grid.Intercept())}
			released, count := m.Release(sum, s)
			law.Rows, law.Sigma = count, m.StandardDeviation(count)
			difference := symeigen.NewMatrix(dim+1, nil)
			for k, v := range released.Data {
				difference.Data[k] = v - exact.Data[k]
			}
			if discrepancy.SpectralNorm(difference) > law.Bound(released, 1-NoiseConfidence) ||
				float64(rows) < law.fewest(1-NoiseConfidence) {
				exceeded++
			}
		}
		if p := 1 - NoiseConfidence; exceeded > runs*p+6*math.Sqrt(runs*p*(1-p)) {
			t.Errorf("n = %d: %v of %d releases exceed the bound", rows, exceeded, runs)
		}
	}
}

// shift inverts the spectral norm of the moments' difference.
func TestShiftHasTheDiscrepancy(t *testing.T) {
	for _, s := range []float64{0.1, 1, 7} {
		const c = 1.3
		norm := discrepancy.SpectralNorm(symeigen.NewMatrix(2, []float64{0, c * s, c * s, s * s}))
		if got := shift(norm, c); math.Abs(got-s) > 1e-9 {
			t.Errorf("a shift of %v comes back as %v", s, got)
		}
	}
}
