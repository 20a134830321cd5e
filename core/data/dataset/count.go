package dataset

import "io"

// CountRecords returns how many records a public file has after its header. It names no label and looks at no cell. The
// error is that of [ReadSource] for a file that is no table.
func CountRecords(r io.Reader) (int, error) {
	lines, err := openTable(r)
	if err != nil {
		return 0, err
	}
	delim := detectDelimiter(lines)
	names, _ := splitHeader(lines.take(lines.header(delim)), delim)
	records := newRecordReader(lines, delim, len(names))
	for n := 0; ; n++ {
		switch _, ok, err := records.next(); {
		case err != nil:
			return 0, err
		case !ok:
			return n, nil
		}
	}
}
