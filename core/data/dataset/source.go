// Package dataset turns tables into standardised rows: a public, labelled
// sample (the source) and a private one, with labels or without (the target).
//
// The readers have opposite duties. [ReadSource] is strict: the file is public,
// so a bad cell is an error that names its line and column, and the file fixes the [Schema] for both samples:
// columns, kinds, levels, means and scales. [Target] and [Labelled] are total:
// their rows are private, so nothing in a row may cause an error, a missing
// record or any behaviour other than that row's own values. All share one
// number grammar and one encoding, so a file read either way gives the same
// features.
//
//	source, err := dataset.ReadSource(public, dataset.SourceOptions{Label: "y"})
//	…
//	target, err := dataset.Target(private, source.Schema)
//	…
//	row := make([]float64, source.Schema.Dim())
//	for target.Next(row) {
//		dataset.Clip(row, radius)
//		// add the row to the second moment
//	}
//	if err := target.Err(); err != nil {
//		// the read failed: discard everything that was added
//	}
//
// Numbers are plain decimals: "3", "3.", ".5", "+2", "-1e-3"; in files whose
// delimiter is not the comma also "3,5". Cells that are empty or say NA, N/A,
// #N/A, null, ? or - (in any case) are missing and stand for the source's mean.
package dataset

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"privadapt/core/data/dataset/csv"
)

// SourceOptions says what the columns of a public file are. Names are as in the header, without quotes and outer
// spaces.
type SourceOptions struct {
	Label       string   `term:"label"`       // the column to predict; required
	Task        Task     `term:"task"`        // default: by the label's values
	Categorical []string `term:"categorical"` // columns to take as categorical, even if they hold numbers
	Ignore      []string `term:"ignore"`      // columns to leave out
	// DateOrder has the order of day, month and year of columns whose dates do not show or settle it.
	DateOrder map[string]csv.DateOrder `term:"dateOrder"`
}

// composed has all names in the form that the names of a header have.
func (o SourceOptions) composed() SourceOptions {
	all := func(names []string) (out []string) {
		for _, name := range names {
			out = append(out, Composed(name))
		}
		return out
	}
	o.Label, o.Categorical, o.Ignore = Composed(o.Label), all(o.Categorical), all(o.Ignore)
	orders := make(map[string]csv.DateOrder, len(o.DateOrder))
	for name, order := range o.DateOrder {
		orders[Composed(name)] = order
	}
	o.DateOrder = orders
	return o
}

// Source is a public, labelled sample of m rows with d features.
type Source struct {
	Schema Schema
	Rows   int       // m ≥ 2
	Labels []float64 // m, raw units, or places among the schema's classes
	Digest string    // SHA-256 of the whole file, lower-case hexadecimal
	Notes  []string  // sentences for the reader, for example that a constant column is ignored

	cells cellTable // of all columns that have not been declared ignored
	slots []int     // for each used column of the schema its place in a row of cells
}

// Largest bounds public numbers, and standardised private ones, so that sums of their squares stay finite. No measured
// quantity comes near it in any unit. A private number beyond it counts as missing, with labels and without, in a file
// and in a database.
const Largest = 1e100

// ReadSource reads a public CSV file with a header in one pass. Anything
// irregular is an [*Error] that says where it is and what to do. It is the first problem, and its message
// also lists the problems of the header and of other columns. A failure of r is returned wrapped. Quoted fields may
// span lines, and the file may end with blank lines.
//
// The delimiter is the one of comma, semicolon and tab that is most frequent in
// the header. A column that the options do not declare is numeric if, among its
// cells in the first 1000 rows that are not missing, at least half are numbers, or
// dates, which count as days; otherwise it is categorical. A categorical one whose texts are mostly numbers with marks,
// "1,234" or "5%", has a note, and such a label is refused unless the task is classification.
// A missing cell is replaced by the column's mean: all its features are 0. So is one text that alone stands among
// numbers in several cells, with a note. Rows
// without a label are left out, and columns that do not vary are ignored, with a note.
//
// It is the way of every public row. What few files need is one function each in irregular.go.
func ReadSource(r io.Reader, o SourceOptions) (*Source, error) {
	b := &builder{found: &problems{}}
	digest := sha256.New()
	if err := b.open(io.TeeReader(r, digest), o.composed()); err != nil {
		return nil, err
	}
	b.decideKinds()
	b.decideTask(o.Task)
	b.decideWords()
	b.makeRoom()
	if err := b.addRows(); err != nil {
		return nil, err
	}
	b.settle(o.Task)
	if err := b.found.all(); err != nil {
		return nil, err
	}
	s, err := b.source()
	if err != nil {
		return nil, err
	}
	s.Digest = hex.EncodeToString(digest.Sum(nil))
	return s, nil
}

// builder is a source that is being read.
type builder struct {
	layout
	reader recordReader
	found  *problems
	sample []record  // the first, which decide the kinds of the columns
	cells  cellTable // numbers, or the order of the level; NaN where missing
	labels []float64

	unlabelled int       // rows that are left out
	scratch    []float64 // memory for the values of a column
}

// field is a column of a public file.
type field struct {
	name   string
	kind   Kind            // "" until it is decided; of the label categorical where it is a class
	slot   int             // its place in a row of cells, or −1 where it has none
	dates  *csv.DateColumn // not nil if it is numeric and its cells are dates
	levels levelSet        // of categories and classes
	stray  stray           // of numbers
	absent string          // the first word in it that counts as a missing value
	values []string        // words for a missing value that are values there; see decideWords
}

// kindSample is how many records decide the kinds of the columns.
const kindSample = 1000

// open reads the header and the first records.
func (b *builder) open(file io.Reader, o SourceOptions) error {
	lines, err := openTable(file)
	if err != nil {
		return err
	}
	l, err := newLayout(lines, o, b.found)
	if err != nil {
		return err
	}
	b.layout = *l
	b.reader = recordReader{lines: lines, fields: csv.NewFields(l.delim), width: len(l.fields), found: b.found}
	for len(b.sample) < kindSample {
		rec, ok, err := b.reader.sound()
		if err != nil || !ok {
			return err
		}
		b.sample = append(b.sample, rec.clone())
	}
	return nil
}

// record is one record of a public file.
type record struct {
	line  int      // physical line on which it begins
	cells [][]byte // trimmed; the same number as in the header
	comma bool     // numbers may have a decimal comma
}

// clone copies a record out of the reader's buffers.
func (r record) clone() record {
	cells := make([][]byte, len(r.cells))
	for i, c := range r.cells {
		cells[i] = bytes.Clone(c)
	}
	r.cells = cells
	return r
}

// lineOf is the physical line on which the cell in a column begins: quoted newlines in the cells before it count.
func (r record) lineOf(j int) int {
	return r.line + bytes.Count(bytes.Join(r.cells[:j], nil), []byte("\n"))
}

// recordReader reads public records and refuses everything irregular.
type recordReader struct {
	lines  *csv.Lines
	fields csv.Fields
	width  int // fields in each record
	cells  [][]byte
	found  *problems
}

// sound returns the next record with as many fields as the header has.
func (r *recordReader) sound() (record, bool, error) {
	for {
		rec, ok, err := r.next()
		if err == nil {
			return rec, ok, nil
		}
		if err := r.found.add(err); err != nil {
			return record{}, false, err
		}
	}
}

// next returns the next record, valid until the next call. ok is false at the
// end of the file; blank lines at the end are not records.
func (r *recordReader) next() (rec record, ok bool, err error) {
	text, ok, err := r.nextText()
	first := r.lines.First()
	if ok && isBlank(text) {
		for ok && isBlank(text) {
			text, ok, err = r.nextText()
		}
		if ok {
			err = raggedRow(first, 1, r.width)
		}
	}
	if !ok || err != nil {
		return record{}, false, err
	}
	r.fields.Reset(text)
	r.cells = r.cells[:0]
	for r.fields.More() {
		r.cells = append(r.cells, csv.TrimSpaces(r.fields.Field()))
	}
	switch {
	case r.fields.Unclosed:
		return record{}, false, newError(CodeBadQuote, first,
			"a quoted field is not closed, or not within 16 MiB; close the quote or double it")
	case r.fields.Misquoted:
		return record{}, false, newError(CodeBadQuote, first,
			"there is text after a closing quote; double the quotes inside a quoted field")
	case len(r.cells) != r.width:
		return record{}, false, raggedRow(first, len(r.cells), r.width)
	}
	return record{first, r.cells, r.fields.Comma}, true, nil
}

// nextText returns the next record as text; it refuses what cannot be text.
func (r *recordReader) nextText() (text []byte, ok bool, err error) {
	text, tooLong, ok := r.lines.Next(r.fields.Delim)
	switch {
	case !ok && r.lines.Failure() != nil:
		return nil, false, readFailure(r.lines)
	case !ok:
		return nil, false, nil
	case tooLong:
		return nil, false, newError(CodeLineTooLong, r.lines.First(), "the row is longer than 1 MiB; shorten it")
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		line := r.lines.First() + bytes.Count(text[:i], []byte("\n"))
		return nil, false, newError(CodeBadEncoding, line, "there is a NUL byte; save the file as CSV in UTF-8")
	}
	return text, true, nil
}

func isBlank(line []byte) bool { return len(bytes.Trim(line, " ")) == 0 }

func raggedRow(line, got, want int) *Error {
	return newError(CodeRaggedRow, line, "fields: %d in the row, %d in the header; fix or delete the line", got, want)
}

// cellCounts says what the cells of a public column are that are not missing. NaN and infinity count as numbers here,
// and are refused later.
type cellCounts struct {
	numbers, days, texts int
	word                 string          // the first of the texts
	others               int             // texts unlike it
	values               map[string]bool // different numbers, until a category cannot have them all
}

func (b *builder) count(j int) (n cellCounts) {
	n.values = map[string]bool{}
	for _, rec := range b.sample {
		cell := rec.cells[j]
		if _, ok := csv.ParseNumber(cell, rec.comma); ok || csv.IsNonFinite(cell) {
			n.numbers++
			if len(n.values) <= maxLevels {
				n.values[string(cell)] = true
			}
		} else if csv.IsMissing(cell) {
			continue
		} else if csv.IsDate(cell) {
			n.days++
		} else {
			n.texts++
			if n.word = cmp.Or(n.word, string(cell)); n.word != string(cell) {
				n.others++
			}
		}
	}
	return n
}

// decideKinds decides the kinds of the columns that the options do not declare: numeric if at least half of the cells
// that are not missing are numbers, or dates; or if all others are one word, which may be for a missing value, and there
// are more numbers than a category has levels (see stray).
func (b *builder) decideKinds() {
	for j := range b.fields {
		f := &b.fields[j]
		if f.kind != "" || j == b.label {
			continue
		}
		n := b.count(j)
		f.kind = Numeric
		if n.days > n.numbers && n.days >= n.texts+n.numbers {
			f.dates = &csv.DateColumn{}
		} else if n.texts+n.days > n.numbers && (len(n.values) <= maxLevels || n.others+n.days > 0) {
			f.kind = Categorical
			if with, first := b.looksLike(j, n.texts); with != "" {
				b.note(f.name, "looks like numbers with %s, such as %s, and is taken as categories; to have numbers, remove them",
					with, quoteCell(first.cells[j]))
			}
		}
	}
}

// decideTask settles whether the label is a class. Dates are no classes, and what looks like a number is one only if
// the task says so.
func (b *builder) decideTask(task Task) {
	if b.label < 0 {
		return // the missing label is a problem already, and nothing is fitted
	}
	j, n := b.label, b.count(b.label)
	f := &b.fields[j]
	if f.kind = Numeric; task == Classification || task == AnyTask && n.texts > n.numbers+n.days {
		f.kind = Categorical
	}
	if task != AnyTask || !b.classes() {
		return
	}
	if with, first := b.looksLike(j, n.texts); with != "" {
		b.found.note(newError(CodeNotANumber, first.lineOf(j),
			"the labels look like numbers with %s, such as %s; remove them, or say task classification", with,
			quoteCell(first.cells[j])).in(j+1, f.name))
		f.kind, b.label = Ignored, -1
	}
}

// makeRoom gives each column that is read a place in the rows of cells.
func (b *builder) makeRoom() {
	width := 0
	for j := range b.fields {
		f := &b.fields[j]
		if f.slot = -1; j != b.label && f.kind != Ignored {
			f.slot = width
			width++
		}
	}
	b.cells = newCellTable(width)
}

// addRows adds all rows.
func (b *builder) addRows() error {
	for _, rec := range b.sample {
		if err := b.add(rec); err != nil {
			return err
		}
	}
	for {
		rec, ok, err := b.reader.sound()
		if err != nil || !ok {
			return err
		}
		if err := b.add(rec); err != nil {
			return err
		}
	}
}

// add reads a record. It adds the problems of cells to the list; an error ends the reading.
func (b *builder) add(rec record) error {
	if b.label >= 0 {
		if b.missing(rec, b.label) {
			b.unlabelled++
			return nil
		}
		b.labels = append(b.labels, 0)
		if err := b.read(rec, b.label, &b.labels[len(b.labels)-1]); err != nil {
			return err
		}
	}
	row, err := b.cells.addRow(rec.line)
	if err != nil {
		return err
	}
	for j := range b.fields {
		if slot := b.fields[j].slot; slot >= 0 {
			if err := b.read(rec, j, &row[slot]); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads a cell into its place in a row.
func (b *builder) read(rec record, j int, place *float64) (err error) {
	switch f := &b.fields[j]; {
	case f.dates != nil:
		err = b.date(rec, j, place)
	case f.kind == Numeric:
		*place, err = b.number(rec, j)
	default:
		*place, err = b.level(rec, j)
	}
	if err != nil {
		return b.found.add(err)
	}
	return nil
}

// missing reports whether a cell has no value.
func (b *builder) missing(rec record, j int) bool {
	cell, f := rec.cells[j], &b.fields[j]
	if !csv.IsMissing(cell) || f.values != nil && slices.Contains(f.values, string(cell)) {
		return false
	}
	if len(cell) > 0 && f.absent == "" {
		f.absent = string(cell)
	}
	return true
}

// number reads a cell of a numeric column or of the label: NaN if it is missing.
func (b *builder) number(rec record, j int) (float64, error) {
	cell := rec.cells[j]
	v, ok := csv.ParseNumber(cell, rec.comma)
	switch {
	case ok && math.Abs(v) <= Largest:
		return v, nil
	case ok:
		return 0, b.cellError(CodeTooLarge, rec, j, "%s is beyond ±1e100; fix the cell or change the column's unit",
			quoteCell(cell))
	case b.missing(rec, j):
		return math.NaN(), nil
	case csv.IsFormula(cell):
		return 0, b.formula(rec, j)
	case csv.IsNonFinite(cell):
		return 0, b.cellError(CodeNotFinite, rec, j,
			"%s is not a finite number; fix the cell, or empty it if the value is missing", quoteCell(cell))
	case j != b.label:
		return math.NaN(), b.stray(j, cell, b.cellError(CodeNotANumber, rec, j,
			"%s is not a number; fix the cell or declare the column categorical or ignored", quoteCell(cell)))
	}
	return 0, b.cellError(CodeNotANumber, rec, j, "%s is not a number; fix the cell or choose another label",
		quoteCell(cell))
}

// level reads a cell of a categorical column, NaN if it is missing, or a label that is a class: the order of its first
// appearance.
func (b *builder) level(rec record, j int) (float64, error) {
	cell := rec.cells[j]
	tooLong := "the cell has %d bytes, and a level at most %d; shorten it or ignore the column"
	tooMany := "the column has more than %d levels; ignore it or merge its levels"
	if j == b.label {
		tooLong = "the class has %d bytes, and may have %d; shorten it or choose another label"
		tooMany = "the label has more than %d classes; merge some, or choose another label"
	}
	switch {
	case b.missing(rec, j):
		return math.NaN(), nil
	case j != b.label && csv.IsFormula(cell):
		return 0, b.formula(rec, j)
	case !utf8.Valid(cell):
		return 0, b.cellError(CodeBadEncoding, rec, j, "%s is not UTF-8; save the file as CSV in UTF-8", quoteCell(cell))
	case len(cell) > mostName:
		return 0, b.cellError(CodeTooLarge, rec, j, tooLong, len(cell), mostName)
	}
	k, ok := b.fields[j].levels.add(norm.NFC.Bytes(cell))
	if !ok {
		return 0, b.cellError(CodeTooManyLevels, rec, j, tooMany, maxLevels)
	}
	return float64(k), nil
}

func (b *builder) formula(rec record, j int) *Error {
	return b.cellError(CodeNotANumber, rec, j,
		"%s is a formula without its value; open the file in a spreadsheet and save it, so that it holds the values", quoteCell(rec.cells[j]))
}

func (b *builder) cellError(code string, rec record, j int, format string, args ...any) *Error {
	return newError(code, rec.lineOf(j), format, args...).in(j+1, b.fields[j].name)
}

// levelSet counts the levels of a categorical column in the order of their
// first appearance.
type levelSet struct {
	order  map[string]int
	names  []string
	counts []int
	total  int
}

// add counts a cell and returns the index of its level; false if there are too many.
func (s *levelSet) add(cell []byte) (int, bool) {
	k, ok := s.order[string(cell)]
	if !ok {
		k = len(s.names)
		if k == maxLevels {
			return 0, false
		}
		if s.order == nil {
			s.order = make(map[string]int)
		}
		name := string(cell)
		s.order[name] = k
		s.names = append(s.names, name)
		s.counts = append(s.counts, 0)
	}
	s.counts[k]++
	s.total++
	return k, true
}

// describe returns the levels with their shares of n cells. The n exclude missing
// cells, so that each feature has mean 0 over the source.
func (s *levelSet) describe(n int) []Level {
	levels := make([]Level, len(s.names))
	for k, name := range s.names {
		mean := float64(s.counts[k]) / float64(n)
		levels[k] = Level{Name: name, Mean: mean, Scale: math.Sqrt(mean * (1 - mean))}
	}
	return levels
}

// source computes means, scales and levels from all rows.
func (b *builder) source() (*Source, error) {
	switch len(b.labels) {
	case 0:
		return nil, newError(CodeNoRows, 0, "the file has column names but no rows; add at least two")
	case 1:
		return nil, newError(CodeOneRow, 0,
			"the file has a single row with a label, and one row has no scale; add at least one more")
	}
	label := &b.fields[b.label]
	s := &Source{
		Schema: Schema{Label: label.name, LinesAbove: b.above},
		Rows:   len(b.labels),
		Labels: b.labels,
	}
	if b.classes() {
		var err error
		if s.Schema.Classes, err = b.orderClasses(); err != nil {
			return nil, err
		}
	}
	measured := b.cells.measure()
	for j := range b.fields {
		f := &b.fields[j]
		if j == b.label || f.name == "" {
			continue
		}
		column := Column{Name: f.name, Kind: Ignored}
		if f.kind != Ignored {
			column = b.column(f, measured[f.slot])
		}
		s.Schema.Columns = append(s.Schema.Columns, column)
		if column.Kind != Ignored {
			s.slots = append(s.slots, f.slot)
		}
	}
	if !b.classes() {
		b.noteSpikes(label, cellTable{width: 1, blockRows: len(b.labels), blocks: [][]float64{b.labels}}, 0)
	}
	s.Notes, s.cells = b.notes, b.cells
	if s.Schema.Dim() == 0 {
		return nil, newError(CodeNoFeatures, 0,
			"no column besides the label varies and is not ignored; give a file with at least one feature")
	}
	return s, nil
}

// column describes a field, given what was measured of its cells. A field that does not vary is ignored: it has
// no scale, and a source that does not vary in it cannot show its effect.
func (b *builder) column(f *field, m measures) Column {
	column, fault := Column{Name: f.name, Kind: f.kind}, ""
	switch {
	case m.count == 0:
		fault = "has no values"
	case f.kind == Categorical:
		if column.Levels = f.levels.describe(m.count); len(column.Levels) < 2 {
			fault = "has a single level"
		}
	case !m.varies():
		fault = "is constant"
	default:
		column.Mean, column.Scale, column.Min, column.Max = m.mean, m.scale, m.min, m.max
	}
	if fault != "" {
		b.note(f.name, "%s and is ignored", fault)
		return Column{Name: f.name, Kind: Ignored}
	}
	if f.dates != nil {
		column.Dates, column.DateOrder = true, f.dates.Order
		b.note(f.name, "%s", describeDates(f.dates))
	}
	if missing := len(b.labels) - m.count; missing > 0 {
		b.note(f.name, "has missing cells (%d of %d rows%s), which stand for its mean", missing, len(b.labels), f.writtenAs())
	}
	if column.Kind == Numeric {
		b.noteSpikes(f, b.cells, f.slot)
	}
	return column
}

// writtenAs names the word that counts as a missing value, if there is one.
func (f *field) writtenAs() string {
	if f.absent == "" {
		return ""
	}
	return ", written " + quoteCell([]byte(f.absent))
}

// orderClasses returns the names of the classes in their order, numbers by size and before texts, and turns the labels
// into places among them.
func (b *builder) orderClasses() ([]string, error) {
	label := &b.fields[b.label]
	names := label.levels.names
	if len(names) < 2 {
		why := ""
		if label.absent != "" {
			why = fmt.Sprintf(", since %s counts as a missing one", quoteCell([]byte(label.absent)))
		}
		return nil, newError(CodeBadOption, 0, "all labels are the same%s; a classification needs at least two classes", why).
			in(b.label+1, label.name)
	}
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, func(x, y string) int {
		one, isOne := csv.ParseNumber([]byte(x), b.comma)
		other, isOther := csv.ParseNumber([]byte(y), b.comma)
		switch {
		case isOne && isOther && one != other:
			return cmp.Compare(one, other)
		case isOne && !isOther:
			return -1
		case isOther && !isOne:
			return 1
		}
		return cmp.Compare(x, y)
	})
	places := make([]float64, len(names))
	for k, name := range names {
		places[k] = float64(slices.Index(sorted, name))
	}
	for j, y := range b.labels {
		b.labels[j] = places[int(y)]
	}
	return sorted, nil
}
