package warehouse

import (
	"bytes"
	"io"
	"math/big"
	"strconv"

	"privadapt/core/moment"
)

// What a query returns is one text: the mark, the format, the plan's digest, the number of features, the number of rows, the sums of
// the features in grid steps, those of their products in squared steps, the upper triangle row-major, and the word end.
const (
	mark   = "privadapt-sums"
	format = 1
	end    = "end"
)

// mostBytes bounds a file of sums: those of MostFeatures have less than 60 digits each.
const mostBytes = 1 << 20

// longestNumber is more than the digits of any sum of 2⁶³ rows.
const longestNumber = 40

// Read reads what the plan's query returned, as any client writes it: with or without a header, quotes or a frame. The sums are
// private; whoever takes them wipes them. Errors are of type [*Error], or those of r, and quote nothing of the file.
// Tests: TestSumsOfAnotherPlanAreRefused, TestSumsThatAreNotWholeAreRefused, and TestImpossibleSumsAreRefused in package moment.
func Read(r io.Reader, p Plan) (*moment.Sum, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	text := make([]byte, mostBytes+1)
	defer clear(text)
	length, err := io.ReadFull(r, text)
	if err != io.ErrUnexpectedEOF && err != io.EOF && err != nil {
		return nil, err
	}
	if length > mostBytes {
		return nil, refuse(CodeBadSums, "the file is too large to be the result of the query; give the one text that it returns")
	}
	words := bytes.FieldsFunc(text[:length], isMark)
	at := -1
	for i, word := range words {
		if string(word) != mark {
			continue
		}
		if at >= 0 {
			return nil, refuse(CodeBadSums, "the file has sums twice; give the result of one query, run once, over all rows")
		}
		at = i
	}
	if at < 0 {
		return nil, refuse(CodeBadSums, "there are no sums in the file; give what the query of privadapt sql returned")
	}
	return p.sums(words[at+1:])
}

// isMark reports what stands between words: anything but letters, digits, hyphens, underscores and points.
func isMark(c rune) bool {
	return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.')
}

// sums reads the words after the mark.
func (p Plan) sums(words [][]byte) (*moment.Sum, error) {
	d := p.Map.Dim()
	if len(words) < 3 || string(words[0]) != strconv.Itoa(format) {
		return nil, refuse(CodeBadSums, "the sums are cut off, or of another version of privadapt; write the query anew and run it")
	}
	if string(words[1]) != p.Digest() {
		return nil, refuse(CodeOtherPlan, "the sums are of another public sample, other columns, another radius or other features; write the query anew with these settings and run it")
	}
	words = words[2:]
	if string(words[0]) != strconv.Itoa(d) || len(words) < 2+sumsOf(d) || string(words[1+sumsOf(d)]) != end {
		return nil, refuse(CodeBadSums, "the sums are not whole: the query returns %d of them and then the word %s; run it again and keep all that it returns", sumsOf(d), end)
	}
	numbers := make([]big.Int, sumsOf(d))
	defer moment.Wipe(numbers)
	for k := range numbers {
		word := words[1+k]
		ok := len(word) <= longestNumber
		if ok {
			_, ok = numbers[k].SetString(string(word), 10)
		}
		if !ok {
			return nil, refuse(CodeBadSums, "number %d of the sums is no whole number; give the text as the query returned it", k+1)
		}
	}
	n := &numbers[0]
	if !n.IsInt64() {
		return nil, refuse(CodeBadSums, "the number of rows is larger than any table's")
	}
	sum, err := moment.Restore(p.Grid, n.Int64(), d, numbers[1:])
	if err != nil {
		return nil, refuse(CodeBadSums, "no rows have these sums: %v", err)
	}
	return sum, nil
}
