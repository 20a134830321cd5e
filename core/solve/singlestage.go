// MinimiseSingleStage looks for a stationary point of the weights and the model together (algorithm 1 of Bassily, Mohri
// and Suresh 2022, on the objective of its section 6):
//
//	L(q,w) = Σ q_i (w·x_i − y_i)² + 4Λ²F̃(q),  q in the simplex, ‖w‖₂ ≤ Λ.
//
// Each round makes one Frank–Wolfe step in q and one in w. The private data enters through F̃ alone. An oracle returns
// the vertex of the simplex, and a chooser returns the iterate to return. Both may be exact or draw at random; this
// package does not depend on that, and the caller accounts for their cost.

package solve

import (
	"math"
	"slices"
)

// SingleStage is L on a source sample.
type SingleStage struct {
	Rows   []float64 // x_i, m×d row-major
	Labels []float64 // y_i, m
	Radius float64   // Λ > 0
	// Discrepancy is F̃, at the point q⁰ from which to start. (One that contains (λ/2)‖q‖² as well adds 4Λ² times that
	// to L.)
	Discrepancy Objective
}

// GapChooser returns the index k* of the iterate to return. gaps[k] is
//
//	⟨∇_q L, q^k − v^k⟩ + max_{‖u‖≤Λ} ⟨∇_w L, w^k − u⟩  at (q^k,w^k),
//
// with v^k the vertex that the oracle returned. This is the stationarity gap if the oracle is exact, and at most that
// gap if not. Like gradients, gaps are functions of the private data: if the gradients are private, the chooser must
// add its own noise or ignore the gaps.
type GapChooser func(gaps []float64) int

// LeastGap chooses the smallest gap, the first on a tie. It uses the gaps without noise.
func LeastGap(gaps []float64) int {
	best := 0
	for k, g := range gaps {
		if g < gaps[best] {
			best = k
		}
	}
	return best
}

// SingleStageResult is (q^{k*}, w^{k*}).
type SingleStageResult struct {
	Weights []float64 // q, m
	Model   []float64 // w, d, ‖w‖₂ ≤ Λ
	Index   int       // k*, 0 to K−1
}

// MinimiseSingleStage runs K rounds from (q⁰, 0) and returns the chosen iterate: the oracle is called at each of (q⁰,w⁰)
// … (q^{K−1},w^{K−1}), and one of these is the result. The step η > 0 is the same in every round; above 1 it is taken
// as 1. The discrepancy is left at another point. The only error is the Recorder's; then there is no result.
//
// In place of K weight vectors of length m their vertices are kept: O(m + K·d) numbers.
func MinimiseSingleStage(p *SingleStage, oracle Oracle, choose GapChooser, step float64, rounds Rounds) (*SingleStageResult, error) {
	d, eta := len(p.Rows)/len(p.Labels), math.Min(1, step)
	start := slices.Clone(p.Discrepancy.Point())
	dq, dw, w := make([]float64, len(p.Labels)), make([]float64, d), make([]float64, d)
	var vertices []int         // v⁰, v¹, …
	var models, gaps []float64 // w⁰, w¹, …, d numbers each
	err := rounds.each(rounds.Iterations, func(int) {
		p.gradient(w, dq, dw)
		v := oracle(dq)
		gaps = append(gaps, vertexGap(dq, p.Discrepancy.Point(), v)+ballGap(dw, w, p.Radius))
		vertices, models = append(vertices, v), append(models, w...)
		p.Discrepancy.Move(v, eta)
		ballStep(w, dw, p.Radius, eta)
	})
	if err != nil {
		return nil, err
	}
	k := choose(gaps)
	return &SingleStageResult{iterate(start, vertices[:k], eta), models[k*d : (k+1)*d], k}, nil
}

// iterate returns q^k = (1−η)^k q⁰ + Σ_{i<k} η(1−η)^{k−1−i} e_{v_i}, and overwrites q⁰ by it.
func iterate(q []float64, vertices []int, eta float64) []float64 {
	rest, share := math.Pow(1-eta, float64(len(vertices))), eta
	for j := range q {
		q[j] *= rest
	}
	for _, v := range slices.Backward(vertices) {
		q[v] += share
		share *= 1 - eta
	}
	return q
}

// gradient writes ∇_q L and ∇_w L at (q,w) into dq and dw, and returns L:
//
//	∂L/∂q_i = (w·x_i − y_i)² + 4Λ²∂F̃/∂q_i,  ∇_w L = 2 Σ q_i (w·x_i − y_i) x_i.
func (p *SingleStage) gradient(w, dq, dw []float64) float64 {
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

// ballGap returns max_{‖u‖≤Λ} ⟨∇, w − u⟩ = ⟨∇,w⟩ + Λ‖∇‖₂.
func ballGap(gradient, w []float64, radius float64) float64 {
	inner := 0.0
	for j, g := range gradient {
		inner += g * w[j]
	}
	// At least 0 by Cauchy–Schwarz, apart from rounding.
	return math.Max(0, inner+radius*norm(gradient))
}

// ballStep replaces w by (1−η)w + ηu with u = −Λ∇/‖∇‖₂, the point of the ball at which ⟨∇,u⟩ is least. If the gradient
// is 0, every point of the ball is such a point, and w does not change. The norm of w remains within Λ, rounding
// included.
func ballStep(w, gradient []float64, radius, eta float64) {
	length := norm(gradient)
	if length == 0 {
		return
	}
	for j, g := range gradient {
		w[j] = (1-eta)*w[j] - eta*radius*(g/length)
	}
	if size := norm(w); size > radius {
		// One ulp less per coordinate, so that the rounding of this product cannot exceed the bound.
		shrink := radius / size * (1 - 0x1p-52*float64(len(w)+8))
		for j := range w {
			w[j] *= shrink
		}
	}
}

// norm returns ‖v‖₂, without overflow or underflow.
func norm(v []float64) float64 {
	largest := 0.0
	for _, x := range v {
		largest = math.Max(largest, math.Abs(x))
	}
	if largest == 0 || math.IsInf(largest, 1) || math.IsNaN(largest) {
		return largest
	}
	sum := 0.0
	for _, x := range v {
		sum += (x / largest) * (x / largest)
	}
	return largest * math.Sqrt(sum)
}

// PaperStep returns the η that corollary 2 prints, √2(Λr̂+Y)/(Λr̂√((1+2μr̂²)K)), for Y ≥ |y_i| and r̂ = max ‖x_i‖₂. It is
// √(2A/(BK)) of theorem 6 with A = 8(Λr̂+Y)² and B = 8Λ²r̂²(1+2μr̂²); this B omits the cross term 16Λr̂(Λr̂+Y), and this
// A is too small for Y < 0.53·Λr̂. It can exceed 1; a run then uses 1. Test: TestPaperStep.
func PaperStep(radius, sourceRadius, label, mu float64, iterations int) float64 {
	sharpness := 1 + 2*mu*sourceRadius*sourceRadius
	return math.Sqrt2 * (radius*sourceRadius + label) / (radius * sourceRadius * math.Sqrt(sharpness*float64(iterations)))
}
