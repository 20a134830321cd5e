package dataset

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/data/dataset/dates"
)

func TestReadSourceErrors(t *testing.T) {
	long := strings.Repeat("ä", 60)
	manyLevels := "c,y\n"
	for i := range maxLevels + 1 {
		manyLevels += fmt.Sprintf("level %d,1\n", i)
	}
	openDates := ""
	for i := range maxLevels + 1 {
		openDates += fmt.Sprintf("%02d/%02d/2000,%d,1\n", 1+i%12, 1+i/12, i)
	}
	tests := []struct {
		name    string
		text    string
		options SourceOptions
		code    string
		line    int
		column  int
		want    string // part of the message
	}{
		// The container.
		{"no bytes", "", SourceOptions{}, CodeEmptyFile, 0, 0, "empty"},
		{"only a byte order mark", "\ufeff", SourceOptions{}, CodeEmptyFile, 0, 0, "empty"},
		{"only blank lines", "\n \n\r\n", SourceOptions{}, CodeEmptyFile, 0, 0, "empty"},
		{"gzip", "\x1f\x8b\x08\x00a,y\n1,2\n", SourceOptions{}, CodeBadEncoding, 0, 0, "unpack it first"},
		{"zip or xlsx", "PK\x03\x04\x14\x00a,y\n", SourceOptions{}, CodeXLSX, 0, 0, "save the sheet as CSV"},
		{"parquet", "PAR1\x15\x04\x15", SourceOptions{}, CodeParquet, 0, 0, "convert it to CSV"},
		{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", SourceOptions{}, CodeBadEncoding, 0, 0, "save the sheet as CSV"},
		{"PDF", "%PDF-1.7\n%\xe2\xe3", SourceOptions{}, CodeBadEncoding, 0, 0, "ask for the data as CSV"},
		{"UTF-16 little-endian", "\xff\xfea\x00,\x00y\x00\n\x00", SourceOptions{}, CodeBadEncoding, 0, 0,
			"CSV UTF-8"},
		{"UTF-16 big-endian", "\xfe\xff\x00a\x00,\x00y\x00\n", SourceOptions{}, CodeBadEncoding, 0, 0, "CSV UTF-8"},
		{"UTF-16 without a mark", "a\x00,\x00y\x00\n\x00", SourceOptions{}, CodeBadEncoding, 1, 0, "UTF-8"},
		{"Latin-1 header", "temp\xe9rature,y\n1,2\n", SourceOptions{}, CodeBadEncoding, 1, 0, "not UTF-8"},
		{"carriage returns alone", "a,y\r1,2\r3,4\r", SourceOptions{}, CodeBadEncoding, 1, 0, "line feeds"},
		{"web page", "<!DOCTYPE html>\n<html></html>", SourceOptions{}, CodeHTML, 0, 0,
			"this is a web page, not a table; give the CSV file itself"},
		{"web page after blank lines", "\ufeff\n\n  <HTML lang=en>", SourceOptions{}, CodeHTML, 0, 0, "web page"},
		{"endless header", strings.Repeat("a,", csv.MaxLine), SourceOptions{}, CodeLineTooLong, 1, 0, "1 MiB"},

		// The header and the options.
		{"numbers in the first line", "1,2.5,-3e4\n4,5,6\n", SourceOptions{}, CodeNoHeader, 1, 0, "column names"},
		{"decimal commas in the first line", "1,5;2;3\n4;5;6\n", SourceOptions{}, CodeNoHeader, 1, 0, "column names"},
		{
			"a row with a text in the first line",
			"1,red,3\n4,blue,6\n",
			SourceOptions{Label: "y"},
			CodeNoHeader,
			1,
			1,
			`no label column "y"`,
		},
		{"no label given", "a,y\n1,2\n", SourceOptions{Label: ""}, CodeNoLabel, 1, 0, `choose one of "a", "y"`},
		{
			"label absent",
			"a,b\n1,2\n",
			SourceOptions{Label: "y"},
			CodeNoLabel,
			1,
			0,
			`no label column "y"; choose one of "a", "b"`,
		},
		{"label in other letters", "a,Y\n1,2\n", SourceOptions{Label: "y"}, CodeNoLabel, 1, 0, `"Y"`},
		{"no delimiter finds the label", "a;b;c,z\n", SourceOptions{Label: "y"}, CodeNoLabel, 1, 0, `"a", "b", "c,z"`},
		{"no label given, unnamed column", "a,\n1,2\n", SourceOptions{Label: ""}, CodeNoLabel, 1, 0, "choose one of"},
		{
			"duplicate name",
			"a,b, \"a\",y\n1,2,3,4\n",
			SourceOptions{},
			CodeDuplicateColumn,
			1,
			3,
			"column 1 has the same name",
		},
		{"quote not closed in a name", "a,\"y\n1,2\n", SourceOptions{}, CodeBadQuote, 1, 0, "quote"},
		{
			"unknown categorical",
			"a,y\n1,2\n",
			SourceOptions{Categorical: []string{"b"}},
			CodeUnknownColumn,
			0,
			0,
			`no column "b" to declare categorical; the columns are "a", "y"`,
		},
		{
			"unknown ignored",
			"a,y\n1,2\n",
			SourceOptions{Ignore: []string{"b"}},
			CodeUnknownColumn,
			0,
			0,
			`no column "b" to declare ignored`,
		},
		{"label declared categorical", "a,y\n1,2\n", SourceOptions{Categorical: []string{"y"}}, CodeBadOption, 0, 0,
			"label"},
		{"declared twice", "a,y\n1,2\n", SourceOptions{Categorical: []string{"a"}, Ignore: []string{"a"}}, CodeBadOption, 0,
			0, "choose one"},

		// Rows.
		{"no rows", "a,y\n", SourceOptions{}, CodeNoRows, 0, 0, "at least two"},
		{"no rows but blank lines", "a,y\n\n\n", SourceOptions{}, CodeNoRows, 0, 0, "at least two"},
		{"one row", "a,y\n1,2\n", SourceOptions{}, CodeOneRow, 0, 0, "one more"},
		{"too few fields", "a,b,y\n1,2,3\n1,2\n", SourceOptions{}, CodeRaggedRow, 3, 0,
			"fields: 2 in the row, 3 in the header"},
		{
			"too many fields",
			"a,y\n1,2\n1,2,3\n",
			SourceOptions{},
			CodeRaggedRow,
			3,
			0,
			"fields: 3 in the row, 2 in the header",
		},
		{"blank line between rows", "a,y\n1,2\n\n\n3,4\n", SourceOptions{}, CodeRaggedRow, 3, 0,
			"fields: 1 in the row, 2 in the header"},
		{"NUL byte", "a,y\n1,2\n3,\x004\n", SourceOptions{}, CodeBadEncoding, 3, 0, "NUL"},
		{"endless line", "a,y\n1,2\n" + strings.Repeat("1", csv.MaxLine+1) + ",2\n", SourceOptions{}, CodeLineTooLong, 3, 0,
			"1 MiB"},
		{"quote not closed", "a,y\n1,2\n\"3,4\n5,6\n", SourceOptions{}, CodeBadQuote, 3, 0, "not closed"},
		{"quote open for 1 MiB", "a,y\n1,2\n\"3,4\n" + strings.Repeat("5,6\n", csv.MaxLine/4), SourceOptions{}, CodeBadQuote,
			3, 0, "not closed"},
		{"text after a quote", "a,y\n1,2\n\"3\"4,5\n", SourceOptions{}, CodeBadQuote, 3, 0, "after a closing quote"},
		{"nothing to learn from", "a,y\n1,2\n1,3\n", SourceOptions{}, CodeNoFeatures, 0, 0, "at least one feature"},
		{"everything ignored", "a,y\n1,2\n2,3\n", SourceOptions{Ignore: []string{"a"}}, CodeNoFeatures, 0, 0,
			"at least one feature"},
		{"only a label", "y\n1\n2\n", SourceOptions{}, CodeNoFeatures, 0, 0, "at least one feature"},

		// Cells.
		{
			"text among numbers",
			"a,age,y\n1,2,3\n4,5,6\n7,abc,9\n",
			SourceOptions{},
			CodeNotANumber,
			4,
			2,
			`line 4, column 2 ("age"): "abc" is not a number; fix the cell or declare the column categorical or ignored`,
		},
		{"text before a later line", "a,y\n1,2\nx,\"3\"\n4,5\n6,7\n8,9\n", SourceOptions{}, CodeNotANumber, 3, 1, `"x"`},
		{
			"lines counted in quoted fields",
			"c,a,y\n\"1\n2\",1,1\n\"\n\n\",abc,2\nx,3,3\nx,4,3\n",
			SourceOptions{},
			CodeNotANumber,
			6,
			2,
			`"abc"`,
		},
		{"decimal comma in a comma file", "a,y\n1,2\n\"1,5\",2\n3,4\n", SourceOptions{}, CodeNotANumber, 3, 1, `"1,5"`},
		{"hexadecimal", "a,y\n1,2\n0x1F,2\n3,4\n", SourceOptions{}, CodeNotANumber, 3, 1, "0x1F"},
		{"underscores", "a,y\n1,2\n1_000,2\n3,4\n", SourceOptions{}, CodeNotANumber, 3, 1, "1_000"},
		{
			"long cell",
			"a,y\n1,2\n" + long + ",3\n4,5\n",
			SourceOptions{},
			CodeNotANumber,
			3,
			1,
			`"` + strings.Repeat("ä", 39) + `…"`,
		},
		{"NaN", "a,y\n1,2\nNaN,3\n", SourceOptions{}, CodeNotFinite, 3, 1, `"NaN" is not a finite number`},
		{"infinity", "a,y\n1,2\n-inf,3\n", SourceOptions{}, CodeNotFinite, 3, 1, `"-inf" is not a finite number`},
		{"nothing but NaN", "a,y\nNaN,2\nNaN,3\n", SourceOptions{}, CodeNotFinite, 2, 1, "finite"},
		{"huge", "a,y\n1,2\n1.1e100,3\n", SourceOptions{}, CodeTooLarge, 3, 1, "1e100"},
		{"beyond float64", "a,y\n1,2\n1e999,3\n", SourceOptions{}, CodeTooLarge, 3, 1, "1e100"},
		{"huge label", "a,y\n1,2\n3,-2e100\n", SourceOptions{}, CodeTooLarge, 3, 2, "1e100"},
		{"no label at all", "a,y\n1,\n3,NA\n", SourceOptions{}, CodeMissingLabel, 0, 2,
			"none of the 2 rows has a label; fill the column in"},
		{"one label", "a,y\n1,2\n3,NA\n", SourceOptions{}, CodeOneRow, 0, 0, "a single row with a label"},
		{
			"dates in no order",
			"a,b,y\n03/04/2004,1,2\n" + openDates,
			SourceOptions{},
			CodeDateOrder,
			2,
			1,
			`the order of day and month is open ("03/04/2004" on line 2, "01/01/2000" on line 3, "02/01/2000" on line 4); state it in the option dateOrder, as dmy, mdy or ymd for "a", or write dates as 2024-12-31, or ignore the column`,
		},
		{
			"dates in two orders",
			"a,y\n03/04/2004,1\n13/05/2004,2\n05/13/2004,3\n",
			SourceOptions{},
			CodeDateOrder,
			4,
			1,
			`"05/13/2004" is no date in the order of the column, as "13/05/2004" on line 3 shows`,
		},
		{
			"dates in another order than is stated",
			"a,y\n03/04/2004,1\n13/05/2004,2\n",
			SourceOptions{DateOrder: map[string]dates.Order{"a": dates.MonthFirst}},
			CodeDateOrder,
			3,
			1,
			`"13/05/2004" is no date in the order of the column, as was stated`,
		},
		{
			"an order that is none",
			"a,y\n03/04/2004,1\n13/05/2004,2\n",
			SourceOptions{DateOrder: map[string]dates.Order{"a": "ydm"}},
			CodeBadOption,
			0,
			0,
			`stated as "ydm"; choose dmy, mdy or ymd`,
		},
		{
			"an order of no column",
			"a,y\n1,1\n2,2\n",
			SourceOptions{DateOrder: map[string]dates.Order{"b": "dmy"}},
			CodeUnknownColumn,
			0,
			0,
			`no column "b" whose dates have an order`,
		},
		{
			"an order of an ignored column",
			"a,b,y\n1,1,1\n2,2,2\n",
			SourceOptions{Ignore: []string{"b"}, DateOrder: map[string]dates.Order{"b": "dmy"}},
			CodeBadOption,
			0,
			0,
			"choose one",
		},
		{"an order of the label", "a,y\n1,1\n2,2\n", SourceOptions{DateOrder: map[string]dates.Order{"y": "dmy"}},
			CodeBadOption, 0, 0, "is the label"},
		{"text as label", "a,y\n1,2\n3,high\n", SourceOptions{}, CodeNotANumber, 3, 2, "choose another label"},
		{"NaN as label", "a,y\n1,2\n3,nan\n", SourceOptions{}, CodeNotFinite, 3, 2, "finite"},
		{"65 levels", manyLevels, SourceOptions{}, CodeTooManyLevels, 66, 1, "more than 64 levels; ignore it"},
		{"level not UTF-8", "c,y\nred,1\nbl\xfce,2\n", SourceOptions{}, CodeBadEncoding, 3, 1, `"bl\xfce" is not UTF-8`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.options.Label == "" && tt.code != CodeNoLabel {
				tt.options.Label = "y"
			}
			_, err := ReadSource(strings.NewReader(tt.text), tt.options)
			e, ok := err.(*Error)
			if !ok {
				t.Fatalf("got %v, want code %s", err, tt.code)
			}
			if e.Code != tt.code || e.Line != tt.line || e.Column != tt.column {
				t.Errorf("code %s at line %d, column %d; want %s at %d, %d", e.Code, e.Line, e.Column, tt.code, tt.line,
					tt.column)
			}
			if !strings.HasPrefix(e.Error(), "dataset: ") || !strings.Contains(e.Error(), tt.want) {
				t.Errorf("error %q, want one with %q", e, tt.want)
			}
		})
	}
}

func TestReadSourceReturnsTheReadersFailure(t *testing.T) {
	broken := errors.New("connection lost")
	many := strings.Repeat("1,2\n", kindSample+500)
	for _, before := range []string{"", "a,", "a,y\n", "a,y\n1,2\n3,4\n", "a,y\n1,2\n\"3\n", "a,y\n1,2\n\n",
		"a,y\n" + many} {
		_, err := ReadSource(io.MultiReader(strings.NewReader(before), failingReader{broken}), SourceOptions{Label: "y"})
		if !errors.Is(err, broken) {
			t.Errorf("after %.20q: %v", before, err)
		}
	}
}

type emptyReads struct{}

func (emptyReads) Read([]byte) (int, error) { return 0, nil }

func TestReaderThatNeverReadsIsGivenUp(t *testing.T) {
	if _, err := ReadSource(emptyReads{}, SourceOptions{Label: "y"}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("got %v, want %v", err, io.ErrNoProgress)
	}
}

func TestErrorsListAtMostADozenNames(t *testing.T) {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("c%d", i))
	}
	_, err := ReadSource(strings.NewReader(strings.Join(names, ",")+"\n"), SourceOptions{Label: "y"})
	if err == nil || !strings.HasSuffix(err.Error(), `"c10", "c11" and 88 more`) {
		t.Errorf("got %v", err)
	}
}
