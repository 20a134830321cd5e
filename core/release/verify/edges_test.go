package verify_test

import (
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/cryptotest"

	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
)

// One document of each kind that the engine makes, for draws that are fixed here, with one field at a time changed: how
// far each number may move before the document is refused, which absent or foreign fields are, and what is said. The
// tables are what version 1 of the format promises a reader. A change to a rule of the verifier or of the format moves
// a line of them; nothing else may.
func TestWhereDocumentsStopVerifying(t *testing.T) {
	holdTo(t, "testdata/edges.txt", remarks, verified, func(r *release.Release) []string {
		if read(r) != nil {
			return nil // a document of such a shape never comes to the verifier
		}
		return verified(r)
	})
}

func verified(r *release.Release) []string { return verify.Certificate(r).Problems }

// The same for the reader of documents, which refuses what no engine writes.
func TestWhereDocumentsStopBeingRead(t *testing.T) {
	holdTo(t, "testdata/read.txt", func(*release.Release) string { return "" }, read, read)
}

// remarks are what the verifier says of a document that holds.
func remarks(r *release.Release) string {
	v := verify.Certificate(r)
	line := fmt.Sprintf("verified\t%.5g\t%.5g\t%.5g\t%d\t", v.Epsilon, v.Rho, v.DeltaRows, v.Owners)
	for _, remark := range v.Remarks {
		line += "\t" + said(remark)
	}
	return line
}

func read(r *release.Release) []string {
	text, err := r.Encode()
	if err == nil {
		_, err = release.Decode(text)
	}
	if err != nil {
		return []string{err.Error()}
	}
	return nil
}

// holdTo compares a table with the one that is kept. Numbers are judged by one function, changes of shape by another.
func holdTo(
	t *testing.T,
	path string,
	remarks func(*release.Release) string,
	numbers, shapes func(*release.Release) (problems []string),
) {
	t.Helper()
	if testing.Short() {
		t.Skip("each field of thirty documents is moved some fifty times")
	}
	cryptotest.SetGlobalRandom(t, 20261125)
	var got []string
	known := map[string]bool{} // a line that a document shares with one before it is not written again
	for _, d := range everyKind(t) {
		if problems := numbers(d.release); len(problems) > 0 {
			t.Fatalf("%s: %s", d.name, problems)
		}
		at, shared := len(got), 0
		got = append(got, "")
		if line := remarks(d.release); line != "" {
			got = append(got, line)
		}
		for _, l := range leavesOf(d.release) {
			var fresh []string
			for _, line := range l.edges(
				func() []string { return numbers(d.release) },
				func() []string { return shapes(d.release) },
			) {
				if known[line] {
					shared++
				} else {
					fresh, known[line] = append(fresh, strings.TrimPrefix(line, l.path)), true
				}
			}
			if fresh != nil {
				got = append(got, l.path+"\t"+strings.Join(fresh, together))
			}
		}
		got[at] = fmt.Sprintf("# %s, and %d lines of those before", d.name, shared)
		if problems := numbers(d.release); len(problems) > 0 {
			t.Fatalf("%s was not put back: %s", d.name, problems)
		}
	}
	if *update {
		must.Do(t, os.WriteFile(path, []byte(strings.Join(got, "\n")+"\n"), 0o644))
	}
	text := must.Get(os.ReadFile(path))(t)
	compareLines(t, apart(strings.Split(strings.TrimRight(string(text), "\n"), "\n")), apart(got))
}

// together stands between what is said of one field, which is on one line.
const together = "\t|"

// apart gives each thing that is said of a field a line of its own.
func apart(lines []string) (all []string) {
	for _, line := range lines {
		path, rest, _ := strings.Cut(line, "\t")
		if path[0] == '#' || path == "verified" {
			all = append(all, line)
			continue
		}
		for _, said := range strings.Split(rest, together) {
			all = append(all, path+said)
		}
	}
	return all
}

// compareLines compares tables of lines: words exactly, numbers to 0.05%, because functions such as exp
// round differently on other machines.
func compareLines(t *testing.T, want, got []string) {
	t.Helper()
	seen := map[string]string{}
	name := ""
	key := func(line string) string {
		field, rest, _ := strings.Cut(line, "\t")
		if field == "verified" {
			return name + ": " + field
		}
		if strings.HasSuffix(field, " by") || strings.HasSuffix(field, " +") {
			by, problem, _ := strings.Cut(rest, "\t")
			rest = by[:1] + problem // the direction
		}
		return name + ": " + field + " " + rest
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
		if err != nil || other != nil || math.Abs(v-w) > 5e-4*math.Abs(v) {
			return false
		}
	}
	return true
}

var (
	numbers = regexp.MustCompile(`[0-9][0-9.]*(?:e[+-]?[0-9]+)?`)
	spaces  = regexp.MustCompile(`[\t\n]`)
)

// said is the beginning of a sentence, without its numbers.
func said(problem string) string {
	runes := []rune(spaces.ReplaceAllString(numbers.ReplaceAllString(problem, "0"), " "))
	return string(runes[:min(len(runes), 40)])
}

// edges tries a leaf and puts it back.
func (l leaf) edges(number, shape func() []string) (lines []string) {
	for _, c := range l.changes {
		undo := c.make()
		for _, problem := range shape() {
			lines = append(lines, fmt.Sprintf("%s %s\t%s", l.path, c.name, said(problem)))
		}
		undo()
	}
	if l.move == nil {
		return lines
	}
	for _, direction := range []float64{-1, 1} {
		lines = append(lines, l.edge(" by", func(by float64) { l.move(direction * by) }, direction, number)...)
	}
	if !l.whole { // limits near 0
		lines = append(lines, l.edge(" divided by 1 +", func(by float64) { l.move(1/(1+by) - 1) }, 1, number)...)
	}
	return lines
}

// edge returns for each problem how far the number moves in one direction until it is told first: in parts of itself
// or, for a whole number or 0, in units.
func (l leaf) edge(how string, move func(float64), sign float64, number func() []string) (lines []string) {
	try := func(by float64) map[string]bool {
		move(by)
		told := map[string]bool{}
		for _, problem := range number() {
			told[said(problem)] = true
		}
		return told
	}
	defer l.move(0)
	known := map[string]bool{}
	last, least, most := 0.0, -11, 11
	if l.whole {
		least, most = 0, 15
	}
	for k := least; k <= most; k++ {
		by := math.Pow(16, float64(k))
		for _, problem := range slices.Sorted(maps.Keys(try(by))) {
			if known[problem] {
				continue
			}
			known[problem] = true
			low, high := last, by
			for high > 1e-12 && high-low > 1e-4*high && !(l.whole && high-low <= 1) {
				middle := (low + high) / 2
				if l.whole {
					middle = math.Floor(middle)
				}
				if try(middle)[problem] {
					high = middle
				} else {
					low = middle
				}
			}
			lines = append(lines, fmt.Sprintf("%s%s\t%.5g\t%s", l.path, how, sign*high, problem))
		}
		last = by
	}
	return lines
}
