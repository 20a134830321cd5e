package adapt

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/postprocess"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Target is a private sample under frozen settings: an exact second moment that leaves through Adapt alone.
type Target struct {
	plan     *plan.Plan
	sum      *moment.Sum
	counts   []*tally.Sum // of a report or an estimate, for which sum serves the owner's report alone; else nil
	labelled *moment.Sum  // with private labels the sum of the rows that have one, sum has the others; else nil
	warnings []words.Message
	used     bool

	result *postprocess.Result // once Adapt has made its release
}

// Copy returns a reading of the same rows that makes a release of its own, at its own charge.
func (t *Target) Copy() *Target {
	twin := &Target{plan: t.plan, sum: t.sum.Clone(), warnings: t.warnings}
	if t.labelled != nil {
		twin.labelled = t.labelled.Clone()
	}
	for _, c := range t.counts {
		twin.counts = append(twin.counts, c.Clone())
	}
	return twin
}

// ReadTarget freezes the settings and then reads the private files, which together are one population, in one pass; a
// [dataset.ColumnStream] among them is a table in memory. It refuses,
// before anything is charged, what the settings may not have for a given number of rows, see plan.CheckRows, and with
// UseLabels files whose headers lack the label.
//
// If reading fails for any reason, including a panic, the sums are wiped.
func ReadTarget(
	source *dataset.Source,
	o Options,
	files []io.Reader,
	progress Progress,
) (target *Target, _ OwnerReport, _ error) {
	return ReadTargetTwice(source, o, nil, files, progress)
}

// ReadTargetTwice is ReadTarget for files whose rows have people, with the option Unit: counted are the same files,
// opened once more. A first reading of them counts the rows of each person. Without that option there are none.
func ReadTargetTwice(
	source *dataset.Source,
	o Options,
	counted, files []io.Reader,
	progress Progress,
) (target *Target, _ OwnerReport, _ error) {
	if wanted := len(files); o.Unit != "" && len(counted) != wanted {
		return nil, OwnerReport{}, words.Refuse(
			"bad-unit",
			"where a column names the people, the private file is read twice, and this one can be read once alone; give it as a file",
		)
	}
	p, err := plan.New(o, source)
	if err != nil {
		return nil, OwnerReport{}, err
	}
	if err := p.CheckReceiver(0); err != nil {
		return nil, OwnerReport{}, err
	}
	var public *plan.Public
	if p.UseLabels {
		if public, err = p.Prepare(progress); err != nil {
			return nil, OwnerReport{}, err
		}
	}
	var appraised *plan.Report
	if p.Release.Counted() {
		if appraised, err = p.PrepareReport(progress); err != nil {
			return nil, OwnerReport{}, err
		}
	}
	in := newIntake(p, public, appraised)
	defer in.wipe()
	report := blankReport()
	if p.Unit != "" {
		for i, file := range counted {
			if err := in.count(file, every(1024, progress)); err != nil {
				return nil, OwnerReport{}, nameFile(err, i, len(files))
			}
		}
	}
	repeats := newRepeats(p.FileSchema(), len(files))
	defer repeats.wipe()
	for i, file := range files {
		if p.Unit == "" {
			file = repeats.keep(file)
		}
		reader, err := in.open(file)
		if err != nil {
			return nil, OwnerReport{}, nameFile(err, i, len(files))
		}
		for rows := int64(1); ; rows++ {
			clipped, ok, err := in.next(reader)
			if err != nil {
				return nil, OwnerReport{}, nameFile(err, i, len(files))
			}
			if !ok {
				break
			}
			if clipped {
				report.ClippedRows++
			}
			if progress != nil && rows%1024 == 0 {
				if err := progress("target", int64(report.Rows)+rows, 0); err != nil {
					return nil, OwnerReport{}, err
				}
			}
		}
		if err := reader.Err(); err != nil {
			return nil, OwnerReport{}, nameFile(err, i, len(files))
		}
		report.add(reader.Report(), i+1)
		if p.Unit == "" {
			repeats.count(file)
		}
	}
	report.Repeating = repeats.found()
	switch {
	case report.LabelPresent:
	case p.Release == release.Report:
		return nil, OwnerReport{}, words.Refuse("no-labels",
			"the private file has no column %q, with whose labels the model was to be compared; choose a file that has it",
			source.Schema.Label)
	case p.ReadsLabels():
		return nil, OwnerReport{}, words.Refuse("no-labels",
			"the private file has no column %q, whose labels were to be used; choose a file that has it, or leave useLabels out",
			source.Schema.Label)
	}
	if in.people != nil && !in.people.Whole() {
		return nil, OwnerReport{}, errChanged
	}
	if report.Rows == 0 && p.Adjacency == method.ReplaceOne { // under add-remove the absence of rows is private too
		return nil, OwnerReport{}, words.Refuse("no-rows", "the private file has a header and no rows")
	}
	if in.people != nil {
		people := in.people.Number()
		report.People, report.MostRows, report.NamelessRows = &people, in.people.Most(), in.people.Nameless()
	}
	if err := p.CheckRows(report.units()); err != nil {
		// A sheet that is formatted to its last row has that many, and no delta should follow from it. Which refusal it is
		// follows from the number of rows, which is no secret here, and not from cells. Test: TestAWholeSheetIsNamedBeforeDelta.
		var refused *words.Error
		if errors.As(err, &refused) && refused.Code == "bad-delta" && p.Unit == "" && isWholeSheet(report.Rows) {
			err = words.Refuse("blank-rows", "%s", wholeSheet)
		}
		return nil, OwnerReport{}, err
	}
	t := &Target{plan: p, sum: in.sum.Sum()}
	defer t.wipeUnless(&target)
	for _, c := range in.counts {
		t.counts = append(t.counts, c.Clone())
	}
	if in.counts != nil && p.ReadsLabels() {
		rows := in.labels
		report.LabelledRows = &rows
	}
	all := t.sum // for the owner's report
	if in.with != nil {
		t.labelled = in.with.Sum()
		rows := in.labels
		report.LabelledRows = &rows
		if in.people != nil {
			t.labelled.CountPeople(0) // they are counted once, in the other sum
		}
	}
	if in.people != nil {
		t.sum.CountPeople(report.units())
	}
	if in.with != nil {
		all = moment.Total(t.labelled, t.sum, p.Order())
		defer all.Wipe()
	}
	t.warnings = publicWarnings(p, all)
	report.Shifts, report.FarColumns = columnShifts(all, p)
	report.Lines = report.lines(all, source.Schema, p)
	report.Stops = report.stops(source)
	return t, report, nil
}

// every reports each so-many-th row of a first reading.
func every(rows int64, progress Progress) func(int64) error {
	return func(n int64) error {
		if progress == nil || n%rows != 0 {
			return nil
		}
		return progress("target", n, 0)
	}
}

// wipeUnless wipes what was read if it is not returned.
func (t *Target) wipeUnless(returned **Target) {
	if *returned == nil {
		t.Wipe()
	}
}

func nameFile(err error, i, files int) error {
	if files == 1 {
		return err
	}
	return fmt.Errorf("private file %d: %w", i+1, err)
}

// Unmatched says that a private file lacks columns of the sample, while it has others that nothing reads: its owner can
// say which are meant, by [Options].Headers. It depends on the header alone, and is for the owner's eyes.
type Unmatched struct {
	Missing []string `json:"missing"` // names of the sample, the label last where it is used
	Headers []string `json:"headers"` // of the file, that nothing reads
}

func (*Unmatched) Error() string { return "adapt: the private file lacks columns of the sample" }

// unmatched is that error where the owner is to be asked and can answer; else what came of reading the header. A first
// line of one cell is a title more often than a header.
func (in *intake) unmatched(rows dataset.UnitRows, err error) error {
	if !in.plan.AskHeaders {
		return err
	}
	found := &Unmatched{}
	var refused *dataset.Error
	switch {
	case err == nil:
		report := rows.Report()
		found.Missing, found.Headers = report.MissingColumns, report.SurplusColumns
		if in.plan.ReadsLabels() && !report.LabelPresent {
			found.Missing = append(found.Missing, in.plan.Source.Schema.Label)
		}
	case errors.As(err, &refused) && len(refused.Headers()) > 1:
		found.Headers = refused.Headers()
		for _, c := range in.plan.Source.Schema.Used() {
			found.Missing = append(found.Missing, c.Name)
		}
		if in.plan.ReadsLabels() {
			found.Missing = append(found.Missing, in.plan.Source.Schema.Label)
		}
	}
	found.Headers = slices.Compact(slices.Sorted(slices.Values(found.Headers)))
	if len(found.Missing) == 0 || len(found.Headers) == 0 {
		return err
	}
	return found
}
