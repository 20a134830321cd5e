// Package singlestage looks for a stationary point of the weights and the model together (algorithm 1 of Bassily, Mohri
// and Suresh 2022, on the objective of its section 6):
//
//	L(q,w) = Σ q_i (w·x_i − y_i)² + 4Λ²F̃(q),  q in the simplex, ‖w‖₂ ≤ Λ.
//
// Each round makes one Frank–Wolfe step in q and one in w. The private data enters through F̃ alone. An oracle returns
// the vertex of the simplex, and a chooser returns the iterate to return. Both may be exact or draw at random; this
// package does not depend on that, and the caller accounts for their cost.
package singlestage

import (
	"math"

	"privadapt/core/solve/frankwolfe"
)

// Problem is L on a source sample.
type Problem struct {
	Rows   []float64 // x_i, m×d row-major
	Labels []float64 // y_i, m
	Radius float64   // Λ > 0
	// Discrepancy is F̃, at the point q⁰ from which to start. (One that contains (λ/2)‖q‖² as well adds 4Λ² times that
	// to L.)
	Discrepancy frankwolfe.Objective
}

func (p *Problem) order() int { return len(p.Rows) / len(p.Labels) }

// Settings of a run.
type Settings struct {
	// Iterations is K ≥ 1: the oracle is called at each of (q⁰,w⁰) … (q^{K−1},w^{K−1}), and one of these is the result.
	Iterations int
	// Step is η > 0, the same in every round; above 1 it is taken as 1.
	Step float64
	// Recorder, if not nil, is called after every round with its number, 1 to K, and can end the run by an error. It
	// receives nothing that depends on a gradient.
	Recorder func(round int) error
}

// Chooser returns the index k* of the iterate to return. gaps[k] is
//
//	⟨∇_q L, q^k − v^k⟩ + max_{‖u‖≤Λ} ⟨∇_w L, w^k − u⟩  at (q^k,w^k),
//
// with v^k the vertex that the oracle returned. This is the stationarity gap if the oracle is exact, and at most that
// gap if not. Like gradients, gaps are functions of the private data: if the gradients are private, the chooser must
// add its own noise or ignore the gaps.
type Chooser func(gaps []float64) int

// Least chooses the smallest gap, the first on a tie. It uses the gaps without noise.
func Least(gaps []float64) int {
	best := 0
	for k, g := range gaps {
		if g < gaps[best] {
			best = k
		}
	}
	return best
}

// Result is (q^{k*}, w^{k*}).
type Result struct {
	Weights []float64 // q, m
	Model   []float64 // w, d, ‖w‖₂ ≤ Λ
	Index   int       // k*, 0 to K−1
}

// Minimise runs K rounds from (q⁰, 0) and returns the chosen iterate. The discrepancy is left at another point. The
// only error is the Recorder's; then there is no result.
func Minimise(p *Problem, oracle frankwolfe.Oracle, choose Chooser, settings Settings) (*Result, error) {
	eta := math.Min(1, settings.Step)
	path := newPath(p.Discrepancy.Point(), p.order(), eta)
	dq, dw := make([]float64, len(p.Labels)), make([]float64, p.order())
	w := make([]float64, p.order())
	gaps := make([]float64, settings.Iterations)
	for k := range gaps {
		p.gradient(w, dq, dw)
		v := oracle(dq)
		gaps[k] = vertexGap(dq, p.Discrepancy.Point(), v) + ballGap(dw, w, p.Radius)
		path.add(v, w)
		p.Discrepancy.Move(v, eta)
		ballStep(w, dw, p.Radius, eta)
		if settings.Recorder != nil {
			if err := settings.Recorder(k + 1); err != nil {
				return nil, err
			}
		}
	}
	index := choose(gaps)
	return &Result{Weights: path.weights(index), Model: path.model(index), Index: index}, nil
}

// gradient writes ∇_q L and ∇_w L at (q,w) into dq and dw, and returns L:
//
//	∂L/∂q_i = (w·x_i − y_i)² + 4Λ²∂F̃/∂q_i,  ∇_w L = 2 Σ q_i (w·x_i − y_i) x_i.
func (p *Problem) gradient(w, dq, dw []float64) float64 {
	scale := 4 * p.Radius * p.Radius
	value := scale * p.Discrepancy.Gradient(dq)
	q, d := p.Discrepancy.Point(), len(w)
	clear(dw)
	for i, y := range p.Labels {
		x := p.Rows[i*d : (i+1)*d]
		residual := -y
		for j, v := range x {
			residual += w[j] * v
		}
		dq[i] = residual*residual + scale*dq[i]
		if q[i] == 0 {
			continue
		}
		value += q[i] * residual * residual
		for j, v := range x {
			dw[j] += 2 * q[i] * residual * v
		}
	}
	return value
}

// vertexGap returns ⟨∇, q − e_v⟩.
func vertexGap(gradient, q []float64, v int) float64 {
	gap := 0.0
	for i, g := range gradient {
		gap += (g - gradient[v]) * q[i]
	}
	return gap
}
