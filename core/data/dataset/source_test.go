package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset/csv"
)

func readSource(t testing.TB, text string, o SourceOptions) *Source {
	t.Helper()
	s, err := ReadSource(strings.NewReader(text), o)
	if err != nil {
		t.Fatalf("ReadSource(%.60q): %v", text, err)
	}
	return s
}

// standardised returns all features of a source, row-major.
func standardised(s *Source) (features []float64) {
	for z := range s.Standardised() {
		features = append(features, z...)
	}
	return features
}

// near allows for rounding in the last bits.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-14*max(1, math.Abs(a), math.Abs(b)) }

func nearAll(a, b []float64) bool { return slices.EqualFunc(a, b, near) }

func TestReadSourceStandardisesByItsOwnStatistics(t *testing.T) {
	text := "temp,y,colour\n10,1,red\n20,2,blue\n30,4,red\n40,8,red\n"
	s := readSource(t, text, SourceOptions{Label: "y"})

	scale := math.Sqrt(125) // population: (15² + 5² + 5² + 15²)/4
	share := math.Sqrt(0.75 * 0.25)
	want := Schema{Label: "y", Columns: []Column{
		{Name: "temp", Kind: Numeric, Mean: 25, Scale: scale, Min: 10, Max: 40},
		{Name: "colour", Kind: Categorical, Levels: []Level{{"red", 0.75, share}, {"blue", 0.25, share}}},
	}}
	if !reflect.DeepEqual(s.Schema, want) {
		t.Errorf("schema %+v, want %+v", s.Schema, want)
	}
	if err := s.Schema.Validate(); err != nil {
		t.Error(err)
	}
	red, notRed, blue, notBlue := 0.25/share, -0.75/share, 0.75/share, -0.25/share
	features := []float64{-15 / scale, red, notBlue, -5 / scale, notRed, blue, 5 / scale, red, notBlue,
		15 / scale, red, notBlue}
	if !nearAll(standardised(s), features) {
		t.Errorf("features %v, want %v", standardised(s), features)
	}
	if s.Rows != 4 || !slices.Equal(s.Labels, []float64{1, 2, 4, 8}) {
		t.Errorf("%d rows with labels %v", s.Rows, s.Labels)
	}
	if digest := sha256.Sum256([]byte(text)); s.Digest != hex.EncodeToString(digest[:]) {
		t.Errorf("digest %s", s.Digest)
	}
	if len(s.Notes) != 0 {
		t.Errorf("notes %q", s.Notes)
	}
}

// Each of these files says a,y = (1,10), (2,20) in its own way.
func TestReadSourceAcceptsForms(t *testing.T) {
	tests := []struct{ name, text string }{
		{"plain", "a,y\n1,10\n2,20\n"},
		{"no final newline", "a,y\n1,10\n2,20"},
		{"CRLF", "a,y\r\n1,10\r\n2,20\r\n"},
		{"byte order mark", "\ufeffa,y\n1,10\n2,20\n"},
		{"blank lines before the header", "\n \r\na,y\n1,10\n2,20\n"},
		{"blank lines at the end", "a,y\n1,10\n2,20\n\n  \n\r\n"},
		{"semicolons", "a;y\n1;10\n2;20\n"},
		{"semicolons and decimal commas", "a;y\n1,0;1,0e1\n2,;20,\n"},
		{"semicolons and decimal points", "a;y\n1.0;10.\n2;20\n"},
		{"tabs", "a\ty\n1\t10\n2\t20\n"},
		{"tabs and decimal commas", "a\ty\n1,0\t10\n2,0\t20\n"},
		{"spaces", " a , y \n 1 , 10\n2\t,\t20\n"},
		{"quotes", "\"a\",\"y\"\n\"1\",10\n2,\"20\"\n"},
		{"spaces around quotes", "a, \"y\"\n \"1\" , \"10\" \n2,20\n"},
		{"a delimiter in a name", "a,y,\"u;v;w\"\n1,10,5\n2,20,5\n"},
		{"columns without a name", ",a,y,,\n7,1,10,x,\n8,2,20,y,\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := readSource(t, tt.text, SourceOptions{Label: "y"})
			if !slices.Equal(standardised(s), []float64{-1, 1}) || !slices.Equal(s.Labels, []float64{10, 20}) {
				t.Errorf("features %v, labels %v", standardised(s), s.Labels)
			}
			if c := s.Schema.Columns[0]; c.Name != "a" || c.Mean != 1.5 || c.Scale != 0.5 {
				t.Errorf("column %+v", c)
			}
		})
	}
}

func TestMissingCellsAreTheMeanAndNoPartOfIt(t *testing.T) {
	for _, token := range []string{"", "  ", "NA", "na", "N/A", "null", "NULL", "?", "-", `""`} {
		t.Run(token, func(t *testing.T) {
			text := fmt.Sprintf("a,c,y\n1,u,1\n%s,v,2\n3,%[1]s,3\n", token)
			s := readSource(t, text, SourceOptions{Label: "y"})
			if want := []float64{-1, 1, -1, 0, -1, 1, 1, 0, 0}; !slices.Equal(standardised(s), want) {
				t.Errorf("features %v, want %v", standardised(s), want)
			}
			written := ""
			if strings.Trim(token, ` "`) != "" {
				written = fmt.Sprintf(", written %q", token)
			}
			want := []string{
				`Column "a" has missing cells (1 of 3 rows` + written + `), which stand for its mean.`,
				`Column "c" has missing cells (1 of 3 rows` + written + `), which stand for its mean.`,
			}
			if !slices.Equal(s.Notes, want) {
				t.Errorf("notes %q", s.Notes)
			}
		})
	}
}

func TestKindsAreInferredOrDeclared(t *testing.T) {
	tests := []struct {
		name    string
		cells   []string
		options SourceOptions
		want    Kind
	}{
		{"numbers", []string{"1", "2", "3"}, SourceOptions{}, Numeric},
		{"texts", []string{"u", "v", "w"}, SourceOptions{}, Categorical},
		{"mostly texts", []string{"1", "v", "w"}, SourceOptions{}, Categorical},
		{"missing cells do not vote", []string{"1", "NA", "2", "", "?", "null"}, SourceOptions{}, Numeric},
		{"numbers declared categorical", []string{"1", "2", "1"}, SourceOptions{Categorical: []string{"x"}}, Categorical},
		{"numbers declared ignored", []string{"1", "2", "3"}, SourceOptions{Ignore: []string{"x"}}, Ignored},
		{"nothing but missing", []string{"", "NA", "?"}, SourceOptions{}, Ignored},
		{"constant number", []string{"0.1", "0.1", "0.10"}, SourceOptions{}, Ignored},
		{"differs by rounding only", []string{"0.3", "0.30000000000000004", "0.3"}, SourceOptions{}, Ignored},
		{"small but real variation", []string{"1000000.001", "1000000.002", "1000000.003"}, SourceOptions{}, Numeric},
		{"small unit", []string{"1e-30", "2e-30", "3e-30"}, SourceOptions{}, Numeric},
		{"single level", []string{"u", "u", ""}, SourceOptions{}, Ignored},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := "a,x,y\n"
			for i, cell := range tt.cells {
				text += fmt.Sprintf("%d,%s,%d\n", i, cell, i)
			}
			tt.options.Label = "y"
			s := readSource(t, text, tt.options)
			if got := s.Schema.Columns[1]; got.Kind != tt.want {
				t.Errorf("kind %s, want %s", got.Kind, tt.want)
			}
			if err := s.Schema.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestIgnoredColumnsAreNoted(t *testing.T) {
	s := readSource(t, ",a,k,l,e,y\n1,1,5,u,,1\n2,2,5,u,NA,2\n", SourceOptions{Label: "y"})
	want := []string{"Column 1 has no name and is left out.", `Column "k" is constant and is ignored.`,
		`Column "l" has a single level and is ignored.`, `Column "e" has no values and is ignored.`}
	if !slices.Equal(s.Notes, want) {
		t.Errorf("notes %q, want %q", s.Notes, want)
	}
	if s.Schema.Dim() != 1 || len(s.Schema.Columns) != 4 {
		t.Errorf("schema %+v", s.Schema)
	}
}

// A mean 10⁹ times the scale leaves naive sums of squares no digit, and squares of the largest numbers overflow.
func TestStatisticsOfLargeNumbers(t *testing.T) {
	for text, want := range map[string]Column{
		"a,y\n" + strings.Repeat("1000000000,0\n1000000001,0\n", 5000): {Mean: 1_000_000_000.5, Scale: 0.5},
		"a,y\n1e100,1\n-1e100,2\n0,3\n":                                {Scale: 1e100 * math.Sqrt(2.0/3)},
	} {
		c := readSource(t, text, SourceOptions{Label: "y"}).Schema.Columns[0]
		if c.Mean != want.Mean || !near(c.Scale/want.Scale, 1) {
			t.Errorf("%.40q: mean %v, scale %v", text, c.Mean, c.Scale)
		}
	}
}

func TestReadSourceErrors(t *testing.T) {
	long := strings.Repeat("ä", 60)
	manyLevels := "c,y\n"
	for i := range maxLevels + 1 {
		manyLevels += fmt.Sprintf("level %d,1\n", i)
	}
	rows := func(numbers, texts int) string { // kinds are decided on the first thousand
		text := "a,x,y\n"
		for i := range numbers {
			text += fmt.Sprintf("%d,%d,1\n", i, i)
		}
		return text + strings.Repeat("1,word,1\n1,term,1\n", texts/2)
	}
	openDates := ""
	for i := range maxLevels + 1 {
		openDates += fmt.Sprintf("%02d/%02d/2000,%d,1\n", 1+i%12, 1+i/12, i)
	}
	var plain SourceOptions
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
		{"no bytes", "", plain, CodeEmptyFile, 0, 0, "empty"},
		{"only a byte order mark", "\ufeff", plain, CodeEmptyFile, 0, 0, "empty"},
		{"only blank lines", "\n \n\r\n", plain, CodeEmptyFile, 0, 0, "empty"},
		{"gzip", "\x1f\x8b\x08\x00a,y\n1,2\n", plain, CodeBadEncoding, 0, 0, "unpack it first"},
		{"zip or xlsx", "PK\x03\x04\x14\x00a,y\n", plain, "xlsx", 0, 0, "save the sheet as CSV"},
		{"parquet", "PAR1\x15\x04\x15", plain, "parquet", 0, 0, "convert it to CSV"},
		{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", plain, CodeBadEncoding, 0, 0, "save the sheet as CSV"},
		{"PDF", "%PDF-1.7\n%\xe2\xe3", plain, CodeBadEncoding, 0, 0, "ask for the data as CSV"},
		{"UTF-16 little-endian", "\xff\xfea\x00,\x00y\x00\n\x00", plain, CodeBadEncoding, 0, 0, "CSV UTF-8"},
		{"UTF-16 big-endian", "\xfe\xff\x00a\x00,\x00y\x00\n", plain, CodeBadEncoding, 0, 0, "CSV UTF-8"},
		{"UTF-16 without a mark", "a\x00,\x00y\x00\n\x00", plain, CodeBadEncoding, 1, 0, "UTF-8"},
		{"Latin-1 header", "temp\xe9rature,y\n1,2\n", plain, CodeBadEncoding, 1, 0, "not UTF-8"},
		{"carriage returns alone", "a,y\r1,2\r3,4\r", plain, CodeBadEncoding, 1, 0, "line feeds"},
		{"web page", "<!DOCTYPE html>\n<html></html>", plain, CodeHTML, 0, 0,
			"this is a web page, not a table; give the CSV file itself"},
		{"web page after blank lines", "\ufeff\n\n  <HTML lang=en>", plain, CodeHTML, 0, 0, "web page"},
		{"endless header", strings.Repeat("a,", csv.MaxLine), plain, CodeLineTooLong, 1, 0, "1 MiB"},

		// The header and the options.
		{"numbers in the first line", "1,2.5,-3e4\n4,5,6\n", plain, CodeNoHeader, 1, 0, "column names"},
		{"decimal commas in the first line", "1,5;2;3\n4;5;6\n", plain, CodeNoHeader, 1, 0, "column names"},
		{"a row with a text in the first line", "1,red,3\n4,blue,6\n", SourceOptions{Label: "y"}, CodeNoHeader, 1, 1,
			`no label column "y"`},
		{"no label given", "a,y\n1,2\n", SourceOptions{Label: ""}, CodeNoLabel, 1, 0, `choose one of "a", "y"`},
		{"label absent", "a,b\n1,2\n", SourceOptions{Label: "y"}, CodeNoLabel, 1, 0,
			`no label column "y"; choose one of "a", "b"`},
		{"label in other letters", "a,Y\n1,2\n", SourceOptions{Label: "y"}, CodeNoLabel, 1, 0, `"Y"`},
		{"no delimiter finds the label", "a;b;c,z\n", SourceOptions{Label: "y"}, CodeNoLabel, 1, 0, `"a", "b", "c,z"`},
		{"no label given, unnamed column", "a,\n1,2\n", SourceOptions{Label: ""}, CodeNoLabel, 1, 0, "choose one of"},
		{"duplicate name", "a,b, \"a\",y\n1,2,3,4\n", plain, CodeDuplicateColumn, 1, 3, "column 1 has the same name"},
		{"quote not closed in a name", "a,\"y\n1,2\n", plain, CodeBadQuote, 1, 0, "quote"},
		{"unknown categorical", "a,y\n1,2\n", SourceOptions{Categorical: []string{"b"}}, CodeUnknownColumn, 0, 0,
			`no column "b" to declare categorical; the columns are "a", "y"`},
		{"unknown ignored", "a,y\n1,2\n", SourceOptions{Ignore: []string{"b"}}, CodeUnknownColumn, 0, 0,
			`no column "b" to declare ignored`},
		{"label declared categorical", "a,y\n1,2\n", SourceOptions{Categorical: []string{"y"}}, CodeBadOption, 0, 0,
			"label"},
		{"declared twice", "a,y\n1,2\n", SourceOptions{Categorical: []string{"a"}, Ignore: []string{"a"}}, CodeBadOption, 0,
			0, "choose one"},

		// Rows.
		{"no rows", "a,y\n", plain, CodeNoRows, 0, 0, "at least two"},
		{"no rows but blank lines", "a,y\n\n\n", plain, CodeNoRows, 0, 0, "at least two"},
		{"one row", "a,y\n1,2\n", plain, CodeOneRow, 0, 0, "one more"},
		{"too few fields", "a,b,y\n1,2,3\n1,2\n", plain, CodeRaggedRow, 3, 0, "fields: 2 in the row, 3 in the header"},
		{"too many fields", "a,y\n1,2\n1,2,3\n", plain, CodeRaggedRow, 3, 0, "fields: 3 in the row, 2 in the header"},
		{"blank line between rows", "a,y\n1,2\n\n\n3,4\n", plain, CodeRaggedRow, 3, 0,
			"fields: 1 in the row, 2 in the header"},
		{"NUL byte", "a,y\n1,2\n3,\x004\n", plain, CodeBadEncoding, 3, 0, "NUL"},
		{"endless line", "a,y\n1,2\n" + strings.Repeat("1", csv.MaxLine+1) + ",2\n", plain, CodeLineTooLong, 3, 0,
			"1 MiB"},
		{"quote not closed", "a,y\n1,2\n\"3,4\n5,6\n", plain, CodeBadQuote, 3, 0, "not closed"},
		{"quote open for 1 MiB", "a,y\n1,2\n\"3,4\n" + strings.Repeat("5,6\n", csv.MaxLine/4), plain, CodeBadQuote,
			3, 0, "not closed"},
		{"text after a quote", "a,y\n1,2\n\"3\"4,5\n", plain, CodeBadQuote, 3, 0, "after a closing quote"},
		{"nothing to learn from", "a,y\n1,2\n1,3\n", plain, CodeNoFeatures, 0, 0, "at least one feature"},
		{"everything ignored", "a,y\n1,2\n2,3\n", SourceOptions{Ignore: []string{"a"}}, CodeNoFeatures, 0, 0,
			"at least one feature"},
		{"only a label", "y\n1\n2\n", plain, CodeNoFeatures, 0, 0, "at least one feature"},

		// Cells.
		{"text among numbers", "a,age,y\n1,2,3\n4,5,6\n7,abc,9\n", plain, CodeNotANumber, 4, 2,
			`line 4, column 2 ("age"): "abc" is not a number; fix the cell or declare the column categorical or ignored`},
		{"text before a later line", "a,y\n1,2\nx,\"3\"\n4,5\n6,7\n8,9\n", plain, CodeNotANumber, 3, 1, `"x"`},
		{"lines counted in quoted fields", "c,a,y\n\"1\n2\",1,1\n\"\n\n\",abc,2\nx,3,3\nx,4,3\n", plain,
			CodeNotANumber, 6, 2, `"abc"`},
		{"decimal comma in a comma file", "a,y\n1,2\n\"1,5\",2\n3,4\n", plain, CodeNotANumber, 3, 1, `"1,5"`},
		{"hexadecimal", "a,y\n1,2\n0x1F,2\n3,4\n", plain, CodeNotANumber, 3, 1, "0x1F"},
		{"underscores", "a,y\n1,2\n1_000,2\n3,4\n", plain, CodeNotANumber, 3, 1, "1_000"},
		{"long cell", "a,y\n1,2\n" + long + ",3\n4,5\n", plain, CodeNotANumber, 3, 1,
			`"` + strings.Repeat("ä", 39) + `…"`},
		{"a text after 1000 numbers", rows(1000, 2), plain, CodeNotANumber, 1002, 2, `"word"`},
		{"mostly texts among the first 1000", rows(498, 502), plain, CodeTooManyLevels, 66, 2, "64 levels"},
		{"NaN", "a,y\n1,2\nNaN,3\n", plain, CodeNotFinite, 3, 1, `"NaN" is not a finite number`},
		{"infinity", "a,y\n1,2\n-inf,3\n", plain, CodeNotFinite, 3, 1, `"-inf" is not a finite number`},
		{"nothing but NaN", "a,y\nNaN,2\nNaN,3\n", plain, CodeNotFinite, 2, 1, "finite"},
		{"huge", "a,y\n1,2\n1.1e100,3\n", plain, CodeTooLarge, 3, 1, "1e100"},
		{"beyond float64", "a,y\n1,2\n1e999,3\n", plain, CodeTooLarge, 3, 1, "1e100"},
		{"huge label", "a,y\n1,2\n3,-2e100\n", plain, CodeTooLarge, 3, 2, "1e100"},
		{"no label at all", "a,y\n1,\n3,NA\n", plain, CodeMissingLabel, 0, 2,
			"none of the 2 rows has a label; fill the column in"},
		{"one label", "a,y\n1,2\n3,NA\n", plain, CodeOneRow, 0, 0, "a single row with a label"},
		{"dates in no order", "a,b,y\n03/04/2004,1,2\n" + openDates, plain, CodeDateOrder, 2, 1,
			`the order of day and month is open ("03/04/2004" on line 2, "01/01/2000" on line 3, "02/01/2000" on line 4); state it in the option dateOrder, as dmy, mdy or ymd for "a", or write dates as 2024-12-31, or ignore the column`},
		{"dates in two orders", "a,y\n03/04/2004,1\n13/05/2004,2\n05/13/2004,3\n", plain, CodeDateOrder, 4, 1,
			`"05/13/2004" is no date in the order of the column, as "13/05/2004" on line 3 shows`},
		{"dates in another order than is stated", "a,y\n03/04/2004,1\n13/05/2004,2\n",
			SourceOptions{DateOrder: map[string]csv.DateOrder{"a": csv.MonthFirst}}, CodeDateOrder, 3, 1,
			`"13/05/2004" is no date in the order of the column, as was stated`},
		{"an order that is none", "a,y\n03/04/2004,1\n13/05/2004,2\n",
			SourceOptions{DateOrder: map[string]csv.DateOrder{"a": "ydm"}}, CodeBadOption, 0, 0,
			`stated as "ydm"; choose dmy, mdy or ymd`},
		{"an order of no column", "a,y\n1,1\n2,2\n", SourceOptions{DateOrder: map[string]csv.DateOrder{"b": "dmy"}},
			CodeUnknownColumn, 0, 0, `no column "b" whose dates have an order`},
		{"an order of an ignored column", "a,b,y\n1,1,1\n2,2,2\n",
			SourceOptions{Ignore: []string{"b"}, DateOrder: map[string]csv.DateOrder{"b": "dmy"}}, CodeBadOption, 0, 0,
			"choose one"},
		{"an order of the label", "a,y\n1,1\n2,2\n", SourceOptions{DateOrder: map[string]csv.DateOrder{"y": "dmy"}},
			CodeBadOption, 0, 0, "is the label"},
		{"text as label", "a,y\n1,2\n3,high\n", plain, CodeNotANumber, 3, 2, "choose another label"},
		{"NaN as label", "a,y\n1,2\n3,nan\n", plain, CodeNotFinite, 3, 2, "finite"},
		{"an unknown task", "a,y\n1,2\n2,3\n", SourceOptions{Task: "clustering"}, CodeBadOption, 0, 0,
			"choose regression or classification"},
		{"text where numbers are asked for", "a,y\n1,x\n2,z\n", SourceOptions{Task: Regression}, CodeNotANumber, 2, 2,
			"not a number"},
		{"no class at all", "a,y\n1,?\n2,\n3,NA\n", SourceOptions{Task: Classification}, CodeMissingLabel, 0, 2,
			"none of the 3 rows has a label"},
		{"one class", "a,y\n1,x\n2,x\n", plain, CodeBadOption, 0, 2, "at least two classes"},
		{"65 classes", manyLevels, SourceOptions{Label: "c"}, CodeTooManyLevels, 66, 1, "more than 64 classes"},
		{"dates as label", "a,y\n1,2024-01-01\n2,2024-01-02\n", plain, CodeNotANumber, 2, 2, "not a number"},
		{"class not UTF-8", "a,y\n1,x\n2,\xff\n", plain, CodeBadEncoding, 3, 2, "UTF-8"},
		{"65 levels", manyLevels, plain, CodeTooManyLevels, 66, 1, "more than 64 levels; ignore it"},
		{"level not UTF-8", "c,y\nred,1\nbl\xfce,2\n", plain, CodeBadEncoding, 3, 1, `"bl\xfce" is not UTF-8`},
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
			if !strings.Contains(e.Error(), tt.want) {
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
		_, err := ReadSource(io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken)), SourceOptions{Label: "y"})
		if !errors.Is(err, broken) {
			t.Errorf("after %.20q: %v", before, err)
		}
	}
}

// The author of a sample sees all problems at once, not one column at a time; what is wrong with the header or with the
// options does not hide the rest.
func TestAllProblemsOfASampleAreListedAtOnce(t *testing.T) {
	var text strings.Builder
	text.WriteString("age,date,name,size,y\n")
	for i := range 100 {
		fmt.Fprintf(&text, "%d,%d/%d/%d,person %d,%d,%d\n", i, i%11+1, i%12+1, 1900+i, i, i, i)
	}
	text.WriteString("old,1/2/2020,person 1,NaN,1\n1,2\nolder,1/2/2020,person 1,3,2\nunlabelled,no date,person 1,NaN,\n")
	for _, c := range []struct {
		text         string
		options      SourceOptions
		code         string // of the first, with its place
		line, column int
		parts        []string
	}{
		{text.String(), SourceOptions{Label: "y"}, CodeDateOrder, 2, 2, []string{
			`line 66, column 3 ("name"): the column has more than 64 levels; ignore it or merge its levels (so in 36 places)`,
			`the column holds dates, but the order of day and month is open ("1/1/1900" on line 2, "2/2/1901" on line 3, "3/3/1902" on line 4)`,
			`line 102, column 1 ("age"): "old" is not a number; fix the cell or declare the column categorical or ignored (so in 2 places)`,
			`line 102, column 4 ("size"): "NaN" is not a finite number`,
			"line 103: fields: 2 in the row, 5 in the header",
		}},
		{"a,b,a,b,day,y\n" + strings.Repeat("1,2,3,4,2024-02-29,5\n", 3) + "1,2,x,4,29 February,6\n",
			SourceOptions{Label: "z", Categorical: []string{"c", "b"}, Ignore: []string{"d", "b"}}, CodeUnknownColumn, 0, 0, []string{
				`there is no column "c" to declare categorical; the columns are "a", "b", "a", "b", "day", "y"`,
				`there is no column "d" to declare ignored`,
				`the column "b" is declared categorical and ignored; choose one`,
				`line 1: there is no label column "z"`,
				`line 1, column 3 ("a"): column 1 has the same name`,
				`line 1, column 4 ("b"): column 2 has the same name`,
				`line 5, column 3 ("a"): "x" is not a number`,
				`line 5, column 5 ("day"): "29 February" is not a date such as 2024-12-31`,
			}},
	} {
		_, err := ReadSource(strings.NewReader(c.text), c.options)
		if e, ok := err.(*Error); !ok || e.Code != c.code || e.Line != c.line || e.Column != c.column {
			t.Fatalf("the first problem is %v", err)
		}
		for _, part := range c.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q is not in: %v", part, err)
			}
		}
	}
}

func TestVeryLongListsAreCut(t *testing.T) {
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("c%d", i))
	}
	good := strings.Repeat("1,", 50) + "1\n"
	text := strings.Join(names, ",") + ",y\n" + good + strings.Repeat("x,", 50) + "1\n" + good
	_, err := ReadSource(strings.NewReader(text), SourceOptions{Label: "y"})
	if err == nil || strings.Count(err.Error(), "is not a number") != mostProblems ||
		!strings.HasSuffix(err.Error(), "; and 30 more problems") {
		t.Errorf("%v", err)
	}
	_, err = ReadSource(strings.NewReader(strings.Join(names, ",")+"\n"), SourceOptions{Label: "y"})
	if err == nil || !strings.HasSuffix(err.Error(), `"c10", "c11" and 38 more`) {
		t.Errorf("got %v", err)
	}
}

// A word of the file's own for a missing value is one text that alone stands among numbers in several cells, few or
// most. Two such words, also where the second comes late, and one that is there less often, are refused as before.
func TestAWordForAMissingValueAmongNumbers(t *testing.T) {
	file := func(rows int, cell func(k int) string) string {
		var b strings.Builder
		b.WriteString("a,y\n")
		for k := range rows {
			fmt.Fprintf(&b, "%s,%d\n", cell(k), k)
		}
		return b.String()
	}
	words := func(every int, words ...string) func(int) string {
		return func(k int) string {
			if k%every == 0 {
				return words[k/every%len(words)]
			}
			return fmt.Sprint(k)
		}
	}
	most := func(k int) string { // numbers in every third row, so that most cells are the word
		if k%3 > 0 {
			return "mq"
		}
		return fmt.Sprint(k)
	}
	late := func(k int) string { return strings.Replace(fmt.Sprint(k), "11", "mq", 1) } // "mq0" comes after 1000 rows
	few := func(k int) string { return []string{"none", "none", "1", "none", "2"}[k%5] }
	const note = `Column "a" holds "mq" among its numbers; such cells count as missing, in the private file too.`
	fault := func(cells int) string {
		return fmt.Sprintf(
			`"mq" is not a number; fix the cell or declare the column categorical or ignored (so in %d places)`,
			cells,
		)
	}
	for name, c := range map[string]struct {
		text        string
		note, fault string
	}{
		"in a few cells":                    {file(40, words(10, "mq")), note, ""},
		"in most cells":                     {file(600, most), note, ""},
		"after the first rows":              {file(1200, late), "", fault(120)},
		"twice":                             {file(40, words(20, "mq")), "", fault(2)},
		"two words":                         {file(40, words(5, "mq", "mr")), "", fault(8)},
		"among few numbers":                 {file(60, few), "", ""},
		"once, and often in another column": {"a,b,y\n" + strings.Repeat("1,mq,1\n2,3,2\n", 3) + "mq,4,4\n", note, ""},
	} {
		s, err := ReadSource(strings.NewReader(c.text), SourceOptions{Label: "y"})
		switch {
		case c.fault != "":
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s: %v, want %q", name, err, c.fault)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case c.note == "" && s.Schema.Columns[0].Kind != Categorical:
			t.Errorf("%s: is no category", name)
		case c.note != "" && (s.Schema.Columns[0].Kind != Numeric || !slices.Contains(s.Notes, c.note)):
			t.Errorf("%s: %v, notes %q", name, s.Schema.Columns[0].Kind, s.Notes)
		}
	}
}

// Lines above the header of a public file are left out, and errors name the lines of the file.
func TestATitleAboveThePublicHeader(t *testing.T) {
	const body = "age;price\n30;100,5\n40;120\n50;160\n"
	for _, c := range []struct {
		title string
		above int
	}{
		{"Prices of flats, 2024\n", 1},
		{"Prices;\n;\n\nas of;March\r\n", 4},
		{"\n\nPrices\n", 3},
		{"\"Prices\nof flats\"\n", 2},
		{strings.Repeat("x\n", 9), 9},
	} {
		body := body
		if c.above == 4 { // a title of two cells needs a header of more
			body = "age;ward;price\n30;a;100,5\n40;b;120\n50;b;160\n"
		}
		s := readSource(t, c.title+body, SourceOptions{Label: "price"})
		if s.Rows != 3 || s.Schema.Columns[0].Name != "age" || !strings.Contains(strings.Join(s.Notes, " "), "above the header ") {
			t.Errorf("%q: %d rows, %+v, notes %q", c.title, s.Rows, s.Schema, s.Notes)
		}
		_, err := ReadSource(strings.NewReader(c.title+strings.Replace(body, "40;", "x;", 1)), SourceOptions{Label: "price"})
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Line != c.above+3 {
			t.Errorf("%q: the wrong cell is on line %d, and the error is %v", c.title, c.above+3, err)
		}
	}
	for name, text := range map[string]string{
		"a value like the label":         "age,ward,rent\n30,price,1\nprice,price,3\n",
		"texts with a value like it":     "city,ward,kind\nx,y,z\na,price,c\n",
		"a number beside it":             "Prices\n2024,price\n1,2\n2,3\n",
		"a header after ten lines":       strings.Repeat("x\n", 10) + body,
		"no header":                      "Prices\n",
		"a title and no end of the line": "Prices",
	} {
		if _, err := ReadSource(strings.NewReader(text), SourceOptions{Label: "price"}); err == nil {
			t.Errorf("%s: is read", name)
		}
	}
	// Without a title there is no note, also where blank lines come first and the header's names have several lines.
	for _, text := range []string{"\n\n" + body, "\"age\nof flat\";price\n30;1\n40;2\n"} {
		if s := readSource(t, text, SourceOptions{Label: "price"}); len(s.Notes) > 0 {
			t.Errorf("%q: notes %q", text, s.Notes)
		}
	}
}

// A private file may have above its header what the public sample has: the header is on the first line or on the
// same line as in the sample, and on no other.
func TestALineAboveAPrivateHeaderAsInTheSample(t *testing.T) {
	source := readSource(t, "Station;SC\n;\nHeight;785,6\na;b;y\n1;2;3\n4;5;6\n7;9;8\n", SourceOptions{Label: "y"})
	if source.Schema.LinesAbove != 3 {
		t.Fatalf("%d lines above", source.Schema.LinesAbove)
	}
	for name, c := range map[string]struct {
		text string
		rows int // 0: refused
	}{
		"as in the sample":         {"Station;SP\nx\n\na;b\n1;2\n3;4\n", 2},
		"none above":               {"a;b\nStation;SP\n1;2\na;b\n", 3},
		"a line fewer":             {"Station;SP\n\na;b\n1;2\n3;4\n", 0},
		"a line more":              {"Station;SP\n\n\n\na;b\n1;2\n3;4\n", 0},
		"the end above the header": {"Station;SP\n", 0},
		"blank lines as well":      {"\n\nStation;SP\na;b\n1;2\n", 1},
	} {
		reader, err := NewTargetReader(strings.NewReader(c.text), source.Schema)
		if c.rows == 0 {
			if codeOf(err) != CodeNoCommonColumns {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if rows := len(allRows(reader, source.Schema.Dim())); rows != c.rows {
			t.Errorf("%s: %d rows, want %d", name, rows, c.rows)
		}
	}
}

// A public sample says how every private row is read.
func ExampleReadSource() {
	source, err := ReadSource(strings.NewReader("age,ward,dose\n40,north,1.5\n50,south,2\n60,north,2.5\n"),
		SourceOptions{Label: "dose"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range source.Schema.Used() {
		fmt.Println(c.Name, c.Kind, len(c.Levels), "levels")
	}
	fmt.Println(source.Rows, "rows, labels", source.Labels)
	// Output:
	// age numeric 0 levels
	// ward categorical 2 levels
	// 3 rows, labels [1.5 2 2.5]
}
