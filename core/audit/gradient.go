package audit

import (
	"math"

	"privadapt/core/discrepancy"
	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/moment"
)

// gradientCells returns the pairs of the noisy gradient: a move of length Δ₂ = 1 in one component or spread over all, the
// same move in both of two rounds, and a move that the engine itself computes from private rows.
func gradientCells() []Cell {
	const m = 16
	spread := [2][]float64{make([]float64, m), make([]float64, m)}
	for j := range m {
		spread[1][j] = 1 / math.Sqrt(m)
	}
	one := [2][]float64{{0.5, 0.2}, {-0.5, 0.2}}
	return []Cell{
		gradientCell("gradient/one-component", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: 1}, one),
		gradientCell("gradient/spread", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: m, Draws: 1}, spread),
		gradientCell("gradient/two-rounds", mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: 2, Draws: 2}, one),
		computedCell("gradient/engine"),
	}
}

// gradientCell audits Gradient.AddNoise. Claim: the trade-off of one Gaussian of μ = √K·Δ₂/σ; theorem and preconditions at
// mechanism.Gradient. Its likelihood ratio is Σ ((y−v′)² − (y−v)²)/(2σ²) over components and rounds, σ = √K·Δ₂/√(2ρ).
func gradientCell(name string, task mechanism.GradientTask, gradients [2][]float64) Cell {
	start := func() Trial {
		m, err := mechanism.NewGradient(task, gaussianEpsilon, gaussianDelta, sampler.New())
		if err != nil {
			panic(err)
		}
		variance := float64(task.Draws) * task.Sensitivity * task.Sensitivity / (2 * gaussianRho)
		noisy := make([]float64, task.Components)
		return func(side int) float64 {
			fresh := *m
			ratio := 0.0
			for range task.Draws {
				copy(noisy, gradients[side])
				fresh.AddNoise(noisy)
				for j, y := range noisy {
					v, w := gradients[0][j], gradients[1][j]
					ratio += (v - w) * (2*y - v - w) / (2 * variance)
				}
			}
			return ratio
		}
	}
	return Cell{Name: name, Epsilon: gaussianEpsilon, Delta: gaussianDelta, Mu: gaussianMu, Shown: gaussianMu, Start: start}
}

// computedCell takes its gradients from the engine. One private row, re₁ or nothing, turns the sign of the only eigenvalue
// of M(q) at a large μ, and all rows of the source are r̂e₁: there Δ₂ is attained.
func computedCell(name string) Cell {
	const m, mu, sourceRadius = 4, 1000.0, 0.5
	rows := make([]float64, 2*m)
	for j := range m {
		rows[2*j+1] = sourceRadius
	}
	grid, err := moment.NewGrid(1, 0)
	if err != nil {
		panic(err)
	}
	var gradients [2][]float64
	for side := range 2 {
		a := moment.NewAccumulator(grid, 1)
		a.Add([]float64{float64(1 - side)})
		gradients[side] = gradientOf(a.Sum(), rows, mu)
	}
	g := discrepancy.Geometry{Radius: 1, SourceRadius: sourceRadius, Rows: 1, Order: 2}
	return gradientCell(name, mechanism.GradientTask{
		Sensitivity: g.SoftmaxSensitivity2(mu, discrepancy.QuarticNorm(rows, 2)),
		Error:       g.ScoreError(mu, 0, 1),
		Largest:     g.Lipschitz(0),
		Components:  m,
		Draws:       1,
	}, gradients)
}
