package warehouse

import (
	"fmt"
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
	"privadapt/core/model/xgboost"
	"privadapt/core/release"
)

// Models as SQL, in the order of operations of their Predict: each operation of the database is one of the model, and
// is rounded once.

// scores computes the scores f1, f2, … of a model that check lets through, from the columns v0, l0, … of cells and the
// label y. Beside the scores it keeps what is named of these columns and of the standardised features z1, z2, ….
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
	w.kept = []string{"y"}
	w.layer(cells...)
	w.kept = append(names, "y")
	w.standardise(schema)
	d := schema.Dim()
	switch m := model.(type) {
	case *release.LinearRows:
		w.kept = union(each(d, z), beside)
		terms := []string{w.double(m.Base)}
		for k, slope := range m.Slopes {
			terms = append(terms, w.double(slope)+" * "+z(k+1))
		}
		w.layer(as(w.limited(plus(terms), m.Least, m.Most), f(1)))
	case *auto.Blend:
		w.kept = union(union(names, each(d, z)), beside)
		w.blend(m, d, beside)
	}
	w.kept = beside
}

// Columns of numbers: f are scores, and then the predictions; g and e are what is divided to become the features of
// labels; h and i are the sums of a blend and of its public choice.
var f, g, e = numbered("f"), numbered("g"), numbered("e")
var blended, public = numbered("h"), numbered("i")

// blend adds up the scores of its models.
func (w *writer) blend(b *auto.Blend, d int, beside []string) {
	low, high := b.Limits()
	outputs, parts, cells := basemodel.Outputs(b.Classes()), b.Parts(), w.kept
	sums := append(each(outputs, blended), each(outputs, public)...)
	if sole := len(parts) == 1 && parts[0].Share == 1 && parts[0].Public == 1; sole {
		w.part(parts[0].Model, low, high, d, beside)
	} else {
		w.layer(each(2*outputs, func(k int) string { return as(w.double(0), sums[k-1]) })...)
		for _, p := range parts {
			w.kept = append(cells[:len(cells):len(cells)], sums...)
			w.part(p.Model, low, high, d, w.kept)
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
		limit := w.double(b.Departure())
		w.layer(each(outputs, func(k int) string {
			return as(call("LEAST", call("GREATEST", blended(k), public(k)+" - "+limit), public(k)+" + "+limit), f(k))
		})...)
	}
	if w.kept = beside; b.Classes() == 0 {
		w.layer(as(w.limited(f(1), low, high), f(1)))
	}
}

// part computes the scores of a model of a blend, whose predicted numbers have these limits.
func (w *writer) part(model basemodel.Model, low, high float64, d int, beside []string) {
	switch m := model.(type) {
	case *linear.Model:
		w.kept = union(each(d, z), beside)
		w.linear(m, d)
	case *trees.Model:
		w.trees(m)
	case *xgboost.Model:
		w.file(m)
		if m.Classes() == 0 {
			w.layer(as(w.limited(f(1), low, high), f(1)))
		}
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

// checkModel refuses models that no query can compute as the file reader does.
func checkModel(model basemodel.Model, to *dialect) error {
	var numbers []float64
	unknown := false
	limit := func(v float64) {
		if size := math.Abs(v); size < leastLimit && size > 0 {
			numbers = append(numbers, v)
		}
	}
	switch m := model.(type) {
	case *release.LinearRows:
		numbers = append(append(numbers, m.Base), m.Slopes...)
		for _, v := range []float64{m.Least, m.Most} {
			if !math.IsInf(v, 0) {
				numbers = append(numbers, v)
			}
		}
		unknown = m.Features.Kind != features.Linear
	case *auto.Blend:
		low, high := m.Limits()
		numbers = append(numbers, low, high, m.Departure())
		for _, p := range m.Parts() {
			numbers = append(numbers, p.Share, p.Public)
			switch part := p.Model.(type) {
			case *linear.Model:
				for _, own := range part.Coefficients() {
					numbers = append(numbers, own...)
				}
				_, means, scales := part.Products()
				numbers = append(append(numbers, means...), scales...)
			case *trees.Model:
				numbers = append(numbers, part.Base()...)
				trees.Express(part, func(v float64) bool { return true }, func(b trees.Branch, _, _ bool) bool {
					limit(b.Limit)
					return true
				})
			case *xgboost.Model:
				if to.single == "" {
					return refuse(CodeBadOption, "the model of a file is of numbers of 4 bytes, which this database does not have; choose another model, or another place for the rows")
				}
			default:
				unknown = true
			}
		}
	default:
		unknown = true
	}
	if unknown {
		return refuse(
			CodeBadOption,
			"SQL cannot compute this model to the last bit: it is, or has in it, a model of a base such as smooth, features that are not linear, or a correction by private labels. Choose the base linear, quadratic or trees, or give another model",
		)
	}
	return checkNumbers(numbers)
}

// checkNumbers refuses numbers of a model with which some databases fail.
func checkNumbers(numbers []float64) error {
	for _, v := range numbers {
		if size := math.Abs(v); v != 0 && !(size >= 1e-60 && size <= 1e60) {
			return refuse(
				CodeBadOption,
				"the model has numbers as large or as small as %.3g, with which some databases fail; give the label and the columns in other units, or choose another model",
				v,
			)
		}
	}
	return nil
}
