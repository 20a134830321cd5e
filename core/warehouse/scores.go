package warehouse

import (
	"fmt"
	"strconv"
	"strings"

	"privadapt/core/data/features"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/model/linear"
	"privadapt/core/release"
	"privadapt/core/words"
)

// Scores writes the query that applies a released model to each row of a table, which is pasted as it is. Its columns
// are those of the table that are kept, and prediction; of classes it is the likeliest, and beside it is the probability
// of each, named p(class). Models that no query of sums may have are computed to within rounding errors.
func Scores(r *release.Release, to Dialect, table string, keep []string) (string, error) {
	w, err := newWriter(to, []Dialect{"duckdb", "postgres"}, table) // in which tests compare it with predictions
	if err != nil {
		return "", err
	}
	model, err := r.RowModel()
	if err != nil {
		return "", err
	}
	if err := checkModel(model, false); err != nil {
		return "", err
	}
	schema := r.Provenance.Schema
	if err := w.checkNames(schema, false, ""); err != nil {
		return "", err
	}
	w.cells(schema, false, "", keep)
	w.scores(schema, model, nil)
	columns := each(len(keep), func(k int) string { return as(carried(k), w.name(keep[k-1])) })
	prediction := f(1)
	if schema.Classes != nil {
		if _, given := model.(*labelled.Corrected); !given {
			w.probabilities(basemodel.Outputs(len(schema.Classes)))
		}
		p := each(len(schema.Classes), func(k int) string { return f(k - 1) })
		w.layer(append(p, as(call("GREATEST", p...), "top"))...)
		prediction = "CASE"
		for k, class := range schema.Classes {
			prediction += " WHEN " + f(k) + " = top THEN " + w.text(class)
		}
		prediction += " END"
	}
	columns = append(columns, as(prediction, w.name("prediction")))
	for k, class := range schema.Classes {
		columns = append(columns, as(f(k), w.name("p("+class+")")))
	}
	if most := w.mostColumns; most > 0 && w.widest > most {
		return "", words.Refuse(CodeBadOption,
			"the query needs %d columns at a time, and this database has at most %d; export the model as ONNX or for DuckDB",
			w.widest, most)
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	return fmt.Sprintf("-- privadapt %s, release %s: ε = %s, δ = %s, unit %s\nSELECT\n%s\n%s;\n", release.ProgramVersion,
		r.ReleaseID, number(r.Certificate.Epsilon), number(r.Certificate.Delta), r.Certificate.Unit,
		strings.Join(columns, ",\n"), w.from), nil
}

// mapped makes the features of labels of standardised columns, and of predictions after them, under the same names.
func (w *writer) mapped(m *features.Map, beside []string) {
	lists := make([][]float64, m.Dim())
	for k, row := range m.Matrix {
		lists[k] = append([]float64{0}, row...)
	}
	sums := w.affine(lists)
	w.kept = beside
	w.layer(each(m.Dim(), func(k int) string { return as(sums[k-1], z(k)) })...)
	w.kept = union(each(m.Dim(), z), beside)
}

// smooth adds up a linear part and bumps, whose heights are x1, x2, ….
func (w *writer) smooth(m *linear.Smooth, d int) {
	const lowest = -700 // below it the exponential is taken as 0, since PostgreSQL refuses it
	lists := make([][]string, len(m.Landmarks)/d)
	for i, v := range m.Landmarks {
		lists[i/d] = append(lists[i/d], squares("("+z(i%d+1)+" - "+w.double(v)+")"))
	}
	exponents := w.added(lists, mostTerms, x)
	factor := -1 / (2 * m.Width * m.Width)
	w.layer(each(len(lists), func(k int) string { return as("("+exponents[k-1]+") * "+w.double(factor), x(k)) })...)
	w.layer(each(len(lists), func(k int) string {
		return as(either(x(k)+" < "+w.double(lowest), w.double(0), call("EXP", x(k))), x(k))
	})...)
	terms := w.multiples(m.Coefficients[:1+d])
	for k, c := range m.Coefficients[1+d:] {
		terms = append(terms, w.double(c)+" * "+x(k+1))
	}
	w.kept = union(w.kept, each(len(lists), x))
	w.layer(as(w.limited(w.added([][]string{terms}, mostTerms, f)[0], m.Limits), f(1)))
}

// corrected adds to the values of a public model, and of one that was fitted under the weights, what private labels
// correct. See labelled.Corrected.
func (w *writer) corrected(m *labelled.Corrected, d int) {
	cells, o := w.kept, m.Offset
	classes, count := o.Model.Classes(), o.Outputs()
	values := func(b *auto.Blend, beside []string) {
		w.kept = union(cells, beside)
		w.blend(b, d, w.kept)
		if classes > 0 {
			w.probabilities(basemodel.Outputs(classes))
		}
	}
	values(o.Model, nil)
	w.layer(each(count, func(k int) string { return as(f(k), e(k)) })...)
	mixed := e
	if m.Other != nil {
		values(m.Other, each(count, e))
		mixed = func(k int) string {
			return w.double(1-m.Share) + " * " + e(k) + " + " + w.double(m.Share) + " * " + f(k)
		}
	}
	w.kept = cells
	w.layer(append(each(count, func(k int) string { return as(mixed(k), e(k)) }),
		each(count, func(k int) string { return as(e(k)+" - "+w.double(o.Centres[k-1]), g(k)) })...)...)
	w.layer(append(each(count, e),
		each(count, func(k int) string { return as(w.quotient(g(k), o.Scales[k-1]), z(d+k)) })...)...)
	w.kept = union(union(cells, each(d+count, z)), each(count, e))
	lists := make([][]string, count)
	for k := range lists {
		lists[k] = append([]string{e(k + 1)}, w.multiples(m.Delta[k])...)
	}
	sums := w.added(lists, mostTerms, f)
	if classes == 0 {
		w.kept = nil
		w.layer(each(count, func(k int) string { return as(w.limited(sums[k-1], o.Model.Limits), f(k)) })...)
		return
	}
	half := w.double(0.5)
	least := func(p string) string {
		return w.limited(p+" * "+half, basemodel.Limits{Low: labelled.Floor, High: labelled.Ceiling})
	}
	w.kept = each(count, e)
	w.layer(each(count, func(k int) string {
		return as(call("LEAST", call("GREATEST", sums[k-1], least(e(k))), w.double(1)), f(k))
	})...)
	w.kept = nil
	rest := func(p []string) string { return "(" + w.double(1) + " - (" + plus(p) + "))" }
	p := each(count, f)
	w.layer(append(p, as(call("GREATEST", rest(p), least(rest(each(count, e)))), f(0)))...)
	p = append([]string{f(0)}, p...)
	w.layer(append(p, as(plus(p), "total"))...)
	w.layer(each(len(p), func(k int) string { return as(f(k-1)+" / total", f(k-1)) })...)
}
