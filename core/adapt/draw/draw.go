// Package draw is the private side of a run: it holds the exact second moment, and each of its mechanisms calibrates its noise
// by public values, states what that guarantees, has it paid for, draws, and forgets the moment. What leaves is a drawn.Value.
package draw

import (
	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/dp/accountant"
	"privadapt/core/dp/sampler"
	"privadapt/core/method"
	"privadapt/core/moment"
)

// Charge is what a run costs under replace-one adjacency, whatever the run's own is: ε at the certified δ, and the ρ by
// which runs add up.
type Charge struct{ Epsilon, Delta, Rho float64 }

// Run lets the mechanism of the plan draw from the sum. charge is called before any noise is drawn; if it, or the progress of the
// problem, returns an error there is no value, though the budget may be spent. Whichever way the run ends, by a panic too, the
// sum is overwritten.
// Tests: TestTheSumIsWipedOnEveryWayOut, TestChargeComesBeforeTheRelease, in core/adapt.
func Run(p *solve.Problem, sum *moment.Sum, charge func(Charge) error) (drawn.Value, error) {
	r := &run{Problem: p, sum: sum, charge: charge, sampler: sampler.New()}
	defer r.wipe()
	mechanisms := map[method.Mechanism]func() (drawn.Guarantee, drawn.Output, error){
		method.Moment: r.releaseMoment, method.Selection: r.selectVertices, method.Gradient: r.descendNoisily,
	}
	guarantee, output, err := mechanisms[p.Mechanism]()
	if err != nil {
		return drawn.Value{}, err
	}
	value := drawn.Value{ReleaseID: sampler.Identifier(), Guarantee: guarantee, Output: output}
	if p.Adjacency == method.ReplaceOne {
		value.Rows = sum.Rows
	}
	return value, nil
}

// run is the state of one Run.
type run struct {
	*solve.Problem
	sum     *moment.Sum
	charge  func(Charge) error
	sampler *sampler.Sampler
	private []wiper // what holds the exact moment, or what was computed from it
}

type wiper interface{ Wipe() }

// wipe overwrites what is private.
func (r *run) wipe() {
	r.sum.Wipe()
	r.sampler.Wipe()
	for _, w := range r.private {
		w.Wipe()
	}
}

// pay charges what is guaranteed. Nothing private has been drawn yet.
func (r *run) pay(g drawn.Guarantee) error {
	epsilon, rho := r.Epsilon, g.Rho
	if r.Adjacency == method.AddRemove {
		// Replacing a row moves the second moment by √2·r², adding one by r²: the same noise gives half the privacy. (The noise
		// on the count hides what replacing does not change.)
		rho *= 2
		epsilon = accountant.Epsilon(rho, r.Delta)
	}
	return r.charge(Charge{epsilon, r.Delta, rho})
}

// covers refuses a calibration that gives less than the claim, which only the paper's can.
func (r *run) covers(epsilon float64) error {
	if !(epsilon <= r.Epsilon*(1+1e-9)) {
		if r.Calibration == method.Tight {
			panic("draw: the tight calibration misses its claim")
		}
		return plan.Refuse("refused", "the paper's noise guarantees only epsilon = %.4g at these settings, not %v; use calibration tight", epsilon, r.Epsilon)
	}
	return nil
}

// checkDraws ends a run whose draws are not those charged: a fault of the program, of which no release may come.
func checkDraws(made, charged int) {
	if made != charged {
		panic("draw: the draws made are not the draws charged")
	}
}
