package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Whatever the bytes, ReadSource gives an *Error or a source that keeps its
// promises; and the private reader makes the same rows of the same file, as
// far as the two read it alike.
func FuzzReadSource(f *testing.F) {
	for _, seed := range []string{
		"a,y\n1,2\n3,4\n",
		"a;c;y\r\n1,5;red;2\r\n,5;blue;3\r\n;NA;4\r\n\r\n",
		"\ufeffa\t\"y\"\n 1 \t2\n\"3\"\t4",
		"c,y\n\"say \"\"hi\"\"\",1\n\"two\nlines\",2\n5\" pipe,3\n",
		"a,y\n1e99,2\n-1e99,3\n1e-320,1\n",
		"a,y\nNaN,2\ninf,3\n",
		"<html>", "PK\x03\x04", "\xff\xfe", "\x00", "1,2\n3,4\n", "\"\n", "y\n1\n2\n", ",,y,\n1,2,3,4\n5,6,7,8\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		source, err := ReadSource(bytes.NewReader(file), SourceOptions{Label: "y"})
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Code == "" || e.Message == "" {
				t.Fatalf("error %#v", err)
			}
			return
		}
		checkSource(t, source)
		if bytes.ContainsRune(file, '"') {
			return // quoted newlines make one record of several lines
		}
		target, err := NewTargetReader(bytes.NewReader(file), source.Schema)
		if err != nil {
			t.Fatalf("the private reader refuses it: %v", err)
		}
		d := source.Schema.Dim()
		row := make([]float64, d)
		for i := range source.Rows {
			if want := source.Features[i*d : (i+1)*d]; !target.Next(row) || fmt.Sprintf("%x", row) != fmt.Sprintf("%x", want) {
				t.Fatalf("row %d is %v for the private reader, %v for the public one", i, row, want)
			}
		}
	})
}

func checkSource(t *testing.T, s *Source) {
	t.Helper()
	if err := s.Schema.Validate(); err != nil {
		t.Fatal(err)
	}
	if s.Rows < 2 || len(s.Labels) != s.Rows || len(s.Features) != s.Rows*s.Schema.Dim() {
		t.Fatalf("%d rows, %d labels, %d features of dimension %d", s.Rows, len(s.Labels), len(s.Features), s.Schema.Dim())
	}
	notFinite := func(x float64) bool { return !finite(x) }
	if slices.ContainsFunc(s.Features, notFinite) || slices.ContainsFunc(s.Labels, notFinite) {
		t.Fatalf("features %v, labels %v", s.Features, s.Labels)
	}
}

// Whatever follows the header, each line is one row, finite, and the same as
// if the line were alone.
func FuzzTargetReader(f *testing.F) {
	for _, seed := range []string{
		"12,7,red\n", "\n\n\n", "12", "\r", "\"\n\"", "12,7,\"red\n1,2,blue\n",
		"1e999,NaN,green\n,,\n,,,,,,\n\x00\xff\xfe\n", "0x1p3,1_0,  red\t\r\n",
	} {
		f.Add([]byte(seed))
	}
	schema := plainSchema()
	const header = "temp,id,colour\n"
	f.Fuzz(func(t *testing.T, body []byte) {
		lines := strings.Split(string(body), "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1] // a final newline opens no record
		}
		rows, report := readTarget(t, header+string(body), schema)
		if report.Rows != len(lines) {
			t.Fatalf("%d rows of %d lines", report.Rows, len(lines))
		}
		d := schema.Dim()
		for i, line := range lines {
			alone, _ := readTarget(t, header+line+"\n", schema)
			row := rows[i*d : (i+1)*d]
			if fmt.Sprintf("%x", alone) != fmt.Sprintf("%x", row) {
				t.Fatalf("line %d gives %v among others, %v alone", i, row, alone)
			}
			for _, z := range row {
				if !finite(z) {
					t.Fatalf("row %d is %v", i, row)
				}
			}
		}
	})
}
