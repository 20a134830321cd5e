package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func readSource(t *testing.T, text string, o SourceOptions) *Source {
	t.Helper()
	s, err := ReadSource(strings.NewReader(text), o)
	if err != nil {
		t.Fatalf("ReadSource(%.60q): %v", text, err)
	}
	return s
}

// near allows for rounding in the last bits.
// standardised returns all features of a source, row-major.
func standardised(s *Source) (features []float64) {
	for z := range s.Standardised() {
		features = append(features, z...)
	}
	return features
}

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
	features := []float64{
		-15 / scale, red, notBlue,
		-5 / scale, notRed, blue,
		5 / scale, red, notBlue,
		15 / scale, red, notBlue,
	}
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

func TestReadSourceDoesNotDependOnHowReadsAreCut(t *testing.T) {
	text := "a,c,y\r\n1,\"x\ny\",10\r\n2,z,20\r\n3,\"q\"\"r\",\"30\"\r\n"
	want := readSource(t, text, SourceOptions{Label: "y"})
	got, err := ReadSource(iotest.OneByteReader(strings.NewReader(text)), SourceOptions{Label: "y"})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("byte by byte: %+v, %v; want %+v", got, err, want)
	}
}

func TestReadSourceReadsQuotedFields(t *testing.T) {
	text := "c,y\n\"a,b\",1\n\"say \"\"hi\"\"\",2\n\"two\r\nlines\",3\n5\" pipe,4\n \" spaced \" ,5\n"
	s := readSource(t, text, SourceOptions{Label: "y"})
	want := []string{"c=a,b", `c=say "hi"`, "c=two\r\nlines", `c=5" pipe`, "c=spaced"}
	if got := s.Schema.FeatureNames(); !slices.Equal(got, want) {
		t.Errorf("levels %q, want %q", got, want)
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

func TestKindsAreDecidedOnTheFirstThousandRows(t *testing.T) {
	rows := func(numbers, texts int) string {
		text := "a,x,y\n"
		for i := range numbers {
			text += fmt.Sprintf("%d,%d,1\n", i, i)
		}
		for i := range texts {
			text += []string{"1,word,1\n", "1,term,1\n"}[i%2]
		}
		return text
	}
	_, err := ReadSource(strings.NewReader(rows(1000, 1)), SourceOptions{Label: "y"})
	if e, ok := err.(*Error); !ok || e.Code != CodeNotANumber || e.Line != 1002 || e.Column != 2 {
		t.Errorf("a text after 1000 numbers: %v", err)
	}
	_, err = ReadSource(strings.NewReader(rows(499, 501)), SourceOptions{Label: "y"})
	if codeOf(err) != CodeTooManyLevels {
		t.Errorf("501 texts of 1000: %v", err)
	}
}

func TestIgnoredColumnsAreNoted(t *testing.T) {
	s := readSource(t, ",a,k,l,e,y\n1,1,5,u,,1\n2,2,5,u,NA,2\n", SourceOptions{Label: "y"})
	want := []string{
		"Column 1 has no name and is left out.",
		`Column "k" is constant and is ignored.`,
		`Column "l" has a single level and is ignored.`,
		`Column "e" has no values and is ignored.`,
	}
	if !slices.Equal(s.Notes, want) {
		t.Errorf("notes %q, want %q", s.Notes, want)
	}
	if s.Schema.Dim() != 1 || len(s.Schema.Columns) != 4 {
		t.Errorf("schema %+v", s.Schema)
	}
}

func TestConstantLabelIsAllowed(t *testing.T) {
	s := readSource(t, "a,y\n1,5\n2,5\n", SourceOptions{Label: "y"})
	if !slices.Equal(s.Labels, []float64{5, 5}) {
		t.Errorf("labels %v", s.Labels)
	}
}

// A mean 10⁹ times the scale leaves naive sums of squares no digit.
func TestStatisticsSurviveALargeMean(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,y\n")
	for i := range 10_000 {
		fmt.Fprintf(&text, "%d,0\n", 1_000_000_000+i%2)
	}
	c := readSource(t, text.String(), SourceOptions{Label: "y"}).Schema.Columns[0]
	if c.Mean != 1_000_000_000.5 || c.Scale != 0.5 {
		t.Errorf("mean %v, scale %v", c.Mean, c.Scale)
	}
}

func TestLargeNumbersStayFinite(t *testing.T) {
	s := readSource(t, "a,y\n1e100,1\n-1e100,2\n0,3\n", SourceOptions{Label: "y"})
	if c := s.Schema.Columns[0]; c.Mean != 0 || !near(c.Scale/1e100, math.Sqrt(2.0/3)) {
		t.Errorf("column %+v", c)
	}
}
