package adapt

import (
	"io"

	"privadapt/core/adapt/plan"
	"privadapt/core/basemodel"
	"privadapt/core/basemodel/labelled"
	"privadapt/core/dataset"
	"privadapt/core/moment"
)

// intake adds up the rows of private files. With useLabels there are two sums. A row with a label enters with as (z, g, t): its
// features, the predictions g of the public offset and the residuals t of its label; see package labelled. A row without one enters
// sum as (z, g). Each row is clipped as one vector, by the accumulator, and is a function of its own record and of public values.
// Test: TestALabelledRowIsAFunctionOfItsRecord.
type intake struct {
	plan   *plan.Plan
	offset *labelled.Offset // nil without labels
	sum    *moment.Accumulator
	with   *moment.Accumulator // rows with a label; nil without labels

	cells    []float64 // with useLabels: the cells of a record, its label last; else nil
	encoding basemodel.Encoding
	z, x     []float64 // z: the columns; x: the features, then g and t
}

// newIntake needs the public fits where labels are used.
func newIntake(p *plan.Plan, public *plan.Public) *intake {
	d, t := p.Map.Dim(), p.Residuals()
	in := &intake{plan: p, sum: moment.NewAccumulator(p.Grid, d+t), z: make([]float64, p.Source.Schema.Dim()), x: make([]float64, d+2*t)}
	if public != nil {
		columns := p.Source.Schema.Used()
		in.offset, in.with = public.Offset, moment.NewAccumulator(p.Grid, d+2*t)
		in.cells, in.encoding = make([]float64, len(columns)+1), basemodel.NewEncoding(columns)
	}
	return in
}

func (in *intake) wipe() {
	in.sum.Wipe()
	if in.with != nil {
		in.with.Wipe()
	}
	clear(in.z)
	clear(in.x)
	clear(in.cells)
}

// open reads the header of a file.
func (in *intake) open(file io.Reader) (dataset.Rows, error) {
	if in.offset == nil {
		return dataset.Target(file, in.plan.Source.Schema)
	}
	return dataset.Labelled(file, in.plan.Source.Schema)
}

// next reads and adds a row. in.z holds its columns afterwards.
func (in *intake) next(rows dataset.Rows) (clipped, ok bool) {
	if in.offset == nil {
		if !rows.Next(in.z) {
			return false, false
		}
		in.plan.Map.Apply(in.x, in.z)
		return in.sum.Add(in.x), true
	}
	if !rows.Next(in.cells) {
		return false, false
	}
	last, d, t := len(in.cells)-1, in.plan.Map.Dim(), in.plan.Residuals()
	in.encoding.Apply(in.z, in.cells[:last])
	in.plan.Map.Apply(in.x[:d], in.z)
	if in.offset.Columns(in.x[d:d+t], in.x[d+t:], in.cells[:last], in.cells[last]) {
		return in.with.Add(in.x), true
	}
	return in.sum.Add(in.x[:d+t]), true
}
