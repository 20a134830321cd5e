package labelled

import (
	"math"

	"privadapt/core/model/basemodel"
)

// Clipping is what clipped rows hide of a mean square of residuals.
//
// The private rows enter their sum clipped, with their residuals, so that the sum understates their errors, most of all
// where the public model errs most. How much cannot be seen in the sum. It is taken from the public rows: their columns
// are multiplied by one factor and their residuals by another, so that both mean squares after clipping equal the
// private rows'.
//
// Rows of another law hide more or less than these. That they hide less than nothing is impossible; how much more they
// hide has no bound that any sum of clipped rows could show. It is taken to be up to 1/(1−S) times as much, where S is
// how full the ball is: the mean of the squared norms of the clipped rows, as a share of the squared radius. Where all
// rows lie on the sphere nothing shows how far outside they were.
type Clipping struct {
	// Ratio is the mean square without clipping over the mean square with it, ≥ 1.
	Ratio float64
	// AtHigh is what Ratio would be at the upper end of the clipped mean square, and Doubt by how much more either can
	// be: because of the noise in the columns' mean square, and because the rows are of another law. +Inf where the
	// public rows show no bound.
	AtHigh, Doubt float64
}

// Features makes the features of a row, which are clipped, of its standardised columns and predictions.
type Features interface {
	Dim() int
	Apply(dst, x []float64)
}

// Clipped is what was released of the private rows, clipped to their radius.
type Clipped struct {
	Residual float64 // the mean square of a residual t over the rows with a label
	High     float64 // the upper end of its interval
	Columns  float64 // the mean of ‖φ‖² over all rows
	Noise    float64 // the standard error of Columns from the noise
	Labelled float64 // the share of the rows that have a label
}

// Whole turns a mean square over clipped rows, ≥ 0, and its interval into that over whole rows. The private rows' own
// interval is exact; what is added for clipping is not, so that the lower end does not rest on it alone. +Inf: there is
// no upper end.
func (c Clipping) Whole(value, low, high float64) (whole, from, to float64) {
	whole = value * c.Ratio
	from = math.Max(low, whole-math.Hypot((value-low)*c.Ratio, value*(c.Ratio-1)))
	if to = math.Inf(1); high < to && c.AtHigh < to && c.Doubt < to {
		to = whole + math.Hypot(math.Max(0, high*c.AtHigh-whole), high*c.Doubt)
	}
	return whole, from, to
}

// Excess returns the variance of a squared residual over the public sample as a multiple of its squared mean, for
// residual k: 2 for the normal law, and no less.
func (o *Offset) Excess(k int) float64 {
	outputs := o.Outputs()
	var squares, fourths []float64
	for j := k; j < len(o.Public); j += outputs {
		square := o.Public[j] * o.Public[j]
		squares, fourths = append(squares, square), append(fourths, square*square)
	}
	square := mean(squares)
	if excess := mean(fourths)/(square*square) - 1; excess > 2 && excess < math.MaxFloat64 {
		return excess
	}
	return 2
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}

// Clipping compares clipped rows (φ, γt) of the public sample, of norm at most radius, with whole ones, for residual
// k of the private rows. What it takes of these was released, so that the result is post-processing.
func (o *Offset) Clipping(table basemodel.Table, to Features, radius float64, k int, private Clipped) Clipping {
	r := o.clippedRows(table, to, radius, k)
	whole := mean(r.own)
	if !(whole > 0 && whole < math.MaxFloat64) {
		return Clipping{1, 1, 0}
	}
	var c Clipping
	// Of a difference from the public columns counts what exceeds its noise: a share of 1 − noise²/difference², none
	// below the noise. That is its mean where such differences are as large as this one, and what is left of the noise
	// then is the root of that share.
	goal := r.columns(1, factor(private.Residual, func(f float64) float64 { return r.residual(1, f) }), private.Labelled)
	wider := goal
	if difference, noise := private.Columns-goal, private.Noise; difference*difference > noise*noise {
		share := 1 - noise*noise/(difference*difference)
		goal += difference * share
		wider = goal + normal*noise*math.Sqrt(share)
	}
	columns, residuals := r.factors(private.Residual, goal, private.Labelled)
	c.Ratio = r.ratio(columns, residuals, whole)
	c.AtHigh = c.Ratio
	if private.High > private.Residual {
		c.AtHigh = r.atMost(private.High, goal, private.Labelled, whole)
	}
	c.Doubt = (c.Ratio - 1) * r.full(columns, residuals, private.Labelled)
	if wider > goal {
		c.Doubt = math.Hypot(c.Doubt, r.atMost(private.Residual, wider, private.Labelled, whole)-c.Ratio)
	}
	if !(c.Ratio+c.Doubt <= mostRatio) {
		c.Doubt = math.Inf(1)
	}
	return c
}

const (
	normal = 1.96 // standard deviations in half an interval of 95%
	// mostRatio is the largest of an upper end: one that is still farther above what was seen says nothing.
	mostRatio = 10
	// The least and the most that the squares of public rows are multiplied by.
	least = 1e-2
	most  = 1e2
	// mostRows is how many public rows are compared, at equal steps where there are more.
	mostRows = 2000
)

// factors returns those by which the squares of the public columns and residuals are multiplied so that both mean
// squares are the given ones after clipping.
func (r clippedRows) factors(residual, columns, labelled float64) (ofColumns, ofResiduals float64) {
	ofColumns = 1
	toResidual := func() {
		ofResiduals = factor(residual, func(f float64) float64 { return r.residual(ofColumns, f) })
	}
	toResidual()
	for range 20 {
		before := ofColumns
		ofColumns = factor(columns, func(f float64) float64 { return r.columns(f, ofResiduals, labelled) })
		toResidual()
		if math.Abs(ofColumns-before) <= 1e-6*before {
			break
		}
	}
	return ofColumns, ofResiduals
}

// ratio returns the mean square of the residual without clipping, a multiple of whole, over the mean square with it.
func (r clippedRows) ratio(columns, residuals, whole float64) float64 {
	if v := r.residual(columns, residuals); v > 0 {
		return math.Max(1, residuals*whole/v)
	}
	return 1
}

// atMost is the ratio at an end of an interval: +Inf where no factor in the range leads there, or where it says
// nothing.
func (r clippedRows) atMost(residual, goal, labelled, whole float64) float64 {
	columns, residuals := r.factors(residual, goal, labelled)
	v := r.ratio(columns, residuals, whole)
	if math.Max(columns, residuals) > 0.999*most || !(v <= mostRatio) {
		return math.Inf(1)
	}
	return v
}

// full returns S/(1−S), S the mean of the squared norms of clipped rows as a share of the squared radius.
func (r clippedRows) full(columns, residuals, labelled float64) float64 {
	s := r.columns(columns, residuals, labelled)
	for j, v := range r.all {
		s += labelled * float64(residuals*v) * r.kept(j, columns, residuals) / float64(len(r.all))
	}
	s = math.Min(s/r.square, 1)
	return s / (1 - s)
}

// factor returns where an increasing function has a value, or the end of the range that is nearer to it.
func factor(goal float64, of func(float64) float64) float64 {
	low, high := least, most
	for range 32 {
		middle := math.Sqrt(low * high)
		if of(middle) < goal {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// clippedRows are the public rows as far as clipping is concerned: the squared norms of φ and of γt, and the
// squares of one residual.
type clippedRows struct {
	square        float64 // of the radius
	own, all, row []float64
}

func (o *Offset) clippedRows(table basemodel.Table, to Features, radius float64, k int) clippedRows {
	outputs, rows, row := o.Outputs(), table.Rows(), o.Rows(table.Columns)
	m := min(rows, mostRows)
	r := clippedRows{radius * radius, make([]float64, m), make([]float64, m), make([]float64, m)}
	values, f := make([]float64, to.Dim()), make([]float64, outputs)
	for i := range m {
		j := i * rows / m
		o.Values(f, table.Row(j))
		to.Apply(values, row(f, table.Row(j)))
		for _, v := range values {
			r.row[i] += float64(v * v)
		}
		for l, t := range o.Public[j*outputs : (j+1)*outputs] {
			r.all[i] += float64(Gamma*Gamma*t) * t
			if l == k {
				r.own[i] = t * t
			}
		}
	}
	return r
}

// residual returns the clipped mean square of the residual where the squares of all columns and of all residuals are
// multiplied.
func (r clippedRows) residual(columns, residuals float64) float64 {
	sum := 0.0
	for j, t := range r.own {
		sum += float64(residuals*t) * r.kept(j, columns, residuals)
	}
	return sum / float64(len(r.own))
}

// columns returns the clipped mean of ‖φ‖² where a share of the rows has residuals.
func (r clippedRows) columns(columns, residuals, labelled float64) float64 {
	sum := 0.0
	for j, v := range r.row {
		with, without := r.kept(j, columns, residuals), r.kept(j, columns, 0)
		sum += float64(columns*v) * (float64(labelled*with) + float64((1-labelled)*without))
	}
	return sum / float64(len(r.row))
}

// kept is the square of the factor by which a row is clipped.
func (r clippedRows) kept(j int, columns, residuals float64) float64 {
	norm := float64(columns*r.row[j]) + float64(residuals*r.all[j])
	if norm <= r.square {
		return 1
	}
	return r.square / norm
}
