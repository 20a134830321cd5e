package vaultui

import (
	"encoding/json"
	"maps"

	"privadapt/core/adapt/plan"
)

// Phase is where the owner stands. Each phase enables exactly the controls
// that make sense in it, so an order that would break the guarantee (file
// first, settings later) cannot be clicked.
type Phase int

const (
	Opening  Phase = iota // the solver is parsing the public sample
	Failed                // the public sample cannot be used
	Asked                 // the request is on the screen
	Choosing              // settings are open
	Fixed                 // settings are fixed, a file may be picked
	Reading               // the worker reads the file
	Preview               // the owner's report is shown: run or cancel
	Running               // from Run until the release or an error
	Done                  // the release has left
)

// Session remembers what the owner saw before which choice.
//
// Differential privacy covers choices made from public values and from earlier
// releases, not choices made from the exact numbers of a report (the remark on
// local previews in core/PRIVACY.md). So once a report has been shown, settings other than
// the ones it was made with are marked, and the mark stays.
type Session struct {
	Phase   Phase
	fixed   string  // the settings, as text
	seen    bool    // something was told about a file under settings fixed here or in an earlier vault
	changed bool    // settings were changed after that
	warned  float64 // the ε above plan.LargeEpsilon that the owner was last asked about
}

// AsksAgain says whether the owner has to confirm an ε above plan.LargeEpsilon: yes the first time, and no when the same is chosen
// once more.
func (s *Session) AsksAgain(epsilon float64) bool {
	asks := epsilon > plan.LargeEpsilon && epsilon != s.warned
	s.warned = epsilon
	return asks
}

// Seen is what the page keeps for the vaults it opens later in the same tab:
// a vault has no storage. It holds settings, which are public, and no more.
type Seen struct {
	Settings string `json:"settings"`
	Changed  bool   `json:"changed"`
}

// Resume takes up what an earlier vault has left with the page.
func (s *Session) Resume(earlier Seen) {
	s.seen, s.fixed, s.changed = true, earlier.Settings, earlier.Changed
}

// Fix freezes the settings and returns what the solver is to be given.
func (s *Session) Fix(options Options) Options {
	text := options.text()
	if s.seen && text != s.fixed {
		s.changed = true
	}
	s.fixed = text
	s.Phase = Fixed
	out := maps.Clone(options)
	out["settingsAfterPreview"] = s.changed
	return out
}

// Picked returns what is to be kept from the moment that a file is handed to
// the worker: whatever it then tells the owner is told under these settings.
func (s *Session) Picked() Seen { return Seen{s.fixed, s.changed} }

// Told marks that the owner has learnt exact numbers about the file, be it
// from the report or from why there is none.
func (s *Session) Told() { s.seen = true }

// Changed says whether the settings were changed after a report.
func (s *Session) Changed() bool { return s.changed }

// text is the same for the same options.
func (o Options) text() string {
	text, err := json.Marshal(o) // keys in order
	if err != nil {
		panic(err) // numbers that Check let pass are finite
	}
	return string(text)
}

// The controls each phase enables.
func (p Phase) settingsOpen() bool { return p == Choosing }
func (p Phase) canUnfix() bool     { return p == Fixed }
func (p Phase) canPick() bool      { return p == Fixed }
func (p Phase) canRun() bool       { return p == Preview }

// showsPrivate says whether exact numbers of the private file are on their way
// to the screen or on it, before a run: what goes wrong then may be due to them.
func (p Phase) showsPrivate() bool { return p == Reading || p == Preview }

// number is where a phase stands among the five steps that the owner sees.
func (p Phase) number() int {
	switch p {
	case Choosing:
		return 1
	case Fixed, Reading:
		return 2
	case Preview, Running:
		return 3
	case Done:
		return 4
	}
	return 0
}
