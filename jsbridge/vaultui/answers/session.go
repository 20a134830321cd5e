// Package answers has what the owner answers before a file is chosen: the settings with their checks, what a run under
// them would bring, use and release, and in which step of a session they are fixed; and all texts of the vault.
package answers

import (
	"encoding/json"
	"fmt"
	"maps"

	"privadapt/core/adapt/plan"
	"privadapt/core/release"
)

// Phase is the owner's current step. Each phase enables exactly the controls that
// make sense in it, so the owner cannot click in an order that would break the
// guarantee (file first, settings later).
type Phase int

const (
	Opening  Phase = iota // the engine worker is parsing the public sample
	Failed                // the public sample cannot be used
	Choosing              // the request with its settings, which picking a file fixes
	Reading               // the worker reads the file
	Asking                // the owner is asked about its header or its sheets; no row was read
	Preview               // the owner's report is shown: run or cancel
	Running               // from Run until the release or an error
	Done                  // the release has left
)

// Session records what the owner had seen before each choice.
//
// Differential privacy covers choices made from public values and from earlier
// releases, not choices made from the exact numbers of a report (the remark on
// local previews in core/PRIVACY.md). So once a report has been shown, settings other than
// the ones it was made with are marked, and the mark stays.
type Session struct {
	Phase   Phase
	fixed   string  // the settings, as text
	seen    bool    // the owner learnt something about a file under settings fixed in this or an earlier vault
	changed bool    // settings were changed after that
	named   string  // the headers of the owner's files that the rows are read by, as text
	warned  float64 // the ε above plan.LargeEpsilon that the owner was last asked about
}

// AsksAgain says whether the owner has to confirm an ε above plan.LargeEpsilon: yes the first time, and no if the same
// is chosen once more.
func (s *Session) AsksAgain(epsilon float64) bool {
	asks := epsilon > plan.LargeEpsilon && epsilon != s.warned
	s.warned = epsilon
	return asks
}

// Seen is what the page keeps for the vaults that it opens later in the same tab,
// because a vault has no storage. It holds only settings, which are public.
type Seen struct {
	Settings string `json:"settings"`
	Changed  bool   `json:"changed"`
}

// Resume restores what an earlier vault has left with the page.
func (s *Session) Resume(earlier Seen) {
	s.seen, s.fixed, s.changed = true, earlier.Settings, earlier.Changed
}

// Fix freezes the settings and returns the options for the engine worker. reading says how the sample is read, its
// label among it, and model is the digest of the model that is judged or used, if one came with the sample: both are
// settings too, although the engine worker needs them earlier.
func (s *Session) Fix(options Options, reading, model string) Options {
	text := options.Text() + reading
	if kind, _ := options[FieldRelease].(string); release.Kind(kind).Counted() {
		text += model
	}
	if s.seen && text != s.fixed {
		s.changed = true
	}
	s.fixed = text
	out := maps.Clone(options)
	out["settingsAfterPreview"] = s.changed
	return out
}

// Name records by which of the owner's headers rows are read. They are settings as well, but private: another choice
// after a report is marked, and what the page keeps does not have them.
func (s *Session) Name(headers map[string]string) {
	text := ""
	if len(headers) > 0 {
		text = fmt.Sprintf("%q", headers) // keys in order
	}
	if s.seen && text != s.named {
		s.changed = true
	}
	s.named = text
}

// Picked returns what the page has to keep from the moment when a file is passed
// to the worker: everything that the owner learns from then on is learnt under
// these settings.
func (s *Session) Picked() Seen { return Seen{s.fixed, s.changed} }

// Told records that the owner has learnt exact numbers about the file, from the
// report or from the reason why there is none.
func (s *Session) Told() { s.seen = true }

// Changed says whether the settings were changed after a report.
func (s *Session) Changed() bool { return s.changed }

// Text is the same for the same options.
func (o Options) Text() string {
	text, err := json.Marshal(o) // keys in order
	if err != nil {
		panic(err) // numbers that passed Check are finite
	}
	return string(text)
}

// The controls each phase enables.
func (p Phase) CanPick() bool { return p == Choosing }
func (p Phase) CanRun() bool  { return p == Preview }

// ShowsPrivate says whether, before a run, exact numbers of the private file are
// on the screen or about to be: they may then be the cause of a failure.
func (p Phase) ShowsPrivate() bool { return p == Reading || p == Asking || p == Preview }

// Number is where a phase stands among the three steps that the owner sees.
func (p Phase) Number() int {
	switch p {
	case Reading, Asking, Preview, Running:
		return 1
	case Done:
		return 2
	}
	return 0
}
