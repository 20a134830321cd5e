package adapt

import (
	"io"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/people"
	"privadapt/core/internal/private/tally"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/words"
)

// intake adds up the rows of private files. Where labels correct the result there are two sums. A row with a label
// enters with as (φ, γt): features of its columns and of what the public offset predicts, and the residuals of its
// label; see package labelled. A row without one enters sum as φ. Each row is clipped as one vector, by the accumulator,
// and is a function of its own record and of public values. Test: TestALabelledRowIsAFunctionOfItsRecord.
type intake struct {
	plan   *plan.Plan
	offset *labelled.Offset // nil without labels
	sum    *moment.Accumulator
	with   *moment.Accumulator // rows with a label; nil without labels

	report *plan.Report // or nil
	counts []*tally.Sum // of a report or an estimate, for each of its layouts
	labels int64        // rows that have one, where they are used

	people *people.People // who were counted in a first reading, or nil

	cells    []float64 // where labels are read: the cells of a record, its label last; else nil
	encoding basemodel.Encoding
	z, x     []float64 // z: the columns, then g; x: the features, then γt
}

// newIntake needs the public fits where labels are used, and the places in which the rows of a report count.
func newIntake(p *plan.Plan, public *plan.Public, report *plan.Report) *intake {
	d, t := p.Map.Dim(), p.Residuals()
	in := &intake{
		plan: p,
		sum:  moment.NewAccumulator(p.Grid, d),
		z:    make([]float64, p.Source.Schema.Dim()+t),
		x:    make([]float64, d+t),
	}
	if public != nil {
		in.offset, in.with = public.Offset, moment.NewAccumulator(p.Grid, d+t)
	}
	if p.Unit != "" {
		in.people = people.New()
	}
	if report != nil {
		in.report = report
		for _, l := range report.Layouts() {
			in.counts = append(in.counts, tally.New(l))
		}
	}
	if public != nil || report != nil {
		columns := p.Source.Schema.Used()
		in.cells, in.encoding = make([]float64, len(columns)+1), basemodel.NewEncoding(columns)
	}
	return in
}

func (in *intake) wipe() {
	if in.people != nil {
		in.people.Wipe()
	}
	in.sum.Wipe()
	if in.with != nil {
		in.with.Wipe()
	}
	for _, c := range in.counts {
		c.Wipe()
	}
	clear(in.z)
	clear(in.x)
	clear(in.cells)
}

// open reads the header of a file.
func (in *intake) open(file io.Reader) (dataset.UnitRows, error) {
	if in.cells != nil {
		return in.named(file, dataset.Labelled)
	}
	return in.named(file, dataset.Target)
}

// named finds the columns of a file, and the one that names the people.
func (in *intake) named(
	file io.Reader,
	read func(io.Reader, dataset.Schema) (dataset.UnitRows, error),
) (dataset.UnitRows, error) {
	rows, err := read(file, in.plan.FileSchema())
	if err == nil && in.plan.Unit != "" {
		err = rows.NameUnit(in.plan.Unit)
	}
	return rows, in.unmatched(rows, err)
}

// count reads whose the rows of a file are, and nothing else of them.
func (in *intake) count(file io.Reader, progress func(rows int64) error) error {
	rows, err := in.named(file, dataset.Target)
	if err != nil {
		return err
	}
	rows.UnitsAlone()
	for n := int64(1); rows.Next(in.z[:in.plan.Source.Schema.Dim()]); n++ {
		if !in.people.Count(rows.Unit()) {
			return words.Refuse("too-large", "the private files have more people or rows than can be counted, 4 billion")
		}
		if err := progress(n); err != nil {
			return err
		}
	}
	return rows.Err()
}

// next reads and adds a row; in.z holds its columns afterwards. Of rows that have people it adds the share of its
// person's, and fails where the rows are not those that were counted.
func (in *intake) next(rows dataset.UnitRows) (clipped, ok bool, err error) {
	row := in.z
	if in.cells != nil {
		row = in.cells
	}
	if !rows.Next(row) {
		return false, false, nil
	}
	k, of := int64(1), int64(1)
	if in.people != nil {
		var same bool
		if k, of, same = in.people.Share(rows.Unit()); !same {
			return false, false, errChanged
		}
	}
	return in.add(k, of), true, nil
}

var errChanged = words.Refuse(
	"unreadable",
	"the private file was not the same when it was read a second time; nothing was charged. Read a file that nothing changes meanwhile",
)

// add adds the row that was read, the k-th of its person, who has `of` of them.
func (in *intake) add(k, of int64) (clipped bool) {
	if in.cells == nil {
		in.plan.Map.Apply(in.x, in.z)
		return in.sum.AddShare(in.x, of)
	}
	last, d, columns := len(in.cells)-1, in.plan.Map.Dim(), in.encoding.Dim()
	in.encoding.Apply(in.z[:columns], in.cells[:last])
	if in.report != nil {
		in.plan.Map.Apply(in.x, in.z)
		rows := in.report.Rows(in.cells[:last], in.cells[last])
		if rows[len(rows)-1].Labelled { // of an estimate by residuals
			in.labels++
		}
		for i, row := range rows {
			in.counts[i].AddShare(row, k, of)
		}
		return in.sum.AddShare(in.x, of)
	}
	has := in.offset.Columns(in.z[columns:], in.x[d:], in.cells[:last], in.cells[last])
	in.plan.Map.Apply(in.x[:d], in.z)
	if has {
		in.labels++
		return in.with.AddShare(in.x, of)
	}
	return in.sum.AddShare(in.x[:d], of)
}
