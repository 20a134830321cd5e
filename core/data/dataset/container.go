package dataset

import (
	"bytes"
	"fmt"
	"io"

	"privadapt/core/terms/formats"
)

const byteOrderMark = "\ufeff"

// openTable checks the container and returns a reader before the header, which is the first
// record that is not blank. Source and target share it, so it may look only at the first bytes
// and at the header's first line: the lines after it can be private records, and no error may depend on those.
func openTable(r io.Reader) (*lineReader, error) {
	lines := newLineReader(r)
	first := lines.peek(formats.Bytes)
	if f, other := formats.Of(first); other {
		return nil, newError(f.Code, 0, "the file is %s, not UTF-8 text; %s", f.Called, f.Advice)
	}
	if bytes.HasPrefix(first, []byte(byteOrderMark)) {
		lines.skip(len(byteOrderMark))
	}
	for {
		end := lines.line(0)
		switch {
		case end == 0 && lines.failure() != nil:
			return nil, readFailure(lines)
		case end == 0:
			return nil, newError(
				CodeEmptyFile,
				0,
				"the file is empty; it needs a line of column names and one line for each row",
			)
		case end < 0 || end > maxLine:
			return nil, newError(
				CodeLineTooLong,
				lines.number+1,
				"the first line is longer than 1 MiB; give a CSV file with a line of column names",
			)
		case len(trimSpaces(lines.text(end))) > 0:
			return lines, checkHeader(lines.text(end), lines.number+1)
		}
		lines.take(end, 1)
	}
}

// header measures the header, as it is divided from what follows under a delimiter. A quoted name may have line breaks.
func (l *lineReader) header(delim byte) (end, lines int) {
	end, lines, _ = l.record(delim)
	if lines == 0 || lines > 1 && (end > maxLine || checkHeader(l.text(end), l.number+1) != nil) {
		return l.line(0), 1
	}
	return end, lines
}

func checkHeader(header []byte, line int) error {
	text := trimSpaces(header)
	for _, tag := range []string{"<!doctype", "<html"} {
		if len(text) >= len(tag) && equalFold(text[:len(tag)], tag) {
			return newError(CodeHTML, 0, "this is a web page, not a table; give the CSV file itself")
		}
	}
	switch {
	case bytes.IndexByte(header, 0) >= 0:
		return newError(
			CodeBadEncoding,
			line,
			"the first line has NUL bytes, so the file is binary or in UTF-16; save it as CSV in UTF-8",
		)
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
func readFailure(lines *lineReader) error {
	return fmt.Errorf("dataset: reading the file failed: %w", lines.failure())
}
