//go:build !js

package adapt

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
)

// counted counts what is read of a source.
type counted struct {
	io.Reader
	bytes int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.bytes += n
	return n, err
}

// everyDraw lists the mechanisms, both adjacencies of the first, its pair of sums, and the single stage.
var everyDraw = map[string]func(*Options){
	"moment":     func(o *Options) { o.Release = release.Moments },
	"add-remove": func(o *Options) { o.Adjacency = method.AddRemove },
	"labels":     func(o *Options) { o.UseLabels = true },
	"selection":  func(o *Options) { o.Mechanism = method.Selection },
	"gradient":   func(o *Options) { o.Mechanism = method.Gradient },
	"report":     func(o *Options) { o.Release = release.Report },
	"estimate":   func(o *Options) { o.Release, o.UseLabels = release.Estimate, true },
	singleStage:  func(o *Options) { o.Mechanism, o.Solver = method.Selection, method.SingleStage },
}

// When the charge is made, no random bit has been read, so nothing can have been drawn; when the release exists, some
// have been. The charge is the one that the certificate states, under replace-one to the last bit.
func TestNothingIsDrawnBeforeTheCharge(t *testing.T) {
	system := rand.Reader
	t.Cleanup(func() { rand.Reader = system })
	for name, change := range everyDraw {
		bits := &counted{Reader: system}
		rand.Reader = bits
		target := readTarget(t, publicSource(t), budget(change), someLabels(privateTable(50)))
		var charges []Charge
		before := -1
		r := must.Get(target.Adapt(release.Engine{}, func(c Charge) error {
			charges, before = append(charges, c), bits.bytes
			return nil
		}, nil))(t)
		if len(charges) != 1 || before != 0 || bits.bytes == 0 {
			t.Errorf("%s: %d charges; %d random bytes were read before, %d in all", name, len(charges), before, bits.bytes)
		}
		c := r.Certificate
		if want := (Charge{Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho}); c.Adjacency == method.ReplaceOne &&
			charges[0] != want {
			t.Errorf("%s: charged %v, certified %v", name, charges[0], want)
		}
	}
}

// The plan is as it was when the draw is over, whatever the private rows are: what comes after the draw takes its
// rounds, steps and stopping rules from it.
func TestThePlanSurvivesTheDraw(t *testing.T) {
	for name, change := range everyDraw {
		for _, rows := range []int{1, 3, 400} {
			target := readTarget(t, publicSource(t), budget(change), someLabels(privateTable(rows)))
			before := *target.plan
			must.Get(target.Adapt(release.Engine{}, free, nil))(t)
			if !reflect.DeepEqual(before, *target.plan) {
				t.Errorf("%s, %d rows: the plan has changed from %+v to %+v", name, rows, before.Options, target.plan.Options)
			}
		}
	}
}

// Where the number of private rows is private, no warning that leaves the vault depends on it.
func TestWarningsKeepTheCountPrivate(t *testing.T) {
	for _, rows := range []int{0, 5, 2000} {
		o := budget(func(o *Options) { o.Adjacency, o.Delta = method.AddRemove, 0.01 })
		if w := readTarget(t, publicSource(t), o, privateTable(rows)).Warnings(); len(w) > 0 {
			t.Errorf("%d rows: %q", rows, w)
		}
	}
}

// Where the number of private rows is private, δ ≥ 1/n is not refused: only the owner's report speaks of it.
func TestThePrivateCountIsNotAnswered(t *testing.T) {
	o := budget(func(o *Options) { o.Adjacency, o.Delta = method.AddRemove, 0.01 })
	for _, rows := range []int{0, 1, 99, 100, 2000} {
		// Of a receiver that bounds the number nothing is learnt but that it does, and that before a row is read.
		o.Receiver = &terms.Receiver{Terms: terms.Terms{RowsMin: 50, RowsMax: 100}}
		if _, _, err := ReadTarget(publicSource(t), o, filesOf(privateTable(rows)), nil); err == nil ||
			!strings.Contains(err.Error(), "this release keeps it private") {
			t.Errorf("%d rows: %v", rows, err)
		}
		o.Receiver = &terms.Receiver{Terms: terms.Terms{RowsMin: 1, RowsMax: terms.MostRows}}
		target, report, err := ReadTarget(publicSource(t), o, filesOf(privateTable(rows)), nil)
		if err != nil {
			t.Fatalf("%d rows: %v", rows, err)
		}
		warned := func(of string) bool {
			return strings.Contains(fmt.Sprint(report.Lines), of)
		}
		if warned("δ = 0.01 is not below 1/n") != (rows >= 100) || warned("very few rows") != (rows < 10) ||
			len(target.Warnings()) > 0 {
			t.Errorf("%d rows: the owner sees %q, others %q", rows, report.Lines, target.Warnings())
		}
		if _, err := target.Adapt(release.Engine{Version: "0.0.0", WasmSHA256: "0"}, func(Charge) error { return nil },
			nil); err != nil {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}

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

const germanHeader = "Einkommen;Alter;Farbe;Ziel"

var germanHeaders = map[string]string{"income": "Einkommen", "age": "Alter", "colour": "Farbe", "y": "Ziel"}

// german is the same table under other headers.
func german(table string) string {
	_, rows, _ := strings.Cut(table, "\n")
	return germanHeader + "\n" + rows
}

// A run by the owner's headers is the run on the file with the sample's names, and says nothing of them.
func TestHeadersOfTheOwnerChangeNoRow(t *testing.T) {
	source, table := publicSource(t), someLabels(privateTable(300))
	for name, change := range everyDraw {
		o := budget(change)
		_, plain := must.Both(ReadTarget(source, o, filesOf(table), nil))(t)
		o.Headers = germanHeaders
		target, report := must.Both(ReadTarget(source, o, filesOf(german(table)), nil))(t)
		if len(report.MappedColumns) != 3 {
			t.Errorf("%s: the owner is told of %v", name, report.MappedColumns)
		}
		last := len(report.Lines) - 1
		report.MappedColumns, report.Lines = plain.MappedColumns, slices.Delete(report.Lines, last, last+1)
		if !reflect.DeepEqual(report, plain) {
			t.Errorf("%s: %+v\nin place of %+v", name, report, plain)
		}
		made := must.Get(target.Adapt(engine, free, nil))(t)
		text := must.Get(made.Encode())(t)
		for _, header := range germanHeaders {
			if strings.Contains(string(text), header) {
				t.Errorf("%s: the release states the header %s", name, header)
			}
		}
	}
}

// The owner is asked by the header alone, before a row is read.
func TestTheOwnerIsAskedByTheHeaderAlone(t *testing.T) {
	source, table := publicSource(t), someLabels(privateTable(50))
	all := []string{"Alter", "Einkommen", "Farbe", "Ziel"}
	columns := []string{"age", "colour", "income"}
	for _, c := range []struct {
		name, text       string
		change           func(*Options)
		missing, headers []string
	}{
		{"none in common", german(table), nil, columns, all},
		{"with labels", german(table), func(o *Options) { o.UseLabels = true }, append(slices.Clone(columns), "y"), all},
		{"the label alone", "income;age;colour;Ziel\n1;2;red;3\n", func(o *Options) { o.UseLabels = true },
			[]string{"y"}, []string{"Ziel"}},
		{"the label of a report", "income;age;colour;Ziel\n1;2;red;3\n", func(o *Options) {
			o.Release, o.Base = release.Report, method.Linear
		}, []string{"y"}, []string{"Ziel"}},
		{"none in common, of a report", german(table), func(o *Options) {
			o.Release, o.Base = release.Report, method.Linear
		}, append(slices.Clone(columns), "y"), all},
		{"one column", "income;Alter;colour\n1;2;red\n", nil, []string{"age"}, []string{"Alter"}},
		{"the people are known", "income;Alter;colour;id\n1;2;red;7\n", func(o *Options) { o.Unit = "id" },
			[]string{"age"}, []string{"Alter"}},
		{"the rest is answered", german(table), func(o *Options) {
			o.Headers = map[string]string{"income": "Einkommen", "colour": "Farbe"}
		}, []string{"age"}, []string{"Alter", "Ziel"}},
	} {
		o := budget(c.change)
		o.AskHeaders = true
		header, _, _ := strings.Cut(c.text, "\n")
		for _, text := range []string{c.text, header + "\n", header + "\n\x00\n"} {
			files := func() []io.Reader { return filesOf(text) }
			var counted []io.Reader
			if o.Unit != "" {
				counted = files()
			}
			_, _, err := ReadTargetTwice(source, o, counted, files(), nil)
			var asked *Unmatched
			if !errors.As(err, &asked) || !slices.Equal(asked.Missing, c.missing) || !slices.Equal(asked.Headers, c.headers) {
				t.Errorf("%s: %v: %+v", c.name, err, asked)
			}
		}
	}
	for name, text := range map[string]string{
		"a title":      "Stays 2025\nincome;age;colour\n1;2;red\n",
		"nothing else": "income;colour\n1;red\n",
	} {
		o := budget(nil)
		o.AskHeaders = true
		_, _, err := ReadTarget(source, o, filesOf(text), nil)
		var asked *Unmatched
		if errors.As(err, &asked) {
			t.Errorf("%s: asked %+v", name, asked)
		}
	}
}

func TestHeadersForWhatIsNoColumnAreRefused(t *testing.T) {
	source, table := publicSource(t), privateTable(10)
	for _, headers := range []map[string]string{{"agee": "Alter"}, {"age": ""}, {"age": "A", "income": "A"}} {
		o := Options{Epsilon: 1, Delta: 1e-6, Headers: headers}
		_, _, err := ReadTarget(source, o, filesOf(table), nil)
		if err == nil || strings.Contains(err.Error(), "Alter") {
			t.Errorf("%v: %v", headers, err)
		}
	}
	o := Options{Epsilon: 1, Delta: 1e-6, Headers: germanHeaders}
	_, _, err := ReadSums(source, o, strings.NewReader(""), nil)
	refuses(t, "sums", err, "bad-option", "")
}

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
		if o.Release.Counted() {
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
			}, o.Release != release.Moments && !o.Release.Counted()}, // these fit nothing, so nothing is cancelled
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
	held := [][]float64{in.z, in.x, in.ahead.cells, in.ahead.said, in.ahead.labels}
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
	for _, counts := range t.counts {
		for k := range counts.Len() {
			if counts.Cell(k) != 0 {
				fmt.Fprintln(&text, k, counts.Cell(k))
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
