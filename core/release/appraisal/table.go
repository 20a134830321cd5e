package appraisal

import (
	"math"
	"slices"
)

// table holds the noisy counts of all rows or of a group, with what is known of their noise.
type table struct {
	cells  []float64 // without a label, then the axes, rows×columns
	noise  float64   // variance of the noise of a cell
	shared float64   // where the sum of this number of cells is public, their noise sums to 0; else 0
	rows   int
	column int
}

// tablesOf returns the table of all rows and the table of each group. Where n is public the cells of all rows sum
// to it, and so do the cells of all groups together, and the excess of their noise is divided among them: that
// leaves the law of the noise given its sum.
func tablesOf(l Layout, counts []float64, variance float64, n int64) []table {
	size := l.Table()
	counts = append([]float64(nil), counts...)
	shared := [2]float64{}
	if n > 0 {
		for i, part := range [][]float64{counts[:size], counts[size:]} {
			sum := float64(n)
			for _, v := range part {
				sum -= v
			}
			for k := range part {
				part[k] += sum / float64(len(part))
			}
			shared[i] = float64(len(part))
		}
	}
	var tables []table
	for at := 0; at < len(counts); at += size {
		tables = append(tables, table{counts[at : at+size], variance, shared[min(at, 1)], l.Rows(), l.Columns()})
	}
	return tables
}

// sum is a linear function of the cells.
type sum []float64

// sumOf has the coefficient of each place; rows without a label have none.
func (t *table) sumOf(coefficient func(row, column int) float64) sum {
	s := make(sum, len(t.cells))
	for i := range t.rows {
		for j := range t.column {
			s[1+i*t.column+j] = coefficient(i, j)
		}
	}
	return s
}

func plus(a, b sum, factor float64) sum {
	s := make(sum, len(a))
	for k := range s {
		s[k] = a[k] + factor*b[k]
	}
	return s
}

func (t *table) of(s sum) (v float64) {
	for k, c := range t.cells {
		v += s[k] * c
	}
	return v
}

// disturbance is the covariance that the noise alone gives two sums.
func (t *table) disturbance(a, b sum) float64 {
	product, left, right := 0.0, 0.0, 0.0
	for k := range a {
		product, left, right = product+a[k]*b[k], left+a[k], right+b[k]
	}
	if t.shared > 0 {
		product -= left * right / t.shared
	}
	return t.noise * product
}

// spread is the covariance of two sums by the noise and by the choice of the rows: rows that are drawn independently
// count in a cell as often as a Poisson variable says, whose variance is its mean. A count below 0 is taken for 0,
// which makes the sum of all larger on average: at few rows intervals are too wide, not too narrow. So does a row that
// is divided between nodes, by convexity.
func (t *table) spread(a, b sum) float64 {
	v := t.disturbance(a, b)
	for k, c := range t.cells {
		v += a[k] * b[k] * math.Max(c, 0)
	}
	return v
}

// quantity is an estimate of a sum or of a polynomial of sums, and its gradient in the cells.
type quantity struct {
	value    float64
	gradient sum
	products []product // of a polynomial of the second degree
}

type product struct {
	factor float64
	a, b   sum
}

func (t *table) linear(s sum) quantity { return quantity{value: t.of(s), gradient: s} }

// product is the product of two sums less what their noise has in common, so that the noise gives it no bias.
func (t *table) product(a, b sum) quantity {
	x, y := t.of(a), t.of(b)
	q := quantity{x*y - t.disturbance(a, b), make(sum, len(a)), []product{{1, a, b}}}
	for k := range a {
		q.gradient[k] = y*a[k] + x*b[k]
	}
	return q
}

func (q quantity) plus(r quantity, factor float64) quantity {
	s := quantity{q.value + factor*r.value, plus(q.gradient, r.gradient, factor), slices.Clone(q.products)}
	for _, p := range r.products {
		s.products = append(s.products, product{factor * p.factor, p.a, p.b})
	}
	return s
}

// curvature is the covariance that products of noise with noise give two quantities: of ab and cd for normal noise
// C(a,c)C(b,d) + C(a,d)C(b,c).
func (t *table) curvature(q, r quantity) (v float64) {
	for _, p := range q.products {
		for _, s := range r.products {
			v += p.factor * s.factor * (t.disturbance(p.a, s.a)*t.disturbance(p.b, s.b) +
				t.disturbance(p.a, s.b)*t.disturbance(p.b, s.a))
		}
	}
	return v
}

// covariances returns the covariances of two quantities: by their gradients, and by the curvature of each. A
// gradient at noisy sums exceeds the exact one by twice the curvature on average, so one of these is taken off.
// Where the noise of the sums is most of the gradient it may have come out small by chance, and the curvature is
// added.
func (t *table) covariances(p, r quantity) (pp, pr, rr float64) {
	pp, pr, rr = t.spread(p.gradient, p.gradient), t.spread(p.gradient, r.gradient), t.spread(r.gradient, r.gradient)
	cpp, cpr, crr := t.curvature(p, p), t.curvature(p, r), t.curvature(r, r)
	sign := -1.0
	if pp < 2*cpp || rr < 2*crr {
		sign = 1
	}
	return pp + sign*cpp, pr + sign*cpr, rr + sign*crr
}

// normal is the number of standard deviations in half an interval: of a normal law 95.4% are within.
const normal = 2

// ratio estimates P/R, R > 0, by Fieller's method: the interval holds the θ at which P − θR is within normal standard
// deviations of 0. The deviation is that at θ, so nothing is assumed of how large R is beside its noise. Where R may be
// 0 the interval is all that the figure can be.
func (t *table) ratio(p, r quantity, within IntervalBounds) IntervalNumber {
	vpp, vpr, vrr := t.covariances(p, r)
	return fieller(p.value, r.value, vpp, vpr, vrr, within)
}

// fieller is ratio for two estimates, the variance of the first, their covariance and the variance of the second. Where
// noise has carried the ratio beyond what the figure can be, its interval is the nearest possible ratio's: it is
// not empty, and holds more often.
func fieller(p, r, vpp, vpr, vrr float64, within IntervalBounds) IntervalNumber {
	const z2 = normal * normal
	value := math.NaN()
	if r > 0 {
		value = p / r
		p = math.Min(math.Max(p, within.Low*r), within.High*r)
	}
	a, b, c := r*r-z2*vrr, p*r-z2*vpr, p*p-z2*vpp
	low, high := math.Inf(-1), math.Inf(1)
	if a > 0 && r > 0 {
		root := math.Sqrt(math.Max(b*b-a*c, 0))
		low, high = (b-root)/a, (b+root)/a
	}
	return Of(value, low, high, within)
}

// counted is a number of rows that are there; the noise alone makes it uncertain.
func (t *table) counted(s sum) IntervalNumber {
	v, width := t.of(s), normal*math.Sqrt(t.disturbance(s, s))
	return Of(v, v-width, math.Max(v, 0)+width, Positive)
}
