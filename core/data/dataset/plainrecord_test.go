package dataset

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset/decimal"
	"privadapt/core/must"
)

// after is longer than what a reader may look at beyond a record.
var after = strings.Repeat("1,2,red\n", decimal.Reach)

// readBothWays reads a file at once and byte by byte, and requires the same bits and the same report. Byte by byte, no
// record ever has enough bytes after it in the buffer for the short cut.
func readBothWays(t *testing.T, file string, s Schema) {
	t.Helper()
	rows, report := readTarget(t, file, s)
	general := must.Get(NewTargetReader(iotest.OneByteReader(strings.NewReader(file)), s))(t)
	row := make([]float64, s.Dim())
	for i := 0; general.Next(row); i += len(row) {
		if fmt.Sprintf("%x", row) != fmt.Sprintf("%x", rows[i:i+len(row)]) {
			t.Fatalf("record %d of %.2000q: %x by the general way, %x by the short cut", i/len(row)+1, file, row,
				rows[i:i+len(row)])
		}
	}
	if want := fmt.Sprint(general.Report()); want != fmt.Sprint(report) {
		t.Fatalf("%.2000q: the report is %v by the general way, %v by the short cut", file, want, report)
	}
}

// nearlyPlainNumber makes numbers of all kinds and, sometimes, texts that are not numbers.
func nearlyPlainNumber(rng *rand.Rand) string {
	v := rng.NormFloat64() * math.Pow(10, float64(rng.IntN(24)-16))
	switch rng.IntN(7) {
	case 0:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case 1:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case 2:
		return strconv.FormatFloat(v, 'f', rng.IntN(25), 64)
	case 3:
		return strconv.Itoa(rng.IntN(20001) - 10000)
	case 4:
		return strconv.FormatUint(rng.Uint64()>>rng.IntN(64), 10)
	case 5:
		return []string{"", ".", "-", "-.", "5.", ".5", "-.5", "00.50", "007", "+3", " 4", "-0", "0.", "NA", "1e5", "1..2",
			"--1", "1-2", "\"6\"", "1e400", "00000000000000000000.1", "0.00000000000000000000000001"}[rng.IntN(22)]
	default:
		return fmt.Sprintf("%.*f", rng.IntN(5), rng.NormFloat64()*10)
	}
}

// plainRecords makes plain records and records that miss being plain in every possible way.
func plainRecords(rng *rand.Rand, count int, delim, point string) string {
	var b strings.Builder
	number := func() string { return strings.Replace(nearlyPlainNumber(rng), ".", point, 1) }
	for range count {
		colour := []string{"red", "blue", "red", "blue", " red", "blue\t", "green", "", "\"red\"", "re\rd",
			"r\x00d"}[rng.IntN(11)]
		cells := []string{number(), "any text " + number(), colour}
		switch rng.IntN(20) {
		case 0:
			cells = cells[:rng.IntN(3)]
		case 1:
			cells = append(cells, number())
		}
		b.WriteString(strings.Join(cells, delim))
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\r\r\n"}[rng.IntN(5)])
	}
	return b.String()
}

func TestPlainRecordsAreReadAsAnyOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	schema := plainSchema()
	for range 60 {
		for _, names := range [][]string{{"temp", "id", "colour"}, {"colour", "y", "temp"}, {"temp", "temp2", "colour"}} {
			for _, form := range []struct{ delim, point string }{{",", "."}, {";", ","}, {";", "."}, {"\t", ","},
				{"\t", "."}} {
				readBothWays(t, strings.Join(names, form.delim)+"\n"+plainRecords(rng, 200, form.delim, form.point), schema)
			}
		}
	}
}

// plainNumber makes decimals of many digits, in ways that are hard to round.
func plainNumber(rng *rand.Rand) string {
	text := ""
	switch rng.IntN(4) {
	case 0: // 17 digits of any size; most need the correction that quotient makes
		text = strconv.FormatFloat(rng.NormFloat64()*math.Pow(10, float64(rng.IntN(12)-6)), 'f', -1, 64)
	case 1: // up to 19 digits with the point anywhere
		digits := strconv.FormatUint(rng.Uint64()>>rng.IntN(50), 10)
		at := rng.IntN(len(digits) + 1)
		text = digits[:at] + "." + digits[at:]
	case 2: // close to half-way between two float64
		v := math.Float64frombits(uint64(1023-rng.IntN(8))<<52 | rng.Uint64()>>12)
		text = strconv.FormatFloat(v+(math.Nextafter(v, 2)-v)/2, 'f', 18, 64)
	case 3: // around powers of two, where the distance between floats changes
		text = strconv.FormatFloat(math.Ldexp(1, rng.IntN(12)-4)*(1+float64(rng.IntN(9)-4)*0x1p-53), 'f', 14+rng.IntN(6),
			64)
	}
	if rng.IntN(2) == 0 {
		text = "-" + text
	}
	return text
}

// Every number in a field of its own, read by the short cut if it is plain.
func TestPlainNumbersAreBitIdenticalWithStrconv(t *testing.T) {
	plain := regexp.MustCompile(`^-?([0-9]+\.?[0-9]*|\.[0-9]+)$`)
	schema := numericSchema("a")
	rng := rand.New(rand.NewPCG(13, 14))
	short := 0
	const count = 20_000
	for range count {
		text := plainNumber(rng)
		want, _ := strconv.ParseFloat(text, 64)
		reader := must.Get(NewTargetReader(strings.NewReader("a\n"+text+"\n"+after), schema))(t)
		row := []float64{0}
		if reader.nextPlain(row) {
			short++
			if !plain.MatchString(text) || math.Float64bits(row[0]) != math.Float64bits(want) {
				t.Fatalf("%q is %v by the short cut, want %v", text, row[0], want)
			}
		}
	}
	if short < count*8/10 {
		t.Errorf("the short cut read %d of %d plain numbers", short, count)
	}
}

// A whole part that is a multiple of 2⁶⁴ is not zero. Otherwise a record would give another row at the end of the
// buffer, and the length of one record would change the rows of others.
func TestWholePartsThatAreMultiplesOf64Bits(t *testing.T) {
	var records strings.Builder
	for _, factor := range []int64{1, 2, 10, 5421} {
		whole := new(big.Int).Lsh(big.NewInt(factor), 64).String()
		for _, zeros := range []string{"", "0", "000"} {
			for _, decimals := range []string{"", ".", ".5", ".000000000000000000025"} {
				records.WriteString(zeros + whole + decimals + "\n-" + zeros + whole + decimals + "\n")
			}
		}
	}
	readBothWays(t, "temp\n"+records.String()+strings.Repeat("1\n", 2*decimal.Reach), plainSchema())
}

// The bytes after a record in the buffer cannot change its row, and reading consumes it up to its newline.
func TestPlainRecordsEndWhereTheyEnd(t *testing.T) {
	schema := numericSchema("a", "b")
	for _, record := range []string{"1,2", "-1.5,0.25", "123456789.125,12345678901234567", "0.1234567890123456789,7",
		"1,2\r"} {
		for _, next := range []string{"3,4\n", "\n", ".5\n", "1234567890123456789\n", "\x00\n", "e5\n", ",\n"} {
			reader := must.Get(NewTargetReader(strings.NewReader("a,b\n"+record+"\n"+next+after), schema))(t)
			row := make([]float64, 2)
			if !reader.nextPlain(row) {
				t.Fatalf("%q is plain", record)
			}
			a, b, _ := strings.Cut(strings.TrimSuffix(record, "\r"), ",")
			wantA, _ := strconv.ParseFloat(a, 64)
			wantB, _ := strconv.ParseFloat(b, 64)
			if row[0] != wantA || row[1] != wantB {
				t.Errorf("%q before %q is %v", record, next, row)
			}
			if line, _, _ := reader.lines.Next(','); string(line)+"\n" != next {
				t.Errorf("%q: the next line is %q, want %q", record, line, next)
			}
		}
	}
}

func FuzzPlainRecord(f *testing.F) {
	rng := rand.New(rand.NewPCG(15, 16))
	for i := range headers {
		for _, form := range []struct{ delim, point string }{{",", "."}, {";", ","}, {"\t", "."}} {
			f.Add(uint8(i), []byte(plainRecords(rng, 6, form.delim, form.point)))
		}
	}
	schema := plainSchema()
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		readBothWays(t, headers[int(which)%len(headers)]+string(body)+"\n"+after, schema)
	})
}
