package dataset

import (
	"bytes"
	"fmt"
	"io"

	"privadapt/core/terms/formats"
)

const byteOrderMark = "\ufeff"

// openTable checks the container and returns the header, which is the first
// line that is not blank, and a reader of the lines after it. Source and target
// share it, so it may look only at the first bytes and at the header: the lines
// after them can be private records, and no error may depend on those.
func openTable(r io.Reader) (lines *lineReader, header []byte, err error) {
	lines = newLineReader(r)
	first := lines.peek(formats.Bytes)
	if f, other := formats.Of(first); other {
		return nil, nil, newError(f.Code, 0, "the file is %s, not UTF-8 text; %s", f.Called, f.Advice)
	}
	if bytes.HasPrefix(first, []byte(byteOrderMark)) {
		lines.skip(len(byteOrderMark))
	}
	for {
		line, tooLong, ok := lines.next()
		switch {
		case !ok && lines.failure() != nil:
			return nil, nil, readFailure(lines)
		case !ok:
			return nil, nil, newError(CodeEmptyFile, 0, "the file is empty; it needs a line of column names and one line for each row")
		case tooLong:
			return nil, nil, newError(CodeLineTooLong, lines.number, "the first line is longer than 1 MiB; give a CSV file with a line of column names")
		case len(trimSpaces(line)) > 0:
			return lines, line, checkHeader(line, lines.number)
		}
	}
}

func checkHeader(header []byte, line int) error {
	text := trimSpaces(header)
	for _, tag := range []string{"<!doctype", "<html"} {
		if len(text) >= len(tag) && equalFold(text[:len(tag)], tag) {
			return newError(CodeHTML, 0, "the address gave a web page, not a table; use the link to the CSV file itself")
		}
	}
	switch {
	case bytes.IndexByte(header, 0) >= 0:
		return newError(CodeBadEncoding, line, "the first line has NUL bytes, so the file is binary or in UTF-16; save it as CSV in UTF-8")
	case bytes.IndexByte(header, '\r') >= 0:
		return newError(CodeBadEncoding, line, "the lines end in a carriage return alone; save the file with line feeds")
	}
	return nil
}

// notUTF8 is the error for a header that is not UTF-8. A private header is first tried as Windows-1252.
func notUTF8(line int) error {
	return newError(CodeBadEncoding, line, "the first line is not UTF-8; save the file as CSV in UTF-8")
}

// readFailure wraps an error of the underlying reader.
func readFailure(lines *lineReader) error {
	return fmt.Errorf("dataset: reading the file failed: %w", lines.failure())
}
