package mechanism

import (
	"math"
	"testing"

	"privadapt/core/must"
	"privadapt/core/noise/sampler"
)

// The paper's σ meets its claim for ε ≤ 8·log(1/δ), and by a wide margin with the tight Δ₂, which is smaller than the
// paper's.
func TestPaperSigmaHoldsItsClaim(t *testing.T) {
	const delta, iterations, components = 1e-4, 100, 50
	for _, epsilon := range []float64{0.1, 1, 10, 8 * math.Log(1/delta)} {
		// the paper's bound on Δ₂, √m·2μr²r̂²/n, with μr²r̂²/n = 1.
		task := GradientTask{
			Sensitivity: 2 * math.Sqrt(components),
			Largest:     2,
			Components:  components,
			Draws:       iterations - 1,
		}
		m := must.Get(NewPaperGradient(task, PaperSigma(1, 1, 1, iterations, components, 1, epsilon, delta),
			sampler.New()))(t)
		if _, got := m.Guarantee(delta); got > epsilon {
			t.Errorf("ε = %v: guarantees only %v", epsilon, got)
		}
	}
}

// The noise has the stated variance and mean 0, and is independent between components and between rounds. Four figures
// at 6 standard errors: a false alarm has probability below 1e-8.
func TestGradientNoise(t *testing.T) {
	const runs = 20000
	m := must.Get(NewPaperGradient(GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: runs}, 3, sampler.New()))(t)
	var mean, variance, between, successive, last float64
	for range runs {
		g := []float64{0.7, -0.2}
		m.AddNoise(g)
		a, b := (g[0]-0.7)/3, (g[1]+0.2)/3
		mean += a / runs
		variance += a * a / runs
		between += a * b / runs
		successive += a * last / runs
		last = a
	}
	tolerance := 6 / math.Sqrt(runs)
	if math.Abs(mean) > tolerance || math.Abs(between) > tolerance || math.Abs(successive) > tolerance {
		t.Errorf("mean %v, correlation of components %v, of rounds %v: tolerance %v", mean, between, successive, tolerance)
	}
	if math.Abs(variance-1) > tolerance*math.Sqrt2 {
		t.Errorf("variance is %v of σ²", variance)
	}
}

func TestGradientRefusesUnchargedRounds(t *testing.T) {
	m := must.Get(NewGradient(GradientTask{Sensitivity: 1, Largest: 1, Components: 1, Draws: 1}, 1, 1e-6,
		sampler.New()))(t)
	m.AddNoise([]float64{0})
	defer func() {
		if recover() == nil {
			t.Error("a second round was noised on a charge for one")
		}
	}()
	m.AddNoise([]float64{0})
}

// Scores and gradients are handled in 63 bits, so noise that is too small beside them is refused: the bound is 2³²
// noise scales, and the largest that are accepted are drawn from without a number that wraps around.
func TestNoiseThatIsTooSmallIsRefused(t *testing.T) {
	const scale = 2
	below := math.Nextafter(1<<32, 0)
	for size, refused := range map[float64]bool{1: false, below: false, 1 << 32: true, 1 << 40: true} {
		s, err := NewPaperSelection(SelectionTask{Range: 1, Spread: size * scale, Draws: 1}, scale, sampler.New())
		if (err != nil) != refused {
			t.Errorf("scores of a spread of %v noise scales: %v", size, err)
		} else if err == nil && size > 1 && s.Minimise([]float64{size * scale, 0, size * scale}) != 1 {
			t.Errorf("of scores %v apart a larger one is chosen", size)
		}
		task := GradientTask{Sensitivity: 1, Largest: size * scale, Components: 1, Draws: 1}
		g, err := NewPaperGradient(task, scale, sampler.New())
		if (err != nil) != refused {
			t.Errorf("gradients of %v noise scales: %v", size, err)
		} else if err == nil {
			gradient := []float64{-size * scale}
			if g.AddNoise(gradient); math.Abs(gradient[0]+size*scale) > 100*scale {
				t.Errorf("a gradient of %v with noise is %v", -size*scale, gradient[0])
			}
		}
	}
}
