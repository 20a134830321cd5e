package adapt

import (
	"io"
	"math"

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

	ahead *ahead    // where a public model is asked about each row, else nil
	z, x  []float64 // z: the columns, then g; x: the features, then γt
}

// ahead holds rows that were read and are not added up yet, because a public model is fastest with many rows. What it
// says of a row does not depend on the others.
type ahead struct {
	says        func(dst, cells []float64) // by the model: of the offset values, of a report's model scores
	width, read int                        // of a row of cells, and how many are read: the label as well, where it is used
	cells, said []float64
	labels      []float64
	shares      []share
	at, rows    int // the next of so many
	encoding    basemodel.Encoding
}

// share of a person is the k-th of so many rows. A row that is a unit of its own has one share of one.
type share struct{ k, of int64 }

func newAhead(p *plan.Plan, outputs int, says func(dst, cells []float64)) *ahead {
	columns := p.Source.Schema.Used()
	read := len(columns)
	if p.ReadsLabels() {
		read++
	}
	return &ahead{
		says:     says,
		width:    len(columns),
		read:     read,
		cells:    make([]float64, basemodel.Together*len(columns)+1), // a label is read where the next row then begins
		said:     make([]float64, basemodel.Together*outputs),
		labels:   make([]float64, basemodel.Together),
		shares:   make([]share, basemodel.Together),
		encoding: basemodel.NewEncoding(columns),
	}
}

func (a *ahead) wipe() {
	clear(a.cells)
	clear(a.said)
	clear(a.labels)
	clear(a.shares)
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
		in.ahead = newAhead(p, public.Offset.Outputs(), public.Offset.Values)
	}
	if p.Unit != "" {
		in.people = people.New()
	}
	if report != nil {
		in.report = report
		in.ahead = newAhead(p, basemodel.Outputs(len(p.Source.Schema.Classes)), report.Model().Predict)
		for _, l := range report.Layouts() {
			in.counts = append(in.counts, tally.New(l))
		}
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
	if in.ahead != nil {
		in.ahead.wipe()
	}
}

// open reads the header of a file.
func (in *intake) open(file io.Reader) (dataset.UnitRows, error) {
	if in.ahead == nil {
		return in.named(file, dataset.Target)
	}
	if in.plan.ReadsLabels() {
		return in.named(file, dataset.Labelled)
	}
	return in.named(file, func(r io.Reader, s dataset.Schema) (dataset.UnitRows, error) { return dataset.NewCellReader(r, s) })
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

// next reads and adds a row. Of rows that have people it adds the share of its person's, and fails where the rows are
// not those that were counted.
func (in *intake) next(rows dataset.UnitRows) (clipped, ok bool, err error) {
	a := in.ahead
	if a == nil {
		if !rows.Next(in.z) {
			return false, false, nil
		}
		s, err := in.share(rows)
		if err != nil {
			return false, false, err
		}
		in.plan.Map.Apply(in.x, in.z)
		return in.sum.AddShare(in.x, s.of), true, nil
	}
	if a.at == a.rows {
		if err := in.read(rows); err != nil {
			return false, false, err
		}
	}
	if a.at == a.rows {
		return false, false, nil
	}
	a.at++
	return in.add(a.at - 1), true, nil
}

// share returns the share of the row that was read.
func (in *intake) share(rows dataset.UnitRows) (share, error) {
	if in.people == nil {
		return share{1, 1}, nil
	}
	k, of, same := in.people.Share(rows.Unit())
	if !same {
		return share{}, errChanged
	}
	return share{k, of}, nil
}

// read reads the next rows of a file ahead: none at its end.
func (in *intake) read(rows dataset.UnitRows) (err error) {
	a := in.ahead
	a.at, a.rows = 0, 0
	for a.rows < basemodel.Together {
		row := a.cells[a.rows*a.width:][:a.width+1]
		row[a.width] = math.NaN() // of a label that is not read
		if !rows.Next(row[:a.read]) {
			break
		}
		if a.shares[a.rows], err = in.share(rows); err != nil {
			return err
		}
		a.labels[a.rows] = row[a.width]
		a.rows++
	}
	a.says(a.said[:a.rows*len(a.said)/basemodel.Together], a.cells[:a.rows*a.width])
	return nil
}

var errChanged = words.Refuse(
	"unreadable",
	"the private file was not the same when it was read a second time; nothing was charged. Read a file that nothing changes meanwhile",
)

// add adds a row that was read ahead.
func (in *intake) add(row int) (clipped bool) {
	a, d := in.ahead, in.plan.Map.Dim()
	cells, said := a.cells[row*a.width:][:a.width], a.said[row*len(a.said)/basemodel.Together:][:len(a.said)/basemodel.Together]
	label, share, columns := a.labels[row], a.shares[row], a.encoding.Dim()
	a.encoding.Apply(in.z[:columns], cells)
	if in.report != nil {
		in.plan.Map.Apply(in.x, in.z)
		rows := in.report.Rows(cells, label, said)
		if rows[len(rows)-1].Labelled { // of an estimate by residuals
			in.labels++
		}
		for i, row := range rows {
			in.counts[i].AddShare(row, share.k, share.of)
		}
		return in.sum.AddShare(in.x, share.of)
	}
	has := in.offset.Columns(in.z[columns:], in.x[d:], said, label)
	in.plan.Map.Apply(in.x[:d], in.z)
	if has {
		in.labels++
		return in.with.AddShare(in.x, share.of)
	}
	return in.sum.AddShare(in.x[:d], share.of)
}
