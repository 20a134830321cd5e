package draw

import (
	"math"

	"privadapt/core/adapt/drawn"
)

// selectSingleStage runs algorithm 1 with K vertices drawn by the selection mechanism, and the iterate by one more
// draw.
//
// Privacy. The scores of a round are the losses, a function of public rows and earlier draws, plus 4Λ²∇F̃. Their range
// is 4Λ²R. The gap of an iterate moves by 4Λ²⟨E, x_vx_vᵀ − Σq_ix_ix_iᵀ⟩, the difference of two scores' changes, so by
// at most 4Λ²R either way, and all K gaps span at most 8Λ²R. Halved, they are scores like a round's. (The choice
// that the paper's algorithm makes, by noisy values whose noise has been used before, is not covered by its proof.)
// Test: TestSensitivityBounds in core/solve/discrepancy attacks both ranges.
func (r *run) selectSingleStage() (g drawn.Guarantee, out drawn.Output, err error) {
	s, err := r.NewStage()
	if err != nil {
		return g, out, err
	}
	k := r.Iterations
	task := r.selectionTask(k)
	losses := math.Pow(s.Norm*r.SourceRadius+s.Largest, 2)
	task.Range *= s.Unit()
	// Adding a loss, which is the same for neighbours, rounds once more. A gap sums m terms, with weights whose sum
	// drifts by an ulp a round, and adds the ball's term, at most four times a loss.
	terms := float64(r.Source.Rows + k + 16)
	task.Error = s.Unit()*task.Error + terms*0x1p-53*(5*losses+s.Unit()*task.Spread)
	// A gap, halved, has the spread of two scores.
	task.Spread = 2 * (losses + s.Unit()*task.Spread + s.Norm*2*math.Sqrt(losses)*r.SourceRadius)
	task.Draws = k + 1
	m, g, err := r.newSelection(task, 2*s.Unit()) // algorithm 1 prints twice the scale of algorithm 2
	if err != nil {
		return g, out, err
	}
	if err := r.pay(g); err != nil {
		return g, out, err
	}
	exact := r.hold(nil) // the solver's scores
	oracle := func(gradient []float64) int {
		*exact = gradient
		return m.Minimise(gradient)
	}
	choose := func(gaps []float64) int {
		for i := range gaps {
			gaps[i] /= 2
		}
		return m.Minimise(gaps)
	}
	if out.Weights, out.Model, err = r.SingleStage(s, r.exactObjective(), oracle, choose); err != nil {
		return g, out, err
	}
	checkDraws(m.Draws(), k+1)
	return g, out, nil
}
