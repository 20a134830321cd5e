package warehouse

import (
	"bytes"
	"io"
	"math/big"
	"strconv"

	"privadapt/core/internal/private/moment"
	"privadapt/core/words"
)

// What a query returns is one text: the mark, the format, the plan's digest, the number of features, the number of
// rows, the sums of the features in grid steps, the sums of their products in squared steps, the upper triangle
// row-major, and the word end. Of people it is their numbers (heads) and products, the intercept's too. With labels
// the numbers are there twice: of the rows with a label, and of the others.
const (
	mark   = "privadapt-sums"
	format = 1
	end    = "end"
)

// MostSums bounds the bytes of a file of sums: the sums of MostFeatures have less than 60 digits each, twice.
const MostSums = mostBytes

const mostBytes = 1 << 20

// longestNumber is more than the digits of any sum of 2⁶³ rows, and with a sign not more than 136 bits have.
const longestNumber = 40

// Read reads what the query of a plan without labels returned, as any client writes it: with or without a header,
// quotes or a frame. The sums are private; whoever takes them wipes them. Errors are of type [*words.Error], or what r
// returns, and quote nothing of the file. Tests: TestSumsOfAnotherPlanAreRefused,
// TestSumsThatAreNotWholeAreRefused, and TestImpossibleSumsAreRefused in package moment.
func Read(r io.Reader, p Plan) (*moment.Sum, Rows, error) {
	heads := p.headsOf()
	numbers, err := p.read(r, p.dim(), heads+sumsOf(p.dim()))
	if err != nil {
		return nil, Rows{}, err
	}
	defer moment.Wipe(numbers)
	rows, err := p.takeRows(numbers)
	if err != nil {
		return nil, Rows{}, err
	}
	sum, err := p.restore(numbers[heads:], p.Map.Dim(), rows)
	return sum, rows, err
}

// ReadLabelled does the same for a plan with labels: it returns the sum of the rows with a label and the sum of the
// others, which have no residuals. People are counted once, with the others. Tests:
// TestSumsOfAnotherPlanAreRefused, TestEitherSumThatIsImpossibleIsRefused.
func ReadLabelled(r io.Reader, p Plan) (with, without *moment.Sum, rows Rows, err error) {
	heads, size := p.headsOf(), p.headsOf()+sumsOf(p.dim())
	numbers, err := p.read(r, p.dim(), 2*size)
	if err != nil {
		return nil, nil, Rows{}, err
	}
	defer moment.Wipe(numbers)
	labelled, err := p.takeRows(numbers)
	if err != nil {
		return nil, nil, Rows{}, err
	}
	others, err := p.takeRows(numbers[size:])
	if err != nil {
		return nil, nil, Rows{}, err
	}
	rows = Rows{
		All: labelled.All + others.All, Labelled: labelled.All, People: labelled.People + others.People,
		Most: max(labelled.Most, others.Most), Nameless: labelled.Nameless + others.Nameless,
	}
	kept := p.dim() - p.residuals()
	unlabelled, err := leading(numbers[size+heads:], p.dim(), kept)
	if err != nil {
		return nil, nil, Rows{}, err
	}
	if p.Unit != "" { // any of them may have rows of either kind
		labelled.People, others.People = rows.People, rows.People
	}
	if with, err = p.restore(numbers[heads:size], p.dim(), labelled); err != nil {
		return nil, nil, Rows{}, err
	}
	if without, err = p.restore(unlabelled, kept, others); err != nil {
		with.Wipe()
		return nil, nil, Rows{}, err
	}
	if p.Unit != "" {
		with.CountPeople(0)
	}
	return with, without, rows, nil
}

// leading takes the sums of the first of d features, and refuses others that are not 0.
func leading(numbers []big.Int, d, kept int) (taken []big.Int, err error) {
	taken = append(taken, numbers[:1+kept]...)
	left := numbers[1+kept : 1+d]
	at := 1 + d
	for i := range d {
		row := numbers[at : at+d-i]
		at += d - i
		own := max(0, kept-i)
		taken = append(taken, row[:own]...)
		left = append(left[:len(left):len(left)], row[own:]...)
	}
	for k := range left {
		if left[k].Sign() != 0 {
			return nil, words.Refuse(CodeBadSums, "rows without a label have residuals; write the query anew and run it")
		}
	}
	return taken, nil
}

// takeRows reads the numbers of a group of rows.
func (p Plan) takeRows(numbers []big.Int) (Rows, error) {
	if p.Unit != "" {
		return takeHeads(numbers)
	}
	if !numbers[0].IsInt64() {
		return Rows{}, words.Refuse(CodeBadSums, "the number of rows is larger than any table's")
	}
	return Rows{All: numbers[0].Int64()}, nil
}

// restore makes a sum of the numbers of a group: the first row of the triangle are the number of rows and the sums or,
// of people, products like the others.
func (p Plan) restore(numbers []big.Int, d int, rows Rows) (sum *moment.Sum, err error) {
	if p.Unit != "" {
		sum, err = moment.RestorePeople(p.Grid, rows.People, d, numbers)
	} else {
		sum, err = moment.Restore(p.Grid, rows.All, d, numbers[1:])
	}
	if err != nil {
		return nil, words.Refuse(CodeBadSums, "no rows have these sums: %v", err)
	}
	return sum, nil
}

// read returns the numbers that come after the given size. Whoever takes them wipes them.
func (p Plan) read(r io.Reader, size, count int) ([]big.Int, error) {
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
		return nil, words.Refuse(CodeBadSums,
			"the file is too large to be the result of the query; give the one text that it returns")
	}
	cells := bytes.FieldsFunc(text[:length], isMark)
	at := -1
	for i, word := range cells {
		if string(word) != mark {
			continue
		}
		if at >= 0 {
			return nil, words.Refuse(CodeBadSums, "the file has sums twice; give the result of one query, run once, over all rows")
		}
		at = i
	}
	if at < 0 {
		return nil, words.Refuse(CodeBadSums, "there are no sums in the file; give what the query of privadapt sql returned")
	}
	return p.numbers(cells[at+1:], size, count)
}

// isMark reports what stands between words: anything but letters, digits, hyphens, underscores and points.
func isMark(c rune) bool {
	return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.')
}

// numbers reads the words after the mark: the size, and the numbers.
func (p Plan) numbers(cells [][]byte, size, count int) ([]big.Int, error) {
	if len(cells) < 3 || string(cells[0]) != strconv.Itoa(format) {
		return nil, words.Refuse(CodeBadSums,
			"the sums are cut off, or of another version of privadapt; write the query anew and run it")
	}
	if string(cells[1]) != p.Digest() {
		return nil, words.Refuse(
			CodeOtherPlan,
			"the sums are of another public sample, other columns, another radius, other features, another model or another use of labels; write the query anew with these settings and run it",
		)
	}
	cells = cells[2:]
	if string(cells[0]) != strconv.Itoa(size) || len(cells) < 2+count || string(cells[1+count]) != end {
		return nil, words.Refuse(CodeBadSums,
			"the sums are not whole: the query returns %d of them and then the word %s; run it again and keep all that it returns",
			count, end)
	}
	numbers := make([]big.Int, count)
	for k := range numbers {
		if !setDecimal(&numbers[k], cells[1+k]) {
			const sentence = "number %d of the sums is no whole number; give the text as the query returned it"
			moment.Wipe(numbers)
			return nil, words.Refuse(CodeBadSums, sentence, k+1)
		}
	}
	return numbers, nil
}

// setDecimal sets x to the whole number that a word writes, and returns false if it writes none. No copy is left but x:
// a text, or a number that grows, would stay behind in memory.
func setDecimal(x *big.Int, word []byte) bool {
	digits, negative := bytes.CutPrefix(word, []byte("-"))
	if len(digits) == 0 || len(word) > longestNumber {
		return false
	}
	var size [17]byte
	defer clear(size[:])
	for _, c := range digits {
		carry := int(c) - '0'
		if carry < 0 || carry > 9 {
			return false
		}
		for i := len(size) - 1; i >= 0; i-- {
			carry += 10 * int(size[i])
			size[i] = byte(carry)
			carry >>= 8
		}
	}
	if x.SetBytes(size[:]); negative {
		x.Neg(x)
	}
	return true
}

// ReadCheck reads what a query returned beside its sums. It keeps nothing of the text. Errors are of type [*words.Error]. Test: TestDatabasesReturnTheReadersCheck.
func ReadCheck(text []byte, p Plan) (*Check, error) {
	cells := bytes.FieldsFunc(text, isMark)
	for at, word := range cells {
		if string(word) == checkMark {
			return p.checkOf(cells[at+1:])
		}
	}
	return nil, words.Refuse(CodeBadSums, "the sums come without the check before them; run the query again and keep all that it returns")
}

func (p Plan) checkOf(cells [][]byte) (*Check, error) {
	count := len(p.Source.Schema.Used())
	size := count
	if p.Report == nil {
		size++
	}
	whole := len(cells) > size && string(cells[size]) == mark
	numbers := make([]big.Int, size)
	defer moment.Wipe(numbers)
	for k := range numbers {
		if !whole || !setDecimal(&numbers[k], cells[k]) || !numbers[k].IsInt64() || numbers[k].Sign() < 0 {
			return nil, words.Refuse(CodeBadSums,
				"the check before the sums is not whole: the query returns %d numbers there; run it again and keep all that it returns",
				size)
		}
	}
	check := &Check{Unread: make([]int64, count)}
	for k := range check.Unread {
		check.Unread[k] = numbers[k].Int64()
	}
	if p.Report == nil {
		check.Clipped = numbers[count].Int64()
	}
	return check, nil
}
