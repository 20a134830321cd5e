package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/kernel"
	"privadapt/core/must"
)

// Records of numbers, or nearly so, with other columns among them, at any place in the buffer. Without SIMD this is one
// more test of nextPlain.
func TestPlainBlocksAreReadAsAnyOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 60 {
		for _, form := range []struct{ delim, point string }{{",", "."}, {";", ","}, {";", "."}, {"\t", ","}, {"\t", "."}} {
			readBothWays(
				t,
				strings.Join([]string{"temp", "id", "colour"}, form.delim)+"\n"+plainRecords(rng, 200, form.delim, form.point),
				numericSchema("gone", "temp"),
			)

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
			readBothWays(
				t,
				strings.Join([]string{"c", "a", "b"}, form.delim)+"\n"+records.String(),
				numericSchema("a", "b", "c"),
			)
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
	if !kernel.SIMD {
		t.Skip("blocks are read by the kernel alone; make test-wasm does so")
	}
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
