// Package dualgap proves how far a point of the probability simplex lies above the minimum of a convex function, and holds
// what the solvers that stop by such a proof have in common. It is of use where gradients may be looked at: after noise
// has been added once and for all, or without privacy.
package dualgap

import "math"

// Settings of a solver that stops when it can prove its point good enough. The zero value works.
type Settings struct {
	// Curvature is a λ ≥ 0 such that the objective less (λ/2)‖q‖₂² is still convex, in units of the objective. It sharpens
	// the proof (see Bound). Default 0, which is always true of a convex objective.
	Curvature float64
	// Relative is the gap at which to stop, as a fraction of the value. Default 1e-4.
	Relative float64
	// Absolute is the gap at which to stop, in units of the objective. Default 0. Where the minimum may be 0, no relative
	// gap can be reached and this one is needed.
	Absolute float64
	// Rounds is the number of gradients after which to stop without a proof. Default 100 000.
	Rounds int
	// Recorder, if not nil, is called after every round and can end the run by an error.
	Recorder func(Round) error
}

// Round is what a Recorder is told.
type Round struct {
	Number     int // from 1
	Value, Gap float64
}

// Result of a run. The objective is left at the point that it speaks of.
type Result struct {
	Value  float64
	Gap    float64 // the minimum is at least Value − Gap
	Rounds int     // gradients used
	Status Status
}

// Status says why a run ended.
type Status int

const (
	Converged  Status = iota // the gap is within the tolerance
	RoundLimit               // Settings.Rounds are used up
	Stalled                  // the value no longer changes by more than its rounding
)

func (s Status) String() string {
	return [...]string{"converged", "round limit", "stalled"}[s]
}

// Defaults returns the settings with defaults in place of zeros.
func (s Settings) Defaults() Settings {
	if s.Relative == 0 {
		s.Relative = 1e-4
	}
	if s.Rounds == 0 {
		s.Rounds = 100_000
	}
	return s
}

// Reached reports whether a gap is within the tolerance.
func (s Settings) Reached(value, gap float64) bool {
	return gap <= math.Max(s.Absolute, s.Relative*math.Abs(value))
}

// Record calls the Recorder, if there is one.
func (s Settings) Record(r Result) error {
	if s.Recorder == nil {
		return nil
	}
	return s.Recorder(Round{r.Rounds, r.Value, r.Gap})
}
