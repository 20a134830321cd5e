package warehouse

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privadapt/core/model/elementary"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
)

// The kinds of models as SQL: see scores.

// linear adds up coefficients times features and products of features.
func (w *writer) linear(m *linear.Model, d int) {
	pairs, means, scales := m.Products()
	products := numbered("p")
	if len(pairs) > 0 {
		w.layer(each(len(pairs), func(k int) string {
			own := pairs[k-1]
			return as("("+z(own[0]+1)+" * "+z(own[1]+1)+" - "+w.double(means[k-1])+") / "+w.double(scales[k-1]), products(k))
		})...)
	}
	low, high := m.Limits()
	var scores []string
	for k, own := range m.Coefficients() {
		terms := []string{w.double(own[0])}
		for i, c := range own[1:] {
			x := z(i + 1)
			if i >= d {
				x = products(i - d + 1)
			}
			terms = append(terms, w.double(c)+" * "+x)
		}
		score := plus(terms)
		if m.Classes() == 0 {
			score = w.limited(score, low, high)
		}
		scores = append(scores, as(score, f(k+1)))
	}
	w.layer(scores...)
}

// limited is a number between two limits. A correction has none, and such a number stands for it.
func (w *writer) limited(x string, low, high float64) string {
	if low <= -math.MaxFloat64 && high >= math.MaxFloat64 {
		return x
	}
	return call("LEAST", call("GREATEST", x, w.double(low)), w.double(high))
}

// treesOfLayer is how many trees of an output a layer adds, so that no expression is deep.
const treesOfLayer = 40

// perLayer is that in this dialect.
func (w *writer) perLayer() int {
	if w.treesOfLayer > 0 {
		return w.treesOfLayer
	}
	return treesOfLayer
}

// added is a sum. The k-th score is a part of it. Trino puts what is used once where it is used, and would make one
// expression of all layers again: there the score is used twice.
func (w *writer) added(k int, sum string) string {
	if w.treesOfLayer > 0 {
		sum = either(f(k)+" IS NULL", f(k), sum)
	}
	return as(sum, f(k))
}

// trees adds to each output's constant the values of its trees.
func (w *writer) trees(m *trees.Model) {
	values := trees.Express(m, w.double, w.branch)
	base := m.Base()
	w.layer(each(len(base), func(k int) string { return as(w.double(base[k-1]), f(k)) })...)
	for first := 0; first < m.Rounds(); first += w.perLayer() {
		w.layer(each(len(base), func(k int) string {
			terms := []string{f(k)}
			for round := first; round < min(first+w.perLayer(), m.Rounds()); round++ {
				terms = append(terms, values[round*len(base)+k-1])
			}
			return w.added(k, plus(terms))
		})...)
	}
}

// branch chooses between two sides. A comparison with a missing cell is not true.
func (w *writer) branch(b trees.Branch, left, right string) string {
	v, l := fmt.Sprintf("v%d", b.Column), fmt.Sprintf("l%d", b.Column)
	all := math.IsInf(b.Limit, 1)
	list := func(levels []int) string {
		return w.among(l, strings.Fields(strings.Trim(fmt.Sprint(levels), "[]")))
	}
	isLevel := len(b.Levels)+len(b.Others) > 0
	switch {
	case isLevel && b.Missing && len(b.Others) == 0, !isLevel && b.Missing && all:
		return left
	case isLevel && !b.Missing && len(b.Levels) == 0:
		return right
	case isLevel && b.Missing:
		return either(list(b.Others), right, left)
	case isLevel:
		return either(list(b.Levels), left, right)
	case all:
		return either(v+" IS NULL", right, left)
	case b.Missing:
		return either(v+" > "+w.double(b.Limit), right, left)
	default:
		return either(v+" <= "+w.double(b.Limit), left, right)
	}
}

// probabilities replaces the scores of classes by the probabilities of all classes but the first, as
// basemodel.Probabilities has them.
func (w *writer) probabilities(scores int) {
	if scores == 1 {
		w.exponentials(1, func(k int) string { return "-ABS(f1)" }, "f1")
		w.layer(as(either("f1 >= 0", w.double(1)+" / ("+w.double(1)+" + x1)", "x1 / ("+w.double(1)+" + x1)"), "f1"))
		return
	}
	w.layer(append(each(scores, f), as(call("GREATEST", each(scores, f)...), "top"))...)
	w.exponentials(scores, func(k int) string { return f(k) + " - top" })
	x := numbered("x")
	w.layer(append(each(scores, x), as(plus(each(scores, x)), "total"))...)
	w.layer(each(scores-1, func(k int) string { return as(x(k+1)+" / total", f(k)) })...)
}

// exponentials computes x1, x2, … = exp of arguments that are not above 0, as elementary.Exp does, and keeps columns
// beside them.
func (w *writer) exponentials(count int, argument func(k int) string, beside ...string) {
	const lowest = -708 // below it the result is 0
	a, n, r := numbered("a"), numbered("n"), numbered("r")
	with := func(of ...func(k int) string) (columns []string) {
		for _, name := range of {
			columns = append(columns, each(count, name)...)
		}
		return append(columns, beside...)
	}
	w.layer(with(func(k int) string { return as(call("GREATEST", argument(k), w.double(lowest-1)), a(k)) })...)
	w.layer(with(a, func(k int) string {
		return as(call("FLOOR", a(k)+" * "+w.double(1/math.Ln2)+" + "+w.double(0.5)), n(k))
	})...)
	w.layer(with(a, n, func(k int) string {
		return as(a(k)+" - "+n(k)+" * "+w.double(elementary.Ln2High)+" - "+n(k)+" * "+w.double(elementary.Ln2Low), r(k))
	})...)
	w.layer(with(func(k int) string {
		value := "(" + w.horner(r(k)) + ") * " + call("POWER", w.double(2), n(k))
		return as(either(a(k)+" < "+w.double(lowest), w.double(0), value), numbered("x")(k))
	})...)
}

// horner is the Taylor series of exp to the 13th power, from the inside out.
func (w *writer) horner(r string) string {
	factorials := []float64{1}
	for k := 1; k <= 13; k++ {
		factorials = append(factorials, factorials[k-1]*float64(k))
	}
	slices.Reverse(factorials)
	sum := w.double(1 / factorials[0])
	for _, own := range factorials[1:] {
		sum = "(" + r + " * " + sum + " + " + w.double(1/own) + ")"
	}
	return sum
}
