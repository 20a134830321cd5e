package wire

import (
	"math"
	"strconv"

	"privadapt/core/data/dataset"
)

const (
	mostClasses = 64
	mostColumns = 1 << 14
	mostLevels  = 254
)

// Columns appends what is needed to standardise cells: the mean and scale of a number, and of each level of a
// category. Names are left out, because the schema has them.
func (w *Writer) Columns(columns []dataset.Column) {
	w.Count(len(columns))
	for _, c := range columns {
		w.Count(len(c.Levels))
		if c.Kind == dataset.Numeric {
			w.Float(c.Mean)
			w.Float(c.Scale)
		}
		for _, l := range c.Levels {
			w.Float(l.Mean)
			w.Float(l.Scale)
		}
	}
}

// Columns reads columns, whose names are their places.
func (r *Reader) Columns() []dataset.Column {
	var columns []dataset.Column
	for i := range r.Count(1, mostColumns) {
		c := dataset.Column{Name: strconv.Itoa(i), Kind: dataset.Numeric}
		if levels := r.Count(0, mostLevels); levels > 0 {
			c.Kind = dataset.Categorical
			for k := range levels {
				c.Levels = append(c.Levels, dataset.Level{Name: strconv.Itoa(k), Mean: r.Float(), Scale: r.Positive()})
			}
		} else {
			c.Mean, c.Scale = r.Float(), r.Positive()
		}
		if columns = append(columns, c); r.Faulty() {
			break
		}
	}
	return columns
}

// Positive reads a finite number above 0.
func (r *Reader) Positive() float64 {
	v := r.Float()
	if !(v > 0) {
		r.Fail("a scale is not above 0")
		return math.SmallestNonzeroFloat64
	}
	return v
}

// Classes reads the number of classes, 0 for numbers.
func (r *Reader) Classes() int {
	n := r.Count(0, mostClasses)
	if n == 1 {
		r.Fail("there is one class")
	}
	return n
}
