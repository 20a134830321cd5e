package dataset

import (
	"bytes"
	"io"
)

const (
	// maxLine is the longest line, in bytes before its '\n', that is kept.
	maxLine = 1 << 20
	// readSize bounds one read, so that what was read is still in the
	// processor's cache when it is parsed.
	readSize = 64 << 10
	// maxEmptyReads is how often a reader may return nothing in succession.
	maxEmptyReads = 100
)

// lineReader cuts a stream into physical lines in constant memory. Where one
// line ends depends on the bytes alone, never on where the reads divide them.
type lineReader struct {
	r      io.Reader
	buf    []byte // at most the longest line and one read
	start  int    // buf[start:end] is read but not returned
	end    int
	number int   // of the line returned last, from 1
	err    error // why reading stopped; io.EOF at the end
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: r, buf: make([]byte, 2*readSize)}
}

// next returns the next line without its '\n' or "\r\n", valid until the next
// call and the caller's to alter. Bytes after the last '\n' are a line if there
// are any. A line of more than maxLine bytes comes as nil with tooLong set.
// ok is false at the end and after a failed read, whose partial line is dropped.
func (l *lineReader) next() (line []byte, tooLong, ok bool) {
	for scanned := 0; ; {
		rest := l.buf[l.start:l.end]
		if i := bytes.IndexByte(rest[scanned:], '\n'); i >= 0 {
			line = rest[:scanned+i]
			l.start += scanned + i + 1
			break
		}
		scanned = len(rest)
		if tooLong || len(rest) > maxLine {
			tooLong = true
			l.start, l.end, scanned = 0, 0, 0
		}
		if l.err == nil {
			l.fill()
			continue
		}
		if l.err != io.EOF || len(rest) == 0 && !tooLong {
			return nil, false, false
		}
		line = l.buf[l.start:l.end]
		l.start = l.end
		break
	}
	l.number++
	if tooLong || len(line) > maxLine {
		return nil, true, true
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, false, true
}

// peek returns the next n unread bytes, fewer only at the end of the stream.
func (l *lineReader) peek(n int) []byte {
	for l.end-l.start < n && l.err == nil {
		l.fill()
	}
	return l.buf[l.start:min(l.start+n, l.end)]
}

// skip drops n bytes that peek returned.
func (l *lineReader) skip(n int) { l.start += n }

// failure is the error of the underlying reader, nil at a regular end.
func (l *lineReader) failure() error {
	if l.err == io.EOF {
		return nil
	}
	return l.err
}

// fill reads once more. The unread bytes, which are less than a line, move to
// the front, of a larger buffer if there would be no room for a whole read.
func (l *lineReader) fill() {
	unread := l.buf[l.start:l.end]
	if len(unread)+readSize > len(l.buf) {
		l.buf = make([]byte, min(2*len(l.buf), maxLine+readSize))
	}
	l.start, l.end = 0, copy(l.buf, unread)
	for range maxEmptyReads {
		var n int
		n, l.err = l.r.Read(l.buf[l.end : l.end+readSize])
		l.end += n
		if n > 0 || l.err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}
