package dataset

import "privadapt/core/kernel"

// plainBlock holds rows that the kernel has read ahead, of files in which only
// numbers are asked for. It is another short cut like nextPlain, for as many
// records as are plain in succession: the rows are the same to the bit, which
// the tests called TestPlainBlocks… check, and their records are consumed.
type plainBlock struct {
	fields []float64 // for kernel.Decimals; none if it cannot be used
	rows   []float64
	unread []float64 // of rows
}

// blockCells bounds a block, which is to stay in the processor's cache.
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
		case asLevel, asDate:
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
		rows, length := kernel.Decimals(b.rows, t.dim, lines.buf[lines.start:lines.end], b.fields, t.fields.delim, t.fields.point, pow10[:], pow5[:])
		if rows == 0 {
			return false
		}
		lines.start += length
		lines.number += rows
		b.unread = b.rows[:rows*t.dim]
	}
	copy(dst, b.unread)
	b.unread = b.unread[t.dim:]
	return true
}
