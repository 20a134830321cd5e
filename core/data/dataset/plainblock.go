package dataset

import "privadapt/core/kernel"

// plainBlock holds rows that the kernel has read ahead, if only numbers are needed from the file. It is a short cut for a
// run of consecutive plain records: numbers without exponents, quotes and NUL bytes, as many as the header has names. The
// rows are those of the general reader to the bit, and their records are consumed. Tests: TestPlainBlocksAreReadAsAnyOther, TestPlainBlocksWithHostileBytes,
// TestPlainBlocksAreBitIdenticalWithStrconv.
type plainBlock struct {
	fields []float64 // for kernel.Decimals; empty if it cannot be used
	rows   []float64
	unread []float64 // of rows
}

// Powers that float64 and uint64 hold exactly, as the kernel needs them.
var pow10, pow5 = func() (ten [23]float64, five [23]uint64) {
	ten[0], five[0] = 1, 1
	for i := 1; i < len(ten); i++ {
		ten[i], five[i] = 10*ten[i-1], 5*five[i-1]
	}
	return ten, five
}()

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
			pow10[:], pow5[:])
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
