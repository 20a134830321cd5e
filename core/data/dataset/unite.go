package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// File is one of several public files that become one source.
type File struct {
	Name   string // for messages and for the release
	Data   io.Reader
	Digest string // of the published file where Data was unpacked from it; empty: the SHA-256 of Data
	// Check, if not nil, refuses a digest that is not the one that was announced.
	Check func(digest string) error
}

// MostParts is the largest number of files that become one source.
const MostParts = 8

// Part is one of the files that a source was united from.
type Part struct {
	Name   string
	Digest string
	Rows   int
}

// Union is several public files that have been read, and whose columns agree in kind.
type Union struct {
	Parts   []Part
	tables  []*sourceBuilder
	options SourceOptions
}

// ReadPart reads one of several files by itself: the options may name columns of the others.
func ReadPart(r io.Reader, o SourceOptions) (*Source, error) {
	o.several = true
	return ReadSource(r, o)
}

// ReadUnion reads several files with the strictness of [ReadSource]. The label has the same name in all of them. Other
// columns are found by their name, in any case of letters where that identifies one. An error names the file.
func ReadUnion(files []File, o SourceOptions) (*Union, error) {
	u := &Union{options: o}
	for _, f := range files {
		each := o
		each.several = len(files) > 1
		table, digest, err := readBuilder(f.Data, each)
		if err == nil && len(table.labels) == 0 {
			err = newError(CodeNoRows, 0, "the file has column names but no rows; add some, or leave the file out")
		}
		if err != nil {
			return nil, inFile(f.Name, err)
		}
		if f.Digest != "" {
			digest = f.Digest
		}
		if f.Check != nil {
			if err := f.Check(digest); err != nil {
				return nil, err
			}
		}
		for _, other := range u.Parts {
			if other.Digest == digest {
				return nil, inFile(f.Name, newError(CodeBadOption, 0, "it is the same file as %s; give each file once",
					other.Name))
			}
		}
		u.Parts = append(u.Parts, Part{f.Name, digest, len(table.labels)})
		u.tables = append(u.tables, table)
	}
	return u, u.checkDeclared()
}

// inFile adds a file's name to an error about it.
func inFile(name string, err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", name, err)
	}
	named := *e
	named.File = name
	return &named
}

// checkDeclared refuses a declared column that no file has.
func (u *Union) checkDeclared() error {
	for _, name := range slices.Concat(u.options.Categorical, u.options.Ignore) {
		if !slices.ContainsFunc(u.tables, func(t *sourceBuilder) bool { return slices.Contains(t.names, name) }) {
			return newError(CodeUnknownColumn, 0, "none of the files has a column %q to declare", name)
		}
	}
	return nil
}

// Source unites the rows of the parts with these places, in increasing order, as if one file held them. Its columns are
// those that all parts have or, with AllColumns, that any has: a cell of a column that a file lacks is a missing one.
// Levels and classes are united by their text. The digest of several parts is [UnitedDigest].
func (u *Union) Source(kept []int) (*Source, error) {
	layout, places, err := u.layout(kept)
	if err != nil {
		return nil, err
	}
	b := newSourceBuilder(layout, nil)
	for i, k := range kept {
		if err := b.addTable(u.tables[k], places[i], u.Parts[k].Name); err != nil {
			return nil, err
		}
	}
	b.noteOnTwoValues(u.options.Task)
	s, err := b.finish()
	if err != nil {
		return nil, err
	}
	digests := make([]string, len(kept))
	for i, k := range kept {
		s.Parts = append(s.Parts, u.Parts[k])
		digests[i] = u.Parts[k].Digest
	}
	for k, part := range u.Parts {
		if !slices.Contains(kept, k) {
			s.LeftOut = append(s.LeftOut, part)
		}
	}
	s.Digest = UnitedDigest(digests)
	return s, nil
}

// UnitedDigest identifies a source of several files: the SHA-256 of their digests, each followed by a line feed. A
// single file's digest is its own.
func UnitedDigest(digests []string) string {
	if len(digests) == 1 {
		return digests[0]
	}
	sum := sha256.New()
	for _, digest := range digests {
		io.WriteString(sum, digest+"\n")
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// addTable adds the rows of a table, whose fields at these places hold the columns after the label.
func (b *sourceBuilder) addTable(t *sourceBuilder, places []int, file string) error {
	orders := make([][]float64, len(b.names)) // for each column the place of the table's levels among the united ones
	for j, field := range append([]int{t.label}, places...) {
		if field < 0 || j == b.label && !b.classes || j != b.label && b.kinds[j] != Categorical {
			continue
		}
		for k, name := range t.levels[field].names {
			place, ok := b.levels[j].add([]byte(name))
			if !ok {
				return inFile(file, &Error{Code: CodeTooManyLevels, Column: field + 1, Name: b.names[j],
					Message: fmt.Sprintf("the column has more than %d levels in all files together; ignore it or merge its levels",
						maxLevels)})
			}
			b.levels[j].counts[place] += t.levels[field].counts[k] - 1
			orders[j] = append(orders[j], float64(place))
		}
	}
	for _, y := range t.labels {
		if b.classes {
			y = orders[b.label][int(y)]
		}
		b.labels = append(b.labels, y)
	}
	for cells := range t.cells.rows() {
		if err := b.cells.noRoom(0); err != nil {
			return inFile(file, err)
		}
		row := b.cells.addRow()
		for j := 1; j < len(b.names); j++ {
			slot := b.slots[j]
			if slot < 0 {
				continue
			}
			row[slot] = math.NaN()
			if field := places[j-1]; field >= 0 {
				v := cells[t.slots[field]]
				if orders[j] != nil && !math.IsNaN(v) {
					v = orders[j][int(v)]
				}
				row[slot] = v
			}
		}
	}
	return nil
}

// Numbers returns at most a given number of values of a column of numbers in a part, the label's among them, taken
// evenly from its rows and without missing ones; nil if the part has none.
func (u *Union) Numbers(part int, name string, most int) (values []float64) {
	t := u.tables[part]
	step, at := max(1, (len(t.labels)+most-1)/most), 0
	take := func(v float64) {
		if at%step == 0 && !math.IsNaN(v) {
			values = append(values, v)
		}
		at++
	}
	if name == u.options.Label {
		if !t.classes {
			for _, y := range t.labels {
				take(y)
			}
		}
		return values
	}
	j := align(t.names, Schema{Label: u.options.Label, Columns: []Column{{Name: name}}}).columns[0]
	if j < 0 || t.kinds[j] != Numeric || t.dates[j] != nil {
		return nil
	}
	for row := range t.cells.rows() {
		take(row[t.slots[j]])
	}
	return values
}
