package csv

import (
	"bytes"
	"math/bits"

	"privadapt/core/data/dataset/decimal"
)

// each byte of a word
const (
	lineEnds = '\n' * decimal.Each
	quotes   = '"' * decimal.Each
)

// is has the top bit set in each byte of a word that is this one, and no other.
func is(word, same uint64) uint64 {
	t := word ^ same
	return ^((t&(0x7f*decimal.Each) + 0x7f*decimal.Each) | t) & (0x80 * decimal.Each)
}

// PlainField reads one field of the next record, trimmed, where nothing else is needed, if the record is in the buffer
// as a whole and has neither quotes nor NUL bytes. It is nil if the record has fewer fields. PlainField is a short cut,
// and else consumes nothing: TestThePersonOfARowIsAFunctionOfItsRecord checks that the general
// reader finds the same field.
func (l *Lines) PlainField(delim byte, which int) (cell []byte, ok bool) {
	buf := l.Unread()
	delims := uint64(delim) * decimal.Each
	field, start := 0, 0
	for at := 0; at+8 <= len(buf); at += 8 {
		word := decimal.Load64(buf[at:])
		bad := is(word, quotes) | is(word, 0)
		for stops := is(word, delims) | is(word, lineEnds); stops != 0; stops &= stops - 1 {
			if bad&(stops&-stops-1) != 0 {
				return nil, false
			}
			stop := at + bits.TrailingZeros64(stops)/8
			if field == which {
				cell = buf[start:stop]
			}
			if buf[stop] == '\n' {
				if stop >= MaxLine {
					return nil, false
				}
				if field == which {
					cell = bytes.TrimSuffix(cell, []byte("\r"))
				}
				l.Skip(stop + 1)
				return TrimSpaces(cell), true
			}
			field, start = field+1, stop+1
		}
		if bad != 0 {
			return nil, false
		}
	}
	return nil, false
}
