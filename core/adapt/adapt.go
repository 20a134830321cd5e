package adapt

import (
	"gonum.org/v1/gonum/mat"

	"privadapt/core/discrepancy"
	"privadapt/core/dp/accountant"
	"privadapt/core/dp/mechanism"
	"privadapt/core/dp/sampler"
	"privadapt/core/release"
	"privadapt/core/simplex"
)

// Charge is what a run costs under replace-one adjacency, whatever the run's own is: ε at the certified δ, and the ρ by
// which runs add up.
type Charge struct{ Epsilon, Delta, Rho float64 }

// Engine identifies the program in a release.
type Engine struct {
	Version    string
	WasmSHA256 string // empty where the engine is no wasm
}

// Adapt calibrates the mechanism, asks charge to pay for it, lets it run, and computes the released values from what the
// mechanism returned. A target is used once: its draws are paid for once. charge is called before any noise is drawn; if
// it or progress returns an error there is no release, though the budget may be spent.
func (t *Target) Adapt(engine Engine, charge func(Charge) error, progress Progress) (made *release.Release, err error) {
	if t.used {
		return nil, refuse("stale-handle", "this reading of the private data has already made a release; read it again for another")
	}
	t.used = true
	r := &run{Target: t, charge: charge, progress: progress, sampler: sampler.New()}
	defer r.sampler.Wipe()
	r.rows, r.sourceRadius = t.plan.grid.ClipRows(t.plan.rows, t.plan.features.Dim())
	defer r.unshare(&err)
	if err := r.share(); err != nil {
		return nil, err
	}
	mechanisms := map[string]func() error{Moment: r.releaseMoment, Selection: r.selectVertices, Gradient: r.descendNoisily}
	if err := mechanisms[t.plan.Mechanism](); err != nil {
		return nil, err
	}
	values, err := r.values()
	if err != nil {
		return nil, err
	}
	t.released = r
	return r.document(engine, values), nil
}

// run is the state of one Adapt.
type run struct {
	*Target
	charge   func(Charge) error
	progress Progress
	sampler  *sampler.Sampler

	workers      []discrepancy.Worker
	rows         []float64 // clipped source rows, m×d
	sourceRadius float64   // r̂
	certificate  release.Certificate
	moment       *mat.SymDense // M̂₀, mechanism moment only
	noise        noise         // and the law of its noise
	weights      []float64     // q, m
	singleStaged *fit          // of the single-stage solver
}

func (r *run) geometry() discrepancy.Geometry {
	return discrepancy.Geometry{
		Radius: r.plan.Radius, SourceRadius: r.sourceRadius, Rows: r.sum.Rows, Order: r.sum.Order,
	}
}

// pay charges the certified budget. Nothing private has been drawn yet.
func (r *run) pay() error {
	epsilon, rho := r.certificate.Epsilon, r.certificate.Rho
	if r.plan.Adjacency == mechanism.AddRemove {
		// Replacing a row moves the second moment by √2·r², adding one by r²: the same noise gives half the privacy. (The noise
		// on the count hides what replacing does not change.)
		rho *= 2
		epsilon = accountant.Epsilon(rho, r.certificate.Delta)
	}
	return r.charge(Charge{epsilon, r.certificate.Delta, rho})
}

// objective returns f(M(q)) + (λ/2)‖q‖₂² for a target moment, at uniform weights.
func (r *run) objective(target *mat.SymDense) *discrepancy.Objective {
	o := &discrepancy.Objective{Target: target, Rows: r.rows, Lambda: r.plan.lambda, Smoothing: discrepancy.Softmax{Mu: r.plan.Mu}, Workers: r.workers}
	if r.plan.Smoothing == PNorm {
		o.Smoothing = discrepancy.PNorm{P: r.plan.P}
	}
	o.Start(simplex.Uniform(r.source.Rows))
	return o
}

// keep takes the weights that a solver found.
func (r *run) keep(q []float64) {
	r.weights = append([]float64(nil), q...)
	simplex.Normalise(r.weights)
	size := simplex.EffectiveSampleSize(r.weights)
	r.certificate.EffectiveSampleSize = &size
}

// rounds tells the progress of a solver of k iterations, which asks its oracle k−1 times.
func (r *run) rounds(round int) error {
	if r.progress == nil {
		return nil
	}
	return r.progress("solve", int64(round), int64(r.plan.Iterations-1))
}
