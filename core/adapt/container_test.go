//go:build !js

package adapt

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"privadapt/core/release"
)

// The container of a private file is recognised by its first bytes and its header line alone. (Not again as wasm:
// the readers are the same code, and TestNeighboursWithABrokenRow runs there.)

var momentsOnly = Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments}

// A file without rows is refused by its number of rows, which is public, whatever its end looks like; and a file with
// one row, however empty, is not.
func TestOnlyTheNumberOfRowsDecidesThatThereAreNone(t *testing.T) {
	source := totalitySource(t)
	for _, header := range []string{"a,c,b", "\ufeffa,c,b", "\n\na", "a;c"} {
		for _, end := range []string{"", "\n", "\r\n"} {
			if got := outcome(t, source, momentsOnly, strings.NewReader(header+end)); !strings.HasPrefix(
				got,
				"refused: no-rows",
			) {
				t.Errorf("%q: %.80s", header+end, got)
			}
		}
		for _, row := range []string{"\n", "\r\n", " ", "\r", ",", "\x00", `"`} {
			if got := outcome(t, source, momentsOnly, strings.NewReader(header+"\n"+row)); strings.HasPrefix(got, "refused") {
				t.Errorf("%q: %.80s", header+"\n"+row, got)
			}
		}
	}
}

// Several files are one population: a broken row in one of them changes nothing about the others.
func TestBrokenRowInOneOfSeveralFiles(t *testing.T) {
	source := totalitySource(t)
	see := func(row string) string {
		files := []io.Reader{strings.NewReader("a,c\n1,red\n"), strings.NewReader("b;a\n" + row),
			strings.NewReader("c\nblue\n")}
		target, _, err := ReadTarget(source, momentsOnly, files, nil)
		if err != nil {
			return codeOf(err)
		}
		r, err := target.Adapt(release.Engine{}, free, nil)
		if err != nil {
			return codeOf(err)
		}
		return fmt.Sprint(target.Warnings()) + shapeOf(r) + string(publicPart(t, r))
	}
	for _, cell := range brokenCells {
		if got, want := see(cell+"\n"), see("1;2\n"); got != want {
			t.Fatalf("%q: %s\n%s", cell, got, want)
		}
	}
}
