package choices

import (
	"math"
	"testing"

	"privadapt/core/lab/experiment/suite"
	"privadapt/core/must"
)

// Two real tasks and one without gain, judged by hand.
func TestVerdicts(t *testing.T) {
	outcome := func(task string, unweighted, reference, err float64) *Outcome {
		return &Outcome{Task: task, Real: true, Unweighted: unweighted, Reference: reference, Errors: []float64{err}}
	}
	c := &Result{Epsilons: []float64{1}, Rules: []*Rule{
		{Outcomes: []*Outcome{outcome("a", 1, 0.5, 0.6), outcome("b", 2, 1, 1), outcome("c", 1, 1.2, 1.1)}},
		{Outcomes: []*Outcome{outcome("a", 1, 0.5, 0.75), outcome("b", 4, 2, 4.4)}},
	}}
	// a keeps 0.8 and b all of the gain; c does not count, and as weighting harms there it may harm.
	v := c.judge(c.Rules[0], true)[0]
	if math.Abs(*v.Kept-0.9) > 1e-12 || v.Counted != 2 || math.Abs(*v.Harm+0.4) > 1e-12 || v.Error != 1 || v.Tasks != 3 {
		t.Errorf("the default: kept %v of %d, harm %v, error %v over %d", *v.Kept, v.Counted, *v.Harm, v.Error, v.Tasks)
	}
	// a keeps a half, b loses 0.2; errors are 1.25 and 4.4 times the default's.
	v = c.judge(c.Rules[1], true)[0]
	if math.Abs(*v.Kept-0.15) > 1e-12 || math.Abs(*v.Harm-0.1) > 1e-12 || math.Abs(v.Error-math.Sqrt(1.25*4.4)) > 1e-12 ||
		v.Tasks != 2 {
		t.Errorf("the other rule: kept %v, harm %v, error %v over %d", *v.Kept, *v.Harm, v.Error, v.Tasks)
	}
	if v := c.judge(c.Rules[0], false)[0]; v.Kept != nil || v.Harm != nil || v.Tasks != 0 {
		t.Errorf("without a family there is a verdict: %+v", v)
	}
}

// Every rule can be followed on a small family, and the default is compared with itself.
func TestChoicesAreMeasured(t *testing.T) {
	o := suite.Options{Families: []string{"heavy-tails"}, Epsilons: []float64{1}, Repetitions: 2, Rows: 100}
	c := must.Get(Choose(o, func(string) {}))(t)
	groups := map[string]int{}
	for _, r := range c.Rules {
		groups[r.Group]++
		v := r.Families[0]
		if v.Tasks != 1 || !(v.Error > 0) || len(r.Outcomes) != 1 ||
			!(r.Outcomes[0].Unweighted > 0 && r.Outcomes[0].Reference > 0) {
			t.Errorf("%s, %s: %+v", r.Group, r.Name, v)
		}
	}
	if groups["prediction"] != 3 || groups["radius"] != 10 || groups["features"] != 2 || groups["second stage"] != 3 {
		t.Errorf("the rules are %v", groups)
	}
	limited, free := c.Rules[0].Outcomes[0], c.Rules[1].Outcomes[0]
	if c.Rules[0].Families[0].Error != 1 ||
		!(limited.Errors[0] != free.Errors[0] && limited.Unweighted < free.Unweighted) {
		t.Errorf("limits on predictions make no difference where tails are heavy: %+v, %+v", limited, free)
	}
}
