package adapt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// No private row can make anything fail, and nothing but the released values differs between neighbours: here are files
// that differ in one row, broken in every way we could think of, through the whole pipeline. The campaign runs 10⁵
// pairs.
func TestNeighboursWithABrokenRow(t *testing.T) {
	pairs := 1000
	if runtime.GOOS == "js" {
		pairs = 200
	}
	comparePairs(t, pairs, rand.New(rand.NewPCG(31, 32)))
}

func comparePairs(t *testing.T, pairs int, rng *rand.Rand) {
	t.Helper()
	source := totalitySource(t)
	compared := 0
	for compared < pairs {
		o := cheapOptions(rng)
		f := randomFile(rng)
		sound, broken := f.write(f.rows[f.at]), f.write(brokenRow(rng))
		if !f.newline && f.at == len(f.rows)-1 && bytes.HasSuffix(broken, []byte("\n")) {
			continue // an empty last row without its newline is no row
		}
		cut := whole
		if rng.IntN(20) == 0 {
			cut = iotest.OneByteReader
		}
		compare(t, source, o, sound, broken, whole, cut)
		compared++
	}
}

func whole(r io.Reader) io.Reader { return r }

// compare requires that the two files have one outcome.
func compare(t *testing.T, source *dataset.Source, o Options, a, b []byte, cutA, cutB func(io.Reader) io.Reader) {
	t.Helper()
	left, right := outcome(t, source, o, cutA(bytes.NewReader(a))), outcome(t, source, o, cutB(bytes.NewReader(b)))
	if left != right {
		t.Fatalf("neighbours have different outcomes under %+v:\n%.300q\n%.300q\n%s\n%s", o, a, b, left, right)
	}
}

// outcome is all that a reader of the release and of public reports can see, apart from the released values and what is
// computed from them.
func outcome(t *testing.T, source *dataset.Source, o Options, file io.Reader) string {
	t.Helper()
	target, _, err := ReadTarget(source, o, []io.Reader{file}, nil)
	if err != nil {
		return "refused: " + codeOf(err)
	}
	var seen strings.Builder
	fmt.Fprintln(&seen, target.Warnings())
	progress := func(stage string, done, total int64) error {
		if target.plan.Mechanism != method.Moment { // else it follows the released moment
			fmt.Fprintln(&seen, stage, done, total)
		}
		return nil
	}
	charge := func(c Charge) error {
		fmt.Fprintln(&seen, c)
		return nil
	}
	r, err := target.Adapt(engine, charge, progress)
	if err != nil {
		return seen.String() + "no release: " + codeOf(err)
	}
	text, err := r.Encode()
	if err != nil {
		return seen.String() + "no document"
	}
	if _, err := release.Decode(text); err != nil {
		t.Fatalf("the engine's own release is refused: %v", err)
	}
	return seen.String() + shapeOf(r) + string(publicPart(t, r))
}

func codeOf(err error) string {
	var data *dataset.Error
	var pipeline *Error
	switch {
	case errors.As(err, &data):
		return fmt.Sprintf("%s in line %d, column %d: %s", data.Code, data.Line, data.Column, data.Message)
	case errors.As(err, &pipeline):
		return pipeline.Code + ": " + pipeline.Message
	}
	return "without a code: " + err.Error()
}

// shapeOf lists the present parts among those that publicPart leaves out, and their sizes.
func shapeOf(r *release.Release) string {
	v, c := r.Values, r.Certificate
	return fmt.Sprintln(r.Kind, v.Intercept != nil, len(v.Coefficients), len(v.Weights), v.Names, len(v.Moments),
		len(r.ReleaseID), c.EffectiveSampleSize != nil, c.Discrepancy != nil, c.RidgePenalty != nil, c.Rounds != nil,
		c.Gap != nil)
}

func totalitySource(t testing.TB) *dataset.Source {
	t.Helper()
	rng := rand.New(rand.NewPCG(33, 34))
	var b strings.Builder
	b.WriteString("a,c,b,y\n")
	for range 16 {
		fmt.Fprintf(&b, "%.2f,%s,%.2f,%.2f\n", 10*rng.Float64(), []string{"red", "blue"}[rng.IntN(2)], rng.NormFloat64(),
			rng.NormFloat64())
	}
	return must.Get(dataset.ReadSource(strings.NewReader(b.String()), dataset.SourceOptions{Label: "y"}))(t)
}

// cheapOptions mostly asks for the moments, which take no solver; now and then for weights or a model by each
// mechanism. Selection by Frank–Wolfe is asked for weights alone: they rest on as many rows as it made draws, which by
// chance, that is by the noise, can be too few for a model.
func cheapOptions(rng *rand.Rand) Options {
	o := Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments}
	if rng.IntN(2) == 0 {
		o.Delta, o.AcceptLargeDelta = 0.3, true // draws the warning that δ is not below 1/n
	}
	if rng.IntN(200) < 16 {
		o.Features = features.Kinds[1+rng.IntN(2)]
	}
	if rng.IntN(8) > 0 {
		return o
	}
	o.Iterations = 1 + rng.IntN(6)
	o.Release = []release.Kind{release.Weights, release.Model}[rng.IntN(2)]
	switch rng.IntN(9) {
	case 0:
		o.Mechanism, o.Release = method.Selection, release.Weights
	case 1:
		o.Mechanism, o.Smoothing, o.Release = method.Selection, method.PNorm, release.Weights
	case 2:
		o.Mechanism, o.Solver = method.Selection, method.SingleStage
	case 3:
		o.Mechanism, o.Calibration, o.Release = method.Selection, method.Paper, release.Weights
	case 4:
		o.Mechanism = method.Gradient
	case 5:
		o.Mechanism, o.Smoothing = method.Gradient, method.PNorm
	case 6:
		o.Solver = method.SingleStage
	case 7:
		o.ModelNorm = 1
	}
	return o
}

// file is a private file. One of its rows is to be replaced.
type file struct {
	bom     bool
	header  string
	rows    []string
	ends    []string // "\n" or "\r\n", of the header and of each row
	newline bool     // after the last row
	at      int      // the row that a neighbour has otherwise
}

func randomFile(rng *rand.Rand) file {
	f := file{bom: rng.IntN(4) == 0, newline: rng.IntN(2) == 0}
	delim := []string{",", ";", "\t"}[rng.IntN(3)]
	f.header = strings.Join([]string{"a", "c", "b"}, delim)
	f.rows = make([]string, 1+rng.IntN(5))
	for i := range f.rows {
		f.rows[i] = fmt.Sprintf("%.2f%s%s%s%.2f", 10*rng.Float64(), delim,
			[]string{"red", "blue", "green", ""}[rng.IntN(4)], delim, rng.NormFloat64())
	}
	for range len(f.rows) + 1 {
		f.ends = append(f.ends, []string{"\n", "\r\n"}[rng.IntN(2)])
	}
	f.at = rng.IntN(len(f.rows))
	return f
}

func (f file) write(row string) []byte {
	var b bytes.Buffer
	if f.bom {
		b.WriteString("\ufeff")
	}
	b.WriteString(f.header + f.ends[0])
	for i, r := range f.rows {
		if i == f.at {
			r = row
		}
		b.WriteString(r)
		if i < len(f.rows)-1 || f.newline {
			b.WriteString(f.ends[i+1])
		}
	}
	return b.Bytes()
}

// brokenCells are cells that a reader might stumble over.
var brokenCells = []string{
	"", " ", "1e999", "-1e999", "1e-999", "NaN", "nan", "+inf", "-Infinity", "0x1p3", "0X1F", "1_000", "1,5", "1.5",
	"1.5.5", "--1", "+", "-", ".", "e5", "1e",
	"1e+", "1E400", "9007199254740993", "１２", "١٢", "½", "1 000", "1\u00a0000", "NA", "n/a", "null", "?", "true", "red",
	"RED", "red ", `"red"`, `"re""d"`, `"red`,
	`red"`, `"`, `""`, `"""`, `"a;b,c	d"`, "\x00", "\x00\x00", "\xff", "\xfe\xff", "\xc3\x28", "\xed\xa0\x80", "\ufeff",
	"\u2028", "\r", "\v", "\f", "\x1a", "\x1b[2J", "\x7f",
	"<html>", "<!doctype html>", "PK\x03\x04", "\x1f\x8b", "PAR1\x15", "a", "y", "=1+1", "'1", "#", "//", "\\", "\\n",
	"1e308", "-1e308", "1.7976931348623157e308", "5e-324",
	strings.Repeat("9",
		400), strings.Repeat("0", 400) + "1", "0." + strings.Repeat("0", 400) + "1", "1e" + strings.Repeat("9", 30),
	strings.Repeat(`"`, 99),
}

// brokenRow is any bytes but a newline, or a cell with some.
func brokenRow(rng *rand.Rand) string {
	cell := func() string { return brokenCells[rng.IntN(len(brokenCells))] }
	switch kind := rng.IntN(100); {
	case kind < 20: // bytes of any kind
		b := make([]byte, rng.IntN(80))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return string(bytes.ReplaceAll(b, []byte("\n"), nil))
	case kind < 30:
		return cell()
	case kind < 32: // long: one byte, or one cell, again and again
		return strings.Repeat(
			[]string{"x", `"`, ",", ";", "\t", "\x00", "9", "\xff", " ", "\r", "1,", `"",`, "é"}[rng.IntN(13)], 100_000)
	case kind >= 33 && kind < 40: // one cell of any bytes, line breaks too, as a conforming writer writes it
		b := make([]byte, rng.IntN(80))
		for i := range b {
			b[i] = "\n\n\r\"\",;\t 1a"[rng.IntN(11)]
		}
		return `"` + strings.ReplaceAll(string(b), `"`, `""`) + `"`
	case kind == 32 && rng.IntN(20) == 0: // longer than any line may be
		return strings.Repeat("7", 1<<20+1)
	default: // too few, too many or as many cells as there should be, with separators of one kind or of several
		delims := []string{",", ";", "\t", "|", ":", "\x1f", "\u2028", " ", ",,", "\r", "\x00"}
		delim, mixed := delims[rng.IntN(len(delims))], rng.IntN(4) == 0
		var b strings.Builder
		for i := range rng.IntN(7) {
			if i > 0 {
				b.WriteString(delim)
			}
			if mixed {
				delim = delims[rng.IntN(len(delims))]
			}
			b.WriteString(cell())
		}
		return b.String()
	}
}
