package vaultui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms"
)

// Settings are the owner's choices as entered in the form, unchecked.
type Settings struct {
	Epsilon, Delta, Rows           string
	Release                        string
	Base                           string // kind of the public model, as an invitation asks for it; empty: the engine's default
	GroupBy                        string // of a report: the column that divides it, or empty
	UseLabels                      bool   // of a model or moments: that the labels in the file correct it, or enter them
	People                         bool   // that a column, UnitColumn, names the person of each row
	UnitColumn                     string
	Mechanism, Solver, Calibration string
	Iterations, Mu, Lambda, Radius string // empty: chosen by the engine from public values
}

// Limits are set by the page, from an analyst's link. Zero means no limit. The
// smallest and the suggested ε are wishes, which the owner may ignore.
type Limits struct {
	EpsilonMin, EpsilonMax, Epsilon, Delta float64
	Labels                                 string // whether labels are asked for: wishLabels, demandLabels or ""
	Unit                                   string // the column that names people who shall be protected, or ""

	Receiver *terms.Receiver // what the receiver of the result says that it takes; nil where it cannot be asked
	Budget   *Budget         // nil where it is not known
}

// What a link says of the labels in the owner's file.
const (
	wishLabels   = "wish"     // they are asked for
	demandLabels = "required" // the receiver takes no result without them
)

// usesLabels reports whether a kind of result can hold what labels say; the form shows the choice for no other. A
// report always needs them.
func usesLabels(release string) bool { return release == "model" || release == "moments" }

// words describes the limits that the link sets.
func (l Limits) words() string {
	var wishes []string
	if l.EpsilonMin > 0 {
		wishes = append(wishes, fmt.Sprintf(texts.WishMin, plain(l.EpsilonMin)))
	}
	if l.Epsilon > 0 {
		wishes = append(wishes, fmt.Sprintf(texts.Wish, plain(l.Epsilon)))
	}
	if l.EpsilonMax > 0 {
		wishes = append(wishes, fmt.Sprintf(texts.WishMax, plain(l.EpsilonMax)))
	}
	return strings.Join(wishes, " ")
}

// Options is what the engine's readTarget takes; the keys are those of the
// protocol. All values are comparable, so two Options can be compared.
type Options map[string]any

// Problem is a sentence about one field of the form.
type Problem struct{ Field, Text string }

// Names of the fields, used for ids in the form and in Problem.
const (
	fieldEpsilon     = "epsilon"
	fieldDelta       = "delta"
	fieldRelease     = "release"
	fieldLabels      = "labels"
	fieldGroupBy     = "groupBy"
	fieldMechanism   = "mechanism"
	fieldSolver      = "solver"
	fieldCalibration = "calibration"
	fieldIterations  = "iterations"
	fieldMu          = "mu"
	fieldLambda      = "lambda"
	fieldRadius      = "radius"
	fieldRows        = "rows" // for δ and the forecast, not a setting of a run
	fieldUnit        = "people"
)

// releaseReport is the kind of result that says how good a fixed model is on the labelled rows.
const releaseReport = "report"

// The engine's options behind fieldLabels and fieldUnit.
const (
	optionLabels = "useLabels"
	optionUnit   = "unit"
)

// Check turns the form into options, or says for every faulty field what to
// change. The engine checks again; this check puts the messages beside the fields,
// before the owner picks a file.
func (s Settings) Check(limits Limits) (Options, []Problem) {
	options := Options{}
	var problems []Problem
	bad := func(field, text string) { problems = append(problems, Problem{field, text}) }

	if _, ok := declaredRows(s.Rows); !ok {
		bad(fieldRows, texts.ProblemRows)
	}
	switch epsilon, ok := number(s.Epsilon); {
	case strings.TrimSpace(s.Epsilon) == "":
		bad(fieldEpsilon, texts.ProblemEpsilonNone)
	case !ok || epsilon <= 0:
		bad(fieldEpsilon, texts.ProblemEpsilonRange)
	case limits.EpsilonMax > 0 && epsilon > limits.EpsilonMax:
		bad(fieldEpsilon, fmt.Sprintf(texts.ProblemEpsilonMax, plain(limits.EpsilonMax)))
	default:
		options[fieldEpsilon] = epsilon
	}
	if delta, ok := number(s.Delta); ok && delta > 0 && delta < 1 && limits.Delta > 0 && delta > limits.Delta {
		bad(fieldDelta, fmt.Sprintf(texts.ProblemDeltaMax, plain(limits.Delta)))
	} else if rows, known := declaredRows(s.Rows); ok && delta > 0 && delta < 1 && known && !fitsRows(delta, rows) {
		suits := plain(verify.SuggestedDelta(rows, limits.Delta))
		bad(fieldDelta, fmt.Sprintf(texts.ProblemDeltaRows, grouped(int(rows)), suits))
	} else if ok && delta > 0 && delta < 1 {
		options[fieldDelta] = delta
	} else {
		bad(fieldDelta, texts.ProblemDelta)
	}

	if limits.Budget != nil && options[fieldEpsilon] != nil && options[fieldDelta] != nil &&
		limits.Budget.runs(options[fieldEpsilon].(float64), options[fieldDelta].(float64)) == 0 {
		bad(fieldEpsilon, texts.ProblemBudget)
	}
	if column := strings.TrimSpace(s.UnitColumn); s.People && column == "" {
		bad(fieldUnit, texts.ProblemUnit)
	} else if s.People {
		options[optionUnit] = column
	}

	pick := func(field, value string, from []choice) {
		for _, c := range from {
			if c.value == value {
				options[field] = value
				return
			}
		}
		bad(field, texts.ProblemChoice)
	}
	pick(fieldRelease, s.Release, texts.ReleaseChoices)
	if s.Base != "" && release.Kind(s.Release).HasBase(s.UseLabels) {
		options["base"] = s.Base // the engine checks it
	}
	if s.Release == releaseReport {
		// Of a mechanism of its own, so that the form does not show any other setting.
		if s.GroupBy != "" {
			options[fieldGroupBy] = s.GroupBy
		}
		if len(problems) > 0 {
			return nil, problems
		}
		return options, nil
	}
	uses := s.UseLabels && usesLabels(s.Release)
	if limits.Labels == demandLabels && usesLabels(s.Release) && !uses {
		bad(fieldLabels, texts.ProblemDemanded)
	}
	if limits.Receiver != nil && !(limits.Labels == demandLabels && !uses) {
		if refused := limits.Receiver.ObjectionToLabels(release.Kind(s.Release), uses); refused != nil {
			bad(fieldLabels, fmt.Sprintf(texts.ReceiverRefuses, sentence(refused.Message)))
		}
	}
	if uses {
		options[optionLabels] = true
		if s.Solver == "single-stage" || s.Mechanism != "auto" && s.Mechanism != "moment" {
			bad(fieldLabels, texts.ProblemLabels)
		}
	}
	pick(fieldMechanism, s.Mechanism, texts.MechanismChoices)
	pick(fieldSolver, s.Solver, texts.SolverChoices)
	pick(fieldCalibration, s.Calibration, texts.CalibrationChoices)
	if s.Release == "moments" && s.Mechanism != "auto" && s.Mechanism != "moment" {
		bad(fieldMechanism, texts.ProblemPair)
	}

	if text := strings.TrimSpace(s.Iterations); text != "" {
		if rounds, err := strconv.Atoi(text); err == nil && rounds >= 1 && rounds <= math.MaxInt32 {
			options[fieldIterations] = rounds
		} else {
			bad(fieldIterations, texts.ProblemIterations)
		}
	}
	optional := func(field, text, problem string, fits func(float64) bool) {
		if strings.TrimSpace(text) == "" {
			return
		}
		if value, ok := number(text); ok && fits(value) {
			options[field] = value
		} else {
			bad(field, problem)
		}
	}
	optional(fieldMu, s.Mu, texts.ProblemMu, func(v float64) bool { return v > 0 })
	optional(fieldLambda, s.Lambda, texts.ProblemLambda, func(v float64) bool { return v >= 0 })
	optional(fieldRadius, s.Radius, texts.ProblemRadius, func(v float64) bool { return v >= 0.001 })

	if len(problems) > 0 {
		return nil, problems
	}
	return options, nil
}

// fits are the options by which the engine knows which fits to the public sample a run will need: not those of its
// budget.
func (s Settings) fits() Options {
	options := Options{fieldRelease: s.Release}
	if s.Base != "" && release.Kind(s.Release).HasBase(s.UseLabels) {
		options["base"] = s.Base
	}
	if s.Solver == "single-stage" && s.Release == "model" {
		options[fieldSolver] = s.Solver // makes a linear model, which needs none
	}
	if s.UseLabels && usesLabels(s.Release) {
		options[optionLabels] = true
	}
	return options
}

// number reads a finite decimal number, with a decimal point or comma. A comma that may stand before thousands, as in
// 1,500, is refused. Hexadecimal floats and underscores, which strconv accepts, are not acceptable forms of a privacy
// budget.
func number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if whole, decimals, found := strings.Cut(text, ","); found {
		if thousands := len(decimals) == 3 && strings.Trim(whole, "+-0") != ""; thousands || strings.Contains(text, ".") {
			return 0, false
		}
		text = whole + "." + decimals
	}
	if text == "" || strings.Trim(text, "+-.0123456789eE") != "" {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
		return 0, false
	}
	return value, true
}
