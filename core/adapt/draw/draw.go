// Package draw is the private side of a run: it holds the exact second moment, and each of its mechanisms calibrates
// its noise from public values, states what that guarantees, charges it, draws, and overwrites the moment. What leaves
// is a drawn.Value.
package draw

import (
	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Charge is what a run costs under replace-one adjacency, whichever adjacency the run uses: ε at the certified δ, and
// the ρ by which runs add up.
type Charge struct{ Epsilon, Delta, Rho float64 }

// Private is what was computed from the private rows: with private labels Labelled is the sum of the rows with a
// label and Sum the sum of the others, and Counts are those of a report or an estimate, for each of its layouts; else these are nil.
type Private struct {
	Sum, Labelled *moment.Sum
	Counts        []*tally.Sum
}

// Run lets the mechanism of the plan draw from what is private. charge is called before any noise is drawn; if it, or
// the progress of the problem, returns an error there is no value, though the budget may be spent. However the run
// ends, including by a panic, the sums are overwritten. Tests: TestARunOverwritesItsSums here,
// TestChargeComesBeforeTheRelease in core/adapt.
func Run(p *plan.Problem, from Private, charge func(Charge) error) (drawn.Value, error) {
	r := &run{
		Problem:  p,
		sum:      from.Sum,
		labelled: from.Labelled,
		counts:   from.Counts,
		charge:   charge,
		sampler:  sampler.New(),
	}
	defer r.wipe()
	mechanisms := map[method.Mechanism]func() (drawn.Guarantee, drawn.Output, error){
		method.Moment: r.releaseMoment, method.Selection: r.selectVertices, method.Gradient: r.descendNoisily,
		method.Tally: r.releaseCounts,
	}
	guarantee, output, err := mechanisms[p.Mechanism]()
	if err != nil {
		return drawn.Value{}, err
	}
	value := drawn.Value{ReleaseID: sampler.Identifier(), Guarantee: guarantee, Output: output}
	if p.Adjacency == method.ReplaceOne {
		value.Rows = r.rows()
	}
	return value, nil
}

// run is the state of one Run.
type run struct {
	*plan.Problem
	sum      *moment.Sum
	labelled *moment.Sum  // or nil
	counts   []*tally.Sum // or nil
	charge   func(Charge) error
	sampler  *sampler.Sampler
	private  []wiper // everything that holds the exact moment, or what was computed from it
}

type wiper interface{ Wipe() }

// numbers belong to a solver, which uses them again in every round.
type numbers []float64

func (n *numbers) Wipe() { clear(*n) }

// hold has numbers overwritten with the sum, also those that are put in their place.
func (r *run) hold(v []float64) *numbers {
	held := (*numbers)(&v)
	r.private = append(r.private, held)
	return held
}

// rows returns n.
func (r *run) rows() int64 {
	if r.labelled == nil {
		return r.sum.Rows
	}
	return r.sum.Rows + r.labelled.Rows
}

// wipe overwrites what is private.
func (r *run) wipe() {
	r.sum.Wipe()
	if r.labelled != nil {
		r.labelled.Wipe()
	}
	for _, c := range r.counts {
		c.Wipe()
	}
	r.sampler.Wipe()
	for _, w := range r.private {
		w.Wipe()
	}
}

// pay charges what is guaranteed. Nothing private has been drawn yet.
func (r *run) pay(g drawn.Guarantee) error {
	epsilon, rho := r.Epsilon, g.Rho
	if r.Adjacency == method.AddRemove {
		// Replacing a row moves what is drawn from by √2 times as much as adding one does: the same noise costs twice
		// the ρ. (The noise on the count is not needed here: replacing a row does not change the count.)
		rho *= 2
		epsilon = noise.Epsilon(rho, r.Delta)
	}
	return r.charge(Charge{epsilon, r.Delta, rho})
}

// covers refuses a calibration that guarantees less than the claim. Only the paper's calibration can.
func (r *run) covers(epsilon float64) error {
	if !(epsilon <= r.Epsilon*(1+1e-9)) {
		if r.Calibration == method.Tight {
			panic("draw: the tight calibration misses its claim")
		}
		return words.Refuse(
			"refused",
			"the paper's noise guarantees only epsilon = %.4g at these settings, not %v; use calibration tight",
			epsilon,
			r.Epsilon,
		)
	}
	return nil
}

// checkDraws ends a run that made other draws than those charged. That is a fault of the program, and nothing may be
// released.
func checkDraws(made, charged int) {
	if made != charged {
		panic("draw: the draws made are not the draws charged")
	}
}
