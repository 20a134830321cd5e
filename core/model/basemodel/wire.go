// The compact forms of base models are written and read here. In a release they come from outside, so a reader checks
// everything. After the first fault it returns zeros.

package basemodel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"privadapt/core/data/dataset"
)

// MostBytes is how long an encoded model may be. In base64 it leaves a document room for
// 350,000 weights.
const MostBytes = 16 << 20

// Writer appends to its bytes.
type Writer struct{ Bytes []byte }

// Byte appends a byte.
func (w *Writer) Byte(b byte) { w.Bytes = append(w.Bytes, b) }

// Count appends a number that is not negative.
func (w *Writer) Count(n int) { w.Bytes = binary.AppendUvarint(w.Bytes, uint64(n)) }

// Float appends a number of 8 bytes.
func (w *Writer) Float(v float64) {
	w.Bytes = binary.LittleEndian.AppendUint64(w.Bytes, math.Float64bits(v))
}

// Short appends a number of 4 bytes.
func (w *Writer) Short(v float32) {
	w.Bytes = binary.LittleEndian.AppendUint32(w.Bytes, math.Float32bits(v))
}

// Floats appends their number and the numbers.
func (w *Writer) Floats(v []float64) {
	w.Count(len(v))
	for _, x := range v {
		w.Float(x)
	}
}

// Reader reads what a Writer has written.
type Reader struct {
	rest  []byte
	fault error
}

// NewReader reads an encoded model, which must not be longer than Limit.
func NewReader(data []byte) *Reader {
	r := &Reader{rest: data}
	if len(data) > MostBytes {
		r.Fail("it has %d bytes; at most %d are read", len(data), MostBytes)
	}
	return r
}

// Fail notes a fault, unless there was one before.
func (r *Reader) Fail(format string, values ...any) {
	if r.fault == nil {
		r.fault = fmt.Errorf("basemodel: the encoded model is damaged: "+format, values...)
		r.rest = nil
	}
}

// Err returns the first fault, or one if something is left over.
func (r *Reader) Err() error {
	if r.fault == nil && len(r.rest) > 0 {
		return errors.New("basemodel: the encoded model is damaged: bytes are left over")
	}
	return r.fault
}

// Faulty reports whether there was a fault.
func (r *Reader) Faulty() bool { return r.fault != nil }

func (r *Reader) take(n int) []byte {
	if len(r.rest) < n {
		r.Fail("it ends too early")
		return make([]byte, n)
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// Byte reads a byte.
func (r *Reader) Byte() byte { return r.take(1)[0] }

// Count reads a number from least to most.
func (r *Reader) Count(least, most int) int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || n > 1 && r.rest[n-1] == 0 || v < uint64(least) || v > uint64(most) {
		r.Fail("a count is not from %d to %d", least, most)
		return least
	}
	r.rest = r.rest[n:]
	return int(v)
}

// Float reads a finite number.
func (r *Reader) Float() float64 {
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
	if v-v != 0 {
		r.Fail("a number is not finite")
		return 0
	}
	return v
}

// Short reads a finite number of 4 bytes.
func (r *Reader) Short() float32 {
	v := math.Float32frombits(binary.LittleEndian.Uint32(r.take(4)))
	if v-v != 0 {
		r.Fail("a number is not finite")
		return 0
	}
	return v
}

// Floats reads finite numbers, at most most of them.
func (r *Reader) Floats(most int) []float64 {
	n := r.Count(0, most)
	if len(r.rest) < 8*n {
		r.Fail("it ends too early")
		return nil
	}
	v := make([]float64, n)
	for k := range v {
		v[k] = r.Float()
	}
	return v
}

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
