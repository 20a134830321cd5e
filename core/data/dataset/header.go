package dataset

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/words"
)

// How a file begins: its format, then its header, which is a list of names in a public file and in a private one is
// aligned with the columns of the public one.

// Format is a format of files other than CSV. JavaScript, which unpacks files before Go reads them, has the same list by
// go generate.
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

var delimiters = []byte{',', ';', '\t'}

// headerLine is what follows in a file, read as its header under a delimiter.
type headerLine struct {
	names       []string // without quotes and outer spaces, a blank for line breaks
	misquoted   bool
	end, height int // of the record
}

// headerUnder reads ahead. The bytes are not changed, so that several delimiters can be tried.
func headerUnder(lines *csv.Lines, delim byte) headerLine {
	end, height := headerOf(lines, delim)
	names, misquoted := splitHeader(lines.Text(max(end, 0)), delim)
	return headerLine{names, misquoted, end, height}
}

func splitHeader(header []byte, delim byte) (names []string, misquoted bool) {
	fields := csv.NewFields(delim)
	fields.Reset(bytes.Clone(header))
	for fields.More() {
		names = append(names, columnName(fields.Field()))
	}
	return names, fields.Unclosed || fields.Misquoted
}

// ColumnNames returns the names of the columns of a public file, as [ReadSource] has them where nothing is above the
// header: to choose a label from.
func ColumnNames(r io.Reader) ([]string, error) {
	lines, err := openTable(r)
	if err != nil {
		return nil, err
	}
	h := headerUnder(lines, detectDelimiter(lines, ""))
	if !utf8.Valid(lines.Take(h.end, h.height)) {
		return nil, notUTF8(lines.First())
	}
	return filter(h.names, func(name string) bool { why, _ := unusable(name); return name != "" && why == "" }), nil
}

// A decoder of files in other formats passes on the columns that a table cannot use, without cells: before the name
// stands what they hold, between two marks that no header of a text file has.
const unusableMark = "\x01"

var unusableColumns = map[string]string{
	"nested": "holds lists or other nested values",
	"blob":   "holds binary values",
	"index":  "is the index that pandas gives to rows without a name for it",
}

// unusable says why a column with this name in the header is not used, and its own name; "" of any other.
func unusable(header string) (why, name string) {
	if kind, name, marked := strings.Cut(strings.TrimPrefix(header, unusableMark), unusableMark); marked {
		return unusableColumns[kind], name
	}
	return "", ""
}

// columnName is a name on one line, without outer blanks and in the composed form of Unicode.
func columnName(field []byte) string {
	lines := bytes.FieldsFunc(field, func(r rune) bool { return r == '\n' || r == '\r' })
	for i, line := range lines {
		lines[i] = csv.TrimSpaces(line)
	}
	return Composed(string(csv.TrimSpaces(bytes.Join(lines, []byte(" ")))))
}

// Composed is a text in the composed form of Unicode (NFC), in which equal letters have equal bytes.
func Composed(text string) string { return norm.NFC.String(text) }

// detectDelimiter returns the separator of a public file: the candidate under which the header has the label; of
// several, or where none does, one under which the next record has as many fields as the header; of several, the one
// that makes most fields of the header, on a tie the first in the order comma, semicolon, tab.
func detectDelimiter(lines *csv.Lines, label string) byte {
	start := lines.Peek(csv.MaxLine)
	score := func(delim byte) (score int) {
		h := headerUnder(lines, delim)
		if label != "" && slices.Contains(h.names, label) {
			score += 2 << 32
		}
		ahead := csv.NewLines(bytes.NewReader(start))
		ahead.Take(headerOf(ahead, delim))
		if record, _, ok := ahead.Next(delim); ok && len(h.names) > 1 {
			if cells, _ := splitHeader(record, delim); len(cells) == len(h.names) {
				score += 1 << 32
			}
		}
		return score + len(h.names)
	}
	return slices.MaxFunc(delimiters, func(a, b byte) int { return cmp.Compare(score(a), score(b)) })
}

// layout holds what the header and the options say about a public file.
type layout struct {
	fields []field
	label  int // its field, or −1 where there is none, which is a problem
	delim  byte
	comma  bool
	above  int // lines above the header
	notes  []string
}

// newLayout takes the header from the reader and notes the problems of the header and of the options. An error is what
// says that this line is no header at all.
func newLayout(lines *csv.Lines, o SourceOptions, found *problems) (*layout, error) {
	if err := checkTask(o.Task); err != nil {
		return nil, err
	}
	l := &layout{delim: detectDelimiter(lines, o.Label)}
	h := headerUnder(lines, l.delim)
	if o.Label != "" && !slices.Contains(h.names, o.Label) {
		if err := l.passTitle(lines, o.Label); err != nil {
			return nil, err
		}
		l.delim = detectDelimiter(lines, o.Label)
		h = headerUnder(lines, l.delim)
	}
	l.comma = l.delim != ','
	header := lines.Take(h.end, h.height)
	line := lines.First()
	isNumber := func(name string) bool { return csv.IsNumber(name, l.comma) }
	numbers := filter(h.names, isNumber)
	switch {
	case !utf8.Valid(header):
		return nil, notUTF8(line)
	case h.misquoted:
		return nil, newError(CodeBadQuote, line,
			"a quote among the column names is not closed or has text after it; fix the first line")
	case len(numbers) == len(h.names):
		return nil, newError(CodeNoHeader, line, "the first line holds only numbers; put a line of column names before it")
	case len(numbers) > 0 && !slices.Contains(h.names, o.Label):
		// A header may name a column 2024, and a row may hold texts. If the label is not there, a number means that the
		// line is a row.
		return nil, newError(CodeNoHeader, line,
			"there is a number where a column name should be, and no label column %q; put a line of column names first",
			o.Label).in(slices.IndexFunc(h.names, isNumber)+1, "")
	}
	l.fields, l.label = make([]field, len(h.names)), -1
	for i, name := range h.names {
		l.fields[i].name = name
		if why, own := unusable(name); why != "" {
			if own == o.Label {
				return nil, newError(CodeNoLabel, 0, "the label %s, which cannot be predicted; choose another column", why).in(i+1, own)
			}
			l.fields[i] = field{kind: Ignored}
			l.note(own, "%s and is left out", why)
		} else if at := l.field(name); at < i && name != "" {
			found.note(newError(CodeDuplicateColumn, line, "column %d has the same name; rename one of them", at+1).in(i+1, name))
		}
	}
	if l.label = l.field(o.Label); l.label < 0 {
		if other := otherSeparator(string(header), []string{o.Label}); other != "" {
			return nil, newError(CodeNoLabel, line,
				"the columns seem to be separated by %s, which is not read; save the file with commas, semicolons or tabs", other)
		}
		found.note(newError(CodeNoLabel, line, "there is no label column %q; choose one of %s", o.Label, quoteNames(l.names())))
	}
	l.declare(Categorical, o.Categorical, found)
	l.declare(Ignored, o.Ignore, found)
	if len(o.DateOrder) > 0 {
		l.declareDates(o, found)
	}
	for i := range l.fields {
		f := &l.fields[i]
		if len(f.name) > mostName {
			found.note(newError(CodeTooLarge, line, "the name of the column has %d bytes; shorten it to at most %d", len(f.name),
				mostName).in(i+1, ""))
		}
		if f.name == "" && f.kind != Ignored {
			f.kind = Ignored
			l.notes = append(l.notes, fmt.Sprintf("Column %d has no name and is left out.", i+1))
		}
	}
	return l, nil
}

// field is the place of the first field with this name, or −1.
func (l *layout) field(name string) int {
	return slices.IndexFunc(l.fields, func(f field) bool { return f.name == name && name != "" })
}

func (l *layout) names() (names []string) {
	for _, f := range l.fields {
		names = append(names, f.name)
	}
	return names
}

// note says something of a column.
func (l *layout) note(name, format string, args ...any) {
	l.notes = append(l.notes, fmt.Sprintf("Column %q ", name)+fmt.Sprintf(format, args...)+".")
}

// classes reports whether the label is a class.
func (l *layout) classes() bool { return l.label >= 0 && l.fields[l.label].kind == Categorical }

// declare applies a kind that the caller chose.
func (l *layout) declare(kind Kind, names []string, found *problems) {
	for _, name := range names {
		switch i := l.field(name); {
		case i < 0:
			found.note(newError(CodeUnknownColumn, 0, "there is no column %q to declare %s; the columns are %s", name, kind,
				quoteNames(l.names())))
		case i == l.label:
			found.note(newError(CodeBadOption, 0, "the label %q cannot be %s; take it off that list", name, kind))
		case l.fields[i].kind != "" && l.fields[i].kind != kind:
			found.note(newError(CodeBadOption, 0, "the column %q is declared categorical and ignored; choose one", name))
		default:
			l.fields[i].kind = kind
		}
	}
}

// Task says what the label of a public sample is.
type Task string

const (
	// Classification if most labels of the first 1000 rows are text, else regression.
	AnyTask        Task = ""
	Regression     Task = "regression"     // the label is a number
	Classification Task = "classification" // the label is a class: each value that it has is one, numbers too
)

// checkTask refuses a task that does not exist.
func checkTask(task Task) error {
	switch task {
	case AnyTask, Regression, Classification:
		return nil
	}
	return newError(CodeBadOption, 0, "the task is %q; choose regression or classification", task)
}

// alignment says which fields of a file hold the columns of a schema.
type alignment struct {
	twice   []string // names in the file that could be one column of the schema, or the label; nil if there are none
	columns []int    // for each schema column its field in the file, or −1
	label   int      // the label's field, or −1
	names   []string
	matched int // how many columns, the label included, were found

	misquoted bool // no program that writes tables has written this line
}

// align finds a schema's columns in a header: by the owner's header for it (see
// [Schema.Under]), by the exact name, or else by the
// name in other letters or blanks, see foldLevel, if that identifies one column on either side.
// Several fields that could be one column are told as twice.
func align(names []string, s Schema) alignment {
	wanted := make([]string, 0, len(s.Columns)+1)
	for _, c := range s.Columns {
		wanted = append(wanted, sought(c.Name, c.header, names))
	}
	wanted = append(wanted, sought(s.Label, s.labelHeader, names))

	places := map[string][]int{}   // fields of a name
	alike := map[string][]string{} // names of fields, by folded name
	free := map[string][]int{}     // by folded name, fields whose names are no column's; of a name the first
	lost := map[string]int{}       // by folded name, how many columns no field has the name of
	for i, name := range names {
		places[name] = append(places[name], i)
		alike[foldLevel(name)] = append(alike[foldLevel(name)], name)
	}
	isWanted := map[string]bool{}
	for _, name := range wanted {
		if isWanted[name] = true; places[name] == nil {
			lost[foldLevel(name)]++
		}
	}
	for name, fields := range places {
		if !isWanted[name] {
			free[foldLevel(name)] = append(free[foldLevel(name)], fields[0])
		}
	}
	a, found := alignment{names: names}, make([]int, len(wanted))
	for i, name := range wanted {
		lower, same := foldLevel(name), []string(nil)
		if found[i] = -1; places[name] != nil {
			found[i], same = places[name][0], slices.Repeat([]string{name}, len(places[name]))
		} else if lost[lower] == 1 {
			if same = alike[lower]; len(free[lower]) == 1 {
				found[i] = free[lower][0]
			}
		}
		if i < len(s.Columns) && s.Columns[i].Kind == Ignored || a.twice != nil {
			continue
		}
		if len(same) > 1 {
			a.twice = same
		}
		if found[i] >= 0 {
			a.matched++
		}
	}
	a.columns, a.label = found[:len(s.Columns)], found[len(s.Columns)]
	return a
}

// privateHeader is a line of a private table, read as its header.
type privateHeader struct {
	alignment
	delim       byte
	isText      bool // UTF-8
	end, height int
}

// alignHeader takes a private header from the reader. It is the first line, or the line on which the public sample has
// its header if the first line has no column. No later record has a say in this.
func alignHeader(lines *csv.Lines, s Schema) (alignment, byte, error) {
	h := findHeader(lines, s)
	if h.matched == 0 && lines.Number() < s.LinesAbove && passLines(lines, s.LinesAbove) {
		h = findHeader(lines, s)
	}
	lines.Take(h.end, h.height)
	if !h.isText && h.matched == 0 {
		refused := notUTF8(lines.First())
		refused.headers = h.foreign
		return alignment{}, 0, refused
	}
	return h.alignment, h.delim, nil
}

// passLines takes lines until `above` of them are taken. It reports whether a line that can be a header follows.
func passLines(lines *csv.Lines, above int) bool {
	for lines.Number() < above {
		end := lines.Line(0)
		if end <= 0 || end > csv.MaxLine {
			return false
		}
		lines.Take(end, 1)
	}
	end := lines.Line(0)
	return end > 0 && end <= csv.MaxLine
}

// findHeader reads the next line as a header by the delimiter that finds most of the schema's columns; on a tie, by the
// first of comma, semicolon and tab, or if none finds any by the one that makes most fields. The header is this line
// alone if that finds more columns than with the lines that quotes join to it: behind a quote that is not closed,
// private records make no column missing.
func findHeader(lines *csv.Lines, s Schema) (best privateHeader) {
	for _, joined := range []bool{true, false} {
		for _, d := range delimiters {
			to, count := lines.Line(0), 1
			if joined {
				to, count = headerOf(lines, d)
			}
			header := lines.Text(to)
			valid := utf8.Valid(header)
			if !valid {
				header = csv.FromWindows1252(header)
			}
			names, misquoted := splitHeader(header, d)
			a := align(names, s)
			a.misquoted = misquoted
			wider := a.matched == 0 && best.matched == 0 && len(a.names) > len(best.names)
			if best.delim == 0 || a.matched > best.matched || wider {
				best = privateHeader{a, d, valid, to, count}
			}
		}
	}
	return best
}

func filter(names []string, keep func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !keep(name) })
}

// Mapped is an expected column that a file has under another name, or in other letters.
type Mapped struct {
	Column string `json:"column"` // expected
	Header string `json:"header"` // in the file
}

// compare lists the columns with features that the file lacks, and those that it has under another name.
func (a alignment) compare(s Schema) (missing []string, mapped []Mapped) {
	missing, mapped = []string{}, []Mapped{}
	for i, c := range s.Columns {
		switch at := a.columns[i]; {
		case c.Kind == Ignored:
		case at < 0:
			missing = append(missing, c.Name)
		case a.names[at] != c.Name:
			mapped = append(mapped, Mapped{c.Name, a.names[at]})
		}
	}
	return missing, mapped
}

// foreign are the headers of a file in which no column was found. There are none if the line is misquoted or has a
// number in it: then it is no header, or a row.
func (a alignment) foreign() []string {
	isNumber := func(name string) bool { return csv.IsNumber(name, true) }
	if a.misquoted || slices.ContainsFunc(a.names, isNumber) {
		return nil
	}
	return a.surplus()
}

// surplus names the fields of the file that the schema does not know.
func (a alignment) surplus() []string {
	surplus := []string{}
	for i, name := range a.names {
		if why, _ := unusable(name); name != "" && why == "" && i != a.label && !slices.Contains(a.columns, i) {
			surplus = append(surplus, name)
		}
	}
	return surplus
}

const byteOrderMark = "\ufeff"

// openTable checks the container and returns a reader before the header, which is the first
// record that is not blank. Source and target share it, so it may look only at the first bytes
// and at the header's first line: the lines after it can be private records, and no error may depend on those.
func openTable(r io.Reader) (*csv.Lines, error) {
	lines := csv.NewLines(r)
	first := lines.Peek(FormatBytes)
	if f, other := Of(first); other {
		return nil, sayError(f.Code, 0, words.New(f.Key))
	}
	if bytes.HasPrefix(first, []byte(byteOrderMark)) {
		lines.Skip(len(byteOrderMark))
	}
	for {
		end := lines.Line(0)
		switch {
		case end == 0 && lines.Failure() != nil:
			return nil, readFailure(lines)
		case end == 0:
			return nil, newError(CodeEmptyFile, 0,
				"the file is empty; it needs a line of column names and one line for each row")
		case end < 0 || end > csv.MaxLine:
			return nil, newError(CodeLineTooLong, lines.Number()+1,
				"the first line is longer than 1 MiB; give a CSV file with a line of column names")
		case len(csv.TrimSpaces(lines.Text(end))) > 0:
			return lines, checkHeader(lines.Text(end), lines.Number()+1)
		}
		lines.Take(end, 1)
	}
}

// headerOf measures the header, as it is divided from what follows under a delimiter. A quoted name may have line
// breaks.
func headerOf(l *csv.Lines, delim byte) (end, lines int) {
	end, lines, _ = l.Record(delim)
	if lines == 0 || lines > 1 && (end > csv.MaxLine || checkHeader(l.Text(end), l.Number()+1) != nil) {
		return l.Line(0), 1
	}
	return end, lines
}

func checkHeader(header []byte, line int) error {
	text := csv.TrimSpaces(header)
	for _, tag := range []string{"<!doctype", "<html"} {
		if len(text) >= len(tag) && csv.EqualFold(text[:len(tag)], tag) {
			return newError(CodeHTML, 0, "this is a web page, not a table; give the CSV file itself")
		}
	}
	switch {
	case bytes.IndexByte(header, 0) >= 0:
		return newError(CodeBadEncoding, line,
			"the first line has NUL bytes, so the file is binary or in UTF-16; save it as CSV in UTF-8")
	case bytes.Count(header, []byte("\r")) > bytes.Count(header, []byte("\r\n")):
		return newError(CodeBadEncoding, line, "the lines end in a carriage return alone; save the file with line feeds")
	}
	return nil
}

// notUTF8 is the error for a header that is not UTF-8. A private header is first tried as Windows-1252.
func notUTF8(line int) *Error {
	return newError(CodeBadEncoding, line, "the first line is not UTF-8; save the file as CSV in UTF-8")
}

// readFailure wraps an error of the underlying reader.
func readFailure(lines *csv.Lines) error {
	return fmt.Errorf("dataset: reading the file failed: %w", lines.Failure())
}
