package dataset

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/csv"
)

// recordsOf divides a text into records by the rule of package csv, with what ends them, and counts those whose quotes
// are not closed. What is well formed is a regular expression here: the grammar of RFC 4180, and spaces around quotes.
func recordsOf(text, delim string) (records []string, unclosed int) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	isOpen := func(line string) bool { return strings.Count(line, `"`)%2 == 1 }
	for len(lines) > 0 {
		end := 1
		if isOpen(lines[0]) {
			if next := slices.IndexFunc(lines[1:], isOpen); next >= 0 && conforms(strings.Join(lines[:next+2], ""), delim) {
				end = next + 2
			} else {
				unclosed++
			}
		}
		records, lines = append(records, strings.Join(lines[:end], "")), lines[end:]
	}
	return records, unclosed
}

// conforming are the records of a delimiter, without their ends.
var conforming = map[string]*regexp.Regexp{}

func init() {
	for _, delim := range []string{",", ";", "\t"} {
		space := strings.ReplaceAll(" \t", delim, "")
		field := `(?:[` + space + `]*"(?:[^"]|"")*"[` + space + `]*|[^"\n` + delim + `]*)`
		conforming[delim] = regexp.MustCompile(`(?s)\A` + field + `(?:` + delim + field + `)*\z`)
	}
}

func conforms(record, delim string) bool {
	text := strings.TrimSuffix(strings.TrimSuffix(record, "\n"), "\r")
	// The expression is one of characters. What is no UTF-8 is read byte by byte, as characters of one byte.
	runes := make([]rune, len(text))
	for i := range len(text) {
		runes[i] = rune(text[i])
	}
	return conforming[delim].MatchString(string(runes))
}

// A line whose quotes are not closed changes its own row alone, unless all from it to the next such line is well formed
// by chance. In a file without records of several lines there is no other such line, and so no such chance.
func TestALineWithAnOpenQuoteChangesItsOwnRowAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 92))
	schema := plainSchema()
	alone, among, chances := 0, 0, 0
	for range 6_000 {
		form := rng.IntN(3)
		header, delim := []string{"temp,id,colour", "temp;colour;y", "id\tcolour\ttemp"}[form],
			[]string{",", ";", "\t"}[form]
		records := make([]string, 1+rng.IntN(6))
		several := false
		for i := range records {
			records[i] = randomRecord(rng, delim)
			several = several || strings.Contains(records[i], "\n")
		}
		open := strings.ReplaceAll(randomBytes(rng), "\n", "")
		if strings.Count(open, `"`)%2 == 0 {
			open = `"` + open
		}
		at := rng.IntN(len(records))
		rest := append([]string{open}, records[at+1:]...)
		if of, _ := recordsOf(strings.Join(rest, "\n")+"\n", delim); of[0] != open+"\n" {
			if !several {
				t.Fatalf("%q swallows records of one line", open)
			}
			chances++
			continue
		}
		if several {
			among++
		} else {
			alone++
		}
		checkNeighbour(t, header, records, at, open, schema)
	}
	if alone < 500 || among < 500 || chances < 5 {
		t.Errorf("%d files without records of several lines, %d with some, %d chances", alone, among, chances)
	}
}

// A record of several lines has at most MaxJoined bytes with its end. If it has more, each of its lines is a record.
func TestRecordsOfSeveralLinesHaveALimit(t *testing.T) {
	schema := plainSchema()
	record := func(length int, end string) string {
		const head, last = "12,\"x\n", "\n\",red"
		return head + strings.Repeat("y", length-len(head+last+end)) + last + end
	}
	for _, end := range []string{"\n", "\r\n", ""} {
		for over := range 2 {
			_, report := readTarget(t, "temp,id,colour\n1,2,blue\n"+record(csv.MaxJoined+over, end), schema)
			if want := []int{2, 4}[over]; report.Rows != want || report.UnusableRows != 1 || report.UnclosedRows != 2*over {
				t.Errorf("%d bytes over the limit, end %q: %+v", over, end, report)
			}
		}
	}
}

// A quoted name of a column may have line breaks. They count as a blank.
func TestHeadersOfSeveralLines(t *testing.T) {
	schema := numericSchema("blood pressure", "age")
	for _, header := range []string{
		"\"blood\npressure\",age", "age,\"blood\n\npressure\"", "\"blood\npressure\"\t\"a\"\"\t\nb\"\tage",
		"\"\n\"\"; \";\"blood \npressure\n\";age",
		"age,blood pressure,\"a\nlast one\"", "\n \n\"Blood\nPressure\",Age",
	} {
		for _, end := range []string{"\n", "\r\n"} {
			file := strings.ReplaceAll(header, "\n", end) + end + strings.NewReplacer(",", "", ";", "", "\t", "").
				Replace("7") +
				end
			reader, err := NewTargetReader(strings.NewReader(file), schema)
			if err != nil {
				t.Errorf("%q: %v", file, err)
				continue
			}
			rows := 0
			for row := make([]float64, 2); reader.Next(row); {
				rows++
			}
			if report := reader.Report(); rows != 1 || len(report.MissingColumns) > 0 {
				t.Errorf("%q: %+v", file, report)
			}
		}
	}
	source := readSource(t, "\"blood\npressure\";\"age,\n(years)\";y\n1;2;3\n2;3;4\n", SourceOptions{Label: "y"})
	if got := source.Schema.FeatureNames(); !slices.Equal(got, []string{"blood pressure", "age, (years)"}) {
		t.Errorf("the columns are %q", got)
	}
}

// A header whose quotes are not closed is its first line, as far as what follows it names no columns: whatever the
// records are, none of them makes a column missing or is an error.
func TestAHeaderWithAnOpenQuoteKeepsItsColumns(t *testing.T) {
	for _, body := range []string{"12,7\n", "12,\"7\n", "12\",7\n", "12,\"7\n8\",5\n", "\",\",\",\"\n\x00\",",
		"\r\",9\n"} {
		rows, report := readTarget(t, "a,\"b\n"+body, numericSchema("a", "b"))
		if records, _ := recordsOf(body, ","); len(report.MissingColumns) > 0 || len(rows) != 2*len(records) {
			t.Errorf("%q: %v, %+v", body, rows, report)
		}
	}
}

// The records of a file are those that ReadSource reads, also where they have several lines.
func TestCountRecords(t *testing.T) {
	for _, text := range []string{"a,y\n1,2\n2,3\n", "a;y\n1;2\n\"2\n\n3\";3\n4;5", "a\ty\n1\t2\n2\t3\n\n\n",
		"\ufeffa,y\n1,2\n3,4\n5,6"} {
		n, err := CountRecords(strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if source, err := ReadSource(strings.NewReader(text), SourceOptions{Label: "y"}); err == nil && source.Rows != n {
			t.Errorf("%q: %d records, and %d rows", text, n, source.Rows)
		}
	}
	for _, text := range []string{"", "PK\x03\x04", "a,y\n1\n", "a,y\n\"1,2\n"} {
		if n, err := CountRecords(strings.NewReader(text)); err == nil || n != 0 {
			t.Errorf("%q: %d records, %v", text, n, err)
		}
	}
}
