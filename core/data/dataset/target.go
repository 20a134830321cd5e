package dataset

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/kernel"
	"privadapt/core/words"
)

// Rows are the rows of a table, one after the other: encoded, from a [TargetReader], or as cells,
// from a [CellReader] or [ValueRows].
type Rows interface {
	Next(dst []float64) bool
	Err() error
	Report() Report
}

// UnitRows are rows. Each is a person's.
type UnitRows interface {
	Rows
	// NameUnit says, before the first row is read, which column names the person. It refuses a column that the header
	// does not have, or has twice, and one whose values are used otherwise; the error depends on the header alone.
	NameUnit(column string) error
	// Unread returns the columns of the file that have a name and are not read. It depends on the header alone.
	Unread() []string
	// UnitsAlone leaves out all other cells: the rows then have no features.
	UnitsAlone()
	// Unit returns the person of the row that was read last, valid until the next one is read; empty where there is
	// none.
	Unit() []byte
}

// privateTable is a [TargetReader] or a [ColumnReader].
type privateTable interface {
	UnitRows
	nextCells(dst []float64) bool
	readLabel(s Schema) (width int)
}

// Target reads the rows of a private table as features: a [TargetReader] for CSV, a [ColumnReader] for a
// [ColumnStream].
func Target(r io.Reader, s Schema) (UnitRows, error) { return open(r, s) }

func open(r io.Reader, s Schema) (privateTable, error) {
	if stream, ok := r.(ColumnStream); ok {
		return newColumnReader(stream, s)
	}
	return NewTargetReader(r, s)
}

// TargetReader streams the rows of a private CSV file in constant memory.
//
// Claim: with the header, what is above it, and the schema fixed, the i-th row is a function of
// the i-th record alone, defined for every sequence of bytes.
// Replacing one record therefore changes one row and neither the number of rows
// nor any error. This is the neighbourhood for which sensitivity, and with it
// (ε,δ)-differential privacy, is computed. It holds because
//
//   - a file is divided into records by the rule of [csv.Lines.Record], which has the proof;
//   - no record is dropped, not even a blank or an overlong one: a filter
//     would make the number of rows depend on private values;
//   - a cell that is not written as in the source is read by fixed rules (lenient.go);
//   - a cell that cannot be used takes the source's mean, which is 0 once
//     standardised: an error would reveal something about the cell;
//   - means, scales and levels come from the schema, never from these rows;
//   - no state passes from one record to the next, except counters for the owner.
//
// A last record without '\n' exists only if it has at least one byte; an empty
// last record is written with its '\n'. So the file determines its list of records.
//
// TestTargetRowsAreFunctionsOfTheirRecord tries to break it. Secrecy of
// running time is not claimed: a quoted cell takes longer than a plain cell.
type TargetReader struct {
	targetTable
	lines  *csv.Lines
	fields csv.Fields
	plain  *plainBlock // nil before the first row
}

// targetTable is what the readers of private tables have in common: how a table's columns are used, and what is
// counted.
type targetTable struct {
	cells      []targetCell // one for each field of the header
	dim        int
	encoders   []encoder // of the columns that are used
	slots      []int     // of them: all places in a row of cells
	scratch    []float64 // a row of cells
	header     int       // its row, see Example
	rows       int
	ragged     int
	unusable   int
	blank      int
	label      int // the field of the label, or −1
	names      []string
	unit       []byte // the person of the row that was read last; see Unit
	unitField  int    // of the header, once it is named
	unitsAlone bool
	missing    []string
	mapped     []Mapped
	surplus    []string
}

// newTargetTable takes the columns of a private table as they were found in its header, on this line.
func newTargetTable(a alignment, s Schema, line int) (targetTable, error) {
	t := targetTable{header: line, cells: make([]targetCell, len(a.names)), dim: s.Dim(), label: a.label, names: a.names}
	t.missing, t.mapped = a.compare(s)
	t.surplus = a.surplus()
	if a.twice != nil {
		return targetTable{}, sayError(CodeDuplicateColumn, line, words.New("twice", words.Names(a.twice)))
	}
	used, taken := false, map[int]bool{a.label: true}
	for i, e := range newEncoders(s) {
		slot := len(t.slots)
		if e.use != unused {
			t.encoders, t.slots = append(t.encoders, e), append(t.slots, slot)
		}
		if field := a.columns[i]; field >= 0 {
			if taken[field] {
				return targetTable{}, newError(CodeDuplicateColumn, line,
					"one column of the private file was named for %q and for another column; name each at most once",
					s.Columns[i].Name)
			}
			taken[field] = true
			t.cells[field] = targetCell{encoder: e, slot: slot, name: s.Columns[i].Name, folded: foldLevels(e.levels)}
			used = used || e.use != unused
		}
	}
	t.scratch = make([]float64, len(t.slots))
	if !used {
		if other := otherSeparator(strings.Join(a.names, ","), t.missing); other != "" {
			return targetTable{}, newError(CodeNoCommonColumns, line,
				"the columns seem to be separated by %s, which is not read; save the file with commas, semicolons or tabs", other)
		}
		refused := newError(
			CodeNoCommonColumns,
			line,
			"none of the expected columns is in the first line, which must hold the column names; delete what stands above them, such as a title; expected are %s",
			quoteNames(t.missing),
		)
		refused.headers = a.foreign
		return targetTable{}, refused
	}
	return t, nil
}

// row is the number of the row that was read last; see [Example].
func (t *targetTable) row() int { return t.header + t.rows }

// targetCell says how one field of each record is used.
type targetCell struct {
	encoder
	slot     int // its place in a row of cells
	name     string
	folded   foldedLevels // asLevel
	repaired int
	findings []Finding
}

// NewTargetReader reads the header of a private CSV file and aligns it with
// the schema. All errors about the file's form come from here and depend on
// its first bytes and its header alone: [*Error] with code "bad-encoding",
// "parquet", "xlsx", "html", "empty-file", "line-too-long", "no-common-columns",
// "duplicate-column" or "bad-schema",
// or the wrapped failure of r.
//
// The delimiter is the one of comma, semicolon and tab under which the header
// has most of the schema's columns. Names are as in [Schema.Under], or match exactly, or else in any case of
// letters if that is unambiguous; a header that is not UTF-8 is read as Windows-1252. Columns may come in any order, be
// missing (their features are then 0, the source's mean, in each row) or be surplus.
func NewTargetReader(r io.Reader, s Schema) (*TargetReader, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	lines, err := openTable(r)
	if err != nil {
		return nil, err
	}
	a, delim, err := alignHeader(lines, s)
	if err != nil {
		return nil, err
	}
	table, err := newTargetTable(a, s, lines.First())
	if err != nil {
		return nil, err
	}
	return &TargetReader{targetTable: table, lines: lines, fields: csv.NewFields(delim)}, nil
}

// Next writes the features of the next record into dst, which must have length
// Dim: standardised by the source, finite, not clipped. It returns false at the
// end of the file and after a failed read; see [TargetReader.Err].
func (t *TargetReader) Next(dst []float64) bool {
	if len(dst) != t.dim {
		panic("dataset: the row's length is not the schema's dimension")
	}
	return t.nextPlain(dst, true) || t.nextRecord(t.scratch) && t.encode(dst)
}

// nextPlain writes the next record, as features or as cells, if the kernel reads it.
func (t *TargetReader) nextPlain(dst []float64, features bool) bool {
	t.unit = nil
	if t.plain == nil {
		t.plain = newPlainBlock(t.cells, len(dst), features)
	}
	if !t.plain.next(t, dst) {
		return false
	}
	t.rows++
	return true
}

// encode writes the features of the row of cells that was read last.
func (t *targetTable) encode(dst []float64) bool {
	clear(dst)
	encodeRow(dst, t.scratch, t.slots, t.encoders)
	return true
}

// nextCells reads the next record as [CellReader.Next] returns it. At the end nothing of the last one is left in dst.
func (t *TargetReader) nextCells(dst []float64) bool {
	return t.nextPlain(dst, false) || t.nextRecord(dst)
}

// nextRecord reads the next record as cells, whatever it holds.
func (t *TargetReader) nextRecord(dst []float64) bool {
	for i := range dst {
		dst[i] = math.NaN()
	}
	record, tooLong, ok := t.lines.Next(t.fields.Delim)
	if !ok {
		return false
	}
	t.rows++
	t.unit = nil
	if tooLong || bytes.IndexByte(record, 0) >= 0 {
		t.unusable++
		return true
	}
	if t.isBlank(record) {
		t.blank++
	}
	t.fields.Reset(record)
	if t.unitsAlone { // the rest of the record is not looked at
		for field := 0; t.fields.More() && field <= t.unitField; field++ {
			if cell := t.fields.Field(); field == t.unitField {
				t.unit = csv.TrimSpaces(cell)
			}
		}
		return true
	}
	width := 0
	for ; t.fields.More(); width++ {
		if width >= len(t.cells) {
			t.fields.Field()
			continue
		}
		// dst holds NaN for cells that cannot be used. The label is among the unused fields, unless it was asked for:
		// then it is skipped, never parsed.
		t.readField(&t.cells[width], dst)
	}
	if width != len(t.cells) {
		t.ragged++
	}
	return true
}

// isBlank reports whether no cell of a record has a value.
func (t *TargetReader) isBlank(record []byte) bool {
	for _, c := range record {
		if c != t.fields.Delim && c != '"' && c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// readField reads the next field of a record, if its column is used.
func (t *TargetReader) readField(c *targetCell, dst []float64) {
	switch c.use {
	case asNumber:
		if v, ok := t.fields.Number(); ok && c.usable(v) {
			dst[c.slot] = v
		} else {
			c.repair(dst, csv.TrimSpaces(t.fields.Last()), t.row())
		}
	case asUnit:
		t.unit = csv.TrimSpaces(t.fields.Field())
	default:
		c.read(dst, csv.TrimSpaces(t.fields.Field()), t.row())
	}
}

// read reads a trimmed cell into its place in a row of cells: a number, the days of a date or the index of a level.
func (c *targetCell) read(dst []float64, cell []byte, row int) {
	var v float64
	ok := true
	switch c.use {
	case asNumber:
		v, ok = csv.ParseNumber(cell, false)
	case asDate:
		v, ok = csv.ParseDate(cell, c.order)
	case asLevel:
		var k int
		k, ok = c.levels[string(cell)]
		v = float64(k)
	default:
		return
	}
	if ok && (c.use == asLevel || c.usable(v)) {
		dst[c.slot] = v
	} else {
		c.repair(dst, cell, row)
	}
}

// Err returns the failure of the underlying reader that made [TargetReader.Next]
// return false, or nil at a regular end. Rows read before a failure are not the
// whole sample and must be discarded.
func (t *TargetReader) Err() error {
	if t.lines.Failure() == nil {
		return nil
	}
	return readFailure(t.lines)
}

// Report counts what [TargetReader.Next] has read so far. Public are what the header decides and, under replace-one
// adjacency only, Rows, which is n. The other counts depend on private values. They are for the data owner only and
// must not enter a release.
type Report struct {
	Rows int `json:"rows"` // records read
	// Cells of expected columns that could not be used and count as the mean.
	RepairedCells    int            `json:"repairedCells"`
	RepairedByColumn map[string]int `json:"repairedByColumn"` // the same by column, without zeros
	// Cells of expected columns that were not read as they are written, and why.
	Findings     []Finding `json:"findings"`
	RaggedRows   int       `json:"raggedRows"`   // records with more or fewer fields than the header
	UnusableRows int       `json:"unusableRows"` // records of over 1 MiB or with a NUL byte: zero rows
	BlankRows    int       `json:"blankRows"`    // records without a value in any column; they count, see the claim above
	UnclosedRows int       `json:"unclosedRows"` // records with a quote that is not closed: each is one line
	// The header has the label; only the reader of [Labelled] reads its cells.
	LabelPresent   bool     `json:"labelPresent"`
	MissingColumns []string `json:"missingColumns"` // expected, not in the header
	MappedColumns  []Mapped `json:"mappedColumns"`  // expected, and in the header under another name
	SurplusColumns []string `json:"surplusColumns"` // in the header, not expected
}

// Report returns the counts so far; the slices and the map are the caller's.
func (t *TargetReader) Report() Report {
	r := t.targetTable.Report()
	r.UnclosedRows = t.lines.Open()
	return r
}

func (t *targetTable) Report() Report {
	r := Report{
		Rows:             t.rows,
		RepairedByColumn: map[string]int{},
		Findings:         []Finding{},
		RaggedRows:       t.ragged,
		UnusableRows:     t.unusable,
		BlankRows:        t.blank,
		LabelPresent:     t.label >= 0,
		MissingColumns:   slices.Clone(t.missing),
		MappedColumns:    slices.Clone(t.mapped),
		SurplusColumns:   slices.Clone(t.surplus),
	}
	for i, c := range t.cells {
		if c.repaired > 0 && i != t.label {
			r.RepairedByColumn[c.name] = c.repaired
			r.RepairedCells += c.repaired
		}
		for _, f := range c.findings {
			f.Examples = slices.Clone(f.Examples)
			r.Findings = append(r.Findings, f)
		}
	}
	return r
}

// CellReader reads the rows of a table as cells instead of features. A row has one cell for every column of the schema
// that is not ignored: a number in raw units, or the index of the level, or NaN where the cell is missing, cannot be
// read or has an unknown level. Models that handle missing values and categories take rows in this form. As with
// [TargetReader], a row is a function of its record alone.
type CellReader struct {
	privateTable
	width int
}

// NewCellReader reads the header of a table, a file or a [ColumnStream]. It returns the same errors as [Target].
func NewCellReader(r io.Reader, s Schema) (*CellReader, error) {
	table, err := open(r, s)
	if err != nil {
		return nil, err
	}
	return &CellReader{table, len(s.Used())}, nil
}

// Next writes the cells of the next record into dst, which must have one entry for each used column. It returns false
// at the end of the table and after a failed read.
func (c *CellReader) Next(dst []float64) bool {
	if len(dst) != c.width {
		panic("dataset: the row's length is not the number of the schema's used columns")
	}
	return c.nextCells(dst)
}

// Labelled reads the rows of a private table whose labels are to be used, from a file or a [ColumnStream]. Its rows
// have one cell more than the rows of a [CellReader], the last: the label, in raw units or as the place among the
// schema's classes. It is NaN where the record has no label: the table has no column of that name, or the cell is
// missing, is no number that can be read, or is no class of the schema. Labels are read by the rules for columns of
// their kind, so that a row remains a function of its record alone. It returns the same errors as [Target]. Tests:
// TestLabelledRowsAreFunctionsOfTheirRecord, TestColumnsAreReadAsTheirFile.
func Labelled(r io.Reader, s Schema) (UnitRows, error) {
	table, err := open(r, s)
	if err != nil {
		return nil, err
	}
	return &CellReader{table, table.readLabel(s)}, nil
}

// readLabel has the label read as the last of a row's cells, and returns how many these are.
func (t *targetTable) readLabel(s Schema) (width int) {
	if width = len(t.slots) + 1; t.label >= 0 {
		t.cells[t.label] = labelCell(s)
		t.cells[t.label].slot = width - 1
	}
	return width
}

// labelCell reads the label as a cell of a column.
func labelCell(s Schema) targetCell {
	if s.Classes == nil {
		return targetCell{name: s.Label, encoder: encoder{use: asNumber, scale: 1}}
	}
	levels := make(map[string]int, len(s.Classes))
	for k, name := range s.Classes {
		levels[name] = k
	}
	return targetCell{name: s.Label, encoder: encoder{use: asLevel, levels: levels}, folded: foldLevels(levels)}
}

// A column of a private table may name the person of each row. All rows of a person are then one unit of privacy. The
// name of a person is the exact text of the cell after the trimming of every cell: two texts are two people, however
// alike they are. Of a column of numbers in memory it is the decimal: exact of whole numbers of 64 bits, the shortest
// of others. Rows without a name (the cell is missing, the record has no such field or cannot be used) have the empty
// one, and so are one person together. So do texts that a program before this one may have made of different ones:
// texts with U+FFFD, which stands for bytes that are no text, and texts of more than 1 MiB, which are cut.
//
// The person of a row is a function of its own record. Test: TestThePersonOfARowIsAFunctionOfItsRecord.

// Unread returns the columns of the file that have a name and are not read.
func (t *targetTable) Unread() (names []string) {
	for i, name := range t.names {
		if name != "" && i != t.label && t.cells[i].use == unused {
			names = append(names, name)
		}
	}
	return names
}

// IsMeasured reports whether a text is a number with decimals or a date, which no people are named by.
func IsMeasured(text []byte) bool {
	v, isNumber := csv.ParseNumber(text, true)
	return isNumber && v != math.Trunc(v) || csv.IsDate(text)
}

// NameUnit implements [UnitRows].
func (t *targetTable) NameUnit(column string) error {
	var same, alike []int
	for i, name := range t.names {
		if name == column {
			same = append(same, i)
		}
		if foldLevel(name) == foldLevel(column) {
			alike = append(alike, i)
		}
	}
	if len(same) == 0 {
		same = alike
	} else if len(same) > 1 {
		return newError(CodeBadUnit, 0, "two columns of the private file are called %q; rename one, so that it is plain which one names the people", column)
	}
	if len(same) != 1 {
		return newError(CodeBadUnit, 0, "the private file has no column %q, which was to name the people; choose one of its columns", column)
	}
	at := same[0]
	if t.cells[at].use != unused || at == t.label {
		return newError(CodeBadUnit, 0,
			"the column %q, which was to name the people, is one of those that the model is made of; declare it ignored in the public sample, or choose another",
			column)
	}
	t.cells[at] = targetCell{encoder: encoder{use: asUnit}, name: column}
	t.unitField = at
	t.surplus = slices.DeleteFunc(t.surplus, func(name string) bool { return name == t.names[at] })
	return nil
}

// UnitsAlone implements [UnitRows].
func (t *targetTable) UnitsAlone() {
	t.unitsAlone = true
	for i := range t.cells {
		if t.cells[i].use != asUnit {
			t.cells[i].encoder = encoder{}
		}
	}
}

var replaced = []byte("\ufffd")

// Unit implements [UnitRows].
func (t *targetTable) Unit() []byte {
	if csv.IsMissing(t.unit) || len(t.unit) > csv.MaxLine || bytes.Contains(t.unit, replaced) {
		return nil
	}
	return t.unit
}

// plainBlock holds rows that the kernel has read ahead, if only numbers are needed from the file. It is a short cut for a
// run of consecutive plain records: numbers without exponents, quotes and NUL bytes, as many as the header has names. The
// rows are those of the general reader to the bit, and their records are consumed. Tests: TestPlainBlocksAreReadAsAnyOther, TestPlainBlocksWithHostileBytes,
// TestPlainBlocksAreBitIdenticalWithStrconv.
type plainBlock struct {
	fields []float64 // for kernel.Decimals; empty if it cannot be used
	width  int       // of a row
	rows   []float64
	unread []float64 // of rows
}

// Powers that float64 and uint64 hold exactly, as the kernel needs them.
var pow10, pow5 = func() (ten [23]float64, five [23]uint64) {
	ten[0], five[0] = 1, 1
	for i := 1; i < len(ten); i++ {
		ten[i], five[i] = 10*ten[i-1], 5*five[i-1]
	}
	return ten, five
}()

const (
	blockCells   = 1 << 10 // in a block, so that it stays in the processor's cache
	largestPlain = 1e19    // in size, of what kernel.Decimals reads
)

// newPlainBlock is of rows of features, or else of cells. A missing column's features are 0, and its cells NaN.
func newPlainBlock(cells []targetCell, width int, features bool) *plainBlock {
	if !kernel.SIMD {
		return new(plainBlock)
	}
	var fields []float64
	for _, c := range cells {
		switch {
		case c.use == asNumber && features:
			fields = append(fields, float64(c.at), c.mean, c.scale)
		case c.use == asNumber && c.usable(largestPlain) && c.usable(-largestPlain):
			fields = append(fields, float64(c.slot), 0, 1)
		case c.use == unused:
			fields = append(fields, -1, 0, 1)
		default:
			return new(plainBlock)
		}
	}
	b := &plainBlock{fields: fields, width: width, rows: make([]float64, max(1, blockCells/width)*width)}
	if !features {
		for i := range b.rows {
			b.rows[i] = math.NaN()
		}
	}
	return b
}

// next writes the next record's row into dst, if it is plain.
func (b *plainBlock) next(t *TargetReader, dst []float64) bool {
	if len(b.unread) == 0 {
		if b.fields == nil {
			return false
		}
		lines := t.lines
		rows, length := kernel.Decimals(b.rows, b.width, lines.Unread(), b.fields, t.fields.Delim, t.fields.Point,
			pow10[:], pow5[:])
		if rows == 0 {
			return false
		}
		lines.Skip(length)
		b.unread = b.rows[:rows*b.width]
	}
	copy(dst, b.unread)
	b.unread = b.unread[b.width:]
	return true
}
