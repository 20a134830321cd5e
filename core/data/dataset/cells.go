package dataset

import (
	"bytes"
	"io"
	"iter"
	"math"
	"slices"

	"privadapt/core/data/dataset/dates"
)

// CellReader reads the rows of a table as cells instead of features. A row has one cell for every column of the schema
// that is not ignored: a number in raw units, or the index of the level, or NaN where the cell is missing, cannot be
// read or has an unknown level. Models that handle missing values and categories take rows in this form. As with
// [TargetReader], a row is a function of its record alone.
type CellReader struct {
	table *TargetReader
	slots []int // for each field of the header, its index in a row of cells, or −1
	width int
}

// Used returns the columns of a schema that are not ignored, in the order in which a row of cells has them.
func (s Schema) Used() []Column {
	var used []Column
	for _, c := range s.Columns {
		if c.Kind != Ignored {
			used = append(used, c)
		}
	}
	return used
}

// NewCellReader reads the header of a table. It returns the same errors as [NewTargetReader].
func NewCellReader(r io.Reader, s Schema) (*CellReader, error) {
	table, err := NewTargetReader(r, s)
	if err != nil {
		return nil, err
	}
	slots, width := table.slots(s)
	return &CellReader{table: table, slots: slots, width: width}, nil
}

// slots returns, for each field of the header, its index in a row of cells, or −1, and the number of cells.
func (t *targetTable) slots(s Schema) (slots []int, width int) {
	places := map[string]int{}
	for _, column := range s.Used() {
		places[column.Name] = width
		width++
	}
	for _, cell := range t.cells {
		slot := -1
		if cell.use != unused {
			slot = places[cell.name]
		}
		slots = append(slots, slot)
	}
	return slots, width
}

// Next writes the cells of the next record into dst, which must have one entry for each used column. It returns false
// at the end of the table and after a failed read; see [CellReader.Err].
func (c *CellReader) Next(dst []float64) bool {
	if len(dst) != c.width {
		panic("dataset: the row's length is not the number of the schema's used columns")
	}
	t := c.table
	record, tooLong, ok := t.lines.next(t.fields.delim)
	if !ok {
		return false
	}
	t.rows++
	t.unit = nil
	for i := range dst {
		dst[i] = math.NaN()
	}
	if tooLong || bytes.IndexByte(record, 0) >= 0 {
		t.unusable++
		return true
	}
	t.fields.reset(record)
	field := 0
	for ; t.fields.more(); field++ {
		if field >= len(c.slots) || c.slots[field] < 0 {
			if text := t.fields.field(); field < len(t.cells) && t.cells[field].use == asUnit {
				t.unit = trimSpaces(text)
			}
			continue
		}
		if v, usable := t.readCell(&t.cells[field]); usable {
			dst[c.slots[field]] = v
		}
	}
	if field != len(t.cells) {
		t.ragged++
	}
	return true
}

// readCell reads the next field of a record: its number, or the index of its level.
func (t *TargetReader) readCell(c *targetCell) (v float64, usable bool) {
	return c.cell(trimSpaces(t.fields.field()), t.fields.comma, t.row())
}

// cell reads a trimmed cell: its number, or the index of its level.
func (c *targetCell) cell(cell []byte, comma bool, row int) (v float64, usable bool) {
	switch c.use {
	case asNumber:
		v, usable = parseNumber(cell, comma)
		usable = usable && usual((v-c.mean)/c.scale)
	case asDate:
		v, usable = dates.Parse(cell, c.order)
		usable = usable && usual((v-c.mean)/c.scale)
	case asLevel:
		var k int
		k, usable = c.levels[string(cell)]
		v = float64(k)
	}
	if usable {
		return v, true
	}
	v, cause := c.lenient(cell)
	c.note(cause, row, cell)
	return v, cause.isRead()
}

// Report is that of [TargetReader].
func (c *CellReader) Report() Report { return c.table.Report() }

// Err is that of [TargetReader].
func (c *CellReader) Err() error { return c.table.Err() }

// Cells returns the rows as cells, m×used columns, row-major: what [CellReader] reads from the same file. It is a copy,
// which is made when it is asked for.
func (s *Source) Cells() []float64 {
	return s.CellsWhere(func(int) bool { return true })
}

// CellsWhere is Cells of the rows for whose places wanted says yes.
func (s *Source) CellsWhere(wanted func(j int) bool) []float64 {
	rows := 0
	for j := range s.Rows {
		if wanted(j) {
			rows++
		}
	}
	cells, j := make([]float64, 0, rows*len(s.slots)), 0
	for row := range s.cells.rows() {
		if wanted(j) {
			for _, slot := range s.slots {
				cells = append(cells, row[slot])
			}
		}
		j++
	}
	return cells
}

// Lacking is the share of the rows without a value in a column that is not ignored.
func (s *Source) Lacking(column string) float64 {
	used := slices.IndexFunc(s.Schema.Used(), func(c Column) bool { return c.Name == column })
	cells := 0
	for row := range s.cells.rows() {
		if math.IsNaN(row[s.slots[used]]) {
			cells++
		}
	}
	return float64(cells) / float64(s.Rows)
}

// cellTable stores rows of parsed cells. It grows by blocks, because one slice
// that doubles would need more than twice the memory while it is copied, and
// linear memory in WebAssembly never shrinks again.
type cellTable struct {
	width     int
	blockRows int
	blocks    [][]float64
}

const tableBlock = 1 << 15

// mostCells is what a public sample may hold: 0.8 GB, of the 4 that WebAssembly addresses.
const mostCells = 100_000_000

// noRoom returns the error of a row, in a line of its file, for which there is no room, or nil if there is.
func (t *cellTable) noRoom(line int) *Error {
	if last := len(t.blocks) - 1; last+1 < mostCells/tableBlock || len(t.blocks[last])+t.width <= cap(t.blocks[last]) {
		return nil
	}
	return newError(
		CodeTooLarge,
		line,
		"the rows before this one have about %d million cells, which is what memory holds; take a random part of the rows, of which a million are plenty, or declare columns ignored",
		mostCells/1_000_000,
	)
}

func newCellTable(width int) cellTable {
	return cellTable{width: width, blockRows: max(1, tableBlock/max(1, width))}
}

// addRow returns a new row of zeros to fill in.
func (t *cellTable) addRow() []float64 {
	last := len(t.blocks) - 1
	if last < 0 || len(t.blocks[last])+t.width > cap(t.blocks[last]) {
		t.blocks = append(t.blocks, make([]float64, 0, t.blockRows*t.width))
		last++
	}
	n := len(t.blocks[last])
	t.blocks[last] = t.blocks[last][:n+t.width]
	return t.blocks[last][n : n+t.width]
}

// rows walks the rows in order.
func (t cellTable) rows() iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		for _, block := range t.blocks {
			for ; len(block) > 0; block = block[t.width:] {
				if !yield(block[:t.width]) {
					return
				}
			}
		}
	}
}

// column appends the cells of a column, of every n-th row, that are not missing.
func (t cellTable) column(values []float64, slot, step int) []float64 {
	for at := 0; at/t.blockRows < len(t.blocks); at += step {
		block, place := t.blocks[at/t.blockRows], at%t.blockRows*t.width
		if place >= len(block) {
			break
		}
		if v := block[place+slot]; !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}

// empty reports whether a column has no value in any row.
func (t cellTable) empty(slot int) bool {
	for row := range t.rows() {
		if !math.IsNaN(row[slot]) {
			return false
		}
	}
	return true
}

// missingTokens stand for "no value" in any column, in any case of letters.
var missingTokens = [...]string{"na", "n/a", "#n/a", "null", "?", "-"}

// MissingTokens lists them, in small letters.
func MissingTokens() []string { return slices.Clone(missingTokens[:]) }

// nonFiniteWords are the words that programs print for NaN and infinity, after
// an optional sign.
var nonFiniteWords = [...]string{"nan", "inf", "infinity"}

// isMissing reports whether a trimmed cell is empty or a missing token.
func isMissing(cell []byte) bool {
	if len(cell) == 0 {
		return true
	}
	for _, token := range missingTokens {
		if equalFold(cell, token) {
			return true
		}
	}
	return false
}

// isNonFiniteWord reports whether a trimmed cell names NaN or an infinity.
func isNonFiniteWord(cell []byte) bool {
	if len(cell) > 0 && (cell[0] == '+' || cell[0] == '-') {
		cell = cell[1:]
	}
	for _, word := range nonFiniteWords {
		if equalFold(cell, word) {
			return true
		}
	}
	return false
}

// equalFold compares with a word in lower-case ASCII.
func equalFold(cell []byte, word string) bool {
	if len(cell) != len(word) {
		return false
	}
	for i, c := range cell {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// trimSpaces removes outer spaces and tabs.
func trimSpaces(b []byte) []byte {
	for len(b) > 0 && isSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }
