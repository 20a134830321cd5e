package evaluate

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// byHand is a task with the errors of unweighted, reference and engine at ε = 0.1, 0.3 and 1.
func byHand(name string, real bool, unweightedError, referenceError float64, tenth, third, one []float64) Task {
	runs := func(errors ...float64) []Run {
		var list []Run
		for _, e := range errors {
			size := 100.0
			list = append(list, Run{e, &size})
		}
		return list
	}
	t := Task{Name: name, Real: real, Curves: []*Curve{
		{Method: unweighted, Runs: runs(unweightedError)},
		{Method: reference, Runs: runs(referenceError)},
	}}
	for i, errors := range [][]float64{tenth, third, one} {
		t.Curves = append(t.Curves, &Curve{Method: engine, Private: true, Epsilon: &handEpsilons[i], Runs: runs(errors...)})
	}
	t.summarise()
	return t
}

var handEpsilons = []float64{0.1, 0.3, 1}

func handTable() []Task {
	return []Task{
		// Keeps ½, ¾ and all of a gain of 20%.
		byHand("first", true, 1, 0.8, []float64{0.9, 0.9}, []float64{0.84, 0.86}, []float64{0.8, 0.8}),
		// Keeps 0, ½ and 0.9 of a gain of 50%.
		byHand("second", true, 2, 1, []float64{2, 2}, []float64{1.5, 1.5}, []float64{1.1, 1.1}),
		// Keeps −1, ¼ and 0.7 of a gain of 10%: 10% harm at 0.1, in the 95th percentile 19%.
		byHand("third", true, 1, 0.9, []float64{1, 1.2}, []float64{0.975, 0.975}, []float64{0.93, 0.93}),
		// Gains 4%, which does not count, and keeps nothing; harm of 1% is within the rule, of 3% is not.
		byHand("small", true, 1, 0.96, []float64{1.03, 1.03}, []float64{1.01, 1.01}, []float64{1, 1}),
		// The reference does 10% harm: the engine may, too, and no more.
		byHand("control", true, 1, 1.1, []float64{1.3, 1.3}, []float64{1.1, 1.1}, []float64{1.05, 1.05}),
		// A family counts on its own side.
		byHand("family", false, 1, 0.5, []float64{0.75, 0.75}, []float64{0.6, 0.6}, []float64{0.5, 0.5}),
	}
}

func TestClosingLineOfATableByHand(t *testing.T) {
	s := summarise(handTable(), handEpsilons)
	const want = "evaluate: kept 0.90 of the gain at eps=1, 0.50 at 0.3, 0.00 at 0.1; worst harm +10.0% (third)"
	if got := s.ClosingLine(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for i, want := range []float64{0.5, 0.8, 1} {
		k := s.Kept[i]
		if k.Tasks != 3 || k.Drawn != 1 || math.Abs(*k.Families-want) > 1e-9 {
			t.Errorf("at %v: %d tasks and %d families, which keep %v", *k.Epsilon, k.Tasks, k.Drawn, *k.Families)
		}
	}
	if got := summarise(nil, nil).ClosingLine(); got != "evaluate: kept n/a of the gain at eps=1, n/a at 0.3, n/a at 0.1; worst harm n/a" {
		t.Errorf("of nothing: %s", got)
	}
}

func TestHarmRule(t *testing.T) {
	tasks := handTable()
	var found []string
	for _, v := range summarise(tasks, handEpsilons).Violations {
		found = append(found, v[:strings.Index(v, ":")])
	}
	// Third breaks the bounds on the mean and on the 95th percentile.
	want := []string{"third at ε = 0.1", "third at ε = 0.1", "small at ε = 0.1", "control at ε = 0.1"}
	if !slices.Equal(found, want) {
		t.Errorf("violations %q, want %q", found, want)
	}
	third := tasks[2].Engine(&handEpsilons[0])
	if math.Abs(third.Harm-0.1) > 1e-9 || math.Abs(third.Harm95-0.19) > 1e-9 {
		t.Errorf("third: harm %v, 95th percentile %v", third.Harm, third.Harm95)
	}
	if tasks[3].Counts || tasks[3].Engine(&handEpsilons[0]).Kept != nil {
		t.Error("a gain of 4% counts")
	}
}

// Where every repetition has a sample of its own, harm compares errors on the same one.
func TestHarmIsPaired(t *testing.T) {
	task := Task{Name: "paired", Curves: []*Curve{
		{Method: unweighted, Runs: []Run{{Error: 1}, {Error: 10}}},
		{Method: reference, Runs: []Run{{Error: 1}, {Error: 9}}},
		{Method: engine, Private: true, Runs: []Run{{Error: 1.1}, {Error: 11}}},
	}}
	task.summarise()
	if c := task.Engine(nil); math.Abs(c.Harm-0.1) > 1e-9 || math.Abs(c.Harm95-0.1) > 1e-9 {
		t.Errorf("harm %v, 95th percentile %v", c.Harm, c.Harm95)
	}
}
