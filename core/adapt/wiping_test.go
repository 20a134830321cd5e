//go:build !js

package adapt

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// everyReading reads the rows of a table as each draw needs them, from a file and as the sums of a database.
func everyReading(t *testing.T, visit func(name string, o Options, read func() *Target)) {
	source, table := publicSource(t), someLabels(privateTable(200))
	for name, change := range everyDraw {
		o := budget(change)
		o.Base, o.Iterations = method.Linear, 5
		ofAFile := func() *Target { return readTarget(t, source, o, table) }
		visit(name+" of a file", o, ofAFile)
		rows := ofAFile()
		text := sumsText(rows)
		if o.Release == release.Report {
			text = countsText(t, rows, table)
		}
		visit(name+" of a database", o, func() *Target {
			target, _ := must.Both(ReadSums(source, o, strings.NewReader(text), nil))(t)
			return target
		})
	}
}

var errStop = errors.New("stop")

// adaptWith returns the error of a run. A panic is an error too.
func adaptWith(target *Target, charge func(Charge) error, progress Progress) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault)
		}
	}()
	_, err = target.Adapt(release.Engine{}, charge, progress)
	return err
}

// However a target ends, its sums are overwritten and no release can be made of it.
func TestEveryWayOutOverwritesTheSums(t *testing.T) {
	everyReading(t, func(name string, o Options, read func() *Target) {
		for way, c := range map[string]struct {
			end   func(*Target) error
			fails bool
		}{
			"a release": {func(target *Target) error { return adaptWith(target, free, nil) }, false},
			"not used":  {func(target *Target) error { target.Wipe(); return nil }, false},
			"no budget": {func(target *Target) error { return adaptWith(target, func(Charge) error { return errStop }, nil) }, true},
			"a panic":   {func(target *Target) error { return adaptWith(target, func(Charge) error { panic("a fault") }, nil) }, true},
			"cancelled": {func(target *Target) error {
				return adaptWith(target, free, func(string, int64, int64) error { return errStop })
			}, o.Release != release.Moments && o.Release != release.Report}, // these fit nothing, so nothing is cancelled
		} {
			target := read()
			if target.exact() == "" {
				t.Errorf("%s: there is nothing to wipe", name)
			}
			if err := c.end(target); (err != nil) != c.fails {
				t.Errorf("%s, %s: %v", name, way, err)
			}
			if left := target.exact(); left != "" {
				t.Errorf("%s, %s: left are\n%s", name, way, left)
			}
			if err := adaptWith(target, free, nil); err == nil {
				t.Errorf("%s, %s: there was a release of what had been wiped", name, way)
			}
		}
	})
}

// When a reading ends, what it held of the last row and of all rows is overwritten.
func TestAReadingOverwritesItsRows(t *testing.T) {
	o := budget(func(o *Options) { o.UseLabels, o.Base = true, method.Linear })
	target := readTarget(t, publicSource(t), o, someLabels(privateTable(50)))
	public := must.Get(target.plan.Prepare(nil))(t)
	in := newIntake(target.plan, public, nil)
	rows := must.Get(in.open(strings.NewReader(someLabels(privateTable(50)))))(t)
	for range 50 {
		if _, ok, err := in.next(rows); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	held := [][]float64{in.z, in.x, in.cells}
	nothing := func(v []float64) bool { return !slices.ContainsFunc(v, func(f float64) bool { return f != 0 }) }
	if slices.ContainsFunc(held, nothing) {
		t.Fatal("there is nothing to wipe")
	}
	in.wipe()
	if !nothing(slices.Concat(held...)) {
		t.Errorf("the last row is left: %v", held)
	}
	for _, sum := range []*moment.Sum{in.sum.Sum(), in.with.Sum()} {
		if sum.Rows != 0 || sum.Entry(1, 1).Sign() != 0 {
			t.Error("a sum is left")
		}
	}
}

// exact writes down what a reading holds: nothing after a wipe.
func (t *Target) exact() string {
	var text strings.Builder
	for _, sum := range []*moment.Sum{t.sum, t.labelled} {
		if sum == nil {
			continue
		}
		for i := range sum.Order {
			for j := i; j < sum.Order; j++ {
				if sum.Entry(i, j).Sign() != 0 {
					fmt.Fprintln(&text, i, j, sum.Entry(i, j))
				}
			}
		}
		if sum.Rows != 0 {
			fmt.Fprintln(&text, sum.Rows)
		}
	}
	if t.counts != nil {
		for k := range t.counts.Len() {
			if t.counts.Cell(k) != 0 {
				fmt.Fprintln(&text, k, t.counts.Cell(k))
			}
		}
	}
	return text.String()
}

// A copy of a reading keeps its sums when the other is used.
func TestACopyKeepsItsSums(t *testing.T) {
	everyReading(t, func(name string, _ Options, read func() *Target) {
		target := read()
		twin, want := target.Copy(), target.exact()
		if target.Wipe(); twin.exact() != want || target.exact() == want {
			t.Errorf("%s: the copy has other sums when the reading is wiped, or the reading is not", name)
		}
		if err := adaptWith(twin, free, nil); err != nil || twin.sum.Rows != 0 {
			t.Errorf("%s: %v", name, err)
		}
	})
}
