// FrankWolfe minimises a smooth convex function over the probability simplex by the Frank–Wolfe method
// (algorithm 2 of Bassily, Mohri and Suresh 2022). The set is known through its linear minimisation oracle alone. An
// oracle that draws its vertex at random makes the method private, but this package does not depend on that.

package solve

import "math"

// Objective is a function on the simplex together with a current point.
type Objective interface {
	// Gradient writes the gradient at the point into dst and returns the value.
	Gradient(dst []float64) float64
	// Move replaces the point q by (1−η)q + η·e_j.
	Move(j int, eta float64)
	// Point returns q.
	Point() []float64
}

// Oracle returns a vertex of the simplex that (nearly) minimises the linear function with this gradient.
type Oracle func(gradient []float64) int

// Rounds of a solver that asks an oracle in each. Frank–Wolfe and mirror descent make K−1 rounds, from q₁ to q_K, the
// single stage K.
type Rounds struct {
	// Iterations is K ≥ 1.
	Iterations int
	// Recorder, if not nil, is called after every round with its number, from 1, and can end the run by an error. It
	// receives nothing that depends on the gradient.
	Recorder func(round int) error
}

// each makes the rounds from 1 to the last. The only error is the Recorder's.
func (r Rounds) each(last int, round func(k int)) error {
	for k := 1; k <= last; k++ {
		round(k)
		if r.Recorder != nil {
			if err := r.Recorder(k); err != nil {
				return err
			}
		}
	}
	return nil
}

// FrankWolfeStep returns η_k = min(1, 3/(k+2)) of algorithm 2, k ≥ 1; the paper's 3/(k+2) is 1 at k = 1 and never
// above.
func FrankWolfeStep(k int) float64 { return math.Min(1, 3/float64(k+2)) }

// FrankWolfe moves the objective from its present point, q₁, to q_K, with the steps η_k of FrankWolfeStep.
func FrankWolfe(objective Objective, oracle Oracle, rounds Rounds) error {
	gradient := make([]float64, len(objective.Point()))
	return Walk(objective.Move, func() int {
		objective.Gradient(gradient)
		return oracle(gradient)
	}, rounds)
}

// Walk is FrankWolfe for an oracle that computes gradients in its own way: the objective is given by its moves and by a
// function that returns the vertex for its present point.
func Walk(move func(j int, eta float64), choose func() int, rounds Rounds) error {
	return rounds.each(rounds.Iterations-1, func(k int) { move(choose(), FrankWolfeStep(k)) })
}
