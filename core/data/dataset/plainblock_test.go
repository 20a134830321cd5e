package dataset

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/kernel"
	"privadapt/core/must"
)

// after is longer than what a reader may look at beyond a record.
var after = strings.Repeat("1,2,red\n", kernel.DecimalReach)

// needsKernel skips a test of what the kernel alone does.
func needsKernel(t *testing.T) {
	t.Helper()
	if !kernel.SIMD {
		t.Skip("the kernel is in wasm alone: make test-part PARTS=wasm runs this")
	}
}

// readBothWays reads a file at once and byte by byte, and requires the same bits and the same report. Byte by byte, no
// record ever has enough bytes after it in the buffer for the short cut.
func readBothWays(t *testing.T, file string, s Schema) {
	t.Helper()
	needsKernel(t)
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

// A whole part that is a multiple of 2⁶⁴ is not zero. Otherwise a record would give another row at the end of the
// buffer, and the length of one record would change the rows of others.
func TestPlainWholePartsThatAreMultiplesOf64Bits(t *testing.T) {
	var records strings.Builder
	for _, factor := range []int64{1, 2, 10, 5421} {
		whole := new(big.Int).Lsh(big.NewInt(factor), 64).String()
		for _, zeros := range []string{"", "0", "000"} {
			for _, decimals := range []string{"", ".", ".5", ".000000000000000000025"} {
				records.WriteString(zeros + whole + decimals + "\n-" + zeros + whole + decimals + "\n")
			}
		}
	}
	readBothWays(t, "temp\n"+records.String()+strings.Repeat("1\n", 2*kernel.DecimalReach), numericSchema("temp"))
}

// Records of numbers, or nearly so, with other columns among them, at any place in the buffer.
func TestPlainBlocksAreReadAsAnyOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 60 {
		for _, form := range []struct{ delim, point string }{{",", "."}, {";", ","}, {";", "."}, {"\t", ","}, {"\t", "."}} {
			var records strings.Builder
			for range 300 {
				cells := make([]string, 3+rng.IntN(12)/11)
				for i := range cells {
					text := plainNumber(rng)
					if rng.IntN(20) == 0 {
						text = nearlyPlainNumber(rng)
					}
					cells[i] = strings.Replace(text, ".", form.point, 1)
				}
				records.WriteString(strings.Join(cells, form.delim) + []string{"\n", "\n", "\r\n"}[rng.IntN(3)])
			}
			readBothWays(t, strings.Join([]string{"c", "a", "b"}, form.delim)+"\n"+records.String(),
				numericSchema("a", "b", "c"))
		}
	}
}

// A finite number whose standardised value is beyond Largest counts as its column's mean.
func TestPlainBlocksAreBelowTheLargest(t *testing.T) {
	for _, scale := range []float64{1e-300, 1 / Largest, 1e-95} {
		schema := numericSchema("a", "b")
		schema.Columns[0].Scale = scale
		numbers := "a,b\n0.5,1\n123456789,2\n-999999999999,3\n0,4\n1,5\n1.0000000000001,6\n-1.0000000000001,7\n99999,8\n"
		readBothWays(t, numbers+after, schema)
	}
}

// Any byte of a plain file replaced by any other.
func TestPlainBlocksWithHostileBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	const hostile = "0123456789..,,;\t-+eE \"\n\r\x00/:\x80\xff\xb0\xbd"
	for range 1500 {
		var file []byte
		for range 12 {
			file = append(file, strings.Join([]string{plainNumber(rng), "text", plainNumber(rng)}, ",")+"\n"...)
		}
		for range 1 + rng.IntN(6) {
			file[rng.IntN(len(file))] = hostile[rng.IntN(len(hostile))]
		}
		readBothWays(t, "a,id,b\n"+string(file)+after, numericSchema("a", "b"))
	}
}

// A line of more than MaxLine bytes is unusable, even if its numbers are plain.
func TestPlainBlocksEndWithTheLongestLine(t *testing.T) {
	for _, length := range []int{csv.MaxLine - 1, csv.MaxLine, csv.MaxLine + 1} {
		line := strings.Repeat("x", length-len(",-12.5")) + ",-12.5\n"
		readBothWays(t, "id,a\n"+strings.Repeat(line+"x,2\n", 3)+after, numericSchema("a"))
	}
}

func TestPlainBlocksAreBitIdenticalWithStrconv(t *testing.T) {
	needsKernel(t)
	rng := rand.New(rand.NewPCG(21, 22))
	const count = 200_000
	var file strings.Builder
	wants := make([]float64, count)
	for i := range wants {
		text := plainNumber(rng)
		if rng.IntN(4) == 0 {
			text = fmt.Sprintf("%.*f", rng.IntN(5), rng.NormFloat64()*math.Pow(10, float64(rng.IntN(6))))
		}
		wants[i], _ = strconv.ParseFloat(text, 64)
		file.WriteString(text + "\n")
	}
	reader := must.Get(NewTargetReader(strings.NewReader("a\n"+file.String()+after), numericSchema("a")))(t)
	blocks := 0
	row := []float64{0}
	for i, want := range wants {
		if reader.plain.next(reader, row) {
			blocks++
		} else if !reader.Next(row) {
			t.Fatal("the file ends early")
		}
		if math.Float64bits(row[0]) != math.Float64bits(want) {
			t.Fatalf("number %d is %v, want %v", i, row[0], want)
		}
	}
	if blocks < count*9/10 {
		t.Errorf("the kernel read %d of %d plain numbers", blocks, count)
	}
}
