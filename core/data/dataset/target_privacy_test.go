package dataset

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/must"
)

// rowBits reads a private file and returns each row's exact bits as text.
func rowBits(t *testing.T, header string, records []string, s Schema) []string {
	t.Helper()
	// A newline ends each record, so that an empty last one is a record too.
	file := header + "\n" + strings.Join(records, "\n") + "\n"
	reader, err := NewTargetReader(strings.NewReader(file), s)
	if err != nil {
		t.Fatalf("%q: %v", records, err)
	}
	var bits []string
	row := make([]float64, s.Dim())
	for reader.Next(row) {
		for _, z := range row {
			if !finite(z) {
				t.Fatalf("%q: a row has %v", records, z)
			}
		}
		bits = append(bits, fmt.Sprintf("%x", row))
	}
	if err := reader.Err(); err != nil {
		t.Fatalf("%q: %v", records, err)
	}
	if n := reader.Report().Rows; n != len(bits) {
		t.Fatalf("%q: %d rows reported, %d read", records, n, len(bits))
	}
	return bits
}

// telling are bytes that are special to a CSV reader.
const telling = "\"\",;\t\r\n\x00 0123456789.-+eENA\xff\xef\xbb\xbf<html>redblue"

func randomBytes(rng *rand.Rand) string {
	b := make([]byte, rng.IntN(60))
	for i := range b {
		b[i] = telling[rng.IntN(len(telling))]
		if rng.IntN(8) == 0 {
			b[i] = byte(rng.Uint32())
		}
	}
	return string(b)
}

// randomRecord is a record by the rules 1 and 2 of csv/records.go under any delimiter: a line of any bytes with an even
// number of quotes, or what a conforming writer makes of cells of any bytes.
func randomRecord(rng *rand.Rand, delim string) string {
	if rng.IntN(2) == 0 {
		cells := make([]string, 1+rng.IntN(4))
		for i := range cells {
			cells[i] = quotedCell(rng, randomBytes(rng), delim)
		}
		return strings.Join(cells, delim)
	}
	line := strings.ReplaceAll(randomBytes(rng), "\n", "")
	if strings.Count(line, `"`)%2 == 1 {
		line += `"`
	}
	return line
}

// quotedCell writes a cell as RFC 4180 says, in quotes if it must or might be.
func quotedCell(rng *rand.Rand, cell, delim string) string {
	if !strings.ContainsAny(cell, "\"\r\n"+delim) && rng.IntN(2) == 0 {
		return cell
	}
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}

// Replacing one record by any other changes that record's row and nothing else:
// not the number of rows, no other row, no error.
func TestTargetRowsAreFunctionsOfTheirRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	schema := plainSchema()
	for header, delim := range map[string]string{"temp,id,colour": ",", "temp;colour;y": ";", "id\tcolour\ttemp": "\t"} {
		for range 1_500 {
			records := make([]string, 1+rng.IntN(6))
			for i := range records {
				if records[i] = "12,7,red"; rng.IntN(2) == 0 {
					records[i] = randomRecord(rng, delim)
				}
			}
			checkNeighbour(t, header, records, rng.IntN(len(records)), randomRecord(rng, delim), schema)
		}
	}
	for _, extreme := range []string{
		strings.Repeat("x", csv.MaxLine+1),
		strings.Repeat(`"`, 3*csv.MaxLine),
		strings.Repeat(",", csv.MaxLine),
		strings.Repeat("9", csv.MaxLine),
		"1,\"" + strings.Repeat("\"\"\n,", csv.MaxLine) + "\",red",
	} {
		checkNeighbour(t, "temp,id,colour", []string{"12,7,red", "1,2,blue", "5,6,red"}, 1, extreme, schema)
	}
}

func checkNeighbour(t *testing.T, header string, records []string, at int, other string, s Schema) {
	t.Helper()
	before := rowBits(t, header, records, s)
	neighbour := append([]string(nil), records...)
	neighbour[at] = other
	after := rowBits(t, header, neighbour, s)
	if len(before) != len(records) || len(after) != len(records) {
		t.Fatalf("%d records became %d rows, their neighbour's %d", len(records), len(before), len(after))
	}
	for i := range records {
		if i != at && before[i] != after[i] {
			t.Fatalf("row %d of %.200q changed as record %d became %.200q", i, records, at, other)
		}
	}
	// The row depends on its record alone: by itself it is the same.
	if alone := rowBits(t, header, []string{other}, s); alone[0] != after[at] {
		t.Fatalf("record %.200q is %s alone and %s among others", other, alone[0], after[at])
	}
}

// Rows do not depend on how the platform cuts the file into reads, which can
// depend on the length of private records.
func TestTargetRowsDoNotDependOnHowReadsAreCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	schema := plainSchema()
	for range 300 {
		file := "temp,id,colour\n"
		for range rng.IntN(6) {
			file += randomBytes(rng) + "\n"
		}
		file += randomBytes(rng)
		whole, report := readTarget(t, file, schema)
		reader := must.Get(NewTargetReader(iotest.OneByteReader(strings.NewReader(file)), schema))(t)
		var rows []float64
		row := make([]float64, schema.Dim())
		for reader.Next(row) {
			rows = append(rows, row...)
		}
		if fmt.Sprintf("%x", rows) != fmt.Sprintf("%x", whole) || fmt.Sprint(reader.Report()) != fmt.Sprint(report) {
			t.Fatalf("%q: %v byte by byte, %v at once", file, rows, whole)
		}
	}
}
