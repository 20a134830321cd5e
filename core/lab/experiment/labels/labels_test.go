package labels

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/must"
	"privadapt/core/noise/sampler"
)

// The whole evaluation on one small family: what it prints, writes and sums up.
func TestTinyEvaluation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "l.json")
	var out bytes.Buffer
	must.Do(t, Command([]string{"--families", "scale", "--repetitions", "1", "--rows", "300", "--epsilons", "1,3",
		"--labels", "100,200,210", "--json", file}, &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if peers := lines[len(lines)-2]; !strings.HasPrefix(peers,
		"private-only peers that are better at eps=1, of 1 tasks: ") {
		t.Errorf("line of the peers %q", peers)
	}
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "evaluate labels: error 0.") ||
		!strings.Contains(last, "; coverage ") {
		t.Errorf("closing line %q", last)
	}
	text := must.Get(os.ReadFile(file))(t)
	var outcomes []Outcome
	must.Do(t, json.Unmarshal(text, &outcomes))
	o := outcomes[0]
	if len(outcomes) != 1 || o.Public != 300 || o.Private != 210 || len(o.At) != 6 || o.At[0].Labels != 210 ||
		o.At[1].Labels != 100 || o.At[2].Labels != 200 || o.At[3].Labels != 210 {
		t.Fatalf("%+v", outcomes)
	}
	for _, a := range o.At {
		if a.Intervals != 2 || a.Held > 2 {
			t.Errorf("%d labels: %d of %d intervals hold", a.Labels, a.Held, a.Intervals)
		}
		for _, m := range methods {
			if !(a.Mean[m].Error > 0) {
				t.Errorf("%d labels: %s has the error %v", a.Labels, m, a.Mean[m].Error)
			}
		}
	}
}

func TestCommandChecksItsArguments(t *testing.T) {
	for _, args := range [][]string{{"--repetitions", "0"}, {"--epsilons", "inf"}, {"--families", "none"},
		{"--rows", "1"}, {"--labels", "few"}, {"--data", "nowhere", "--tasks", "some"}} {
		if err := Command(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v are no error", args)
		}
	}
}

// drawn is a task whose target has another relation than its source.
func drawn(t *testing.T, rows int) *Task {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	table := func(slope float64) (columns, labels string) {
		columns, labels = "a,b\n", "y\n"
		for range rows {
			a, b := r.NormFloat64(), r.NormFloat64()
			columns += number(a) + "," + number(b) + "\n"
			labels += number(slope*a+b+0.2*r.NormFloat64()) + "\n"
		}
		return columns, labels
	}
	source, own := table(1)
	var joined strings.Builder
	labels := strings.Split(own, "\n")
	for i, line := range strings.Split(strings.TrimSpace(source), "\n") {
		joined.WriteString(line + "," + labels[i] + "\n")
	}
	target, truth := table(-1)
	return must.Get(newTask(joined.String(), target, truth))(t)
}

func number(v float64) string {
	text, _ := json.Marshal(math.Round(v*1e4) / 1e4)
	return string(text)
}

// Private rows and those that models are scored on are disjoint, and only the first of the private rows have a label.
func TestSplit(t *testing.T) {
	s := drawn(t, 100).split(3)
	seen := map[int]bool{}
	for _, i := range append(append([]int(nil), s.private...), s.test...) {
		seen[i] = true
	}
	if len(s.private) != 70 || len(s.test) != 30 || len(seen) != 100 {
		t.Errorf("%d private rows and %d others, %d in all", len(s.private), len(s.test), len(seen))
	}
	lines := strings.Split(strings.TrimSpace(s.table(s.private, 5)), "\n")
	for i, line := range lines[1:] {
		if labelled := !strings.HasSuffix(line, ","); labelled != (i < 5) {
			t.Errorf("row %d: %q", i, line)
		}
	}
}

// With a large ε the peers are least squares on the private rows, and so is the correction of the public model: all
// find the target's slope, which the public sample does not have.
func TestPeerAndCorrectionAtLargeEpsilon(t *testing.T) {
	task := drawn(t, 3000)
	p := must.Get(plan.New(options(1, true), task.source))(t)
	public := must.Get(p.Prepare(nil))(t)
	s := task.split(1)
	rows := must.Get(s.cells(s.private))(t)
	test := must.Get(s.cells(s.test))(t)
	if e := score(public.Offset.Model, test).Error; e < 1 {
		t.Errorf("the public model's error is %v: it should be of no use", e)
	}
	if e := score(adaSSP(p, rows, len(rows.Labels), 1e5, sampler.New()), test).Error; e > 0.06 {
		t.Errorf("the error of AdaSSP is %v", e)
	}
	if e := score(boosted(p, rows, len(rows.Labels), 100, 1e5, sampler.New()), test).Error; e > 0.06 {
		t.Errorf("the error of Boosted AdaSSP is %v", e)
	}
	sim := simulation{plan: p, offset: public.Offset, rows: rows}
	exact := sim.sums(len(rows.Labels))
	m := must.Get(sim.model(sim.noisy(exact, 1e5, sampler.New())))(t)
	if e := score(m, test).Error; e > 0.06 {
		t.Errorf("the corrected model's error is %v", e)
	}
}
