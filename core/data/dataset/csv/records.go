package csv

import "bytes"

var newline, quote = []byte("\n"), []byte{'"'}

// Record measures the next record of a CSV file, public or private, and says whether its quotes are closed. The rule:
//
//  1. A line with an even number of quotes is a record.
//  2. A line with an odd number of quotes and the lines after it, up to the next one with an odd number, are one record
//     if they are well formed (RFC 4180, see wellFormed) and have at most MaxJoined bytes.
//  3. Else a line with an odd number of quotes is a record too, one whose quotes are not closed.
//
// Claim: a file that is made of lines with an even number of quotes, whatever their bytes, and of well-formed records
// of several lines is divided into just these. So one of them, if it is replaced by another, changes no other record,
// nor their number. For let the reader be at the beginning of one. If it is a line, rule 1 returns it. Otherwise count
// the quotes from its beginning: in a well-formed record their number is odd at a place inside quotes and even at any
// other, since a doubled quote counts twice. Its inner line ends are inside quotes and its last one is not, so its
// first line has an odd number of quotes, its last one too, and all between have an even number: rule 2 returns it.
// Neither rule looks at anything before or after it.
//
// Every record that a writer makes by RFC 4180 is of these kinds. Rule 3 is for what no such writer makes. Such a line
// may join those after it into one record only if all of them together are well formed. No rule could exclude that: see
// PRIVACY.md.
//
// It returns the place where the record ends among the unread bytes, as Line does, and the number of its lines. Each
// byte is looked at a few times at most: the lines after one with an odd number of quotes are searched for the next
// such line, which ends the search.
//
// Tests: TestATableIsReadAsItsRows, TestALineWithAnOpenQuoteChangesItsOwnRowAlone, FuzzTargetReader.
func (l *Lines) Record(delim byte) (end, lines int, closed bool) {
	first := l.Line(0)
	if first < 0 || !hasOpenQuote(l.buf[l.start:l.start+first]) {
		return first, 1, true
	}
	lines, at := 1, first
	for end = l.Line(at); end > at && end <= MaxJoined; end = l.Line(at) {
		lines++
		if hasOpenQuote(l.buf[l.start+at : l.start+end]) {
			if wellFormed(l.Text(end), delim) {
				return end, lines, true
			}
			break
		}
		at = end
	}
	if l.Failure() != nil && end == at {
		return 0, 0, true // a failed read leaves no part of a record
	}
	return first, 1, false
}

// hasOpenQuote reports whether the number of quotes in a line is odd.
func hasOpenQuote(line []byte) bool { return bytes.Count(line, quote)%2 == 1 }

// wellFormed reports whether each field of a text is without quotes, or is in quotes, inside which each quote is
// doubled. There may be spaces around the quotes.
func wellFormed(text []byte, delim byte) bool {
	const (
		blank = iota // nothing but spaces so far
		plain
		quoted
		closed // or between the two quotes of a doubled one
	)
	state := blank
	for i, c := range text {
		switch {
		case state == quoted:
			if c == '"' {
				state = closed
			}
		case c == '"' && state == closed && text[i-1] == '"':
			state = quoted
		case c == delim:
			state = blank
		case c == '"' && state == blank:
			state = quoted
		case c == '"', state == closed && !isSpace(c):
			return false
		case !isSpace(c):
			state = plain
		}
	}
	return state != quoted
}
