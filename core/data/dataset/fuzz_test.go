package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/terms/formats"
)

// For any bytes and declared columns, ReadSource gives an *Error with its place or a source that keeps its promises.
// The private reader gives the same rows for the same file, as far as the two readers follow the same rules.
func FuzzReadSource(f *testing.F) {
	for _, seed := range []string{
		"a,y\n1,2\n3,4\n",
		"a;c;y\r\n1,5;red;2\r\n,5;blue;3\r\n;NA;4\r\n\r\n",
		"\ufeffa\t\"y\"\n 1 \t2\n\"3\"\t4",
		"c,y\n\"say \"\"hi\"\"\",1\n\"two\nlines\",2\n5\" pipe,3\n",
		"a,y\n1e99,2\n-1e99,3\n1e-320,1\n",
		"a,y\nNaN,2\ninf,3\n",
		"<html>", "PK\x03\x04", "\xff\xfe", "\x00", "1,2\n3,4\n", "\"\n", "y\n1\n2\n", ",,y,\n1,2,3,4\n5,6,7,8\n",
		"a,y\n1,2\n\n3,4\n", "a,y\n\"1,2\n", "a,y\n1,\n2,3\n", "a,c,y\n1,x,2\n2,\xff,3\n", "a,y\n1e101,2\n3,4\n",
	} {
		f.Add([]byte(seed), "", "")
		f.Add([]byte(seed), "a", "c")
		f.Add([]byte(seed), "c", "a")
	}
	f.Fuzz(func(t *testing.T, file []byte, categorical, ignored string) {
		o := SourceOptions{Label: "y"}
		if categorical != "" {
			o.Categorical = []string{categorical}
		}
		if ignored != "" {
			o.Ignore = []string{ignored}
		}
		source, err := ReadSource(bytes.NewReader(file), o)
		if err != nil {
			checkSourceError(t, err, file)
			return
		}
		checkSource(t, source)
		target, err := NewTargetReader(bytes.NewReader(file), source.Schema)
		if err != nil {
			t.Fatalf("the private reader refuses it: %v", err)
		}
		row, i := make([]float64, source.Schema.Dim()), 0
		for want := range source.Standardised() {
			if !target.Next(row) || fmt.Sprintf("%x", row) != fmt.Sprintf("%x", want) {
				t.Fatalf("row %d is %v for the private reader, %v for the public one", i, row, want)
			}
			i++
		}
	})
}

// placeless are the codes of errors that belong to no line.
var placeless = []string{CodeEmptyFile, CodeHTML, CodeNoRows, CodeOneRow, CodeNoFeatures, CodeUnknownColumn,
	CodeBadOption}

// checkSourceError requires a code, a message and, unless the code is placeless, a place inside the file.
func checkSourceError(t *testing.T, err error, file []byte) {
	t.Helper()
	e, ok := err.(*Error)
	if !ok || e.Code == "" || e.Message == "" {
		t.Fatalf("error %#v", err)
	}
	contained := slices.ContainsFunc(formats.All, func(f formats.Format) bool {
		return e.Code == f.Code && bytes.HasPrefix(file, []byte(f.Magic))
	})
	if wants := !contained && !slices.Contains(placeless, e.Code); (e.Line >= 1) != wants ||
		e.Line > 1+bytes.Count(file, []byte("\n")) {
		t.Fatalf("line %d in %q: %v", e.Line, file, err)
	}
	if e.Column < 0 || e.Column > 1+len(file) {
		t.Fatalf("column %d in %q: %v", e.Column, file, err)
	}
}

func checkSource(t *testing.T, s *Source) {
	t.Helper()
	must.Do(t, s.Schema.Validate())
	features := standardised(s)
	if s.Rows < 2 || len(s.Labels) != s.Rows || len(features) != s.Rows*s.Schema.Dim() {
		t.Fatalf("%d rows, %d labels, %d features of dimension %d", s.Rows, len(s.Labels), len(features), s.Schema.Dim())
	}
	notFinite := func(x float64) bool { return !finite(x) }
	if slices.ContainsFunc(features, notFinite) || slices.ContainsFunc(s.Labels, notFinite) {
		t.Fatalf("features %v, labels %v", features, s.Labels)
	}
}

// headers under which the three columns of plainSchema are found, in several orders, containers and with others among
// them.
var headers = []string{"temp,id,colour\n", "\ufeffcolour;temp;y\r\n", "id\tcolour\tTEMP\n",
	"\n  \r\n\"temp\",,\"colour\"\n", "colour\n", "\"a\n,\"\"\";\"temp\";colour\r\n"}

// delimitersOf are the delimiters of the headers.
var delimitersOf = []string{",", ";", "\t", ",", ",", ";"}

// For any bytes after the header, each record by the rule of package csv is one finite row, the same as if the record
// were alone, and there is no error.
func FuzzTargetReader(f *testing.F) {
	for i := range headers {
		for _, seed := range []string{
			"12,7,red\n", "\n\n\n", "12", "\r", "\"\n\"", "12,7,\"red\n1,2,blue\n", "red;12,5;3\r\nblue;1.5", "7\tred\t1e3",
			"1e999,NaN,green\n,,\n,,,,,,\n\x00\xff\xfe\n", "12,\"\n,\"\"\n\",red\r\n\"\n\"\"\",\n7",
			"\",\",\"\n\",\",\"\n\",\",\"\n", "\"a\n\" \"\"\n7", "0x1p3,1_0,  red\t\r\n",
			strings.Repeat("9", 99) + ",1,blue\n-0.0000001,,\n",
		} {
			f.Add(uint8(i), []byte(seed))
		}
	}
	schema := plainSchema()
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		header := headers[int(which)%len(headers)]
		records, unclosed := recordsOf(string(body), delimitersOf[int(which)%len(headers)])
		rows, report := readTarget(t, header+string(body), schema)
		if report.Rows != len(records) || report.UnclosedRows != unclosed {
			t.Fatalf("%d rows, %d of them not closed, of %d and %d records", report.Rows, report.UnclosedRows, len(records),
				unclosed)
		}
		d := schema.Dim()
		for i, record := range records {
			alone, _ := readTarget(t, header+record, schema)
			row := rows[i*d : (i+1)*d]
			if fmt.Sprintf("%x", alone) != fmt.Sprintf("%x", row) {
				t.Fatalf("record %d gives %v among others, %v alone", i, row, alone)
			}
			for _, z := range row {
				if !finite(z) {
					t.Fatalf("row %d is %v", i, row)
				}
			}
		}
	})
}

// For any header whose quotes are closed, that record alone decides whether and why the file is refused; the bytes
// after it decide the rows. A header whose quotes are not closed may be joined to what follows, and is never refused
// for it.
func FuzzTargetHeader(f *testing.F) {
	for _, header := range []string{"temp", "Temp;COLOUR", "\"temp", "1,2,3", "temp,temp", "<html", "PK\x03\x04",
		"\x1f\x8b", "PAR1", "\xff", "temp\x00", "temp\rid", "\xef\xbb", "id", "y",
		"\"te\nmp\",colour", "\"a;\r\n\";temp", "temp,\"id\n\"\"\tcolour"} {
		f.Add([]byte(header), []byte("12,7,red\n"))
		f.Add([]byte(header), []byte("\x15\x04\n\x00,"))
		f.Add([]byte(header), []byte("\"\n\",temp,\"colour\n"))
	}
	schema := plainSchema()
	f.Fuzz(func(t *testing.T, header, body []byte) {
		first, _, _ := bytes.Cut(header, []byte("\n"))
		if len(bytes.Trim(bytes.TrimPrefix(first, []byte(byteOrderMark)), " \t\r")) == 0 {
			return // blank: the header is the line after it
		}
		file := string(header) + "\n" + string(body)
		open := func(file string) (*TargetReader, string) {
			reader, err := NewTargetReader(strings.NewReader(file), schema)
			if err == nil {
				return reader, ""
			}
			if e, ok := err.(*Error); !ok || e.Code == "" {
				t.Fatalf("error %#v", err)
			}
			return nil, err.Error()
		}
		_, want := open(string(first) + "\n")
		reader, got := open(file)
		if closed := bytes.Count(first, []byte{'"'})%2 == 0; closed && got != want || want == "" && got != "" {
			t.Fatalf("the header %q gives %q before nothing and %q in %q", first, want, got, file)
		}
		if reader == nil {
			return
		}
		rows := 0
		for row := make([]float64, schema.Dim()); reader.Next(row); rows++ {
			if slices.ContainsFunc(row, func(z float64) bool { return !finite(z) }) {
				t.Fatalf("row %v", row)
			}
		}
		file = strings.TrimPrefix(file, byteOrderMark)
		joined, _ := recordsOf(file, string(reader.fields.Delim))
		alone, _ := recordsOf(file[strings.Index(file, "\n")+1:], string(reader.fields.Delim))
		if err := reader.Err(); err != nil || rows != len(joined)-1 && rows != len(alone) {
			t.Fatalf("%d rows of %d records, %d if the header is its first line, %v", rows, len(joined)-1, len(alone), err)
		}
	})
}
