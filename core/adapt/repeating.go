package adapt

import (
	"bytes"
	"hash/maphash"
	"io"
	"maps"

	"privadapt/core/data/dataset"
)

// Repeating is a column that nothing reads and whose texts repeat: if it names people, each has several rows. Hence for
// the owner's eyes only.
type Repeating struct {
	Column string `json:"column"`
	Rows   int    `json:"rows"`   // that have a text, among those that were looked at
	Values int    `json:"values"` // different ones; of more than mostHashes an estimate
}

// repeats finds such columns in the first bytes of private files, which together are one population: somebody may have
// a row in each.
type repeats struct {
	schema  dataset.Schema
	seed    maphash.Seed
	most    int      // bytes of a file that are kept
	pieces  [][]byte // of the present file
	columns []*texts
}

const (
	mostKept  = 4 << 20 // bytes of all files together
	pieceSize = 1 << 16
	mostWork  = 20 * mostKept // bytes to look at: a piece once for each column
	// Fewer texts are the levels of a category more often than people.
	fewestPeople = 10
)

func newRepeats(s dataset.Schema, files int) *repeats {
	return &repeats{schema: s, seed: maphash.MakeSeed(), most: mostKept / max(1, files)}
}

// keep returns the next file, whose first bytes are kept while it is read.
func (r *repeats) keep(file io.Reader) io.Reader {
	if stream, ok := file.(dataset.ColumnStream); ok {
		return dataset.ColumnStream{Reader: &kept{stream, r}}
	}
	return &kept{file, r}
}

type kept struct {
	io.Reader
	in *repeats
}

func (k *kept) Read(p []byte) (int, error) {
	n, err := k.Reader.Read(p)
	k.in.write(p[:n])
	return n, err
}

func (r *repeats) write(p []byte) {
	for len(p) > 0 {
		last := len(r.pieces) - 1
		if last < 0 || len(r.pieces[last]) == pieceSize {
			if pieceSize*len(r.pieces) >= r.most {
				return
			}
			r.pieces = append(r.pieces, make([]byte, 0, pieceSize))
			last++
		}
		n := min(len(p), pieceSize-len(r.pieces[last]))
		r.pieces[last] = append(r.pieces[last], p[:n]...)
		p = p[n:]
	}
}

// forget overwrites what is kept of a file.
func (r *repeats) forget() {
	for _, piece := range r.pieces {
		clear(piece)
	}
	r.pieces = nil
}

// wipe overwrites what is kept of the files.
func (r *repeats) wipe() {
	r.forget()
	for _, c := range r.columns {
		clear(c.hashes)
	}
}

// open reads the first bytes of the file, of at most that number of pieces.
func (r *repeats) open(file io.Reader, pieces int) (dataset.UnitRows, error) {
	var parts []io.Reader
	for _, piece := range r.pieces[:min(pieces, len(r.pieces))] {
		parts = append(parts, bytes.NewReader(piece))
	}
	again := io.MultiReader(parts...)
	if _, columns := file.(dataset.ColumnStream); columns {
		again = dataset.ColumnStream{Reader: again}
	}
	return dataset.Target(again, r.schema)
}

// count counts the texts of the columns that nothing reads in the first bytes of the file, and forgets those.
func (r *repeats) count(file io.Reader) {
	defer r.forget()
	rows, err := r.open(file, len(r.pieces))
	if err != nil {
		return
	}
	row := make([]float64, r.schema.Dim())
	unread := rows.Unread()
	for _, column := range unread {
		rows, err := r.open(file, max(1, mostWork/pieceSize/len(unread)))
		if err != nil || rows.NameUnit(column) != nil {
			continue
		}
		rows.UnitsAlone()
		texts := r.column(column)
		for !texts.measured && rows.Next(row) {
			if name := rows.Unit(); len(name) > 0 {
				texts.measured = dataset.IsMeasured(name)
				texts.add(maphash.Bytes(r.seed, name))
			}
		}
	}
}

func (r *repeats) column(name string) *texts {
	for _, c := range r.columns {
		if c.column == name {
			return c
		}
	}
	r.columns = append(r.columns, &texts{column: name, hashes: map[uint64]bool{}})
	return r.columns[len(r.columns)-1]
}

// found returns the columns whose different texts are at least 1% and at most 90% of the rows that have one, and ten or
// more. Columns with a number that has decimals, or with a date, are none.
func (r *repeats) found() []Repeating {
	found := []Repeating{}
	for _, c := range r.columns {
		if n := c.number(); !c.measured && n >= fewestPeople && 100*n >= c.rows && 10*n <= 9*c.rows {
			found = append(found, Repeating{c.column, c.rows, n})
		}
	}
	return found
}

// texts says how many different texts a column has. Where they are too many it keeps the hashes that end in a zero, two
// zeros and so on, and counts each for all that end otherwise.
type texts struct {
	column   string
	rows     int
	measured bool
	hashes   map[uint64]bool
	zeros    uint
}

const mostHashes = 1 << 14

func (t *texts) add(hash uint64) {
	t.rows++
	ends := func(hash uint64) bool { return hash&(1<<t.zeros-1) == 0 }
	if !ends(hash) {
		return
	}
	t.hashes[hash] = true
	for len(t.hashes) > mostHashes {
		t.zeros++
		maps.DeleteFunc(t.hashes, func(hash uint64, _ bool) bool { return !ends(hash) })
	}
}

func (t *texts) number() int { return len(t.hashes) << t.zeros }
