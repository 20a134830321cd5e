//go:build !js

package adapt

import (
	"crypto/rand"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

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

// Under add-remove adjacency the count that is stated has noise: of six runs none states the true one or another run's,
// which happens by chance with a probability of about 1e-12.
func TestTheStatedCountIsNoisy(t *testing.T) {
	seen := []float64{200}
	for range 6 {
		r := must.Get(adaptTable(t, budget(func(o *Options) { o.Adjacency, o.Epsilon = method.AddRemove, 5 }),
			privateTable(200)))(t)
		if n := r.Certificate.RowsEstimate; n > 1 {
			if slices.Contains(seen, n) {
				t.Errorf("the stated count is %v, and was seen before or is the true one", n)
			}
			seen = append(seen, n)
		}
	}
	if len(seen) < 3 {
		t.Error("nearly all counts were cut off")
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
			return slices.ContainsFunc(report.Warnings, func(text string) bool { return strings.Contains(text, of) })
		}
		if warned("delta = 0.01 is not below 1/n") != (rows >= 100) || warned("very few rows") != (rows < 10) ||
			len(target.Warnings()) > 0 {
			t.Errorf("%d rows: the owner sees %q, others %q", rows, report.Warnings, target.Warnings())
		}
		if _, err := target.Adapt(release.Engine{Version: "0.0.0", WasmSHA256: "0"}, func(Charge) error { return nil },
			nil); err != nil {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}
