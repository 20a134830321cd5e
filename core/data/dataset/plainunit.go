package dataset

import (
	"bytes"
	"math/bits"
)

// each byte of a word
const (
	lineEnds = '\n' * each
	quotes   = '"' * each
)

// is has the top bit set in each byte of a word that is this one, and no other.
func is(word, same uint64) uint64 {
	t := word ^ same
	return ^((t&(0x7f*each) + 0x7f*each) | t) & (0x80 * each)
}

// nextUnit reads the person of the next record, where nothing else is needed, if the record is in the buffer as a whole
// and has neither quotes nor NUL bytes. Like nextPlain it is a short cut, and else
// consumes nothing: FuzzPlainUnit checks that the general reader finds the same person.
func (t *TargetReader) nextUnit() bool {
	buf := t.lines.buf[t.lines.start:t.lines.end]
	delims := uint64(t.fields.delim) * each
	field, start := 0, 0
	var unit []byte
	for at := 0; at+8 <= len(buf); at += 8 {
		word := load64(buf[at:])
		bad := is(word, quotes) | is(word, 0)
		for stops := is(word, delims) | is(word, lineEnds); stops != 0; stops &= stops - 1 {
			if bad&(stops&-stops-1) != 0 {
				return false
			}
			stop := at + bits.TrailingZeros64(stops)/8
			if field == t.unitField {
				unit = buf[start:stop]
			}
			if buf[stop] == '\n' {
				if stop >= maxLine {
					return false
				}
				if field == t.unitField {
					unit = bytes.TrimSuffix(unit, []byte("\r"))
				}
				t.unit = trimSpaces(unit)
				t.lines.start += stop + 1
				return true
			}
			field, start = field+1, stop+1
		}
		if bad != 0 {
			return false
		}
	}
	return false
}
