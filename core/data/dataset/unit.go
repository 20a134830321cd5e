package dataset

import (
	"bytes"
	"math"
	"slices"

	"privadapt/core/data/dataset/csv"
)

// A column of a private table may name the person of each row. All rows of a person are then one unit of privacy. The
// name of a person is the exact text of the cell after the trimming of every cell: two texts are two people, however
// alike they are. Of a column of numbers in memory it is the decimal: exact of whole numbers of 64 bits, the shortest
// of others. Rows without a name (the cell is missing, the record has no such field or cannot be used) have the empty
// one, and so are one person together. So do texts that a program before this one may have made of different ones:
// texts with U+FFFD, which stands for bytes that are no text, and texts of more than 1 MiB, which are cut.
//
// The person of a row is a function of its own record. Test: TestThePersonOfARowIsAFunctionOfItsRecord.

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

// CodeBadUnit says that a column cannot name the people.
const CodeBadUnit = "bad-unit"

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
	at, alike := -1, 0
	for i, name := range t.names {
		switch {
		case name == column && at >= 0 && t.names[at] == column:
			return newError(CodeBadUnit, 0, "two columns of the private file are called %q; rename one, so that it is plain which one names the people", column)
		case name == column:
			at, alike = i, 1
		case foldLevel(name) == foldLevel(column) && (at < 0 || t.names[at] != column):
			at = i
			alike++
		}
	}
	if at < 0 || alike > 1 {
		return newError(CodeBadUnit, 0, "the private file has no column %q, which was to name the people; choose one of its columns", column)
	}
	if t.cells[at].use != unused || at == t.label {
		return newError(
			CodeBadUnit,
			0,
			"the column %q, which was to name the people, is one of those that the model is made of; declare it ignored in the public sample, or choose another",
			column,
		)
	}
	t.cells[at] = targetCell{encoder: encoder{use: asUnit}, name: column}
	t.unitField = at
	t.surplus = slices.DeleteFunc(t.surplus, func(name string) bool { return name == t.names[at] })
	return nil
}

// UnitsAlone implements [UnitRows].
func (t *targetTable) UnitsAlone() {
	for i := range t.cells {
		if t.cells[i].use != asUnit {
			t.cells[i].encoder = encoder{}
		}
	}
}

// UnitsAlone implements [UnitRows].
func (t *TargetReader) UnitsAlone() {
	t.targetTable.UnitsAlone()
	t.unitsAlone = true
}

var replaced = []byte("\ufffd")

// Unit implements [UnitRows].
func (t *targetTable) Unit() []byte {
	if csv.IsMissing(t.unit) || len(t.unit) > csv.MaxLine || bytes.Contains(t.unit, replaced) {
		return nil
	}
	return t.unit
}

// NameUnit implements [UnitRows].
func (t *TargetReader) NameUnit(column string) error {
	err := t.targetTable.NameUnit(column)
	t.plain = newPlainBlock(t.cells, t.dim)
	return err
}

// unitNumber is a number as the name of a person, valid until the next one. NaN is no name.
func (t *ColumnReader) unitNumber(n stored) []byte {
	if math.IsNaN(n.float()) {
		return nil
	}
	return n.decimal(t.digits[:0])
}
