package warehouse

import (
	"fmt"
	"math"

	"privadapt/core/basemodel"
	"privadapt/core/basemodel/linear"
	"privadapt/core/basemodel/trees"
	"privadapt/core/dataset"
)

// With labels a row has more features: the predictions g of a public model and the residuals t of its label, as package labelled has
// them, and a column labelled that is 1 where the label is used and else 0. Where it is 0, t is 0.

// largestFeature is what package basemodel takes for a feature; what is larger counts as missing.
const largestFeature = 1e100

// labelled makes the features z1, z2, … of columns, predictions and residuals.
func (w *writer) labelled(p Plan) {
	schema, o := p.Source.Schema, p.Offset
	var cells []string
	w.kept = []string{"y"}
	for i, c := range schema.Used() {
		if c.Kind == dataset.Numeric {
			v := fmt.Sprintf("v%d", i)
			cells = append(cells, as(where(w.within(v, c.Mean, c.Scale, math.MaxFloat64), v), v))
		} else {
			cells = append(cells, fmt.Sprintf("l%d", i))
		}
	}
	w.layer(cells...)
	for i, c := range schema.Used() {
		if c.Kind == dataset.Numeric {
			w.kept = append(w.kept, fmt.Sprintf("v%d", i))
		} else {
			w.kept = append(w.kept, fmt.Sprintf("l%d", i))
		}
	}
	w.standardise(schema, largestFeature)
	d, count := p.Map.Dim(), p.residuals()
	w.predict(o.Model.Sole(), d)
	w.kept = append(each(d, z), "y")
	if o.Model.Classes() == 0 {
		low, high := o.Model.Limits()
		w.layer(as(call("LEAST", call("GREATEST", "f1", w.double(low)), w.double(high)), "f1"))
	} else {
		w.probabilities(basemodel.Outputs(o.Model.Classes()))
	}

	usable := "y IS NOT NULL"
	if schema.Classes == nil {
		usable = w.within("y", 0, o.Spread[0], math.MaxFloat64)
	}
	centres, scales := o.Units()
	parts := []string{as(either(usable, "1", "0"), "labelled")}
	for k := 1; k <= count; k++ {
		y := "y"
		if schema.Classes != nil {
			y = either(fmt.Sprintf("y = %d", k), w.double(1), w.double(0))
		}
		parts = append(parts,
			as(f(k)+" - "+w.double(centres[k-1]), g(k)),
			as(either(usable, y+" - "+f(k), w.double(0)), e(k)))
	}
	w.kept = each(d, z)
	w.layer(parts...)
	w.kept = append(w.kept, "labelled")
	var features []string
	for k := 1; k <= count; k++ {
		features = append(features, as(w.quotient(g(k), scales[k-1]), z(d+k)), as(w.quotient(e(k), p.Offset.Spread[k-1]), z(d+count+k)))
	}
	w.layer(features...)
	w.kept = []string{"labelled"}
}

// Columns of numbers: f are scores, and then the predictions; g and e are what is divided to become the features of labels.
var f, g, e = numbered("f"), numbered("g"), numbered("e")

// quotient is x/scale, or 0 where that is tiny.
func (w *writer) quotient(x string, scale float64) string {
	return either(call("ABS", x)+" < "+w.double(scale*tiny), w.double(0), x+" / "+w.double(scale))
}

// checkOffset refuses models that no query can compute as the file reader does.
func (p Plan) checkOffset() error {
	centres, scales := p.Offset.Units()
	low, high := p.Offset.Model.Limits()
	numbers := append([]float64{low, high}, centres...)
	numbers = append(append(numbers, scales...), p.Offset.Spread...)
	switch m := p.Offset.Model.Sole().(type) {
	case *linear.Model:
		for _, own := range m.Coefficients() {
			numbers = append(numbers, own...)
		}
		_, means, scales := m.Products()
		numbers = append(append(numbers, means...), scales...)
	case *trees.Model:
		numbers = append(numbers, m.Base()...)
		trees.Express(m, func(v float64) bool { return true }, func(b trees.Branch, _, _ bool) bool {
			if size := math.Abs(b.Limit); size < leastLimit && size > 0 {
				numbers = append(numbers, b.Limit)
			}
			return true
		})
	default:
		return refuse(CodeBadOption, "the model of the public sample is %s, which SQL cannot compute to the last bit; choose the base linear, quadratic or trees, or leave useLabels out", p.base())
	}
	for _, v := range numbers {
		if size := math.Abs(v); v != 0 && !(size >= 1e-60 && size <= 1e60) {
			return refuse(CodeBadOption, "the model of the public sample has numbers as large or as small as %.3g, with which some databases fail; give the label and the columns in other units, or leave useLabels out", v)
		}
	}
	return nil
}

// leastLimit is above the size of what a database may round to another number when it reads a cell.
const leastLimit = 1e-290

func (p Plan) base() string {
	if p.Offset == nil {
		return string(p.Map.Kind)
	}
	return p.Offset.Base
}
