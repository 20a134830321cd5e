// MirrorDescent minimises a convex function over the probability simplex by the method that Bassily, Mohri and
// Suresh (2022) print as algorithm 3. The gradient comes from an oracle. An oracle that adds noise makes the method
// private, but this package does not depend on that.
//
//	step := solve.MirrorStep(geometry.Lipschitz(lambda), m, iterations)
//	q, err := solve.MirrorDescent(simplex.Uniform(m), gradient, step, solve.Rounds{Iterations: iterations})
//
// The step has the penalty ‖q−q_k‖_p²/(η(p−1)), p = 1 + 1/log m, and no Bregman divergence. The paper's proof is the
// standard one of mirror descent, which telescopes divergences; it does not cover this step, and neither do the paper's
// bounds on the result. Each single step is sound: the penalty is at least ‖q−q_k‖₁²/(e²η(p−1)), so with an exact
// gradient of a β-smooth function and η(p−1) ≤ 2/(e²β) no step increases the function.

package solve

import (
	"math"

	"privadapt/core/solve/simplex"
)

// MirrorGradient writes the gradient at q, possibly with noise, into dst. It must neither change nor keep q.
type MirrorGradient func(dst, q []float64)

// MirrorStep returns the η of theorem 11 (appendix D.2), (2/γ)·√(log m / K), where γ bounds the components of the
// gradient without noise: r̂² + λ for the softmax. With m = 1 it is 0, and no step is taken.
func MirrorStep(gamma float64, m, iterations int) float64 {
	return 2 / gamma * math.Sqrt(math.Log(float64(m))/float64(iterations))
}

// MirrorDescent returns the average of q₁ … q_K; the only error is the Recorder's. It starts from q₁ = q and leaves q_K
// in q. The step η > 0 is the same in every round, in the inverse of the unit of the gradient: see MirrorStep.
func MirrorDescent(q []float64, gradient MirrorGradient, step float64, rounds Rounds) ([]float64, error) {
	prox := simplex.NewProx(len(q))
	g := make([]float64, len(q))
	average := append([]float64(nil), q...)
	err := rounds.each(rounds.Iterations-1, func(k int) {
		gradient(g, q)
		prox.Step(q, q, g, step)
		for j, v := range q {
			average[j] += (v - average[j]) / float64(k+1)
		}
	})
	if err != nil {
		return nil, err
	}
	return average, nil
}
