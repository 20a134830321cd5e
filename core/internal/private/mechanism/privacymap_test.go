package mechanism

import (
	"math"
	"testing"

	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
)

// The privacy maps are the formulas of the comments, term by term: the charge for a gradient's errors grows with √m,
// the rounding of scores to steps is charged, and calibration and guarantee agree. The tolerance is far below the least
// term.
func TestPrivacyMapsAreTheirFormulas(t *testing.T) {
	for _, epsilon := range []float64{0.1, 1, 10} {
		privacyMaps(t, epsilon, 1e-6)
	}
	scale := 4 * 3 * (2 * 2 * 1.5 * 1.5) * math.Sqrt(2*5*math.Log(1e5)) / (700 * 0.4)
	if got := PaperScale(3, 2, 1.5, 5, 700, 0.4, 1e-5); math.Abs(got/scale-1) > 1e-12 {
		t.Errorf("the paper's scale is %v, by its formula %v", got, scale)
	}
}

func privacyMaps(t *testing.T, epsilon, delta float64) {
	for _, task := range []GradientTask{
		{Sensitivity: 1, Largest: 1, Components: 1, Draws: 1},
		{Sensitivity: 1, Error: 0.25, Largest: 1, Components: 100, Draws: 1},
		{Sensitivity: 0.001, Error: 1e-6, Largest: 1, Components: 4096, Draws: 7},
	} {
		m := must.Get(NewGradient(task, epsilon, delta, sampler.New()))(t)
		paper := must.Get(NewPaperGradient(task, m.Sigma(), sampler.New()))(t)
		root := math.Sqrt(float64(task.Components))
		moved := task.Sensitivity + root*(2*task.Error+m.Sigma()/GradientResolution)
		want := float64(task.Draws) * moved * moved / (2 * m.Sigma() * m.Sigma())
		for _, g := range []*Gradient{m, paper} {
			if rho, spent := g.Guarantee(delta); rho < want || rho > want*(1+1e-11) || math.Abs(spent/epsilon-1) > 1e-6 {
				t.Errorf("%+v: ρ = %v and ε = %v, by the formula %v and %v", task, rho, spent, want, epsilon)
			}
		}
		if budget := noise.Rho(epsilon, delta); want > budget || want < budget*(1-1e-9) {
			t.Errorf("%+v: ρ = %v of a budget of %v", task, want, budget)
		}
	}
	for _, task := range []SelectionTask{
		{Range: 1, Spread: 2, Draws: 1},
		{Range: 1, Error: 0.25, Spread: 2, Draws: 3},
		{Range: 1e-4, Error: 1e-7, Spread: 2, Draws: 100}, {Range: 0.01, Error: 1e-12, Spread: 10, Draws: 999},
	} {
		tight := must.Get(NewSelection(task, epsilon, delta, sampler.New()))(t)
		paper := must.Get(NewPaperSelection(task, tight.Scale(), sampler.New()))(t)
		eta := (task.Range+4*task.Error)/tight.Scale() + 2.0/ScoreResolution
		if budget := noise.BoundedRangeEta(task.Draws, epsilon, delta); eta > budget || eta < budget*(1-1e-9) {
			t.Errorf("%+v: η = %v of a budget of %v", task, eta, budget)
		}
		if _, spent := tight.Guarantee(delta); math.Abs(spent/epsilon-1) > 1e-6 {
			t.Errorf("%+v: spends ε = %v of %v", task, spent, epsilon)
		}
		for m, want := range map[*Selection]float64{
			tight: float64(task.Draws) * eta * eta / 8,
			paper: float64(task.Draws) * eta * eta / 2,
		} {
			if rho, _ := m.Guarantee(delta); rho < want || rho > want*(1+1e-11) {
				t.Errorf("%+v, %s: ρ = %v, by the formula %v", task, m.calibration, rho, want)
			}
		}
	}
}

// Each of 4096 components has noise of the stated size in each of 64 rounds: the sum of its squares, χ² on 64 degrees
// of freedom, stays between 4 and 220; a correct mechanism leaves this range with a probability below 1e-18. No
// component is 0 in two rounds, which happens with a probability of 1e-15. The first rounds differ from the last, and
// the order of components does not matter.
func TestEveryComponentHasNoise(t *testing.T) {
	const components, rounds, sigma = 4096, 64, 3.0
	m := must.Get(NewPaperGradient(GradientTask{Sensitivity: 1, Largest: 1, Components: components, Draws: rounds}, sigma,
		sampler.New()))(t)
	squares, zeros := make([]float64, components), make([]int, components)
	for range rounds {
		g := make([]float64, components)
		m.AddNoise(g)
		for j, v := range g {
			squares[j] += v * v / (sigma * sigma)
			if v == 0 {
				zeros[j]++
			}
		}
	}
	for j, s := range squares {
		if s < 4 || s > 220 || zeros[j] > 1 {
			t.Errorf("component %d: the squares of %d rounds add up to %v, and %d are 0", j, rounds, s, zeros[j])
		}
	}
}

// The released gradient is a whole number of steps for any gradient, so its last digits reveal nothing.
func TestNoisyGradientsAreWholeSteps(t *testing.T) {
	m := must.Get(NewPaperGradient(GradientTask{Sensitivity: 1, Largest: 1, Components: 3, Draws: 100}, 0.37,
		sampler.New()))(t)
	for range 100 {
		g := []float64{1.0 / 3, -math.Pi / 7, 1e-9}
		m.AddNoise(g)
		for _, v := range g {
			if steps := math.Round(v / m.step); steps*m.step != v {
				t.Fatalf("%v is no multiple of the step %v", v, m.step)
			}
		}
	}
}
