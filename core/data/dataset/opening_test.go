package dataset

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

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
		s, err := ReadSource(strings.NewReader(c.title+body), SourceOptions{Label: "price"})
		if err != nil {
			t.Errorf("%q: %v", c.title, err)
			continue
		}
		if s.Rows != 3 || s.Schema.Columns[0].Name != "age" || !slices.Contains(s.Notes, aboveHeader(c.above)) {
			t.Errorf("%q: %d rows, %+v, notes %q", c.title, s.Rows, s.Schema, s.Notes)
		}
		_, err = ReadSource(strings.NewReader(c.title+strings.Replace(body, "40;", "x;", 1)), SourceOptions{Label: "price"})
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
		s, err := ReadSource(strings.NewReader(text), SourceOptions{Label: "price"})
		if err != nil || len(s.Notes) > 0 {
			t.Errorf("%q: %v, notes %q", text, err, s.Notes)
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
		rows, row := 0, make([]float64, source.Schema.Dim())
		for reader.Next(row) {
			rows++
		}
		if rows != c.rows {
			t.Errorf("%s: %d rows, want %d", name, rows, c.rows)
		}
	}
	schema := source.Schema
	for _, lines := range []int{-1, mostTitle} {
		if schema.LinesAbove = lines; codeOf(schema.Validate()) != CodeBadSchema {
			t.Errorf("a schema with %d lines above its header is valid", lines)
		}
	}
}
