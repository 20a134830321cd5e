package adapt

import (
	"math"

	"privadapt/core/discrepancy"
	"privadapt/core/dp/accountant"
	"privadapt/core/dp/mechanism"
	"privadapt/core/dualgap"
	"privadapt/core/frankwolfe"
	"privadapt/core/mirrordescent"
	"privadapt/core/projectedgradient"
	"privadapt/core/release"
	"privadapt/core/simplex"
)

// releaseMoment draws M̂₀ and, unless it is what was asked for, minimises the discrepancy on it: post-processing, in
// which line searches, stopping rules and every setting are free.
func (r *run) releaseMoment() error {
	p := r.plan
	rho := accountant.Rho(p.Epsilon, p.Delta)
	m := mechanism.NewMoment(p.grid, p.Adjacency, rho)
	r.certify(rho, 1, release.Noise{Distribution: "discrete-gaussian", DiagonalVariance: m.DiagonalVariance().String()})
	if err := r.pay(); err != nil {
		return err
	}
	noise := &r.noise
	noise.order, noise.radius = r.sum.Order, p.Radius
	r.moment, noise.rows = m.Release(r.sum, r.sampler)
	noise.sigma = m.StandardDeviation(noise.rows)
	r.certificate.Noise.StandardDeviation = noise.sigma
	if p.Adjacency == mechanism.AddRemove {
		r.certificate.RowsEstimate = noise.rows
		intercept := p.grid.Intercept()
		noise.count = m.StandardDeviation(1) / (intercept * intercept)
	}
	if p.Release == release.Moments {
		return nil
	}
	return r.reweight()
}

// reweight minimises the discrepancy on M̂₀.
func (r *run) reweight() error {
	p, noise := r.plan, &r.noise
	objective := r.objective(r.moment)
	objective.Uncertified = true // M̂₀ is released: the rounding of what is computed from it costs no privacy
	uniform := objective.Norm()
	if p.Solver != SingleStage && !p.Anneal {
		tolerance := noise.tolerance(r.moment, uniform)
		r.certificate.Tolerance = &tolerance
		objective.Smoothing = discrepancy.Tolerant{Smoothing: objective.Smoothing, Tolerance: tolerance}
	}
	solvers := map[string]func(*discrepancy.Objective) error{
		ProjectedGradient: r.projectedGradient,
		FrankWolfe:        r.pairwiseFrankWolfe,
		MirrorDescent:     r.mirrorDescent,
		SingleStage:       r.singleStage,
	}
	if err := solvers[p.Solver](objective); err != nil {
		return err
	}
	objective.Start(append([]float64(nil), r.weights...))
	r.certificate.Discrepancy = &release.Discrepancy{
		Uniform:    uniform,
		Weighted:   objective.Norm(),
		Noise:      noise.bound(r.moment, 1-noiseConfidence),
		Confidence: noiseConfidence,
	}
	return nil
}

// projectedGradient minimises to a certified gap: the smoothed objective or, annealing μ, the norm itself.
func (r *run) projectedGradient(o *discrepancy.Objective) error {
	settings := r.certified(o)
	var result dualgap.Result
	var err error
	if r.plan.Anneal {
		// Without regularisation the minimum may be 0, which no relative gap proves; 1e-6 of the largest possible norm does.
		settings.Absolute = 1e-6 * r.plan.Radius * r.plan.Radius
		result, err = projectedgradient.MinimiseNorm(o, settings)
		r.certificate.Mu = nil
	} else {
		result, err = projectedgradient.Minimise(o, settings)
	}
	if err != nil {
		return err
	}
	r.keep(o.Point())
	r.certifyGap(result)
	return nil
}

func (r *run) pairwiseFrankWolfe(o *discrepancy.Objective) error {
	result, err := frankwolfe.Pairwise(o, r.certified(o))
	if err != nil {
		return err
	}
	r.keep(o.Point())
	r.certifyGap(result)
	return nil
}

// certified stops a solver at a relative duality gap of 1e-4.
func (r *run) certified(o *discrepancy.Objective) dualgap.Settings {
	first := 0.0
	return dualgap.Settings{
		Curvature: o.Lambda,
		Rounds:    r.plan.Iterations,
		Recorder: func(round dualgap.Round) error {
			if r.progress == nil {
				return nil
			}
			// The number of rounds is not known; the decades from the first gap to the last are.
			if round.Number == 1 {
				first = round.Gap
			}
			span := math.Log(first / (1e-4 * math.Abs(round.Value)))
			done := math.Log(first/round.Gap) / span
			return r.progress("solve", int64(1000*math.Max(0, math.Min(done, 1))), 1000)
		},
	}
}

func (r *run) certifyGap(result dualgap.Result) {
	r.certificate.Gap = &result.Gap
	r.certificate.Rounds = &result.Rounds
}

func (r *run) mirrorDescent(o *discrepancy.Objective) error {
	q, err := mirrordescent.Minimise(simplex.Uniform(r.source.Rows), o.GradientAt, r.descent())
	if err != nil {
		return err
	}
	r.keep(q)
	return nil
}

// descent returns the settings of algorithm 3.
func (r *run) descent() mirrordescent.Settings {
	p := r.plan
	bound := r.geometry().Lipschitz(p.lambda)
	if p.Smoothing == PNorm {
		bound = r.geometry().PNormLipschitz(p.lambda)
	}
	return mirrordescent.Settings{
		Iterations: p.Iterations,
		Step:       mirrordescent.Step(bound, r.source.Rows, p.Iterations),
		Recorder:   r.rounds,
	}
}
