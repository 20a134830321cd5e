package discrepancy_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// instance is a pair of neighbouring data sets, a source and the settings of a run. A search varies all of them.
type instance struct {
	radius    float64        // r
	intercept float64        // c in [0,r); with 0 there is no intercept, and the order is the number of features
	common    [][]float64    // features of the private rows that both data sets hold, inside the ball or not
	counts    []int64        // how often they hold each
	x, y      []float64      // features of the replaced row
	more      [2][][]float64 // of people: the other rows of the one who is replaced, and of the other
	source    [][]float64    // features of the source
	weights   []float64      // q, not yet normalised to the sum 1
	mu, p     float64        // μ of the softmax, p of the p-norm
	model     float64        // Λ
	eta       float64        // step of the single stage
	vertices  []int          // its vertices
}

func (in instance) clone() instance {
	copyAll := func(rows [][]float64) [][]float64 {
		out := make([][]float64, len(rows))
		for i, row := range rows {
			out[i] = slices.Clone(row)
		}
		return out
	}
	in.common, in.source = copyAll(in.common), copyAll(in.source)
	in.counts, in.weights, in.vertices = slices.Clone(in.counts), slices.Clone(in.weights), slices.Clone(in.vertices)
	in.x, in.y = slices.Clone(in.x), slices.Clone(in.y)
	return in
}

// n is the number of private rows.
func (in instance) n() int64 {
	n := int64(1)
	for _, c := range in.counts {
		n += c
	}
	return n
}

func (in instance) String() string {
	return fmt.Sprintf("d=%d n=%d μr²/n=%.3g p=%.3g c/r=%.2g", in.first(1)+len(in.x), in.n(), in.sharpness(), in.p,
		in.intercept/in.radius)
}

// sharpness is μr²/n.
func (in instance) sharpness() float64 { return in.mu * in.radius * in.radius / float64(in.n()) }

// first returns present if rows have an intercept, else 0.
func (in instance) first(present int) int {
	if in.intercept > 0 {
		return present
	}
	return 0
}

// neighbours is what the engine computes from an instance.
type neighbours struct {
	grid     grid.Grid
	geometry discrepancy.Geometry
	rows     []float64           // of the source, m×d
	outer    [2][]*big.Int       // xxᵀ and yyᵀ in squared grid steps, upper triangles
	targets  [2]*symeigen.Matrix // M₀ and M₀′

}

// neighbours clips and quantises every row with the engine's accumulator. The sums are of integers, so a row that
// occurs a thousand times is added once and multiplied by a thousand (TestInstancesAreWhatTheAccumulatorMakes).
func (in instance) neighbours() neighbours {
	grid, err := grid.New(in.radius, in.intercept)
	if err != nil {
		panic(err)
	}
	dim, skip := len(in.x), 1-in.first(1)
	d := dim + 1 - skip
	outer := func(z []float64, more ...[]float64) []*big.Int {
		a := moment.NewAccumulator(grid, dim)
		for _, row := range append([][]float64{z}, more...) {
			a.AddShare(slices.Clone(row), int64(1+len(more)))
		}
		sum := a.Sum()
		var entries []*big.Int
		for i := skip; i <= dim; i++ {
			for j := i; j <= dim; j++ {
				entries = append(entries, sum.Entry(i, j))
			}
		}
		return entries
	}
	nb := neighbours{grid: grid, outer: [2][]*big.Int{outer(in.x, in.more[0]...), outer(in.y, in.more[1]...)}}
	total := make([]*big.Int, d*(d+1)/2)
	for k := range total {
		total[k] = new(big.Int)
	}
	scaled := new(big.Int)
	for i, z := range in.common {
		count := big.NewInt(in.counts[i])
		for k, v := range outer(z) {
			total[k].Add(total[k], scaled.Mul(v, count))
		}
	}
	for side := range 2 {
		m := symeigen.NewMatrix(d, nil)
		k := 0
		for i := range d {
			for j := i; j < d; j++ {
				m.Set(i, j, grid.Float(scaled.Add(total[k], nb.outer[side][k]), new(big.Rat).SetInt64(in.n())))
				k++
			}
		}
		nb.targets[side] = m
	}
	var features []float64
	for _, z := range in.source {
		features = append(features, z...)
	}
	full, radius := grid.ClipRows(features, dim)
	for j := range in.source {
		nb.rows = append(nb.rows, full[j*(dim+1)+skip:(j+1)*(dim+1)]...)
	}
	nb.geometry = discrepancy.Geometry{Radius: in.radius, SourceRadius: radius, Rows: in.n(), Order: d}
	return nb
}

// objectives returns f(M(q)) of the two data sets.
func (in instance) objectives(nb neighbours, f discrepancy.Smoothing) (pair [2]*discrepancy.Objective) {
	for side := range pair {
		pair[side] = &discrepancy.Objective{Target: nb.targets[side], Rows: nb.rows, Smoothing: f}
		q := slices.Clone(in.weights)
		simplex.Normalise(q)
		pair[side].Start(q)
	}
	return pair
}

// gradientChange returns ∇f under T minus that under T′.
func (in instance) gradientChange(nb neighbours, f discrepancy.Smoothing) []float64 {
	change, other := make([]float64, len(in.source)), make([]float64, len(in.source))
	pair := in.objectives(nb, f)
	pair[0].Gradient(change)
	pair[1].Gradient(other)
	for j, v := range other {
		change[j] -= v
	}
	return change
}

// randomInstance draws from all kinds of data for which a bound must hold: near-ties of eigenvalues, M of low rank or
// zero, rows that are zero, far outside the ball or not finite, n from 1 to 10⁴, μ over eight decades.
func randomInstance(r *rand.Rand, dim int) instance {
	in := instance{
		radius: math.Exp(2*r.Float64() - 1), p: 1 + math.Floor(2*r.Float64())*math.Pow(10, 3*r.Float64()-1.5),
		model: math.Exp(r.NormFloat64()), eta: math.Min(1, 2*r.Float64()),
	}
	if dim > 1 && r.IntN(2) == 0 {
		in.intercept = in.radius * r.Float64()
		dim--
	}
	kind := r.IntN(4)
	for range r.IntN(5) {
		in.common = append(in.common, in.randomRow(r, dim, kind))
		in.counts = append(in.counts, int64(math.Pow(10, 3.3*r.Float64())))
	}
	in.x, in.y = in.randomRow(r, dim, r.IntN(4)), in.randomRow(r, dim, r.IntN(4))
	size := math.Pow(10, -2*r.Float64()*float64(r.IntN(2)))
	for range 2 + r.IntN(6) {
		z := in.randomRow(r, dim, kind)
		for k := range z {
			z[k] *= size
		}
		in.source = append(in.source, z)
		in.weights = append(in.weights, math.Exp(10*r.Float64()*float64(r.IntN(2))))
	}
	in.mu = math.Pow(10, 8*r.Float64()-4) * float64(in.n()) / (in.radius * in.radius)
	for range 1 + r.IntN(3) {
		in.vertices = append(in.vertices, r.IntN(len(in.source)))
	}
	return in
}

func (in instance) randomRow(r *rand.Rand, dim, kind int) []float64 {
	z := make([]float64, dim)
	switch axis := r.IntN(dim); kind {
	case 0: // on an axis, so that eigenvalues tie
		z[axis] = in.radius * float64(1-2*r.IntN(2))
	case 1: // within the ball or not
		for k := range z {
			z[k] = in.radius * r.NormFloat64()
		}
	case 2: // zero or beyond numbers
		z[axis] = []float64{0, 0, 1e300, math.Inf(1), math.NaN()}[r.IntN(5)]
	case 3: // inside, on a line
		for k := range z {
			z[k] = in.radius * r.Float64() / float64(k+1) / 2
		}
	}
	return z
}

// move changes one property of the instance, a little or a lot.
func (in instance) move(r *rand.Rand) instance {
	in = in.clone()
	row := func(z []float64) {
		switch r.IntN(4) {
		case 0:
			copy(z, in.randomRow(r, len(z), r.IntN(4)))
		case 1:
			factor := math.Exp(r.NormFloat64())
			for k := range z {
				z[k] *= factor
			}
		default:
			size := in.radius * math.Pow(10, -3*r.Float64())
			for k := range z {
				z[k] += size * r.NormFloat64()
			}
		}
	}
	factor := math.Exp(r.NormFloat64() * math.Pow(10, -2*r.Float64()))
	switch k := r.IntN(10); {
	case k == 0:
		row(in.x)
	case k == 1:
		row(in.y)
	case k == 2:
		row(in.source[r.IntN(len(in.source))])
	case k == 3:
		in.weights[r.IntN(len(in.weights))] *= math.Exp(3 * r.NormFloat64())
	case k == 4 || k == 5:
		in.mu *= factor
	case k == 6 && len(in.common) > 0:
		row(in.common[r.IntN(len(in.common))])
	case k == 7 && len(in.common) > 0:
		in.counts[r.IntN(len(in.counts))] = int64(1 + min(3000, factor*float64(in.counts[r.IntN(len(in.counts))])))
	case k == 8 && in.intercept > 0:
		in.intercept = math.Min(in.intercept*factor, 0.999*in.radius)
	case k == 9:
		in.p = math.Max(1, in.p*factor)
		in.eta = math.Min(1, in.eta*factor)
		in.model *= factor
	}
	return in
}

// The sums of neighbours equal the sums of an accumulator to which the rows are added one by one.
func TestInstancesAreWhatTheAccumulatorMakes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for range 200 {
		in := randomInstance(r, 2+r.IntN(4))
		if in.n() > 2000 {
			continue
		}
		nb := in.neighbours()
		for side, last := range [][]float64{in.x, in.y} {
			a := moment.NewAccumulator(nb.grid, len(in.x))
			for i, z := range in.common {
				for range in.counts[i] {
					a.Add(slices.Clone(z))
				}
			}
			a.Add(slices.Clone(last))
			mean, skip := a.Sum().Mean(), 1-in.first(1)
			d := mean.Order
			if !mat.Equal(mat.NewSymDense(d, mean.Data).SliceSym(skip, d), mat.NewSymDense(d-skip, nb.targets[side].Data)) {
				t.Fatalf("%v: M₀ is not the mean of the rows", in)
			}
		}
	}
}
