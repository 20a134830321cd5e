package dataset

import (
	"math"
	"math/bits"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/data/dataset/decimal"
	"privadapt/core/kernel"
)

// nextPlain reads the next record if it is what nearly all records of a large
// file are: in the buffer as a whole, with as many fields as the header has,
// plain decimals in numeric columns, dates or known levels in others, and
// without quotes and NUL bytes. Otherwise it returns false, has consumed
// nothing, and dst may hold anything.
//
// It is only a short cut: the general reader gives the same bits, which
// TestPlainRecordsAreReadAsAnyOther and FuzzPlainRecord check. It is faster
// because one pass over the bytes finds the fields, their digits and the end of
// the line.
func (t *TargetReader) nextPlain(dst []float64) bool {
	buf := t.lines.Unread()
	delim, point := t.fields.Delim, t.fields.Point
	clear(dst)
	at, end := 0, delim
	for i := range t.cells {
		if at > len(buf)-decimal.Reach || end != delim {
			return false
		}
		c := &t.cells[i]
		if c.use != asNumber {
			if at, end = t.plainText(c, dst, at); end == 0 {
				return false
			}
			at++
			continue
		}
		sign := uint64(0)
		if buf[at] == '-' {
			sign = 1 << 63
			at++
		}
		var v float64
		word := decimal.LoadDigits(buf[at : at+8])
		stops := decimal.NonDigits(word)
		whole := bits.TrailingZeros64(stops) &^ 7 // bits before the first byte that is not a digit; 64 if all are digits
		end = byte(word>>(whole&63)) ^ '0'
		more := stops & (stops - 1) // the stops after the first
		switch {
		case stops != 0 && end != '.' && end != point && whole != 0:
			v = float64(decimal.JoinDigits(word << ((64 - whole) & 63)))
			at += whole / 8
		case more != 0 && bits.TrailingZeros64(more) >= 16 && (end == '.' || end == point):
			all := bits.TrailingZeros64(more) &^ 7 // bits before the end of the number
			end = byte(word>>(all&63)) ^ '0'
			// The point is removed; then the digits are the last of eight bytes and zeros come before them.
			before := uint64(1)<<(whole&63) - 1
			m := decimal.JoinDigits((word&before | word>>8&^before) << ((72 - all) & 63))
			v = float64(m) / decimal.Pow10[(all-whole)/8-1]
			at += all / 8
		default:
			var n int
			if v, n = decimal.Unsigned(buf[at:], point); n == 0 {
				return false
			}
			at += n
			end = buf[at]
		}
		v = math.Float64frombits(math.Float64bits(v) | sign)
		if end == '\r' && i == len(t.cells)-1 {
			at++
			end = buf[at]
		}
		at++
		z := (v - c.mean) / c.scale
		if !usual(z) {
			return false
		}
		dst[c.at] = z
	}
	if end != '\n' || at > csv.MaxLine {
		return false
	}
	t.lines.Skip(at)
	return true
}

// plainText passes over a field of a column that is not numeric. It writes the
// features if the column holds dates or levels. It returns the index of the byte
// after the field, and that byte, or 0 if the field is not plain.
func (t *TargetReader) plainText(c *targetCell, dst []float64, at int) (place int, end byte) {
	buf := t.lines.Unread()
	delim, start := t.fields.Delim, at
	for ; at < len(buf) && buf[at] != delim && buf[at] != '\n'; at++ {
		if buf[at] == '"' || buf[at] == 0 {
			return at, 0
		}
	}
	if at == len(buf) {
		return at, 0
	}
	if c.use != unused {
		cell := buf[start:at]
		if buf[at] == '\n' && len(cell) > 0 && cell[len(cell)-1] == '\r' {
			cell = cell[:len(cell)-1]
		}
		cell = csv.TrimSpaces(cell)
		if c.use == asUnit {
			t.unit = cell
		}
		if c.use == asDate && !c.date(dst, cell) || c.use == asLevel && !c.text(dst, cell) {
			return at, 0
		}
	}
	return at, buf[at]
}

// plainBlock holds rows that the kernel has read ahead, if only numbers are needed from the file. Like nextPlain it is
// a short cut, for a run of consecutive plain records: the rows are the same to the bit, and their records are
// consumed. Tests: TestPlainBlocksAreReadAsAnyOther, TestPlainBlocksWithHostileBytes,
// TestPlainBlocksAreBitIdenticalWithStrconv.
type plainBlock struct {
	fields []float64 // for kernel.Decimals; empty if it cannot be used
	rows   []float64
	unread []float64 // of rows
}

// blockCells bounds a block, so that it stays in the processor's cache.
const blockCells = 1 << 10

func newPlainBlock(cells []targetCell, dim int) plainBlock {
	if !kernel.SIMD {
		return plainBlock{}
	}
	var fields []float64
	for _, c := range cells {
		switch c.use {
		case asNumber:
			fields = append(fields, float64(c.at), c.mean, c.scale)
		case asLevel, asDate, asUnit:
			return plainBlock{}
		default:
			fields = append(fields, -1, 0, 1)
		}
	}
	return plainBlock{fields: fields, rows: make([]float64, max(1, blockCells/dim)*dim)}
}

// next writes the next record's features into dst, if it is plain.
func (b *plainBlock) next(t *TargetReader, dst []float64) bool {
	if len(b.unread) == 0 {
		if b.fields == nil {
			return false
		}
		lines := t.lines
		rows, length := kernel.Decimals(b.rows, t.dim, lines.Unread(), b.fields, t.fields.Delim, t.fields.Point,
			decimal.Pow10[:], decimal.Pow5[:])
		if rows == 0 {
			return false
		}
		lines.Skip(length)
		b.unread = b.rows[:rows*t.dim]
	}
	copy(dst, b.unread)
	b.unread = b.unread[t.dim:]
	return true
}
