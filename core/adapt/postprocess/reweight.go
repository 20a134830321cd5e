package postprocess

import (
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/release"
	"privadapt/core/solve"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// reweight minimises the discrepancy on M̂₀ or, where a part of its difference from the source stands out of the noise,
// on that part.
func (r *run) reweight() error {
	p, noise, released := r.Plan, r.noise, r.drawn.Output.Moment
	objective := r.Objective(released)
	objective.Uncertified = true // M̂₀ is released, so rounding in computations from it costs no privacy
	uniform := objective.Norm()
	if p.Solver != method.SingleStage {
		r.tolerate(objective, uniform)
	}
	solvers := map[method.Solver]func(*discrepancy.Objective) error{
		method.ProjectedGradient: r.projectedGradient,
		method.MirrorDescent:     r.mirrorDescent,
		method.SingleStage:       r.singleStage,
	}
	if err := solvers[p.Solver](objective); err != nil {
		return err
	}
	objective.Target = released
	objective.Start(append([]float64(nil), r.weights...))
	r.found.discrepancy = &release.Discrepancy{
		Uniform:    uniform,
		Weighted:   objective.Norm(),
		Noise:      noise.Bound(released, 1-plan.NoiseConfidence),
		Confidence: plan.NoiseConfidence,
	}
	return nil
}

// tolerate makes the objective ignore what noise explains. If a part of the difference between M̂₀ and the source
// stands out, the rest is taken out of the target, and the noise in that part is tolerated. Otherwise the spectral norm
// decides.
func (r *run) tolerate(o *discrepancy.Objective, uniform float64) {
	released := r.drawn.Output.Moment
	tolerance := r.noise.Tolerance(released, uniform)
	stated := tolerance
	if signal, left := r.noise.Signal(released, o.Difference()); signal != nil {
		rest, target := symeigen.NewMatrix(released.Order, nil), symeigen.NewMatrix(released.Order, nil)
		for i, v := range o.Difference().Data {
			rest.Data[i] = v - signal.Data[i]
			target.Data[i] = released.Data[i] - rest.Data[i]
		}
		tolerance, stated = left, left+discrepancy.SpectralNorm(rest)
		o.Target = target
		o.Start(o.Point())
	}
	r.found.tolerance = &stated
	o.Smoothing = discrepancy.Tolerant{Smoothing: o.Smoothing, Tolerance: tolerance}
}

// projectedGradient minimises the smoothed objective to a certified gap.
func (r *run) projectedGradient(o *discrepancy.Objective) error {
	result, err := solve.ProjectedGradient(o, r.certified(o))
	if err != nil {
		return err
	}
	r.keep(o.Point(), nil)
	r.found.gap, r.found.rounds = &result.Gap, &result.Rounds
	return nil
}

// certified stops a solver at a relative duality gap of 1e-4.
func (r *run) certified(o *discrepancy.Objective) solve.GapSettings {
	first := 0.0
	return solve.GapSettings{
		Curvature: o.Lambda,
		Rounds:    r.Iterations,
		Recorder: func(round solve.GapResult) error {
			if r.Progress == nil {
				return nil
			}
			// The number of rounds is not known in advance, but the decades from the first gap to the last are.
			if round.Rounds == 1 {
				first = round.Gap
			}
			span := math.Log(first / (1e-4 * math.Abs(round.Value)))
			done := math.Log(first/round.Gap) / span
			return r.Progress("solve", int64(1000*math.Max(0, math.Min(done, 1))), 1000)
		},
	}
}

func (r *run) mirrorDescent(o *discrepancy.Objective) error {
	q, err := r.MirrorDescent(o.GradientAt)
	if err != nil {
		return err
	}
	r.keep(q, nil)
	return nil
}

// singleStage runs algorithm 1 on M̂₀: exact steps, and the iterate of the least gap, at no cost.
func (r *run) singleStage(o *discrepancy.Objective) error {
	s, err := r.NewStage()
	if err != nil {
		return err
	}
	q, model, err := r.SingleStage(s, o, simplex.Minimise, solve.LeastGap)
	if err != nil {
		return err
	}
	r.keep(q, model)
	return nil
}
