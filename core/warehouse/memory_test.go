//go:build linux

package warehouse

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"

	"privadapt/core/internal/memory"
	"privadapt/core/internal/private/moment"
	"privadapt/core/terms/method"
)

// sumsFile is a file of sums whose numbers are random and in memory nowhere but veiled, until they are read.
type sumsFile struct {
	text     []byte
	given    []byte // what Read was given to write to
	at       int
	products [][]byte // their lowest words, as memory holds them, veiled
	features [][]byte // the same of the sums of features, which a sum holds times the intercept
	traces   [][]byte // the same of the sum of a group's squares, which nothing holds
	decimals [][]byte // the same numbers as text
}

// group is what the sums of rows are made of: their number, and how many features are not 0; the last product is
// another word, if that is not empty.
type group struct {
	rows string
	kept int
	last string
}

// newSumsFile makes up what a query returns. The products are so small beside the squares that the matrix is positive
// semidefinite.
func newSumsFile(p Plan, closing string, groups ...group) *sumsFile {
	f, r := &sumsFile{}, rand.New(rand.NewPCG(81, 82))
	f.word(fmt.Sprintf("%s %d %s %d", mark, format, p.Digest(), p.dim()))
	for _, g := range groups {
		f.word(g.rows)
		rows, _ := strconv.ParseUint(g.rows, 10, 64)
		trace := rows * uint64(p.Grid.InterceptSteps()*p.Grid.InterceptSteps())
		for k := range p.dim() {
			f.number(r, 16, k < g.kept)
		}
		for i := range p.dim() {
			for j := i; j < p.dim(); j++ {
				switch last := i == p.dim()-1; {
				case last && g.last != "":
					f.word(g.last)
				case i == j:
					trace += f.number(r, 25, j < g.kept)
				default:
					f.number(r, 21, j < g.kept)
				}
			}
		}
		f.traces = append(f.traces, memory.Word(trace))
	}
	f.word(closing)
	return f
}

func (f *sumsFile) word(s string) { f.text = append(f.text, memory.Veil([]byte(" "+s))...) }

// number adds a number with a given number of digits, or 0, and returns its lowest word.
func (f *sumsFile) number(r *rand.Rand, digits int, is bool) (low uint64) {
	if !is {
		f.word("0")
		return 0
	}
	f.word("")
	start := len(f.text)
	for k := range digits {
		digit := uint64(r.IntN(10))
		if k == 0 {
			digit = 9
		}
		low = 10*low + digit // modulo 2⁶⁴
		f.text = append(f.text, memory.Veil([]byte{byte('0' + digit)})...)
	}
	f.decimals = append(f.decimals, bytes.Clone(f.text[start:]))
	if digits > 20 {
		f.products = append(f.products, memory.Word(low))
	} else {
		f.features = append(f.features, memory.Word(low))
	}
	return low
}

func (f *sumsFile) Read(p []byte) (n int, err error) {
	if f.given == nil {
		f.given = p
	}
	if f.at == len(f.text) {
		return 0, io.EOF
	}
	n = copy(p, f.text[f.at:])
	memory.Unveil(p[:n])
	f.at += n
	return n, nil
}

// The sums that are read are in memory once, in the sum itself, and not at all where they are refused: neither as
// numbers nor as text, and the file's text is overwritten. The numbers of a file are in memory by chance with a
// probability below 1e-6.
func TestReadSumsAreInMemoryOnce(t *testing.T) {
	plain, labelled := plainPlan(t), labelledPlan(t, readLabelled(t, labelledSample), method.Linear, 0)
	read := func(r io.Reader) ([]*moment.Sum, error) {
		sum, _, err := Read(r, plain)
		return []*moment.Sum{sum}, err
	}
	readBoth := func(r io.Reader) ([]*moment.Sum, error) {
		with, without, _, err := ReadLabelled(r, labelled)
		return []*moment.Sum{with, without}, err
	}
	const enough, few, tooMany = "1000000000", "1", "9223372036854775808"
	d, kept := labelled.dim(), labelled.dim()-labelled.residuals()
	all := plain.dim()
	with, without := group{enough, d, ""}, group{enough, kept, ""}
	for _, c := range []struct {
		name string
		file *sumsFile
		read func(io.Reader) ([]*moment.Sum, error)
		ok   bool
	}{
		{"sums", newSumsFile(plain, end, group{enough, all, ""}), read, true},
		{"sums of rows with and without a label", newSumsFile(labelled, end, with, without), readBoth, true},
		{"sums of too few rows", newSumsFile(plain, end, group{few, all, ""}), read, false},
		{"sums of more rows than a table has", newSumsFile(plain, end, group{tooMany, all, ""}), read, false},
		{"sums that are cut off", newSumsFile(plain, "", group{enough, all, ""}), read, false},
		{"a number that is none", newSumsFile(plain, end, group{enough, all, "x"}), read, false},
		{"too few rows with a label", newSumsFile(labelled, end, group{few, d, ""}, without), readBoth, false},
		{"too few rows without a label", newSumsFile(labelled, end, with, group{few, kept, ""}), readBoth, false},
		{"residuals without a label", newSumsFile(labelled, end, with, group{enough, kept, "31415926"}), readBoth, false},
	} {
		runtime.GC()
		runtime.GC() // the first ends the sweep of what was before
		percent := debug.SetGCPercent(-1)
		sums, err := c.read(c.file)
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
		held := 0
		if c.ok {
			held = len(c.file.products)
		}
		if n := memory.Found(t, c.file.products); n != held || len(c.file.products) < 20 {
			t.Errorf("%s: memory has %d of %d products, want %d", c.name, n, len(c.file.products), held)
		}
		if n := memory.Found(t, c.file.features); n != 0 {
			t.Errorf("%s: memory has the sums of %d features", c.name, n)
		}
		if n := memory.Found(t, c.file.traces); n != 0 {
			t.Errorf("%s: memory has %d times what squares sum to", c.name, n)
		}
		if n := memory.Found(t, c.file.decimals); n != 0 {
			t.Errorf("%s: memory has the text of %d numbers", c.name, n)
		}
		if len(bytes.Trim(c.file.given, "\x00")) > 0 {
			t.Errorf("%s: the text of the file is not overwritten", c.name)
		}
		for _, sum := range sums {
			if sum != nil {
				sum.Wipe()
			}
		}
		debug.SetGCPercent(percent)
	}
}

// Counts that are read are in memory in their cells alone, and not at all where a later cell is refused: no rows have
// it, or a number of it is larger than any table's.
func TestRefusedCountsAreNotLeftInMemory(t *testing.T) {
	p, _ := reportPlan(t, readLabelled(t, labelledRows(150, 0, false, 41)), method.Linear, "")
	const tooMany = "9223372036854775808"
	for name, last := range map[string][numbersOfCell]string{
		"counts":                         {"0", "0", "0", "0"},
		"parts of no rows":               {"0", "1", "0", "0"},
		"more rows than any table's are": {tooMany, "0", "0", "0"},
	} {
		f := &sumsFile{}
		f.word(fmt.Sprintf("%s %d %s %d", mark, format, p.Digest(), p.Report.cells()))
		cell := [][]byte{memory.Word(f.number(rand.New(rand.NewPCG(83, 84)), 12, true) << 20)} // in parts of a row
		for range numbersOfCell*(p.Report.cells()-1) - 1 {
			f.word("0")
		}
		for _, number := range last {
			f.word(number)
		}
		f.word(end)
		runtime.GC()
		runtime.GC()
		percent := debug.SetGCPercent(-1)
		counts, _, _, err := ReadCounts(f, p)
		held := 0
		if last[1] == "0" && last[0] == "0" {
			held = 1
		}
		if (err == nil) != (held == 1) {
			t.Errorf("%s: %v", name, err)
		}
		if n := memory.Found(t, cell); n != held {
			t.Errorf("%s: memory has the first cell %d times, not %d", name, n, held)
		}
		if n := memory.Found(t, slices.Concat(f.features, f.decimals)); n != 0 {
			t.Errorf("%s: memory has the number of rows %d times", name, n)
		}
		if counts != nil {
			counts.Wipe()
		}
		debug.SetGCPercent(percent)
	}
}
