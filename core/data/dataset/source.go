// Package dataset turns tables into standardised rows: a public, labelled
// sample (the source) and a private one, with labels or without (the target).
//
// The readers have opposite duties. [ReadSource], and [ReadSources] for several
// files, is strict: the file is public, so a bad cell is an error that names
// its line and column, and the file fixes the [Schema] for both samples:
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
	"io"
	"iter"
	"math"
	"slices"

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
	Parts  []Part    // where rows of several files were united: what they are, in the order of the rows; else nil

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
func ReadSource(r io.Reader, o SourceOptions) (*Source, error) {
	return ReadSources([]File{{Data: r}}, o)
}

// readSample copies the records that decide the kinds of the columns.
func readSample(records *recordReader, found *problems) ([]record, error) {
	var sample []record
	for len(sample) < kindSample {
		rec, ok, err := nextSound(records, found)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		sample = append(sample, rec.clone())
	}
	return sample, nil
}

// nextSound returns the next record with as many fields as the header has.
func nextSound(records *recordReader, found *problems) (record, bool, error) {
	for {
		rec, ok, err := records.next()
		if err == nil {
			return rec, ok, nil
		}
		if err := found.add(err); err != nil {
			return record{}, false, err
		}
	}
}

// sourceBuilder collects parsed cells until the means and levels are known.
type sourceBuilder struct {
	*layout
	found  *problems
	slots  []int      // for each field, its index in a row of cells, or −1
	levels []levelSet // for each field; used by categorical ones
	strays []stray    // for each field; used by numeric ones
	absent []string   // for each field, the first word in it that counts as a missing value
	cells  cellTable  // numbers, or the order of the level; NaN where missing
	labels []float64

	several    bool      // rows of several files
	unlabelled int       // rows that are left out
	scratch    []float64 // memory for the values of a column
}

func newSourceBuilder(l *layout, found *problems) *sourceBuilder {
	b := &sourceBuilder{
		layout: l,
		found:  found,
		slots:  make([]int, len(l.names)),
		levels: make([]levelSet, len(l.names)),
		strays: make([]stray, len(l.names)),
		absent: make([]string, len(l.names)),
	}
	width := 0
	for j, kind := range l.kinds {
		b.slots[j] = -1
		if j != l.label && kind != Ignored {
			b.slots[j] = width
			width++
		}
	}
	b.cells = newCellTable(width)
	return b
}

// missing reports whether a cell has no value.
func (b *sourceBuilder) missing(rec record, j int) bool {
	cell := rec.cell(j)
	if !csv.IsMissing(cell) || b.values != nil && b.values[j][string(cell)] {
		return false
	}
	if len(cell) > 0 && b.absent[j] == "" {
		b.absent[j] = string(cell)
	}
	return true
}

// add reads a record. It adds the problems of cells to the list; an error ends the reading.
func (b *sourceBuilder) add(rec record) error {
	if err := b.cells.noRoom(rec.line); err != nil {
		return err
	}
	if b.label >= 0 && b.missing(rec, b.label) {
		b.unlabelled++
		return nil
	}
	if b.label >= 0 {
		read := func() (float64, error) { return b.number(rec, b.label) }
		if b.classes {
			read = func() (float64, error) { return b.class(rec) }
		}
		y, err := read()
		if err != nil {
			if err := b.found.add(err); err != nil {
				return err
			}
		}
		b.labels = append(b.labels, y)
	}
	row := b.cells.addRow()
	for j, slot := range b.slots {
		if slot < 0 {
			continue
		}
		var err error
		switch {
		case b.dates[j] != nil:
			err = b.date(rec, j, &row[slot])
		case b.kinds[j] == Numeric:
			row[slot], err = b.number(rec, j)
		default:
			row[slot], err = b.level(rec, j)
		}
		if err != nil {
			if err := b.found.add(err); err != nil {
				return err
			}
		}
	}
	return nil
}

// levelSet counts the levels of a categorical column in the order of their
// first appearance.
type levelSet struct {
	order  map[string]int
	names  []string
	counts []int
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

// cellTable stores the parsed cells of a public sample, row by row. It grows by blocks, because one slice that doubles
// would need more than twice the memory while it is copied, and linear memory in WebAssembly never shrinks again.
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
		"the rows before this one have about %d million cells, which is what memory holds; take a random part of the rows (a million are plenty), or declare columns ignored",
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

// Cells returns the rows as cells, m×used columns, row-major: what [CellReader] reads from the same file. It is a copy,
// which is made when it is asked for.
func (s *Source) Cells() []float64 {
	cells := make([]float64, 0, s.Rows*len(s.slots))
	for row := range s.cells.rows() {
		for _, slot := range s.slots {
			cells = append(cells, row[slot])
		}
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
