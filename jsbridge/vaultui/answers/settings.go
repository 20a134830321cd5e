package answers

import (
	"fmt"
	"math"
	"strings"

	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms"
	"privadapt/core/words"
)

// Settings are the owner's choices as entered in the form, unchecked.
type Settings struct {
	Epsilon, Delta, Rows string
	Release              string
	Base                 string // kind of the public model, as an invitation asks for it; empty: the engine's default
	GroupBy              string // of a report or an estimate: the column that divides it, or empty
	UseLabels            bool   // that the labels in the file correct the result, or enter moments
	People               bool   // that a column, UnitColumn, names the person of each row
	UnitColumn           string
}

// Limits are what the page has of an analyst's link: its terms, whose zeros mean no limit, and what else bounds a run. The
// smallest and the suggested ε are wishes, which the owner may ignore.
type Limits struct {
	terms.Terms

	Receiver *terms.Receiver // what the receiver of the result says that it takes; nil where it cannot be asked
	Budget   *Budget         // nil where it is not known
}

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
	FieldEpsilon = "epsilon"
	FieldDelta   = "delta"
	FieldRelease = "release"
	FieldLabels  = "labels"
	FieldGroupBy = "groupBy"
	FieldRows    = "rows" // for δ and the forecast, not a setting of a run
	FieldUnit    = "people"
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
	options := s.Fits()
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

	uses := s.UseLabels && UsesLabels(s.Release)
	if limits.Labels == terms.RequiredLabels && UsesLabels(s.Release) && !uses {
		bad(FieldLabels, texts.ProblemDemanded)
	}
	if limits.Receiver != nil && !(limits.Labels == terms.RequiredLabels && !uses) {
		if refused := limits.Receiver.ObjectionToLabels(release.Kind(s.Release), uses); refused != nil {
			bad(FieldLabels, fmt.Sprintf(texts.ReceiverRefuses, Explained("", "", refused.Reason)))
		}
	}
	if release.Kind(s.Release).Counted() && s.GroupBy != "" {
		options[FieldGroupBy] = s.GroupBy
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
		options["base"] = s.Base // the engine checks it
	}
	if s.UseLabels && UsesLabels(s.Release) {
		options[OptionLabels] = true
	}
	return options
}

// UsualRows stands in the form before the owner writes a number.
const UsualRows = 1000

const LargestDeltaRows = verify.LargestDeltaRows

// fitsRows reports whether the engine takes δ for a given number of private rows.
func fitsRows(delta, rows float64) bool { return delta < 1/rows }

// Budget is what is left of the owner's privacy budget, as ρ of zero-concentrated differential privacy, in which runs
// add up.
type Budget struct{ Left float64 }

// Runs is how many runs at this price fit into what is left.
func (b Budget) Runs(epsilon, delta float64) int {
	rho := noise.Rho(epsilon, delta)
	if !(rho > 0) {
		return 0
	}
	return int(math.Floor(min(b.Left/rho*(1+1e-9), 1e6)))
}

// RunsOf counts runs.
func RunsOf(n int) string {
	if n == 1 {
		return texts.RunOne
	}
	return fmt.Sprintf(texts.Runs, texts.Grouped(n))
}

// Leaves states, before a run, what the run will hand over, in a line and in full.
func Leaves(options Options) (short, full string) {
	kind := options[FieldRelease].(string)
	format := texts.Leaves
	if options[OptionUnit] != nil {
		format = texts.LeavesPeople
	}
	for _, c := range texts.ReleaseChoices {
		if c.Value == kind {
			full = c.Help
		}
	}
	switch {
	case kind == string(release.Report):
		full += " " + texts.LeavesReport
	case kind == string(release.Estimate):
		if full += " " + texts.LeavesEstimate; options[OptionLabels] == true {
			full += " " + texts.LeavesResiduals
		}
	case options[OptionLabels] == true && kind == "moments":
		full += " " + texts.LeavesSums
	case options[OptionLabels] == true:
		full += " " + texts.LeavesLabels
	}
	if column, ok := options[FieldGroupBy]; ok {
		full += " " + fmt.Sprintf(texts.LeavesGroups, column)
	}
	return fmt.Sprintf(format, texts.LeavesWhat[kind]), full + " " + texts.LeavesAll
}
