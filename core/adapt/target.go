package adapt

import (
	"fmt"
	"io"
	"math"
	"slices"

	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/postprocess"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/model/auto"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Target is a private sample under frozen settings: an exact second moment that leaves through Adapt alone.
type Target struct {
	plan     *plan.Plan
	sum      *moment.Sum
	counts   *tally.Sum  // of a report, for which sum serves the owner's report alone; else nil
	labelled *moment.Sum // with private labels the sum of the rows that have one, and sum is that of the others; else nil
	warnings []string
	used     bool
	pool     Pool // or nil

	result *postprocess.Result // once Adapt has made its release
}

// Copy returns a reading of the same rows that makes a release of its own, at its own charge.
func (t *Target) Copy() *Target {
	twin := &Target{plan: t.plan, sum: t.sum.Clone(), warnings: t.warnings}
	if t.labelled != nil {
		twin.labelled = t.labelled.Clone()
	}
	if t.counts != nil {
		twin.counts = t.counts.Clone()
	}
	return twin
}

// OwnerReport says what became of the private rows. It is computed from them without noise: it is for the eyes of their
// owner and must never be sent anywhere.
type OwnerReport struct {
	dataset.Report
	ClippedRows int           `json:"clippedRows"`
	Shifts      []ColumnShift `json:"shifts"`     // of the numeric columns
	FarColumns  []ColumnShift `json:"farColumns"` // those of them that are far
	Units       []UnitGuess   `json:"units"`
	// People is how many people the rows are of, MostRows the most rows of one, and NamelessRows how many rows name
	// nobody and count together as one person; absent where no unit was named.
	People       *int64 `json:"people,omitempty"`
	MostRows     int64  `json:"mostRows,omitempty"`
	NamelessRows int64  `json:"namelessRows,omitempty"`
	// Repeating are columns that nothing reads and whose texts repeat as the names of people with several rows would,
	// where no unit was named.
	Repeating []Repeating `json:"repeating"`
	// LabelledRows is how many rows have a label that was used; absent where labels were not asked for.
	LabelledRows *int64   `json:"labelledRows,omitempty"`
	Warnings     []string `json:"warnings"`
	// Unchecked says that the sums of a database came without the counts of unread cells and shortened rows.
	Unchecked bool `json:"unchecked,omitempty"`
	// Stops are what the owner has to accept before the charge; see [Stop].
	Stops []Stop `json:"stops"`
}

// ReadTarget freezes the settings and then reads the private files, which together are one population, in one pass; a
// [dataset.ColumnStream] among them is a table in memory. It refuses,
// before anything is charged, what the settings may not have for a given number of rows, see plan.CheckRows, and with
// UseLabels files whose headers lack the label.
//
// Whichever way the reading ends without a target, by a panic too, nothing of the sums is left in memory.
// Test: TestNoSumIsLeftInMemory.
func ReadTarget(
	source *dataset.Source,
	o Options,
	files []io.Reader,
	progress Progress,
) (target *Target, _ OwnerReport, _ error) {
	return ReadTargetTwice(source, o, nil, files, progress)
}

// ReadTargetTwice is ReadTarget for files whose rows have people, with the option Unit: counted are the same files,
// opened once more, of which the first reading counts the rows of each person. Without that option there are none.
func ReadTargetTwice(
	source *dataset.Source,
	o Options,
	counted, files []io.Reader,
	progress Progress,
) (target *Target, _ OwnerReport, _ error) {
	if wanted := len(files); o.Unit != "" && len(counted) != wanted {
		return nil, OwnerReport{}, plan.Refuse(
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
	if p.Release == release.Report {
		if appraised, err = p.PrepareReport(progress); err != nil {
			return nil, OwnerReport{}, err
		}
	}
	in := newIntake(p, public, appraised)
	defer in.wipe()
	report := blankReport()
	units := newUnitProbe(source.Schema)
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
			units.add(in.z)
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
		return nil, OwnerReport{}, plan.Refuse(
			"no-labels",
			"the private file has no column %q, with whose labels the model was to be compared; choose a file that has it",
			source.Schema.Label,
		)
	case p.UseLabels:
		return nil, OwnerReport{}, plan.Refuse(
			"no-labels",
			"the private file has no column %q, whose labels were to be used; choose a file that has it, or leave useLabels out",
			source.Schema.Label,
		)
	}
	if in.people != nil && !in.people.Whole() {
		return nil, OwnerReport{}, errChanged
	}
	if report.Rows == 0 && p.Adjacency == method.ReplaceOne { // under add-remove the absence of rows is private too
		return nil, OwnerReport{}, plan.Refuse("no-rows", "the private file has a header and no rows")
	}
	if in.people != nil {
		people := in.people.Number()
		report.People, report.MostRows, report.NamelessRows = &people, in.people.Most(), in.people.Nameless()
	}
	if err := p.CheckRows(report.units()); err != nil {
		return nil, OwnerReport{}, err
	}
	t := &Target{plan: p, sum: in.sum.Sum()}
	defer t.wipeUnless(&target)
	if in.counts != nil {
		t.counts = in.counts.Clone()
		rows := in.labels
		report.LabelledRows = &rows
	}
	all := t.sum // for the owner's report
	if in.with != nil {
		t.labelled = in.with.Sum()
		rows := in.labels
		report.LabelledRows = &rows
		if in.people != nil {
			t.labelled.CountPeople(0) // they are counted once, with those of the other sum
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
	report.Units = units.suspects()
	report.Shifts, report.FarColumns = columnShifts(all, source.Schema)
	report.Warnings = ownerWarnings(report, all, source.Schema, p)
	report.Stops = report.stops(source)
	return t, report, nil
}

// blankReport is one of no rows: its lists are empty and not absent.
func blankReport() OwnerReport {
	return OwnerReport{
		Report: dataset.Report{
			RepairedByColumn: map[string]int{},
			Findings:         []dataset.Finding{},
			MissingColumns:   []string{},
			MappedColumns:    []dataset.Mapped{},
			SurplusColumns:   []string{},
		},
		Units: []UnitGuess{}, Repeating: []Repeating{},
	}
}

// units is n: how many people there are or, where no column names them, rows.
func (r *OwnerReport) units() int64 {
	if r.People != nil {
		return *r.People
	}
	return int64(r.Rows)
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

// add merges the report of a further file, whose number counts from 1.
func (r *OwnerReport) add(f dataset.Report, file int) {
	for _, found := range f.Findings {
		r.addFinding(found, file)
	}
	r.Rows += f.Rows
	r.RepairedCells += f.RepairedCells
	r.RaggedRows += f.RaggedRows
	r.UnusableRows += f.UnusableRows
	r.UnclosedRows += f.UnclosedRows
	r.LabelPresent = r.LabelPresent || f.LabelPresent
	for name, n := range f.RepairedByColumn {
		r.RepairedByColumn[name] += n
	}
	r.MissingColumns = union(r.MissingColumns, f.MissingColumns)
	for _, m := range f.MappedColumns {
		if !slices.Contains(r.MappedColumns, m) {
			r.MappedColumns = append(r.MappedColumns, m)
		}
	}
	r.SurplusColumns = union(r.SurplusColumns, f.SurplusColumns)
}

func (r *OwnerReport) addFinding(f dataset.Finding, file int) {
	for i := range f.Examples {
		f.Examples[i].File = file
	}
	for i := range r.Findings {
		if known := &r.Findings[i]; known.Column == f.Column && known.Cause == f.Cause {
			known.Cells += f.Cells
			room := dataset.MostExamples - len(known.Examples)
			known.Examples = append(known.Examples, f.Examples[:min(room, len(f.Examples))]...)
			return
		}
	}
	r.Findings = append(r.Findings, f)
}

func union(a, b []string) []string {
	for _, name := range b {
		if !slices.Contains(a, name) {
			a = append(a, name)
		}
	}
	return a
}

// ownerWarnings puts what is suspicious into words.
func ownerWarnings(r OwnerReport, sum *moment.Sum, schema dataset.Schema, p *plan.Plan) []string {
	warnings := []string{}
	for _, c := range r.Repeating {
		warnings = append(warnings, c.warning())
	}
	if r.Unchecked {
		warnings = append(warnings, "The query was written by an earlier version, so nothing is known of cells that could not be read. Write it anew and run it to see them.")
	}
	if n := float64(r.units()); p.Adjacency == method.AddRemove && p.Delta >= 1/n {
		warnings = append(warnings, largeDelta(p, n)+" Whoever verifies the release will probably refuse it.")
	}
	if r.ClippedRows*2 > r.Rows {
		name, shift := largestShift(sum, p.Map.Names())
		warnings = append(warnings, fmt.Sprintf(
			"%.0f%% of your rows are outside the range expected from the public sample and were shortened to fit. If the columns are in other units than the public sample's, the result is of no use. Compare the units before anything else, first those of %q (on average %.1f of the sample's standard deviations away after shortening).",
			100*float64(r.ClippedRows)/float64(r.Rows),
			name,
			shift,
		))
	}
	if cells := r.Rows * len(schema.Columns); r.RepairedCells*10 > cells {
		warnings = append(
			warnings,
			fmt.Sprintf(
				"%d cells could not be read as the public sample's columns require; each counts as the sample's average.",
				r.RepairedCells,
			),
		)
	}
	if len(r.MissingColumns) > 0 {
		warnings = append(
			warnings,
			fmt.Sprintf(
				"Your file has no column named %s; the public sample's average is used instead.",
				quoteList(r.MissingColumns),
			),
		)
	}
	switch {
	case r.LabelPresent && r.LabelledRows == nil:
		hint := ""
		if p.Release == release.Model || p.Release == release.Moments {
			hint = " Used, they make the result better at the same price."
		}
		warnings = append(
			warnings,
			fmt.Sprintf("Your file has the label column %q; its values were not read.%s", schema.Label, hint),
		)
	case r.LabelledRows != nil && 2**r.LabelledRows < int64(r.Rows):
		warnings = append(
			warnings,
			fmt.Sprintf(
				"Only %d of your %d rows have a label in the column %q that can be read; the others count as rows without a label.",
				*r.LabelledRows,
				r.Rows,
				schema.Label,
			),
		)
	}
	return warnings
}

// largestShift returns the feature whose mean is furthest from the source's, in standard deviations.
func largestShift(sum *moment.Sum, names []string) (string, float64) {
	best, shift := "", 0.0
	for k, name := range names {
		mean := sum.MeanOf(0, k+1) / sum.Grid.Intercept()
		if best == "" || math.Abs(mean) > math.Abs(shift) {
			best, shift = name, mean
		}
	}
	return best, shift
}

func quoteList(names []string) string {
	text := ""
	for i, n := range names {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%q", n)
	}
	return text
}

// Warnings returns what a reader of the settings should know. It depends on public values only: the settings and, where
// it is public, n.
func (t *Target) Warnings() []string { return t.warnings }

func publicWarnings(p *plan.Plan, sum *moment.Sum) []string {
	warnings := []string{}
	if p.Epsilon > plan.LargeEpsilon {
		warnings = append(
			warnings,
			fmt.Sprintf(
				"epsilon = %v is above %v: the guarantee then says next to nothing about a %s. Choose a smaller one; 1 is usual.",
				p.Epsilon,
				plan.LargeEpsilon,
				p.Protected().One(),
			),
		)
	}
	if n := float64(sum.Rows); p.Adjacency == method.ReplaceOne && p.Delta >= 1/n {
		warnings = append(warnings, largeDelta(p, n))
	}
	if p.Curbed() {
		warnings = append(
			warnings,
			fmt.Sprintf(
				"The public sample has %d rows. Models are fitted to a random part of %d of them, the same in every run, and public trees to all.",
				p.Source.Rows,
				auto.MostRows,
			),
		)
	}
	return warnings
}

func largeDelta(p *plan.Plan, n float64) string {
	return fmt.Sprintf(
		"delta = %v is not below 1/n = %.3g: the guarantee would allow a mechanism that publishes %s now and then. Choose delta well below 1/n.",
		p.Delta,
		1/n,
		p.Protected().Whole(),
	)
}
