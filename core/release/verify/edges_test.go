package verify_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/cryptotest"

	"privadapt/core/release"
	"privadapt/core/release/verify"
)

var update = flag.Bool("update", false, "write testdata/edges.txt and testdata/read.txt anew")

// One document of each kind that the engine makes, for draws that are fixed here, with one field at a time changed: how
// far each number may move before the document is refused, which absent or foreign fields are, and what is said. The
// tables are what version 1 of the format promises a reader. A change to a rule of the verifier or of the format moves
// a line of them; nothing else may.
func TestWhereDocumentsStopVerifying(t *testing.T) {
	holdTo(t, "testdata/edges.txt", remarks, verified, func(r *release.Release) string {
		if read(r) != "" {
			return "" // a document of such a shape never comes to the verifier
		}
		return verified(r)
	})
}

func verified(r *release.Release) string {
	if report := verify.Certificate(r); !report.OK {
		return strings.Join(report.Problems, "; ")
	}
	return ""
}

// The same for the reader of documents, which refuses what no engine writes.
func TestWhereDocumentsStopBeingRead(t *testing.T) {
	if testing.Short() {
		t.Skip("every change is written and read again")
	}
	holdTo(t, "testdata/read.txt", func(*release.Release) string { return "" }, read, read)
}

// remarks are what the verifier says of a document that holds.
func remarks(r *release.Release) string {
	v := verify.Certificate(r)
	line := fmt.Sprintf("verified\t%.5g\t%.5g\t%.5g\t%d\t%s", v.Epsilon, v.Rho, v.DeltaRows, v.Owners, v.Method)
	for _, remark := range v.Remarks {
		line += "\t" + said(remark)
	}
	return line
}

func read(r *release.Release) string {
	text, err := r.Encode()
	if err == nil {
		_, err = release.Decode(text)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// holdTo compares a table with the one that is kept. Numbers are judged by one function, changes of shape by another.
func holdTo(t *testing.T, path string, remarks, numbers, shapes func(*release.Release) string) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, 20261125)
	var got []string
	known := map[string]bool{} // a line that a document shares with one before it is not written again
	for _, d := range everyKind(t) {
		if problem := numbers(d.release); problem != "" {
			t.Fatalf("%s: %s", d.name, problem)
		}
		at, shared := len(got), 0
		got = append(got, "")
		if line := remarks(d.release); line != "" {
			got = append(got, line)
		}
		for _, l := range leavesOf(d.release) {
			for _, line := range l.edges(
				func() string { return numbers(d.release) },
				func() string { return shapes(d.release) },
			) {
				if known[line] {
					shared++
				} else {
					got, known[line] = append(got, line), true
				}
			}
		}
		got[at] = fmt.Sprintf("# %s, and %d lines of those before", d.name, shared)
		if problem := numbers(d.release); problem != "" {
			t.Fatalf("%s was not put back: %s", d.name, problem)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	compareLines(t, strings.Split(strings.TrimRight(string(text), "\n"), "\n"), got)
}

// compareLines compares tables of lines: words exactly, numbers to a part in a hundred, because functions such as exp
// round differently on other machines.
func compareLines(t *testing.T, want, got []string) {
	t.Helper()
	seen := map[string]string{}
	name := ""
	key := func(line string) string {
		field, _, _ := strings.Cut(line, "\t")
		return name + ": " + field
	}
	for _, line := range want {
		if strings.HasPrefix(line, "# ") {
			name = line
		}
		seen[key(line)] = line
	}
	differences := 0
	differ := func(format string, values ...any) {
		if differences++; differences <= 20 {
			t.Errorf(format, values...)
		}
	}
	for _, line := range got {
		if strings.HasPrefix(line, "# ") {
			name = line
		}
		k := key(line)
		before, known := seen[k]
		delete(seen, k)
		if !known {
			differ("%s: this is refused now, and was not:\n%s", name, line)
		} else if !sameLine(before, line) {
			differ("%s: was\n%s\nand is\n%s", name, before, line)
		}
	}
	for k := range seen {
		differ("%s is not refused any more", k)
	}
}

func sameLine(a, b string) bool {
	x, y := strings.Split(a, "\t"), strings.Split(b, "\t")
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		v, err := strconv.ParseFloat(x[i], 64)
		w, other := strconv.ParseFloat(y[i], 64)
		if err != nil || other != nil || math.Abs(v-w) > 0.01*math.Abs(v) {
			return false
		}
	}
	return true
}

// said is a sentence without the numbers, cut.
func said(problem string) string {
	out := strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789", r) {
			return '0'
		}
		if r == '\t' || r == '\n' {
			return ' '
		}
		return r
	}, problem)
	for strings.Contains(out, "00") {
		out = strings.ReplaceAll(out, "00", "0")
	}
	if runes := []rune(out); len(runes) > 40 {
		out = string(runes[:40])
	}
	return out
}

// edges tries a leaf and puts it back.
func (l leaf) edges(number, shape func() string) (lines []string) {
	for _, c := range l.changes {
		undo := c.make()
		if problem := shape(); problem != "" {
			lines = append(lines, fmt.Sprintf("%s %s\t%s", l.path, c.name, said(problem)))
		}
		undo()
	}
	if l.move == nil {
		return lines
	}
	low, below := l.edge(-1, number)
	high, above := l.edge(1, number)
	if below != "" || above != "" {
		lines = append(lines, fmt.Sprintf("%s\t%.4g\t%s\t%.4g\t%s", l.path, low, said(below), high, said(above)))
	}
	return lines
}

// edge returns how far the number can move in one direction, in parts of itself or, for a whole number or 0, in units,
// and what is said of one beyond; 0 if there is no end.
func (l leaf) edge(direction float64, refuses func() string) (at float64, problem string) {
	try := func(by float64) string {
		l.move(direction * by)
		return refuses()
	}
	defer l.move(0)
	last, least, most := 0.0, -11, 11
	if l.whole {
		least, most = 0, 15
	}
	for k := least; k <= most; k++ {
		by := math.Pow(16, float64(k))
		problem = try(by)
		if problem == "" {
			last = by
			continue
		}
		for by > 1e-12 && by-last > 1e-3*by && !(l.whole && by-last <= 1) {
			middle := (last + by) / 2
			if l.whole {
				middle = math.Floor(middle)
			}
			if said := try(middle); said != "" {
				by, problem = middle, said
			} else {
				last = middle
			}
		}
		return direction * by, problem
	}
	return 0, ""
}
