// The formats of files that people choose: how each is told from a table in plain text by its first bytes, and what
// becomes of it. Call [Of] with the first bytes of a file. JavaScript, which unpacks files before
// Go reads them, has the same list by go generate.

package dataset

import (
	"bytes"
	"strings"
)

// Format is a format of files other than CSV.
type Format struct {
	Name  string // of those that can be read, as programs name it; else empty
	Title string // likewise, as people name it
	Magic string // the first bytes of every such file, and of no table in plain text
	// Packing is what DecompressionStream calls it where the file is unpacked as it is read; the others that have a
	// name need a decoder, which reads the file from its end.
	Packing string

	Extensions, Types []string // of those that can be read: endings of file names, media types

	Code string // of the error where such a file is met as if it were text
	Key  string // of the sentence that says so, and what to do
}

// FormatBytes is how many of a file's first bytes decide.
const FormatBytes = 8

// Formats formats. The caller may already have unpacked those that have a name, as the JavaScript package does. After
// its name a Parquet file goes on with a page header or with its footer, which begin with the byte 0x15: this
// distinguishes it from a column named PAR1.
var Formats = []Format{
	{Name: "gzip", Title: ".gz", Magic: "\x1f\x8b", Packing: "gzip", Extensions: []string{".gz"},
		Types: []string{"application/gzip"}, Code: "bad-encoding", Key: "format.gzip"},
	{
		Name:       "parquet",
		Title:      "Parquet",
		Magic:      "PAR1\x15",
		Extensions: []string{".parquet"},
		Types:      []string{"application/vnd.apache.parquet"},
		Code:       "parquet",
		Key:        "format.parquet",
	},
	{Name: "xlsx", Title: ".xlsx", Magic: "PK\x03\x04", Extensions: []string{".xlsx"},
		Types: []string{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		Code:  "xlsx", Key: "format.xlsx"},
	{Magic: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Code: "bad-encoding",
		Key: "format.office"},
	{
		Magic: "%PDF-",
		Code:  "bad-encoding",
		Key:   "format.pdf",
	},
	{Magic: "\xff\xfe", Code: "bad-encoding", Key: "format.utf-16"},
	{Magic: "\xfe\xff", Code: "bad-encoding", Key: "format.utf-16"},
}

// Decoded reports whether a decoder reads such files, a script of the format's name.
func (f Format) Decoded() bool { return f.Name != "" && f.Packing == "" }

// Of returns the format of a file by its first bytes; false of what may be a table in plain text.
func Of(first []byte) (Format, bool) {
	for _, f := range Formats {
		if bytes.HasPrefix(first, []byte(f.Magic)) {
			return f, true
		}
	}
	return Format{}, false
}

// ReadableFormats lists what can be read, for people.
func ReadableFormats() string {
	list := []string{"CSV", "TSV"}
	for _, f := range Formats {
		if f.Title != "" {
			list = append(list, f.Title)
		}
	}
	return strings.Join(list, ", ")
}

// AcceptedFormats lists, for a control that picks a file, the endings and media types of all that can be read.
func AcceptedFormats() string {
	endings, types := []string{".csv", ".tsv", ".txt"}, []string{"text/csv", "text/tab-separated-values", "text/plain"}
	for _, f := range Formats {
		endings, types = append(endings, f.Extensions...), append(types, f.Types...)
	}
	return strings.Join(append(endings, types...), ",")
}
