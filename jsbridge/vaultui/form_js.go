package vaultui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms"
	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

const epsilonOther = "other"

// settingsForm holds the owner's answers, and behind Details what few change. Nothing is preselected for ε but what an
// invitation suggests.
type settingsForm struct {
	open    element // all controls, disabled together once a file is picked
	details element // fold

	epsilon, epsilonValue, delta, release, mechanism, calibration, iterations, radius element
	radiusHint, advanced                                                              element
	// Radios, for a model and for moments.
	labels element
	// Radios, the column that names the person, and names to choose from.
	people, unitColumn, unitColumns element
	rowsLabel                       element
	// a column, for a report alone.
	groups, groupsField element
	asked               terms.Terms // by an invitation

	rows       element
	sheet      element // the name of a workbook's sheet; it never leaves the vault
	forecast   *forecastPart
	ownDelta   bool    // the owner has written a δ
	mostDelta  float64 // as the invitation or the receiver has it; 0: no limit
	unprepared bool    // the engine has died of the fits that prepare asked for; the fresh one waits for the run
}

func (v *vault) newSettingsForm() *settingsForm {
	f := &settingsForm{forecast: newForecastPart()}
	var delta, own, mechanism, calibration, iterations, radius, rows, sheet element

	usual := cmp.Or(v.sampleRows, answers.UsualRows)
	f.rows, rows = input(answers.FieldRows, texts.Rows, "", texts.Grouped(usual))
	with(f.rows, "inputmode", "numeric")
	f.rowsLabel = rows.find("label")
	f.labels = radios(answers.FieldLabels, fmt.Sprintf(texts.Labels, v.sampleLabel), "no",
		[]answers.Choice{{Value: "yes", Label: texts.LabelsYes}, {Value: "no", Label: texts.LabelsNo}})
	f.unitColumn = with(el("input", ""), "type", "text", "id", "unit-column", "aria-label", texts.UnitColumn,
		"autocomplete", "off", "spellcheck", "false", "list", "unit-columns")
	f.unitColumns = with(el("datalist", ""), "id", "unit-columns")
	f.people = radios(answers.FieldUnit, texts.Unit, "no",
		[]answers.Choice{{Value: "no", Label: texts.UnitNo}, {Value: "yes", Label: texts.UnitYes}})
	f.people.find(".row").add([]any{f.unitColumn, f.unitColumns})
	v.on(f.people, "change", func() { f.showChoices() })
	f.epsilon = radios(answers.FieldEpsilon, texts.EpsilonLegend, "",
		append(slices.Clone(texts.EpsilonChoices), answers.Choice{Value: epsilonOther, Label: texts.EpsilonOther}),
		f.forecast.short)

	f.epsilonValue, own = input("epsilon-value", texts.EpsilonValue, texts.EpsilonHelp, "")
	v.on(f.epsilonValue, "input", func() { f.check(epsilonOther) })
	f.delta, delta = input(answers.FieldDelta, texts.DeltaLabel,
		fmt.Sprintf(texts.DeltaHelp, texts.Plain(answers.LargestDeltaRows/10)),
		words.InField(verify.SuggestedDelta(float64(usual), 0)))
	v.on(f.delta, "input", func() { f.ownDelta = value(f.delta) != "" })
	v.on(f.delta, "change", f.followRows)
	v.on(f.rows, "input", f.followRows)
	f.release = radios(answers.FieldRelease, texts.ReleaseLegend, texts.ReleaseChoices[0].Value, texts.ReleaseChoices)
	f.groups, f.groupsField = selection(answers.FieldGroupBy, texts.GroupBy, texts.GroupByNone)
	v.on(f.release, "change", func() {
		f.showChoices()
		v.request.asks(v.isInvited(), f.kind())
	})
	f.mechanism, mechanism = selection(answers.FieldMechanism, texts.Mechanism, texts.MechanismChoices)
	f.calibration, calibration = selection(answers.FieldCalibration, texts.Calibration, texts.CalibrationChoices)
	f.iterations, iterations = input(answers.FieldIterations, texts.Iterations, "", "")
	f.radius, radius = input(answers.FieldRadius, texts.Radius, " ", "")
	f.radiusHint = radius.find(".help")
	f.sheet, sheet = input("sheet", texts.SheetLabel, fmt.Sprintf(texts.SheetHelp, dataset.ReadableFormats()), "")
	f.advanced = el("details", "", el("summary", "", texts.Advanced), el("p", "help", texts.AdvancedHelp),
		el("div", "columns", mechanism, calibration, iterations, radius))
	f.details = el("details", "details", el("summary", "", texts.Details),
		el("div", "pair", el("div", "", f.release, f.groupsField, sheet), el("div", "", own, delta)),
		f.forecast.element, f.advanced, v.facts.element)

	f.open = el("fieldset", "plain",
		el("div", "answers", el("div", "", rows, f.labels, f.people), f.epsilon), f.details)
	v.on(f.open, "input", v.edited)
	for name, control := range f.controls() {
		v.on(control, "input", func() { f.forget(name, control) })
	}
	v.on(f.epsilonValue, "input", func() { f.forget(answers.FieldEpsilon, f.epsilon) })
	return f
}

// edited is called after each change of an answer.
func (v *vault) edited() {
	v.fixed = nil
	if v.screen.settled {
		v.say("") // what is said of a failed run is for the owner
		v.screen.reopen()
		v.showScreen()
	}
	v.foresee()
}

func (f *settingsForm) kind() string   { return chosen(f.release) }
func (f *settingsForm) hasUnit() bool  { return chosen(f.people) == "yes" }
func (f *settingsForm) check(e string) { f.radio(e).Set("checked", true); f.showChoices() }

func (f *settingsForm) radio(epsilon string) element {
	return f.epsilon.find("input[value='" + epsilon + "']")
}

// showChoices offers the use of labels where the result can hold what they say, and of a report a division into groups.
func (f *settingsForm) showChoices() {
	kind := f.kind()
	show(f.labels, answers.UsesLabels(kind))
	show(f.groupsField, kind == answers.ReleaseReport && (f.asked.Release != release.Report || f.asked.GroupBy != ""))
	show(f.advanced, kind != answers.ReleaseReport)
	show(f.unitColumn, f.hasUnit())
	f.rowsLabel.SetTextContent(texts.Rows)
	if f.hasUnit() {
		f.rowsLabel.SetTextContent(texts.RowsPeople)
	}
	show(wrap(f.radio(epsilonOther).Get("parentNode")), chosen(f.epsilon) == epsilonOther)
}

// followRows computes δ for the number of rows that the owner has typed, unless the owner has written a δ.
func (f *settingsForm) followRows() {
	if rows, ok := answers.DeclaredRows(value(f.rows)); ok && !f.ownDelta {
		f.delta.Set("value", words.InField(verify.SuggestedDelta(rows, f.mostDelta)))
	}
}

// smallerDelta computes δ for a thousand times as many rows as it was computed for, unless the owner has written it;
// it returns false where there is no smaller one.
func (f *settingsForm) smallerDelta() bool {
	rows, ok := answers.DeclaredRows(value(f.rows))
	before, known := words.Number(value(f.delta))
	if f.ownDelta || !ok || !known || rows > 1e12 {
		return false
	}
	f.delta.Set("value", words.InField(min(before, verify.SuggestedDelta(rows, f.mostDelta))/1000))
	return before > 1e-15
}

// divide offers the columns of the sample that can divide a report, or the one alone that an invitation to a report
// asks for: the receiver would refuse any other, and the engine refuses it where the sample has no such column. What
// was chosen stays chosen.
func (f *settingsForm) divide(columns []answers.SampleColumn) {
	before, options := value(f.groups), slices.Clone(texts.GroupByNone)
	if f.asked.Release == release.Report {
		before = f.asked.GroupBy
		options = []answers.Choice{{Value: before, Label: before}}
	} else {
		for _, name := range answers.Dividing(columns) {
			options = append(options, answers.Choice{Value: name, Label: name})
		}
	}
	replace(f.groups)
	for _, c := range options {
		f.groups.AppendChild(with(el("option", "", c.Label), "value", c.Value))
	}
	f.groups.Set("value", before)
}

// settings reads the form.
func (f *settingsForm) settings() answers.Settings {
	epsilon := chosen(f.epsilon)
	if epsilon == epsilonOther {
		// An empty field for the owner's own value is a faulty value, not a missing choice.
		if epsilon = value(f.epsilonValue); epsilon == "" {
			epsilon = "?"
		}
	}
	return answers.Settings{
		Epsilon: epsilon, Delta: value(f.delta), Rows: value(f.rows), Release: f.kind(), Base: string(f.asked.Base),
		GroupBy:   value(f.groups),
		UseLabels: chosen(f.labels) == "yes", People: f.hasUnit(), UnitColumn: value(f.unitColumn),
		Mechanism: value(f.mechanism), Calibration: value(f.calibration), Iterations: value(f.iterations),
		Radius: value(f.radius),
	}
}

// enter shows the form in the state that the phase requires.
func (f *settingsForm) enter(p answers.Phase) {
	show(f.open, p != answers.Failed)
	enable(f.open, p.CanPick())
}

// summary says in one line what was fixed.
func summary(options answers.Options, late bool) string {
	text := fmt.Sprintf(texts.Fixed, texts.Plain(options[answers.FieldEpsilon].(float64)),
		texts.Plain(options[answers.FieldDelta].(float64)), texts.LeavesWhat[options[answers.FieldRelease].(string)])
	if options[answers.OptionLabels] == true || options[answers.FieldRelease] == answers.ReleaseReport {
		text += " " + texts.FixedLabels
	}
	if column, ok := options[answers.OptionUnit]; ok {
		text += " " + fmt.Sprintf(texts.FixedUnit, column)
	}
	if column, ok := options[answers.FieldGroupBy]; ok {
		text += " " + fmt.Sprintf(texts.FixedGroups, column)
	}
	if late {
		text += " " + texts.FixedLate
	}
	return strings.TrimSpace(text)
}
