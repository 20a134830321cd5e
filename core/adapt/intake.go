package adapt

import (
	"io"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
)

// intake adds up the rows of private files. With useLabels there are two sums. A row with a label enters with as (z, g,
// t): its features, the predictions g of the public offset and the residuals t of its label; see package labelled. A
// row without one enters sum as (z, g). Each row is clipped as one vector, by the accumulator, and is a function of its
// own record and of public values. Test: TestALabelledRowIsAFunctionOfItsRecord.
type intake struct {
	plan   *plan.Plan
	offset *labelled.Offset // nil without labels
	sum    *moment.Accumulator
	with   *moment.Accumulator // rows with a label; nil without labels

	report *plan.Report // or nil
	counts *tally.Sum   // of a report
	labels int64        // of a report: rows that have one

	cells    []float64 // with useLabels and for a report: the cells of a record, its label last; else nil
	encoding basemodel.Encoding
	z, x     []float64 // z: the columns; x: the features, then g and t
}

// newIntake needs the public fits where labels are used, and the places in which the rows of a report count.
func newIntake(p *plan.Plan, public *plan.Public, report *plan.Report) *intake {
	d, t := p.Map.Dim(), p.Residuals()
	in := &intake{
		plan: p,
		sum:  moment.NewAccumulator(p.Grid, d+t),
		z:    make([]float64, p.Source.Schema.Dim()),
		x:    make([]float64, d+2*t),
	}
	if public != nil {
		in.offset, in.with = public.Offset, moment.NewAccumulator(p.Grid, d+2*t)
	}
	if report != nil {
		in.report, in.counts = report, tally.New(report.Layout)
	}
	if public != nil || report != nil {
		columns := p.Source.Schema.Used()
		in.cells, in.encoding = make([]float64, len(columns)+1), basemodel.NewEncoding(columns)
	}
	return in
}

func (in *intake) wipe() {
	in.sum.Wipe()
	if in.with != nil {
		in.with.Wipe()
	}
	if in.counts != nil {
		in.counts.Wipe()
	}
	clear(in.z)
	clear(in.x)
	clear(in.cells)
}

// open reads the header of a file.
func (in *intake) open(file io.Reader) (dataset.Rows, error) {
	if in.cells == nil {
		return dataset.Target(file, in.plan.Source.Schema)
	}
	return dataset.Labelled(file, in.plan.Source.Schema)
}

// next reads and adds a row. in.z holds its columns afterwards.
func (in *intake) next(rows dataset.Rows) (clipped, ok bool) {
	if in.cells == nil {
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
	if in.report != nil {
		row := in.report.Row(in.cells[:last], in.cells[last])
		if row.Labelled {
			in.labels++
		}
		in.counts.Add(row)
		return in.sum.Add(in.x), true
	}
	if in.offset.Columns(in.x[d:d+t], in.x[d+t:], in.cells[:last], in.cells[last]) {
		return in.with.Add(in.x), true
	}
	return in.sum.Add(in.x[:d+t]), true
}
