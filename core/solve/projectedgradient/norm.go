package projectedgradient

import (
	"math"
	"slices"

	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
)

// MinimiseNorm minimises ‖M(q)‖₂ + (λ/2)‖q‖₂² itself, from the objective's present point, by minimising the softmax
// approximation for a growing sharpness μ, each from the minimiser of the last (annealing). The objective's smoothing
// does not matter; on return it is the softmax with the last μ. λ is the objective's; Settings.Curvature is
// ignored. Value and Gap are for the exact norm.
//
// The lower bound. For any symmetric G of trace norm at most 1, ‖M(v)‖₂ ≥ ⟨G,M(v)⟩, so with s_j = x_jᵀGx_j
//
//	min_q ‖M(q)‖₂ + (λ/2)‖q‖² ≥ ⟨G,M(y)⟩ + ⟨s,y⟩ + min_{v∈Δ} (λ/2)‖v‖² − ⟨s,v⟩.
//
// G = V diag(slopes) Vᵀ of the softmax at y is such a matrix, and −s + λy is the gradient there; so the right side is
// ⟨G,M(y)⟩ + (λ/2)‖y‖² − Bound(gradient, y, λ). This does not lose log(2d)/μ: at the minimiser of the softmax the two
// sides differ only by the entropy of its weights, divided by μ.
//
// For λ = 0 the minimum can be 0; then only Settings.Absolute ends the run.
func MinimiseNorm(objective *discrepancy.Objective, settings dualgap.Settings) (dualgap.Result, error) {
	settings = settings.Defaults()
	// μ grows fourfold when the smooth problem is solved to a fifth of the remaining gap. Of the pairs
	// (2, 3, 4, 8) × (0.1, 0.2, 0.3, 0.5, 0.7, 0.9) this one was the fastest on the real tasks; the slowest took four
	// times as long.
	const sharper, solved = 4, 0.2

	w := &watchedSoftmax{}
	objective.Smoothing = w
	w.Mu = firstSharpness(objective)
	defer func() { objective.Smoothing = w.Softmax }()

	d := newDescent(objective)
	exact := func(total float64) float64 { return total - w.value + w.norm } // of a total just evaluated
	best := newIncumbent(d.x, exact(d.value))
	lower := math.Inf(-1)
	smoothBest, smoothLower := d.value, math.Inf(-1)
	defer func() { objective.Start(best.point) }()
	for round := 1; ; round++ {
		d.extrapolate()
		gap := dualgap.Bound(d.gradient, d.y, objective.Lambda, d.scratch)
		smoothLower = math.Max(smoothLower, d.ahead-gap)
		lower = math.Max(lower, d.ahead-w.value+w.linear-gap)
		result := dualgap.Result{Value: best.value, Gap: best.value - lower, Rounds: round}
		if err := settings.Record(result); err != nil {
			return result, err
		}
		if settings.Reached(result.Value, result.Gap) {
			return result, nil
		}
		if round == settings.Rounds {
			result.Status = dualgap.RoundLimit
			return result, nil
		}
		if smoothBest-smoothLower <= solved*result.Gap {
			w.Mu *= sharper
			d.lipschitz *= sharper
			d.restart()
			objective.StartAt(d.x, slices.Clone(d.image))
			smoothBest, smoothLower = objective.Value(), math.Inf(-1)
			continue
		}
		if !d.step() {
			result.Status = dualgap.Stalled
			return result, nil
		}
		best.offer(d.x, exact(d.value))
		smoothBest = math.Min(smoothBest, d.value)
	}
}

// firstSharpness returns the μ at which the softmax errs by up to the whole of the norm at the present point.
func firstSharpness(objective *discrepancy.Objective) float64 {
	norm := objective.Norm()
	if norm == 0 { // already a minimiser, apart from λ
		norm = discrepancy.SpectralNorm(objective.Target)
	}
	return math.Log(2*float64(objective.Target.Order)) / norm
}

// watchedSoftmax is the softmax that remembers its last evaluation.
type watchedSoftmax struct {
	discrepancy.Softmax
	value  float64 // F̃
	linear float64 // ⟨G,M⟩ = Σ slope_i·λ_i
	norm   float64 // ‖M‖₂
}

// Evaluate implements discrepancy.Smoothing.
func (w *watchedSoftmax) Evaluate(eigenvalues, slopes []float64) float64 {
	w.value = w.Softmax.Evaluate(eigenvalues, slopes)
	w.linear, w.norm = 0, 0
	for i, v := range eigenvalues {
		w.linear += slopes[i] * v
		w.norm = math.Max(w.norm, math.Abs(v))
	}
	return w.value
}
