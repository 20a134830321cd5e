package warehouse

import (
	"fmt"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
)

// With labels a row has more features: the predictions g of a public model and the residuals t of its label, as package
// labelled has them, and a column labelled that is 1 where the label is used and else 0. Where it is 0, t is 0.

// labelled makes the features z1, z2, … of columns, predictions and residuals.
func (w *writer) labelled(p Plan) {
	schema, o := p.Source.Schema, p.Offset
	d, count := p.Map.Dim(), p.residuals()
	w.scores(schema, o.Model, append(each(d, z), "y"))
	if o.Model.Classes() > 0 {
		w.probabilities(basemodel.Outputs(o.Model.Classes()))
	}

	usable := "y IS NOT NULL"
	if schema.Classes == nil {
		usable = w.within("y", 0, 1, dataset.Largest)
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
		features = append(features, as(w.quotient(g(k), scales[k-1]), z(d+k)),
			as(w.quotient(e(k), p.Offset.Spread[k-1]), z(d+count+k)))
	}
	w.layer(features...)
	w.kept = []string{"labelled"}
}

// quotient is x/scale, or 0 where that is tiny.
func (w *writer) quotient(x string, scale float64) string {
	return either(call("ABS", x)+" < "+w.double(scale*tiny), w.double(0), x+" / "+w.double(scale))
}
