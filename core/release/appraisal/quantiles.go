package appraisal

import (
	"math"
)

// resolution is the number of steps between the ends of the residuals in which quantiles are looked for.
const resolution = 1024

// shares are the shares of rows below each quantile.
var shares = []float64{0.05, 0.25, 0.5, 0.75, 0.95}

// quantiles inverts the share of rows up to a place: the interval of a quantile spans the places at which that share
// may be the one asked for, and its value is the place at which the estimate of the share comes nearest. Rows beyond
// the axis count at its ends: unless clearly enough rows count elsewhere, the quantile may be beyond, and is open
// there.
func (t *table) quantiles(f *Figures, nodes []float64, upTo [][]float64, one sum) {
	low, high := nodes[0], nodes[len(nodes)-1]
	step := (high - low) / resolution
	// At a share q the test is of the sum s − q·1 for s the rows up to a place, whose variance is V(s) − 2qC(s,1) +
	// q²V(1).
	places := make([]place, len(upTo))
	columns := t.columns()
	for i, values := range upTo {
		places[i] = columns.place(values)
	}
	rows, variance := t.of(one), t.spread(one, one)
	first, but := make([]float64, len(nodes)), make([]float64, len(nodes))
	for j := range nodes {
		first[j], but[j] = oneIf(j == 0), oneIf(j < len(nodes)-1)
	}
	atFirst, butLast := columns.place(first), columns.place(but)
	for _, q := range shares {
		value, nearest, from, to := low, math.Inf(1), math.Inf(1), math.Inf(-1)
		for i, p := range places {
			x, off := low+step*float64(i), math.Abs(p.rows-q*rows)
			if off < nearest {
				value, nearest = x, off
			}
			if off <= p.within(q, variance) {
				from, to = math.Min(from, x), math.Max(to, x)
			}
		}
		from, to = math.Min(from, value)-step/2, math.Max(to, value)+step/2
		n := Of(value, from, to, Between(low, high))
		if butLast.rows-q*rows <= butLast.within(q, variance) {
			n.High = nil
		}
		if q*rows-atFirst.rows <= atFirst.within(q, variance) {
			n.Low = nil
		}
		if butLast.rows < q*rows || atFirst.rows > q*rows {
			n.Value = nil
		}
		f.Quantiles = append(f.Quantiles, Quantile{q, n})
	}
}

// place is a sum over the residuals: of rows, its variance and its covariance with the sum of all rows that have a
// label.
type place struct{ rows, variance, covariance float64 }

// within returns how far the sum may be from a share of all rows, whose variance is given, by its noise.
func (p place) within(q, variance float64) float64 {
	return normal * math.Sqrt(math.Max(p.variance-2*q*p.covariance+q*q*variance, 0))
}

// columns is a table summed over its predictions, as far as sums of functions of the residual need it: there are a
// thousand of these.
type columns struct {
	*table
	counts, chosen []float64 // of a residual, the counts and those that are not below 0
}

func (t *table) columns() columns {
	c := columns{t, make([]float64, t.column), make([]float64, t.column)}
	for k, v := range t.cells[1:] {
		c.counts[k%t.column] += v
		c.chosen[k%t.column] += math.Max(v, 0)
	}
	return c
}

// place returns the place of the sum with these values at the residuals. Test: TestPlacesOfQuantilesAreSums.
func (c columns) place(values []float64) (p place) {
	total, squares, rows := 0.0, 0.0, float64(c.rows)
	for j, v := range values {
		p.rows += v * c.counts[j]
		p.variance += v * v * c.chosen[j]
		p.covariance += v * c.chosen[j]
		total += rows * v
		squares += rows * v * v
	}
	own, common := squares, total
	if c.shared > 0 { // the noise of two cells has a covariance
		own -= total * total / c.shared
		common -= total * rows * float64(c.column) / c.shared
	}
	p.variance += c.noise * own
	p.covariance += c.noise * common
	return p
}
