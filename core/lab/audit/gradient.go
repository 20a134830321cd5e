package audit

import (
	"math"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
)

// gradientCells returns the pairs of the noisy gradient: a move of length Δ₂ = 1 in one component or spread over all,
// the same move in both of two rounds, and moves that the engine itself computes from private rows.
func gradientCells() []Cell {
	const m = 16
	spread := [2][]float64{make([]float64, m), make([]float64, m)}
	for j := range m {
		spread[1][j] = 1 / math.Sqrt(m)
	}
	one := [2][]float64{{0.5, 0.2}, {-0.5, 0.2}}
	inexact := [2][]float64{{0.5, 0, 0, 0}, {-0.5, 0, 0, 0}}
	return []Cell{
		gradientCell("gradient/one-component", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: 1},
			one),
		gradientCell("gradient/spread", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: m, Draws: 1},
			spread),
		gradientCell("gradient/two-rounds", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: 2},
			one),
		// Δ₂ + 2√m·e = 1.
		gradientCell("gradient/inexact",
			mechanism.GradientTask{Sensitivity: 0.5, Error: 0.125, Largest: 1, Components: 4, Draws: 1}, inexact),
		manyComponents(),
		computedGradientCell("gradient/softmax", signChange()),
		computedGradientCell(
			"gradient/softmax-tied",
			evenly(tiedAxes(discrepancy.Softmax{Mu: 0.1 * 101 / 4})),
		), // μr²/n = 1/10
		computedGradientCell("gradient/p-norm", twoAxes()),
		computedGradientCell("gradient/p-norm-tied", evenly(tiedAxes(discrepancy.PNorm{P: 2}))),
		paperGradientCell("gradient/paper", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: 1},
			one),
	}
}

// manyComponents moves five components of 192. They are next to multiples of 64, which a vectorised loop treats
// separately. A trial takes the time of many draws.
func manyComponents() Cell {
	const m = 192
	moved := [2][]float64{make([]float64, m), make([]float64, m)}
	places := []int{63, 64, 127, 128, 191}
	for _, j := range places {
		moved[1][j] = 1 / math.Sqrt(float64(len(places)))
	}
	c := gradientCell("gradient/many-components",
		mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: m, Draws: 1}, moved)
	c.Slow = true
	return c
}

// signChange attains Δ₂ of the softmax: a single private row, re₁ or nothing, turns the sign of the only eigenvalue of
// M(q) at a large μ, and all rows of the source are r̂e₁.
func signChange() computedPair {
	return computedPair{
		smoothing: discrepancy.Softmax{Mu: 1000}, radius: 2, sourceRadius: 1,
		source: []copies{{4, []float64{1}}},
		x:      []float64{2},
		y:      []float64{0},
	}
}

// twoAxes attains Δ₂ of G₁, whose gradient is linear in M: re₁ against re₂, and the source on both axes.
func twoAxes() computedPair {
	return computedPair{
		smoothing: discrepancy.PNorm{P: 1}, radius: 2, sourceRadius: 0.5,
		shared: []copies{{1, []float64{1, 1}}},
		source: []copies{{2, []float64{0.5, 0}}, {2, []float64{0, 0.5}}},
		x:      []float64{2, 0},
		y:      []float64{0, 2},
	}
}

// evenly spreads the source over both axes, where a small change of a moment near a multiple of the identity moves the
// gradient most.
func evenly(p computedPair) computedPair {
	p.source = []copies{{2, []float64{p.sourceRadius, 0}}, {2, []float64{0, p.sourceRadius}}}
	return p
}

// gradientCell audits Gradient.AddNoise. Claim: the trade-off of one Gaussian of μ = √K·Δ₂/σ; theorem and preconditions
// at mechanism.Gradient. Its likelihood ratio is Σ ((y−v′)² − (y−v)²)/(2σ²) over components and rounds.
func gradientCell(name string, task mechanism.GradientTask, gradients [2][]float64) Cell {
	return Cell{Name: name, Gaussian: true, Claim: func() Claim { return gradientClaim(task, gradients) }}
}

// computedGradientCell takes sensitivity and gradients from the engine.
func computedGradientCell(name string, pair computedPair) Cell {
	return Cell{
		Name:     name,
		Gaussian: true,
		Claim:    func() Claim { return gradientClaim(pair.gradientTask(), pair.gradients()) },
	}
}

func gradientClaim(task mechanism.GradientTask, gradients [2][]float64) Claim {
	// σ = √K·(Δ₂ + 2√m·e)/√(2ρ) by the audit's own ρ.
	root := math.Sqrt(float64(task.Components))
	sigma := math.Sqrt(float64(task.Draws)) * (task.Sensitivity + 2*root*task.Error) / gaussianMu
	return gaussianClaim(gradientMu(gradients, task.Draws, sigma), func() Trial {
		m, err := mechanism.NewGradient(task, gaussianEpsilon, gaussianDelta, sampler.New())
		if err != nil {
			panic(err)
		}
		return gradientTrial(m, task, gradients, sigma)
	})
}

// paperGradientCell audits the same noise at a given σ. Claim: the (ε,δ) that Guarantee states, and μ = √(2ρ).
func paperGradientCell(name string, task mechanism.GradientTask, gradients [2][]float64) Cell {
	return Cell{Name: name, Gaussian: true, Claim: func() Claim {
		sigma := 1 / gaussianMu
		create := func() *mechanism.Gradient {
			m, err := mechanism.NewPaperGradient(task, sigma, sampler.New())
			if err != nil {
				panic(err)
			}
			return m
		}
		rho, epsilon := create().Guarantee(gaussianDelta)
		return Claim{
			Epsilon: epsilon, Delta: gaussianDelta, Mu: math.Sqrt(2 * rho),
			ShownMu: gradientMu(gradients, task.Draws, sigma),
			Start:   func() Trial { return gradientTrial(create(), task, gradients, sigma) },
		}
	}}
}

func gradientTrial(m *mechanism.Gradient, task mechanism.GradientTask, gradients [2][]float64, sigma float64) Trial {
	noisy := make([]float64, task.Components)
	return func(side int) float64 {
		fresh := *m
		ratio := 0.0
		for range task.Draws {
			copy(noisy, gradients[side])
			fresh.AddNoise(noisy)
			for j, y := range noisy {
				v, w := gradients[0][j], gradients[1][j]
				ratio += (v - w) * (2*y - v - w) / (2 * sigma * sigma)
			}
		}
		return ratio
	}
}

// gradientMu returns √K·‖v − v′‖₂/σ.
func gradientMu(gradients [2][]float64, draws int, sigma float64) float64 {
	squares := 0.0
	for j, v := range gradients[0] {
		squares += (v - gradients[1][j]) * (v - gradients[1][j])
	}
	return math.Sqrt(float64(draws)*squares) / sigma
}
