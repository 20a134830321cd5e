package mechanism

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/method"
)

func mustGrid(t *testing.T, radius float64) grid.Grid {
	t.Helper()
	return must.Get(grid.New(radius, 1))(t)
}

// randomGrid has a radius from 1.1 to 8.4.
func randomGrid(t *testing.T, r *rand.Rand) grid.Grid {
	return mustGrid(t, 1+math.Exp(4*r.Float64()-2))
}

// wild is a row of this many features, inside the ball or far outside.
func wild(r *rand.Rand, g grid.Grid, dim int) []float64 {
	z, scale := make([]float64, dim), g.FeatureRadius()*math.Exp(3*r.Float64()-1)
	for i := range z {
		z[i] = scale * r.NormFloat64()
	}
	return z
}

// sumOf is the sum of rows of dim features, each added as a share of that many.
func sumOf(g grid.Grid, dim int, of int64, rows ...[]float64) *moment.Sum {
	a := moment.NewAccumulator(g, dim)
	for _, z := range rows {
		a.AddShare(slices.Clone(z), of)
	}
	return a.Sum()
}

// person is the rows of one person: rows of three features have a label, rows of two have none. Nobody has no rows.
type person [][]float64

// sums are those of one person, the rows with a label apart.
func (p person) sums(g grid.Grid) []*moment.Sum {
	byWidth := [4][][]float64{}
	for _, z := range p {
		byWidth[len(z)] = append(byWidth[len(z)], z)
	}
	of := int64(max(1, len(p)))
	return []*moment.Sum{sumOf(g, 3, of, byWidth[3]...), sumOf(g, 2, of, byWidth[2]...)}
}

// distance2 is the squared Frobenius norm, in grid steps⁴, of the difference of two matrices of these blocks, exactly.
func distance2(a, b []*moment.Sum) *big.Int {
	total := new(big.Int)
	for k := range a {
		for i := range a[k].Order {
			for j := i; j < a[k].Order; j++ {
				d := new(big.Int).Sub(a[k].Entry(i, j), b[k].Entry(i, j))
				if d.Mul(d, d); i != j {
					d.Lsh(d, 1)
				}
				total.Add(total, d)
			}
		}
	}
	return total
}

// moved is by how much two rows, or a row and none, move a sum.
func moved(g grid.Grid, z, w []float64) *big.Int {
	other := sumOf(g, len(z), 1)
	if w != nil {
		other = sumOf(g, len(z), 1, w)
	}
	return distance2([]*moment.Sum{sumOf(g, len(z), 1, z)}, []*moment.Sum{other})
}

// within returns the part of a bound Δ² that a squared distance reaches, which must not be above 1.
func within(t *testing.T, got, bound *big.Int, rows ...any) float64 {
	t.Helper()
	if got.Cmp(bound) > 0 {
		t.Fatalf("%v exceeds Δ² = %v: %v", got, bound, rows)
	}
	share, _ := new(big.Rat).SetFrac(got, bound).Float64()
	return share
}

func TestSensitivityIsABound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		g := randomGrid(t, r)
		z := wild(r, g, 1+r.IntN(4))
		w := wild(r, g, len(z))
		for i := range w {
			if r.IntN(3) == 0 {
				w[i] = -z[i]
			}
		}
		within(t, moved(g, z, w), noise.MomentSensitivity2(g.InterceptSteps(), method.ReplaceOne), g, z, w)
	}
}

// Two features of norm s at the cosine max(−c²/s², −1) attain Δ up to the grid.
func TestSensitivityIsAttained(t *testing.T) {
	for _, radius := range []float64{1.1, 1.3, math.Sqrt2, 2, 5, 40} {
		g := mustGrid(t, radius)
		s, c := g.FeatureRadius(), g.Intercept()
		cosine := math.Max(-c*c/(s*s), -1)
		z, w := []float64{s, 0}, []float64{s * cosine, s * math.Sqrt(1-cosine*cosine)}
		if got := within(t, moved(g, z, w), noise.MomentSensitivity2(g.InterceptSteps(), method.ReplaceOne)); got < 1-1e-6 {
			t.Errorf("r = %v: reaches %v of Δ²", radius, got)
		}
	}
}

// One additional row changes the sum by at most Δ in the Frobenius norm, and a row on the sphere changes it by Δ up to
// the grid.
func TestAddRemoveSensitivity(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	best := 0.0
	for range 20000 {
		g := randomGrid(t, r)
		z := wild(r, g, 1+r.IntN(4))
		best = max(best, within(t, moved(g, z, nil), noise.MomentSensitivity2(g.InterceptSteps(), method.AddRemove), g, z))
	}
	if best < 1-1e-6 {
		t.Errorf("the best row reaches only %v of Δ²", best)
	}
}

// A row that is replaced moves the two sums together by at most Δ, whether it has a label before, after, both or never;
// so does one that is added or removed.
func TestPairSensitivityIsABound(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	for range 20000 {
		g := randomGrid(t, r)
		z, w := wild(r, g, 2+r.IntN(2)), wild(r, g, 2+r.IntN(2))
		if r.IntN(3) == 0 && len(z) == len(w) {
			for i := range w {
				w[i] = -z[i]
			}
		}
		sums := person{z}.sums(g)
		within(t, distance2(sums, person{w}.sums(g)), noise.PairSensitivity2(method.ReplaceOne), g, z, w)
		within(t, distance2(sums, person{}.sums(g)), noise.PairSensitivity2(method.AddRemove), g, z)
	}
}

// Any row on the sphere that loses its label attains the Δ of a replaced row, at any intercept, and one that is added
// attains its Δ.
func TestPairSensitivityIsAttained(t *testing.T) {
	for _, radius := range []float64{1.1, 1.3, math.Sqrt2, 2, 5, 40} {
		g := mustGrid(t, radius)
		s := g.FeatureRadius()
		z, w := person{{0.6 * s, 0, -0.8 * s}}, person{{0.6 * s, 0.8 * s}}
		for _, c := range []struct {
			a, b      person
			adjacency method.Adjacency
		}{{z, w, method.ReplaceOne}, {z, nil, method.AddRemove}, {w, nil, method.AddRemove}} {
			got := within(t, distance2(c.a.sums(g), c.b.sums(g)), noise.PairSensitivity2(c.adjacency))
			if got < 1-1e-6 {
				t.Errorf("r = %v, %s: reaches %v of Δ²", radius, c.adjacency, got)
			}
		}
	}
}

// Whatever the rows of a person are and however many, and whether they have labels, all together are of trace N² at
// most: they move the sums as far as a row does, there or not by N², replaced by √2·N². People come close to both.
func TestOnePersonMovesASumByOneRow(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 2))
	n2 := big.NewInt(grid.Steps * grid.Steps)
	best := map[method.Adjacency]float64{}
	for range 4000 {
		g := randomGrid(t, r)
		any := func(rows int) (p person) {
			same := r.IntN(2) == 0
			for k := range rows {
				if z := wild(r, g, 2+r.IntN(2)); same && k > 0 {
					p = append(p, p[0])
				} else {
					p = append(p, z)
				}
			}
			return p
		}
		sizes := []int{1, 1, 2, 3, 7, 41, 300}
		p, q := any(sizes[r.IntN(len(sizes))]), any(sizes[r.IntN(len(sizes))])
		if r.IntN(3) == 0 {
			for _, z := range q {
				for i := range z {
					z[i] *= -1e6
				}
			}
		}
		sums, trace := p.sums(g), new(big.Int)
		for _, s := range sums {
			for i := range s.Order {
				trace.Add(trace, s.Entry(i, i))
			}
		}
		if trace.Cmp(n2) > 0 {
			t.Fatalf("r = %v, %d rows: the trace is %v", g.Radius(), len(p), trace)
		}
		for a, other := range map[method.Adjacency]person{method.ReplaceOne: q, method.AddRemove: nil} {
			best[a] = max(best[a], within(t, distance2(sums, other.sums(g)), noise.PairSensitivity2(a), a, len(p), len(other)))
		}
	}
	if best[method.ReplaceOne] < 0.99 || best[method.AddRemove] < 0.99 {
		t.Errorf("the largest distances reach %v of the bounds", best)
	}
}

// The noise of people equals the noise of rows at the plan's intercept, where the smaller constant of a common
// intercept is no smaller.
func TestNoiseOfPeopleIsThatOfRows(t *testing.T) {
	for _, a := range method.Adjacencies {
		g := must.Get(grid.New(3, 3/math.Sqrt(10)))(t)
		if x, y := NewMoment(g, a, 0.1), NewMomentOfPeople(g, a, 0.1); x.Diagonal.Cmp(y.Diagonal) != 0 {
			t.Errorf("%s: %v and %v", a, x.Diagonal, y.Diagonal)
		}
		g = must.Get(grid.New(3, 2.9))(t)
		if y := NewMomentOfPeople(g, a, 0.1).Diagonal; y.Cmp(NewPair(g, a, 0.1).Diagonal) != 0 {
			t.Errorf("%s: the noise of people depends on the intercept", a)
		}
	}
}

// σ² = Δ²/(2ρ), rounded up: the noise never costs more than ρ.
func TestMomentCalibrationRoundsUp(t *testing.T) {
	g := mustGrid(t, 3)
	for _, rho := range []float64{1e-9, 0.024356, 0.05, 0.3, 7, 1e6} {
		for _, a := range method.Adjacencies {
			costs(t, rho, NewMoment(g, a, rho).Diagonal, noise.MomentSensitivity2(g.InterceptSteps(), a))
			costs(t, rho, NewPair(g, a, rho).Diagonal, noise.PairSensitivity2(a))
		}
	}
}

// costs checks that noise of this variance costs ρ and hardly less.
func costs(t *testing.T, rho float64, variance, sensitivity2 *big.Int) {
	t.Helper()
	spent := new(big.Rat).SetFrac(sensitivity2, new(big.Int).Lsh(variance, 1))
	if f, _ := spent.Float64(); spent.Cmp(new(big.Rat).SetFloat64(rho)) > 0 || f < rho*(1-1e-9) {
		t.Errorf("ρ = %v: the noise costs %v", rho, spent.FloatString(12))
	}
}

// noisyRows are sums of normal rows, of three features and of two.
func noisyRows(g grid.Grid, rows int) [2]*moment.Sum {
	r := rand.New(rand.NewPCG(7, 7))
	all, short := make([][]float64, rows), make([][]float64, rows)
	for i := range all {
		all[i] = []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		short[i] = all[i][:2]
	}
	return [2]*moment.Sum{sumOf(g, 3, 1, all...), sumOf(g, 2, 1, short...)}
}

// standardised are the differences of released entries from those of a sum, in units of their σ, row-major.
func standardised(released interface{ At(i, j int) float64 }, rows float64, sum *moment.Sum, sigma float64) (z []float64) {
	for i := range sum.Order {
		for j := i; j < sum.Order; j++ {
			v := (rows*released.At(i, j) - sum.Grid.Float(sum.Entry(i, j), big.NewRat(1, 1))) / sigma
			if i != j {
				v *= math.Sqrt2
			}
			z = append(z, v)
		}
	}
	return z
}

// haveNoise draws often: each number must have the variance 1, and no two may be correlated, at 6 standard errors each:
// a false alarm has a probability of 2e-9 for each number and each pair.
func haveNoise(t *testing.T, name any, draw func() []float64) {
	t.Helper()
	const runs = 4000
	products := map[[2]int]float64{}
	for range runs {
		z := draw()
		for k := range z {
			for l := range k + 1 {
				products[[2]int{k, l}] += z[k] * z[l] / runs
			}
		}
	}
	for at, v := range products {
		if at[0] == at[1] && math.Abs(v-1) > 6*math.Sqrt(2.0/runs) {
			t.Errorf("%s: entry %d has %v of its certified variance", name, at[0], v)
		} else if at[0] != at[1] && math.Abs(v) > 6/math.Sqrt(runs) {
			t.Errorf("%s: entries %v are correlated: %v", name, at, v)
		}
	}
}

// The variance of each released entry is the certified one, 2 : 1 between diagonal and off-diagonal entries, entries
// are uncorrelated, and the public entry is exact. 9 entries and 36 pairs: a false alarm has probability below 1e-7.
func TestMomentNoiseMatchesItsCertificate(t *testing.T) {
	g := mustGrid(t, 3)
	sum := noisyRows(g, 50)[0]
	m, s := NewMoment(g, method.ReplaceOne, 0.05), sampler.New()
	haveNoise(t, "", func() []float64 {
		released, rows := m.Release(sum, s)
		z := standardised(released, rows, sum, m.StandardDeviation(1))
		if math.Abs(z[0]) > 1e-10 {
			t.Fatalf("the public entry has noise, %v", z[0])
		}
		return z[1:]
	})
}

// Every entry of both sums, the counts in (0,0) among them, has noise of the certified variance, and no two are
// correlated, not even the same entry of the two sums. 16 entries and 120 pairs, twice: a false alarm has probability
// below 6e-7.
func TestPairNoiseMatchesItsCertificate(t *testing.T) {
	g := mustGrid(t, 3)
	sums := noisyRows(g, 50)
	for _, a := range method.Adjacencies {
		m, s := NewPair(g, a, 0.05), sampler.New()
		haveNoise(t, a, func() []float64 {
			first, second := m.Release(sums[0], sums[1], s).Matrices()
			sigma := m.StandardDeviation(1)
			return append(standardised(first, 1, sums[0], sigma), standardised(second, 1, sums[1], sigma)...)
		})
	}
}

// Under add-remove adjacency the entry (0,0) has noise like any other entry of the diagonal, so n̂ is noisy too, and
// n̂·M̂₀ is the noisy sum. 10 entries and 45 pairs: a false alarm has probability below 2e-7.
func TestCountIsNoisy(t *testing.T) {
	g := mustGrid(t, 2)
	sum := noisyRows(g, 3000)[0]
	m, s := NewMoment(g, method.AddRemove, 0.05), sampler.New()
	sigma := m.StandardDeviation(1)
	if want := 4 / math.Sqrt(2*0.05); math.Abs(sigma-want) > 1e-9*want {
		t.Errorf("σ of the sum is %v, not r²/√(2ρ) = %v", sigma, want)
	}
	haveNoise(t, "", func() []float64 {
		released, count := m.Release(sum, s)
		if v, want := released.At(0, 0), g.Intercept()*g.Intercept(); math.Abs(v-want) > 1e-12 {
			t.Fatalf("the mean of the squared intercept is %v, not %v", v, want)
		}
		return standardised(released, count, sum, sigma)
	})
}

// A noisy count below 1 is replaced by 1, whatever the number of rows: the returned count then does not depend on them.
// With noise of 40 rows about half of the counts are cut: none or all of 60 with a probability of 2⁻⁴⁰.
func TestCountBelowOneIsOne(t *testing.T) {
	for _, rows := range []int{0, 2, 5} {
		g := mustGrid(t, 2)
		sum := sumOf(g, 1, 1, slices.Repeat([][]float64{{0.5}}, rows)...)
		m, s, cut := NewMoment(g, method.AddRemove, 1.0/200), sampler.New(), 0
		for range 60 {
			released, count := m.Release(sum, s)
			switch {
			case count < 1:
				t.Fatalf("%d rows: the count is %v", rows, count)
			case count == 1:
				cut++
			}
			if v, want := released.At(0, 0), g.Intercept()*g.Intercept(); math.Abs(v-want) > 1e-12 {
				t.Fatalf("%d rows, count %v: the mean of the squared intercept is %v", rows, count, v)
			}
		}
		if cut == 0 || cut == 60 {
			t.Errorf("%d rows: of 60 counts %d are 1", rows, cut)
		}
	}
}
