package adapt

import (
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
)

// sendable are runs whose releases a receiver may be sent: of every kind, with labels and without, under both
// adjacencies.
var sendable = map[string]func(*Options){
	"moments":             func(o *Options) { o.Release = release.Moments },
	"moments, add-remove": func(o *Options) { o.Release, o.Adjacency = release.Moments, method.AddRemove },
	"moments, quadratic":  func(o *Options) { o.Release, o.Features = release.Moments, "quadratic" },
	"moments with labels": func(o *Options) { o.Release, o.UseLabels, o.Base = release.Moments, true, method.Linear },
	"weights":             func(o *Options) { o.Release = release.Weights },
	"selected weights":    func(o *Options) { o.Release, o.Mechanism = release.Weights, method.Selection },
	"a linear model":      func(o *Options) { o.Release = release.Model },
	"a blend":             func(o *Options) { o.Release, o.Base = release.Model, method.Auto },
	"trees":               func(o *Options) { o.Release, o.Base = release.Model, method.Trees },
	"a corrected model":   func(o *Options) { o.Release, o.UseLabels, o.Base = release.Model, true, method.Linear },
	"a report":            func(o *Options) { o.Release, o.Base = release.Report, method.Linear },
	"a divided report":    func(o *Options) { o.Release, o.Base, o.GroupBy = release.Report, method.Linear, "colour" },
}

// factsOf are what was known of a run before its charge, and the release that it then made.
func factsOf(t *testing.T, source *dataset.Source, o Options, table string) (terms.Facts, *release.Release) {
	t.Helper()
	target := readTarget(t, source, o, table)
	rows := target.sum.Rows
	if target.labelled != nil {
		rows += target.labelled.Rows
	}
	facts := target.plan.Facts(rows)
	r := must.Get(target.Adapt(release.Engine{Version: "0.0.0", WasmSHA256: strings.Repeat("0", 64)}, free, nil))(t)
	return facts, r
}

// What is known of a release before the charge is what can be read from it afterwards, and it is no larger than was
// foreseen.
func TestFactsBeforeTheChargeAreThoseOfTheRelease(t *testing.T) {
	for name, change := range sendable {
		o := budget(change)
		o.Campaign = "c"
		before, r := factsOf(t, publicSource(t), o, someLabels(privateTable(200)))
		after := terms.FactsOf(r)
		after.Bytes = before.Bytes
		if !reflect.DeepEqual(before, after) {
			t.Errorf("%s: before the charge\n%+v\nof the release\n%+v", name, before, after)
		}
		checkExtent(t, name, before.Bytes, r, 64<<10)
	}
	source, target := unitedTask(t)
	before, r := factsOf(t, source, budget(func(o *Options) { o.Release = release.Weights }), target)
	if after := terms.FactsOf(r); len(after.Sources) != 3 || !reflect.DeepEqual(before.Sources, after.Sources) {
		t.Errorf("samples before the charge %+v, of the release %+v", before.Sources, after.Sources)
	}
}

// checkExtent compares the size of a document with what was foreseen: never less, and not more than a quarter and some
// bytes above.
func checkExtent(t *testing.T, name string, foreseen int, r *release.Release, room int) {
	t.Helper()
	text := must.Get(r.Encode())(t)
	t.Logf("%s: %d bytes, %d foreseen", name, len(text), foreseen)
	if foreseen < len(text) {
		t.Errorf("%s: the document has %d bytes, and %d were foreseen", name, len(text), foreseen)
	}
	if r.Values.Base == "" && foreseen > len(text)*5/4+room {
		t.Errorf("%s: the document has %d bytes, and %d were foreseen: what fits would be refused", name, len(text),
			foreseen)
	}
}

// wide is a sample of numbers, and rows like it with labels.
func wide(t *testing.T, rows, columns int) (*dataset.Source, string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for i := range columns {
		fmt.Fprintf(&b, "column %d,", i)
	}
	b.WriteString("y\n")
	for range rows {
		for range columns {
			fmt.Fprintf(&b, "%.3f,", rng.NormFloat64())
		}
		fmt.Fprintf(&b, "%.3f\n", rng.NormFloat64())
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(b.String()), dataset.SourceOptions{Label: "y"}))(t)
	return source, b.String()
}

// Where the number of rows is not known, the bound is one for any number of them: owners of many rows are refused
// before the charge and not after it.
func TestTheBoundWithoutRowsIsForAnyNumber(t *testing.T) {
	source, table := wide(t, 200, 10)
	o := budget(func(o *Options) { o.Release, o.UseLabels, o.Base = release.Moments, true, method.Linear })
	p := readTarget(t, source, o, table).plan
	few, unknown := p.Facts(200).Bytes, p.Facts(0).Bytes
	for _, rows := range []int64{200, 1e6, 1e9, 1e12, 1 << 50} {
		if most := p.Facts(rows).Bytes; most > unknown {
			t.Errorf("%d rows take %d bytes at most, and any number %d", rows, most, unknown)
		}
	}
	if unknown == few {
		t.Error("the bound does not depend on the number of rows")
	}
}

// unread fails the test when it is read.
type unread struct{ *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.Error("the private file is read, though the receiver takes no such release")
	return 0, io.EOF
}

// Whatever a receiver refuses on arrival is refused before the charge, with the same words: before the private file is
// read, or after its rows are counted. What it takes on arrival it takes before.
func TestWhatAReceiverRefusesIsNotCharged(t *testing.T) {
	source, table := publicSource(t), someLabels(privateTable(200))
	receivers := map[string]terms.Receiver{
		"of anything":     {},
		"of its campaign": {Campaign: "c"}, "of another campaign": {Campaign: "d"},
		"of few rows":    {Terms: terms.Terms{RowsMin: 10, RowsMax: 199}},
		"of these rows":  {Terms: terms.Terms{RowsMin: 200, RowsMax: 200}},
		"of many rows":   {Terms: terms.Terms{RowsMin: 201, RowsMax: 1000}},
		"of any rows":    {Terms: terms.Terms{RowsMin: 1, RowsMax: terms.MostRows}},
		"of few bytes":   {MostBytes: 1500},
		"of a low ε":     {Terms: terms.Terms{EpsilonMax: 0.9}},
		"of a low δ":     {Terms: terms.Terms{Delta: 1e-6}},
		"of classes":     {Terms: terms.Terms{Task: dataset.Classification}},
		"of this label":  {Terms: terms.Terms{Label: "y"}},
		"of a label z":   {Terms: terms.Terms{Label: "z"}},
		"of this sample": {Terms: terms.Terms{SHA256: source.Digest}},
		"of a sample":    {Terms: terms.Terms{SHA256: strings.Repeat("0", 64)}},
		"of two samples": {
			Terms: terms.Terms{Samples: []terms.Sample{{SHA256: source.Digest}, {SHA256: strings.Repeat("0", 64)}}},
		},
		"of people":  {Terms: terms.Terms{Unit: "who"}},
		"of groups":  {Terms: terms.Terms{GroupBy: "colour"}},
		"of a file":  {Terms: terms.Terms{BaseSHA256: strings.Repeat("0", 64)}},
		"on a model": {Terms: terms.Terms{ModelSHA256: strings.Repeat("0", 64)}},
	}
	for _, kind := range []release.Kind{release.Moments, release.Weights, release.Model, release.Report} {
		receivers["of "+string(kind)] = terms.Receiver{Terms: terms.Terms{Release: kind}}
		receivers["of "+string(kind)+" with labels"] = terms.Receiver{
			Terms: terms.Terms{Release: kind, Labels: terms.RequiredLabels},
		}
	}
	for _, base := range append([]method.Base{method.Auto}, method.Bases...) {
		receivers["of the base "+string(base)] = terms.Receiver{Terms: terms.Terms{Base: base}}
	}
	refused := map[string]bool{}
	for name, change := range sendable {
		o := budget(change)
		o.Campaign, o.Preparation = "c", &plan.Preparation{}
		_, r := factsOf(t, source, o, table)
		arrived := terms.FactsOf(r)
		text := must.Get(r.Encode())(t)
		arrived.Bytes = len(text)
		for from, receiver := range receivers {
			objection := receiver.Objection(arrived)
			o.Receiver = &receiver
			files := filesOf(table)
			if objection != nil && objection.Code != "too-few-rows" && objection.Code != "too-many-rows" {
				files[0] = unread{t}
			}
			_, _, err := ReadTarget(source, o, files, nil)
			switch {
			case objection == nil && err != nil:
				t.Errorf("%s, receiver %s: refused before the charge (%v) and taken on arrival", name, from, err)
			case objection != nil && !isRefused(err, "refused-by-receiver"):
				t.Errorf("%s, receiver %s: refused on arrival (%s), and before the charge: %v", name, from, objection, err)
			case objection != nil && objection.Code != "too-large" &&
				err.Error() != "adapt: "+objection.Message+"; nothing was charged":
				t.Errorf("%s, receiver %s: before the charge %q, on arrival %q", name, from, err.Error(), objection)
			}
			if objection != nil {
				refused[objection.Code] = true
			}
		}
	}
	for _, code := range []string{"wrong-campaign", "wrong-kind", "wrong-sample", "wrong-label", "wrong-task",
		"wrong-base", "wrong-model", "wrong-groups", "wrong-base-file", "no-unit", "no-labels", "labels", "epsilon", "delta",
		"private-rows", "too-few-rows", "too-many-rows", "too-large"} {
		if !refused[code] {
			t.Errorf("no run was refused with the code %q", code)
		}
	}
}
