package csv

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestNumberGrammar(t *testing.T) {
	huge := strings.Repeat("9", 400)
	tests := []struct {
		cell  string
		comma bool
		want  float64
		ok    bool
	}{
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

		{"3,5", false, 0, false},
		{"1.234,5", true, 0, false},
		{"", false, 0, false},
		{".", false, 0, false},
		{"-", false, 0, false},
		{"e5", false, 0, false},
		{"1e", false, 0, false},
		{"1e+", false, 0, false},
		{"1..2", false, 0, false},
		{"--1", false, 0, false},
		{"1 2", false, 0, false},
		{"12abc", false, 0, false},
		{"0x10", false, 0, false},
		{"0x1p-2", false, 0, false},
		{"1_000", false, 0, false},
		{"inf", false, 0, false},
		{"+Infinity", false, 0, false},
		{"nan", false, 0, false},
		{"١", false, 0, false},
		{"1\x00", false, 0, false},
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
