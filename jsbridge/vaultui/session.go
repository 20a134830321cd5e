package vaultui

import "maps"

// Phase is where the owner stands. Each phase enables exactly the controls
// that make sense in it, so an order that would break the guarantee (file
// first, settings later) cannot be clicked.
type Phase int

const (
	Opening  Phase = iota // the solver is parsing the public sample
	Failed                // the public sample cannot be used
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
// releases, not choices made from the exact numbers of a report (privacy.md,
// "What is released"). So once a report has been shown, settings other than
// the ones it was made with are marked, and the mark stays.
type Session struct {
	Phase   Phase
	fixed   Options
	seen    bool // a report has been shown in this vault
	changed bool // settings were changed after that
}

// Fix freezes the settings and returns what the solver is to be given.
func (s *Session) Fix(options Options) Options {
	if s.seen && !maps.Equal(s.fixed, options) {
		s.changed = true
	}
	s.fixed = maps.Clone(options)
	s.Phase = Fixed
	out := maps.Clone(options)
	out["settingsAfterPreview"] = s.changed
	return out
}

// Reported marks that the owner has seen exact numbers about the file.
func (s *Session) Reported() {
	s.seen = true
	s.Phase = Preview
}

// Changed says whether the settings were changed after a report.
func (s *Session) Changed() bool { return s.changed }

// The controls each phase enables.
func (p Phase) settingsOpen() bool { return p == Choosing }
func (p Phase) canUnfix() bool     { return p == Fixed }
func (p Phase) canPick() bool      { return p == Fixed }
func (p Phase) canRun() bool       { return p == Preview }
