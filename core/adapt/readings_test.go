//go:build linux

package adapt

import (
	"io"
	"slices"
	"strings"
	"testing"

	"privadapt/core/internal/memory"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// reading reads the rows of a table as each draw needs them. Of what a database returned, texts are pieces.
type reading struct {
	name  string
	o     Options
	read  func(Options) (*Target, error)
	texts [][]byte
}

// everyReading reads from a file and as the sums of a database, whose text is in memory nowhere but veiled.
func everyReading(t *testing.T, visit func(r reading)) {
	source, table := publicSource(t), someLabels(privateTable(200))
	for name, change := range everyDraw {
		o := budget(change)
		o.Base, o.Iterations = method.Linear, 5
		visit(reading{name + " of a file", o, func(o Options) (*Target, error) {
			target, _, err := ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil)
			return target, err
		}, nil})
		rows := readTarget(t, source, o, table)
		var text []byte
		if o.Release == release.Report {
			text = []byte(countsText(t, rows, table))
		} else {
			text = []byte(sumsText(rows))
		}
		memory.Veil(text)
		pieces := piecesOf(text)
		if len(pieces) < 4 {
			t.Fatalf("%s: the text has %d pieces", name, len(pieces))
		}
		rows.Wipe()
		visit(reading{name + " of a database", o, func(o Options) (*Target, error) {
			target, _, err := ReadSums(source, o, &unveiled{text}, nil)
			return target, err
		}, pieces})
	}
}

// unveiled gives a veiled text to whoever reads it.
type unveiled struct{ text []byte }

func (u *unveiled) Read(p []byte) (n int, err error) {
	if len(u.text) == 0 {
		return 0, io.EOF
	}
	n = copy(p, u.text)
	memory.Unveil(p[:n])
	u.text = u.text[n:]
	return n, nil
}

// piecesOf are pieces of a veiled text that memory has by chance with a probability below 1e-10: digits mostly, and no
// letters, which the public digest has.
func piecesOf(text []byte) (pieces [][]byte) {
	for piece := range slices.Chunk(text, 32) {
		digits, letters := 0, 0
		for _, c := range piece {
			switch c := memory.Unveil([]byte{c})[0]; {
			case '1' <= c && c <= '9':
				digits++
			case c >= 'a':
				letters++
			}
		}
		if digits >= 16 && letters == 0 {
			pieces = append(pieces, piece)
		}
	}
	return pieces
}
