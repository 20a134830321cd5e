package csv

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

func TestFields(t *testing.T) {
	for _, c := range []struct {
		record, want        string // fields between bars
		unclosed, misquoted bool
	}{
		{``, ``, false, false},
		{`a,b`, `a|b`, false, false},
		{`,`, `|`, false, false},
		{` a , b`, ` a | b`, false, false},
		{`"a,b",c`, `a,b|c`, false, false},
		{` "a" ,c`, `a |c`, false, false},
		{"\t\"a\"\t,c", "a\t|c", false, false},
		{`"say ""hi""",""`, `say "hi"|`, false, false},
		{`"",x`, `|x`, false, false},
		{`""""`, `"`, false, false},
		{"\"two\nlines\",2", "two\nlines|2", false, false},
		{`5" pipe,2`, `5" pipe|2`, false, false},
		{`"a"b,c`, `ab|c`, false, true},
		{`"a" "b",c`, `a "b"|c`, false, true},
		{`"a,b`, `a,b`, true, false},
		{`"a"",b`, `a",b`, true, false},
		{`"`, ``, true, false},
		{`x,"`, `x|`, true, false},
	} {
		fields, got := NewFields(','), []string{}
		for fields.Reset([]byte(c.record)); fields.More(); {
			field := string(fields.Field())
			if last := string(fields.Last()); last != field {
				t.Errorf("%q: the field %q and then %q", c.record, field, last)
			}
			got = append(got, field)
		}
		if s := strings.Join(got, "|"); s != c.want || fields.Unclosed != c.unclosed || fields.Misquoted != c.misquoted {
			t.Errorf("%q: %q, unclosed %v, misquoted %v", c.record, s, fields.Unclosed, fields.Misquoted)
		}
		if fields.Reset([]byte("x")); fields.Unclosed || fields.Misquoted {
			t.Errorf("%q: the next record has its faults", c.record)
		}
	}
	tabs := NewFields('\t')
	tabs.Reset([]byte(" \t\"b\"\t"))
	for _, want := range []string{" ", "b", ""} {
		if got := string(tabs.Field()); got != want {
			t.Errorf("between tabs: %q, want %q", got, want)
		}
	}
	if tabs.More() || !tabs.Comma || tabs.Point != ',' || NewFields(',').Comma || NewFields(',').Point != '.' {
		t.Error("the decimal mark does not follow from the delimiter")
	}
}

// A number leaves its text behind, however it was read.
func TestTheTextOfANumber(t *testing.T) {
	fields := NewFields(';')
	fields.Reset([]byte(`-0,5;1234567; 3;"4";−6;x;1234567890,25`))
	for _, want := range []struct {
		text string
		v    float64
		ok   bool
	}{
		{"-0,5", -0.5, true}, {"1234567", 1234567, true}, {" 3", 3, true}, {"4", 4, true}, {"−6", -6, true},
		{"x", 0, false}, {"1234567890,25", 1234567890.25, true},
	} {
		v, ok := fields.Number()
		if text := string(fields.Last()); text != want.text || v != want.v || ok != want.ok {
			t.Errorf("%q is %v, %v; want %q, %v, %v", text, v, ok, want.text, want.v, want.ok)
		}
	}
	for cell, want := range map[string]float64{"12\u00a0": 12, "\u202f12": 12, "\ufeff12": 12, "\u221212": -12, "\u200e-12": -12, `="12"`: 12, "'12": 12, "' 12": 12, `="-3"`: -3, "\u2013 7": 0, "\uff0d7": -7,
		"'" + strings.Repeat("1", 63): 1.1111111111111112e62, "'" + strings.Repeat("1", 64): 0, `="12`: 0, "'": 0} {
		if v, ok := ParseNumber([]byte(cell), false); ok != (want != 0) || ok && v != want {
			t.Errorf("%q is %v, %v", cell, v, ok)
		}
	}
	for r := rune(0x2000); r < 0x2300; r++ {
		if isMinus(r) != strings.ContainsRune("\u2212\u2010\u2011\u2012\u2013", r) {
			t.Errorf("%U", r)
		}
	}
}

func TestBlanksAreTrimmed(t *testing.T) {
	for _, r := range Blanks + " \t" {
		if got := string(TrimSpaces([]byte(string(r) + " a" + string(r) + "b\t" + string(r)))); got != "a"+string(r)+"b" {
			t.Errorf("%U: %q", r, got)
		}
		if got := TrimSpaces([]byte(string(r))); len(got) > 0 {
			t.Errorf("%U alone: %q", r, got)
		}
	}
	for _, kept := range []string{"é", "\n", "\x00", "\xff", "\x80"} {
		if got := string(TrimSpaces([]byte(kept))); got != kept {
			t.Errorf("%q: %q", kept, got)
		}
	}
}

func TestWords(t *testing.T) {
	is := func(what string, of func([]byte) bool, yes, no string) {
		for _, cell := range strings.Split(yes, " ") {
			if !of([]byte(cell)) {
				t.Errorf("%q is not %s", cell, what)
			}
		}
		for _, cell := range strings.Split(no, " ") {
			if of([]byte(cell)) {
				t.Errorf("%q is %s", cell, what)
			}
		}
	}
	is("missing", IsMissing, " na NA n/a N/A #N/A null Null ? -", "none nan 0 -- n.a. [a @a")
	is("a marker", IsMarker, "#N/A NULL null", "na n/a ? -")
	is("not finite", IsNonFinite, "nan NaN inf -inf +Infinity -NAN", "-- --inf infi 0 - +")
	is("a formula", IsFormula, "=A1 =z =0 =9 =Z =a =( =$B$1 =+1 =-1 ='x' =\"x\" =@f =_f", "= == a=1 =, =[ =/ =: =`")
	is("a percentage", IsPercent, "5% 1,234% 0,5% 5\u00a0% -3.5%", "5 % x% 5%% %5")
	if tokens := MissingTokens(); !slices.Contains(tokens, "na") || &tokens[0] == &missingTokens[0] {
		t.Error("the list is not a copy")
	}
}

// Every byte is a character; those from 0x80 to 0x9f are not as in Latin-1.
func TestWindows1252(t *testing.T) {
	if got := string(FromWindows1252([]byte("\x80 \x9f \xff a"))); got != "€ Ÿ ÿ a" {
		t.Errorf("%q", got)
	}
	if len(windows1252) != 32 {
		t.Errorf("%d characters", len(windows1252))
	}
}

// recordsOf returns the records of a text, "…" for one that is too long, and the line on which each begins.
func recordsOf(t *testing.T, r io.Reader) (records []string, l *Lines) {
	t.Helper()
	l = NewLines(r)
	for {
		text, tooLong, ok := l.Next(',')
		switch {
		case !ok:
			return records, l
		case tooLong && text != nil:
			t.Error("a record that is too long has a text")
		case tooLong:
			text = []byte("…")
		}
		records = append(records, fmt.Sprintf("%d:%s", l.First(), text))
	}
}

// A record is one line, or several that are well formed together, wherever the reads divide them.
func TestRecords(t *testing.T) {
	for _, c := range []struct {
		text, want  string // records between bars
		lines, open int
	}{
		{"", "", 0, 0},
		{"\n", "1:", 1, 0},
		{"a\nb", "1:a|2:b", 2, 0},
		{"a\r\n\nb\r\n", "1:a|2:|3:b", 3, 0},
		{"a\r", "1:a", 1, 0},
		{"\"x\ny\",1\nb\n", "1:\"x\ny\",1|3:b", 3, 0},
		{"a, \"x\n\n\"\"y\" \nb", "1:a, \"x\n\n\"\"y\" |4:b", 4, 0},
		{"\"x\r\ny\"\r\n1", "1:\"x\r\ny\"|3:1", 3, 0},
		{"\"x\n1\n2\n", "1:\"x|2:1|3:2", 3, 1},
		{"a\"\nb\"\n", "1:a\"|2:b\"", 2, 2},
		{"\"x\ny\"z\n1", "1:\"x|2:y\"z|3:1", 3, 2},
		{"\"a\" \"\n\"\n", "1:\"a\" \"|2:\"", 2, 2},
		{"\"a\nb\" \"c\n", "1:\"a|2:b\" \"c", 2, 1},
		{"5\" pipe\n1\n", "1:5\" pipe|2:1", 2, 1},
		{"x,\"\"\"\ny\",2\n3", "1:x,\"\"\"\ny\",2|3:3", 3, 0},
	} {
		for way, r := range map[string]io.Reader{"whole": strings.NewReader(c.text),
			"byte by byte": iotest.OneByteReader(strings.NewReader(c.text)), "with its end": iotest.DataErrReader(strings.NewReader(c.text))} {
			records, l := recordsOf(t, r)
			if got := strings.Join(records, "|"); got != c.want || l.Number() != c.lines || l.Open() != c.open || l.Failure() != nil {
				t.Errorf("%q, %s: %q, %d lines, %d open, %v", c.text, way, got, l.Number(), l.Open(), l.Failure())
			}
		}
	}
}

// A record of more bytes than are kept is one record all the same; of a failed read nothing is.
func TestRecordsHaveALimit(t *testing.T) {
	most := strings.Repeat("x", MaxLine)
	several := func(n int) string {
		return "\"" + strings.Repeat("y\n", (n-4)/2) + "\"" + strings.Repeat(" ", n%2) + "\n"
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"the longest":            {most + "\nb", []string{"1:" + most, "2:b"}},
		"the longest at the end": {most, []string{"1:" + most}},
		"with its return":        {most + "\r\nb", []string{"1:…", "2:b"}},
		"one byte more":          {most + "x\nb", []string{"1:…", "2:b"}},
		"more than is kept":      {strings.Repeat(most, 17) + "\nb", []string{"1:…", "2:b"}},
		"that alone":             {strings.Repeat(most, 17), []string{"1:…"}},
		"of several lines":       {several(MaxJoined) + "b", []string{"1:…", fmt.Sprint(MaxJoined/2, ":b")}},
	} {
		records, l := recordsOf(t, strings.NewReader(c.text))
		if !slices.Equal(records, c.want) {
			t.Errorf("%s: %.40q, %d records", name, records, len(records))
		}
		if l.Failure() != nil {
			t.Errorf("%s: %v", name, l.Failure())
		}
	}
	l, records := NewLines(strings.NewReader(several(MaxJoined+2)+"b")), 0
	for _, _, ok := l.Next(','); ok; _, _, ok = l.Next(',') {
		records++
	}
	if records != MaxJoined/2+1 || l.Open() != 2 {
		t.Errorf("several lines that are too long together are %d records, %d open", records, l.Open())
	}
	broken := errors.New("broken")
	for _, text := range []string{"a\nb", "a\n\"b\nc", "a\n" + strings.Repeat(most, 17)} {
		records, l := recordsOf(t, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		if !slices.Equal(records, []string{"1:a"}) || l.Failure() != broken {
			t.Errorf("%.9q: %.40q and %v", text, records, l.Failure())
		}
	}
	if records, l := recordsOf(t, nothing{}); len(records) > 0 || l.Failure() != io.ErrNoProgress {
		t.Errorf("of a reader that returns nothing: %q, %v", records, l.Failure())
	}
}

// nothing is read for ever.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, nil }

func TestPeekAndSkip(t *testing.T) {
	l := NewLines(iotest.OneByteReader(strings.NewReader("abc\nd")))
	if got := string(l.Peek(2)); got != "ab" {
		t.Errorf("%q", got)
	}
	l.Skip(1)
	if got := string(l.Peek(9)); got != "bc\nd" || string(l.Unread()) != got {
		t.Errorf("%q, unread %q", got, l.Unread())
	}
	if text, _, ok := l.Next(','); string(text) != "bc" || !ok || l.Number() != 1 {
		t.Errorf("%q, %v, %d lines", text, ok, l.Number())
	}
}

func TestNumberGrammar(t *testing.T) {
	huge := strings.Repeat("9", 400)
	type number struct {
		cell  string
		comma bool
		want  float64
		ok    bool
	}
	tests := []number{
		{"3", false, 3, true},
		{"3.", false, 3, true},
		{".5", false, 0.5, true},
		{"+2", false, 2, true},
		{"-1e-3", false, -1e-3, true},
		{"1E+05", false, 1e5, true},
		{"007", false, 7, true},
		{"  4.5\t", false, 4.5, true},
		{"-0", false, math.Copysign(0, -1), true},
		{"0e999999999999", false, 0, true},
		{"1e-999999999999", false, 0, true},
		{"5e-324", false, 5e-324, true},
		{"9007199254740993", false, 9007199254740992, true}, // a tie goes to even
		{"1e999", false, math.Inf(1), true},                 // out of range, refused by the callers
		{"-" + huge, false, math.Inf(-1), true},
		{"3,5", true, 3.5, true},
		{"-,5e1", true, -5, true},
		{"3.5", true, 3.5, true},
		{"1234567,891011121314", true, 1234567.891011121314, true},
		{"1.234,5", true, 0, false},
	}
	for _, cell := range []string{"3,5", "", ".", "-", "e5", "1e", "1e+", "1..2", "--1", "1 2", "12abc", "0x10", "0x1p-2",
		"1_000", "inf", "+Infinity", "nan", "١", "1\x00"} {
		tests = append(tests, number{cell: cell})
	}
	for _, tt := range tests {
		v, ok := ParseNumber([]byte(tt.cell), tt.comma)
		if ok != tt.ok || ok && math.Float64bits(v) != math.Float64bits(tt.want) {
			t.Errorf("ParseNumber(%.20q, comma %v) = %v, %v; want %v, %v", tt.cell, tt.comma, v, ok, tt.want, tt.ok)
		}
	}
}

var grammar = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// Any text is a number exactly if it is a decimal, and then its bits are the same as by strconv, in each of the
// ways in which a reader can read it.
func checkAgainstStrconv(t *testing.T, text string) {
	t.Helper()
	want, _ := strconv.ParseFloat(text, 64)
	valid := grammar.MatchString(text)
	check := func(way string, got float64, ok bool) {
		t.Helper()
		if ok != valid || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q %s: got %v, %v; want %v, %v", text, way, got, ok, want, valid)
		}
	}
	v, ok := ParseNumber([]byte(text), false)
	check("as a cell", v, ok)
	v, ok = ParseNumber([]byte(strings.Replace(text, ".", ",", 1)), true)
	check("with a decimal comma", v, ok)

	fields := NewFields(';')
	for _, after := range []string{"", "1", ".5", ";", "\n7;8;9;10;11"} {
		// The field is the record's last; bytes of the buffer follow it.
		buffer := []byte("0;" + text + after)
		fields.Reset(buffer[:2+len(text)])
		fields.Field()
		v, ok = fields.Number()
		check("before "+strconv.Quote(after), v, ok)
		if fields.More() {
			t.Fatalf("%q before %q: a field is left", text, after)
		}
	}
	fields.Reset([]byte(text + ";0.25;7"))
	v, ok = fields.Number()
	check("as the first field", v, ok)
	if v, ok := fields.Number(); !ok || v != 0.25 {
		t.Fatalf("%q moves the field after it: %v, %v", text, v, ok)
	}
}

func TestNumbersAreBitIdenticalWithStrconv(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte('0' + rng.IntN(10))
		}
		return string(b)
	}
	for range 120_000 {
		var text string
		switch rng.IntN(6) {
		case 0: // decimals as people write them
			text = digits(rng.IntN(5)) + "." + digits(rng.IntN(5))
		case 1: // the shortest form of any float64
			text = strconv.FormatFloat(math.Float64frombits(rng.Uint64()), 'g', -1, 64)
		case 2: // 17 digits, as programs print
			text = strconv.FormatFloat(rng.NormFloat64(), 'f', -1, 64)
		case 3: // long ones
			text = digits(rng.IntN(20)) + "." + digits(rng.IntN(30))
		case 4: // exponents
			text = digits(1+rng.IntN(18)) + "e" + strconv.Itoa(rng.IntN(80)-40)
		case 5: // exactly half-way between two float64
			text = strconv.FormatUint(1<<53+2*rng.Uint64N(1<<52)+1, 10)
		}
		if rng.IntN(3) == 0 {
			text = "-" + text
		}
		checkAgainstStrconv(t, text)
	}
}

func TestTextsAreNumbersOnlyIfTheyAreDecimals(t *testing.T) {
	const alphabet = "00123456789..eE+-_xpinfNa"
	rng := rand.New(rand.NewPCG(3, 4))
	for range 120_000 {
		b := make([]byte, rng.IntN(12))
		for i := range b {
			b[i] = alphabet[rng.IntN(len(alphabet))]
		}
		checkAgainstStrconv(t, string(b))
	}
}

func TestNumbersWithMarks(t *testing.T) {
	for cell, want := range map[string]float64{
		"1.234,5": 1234.5, "1,234.5": 1234.5, "1 234": 1234, "1'234,5": 1234.5, "1\u00a0234": 1234, "1\u202f234,50": 1234.5,
		"1’234.5":   1234.5,
		"1.234.567": 1234567, "1,234,567": 1234567, "1,234,567.25": 1234567.25, "-12.345,75": -12345.75, "+1 000 000": 1e6,
		"0,5": 0.5, "1,5": 1.5, "12,75": 12.75, "0,123": 0.123, "1234,567": 1234.567,
	} {
		if v, ok, ambiguous := MarkedNumber([]byte(cell)); !ok || ambiguous || v != want {
			t.Errorf("%q: %v, %v, %v; want %v", cell, v, ok, ambiguous, want)
		}
	}
	for _, cell := range []string{"1,234", "12,345", "-999,000"} {
		if _, ok, ambiguous := MarkedNumber([]byte(cell)); ok || !ambiguous {
			t.Errorf("%q is thousands or decimals, and was taken for one of them", cell)
		}
	}
	for _, cell := range []string{
		"-", "x", "12", ".", ",", "1.", "1,,2", "1.23.456", "1.2345,6", "1234.567,8", "1.234,5,6", "1,234.567.8", "1 23",
		"12 34", "1 234 5", "1, 5",
		"1.234 567", "1'234 567", "1.234,", "1,2,3", "1,5 kg", "5%", "1e3,5", "192.168.0.1", "12.5.2020",
		strings.Repeat("1,", 200),
	} {
		if v, ok, ambiguous := MarkedNumber([]byte(cell)); ok || ambiguous {
			t.Errorf("%q is read as %v", cell, v)
		}
	}
}

// A decimal of any length is its own number: zeros that an exponent takes back do not change it.
func TestLongDecimalsAreRead(t *testing.T) {
	for _, n := range []int{700, 799, 800, 801, 9_000, 140_000} {
		zeros, count := strings.Repeat("0", n), strconv.Itoa(n)
		for cell, want := range map[string]float64{
			"9" + zeros + "e-" + count: 9, "-25" + zeros + ".0e-" + count: -25, "9" + zeros + ",5E-" + count: 9,
			zeros + "7": 7, "+" + zeros + ".5": 0.5, "0." + zeros + "1e" + strconv.Itoa(n+1): 1,
			"." + zeros + "3e+" + count: 0.3, zeros: 0, "0." + zeros + "e7": 0, zeros + "e99999": 0,
			"2." + zeros: 2, "0." + strings.Repeat("3", n): 1. / 3, "9" + zeros: math.Inf(1), "-9" + zeros: math.Inf(-1),
			"9007199254740993" + zeros + "e-" + count:              9007199254740992,
			"9007199254740993" + zeros + "1e-" + strconv.Itoa(n+1): 9007199254740994,
		} {
			if got, length := ScanDecimal([]byte(cell), true); length != len(cell) || math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%.20s… of %d characters is %v, not %v", cell, len(cell), got, want)
			}
		}
	}
}
