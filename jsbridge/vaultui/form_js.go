package vaultui

import (
	"fmt"
	"slices"
)

const epsilonOther = "other"

// settingsForm is step 2. Nothing is preselected for ε but what an invitation suggests.
type settingsForm struct {
	step
	open element // the controls, disabled together once the settings are fixed

	epsilon, epsilonValue, delta, release, mechanism, solver, calibration element
	iterations, mu, lambda, radius                                        element
	radiusHint, advanced                                                  element
	labels, labelsField                                                   element // a checkbox, for a model and for moments
	base                                                                  string  // as an invitation asks for it, or ""
	groupBy, groupByField                                                 element // a column, for a report alone
	asked, groupByAsked                                                   string  // the kind of result and the column as an invitation asks for them, or ""

	rows, budget element
	own          element // the field for a value of ε of one's own
	forecast     *forecastPart
	unprepared   bool // the engine has died of the fits that prepare asked for; the fresh one waits for the run
}

func (v *vault) newSettingsForm() *settingsForm {
	f := &settingsForm{}
	var delta, mechanism, solver, calibration, iterations, mu, lambda, radius, rows element

	f.rows, rows = input(fieldRows, textRows, textRowsHelp, "")
	with(f.rows, "inputmode", "numeric")
	f.budget = el("p", "help")
	f.forecast = newForecastPart()
	f.epsilonValue, f.own = input("epsilon-value", textEpsilonValue, "", "")
	show(f.own, false)
	f.epsilon = radios(fieldEpsilon, textEpsilonLegend, textEpsilonHelp, "",
		append(epsilonChoices, choice{epsilonOther, textEpsilonOther, ""}), f.own)
	v.on(f.epsilon, "change", func() {
		other := chosen(f.epsilon) == epsilonOther
		show(f.own, other)
		if other {
			focus(f.epsilonValue)
		}
	})
	f.delta, delta = input(fieldDelta, textDeltaLabel, textDeltaHelp, suggestedDelta)
	f.release = radios(fieldRelease, textReleaseLegend, "", releaseChoices[0].value, releaseChoices)
	f.labels, f.labelsField = checkbox(fieldLabels, fmt.Sprintf(textLabels, v.sampleLabel), textLabelsHelp)
	f.groupBy, f.groupByField = selection(fieldGroupBy, textGroupBy, groupByNone)
	v.on(f.release, "change", f.showChoices)
	f.mechanism, mechanism = selection(fieldMechanism, textMechanism, mechanismChoices)
	f.solver, solver = selection(fieldSolver, textSolver, solverChoices)
	f.calibration, calibration = selection(fieldCalibration, textCalibration, calibrationChoices)
	f.iterations, iterations = input(fieldIterations, textIterations, "", "")
	f.mu, mu = input(fieldMu, textMu, "", "")
	f.lambda, lambda = input(fieldLambda, textLambda, "", "")
	f.radius, radius = input(fieldRadius, textRadius, "", "")
	f.radiusHint, _ = radius.find(".help")
	f.advanced = el("details", "", el("summary", "", textAdvanced), el("p", "help", textAdvancedHelp),
		el("div", "columns", mechanism, solver, calibration, iterations, mu, lambda, radius), f.forecast.comparison)

	f.open = el(
		"fieldset",
		"plain",
		f.budget,
		el("div", "buys", rows, f.epsilon, f.forecast.element),
		el("div", "pair", f.release, el("div", "", delta, f.labelsField, f.groupByField)),
		f.advanced,
		el("div", "actions", v.button("primary", textFix, v.fix), v.button("quiet", textBack, v.ask)),
	)
	v.on(f.open, "input", v.foresee)
	f.step = v.newStep("settings", textSettingsHeading, termsSettings, f.open)
	return f
}

// wish fills in what an invitation asks for, which the owner may change.
func (f *settingsForm) wish(limits Limits, kind, base, groupBy string) {
	f.base, f.asked, f.groupByAsked = base, kind, groupBy
	if limits.Epsilon > 0 {
		f.choose(plain(limits.Epsilon))
	}
	if limits.Delta > 0 {
		f.delta.Set("value", plain(limits.Delta))
	}
	if isKind := func(c choice) bool { return c.value == kind }; slices.ContainsFunc(releaseChoices, isKind) {
		// The receiver would refuse any other kind, so the form does not offer one.
		for _, c := range releaseChoices {
			radio, _ := f.release.find("input[value='" + c.value + "']")
			radio.Set("checked", c.value == kind)
			radio.Get("parentNode").Set("hidden", c.value != kind)
		}
	}
	f.showChoices()
	if wish := labelsWishes[limits.Labels]; wish != "" {
		help, _ := f.labelsField.find(".help")
		help.SetTextContent(textLabelsHelp + " " + wish)
	}
	if text := limits.words(); text != "" {
		help, _ := f.epsilon.find(".help")
		help.SetTextContent(textEpsilonHelp + " " + text)
	}
}

// showChoices offers the use of labels where the result can hold what they say, which is never chosen for the owner,
// and of a report a division into groups.
func (f *settingsForm) showChoices() {
	kind := chosen(f.release)
	show(f.labelsField, usesLabels(kind))
	show(f.groupByField, kind == releaseReport && (f.asked != releaseReport || f.groupByAsked != ""))
	show(f.advanced, kind != releaseReport)
}

// divide offers the columns of the sample that can divide a report, or the one alone that an invitation to a report
// asks for: the receiver would refuse any other, and the engine refuses it where the sample has no such column. What
// was chosen stays chosen.
func (f *settingsForm) divide(columns []Column) {
	before, options := value(f.groupBy), slices.Clone(groupByNone)
	switch {
	case f.asked == releaseReport:
		before, options = f.groupByAsked, []choice{{f.groupByAsked, f.groupByAsked, ""}}
	default:
		for _, name := range dividing(columns) {
			options = append(options, choice{name, name, ""})
		}
	}
	replace(f.groupBy)
	for _, c := range options {
		f.groupBy.AppendChild(with(el("option", "", c.label), "value", c.value))
	}
	f.groupBy.Set("value", before)
}

// settings reads the form.
func (f *settingsForm) settings() Settings {
	epsilon := chosen(f.epsilon)
	if epsilon == epsilonOther {
		// An empty field for the owner's own value is a faulty value, not a missing choice.
		if epsilon = value(f.epsilonValue); epsilon == "" {
			epsilon = "?"
		}
	}
	return Settings{
		Epsilon: epsilon, Delta: value(f.delta), Release: chosen(f.release), Base: f.base, GroupBy: value(f.groupBy), UseLabels: f.labels.Get("checked").Bool(),
		Mechanism: value(f.mechanism), Solver: value(f.solver), Calibration: value(f.calibration),
		Iterations: value(f.iterations), Mu: value(f.mu), Lambda: value(f.lambda), Radius: value(f.radius),
	}
}

// complain puts every problem beside its field and goes to the first.
func (f *settingsForm) complain(problems []Problem) {
	controls := map[string]element{
		fieldGroupBy: f.groupBy, fieldEpsilon: f.epsilon, fieldDelta: f.delta, fieldRelease: f.release, fieldLabels: f.labels,
		fieldMechanism: f.mechanism, fieldSolver: f.solver, fieldCalibration: f.calibration, fieldIterations: f.iterations,
		fieldMu: f.mu, fieldLambda: f.lambda, fieldRadius: f.radius,
	}
	for name, control := range controls {
		place, _ := f.find("#" + name + "-problem")
		place.SetTextContent("")
		show(place, false)
		control.RemoveAttribute("aria-invalid")
	}
	for i, problem := range problems {
		place, _ := f.find("#" + problem.Field + "-problem")
		place.SetTextContent(problem.Text)
		show(place, true)
		control := controls[problem.Field]
		with(control, "aria-invalid", "true")
		if i > 0 {
			continue
		}
		if f.advanced.Call("contains", control.Value).Bool() {
			with(f.advanced, "open", "")
		}
		if control.Equal(f.epsilon.Value) {
			control, _ = control.find("input")
			if chosen(f.epsilon) == epsilonOther {
				control = f.epsilonValue
			}
		}
		focus(control)
	}
}

// choose selects a value of ε, among those on offer or as a value of one's own.
func (f *settingsForm) choose(epsilon string) {
	offered := slices.ContainsFunc(epsilonChoices, func(c choice) bool { return c.value == epsilon })
	if !offered {
		f.epsilonValue.Set("value", epsilon)
		show(f.own, true)
		epsilon = epsilonOther
	}
	radio, _ := f.epsilon.find("input[value='" + epsilon + "']")
	radio.Set("checked", true)
}

// enter shows the form in the state that the phase requires.
func (f *settingsForm) enter(p Phase) {
	show(f.element, p == Choosing)
	enable(f.open, p.settingsOpen())
}

// summary says in one line what was fixed.
func summary(options Options, late bool) string {
	what := ""
	for _, c := range releaseChoices {
		if c.value == options[fieldRelease] {
			what = c.label
		}
	}
	text := fmt.Sprintf(
		textFixed,
		plain(options[fieldEpsilon].(float64)),
		plain(options[fieldDelta].(float64)),
		lowerFirst(what),
	)
	if options[optionLabels] == true || options[fieldRelease] == releaseReport {
		text += " " + textFixedLabels
	}
	if column, ok := options[fieldGroupBy]; ok {
		text += " " + fmt.Sprintf(textFixedGroups, column)
	}
	if late {
		text += " " + textFixedLate
	}
	return text
}
