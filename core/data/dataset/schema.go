package dataset

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"privadapt/core/data/dataset/csv"
)

// Kind says how the cells of a column become features.
type Kind string

const (
	Numeric     Kind = "numeric"     // one feature: (cell − mean)/scale
	Categorical Kind = "categorical" // one feature for each level
	Ignored     Kind = "ignored"     // no feature; the cells are never looked at
)

// maxLevels bounds what one categorical column can add to the dimension, because
// the privacy cost of a second moment grows with the dimension.
const maxLevels = 64

// Level is one value of a categorical column. Its feature is
// (1[cell = Name] − Mean)/Scale.
type Level struct {
	Name  string  `json:"name"`
	Mean  float64 `json:"mean"`  // its share among the source's cells that are not missing; in (0, 1)
	Scale float64 `json:"scale"` // √(Mean(1−Mean)), the indicator's standard deviation
}

// Column describes a column of the source.
type Column struct {
	Name  string  `json:"name"`
	Kind  Kind    `json:"kind"`
	Mean  float64 `json:"mean,omitempty"`  // Numeric: the source's mean, raw units
	Scale float64 `json:"scale,omitempty"` // Numeric: the source's population standard deviation, > 0, raw units
	Min   float64 `json:"min,omitempty"`   // Numeric: the source's smallest value, raw units
	Max   float64 `json:"max,omitempty"`   // Numeric: the source's largest value, raw units
	Dates bool    `json:"dates,omitempty"` // Numeric: the cells are dates, and the raw unit is days since 1970-01-01
	// DateOrder is the order of dates that do not show theirs; empty if the source settles none, and then no such date
	// is read.
	DateOrder csv.DateOrder `json:"dateOrder,omitempty"`
	Levels    []Level       `json:"levels,omitempty"` // Categorical: in order of first appearance

	header string // see Under
}

// Width is the number of features the column gives.
func (c Column) Width() int {
	if c.Kind == Numeric {
		return 1
	}
	return len(c.Levels)
}

// Schema is what the source fixes for both samples. All of it is public: no
// statistic of the target enters, because a bound or a scale computed from
// private rows would itself need a charge.
type Schema struct {
	Label string `json:"label"`
	// Classes are the values of a label that is a class, in their order; absent where the label is a number.
	Classes []string `json:"classes,omitempty"`
	Columns []Column `json:"columns"` // in the source's order, without the label
	// LinesAbove is how many lines are above the header of the source. A table whose first line has no column of it has
	// as many.
	LinesAbove int `json:"linesAbove,omitempty"`

	labelHeader string // see Under
}

// Under returns the schema for private files that have other headers for some of its columns, or for the label:
// headers has them by the schema's names. A file that lacks the header is searched for the schema's own name. Headers
// are no part of a schema that is written.
func (s Schema) Under(headers map[string]string) Schema {
	s.labelHeader = headers[s.Label]
	s.Columns = slices.Clone(s.Columns)
	for i := range s.Columns {
		s.Columns[i].header = headers[s.Columns[i].Name]
	}
	return s
}

// sought is the name by which a column is looked for in a header with these names.
func sought(name, header string, names []string) string {
	if header != "" && slices.Contains(names, header) {
		return header
	}
	return name
}

// Dim is the number d of features, without an intercept.
func (s Schema) Dim() int {
	d := 0
	for _, c := range s.Columns {
		d += c.Width()
	}
	return d
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

// FeatureNames names the d features in order: "temp" for a numeric column,
// "colour=red" for a level of a categorical one.
func (s Schema) FeatureNames() []string {
	names := make([]string, 0, s.Dim())
	for _, c := range s.Columns {
		if c.Kind == Numeric {
			names = append(names, c.Name)
		}
		for _, l := range c.Levels {
			names = append(names, c.Name+"="+l.Name)
		}
	}
	return names
}

// Validate reports, as an [*Error] with code "bad-schema", why a schema from
// outside, such as one in a release file, cannot be used. A schema that
// [ReadSource] returned always passes.
func (s Schema) Validate() error {
	if !cleanName(s.Label) {
		return newError(CodeBadSchema, 0, "the schema has no usable label name")
	}
	if fault := classesFault(s.Classes); fault != "" {
		return newError(CodeBadSchema, 0, "%s", fault)
	}
	if s.LinesAbove < 0 || s.LinesAbove >= mostTitle {
		return newError(CodeBadSchema, 0, "the header has fewer than %d lines above it", mostTitle)
	}
	seen := map[string]bool{s.Label: true}
	for i, c := range s.Columns {
		if !cleanName(c.Name) {
			return columnFault(i, c, "the name is empty, too long, not UTF-8 or has outer spaces")
		}
		if seen[c.Name] {
			return columnFault(i, c, "the name is used twice")
		}
		seen[c.Name] = true
		if fault := c.fault(); fault != "" {
			return columnFault(i, c, fault)
		}
	}
	if s.Dim() == 0 {
		return newError(CodeBadSchema, 0, "the schema has no feature; keep at least one column that is not ignored")
	}
	return nil
}

func columnFault(i int, c Column, fault string) *Error {
	return &Error{Code: CodeBadSchema, Column: i + 1, Name: c.Name, Message: fault}
}

// fault says what is wrong with a column apart from its name; "" if nothing is.
func (c Column) fault() string {
	if c.Kind != Categorical && len(c.Levels) > 0 {
		return "only a categorical column has levels"
	}
	if c.Kind != Numeric && c.Dates {
		return "only a numeric column has dates"
	}
	if !c.DateOrder.Valid() || c.DateOrder != csv.Open && !c.Dates {
		return "the order of dates is dmy, mdy or ymd, and a column of other cells has none"
	}
	switch c.Kind {
	case Ignored:
		return ""
	case Numeric:
		// Each comparison is false for NaN, so NaN never passes.
		if !finite(c.Mean) || !positive(c.Scale) {
			return "a numeric column needs a finite mean and a scale above zero"
		}
		if !finite(c.Min) || !finite(c.Max) || c.Min > c.Max {
			return "a numeric column needs a finite range with min at most max"
		}
		return ""
	case Categorical:
		return levelsFault(c.Levels)
	}
	return fmt.Sprintf("%q is not a kind; use numeric, categorical or ignored", c.Kind)
}

func levelsFault(levels []Level) string {
	if len(levels) < 2 || len(levels) > maxLevels {
		return fmt.Sprintf("a categorical column needs 2 to %d levels", maxLevels)
	}
	seen := make(map[string]bool, len(levels))
	for _, l := range levels {
		switch {
		case !cleanName(l.Name):
			return "a level's name is empty, too long, not UTF-8 or has outer blanks"
		case seen[l.Name]:
			return fmt.Sprintf("the level %q is there twice", l.Name)
		case !(l.Mean > 0 && l.Mean < 1) || !positive(l.Scale):
			return fmt.Sprintf("the level %q needs a mean between 0 and 1 and a scale above zero", l.Name)
		}
		seen[l.Name] = true
	}
	return ""
}

// mostName is the length in bytes of the longest name of a column, a level or a class. Names are stated in every
// release.
const mostName = 1000

// cleanName reports whether a name is one that a header or a cell can carry.
func cleanName(name string) bool {
	return name != "" && len(name) <= mostName && utf8.ValidString(name) && string(csv.TrimSpaces([]byte(name))) == name
}

func finite(x float64) bool { return x-x == 0 }

// usual reports whether a standardised number can be used.
func usual(z float64) bool { return math.Abs(z) <= Largest }

func positive(x float64) bool { return x > 0 && finite(x) }

// classesFault says what is wrong with the classes of a schema, or nothing.
func classesFault(classes []string) string {
	if classes == nil {
		return ""
	}
	if len(classes) < 2 || len(classes) > maxLevels {
		return fmt.Sprintf("a label that is a class needs 2 to %d classes", maxLevels)
	}
	for i, name := range classes {
		if !cleanName(name) || slices.Contains(classes[:i], name) {
			return "a class is there twice, or its name is empty, too long, not UTF-8 or has outer blanks"
		}
	}
	return ""
}

// encoder writes the features of one column. Source and target share it, so
// equal cells give equal bits on both sides.
type encoder struct {
	use    cellUse
	at     int            // the column's first feature
	mean   float64        // asNumber, asDate
	scale  float64        // asNumber, asDate
	order  csv.DateOrder  // asDate: of dates that do not show theirs
	levels map[string]int // asLevel: the index of each level
	on     []float64      // asLevel: (1 − mean)/scale of each level
	off    []float64      // asLevel: (0 − mean)/scale of each level
}

// cellUse is a Kind as a number, so that no cell costs a comparison of strings.
type cellUse uint8

const (
	unused cellUse = iota
	asNumber
	asDate
	asLevel
	asUnit // names the person of a row, and has no features; see NameUnit of targetTable
)

// newEncoders returns one encoder for each column of a schema.
func newEncoders(s Schema) []encoder {
	encoders := make([]encoder, len(s.Columns))
	at := 0
	for i, c := range s.Columns {
		e := encoder{at: at}
		switch c.Kind {
		case Numeric:
			e.use, e.mean, e.scale = asNumber, c.Mean, c.Scale
			if c.Dates {
				e.use, e.order = asDate, c.DateOrder
			}
		case Categorical:
			e.use = asLevel
			e.levels = make(map[string]int, len(c.Levels))
			for k, l := range c.Levels {
				e.levels[l.Name] = k
				e.on = append(e.on, (1-l.Mean)/l.Scale)
				e.off = append(e.off, -l.Mean/l.Scale)
			}
		}
		encoders[i] = e
		at += c.Width()
	}
	return encoders
}

// usable reports whether a number can be standardised, or is the index of a level.
func (e *encoder) usable(v float64) bool {
	if e.use == asLevel {
		return v >= 0 && v < float64(len(e.on)) && v == math.Trunc(v)
	}
	return usual((v - e.mean) / e.scale)
}

// encode writes the features of a cell, a number or the index of a level, into the row dst. A NaN is a missing cell and
// writes nothing.
func (e *encoder) encode(dst []float64, v float64) {
	if e.use != asLevel {
		if z := (v - e.mean) / e.scale; usual(z) {
			dst[e.at] = z
		}
	} else if e.usable(v) {
		copy(dst[e.at:], e.off)
		dst[e.at+int(v)] = e.on[int(v)]
	}
}

// Clip scales z in place to Euclidean norm at most s ≥ 0 and reports whether
// it changed z. The norm it leaves, computed in floating point, is at most
// s(1+4u·len(z)), u = 2⁻⁵²; grid.Quantise, which every private row passes,
// enforces the exact bound on integers.
//
// It divides by the largest entry before it squares, because the squares of
// large finite entries overflow, and an infinite norm would turn a private row
// into zeros or NaN. Rows from this package are finite; for any other z the
// result is the zero row, so that NaN, which compares false with every bound,
// cannot pass for a short vector.
func Clip(z []float64, s float64) bool {
	if within(z, s) {
		return false
	}
	var largest float64
	for _, x := range z {
		largest = max(largest, math.Abs(x)) // NaN if x is NaN
	}
	if largest == 0 {
		return false
	}
	if !finite(largest) {
		clear(z)
		return true
	}
	var sum float64 // of squares of z/largest, in [1, d]
	for _, x := range z {
		x /= largest
		sum += float64(x * x) // two roundings on every platform: a fused operation would give another row
	}
	root := math.Sqrt(sum)
	if largest*root <= s { // +Inf on overflow, which exceeds any finite s
		return false
	}
	for i, x := range z {
		z[i] = x / largest * (s / root)
	}
	return true
}

// within reports whether z is certain to be shorter than s. This is true of most rows, and then nothing else has to be
// done. The relative error of the sum of squares is at most about len(z)·2⁻⁵³ and, where squares underflow, its
// absolute error is at most len(z)·2⁻¹⁰⁷⁴; the margins are far above both. The result is false if z has a NaN or an
// infinity.
func within(z []float64, s float64) bool {
	sum := 0.0
	for _, x := range z {
		sum += x * x
	}
	bound := s * s * (1 - 1e-6)
	return sum < bound && bound > 1e-200
}
