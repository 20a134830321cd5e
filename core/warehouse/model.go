package warehouse

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/words"
)

// Models as SQL, in the order of operations of their Predict: each operation of the database is one of the model, and
// is rounded once.

// scores computes the scores f1, f2, … of a model that check lets through, from the columns v0, l0, … of cells and the
// label y, if that is kept. Beside the scores it keeps what is named of these columns and of the standardised features
// z1, z2, ….
func (w *writer) scores(schema dataset.Schema, model basemodel.Model, beside []string) {
	var cells, names []string
	for i, c := range schema.Used() {
		v := fmt.Sprintf("l%d", i)
		cell := v
		if c.Kind == dataset.Numeric {
			v = fmt.Sprintf("v%d", i)
			cell = as(where(w.within(v, c.Mean, c.Scale, dataset.Largest), v), v)
		}
		cells, names = append(cells, cell), append(names, v)
	}
	var label []string
	if slices.Contains(beside, "y") {
		label = []string{"y"}
	}
	w.kept = label
	w.layer(cells...)
	w.kept = append(names, label...)
	w.standardise(schema)
	d := schema.Dim()
	w.kept = union(union(names, each(d, z)), beside)
	switch m := model.(type) {
	case *release.LinearRows:
		w.layer(as(w.limited(w.affine([][]float64{append([]float64{m.Base}, m.Slopes...)})[0], m.Limits), f(1)))
	case *auto.Blend:
		w.blend(m, d, beside)
	case *labelled.Corrected:
		w.corrected(m, d)
	}
	w.kept = beside
}

// Columns of numbers: f are scores, and then the predictions; g and e are what is divided to become the features of
// labels, x exponentials; h and i are the sums of a blend and of its public choice.
var f, g, e, x = numbered("f"), numbered("g"), numbered("e"), numbered("x")
var blended, public = numbered("h"), numbered("i")

// blend adds up the scores of its models.
func (w *writer) blend(b *auto.Blend, d int, beside []string) {
	outputs, cells := basemodel.Outputs(b.Classes()), w.kept
	sums := append(each(outputs, blended), each(outputs, public)...)
	if first := b.Parts[0]; len(b.Parts) == 1 && first.Share == 1 && first.Public == 1 {
		w.part(first.Model.Documented, b.Classes(), d, beside)
	} else {
		w.layer(each(2*outputs, func(k int) string { return as(w.double(0), sums[k-1]) })...)
		for _, p := range b.Parts {
			w.kept = append(cells[:len(cells):len(cells)], sums...)
			w.part(p.Model.Documented, b.Classes(), d, w.kept)
			w.kept = cells
			add := func(sum string, share float64, k int) string {
				if share == 0 {
					return sum
				}
				return as(sum+" + "+w.double(share)+" * "+f(k), sum)
			}
			w.layer(append(each(outputs, func(k int) string { return add(blended(k), p.Share, k) }),
				each(outputs, func(k int) string { return add(public(k), p.Public, k) })...)...)
		}
		limit := w.double(b.Limit)
		w.layer(each(outputs, func(k int) string {
			return as(call("LEAST", call("GREATEST", blended(k), public(k)+" - "+limit), public(k)+" + "+limit), f(k))
		})...)
	}
	if w.kept = beside; b.Classes() == 0 {
		w.layer(as(w.limited(f(1), b.Limits), f(1)))
	}
}

// part computes the scores of a model of a blend.
func (w *writer) part(model basemodel.Model, classes, d int, beside []string) {
	switch m := model.(type) {
	case *linear.Model:
		w.kept = union(each(d, z), beside)
		scores := w.affine(m.Coefficients)
		for k, score := range scores {
			if classes == 0 {
				score = w.limited(score, m.Limits)
			}
			scores[k] = as(score, f(k+1))
		}
		w.layer(scores...)
	case *linear.Smooth:
		w.kept = union(each(d, z), beside)
		w.smooth(m, d)
	case *trees.Model:
		w.trees(m)
	}
}

// union is a list of names and the names of another that it lacks.
func union(a, b []string) []string {
	all, seen := a[:len(a):len(a)], map[string]bool{}
	for _, name := range a {
		seen[name] = true
	}
	for _, name := range b {
		if !seen[name] {
			all = append(all, name)
		}
	}
	return all
}

// leastLimit is above the size of what a database may round to another number when it reads a cell.
const leastLimit = 1e-290

// checkModel refuses models that no query can compute: to the last bit, as the file reader does, or at all.
func checkModel(model basemodel.Model, exact bool) error {
	var numbers []float64
	inexact, filed := false, false
	blend := func(m *auto.Blend) {
		numbers = append(numbers, m.Low, m.High, m.Limit)
		for _, p := range m.Parts {
			numbers = append(numbers, p.Share, p.Public)
			switch part := p.Model.Documented.(type) {
			case *auto.Filed:
				filed = true
			case *linear.Model:
				numbers = append(numbers, slices.Concat(part.Coefficients...)...)
			case *linear.Smooth:
				numbers, inexact = slices.Concat(numbers, []float64{part.Width}, part.Landmarks, part.Coefficients), true
			case *trees.Model:
				numbers = append(numbers, part.Base()...)
				trees.Express(part, func(v float64) bool { return true }, func(b trees.Branch, _, _ bool) bool {
					if size := math.Abs(b.Limit); size < leastLimit && size > 0 {
						numbers = append(numbers, b.Limit)
					}
					return true
				})
			}
		}
	}
	switch m := model.(type) {
	case *release.LinearRows:
		numbers = append(append(numbers, m.Base), m.Slopes...)
		for _, v := range []float64{m.Low, m.High} {
			if !math.IsInf(v, 0) {
				numbers = append(numbers, v)
			}
		}
	case *auto.Blend:
		blend(m)
	case *labelled.Corrected:
		inexact = true
		numbers = slices.Concat(append(slices.Clip(m.Delta), m.Offset.Centres, m.Offset.Scales)...)
		blend(m.Offset.Model)
		if m.Other != nil {
			blend(m.Other)
		}
	}
	if filed {
		return words.Refuse(CodeBadOption,
			"no SQL is written for a model in a file of another library; choose another base, or export the release as ONNX")
	}
	if exact && inexact {
		return words.Refuse(
			CodeBadOption,
			"SQL cannot compute this model to the last bit: it is, or has in it, a model of a base such as smooth, or a correction by private labels. Choose the base linear or trees, or give another model",
		)
	}
	return checkNumbers(numbers)
}

// checkNumbers refuses numbers of a model with which some databases fail.
func checkNumbers(numbers []float64) error {
	for _, v := range numbers {
		if size := math.Abs(v); v != 0 && !(size >= 1e-60 && size <= 1e60) {
			return words.Refuse(
				CodeBadOption,
				"the model has numbers as large or as small as %.3g, with which some databases fail; give the label and the columns in other units, or choose another model",
				v,
			)
		}
	}
	return nil
}

// The kinds of models as SQL: see scores.

// mostTerms is how many terms of a sum a layer adds, so that no expression is deep; a query of sums needs no more.
const mostTerms = MostFeatures + 1

// added is sums of terms, from left to right. Layers of columns of this name add up what is more than the most.
func (w *writer) added(lists [][]string, most int, name func(k int) string) []string {
	for {
		rest := make([][]string, len(lists))
		sums := each(len(lists), func(k int) string {
			own := lists[k-1]
			rest[k-1] = append([]string{name(k)}, own[min(most, len(own)):]...)
			return plus(own[:min(most, len(own))])
		})
		if len(slices.Concat(rest...)) == len(lists) {
			return sums
		}
		w.layer(each(len(lists), func(k int) string { return as(sums[k-1], name(k)) })...)
		lists = rest
	}
}

// multiples are a constant and multiples of the features.
func (w *writer) multiples(coefficients []float64) []string {
	terms := []string{w.double(coefficients[0])}
	for k, c := range coefficients[1:] {
		terms = append(terms, w.double(c)+" * "+z(k+1))
	}
	return terms
}

// affine is sums of a constant and multiples of the features.
func (w *writer) affine(lists [][]float64) []string {
	terms := make([][]string, len(lists))
	for k, own := range lists {
		terms[k] = w.multiples(own)
	}
	return w.added(terms, mostTerms, f)
}

// limited is a number between two limits. A correction has none, and such a number stands for it.
func (w *writer) limited(x string, l basemodel.Limits) string {
	if l.Low <= -math.MaxFloat64 && l.High >= math.MaxFloat64 {
		return x
	}
	return call("LEAST", call("GREATEST", x, w.double(l.Low)), w.double(l.High))
}

// treesOfLayer is how many trees of an output a layer adds, so that no expression is deep.
const treesOfLayer = 40

// trees adds to each output's constant the values of its trees.
func (w *writer) trees(m *trees.Model) {
	values := trees.Express(m, w.double, w.branch)
	var lists [][]string
	for _, v := range m.Base() {
		lists = append(lists, []string{w.double(v)})
	}
	for i, value := range values {
		lists[i%len(lists)] = append(lists[i%len(lists)], value)
	}
	sums := w.added(lists, treesOfLayer, f)
	w.layer(each(len(sums), func(k int) string { return as(sums[k-1], f(k)) })...)
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

// probabilities replaces the scores of classes by the probabilities f0, f1, … of all classes, as
// basemodel.Probabilities has them.
func (w *writer) probabilities(scores int) {
	if scores == 1 {
		w.exponentials(1, func(k int) string { return "-ABS(f1)" }, "f1")
		likely, other := w.double(1)+" / ("+w.double(1)+" + x1)", "x1 / ("+w.double(1)+" + x1)"
		w.layer(as(either("f1 >= 0", likely, other), f(1)), as(either("f1 >= 0", other, likely), f(0)))
		return
	}
	w.layer(append(each(scores, f), as(call("GREATEST", each(scores, f)...), "top"))...)
	w.exponentials(scores, func(k int) string { return f(k) + " - top" })
	w.layer(append(each(scores, x), as(plus(each(scores, x)), "total"))...)
	w.layer(each(scores, func(k int) string { return as(x(k)+" / total", f(k-1)) })...)
}

// exponentials computes x1, x2, … = exp of arguments that are not above 0, as kernel.Exp does, and keeps columns
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
		return as(a(k)+" - "+n(k)+" * "+w.double(kernel.Ln2High)+" - "+n(k)+" * "+w.double(kernel.Ln2Low), r(k))
	})...)
	w.layer(with(func(k int) string {
		value := "(" + w.horner(r(k)) + ") * " + call("POWER", w.double(2), n(k))
		return as(either(a(k)+" < "+w.double(lowest), w.double(0), value), x(k))
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

// With labels the features are of the columns and of the predictions g of a public model, and then come the residuals
// t of the label, as package labelled has them, and a column labelled that is 1 where the label is used and else 0.
// Where it is 0, t is 0.

// labelled makes the features and residuals z1, z2, ….
func (w *writer) labelled(p Plan) {
	schema, o := p.Source.Schema, p.Offset
	d, count := schema.Dim(), p.residuals()
	w.scores(schema, o.Model, append(each(d, z), "y"))
	if o.Model.Classes() > 0 {
		w.probabilities(basemodel.Outputs(o.Model.Classes()))
	}

	usable := "y IS NOT NULL"
	if schema.Classes == nil {
		usable = w.within("y", 0, 1, dataset.Largest)
	}
	parts := []string{as(either(usable, "1", "0"), "labelled")}
	for k := 1; k <= count; k++ {
		y := "y"
		if schema.Classes != nil {
			y = either(fmt.Sprintf("y = %d", k), w.double(1), w.double(0))
		}
		parts = append(parts,
			as(f(k)+" - "+w.double(o.Centres[k-1]), g(k)),
			as(either(usable, y+" - "+f(k), w.double(0)), e(k)))
	}
	w.kept = each(d, z)
	w.layer(parts...)
	w.kept = append(w.kept, "labelled")
	beside := append(each(count, e), "labelled")
	w.kept = append(w.kept, each(count, e)...)
	w.layer(each(count, func(k int) string { return as(w.quotient(g(k), o.Scales[k-1]), z(d+k)) })...)
	w.kept = append(each(d+count, z), beside...)
	w.mapped(p.Map, beside)
	w.kept = append(each(p.Map.Dim(), z), "labelled")
	w.layer(each(count, func(k int) string { return as(w.quotient(e(k), o.Unit(k-1)), z(p.Map.Dim()+k)) })...)
	w.kept = []string{"labelled"}
}

// quotient is x/scale, or 0 where that is tiny.
func (w *writer) quotient(x string, scale float64) string {
	return either(call("ABS", x)+" < "+w.double(scale*tiny), w.double(0), x+" / "+w.double(scale))
}
