package warehouse

import (
	"fmt"
	"strings"

	"privadapt/core/data/grid"
)

// Features become grid steps, in the order of operations of dataset.Clip and grid.Quantise.

// tiny is a part of a size that changes no step. Databases that refuse results that overflow or underflow must not see
// one: that would be an error for one row. So what is smaller is 0.
const tiny = 1e-70

// shorten clips the features to the radius: a row that is outside has a divisor, its largest feature, and a factor; any
// other row is divided by 1 and multiplied by 1, which changes nothing.
func (w *writer) shorten(g grid.Grid, d int) {
	radius := g.FeatureRadius()
	features := each(d, z)
	outside := plus(each(d, func(k int) string { return squares(z(k)) })) + " >= " + w.double(radius*radius*(1-1e-6))
	w.layer(append(features, as(outside, "outside"))...)

	sizes := each(d, func(k int) string { return call("ABS", z(k)) })
	largest := sizes[0]
	if d > 1 {
		largest = call("GREATEST", sizes...)
	}
	w.layer(append(features, "outside", as(either("outside", largest, w.double(1)), "largest"))...)

	root := call("SQRT", plus(each(d, func(k int) string { return squares(w.relative(k, "largest")) })))
	w.layer(append(features, "outside", "largest", as(where("outside", root), "root"))...)

	// Next to the radius a row may turn out not to be outside.
	long := either("outside", "largest * root > "+w.double(radius), "FALSE")
	w.layer(append(features,
		as(either(long, "largest", w.double(1)), "divisor"),
		as(either(long, "("+w.double(radius)+" / root)", w.double(1)), "factor"),
		as(either(long, "1", "0"), clipped))...)
	w.noted = append(w.noted, clipped)
}

// relative is a feature by a divisor.
func (w *writer) relative(k int, divisor string) string {
	quotient := z(k) + " / " + divisor
	if w.refusesOverflow { // a quotient that is too small too
		quotient = either(call("ABS", z(k))+" < "+divisor+" * "+w.double(tiny), w.double(0), quotient)
	}
	return "(" + quotient + ")"
}

// quantise truncates the features to grid steps and enforces their integer norm: a row that is too long is drawn in by
// one step in each feature, as grid.Quantise does, and one that is still too long counts as zeros. All of it is done in
// integers, whose products fit into 63 bits.
func (w *writer) quantise(g grid.Grid, d int) {
	scale := w.double(grid.Steps / g.Radius())
	w.layer(each(d, func(k int) string {
		return as(cast(w.truncate(w.relative(k, "divisor")+" * factor * "+scale), w.bigint), s(k))
	})...)
	most := int64(grid.Steps)*grid.Steps - g.InterceptSteps()*g.InterceptSteps()
	drawnIn := func(k int) string { return "(" + s(k) + " - " + cast(call("SIGN", s(k)), w.bigint) + ")" }
	w.layer(append(each(d, s), as(fits(d, s, most), "fit"))...)
	w.layer(append(each(d, s), "fit", as(where("NOT fit", fits(d, drawnIn, most)), "drawn_in"))...)
	w.layer(each(d, func(k int) string {
		return as(either("fit", s(k), either("drawn_in", drawnIn(k), "0")), s(k))
	})...)
}

// fits is the condition that a vector of integers is in the ball: none is above N in size, and then the sum of their
// squares, each at most 2⁶⁰, is not above the bound. After every five squares the sum is cut off at 2⁶¹, which is above
// any bound, so that it does not wrap around.
func fits(d int, of func(k int) string, most int64) string {
	var inRange []string
	sum := ""
	for k := 1; k <= d; k++ {
		inRange = append(inRange, fmt.Sprintf("%s BETWEEN -%d AND %d", of(k), grid.Steps, grid.Steps))
		square := squares(of(k))
		switch {
		case sum == "":
			sum = square
		case k%5 == 1:
			sum = fmt.Sprintf("LEAST(%s, %d) + %s", sum, int64(1)<<61, square)
		default:
			sum += " + " + square
		}
	}
	return either(strings.Join(inRange, " AND "), fmt.Sprintf("%s <= %d", sum, most), "FALSE")
}
