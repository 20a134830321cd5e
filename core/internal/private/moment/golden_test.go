package moment

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// goldenSchema is the schema of a public sample.
var goldenSchema = dataset.Schema{Label: "y", Columns: []dataset.Column{
	{Name: "age", Kind: dataset.Numeric, Mean: 41.3, Scale: 13.7, Min: 18, Max: 90},
	{Name: "income", Kind: dataset.Numeric, Mean: 31250.5, Scale: 18123.25, Min: 0, Max: 2e5},
	{Name: "region", Kind: dataset.Categorical, Levels: []dataset.Level{
		{
			Name:  "north",
			Mean:  0.55,
			Scale: 0.4974937185533100,
		}, {Name: "south", Mean: 0.3, Scale: 0.4582575694955840}, {Name: "Übersee", Mean: 0.15, Scale: 0.3570714214271425},
	}},
	{Name: "drift", Kind: dataset.Numeric, Mean: -1e-7, Scale: 3e-7, Min: -1e-6, Max: 1e-6},
}}

// goldenRecords makes 3000 lines of a private file from integers alone: plain numbers, and in one cell of six a
// missing, huge, tiny, malformed or quoted value; some lines are ragged or blank or have a NUL byte.
func goldenRecords() []string {
	r := rand.New(rand.NewPCG(20220614, 1))
	odd := []string{
		"", "NA", "?", "nan", "-inf", "1e300", "-1.7e308", "1e400", "4.9e-324", "12a", "--3", "0x1F", "1,5", "\"7.25\"",
		"\" 3\"", "\"open",
		"99999999999999999999999", "0.1000000000000000055511151231257827", "\xff\xfe", "1e", ".5", "5.", "+2", "- 2", "-0",
	}
	regions := []string{"north", "south", "Übersee", " north ", "\"south\"", "Norden", "", "NA"}
	records := make([]string, 3000)
	for i := range records {
		number := func(of, digits int, exponent string) string {
			if r.IntN(6) == 0 {
				return odd[r.IntN(len(odd))]
			}
			return fmt.Sprintf("%d.%0*d%s", r.IntN(2*of)-of/4, digits, r.IntN(1000), exponent)
		}
		cells := []string{number(60, 3, ""), number(50000, 17, ""), regions[r.IntN(len(regions))], number(9, 4, "e-7")}
		switch r.IntN(60) {
		case 0:
			cells = cells[:r.IntN(4)]
		case 1:
			cells = append(cells, "surplus", "1")
		case 2:
			cells[0] += "\x00"
		case 3:
			cells[3] += "\r"
		}
		records[i] = strings.Join(cells, ",")
	}
	return records
}

// digest reads a private file as the engine does and returns the SHA-256 of the exact sums, in decimal.
func digest(t *testing.T, records []string) string {
	t.Helper()
	file := "age,income,region,drift\n" + strings.Join(records, "\n") + "\n"
	reader := must.Get(dataset.NewTargetReader(strings.NewReader(file), goldenSchema))(t)
	dim := goldenSchema.Dim()
	a := NewAccumulator(mustGrid(t, 3), dim)
	row, clipped := make([]float64, dim), 0
	for reader.Next(row) {
		if a.Add(row) {
			clipped++
		}
	}
	report := reader.Report()
	if clipped < 100 || clipped > 2900 || report.RepairedCells < 500 || report.RaggedRows < 50 ||
		report.UnusableRows < 20 {
		t.Fatalf("the file does not try the reader: %d rows clipped, %+v", clipped, report)
	}
	sum := a.Sum()
	text := fmt.Sprintf("n=%d\n", sum.Rows)
	for i := range sum.Order {
		for j := i; j < sum.Order; j++ {
			text += fmt.Sprintf("%d,%d: %v\n", i, j, sum.Entry(i, j))
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}

// The sums of a fixed file are the same to the bit natively and as wasm, where this test runs too, and in any order of
// rows.
//
// Go may fuse x·y + z into one rounding, as on arm64. dataset.Clip forbids this; nothing else before the integers adds
// a product.
func TestSumsAreTheSameOnEveryPlatform(t *testing.T) {
	records := goldenRecords()
	const (
		wantFile = "8c75c58c1361a29ec1480608f1d88143a00a0edb4cca539d96577b0ac8289906"
		wantSums = "12e00839df04d78e83427f6949764018a6556bed90d867b2868b6fd48aae3c1c"
	)
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(records, "\n")))); got != wantFile {
		t.Fatalf("the file is another one, of digest %s", got)
	}
	if got := digest(t, records); got != wantSums {
		t.Errorf("digest of the sums is %s, want %s", got, wantSums)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	if got := digest(t, records); got != wantSums {
		t.Errorf("a permutation of the rows changes the digest to %s", got)
	}
}
