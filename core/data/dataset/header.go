package dataset

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/words"
)

var delimiters = []byte{',', ';', '\t'}

// splitHeader returns the column names of a header, without quotes and outer
// spaces, a blank for line breaks. It does not change header, so that several delimiters can be tried.
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
	delim := detectDelimiter(lines, "")
	header := lines.Take(headerOf(lines, delim))
	if !utf8.Valid(header) {
		return nil, notUTF8(lines.First())
	}
	names, _ := splitHeader(header, delim)
	return filter(names, func(name string) bool { why, _ := unusable(name); return name != "" && why == "" }), nil
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

// detectDelimiter returns the separator of a public file: the candidate under which the header has the label; of
// several, or where none does, one under which the next record has as many fields as the header; of several, the one
// that is most frequent outside quotes in the header, on a tie the first in the order comma, semicolon, tab.
func detectDelimiter(lines *csv.Lines, label string) byte {
	start := lines.Peek(csv.MaxLine)
	score := func(delim byte) (score int) {
		end, _ := headerOf(lines, delim)
		names, _ := splitHeader(lines.Text(end), delim)
		if label != "" && slices.Contains(names, label) {
			score += 2 << 32
		}
		ahead := csv.NewLines(bytes.NewReader(start))
		ahead.Take(headerOf(ahead, delim))
		if record, _, ok := ahead.Next(delim); ok && len(names) > 1 {
			if cells, _ := splitHeader(record, delim); len(cells) == len(names) {
				score += 1 << 32
			}
		}
		return score + countUnquoted(lines, delim)
	}
	return slices.MaxFunc(delimiters, func(a, b byte) int { return cmp.Compare(score(a), score(b)) })
}

// otherSeparator says by what the columns of a header seem to be separated, if this is no separator that is read and
// most of the wanted names show up under it; "" otherwise.
func otherSeparator(header string, wanted []string) string {
	for _, s := range []struct {
		called string
		split  func(string) []string
	}{
		{`"|"`, func(h string) []string { return strings.Split(h, "|") }},
		{`":"`, func(h string) []string { return strings.Split(h, ":") }},
		{"blanks", strings.Fields},
	} {
		names := s.split(header)
		for i, name := range names {
			names[i] = foldLevel(strings.Trim(strings.TrimSpace(name), `"'`))
		}
		matched := len(filter(wanted, func(name string) bool { return slices.Contains(names, foldLevel(name)) }))
		if len(names) > 1 && 2*matched > len(wanted) {
			return s.called
		}
	}
	return ""
}

// countUnquoted counts a delimiter outside quotes in the header that it makes.
func countUnquoted(lines *csv.Lines, delim byte) (count int) {
	end, _ := headerOf(lines, delim)
	quoted := false
	for _, c := range lines.Text(end) {
		switch {
		case c == '"':
			quoted = !quoted
		case c == delim && !quoted:
			count++
		}
	}
	return count
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

	first := make(map[string]int, len(names))
	for i, name := range names {
		if _, ok := first[name]; !ok {
			first[name] = i
		}
	}
	found := make([]int, len(wanted))
	wantedAs := make(map[string]int) // how many are still to be found, by folded name
	for i, name := range wanted {
		at, ok := first[name]
		if !ok {
			found[i] = -1
			wantedAs[foldLevel(name)]++
			continue
		}
		found[i] = at
	}
	for _, name := range wanted {
		delete(first, name)
	}
	offered := make(map[string][]int) // fields still free, by folded name
	for name, at := range first {
		lower := foldLevel(name)
		offered[lower] = append(offered[lower], at)
	}

	a := alignment{names: names}
	for i, name := range wanted {
		lower := foldLevel(name)
		if found[i] < 0 && wantedAs[lower] == 1 && len(offered[lower]) == 1 {
			found[i] = offered[lower][0]
		}
		if i < len(s.Columns) && s.Columns[i].Kind == Ignored || a.twice != nil {
			continue
		}
		same := func(file string) bool { return file == name }
		if !slices.Contains(names, name) && wantedAs[lower] == 1 {
			same = func(file string) bool { return foldLevel(file) == lower }
		}
		if alike := filter(names, same); len(alike) > 1 {
			a.twice = alike
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

// missing names the columns that have features but no field in the file.
func (a alignment) missing(s Schema) []string {
	missing := []string{}
	for i, c := range s.Columns {
		if a.columns[i] < 0 && c.Kind != Ignored {
			missing = append(missing, c.Name)
		}
	}
	return missing
}

// Mapped is an expected column that a file has under another name, or in other letters.
type Mapped struct {
	Column string `json:"column"` // expected
	Header string `json:"header"` // in the file
}

// mapped lists the columns with features that were found under another name.
func (a alignment) mapped(s Schema) []Mapped {
	list := []Mapped{}
	for i, c := range s.Columns {
		if at := a.columns[i]; at >= 0 && c.Kind != Ignored && a.names[at] != c.Name {
			list = append(list, Mapped{c.Name, a.names[at]})
		}
	}
	return list
}

// foreign are the headers of a file in which no column was found. There are none if the line is misquoted or has a
// number in it: then it is no header, or a row.
func (a alignment) foreign() []string {
	isNumber := func(name string) bool { _, ok := csv.ParseNumber([]byte(name), true); return ok }
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

// mostTitle is how many lines the search for the header of a public file looks at.
const mostTitle = 10

// passTitle passes over lines above the header of a public file, such as a title or a date, and returns how many lines
// of the file are above the header; 0 if there is no title. The header is the first of ten lines that has the label. A
// line that has it is no header if it also has a number, or if a line above has as many cells that are not blank: then
// the line is a row with a value like the label's name, and the file is refused for the lack of that label.
//
// A private file has no such search, because which line is the header would depend on its records; see alignHeader.
func passTitle(lines *csv.Lines, label string) (above int, err error) {
	widest := make([]int, len(delimiters)) // cells of the lines above, under each delimiter
	for i, delim := range delimiters {
		filled, hasLabel, _ := firstLine(lines, label, delim)
		if hasLabel || label == "" {
			return 0, nil
		}
		widest[i] = filled
	}
	ahead := csv.NewLines(bytes.NewReader(lines.Peek(csv.MaxLine)))
	for n := 1; n < mostTitle; n++ {
		ahead.Take(max(ahead.Line(0), 0), 1)
		for i, delim := range delimiters {
			filled, hasLabel, hasNumber := firstLine(ahead, label, delim)
			if hasLabel && !hasNumber && filled > widest[i] {
				for range n {
					lines.Take(lines.Line(0), 1)
				}
				return lines.Number(), checkHeader(lines.Text(lines.Line(0)), lines.Number()+1)
			}
			widest[i] = max(widest[i], filled)
		}
	}
	return 0, nil
}

// firstLine says of the next line, as a header under a delimiter, how many cells are not blank, and whether the label
// and numbers are among them.
func firstLine(lines *csv.Lines, label string, delim byte) (filled int, hasLabel, hasNumber bool) {
	end, _ := headerOf(lines, delim)
	names, _ := splitHeader(lines.Text(max(end, 0)), delim)
	isNumber := func(name string) bool { _, ok := csv.ParseNumber([]byte(name), delim != ','); return ok }
	filled = len(filter(names, func(name string) bool { return name != "" }))
	return filled, slices.Contains(names, label), slices.ContainsFunc(names, isNumber)
}

func aboveHeader(lines int) string {
	if lines == 1 {
		return "The line above the header is left out."
	}
	return fmt.Sprintf("The %d lines above the header are left out.", lines)
}

// readFailure wraps an error of the underlying reader.
func readFailure(lines *csv.Lines) error {
	return fmt.Errorf("dataset: reading the file failed: %w", lines.Failure())
}
