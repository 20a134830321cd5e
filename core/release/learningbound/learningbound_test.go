package learningbound

import (
	"math"
	"testing"
)

// Instances on which the formula equals the truth up to the terms that vanish with n, and is below it without the named
// term: no term can be left out, and the loss and D are attained. One feature, no intercept, r = 1; the noise is within
// t. n is so large that what is left of complexity and deviation, together below 1e-6, changes nothing.
func TestEveryTermIsNeeded(t *testing.T) {
	const lambda, n = 2.0, 1e18
	for _, c := range []struct {
		name              string
		label             float64 // Y
		truth             float64
		loss, norm, noise float64
		eta               float64
		without           func(Setting) float64 // what the bound would be without the term
		within            float64               // of the bound that the truth is
	}{
		// w = 2 and w₀ = −2; the source has the row 0 alone, the target the row 1 with the label −2.
		{"the discrepancy", 2, 16, 0, 1, 0, 0, func(s Setting) float64 { return s.Value() - s.Terms().Discrepancy }, 1},
		// The same with a source row of √¾, its label on w₀ as well.
		{"the loss", 2, 16, 12, 0.25, 0, 0, func(s Setting) float64 { return s.Value() - s.Loss }, 1},
		// The same with M̂(q) moved to 0 by noise of ¼.
		{"the noise", 2, 16, 12, 0, 0.25, 0, func(s Setting) float64 { s.Noise = 0; return s.Value() }, 1},
		// w = 0; the target's labels are 1, the source's 0, all at the row 1. With w₀ = ½, η = 1.
		{"the labels", 1, 1, 0, 0, 0, 1, Setting.Value, 0.1},
	} {
		s := Setting{
			Loss:        c.loss,
			Discrepancy: c.norm,
			Noise:       c.noise,
			Norm:        lambda,
			Choices:     1,
			Radius:      1,
			Label:       c.label,
			Rows:        n,
			Failure:     0.025,
		}
		full := s.Value() + s.Terms().LabelFactor*c.eta
		if full < c.truth || full*c.within > c.truth+1e-6 {
			t.Errorf("%s: the bound is %v, the truth %v", c.name, full, c.truth)
		}
		if left := c.without(s); left > 0.8*c.truth {
			t.Errorf("%s: without it the bound is %v, still at the truth %v", c.name, left, c.truth)
		}
	}
}

// A file whose labels follow another rule costs its share α of the weight. All rows are at 1; the labels of the
// target and of the first file are 0, the second file's are 1, and the weighted least-squares model is α. So the
// truth is α², the loss α(1−α), and η at w₀ = 0 the share itself. Where the second file has most of the weight, the
// loss is below the truth, and without the share the bound would be.
func TestAFileWithOtherLabelsCostsItsShare(t *testing.T) {
	for share := 0.05; share < 1; share += 0.05 {
		s := Setting{Loss: share * (1 - share), Norm: 1, Choices: 1, Radius: 1, Label: 1, Rows: 1e18, Failure: 0.025}
		truth := share * share
		if bound := s.Value() + s.Terms().LabelFactor*share; bound < truth {
			t.Errorf("share %.2f: the bound is %v, the truth %v", share, bound, truth)
		}
		if share > 0.55 && s.Value() > truth {
			t.Errorf("share %.2f: the bound holds without the labels' term", share)
		}
	}
}

// Without complexity and deviation the bound says that what fits the sample fits the population. It does not: P is
// uniform over 2n orthogonal rows of norm 1, labelled 1/√(2n) = w₀·x with ‖w₀‖ = 1, the source is the sample, and w is
// w₀ on the rows seen and −w₀ on the others. At least half of the rows are not seen, whatever the draw.
func TestASampleIsNoPopulation(t *testing.T) {
	for _, n := range []float64{1, 10, 1e3, 1e6} {
		label := 1 / math.Sqrt(2*n)
		truth := 0.5 * 4 * label * label
		s := Setting{Norm: 1, Choices: 1, Radius: 1, Label: label, Rows: n, Failure: 0.025}
		terms := s.Terms()
		if s.Value() < truth {
			t.Errorf("n = %v: the bound is %v, the truth %v", n, s.Value(), truth)
		}
		if left := s.Value() - terms.Complexity - terms.Deviation; left >= truth {
			t.Errorf("n = %v: the two terms are not needed", n)
		}
	}
}

// The bound falls with n, and rises with everything else that a release can be worse by.
func TestBoundIsMonotone(t *testing.T) {
	base := Setting{
		Loss:        1,
		Discrepancy: 0.5,
		Noise:       0.1,
		Norm:        2,
		Choices:     1,
		Radius:      3,
		Label:       4,
		Rows:        100,
		Failure:     0.025,
	}
	for name, worse := range map[string]func(*Setting){
		"fewer rows":     func(s *Setting) { s.Rows /= 2 },
		"more noise":     func(s *Setting) { s.Noise *= 2 },
		"discrepancy":    func(s *Setting) { s.Discrepancy *= 2 },
		"loss":           func(s *Setting) { s.Loss *= 2 },
		"a longer model": func(s *Setting) { s.Norm *= 2 },
		"longer rows":    func(s *Setting) { s.Radius *= 2 },
		"larger labels":  func(s *Setting) { s.Label *= 2 },
		"confidence":     func(s *Setting) { s.Failure /= 2 },
		"choices":        func(s *Setting) { s.Choices = Choices },
	} {
		s := base
		worse(&s)
		if !(s.Value() > base.Value()) {
			t.Errorf("%s: %v, and %v before", name, s.Value(), base.Value())
		}
	}
	small, large := base, base
	small.Label, large.Label = 1, 100 // below and above Λr = 6
	if got := small.Terms().LabelFactor; got != 3*6+1 {
		t.Errorf("A = %v where Y < Λr", got)
	}
	if got := large.Terms().LabelFactor; got != 2*(6+100) {
		t.Errorf("A = %v where Y > Λr", got)
	}
}

func TestNormIsTheLeastOfThirteen(t *testing.T) {
	seen := map[float64]bool{}
	for length := 1e-3; length < 1e3; length *= 1.01 {
		lambda, ok := Norm(length, 2, 6) // 3·2ᵏ
		if ok != (length <= 3*256) {
			t.Errorf("‖w‖ = %v: %v", length, ok)
		}
		if !ok {
			continue
		}
		seen[lambda] = true
		if lambda < length || lambda > math.Max(2*length, 3.0/16) {
			t.Errorf("‖w‖ = %v: Λ = %v", length, lambda)
		}
	}
	if len(seen) != Choices {
		t.Errorf("%d norms", len(seen))
	}
	for _, c := range [][3]float64{{1, 1, 0}, {math.NaN(), 1, 1}, {0, 1, 0}, {math.Inf(1), 1, 1}} {
		if lambda, ok := Norm(c[0], c[1], c[2]); ok {
			t.Errorf("%v has the norm %v", c, lambda)
		}
	}
}

// The formula, at numbers for which it can be worked out by hand: Λr = 6, √M = 10, log(G/β) = 2.
func TestTheFormula(t *testing.T) {
	for _, choices := range []int{1, Choices} {
		s := Setting{Loss: 3, Discrepancy: 0.5, Noise: 0.25, Norm: 2, Choices: choices, Radius: 3, Label: 4, Rows: 100,
			Failure: float64(choices) * math.Exp(-2)}
		want := Terms{Discrepancy: 12, Complexity: 24, Deviation: 10, LabelFactor: 22}
		got := s.Terms()
		if math.Abs(got.Deviation-want.Deviation) > 1e-12 {
			t.Errorf("%d choices: a deviation of %v", choices, got.Deviation)
		}
		if got.Deviation = want.Deviation; got != want || math.Abs(s.Value()-49) > 1e-12 {
			t.Errorf("%d choices: %+v, in all %v", choices, got, s.Value())
		}
	}
}
