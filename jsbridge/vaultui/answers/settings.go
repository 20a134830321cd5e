package answers

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms"
	"privadapt/core/words"
)

// Settings are the owner's choices as entered in the form, unchecked.
type Settings struct {
	Epsilon, Delta, Rows   string
	Release                string
	Base                   string // kind of the public model, as an invitation asks for it; empty: the engine's default
	GroupBy                string // of a report: the column that divides it, or empty
	UseLabels              bool   // of a model or moments: that the labels in the file correct it, or enter them
	People                 bool   // that a column, UnitColumn, names the person of each row
	UnitColumn             string
	Mechanism, Calibration string
	Iterations, Radius     string // empty: chosen by the engine from public values
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
	wishLabels   = string(terms.WishLabels)     // they are asked for
	demandLabels = string(terms.RequiredLabels) // the receiver takes no result without them
)

// UsesLabels reports whether a kind of result can hold what labels say; the form shows the choice for no other. A
// report always needs them.
func UsesLabels(kind string) bool { return release.Kind(kind).TakesLabels() }

// Words describes the limits that the link sets.
func (l Limits) Words() string {
	var wishes []string
	if l.EpsilonMin > 0 {
		wishes = append(wishes, fmt.Sprintf(texts.WishMin, texts.Plain(l.EpsilonMin)))
	}
	if l.Epsilon > 0 {
		wishes = append(wishes, fmt.Sprintf(texts.Wish, texts.Plain(l.Epsilon)))
	}
	if l.EpsilonMax > 0 {
		wishes = append(wishes, fmt.Sprintf(texts.WishMax, texts.Plain(l.EpsilonMax)))
	}
	return strings.Join(wishes, " ")
}

// Options is what the engine's readTarget takes; the keys are the protocol's. All values are comparable, so two
// Options can be compared.
type Options map[string]any

// Problem is a sentence about one field of the form.
type Problem struct{ Field, Text string }

// Names of the fields, used for ids in the form and in Problem.
const (
	FieldEpsilon     = "epsilon"
	FieldDelta       = "delta"
	FieldRelease     = "release"
	FieldLabels      = "labels"
	FieldGroupBy     = "groupBy"
	FieldMechanism   = "mechanism"
	FieldCalibration = "calibration"
	FieldIterations  = "iterations"
	FieldRadius      = "radius"
	FieldRows        = "rows" // for δ and the forecast, not a setting of a run
	FieldUnit        = "people"
)

// The engine's options behind FieldLabels and FieldUnit.
const (
	OptionLabels = "useLabels"
	OptionUnit   = "unit"
)

// Check turns the form into options, or says for every faulty field what to
// change. The engine checks again; this check puts the messages beside the fields,
// before the owner picks a file.
func (s Settings) Check(limits Limits) (Options, []Problem) {
	options := Options{}
	var problems []Problem
	bad := func(field, text string) { problems = append(problems, Problem{field, text}) }

	if _, ok := DeclaredRows(s.Rows); !ok {
		bad(FieldRows, texts.ProblemRows)
	}
	switch epsilon, ok := words.Number(s.Epsilon); {
	case strings.TrimSpace(s.Epsilon) == "":
		bad(FieldEpsilon, texts.ProblemEpsilonNone)
	case !ok || epsilon <= 0:
		bad(FieldEpsilon, texts.ProblemEpsilonRange)
	case limits.EpsilonMax > 0 && epsilon > limits.EpsilonMax:
		bad(FieldEpsilon, fmt.Sprintf(texts.ProblemEpsilonMax, texts.Plain(limits.EpsilonMax)))
	default:
		options[FieldEpsilon] = epsilon
	}
	if delta, ok := words.Number(s.Delta); ok && delta > 0 && delta < 1 && limits.Delta > 0 && delta > limits.Delta {
		bad(FieldDelta, fmt.Sprintf(texts.ProblemDeltaMax, texts.Plain(limits.Delta)))
	} else if rows, known := DeclaredRows(s.Rows); ok && delta > 0 && delta < 1 && known && !fitsRows(delta, rows) {
		bad(FieldDelta, fmt.Sprintf(texts.ProblemDeltaRows, texts.Grouped(int(rows)),
			texts.Plain(verify.SuggestedDelta(rows, limits.Delta))))
	} else if ok && delta > 0 && delta < 1 {
		options[FieldDelta] = delta
	} else {
		bad(FieldDelta, texts.ProblemDelta)
	}

	if limits.Budget != nil && options[FieldEpsilon] != nil && options[FieldDelta] != nil &&
		limits.Budget.Runs(options[FieldEpsilon].(float64), options[FieldDelta].(float64)) == 0 {
		bad(FieldEpsilon, texts.ProblemBudget)
	}
	if column := strings.TrimSpace(s.UnitColumn); s.People && column == "" {
		bad(FieldUnit, texts.ProblemUnit)
	} else if s.People {
		options[OptionUnit] = column
	}

	pick := func(field, value string, from []Choice) {
		for _, c := range from {
			if c.Value == value {
				options[field] = value
				return
			}
		}
		bad(field, texts.ProblemChoice)
	}
	pick(FieldRelease, s.Release, texts.ReleaseChoices)
	if s.Base != "" && release.Kind(s.Release).HasBase(s.UseLabels) {
		options["base"] = s.Base // the engine checks it
	}
	if s.Release == ReleaseReport {
		// Of a mechanism of its own, so that the form does not show any other setting.
		if s.GroupBy != "" {
			options[FieldGroupBy] = s.GroupBy
		}
		if len(problems) > 0 {
			return nil, problems
		}
		return options, nil
	}
	uses := s.UseLabels && UsesLabels(s.Release)
	if limits.Labels == demandLabels && UsesLabels(s.Release) && !uses {
		bad(FieldLabels, texts.ProblemDemanded)
	}
	if limits.Receiver != nil && !(limits.Labels == demandLabels && !uses) {
		if refused := limits.Receiver.ObjectionToLabels(release.Kind(s.Release), uses); refused != nil {
			bad(FieldLabels, fmt.Sprintf(texts.ReceiverRefuses, Explained("", "", refused.Reason)))
		}
	}
	if uses {
		options[OptionLabels] = true
		if s.Mechanism != "moment" {
			bad(FieldLabels, texts.ProblemLabels)
		}
	}
	pick(FieldMechanism, s.Mechanism, texts.MechanismChoices)
	pick(FieldCalibration, s.Calibration, texts.CalibrationChoices)
	if s.Release == "moments" && s.Mechanism != "moment" {
		bad(FieldMechanism, texts.ProblemPair)
	}

	if text := strings.TrimSpace(s.Iterations); text != "" {
		if rounds, err := strconv.Atoi(text); err == nil && rounds >= 1 && rounds <= math.MaxInt32 {
			options[FieldIterations] = rounds
		} else {
			bad(FieldIterations, texts.ProblemIterations)
		}
	}
	if text := strings.TrimSpace(s.Radius); text != "" {
		if radius, ok := words.Number(text); ok && radius >= 0.001 {
			options[FieldRadius] = radius
		} else {
			bad(FieldRadius, texts.ProblemRadius)
		}
	}

	if len(problems) > 0 {
		return nil, problems
	}
	return options, nil
}

// Fits are the options by which the engine knows which fits to the public sample a run will need. The options of
// its budget are not among them.
func (s Settings) Fits() Options {
	options := Options{FieldRelease: s.Release}
	if s.Base != "" && release.Kind(s.Release).HasBase(s.UseLabels) {
		options["base"] = s.Base
	}
	if s.UseLabels && UsesLabels(s.Release) {
		options[OptionLabels] = true
	}
	return options
}
