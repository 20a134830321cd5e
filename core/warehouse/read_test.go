package warehouse

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
)

// sampleText is a public sample of three columns of numbers, one of dates and one of levels.
func sampleText(columns [5]string, levels [3]string) string {
	r := rand.New(rand.NewPCG(3, 4))
	quoted := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	var b strings.Builder
	for _, name := range columns {
		b.WriteString(quoted(name) + ",")
	}
	b.WriteString("y\n")
	for i := range 300 {
		fmt.Fprintf(&b, "%.3f,%.1f,%.4f,20%02d-%02d-%02d,%s,%.2f\n", 3*r.NormFloat64(), 1000+50*r.NormFloat64(),
			r.ExpFloat64(), r.IntN(25), 1+r.IntN(12), 1+r.IntN(28), quoted(levels[i%3]), r.NormFloat64())
	}
	return b.String()
}

var plainColumns, plainLevels = [5]string{"dose", "weight", "rate", "day", "ward"}, [3]string{"north", "south", "west"}

func plainPlan(t testing.TB) Plan {
	t.Helper()
	return planOf(t, readSource(t, []byte(sampleText(plainColumns, plainLevels))), 0)
}

// written is what a query returns that has this sum.
func written(p Plan, sum *moment.Sum) string {
	words := []string{mark, fmt.Sprint(format), p.Digest(), fmt.Sprint(p.Map.Dim()), fmt.Sprint(sum.Rows)}
	for j := 1; j < sum.Order; j++ {
		words = append(words, new(big.Int).Quo(sum.Entry(0, j), big.NewInt(p.Grid.InterceptSteps())).String())
	}
	for i := 1; i < sum.Order; i++ {
		for j := i; j < sum.Order; j++ {
			words = append(words, sum.Entry(i, j).String())
		}
	}
	return strings.Join(append(words, end), " ")
}

const someRows = "dose,weight,rate,day,ward\n1,990,0.5,2020-02-29,north\n-4,1200,2,2011-01-01,south\n9,NA,0.1,,west\n2.5,1010,1e3,2024-12-31,\n"

// Whatever a client writes around it, the text is read; the sums are those that were written.
func TestSumsAreReadInAnyFrame(t *testing.T) {
	p := plainPlan(t)
	want := readerSum(t, p, someRows)
	text := written(p, want)
	for _, file := range []string{
		text, text + "\n", "privadapt_sums\n" + text + "\n", "\"privadapt_sums\"\r\n\"" + text + "\"\r\n",
		" privadapt_sums \n----------------\n " + text + "\n(1 row)\n",
		"+---+\n| privadapt_sums |\n+---+\n| " + text + " |\n+---+\n",
		`[{"privadapt_sums":"` + text + `"}]`,
	} {
		got, _, err := Read(strings.NewReader(file), p)
		if err != nil {
			t.Errorf("%.40q…: %v", file, err)
		} else if n := differences(got, want); n != 0 {
			t.Errorf("%.40q…: %d entries differ", file, n)
		}
	}
}

func refusedWith(t *testing.T, what, code, file string, p Plan) {
	t.Helper()
	sum, _, err := Read(strings.NewReader(file), p)
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != code || sum != nil {
		t.Errorf("%s: %v, want the code %s", what, err, code)
	}
}

// Sums of another sample, other columns, another radius or another order of columns are refused.
func TestSumsOfAnotherPlanAreRefused(t *testing.T) {
	p := plainPlan(t)
	text := written(p, readerSum(t, p, someRows))
	sample := sampleText(plainColumns, plainLevels)
	read := func(file string, o dataset.SourceOptions) *dataset.Source {
		return must.Get(dataset.ReadSource(strings.NewReader(file), o))(t)
	}
	for what, other := range map[string]Plan{
		"another sample": planOf(t, read(strings.Replace(sample, "north", "NORTH", 1),
			dataset.SourceOptions{Label: "y"}), 0),
		"another byte": planOf(t, read(strings.Replace(sample, "\n", "\r\n", 1), dataset.SourceOptions{Label: "y"}),
			0),
		"other columns":     planOf(t, read(sample, dataset.SourceOptions{Label: "y", Ignore: []string{"dose"}}), 0),
		"another label":     planOf(t, read(sample, dataset.SourceOptions{Label: "dose"}), 0),
		"another radius":    planOf(t, p.Source, 5),
		"another intercept": {Source: p.Source, Map: p.Map, Grid: mustGrid(t, p.Grid.Radius(), p.Grid.Radius()/4)},
	} {
		if other.Digest() == p.Digest() {
			t.Errorf("%s: the digest is the same", what)
		}
		refusedWith(t, what, CodeOtherPlan, text, other)
	}
	refusedWith(t, "a digest with a letter changed", CodeOtherPlan, strings.Replace(text, p.Digest()[:8], "00000000", 1),
		p)
}

// Sums that are cut off anywhere, lack one of them or have one twice, come twice, or are no whole numbers are refused.
func TestSumsThatAreNotWholeAreRefused(t *testing.T) {
	p := plainPlan(t)
	text := written(p, readerSum(t, p, someRows))
	words := strings.Fields(text)
	for k := range words {
		refusedWith(t, fmt.Sprintf("cut off after %d words", k), CodeBadSums, strings.Join(words[:k], " "), p)
	}
	for k := 4; k < len(words)-1; k++ {
		without := append(append([]string(nil), words[:k]...), words[k+1:]...)
		refusedWith(t, fmt.Sprintf("without word %d", k), CodeBadSums, strings.Join(without, " "), p)
		twice := append(append(append([]string(nil), words[:k]...), words[k]), words[k:]...)
		refusedWith(t, fmt.Sprintf("word %d twice", k), CodeBadSums, strings.Join(twice, " "), p)
		for _, odd := range []string{"1.5", "1e3", "NULL", "0x10", strings.Repeat("9", longestNumber+1), "-"} {
			changed := append([]string(nil), words...)
			changed[k] = odd
			refusedWith(t, fmt.Sprintf("word %d is %s", k, odd), CodeBadSums, strings.Join(changed, " "), p)
		}
	}
	refusedWith(t, "doubled", CodeBadSums, text+"\n"+text, p)
	refusedWith(t, "empty", CodeBadSums, "", p)
	refusedWith(t, "no row of output", CodeBadSums, "privadapt_sums\n", p)
	refusedWith(t, "the query itself", CodeBadSums, func() string { q, _ := p.Query("duckdb", "people", ""); return q }(),
		p)
	full := text + strings.Repeat(" ", mostBytes-len(text))
	if _, _, err := Read(strings.NewReader(full), p); err != nil {
		t.Errorf("the largest file: %v", err)
	}
	refusedWith(t, "a file that is too large by a byte", CodeBadSums, full+" ", p)
	failure := errors.New("the connection is gone")
	for _, read := range []string{"", text} {
		file := io.MultiReader(strings.NewReader(read), iotest.ErrReader(failure))
		if sum, _, err := Read(file, p); sum != nil || !errors.Is(err, failure) {
			t.Errorf("a file that fails after %d bytes: %v", len(read), err)
		}
	}
	words[4] = "-4"
	refusedWith(t, "fewer than no rows", CodeBadSums, strings.Join(words, " "), p)
	words[4] = "1"
	refusedWith(t, "the squares of four rows for one row's", CodeBadSums, strings.Join(words, " "), p)
}

// An error quotes nothing of the sums.
func TestErrorsOfSumsQuoteNone(t *testing.T) {
	p := plainPlan(t)
	words := strings.Fields(written(p, readerSum(t, p, someRows)))
	for k := 4; k < len(words)-1; k++ {
		changed := append([]string(nil), words...)
		changed[k] = "31415926535897x"
		_, _, err := Read(strings.NewReader(strings.Join(changed, " ")), p)
		if err == nil || strings.Contains(err.Error(), "314159") {
			t.Errorf("word %d: %v", k, err)
		}
	}
}

// Sums of 2³¹ times as many rows are those sums times 2³¹: no number wraps around.
func TestSumsOfTwoBillionRows(t *testing.T) {
	p := plainPlan(t)
	one := readerSum(t, p, someRows)
	words := strings.Fields(written(p, one))
	for k := 4; k < len(words)-1; k++ {
		words[k] = times(t, words[k], 1<<31)
	}
	got, _ := must.Both(Read(strings.NewReader(strings.Join(words, " ")), p))(t)
	if got.Rows != one.Rows<<31 {
		t.Errorf("%d rows", got.Rows)
	}
	for i := range one.Order {
		for j := i; j < one.Order; j++ {
			if times(t, one.Entry(i, j).String(), 1<<31) != got.Entry(i, j).String() {
				t.Errorf("entry %d,%d is %v", i, j, got.Entry(i, j))
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	p := plainPlan(f)
	text := written(p, readerSum(f, p, someRows))
	f.Add([]byte(text))
	f.Add([]byte("privadapt_sums\n\"" + text + "\"\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		sum, _, err := Read(bytes.NewReader(file), p)
		if (sum == nil) == (err == nil) {
			t.Fatalf("%v, %v", sum, err)
		}
		if sum != nil && sum.Rows < 0 {
			t.Fatal("fewer than no rows")
		}
	})
}

// No number is cut off: one of more digits than the bytes of a sum can hold is none, whatever its sign.
func TestNumbersThatAreTooLongAreNone(t *testing.T) {
	var x big.Int
	for digits, whole := range map[int]bool{1: true, longestNumber: true, longestNumber + 1: false, 60: false} {
		word := strings.Repeat("9", digits)
		if got := setDecimal(&x, []byte(word)); got != whole || whole && x.String() != word {
			t.Errorf("%d digits: %v, %v", digits, got, &x)
		}
	}
	if longestNumber > 40 { // 2¹³⁶ has 41 digits
		t.Error("a number of that many digits does not fit")
	}
}
