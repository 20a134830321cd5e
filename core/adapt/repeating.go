package adapt

import (
	"bytes"
	"fmt"
	"io"

	"privadapt/core/data/dataset"
)

// Repeating is a column that nothing reads and whose texts repeat: if it names people, each has several rows. Exact,
// hence for the owner's eyes only.
type Repeating struct {
	Column string `json:"column"`
	Rows   int    `json:"rows"`   // that have a text, among the first of the file
	Values int    `json:"values"` // different ones
}

func (c Repeating) warning() string {
	return fmt.Sprintf(
		"The column %q has %d different texts in the first %d rows. If it names people, some have several rows, and this run protects each row, not each person. Name the column as the unit to protect people; nothing is charged yet.",
		c.Column,
		c.Values,
		c.Rows,
	)
}

// beginning keeps the first bytes of a private file while it is read.
type beginning struct {
	reader  io.Reader // the file
	kept    bytes.Buffer
	columns bool // it is a column stream
}

const (
	mostKept    = 1 << 20
	mostChecked = 20 // columns
	// Fewer texts are the levels of a category more often than people.
	fewestPeople = 10
)

func newBeginning(file io.Reader) *beginning {
	b := &beginning{}
	if stream, ok := file.(dataset.ColumnStream); ok {
		b.columns = true
		b.reader = dataset.ColumnStream{Reader: &kept{stream, b}}
	} else {
		b.reader = &kept{file, b}
	}
	return b
}

type kept struct {
	io.Reader
	in *beginning
}

func (k *kept) Read(p []byte) (int, error) {
	n, err := k.Reader.Read(p)
	if room := mostKept - k.in.kept.Len(); room > 0 {
		k.in.kept.Write(p[:min(n, room)])
	}
	return n, err
}

// repeating returns the columns whose different texts are at least 1% and at most 90% of the rows that have one, and
// ten or more. Columns with a number that has decimals, or with a date, are none.
func (b *beginning) repeating(s dataset.Schema) []Repeating {
	found := []Repeating{}
	open := func() (dataset.UnitRows, error) {
		var again io.Reader = bytes.NewReader(b.kept.Bytes())
		if b.columns {
			again = dataset.ColumnStream{Reader: again}
		}
		return dataset.Target(again, s)
	}
	rows, err := open()
	if err != nil {
		return found
	}
	row := make([]float64, s.Dim())
	for k, column := range rows.Unread() {
		if k == mostChecked {
			break
		}
		rows, err := open()
		if err != nil || rows.NameUnit(column) != nil {
			continue
		}
		rows.UnitsAlone()
		count, measured, texts := 0, false, map[string]bool{}
		for !measured && rows.Next(row) {
			if name := rows.Unit(); len(name) > 0 {
				count++
				texts[string(name)] = true
				measured = dataset.IsMeasured(name)
			}
		}
		if n := len(texts); !measured && n >= fewestPeople && 100*n >= count && 10*n <= 9*count {
			found = append(found, Repeating{column, count, n})
		}
	}
	clear(b.kept.Bytes())
	return found
}
