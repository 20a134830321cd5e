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

	epsilon, epsilonValue, delta, release element
	// Radios, for a model and for moments.
	labels element
	// Radios, the column that names the person, and names to choose from.
	people, unitColumn, unitColumns element
	rowsLabel                       element
	// a column, for counts of rows alone.
	groups, groupsField element
	// that an estimate says more, where nothing is asked for and no label is known
	recommend element
	asked     terms.Terms // by an invitation
	free      bool        // the owner chooses what leaves, and it is no tour

	rows       element
	sheet      element // the name of a workbook's sheet; it never leaves the vault
	forecast   *forecastPart
	ownDelta   bool    // the owner has written a δ
	mostDelta  float64 // as the invitation or the receiver has it; 0: no limit
	unprepared bool    // the engine has died of the fits that prepare asked for; the fresh one waits for the run
}

func (v *vault) newSettingsForm() *settingsForm {
	f := &settingsForm{forecast: newForecastPart()}
	var delta, own, rows, sheet element

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
	v.on(f.release, "change", func() { v.showKind() })
	f.recommend = with(el("div", "field"), "tabindex", "-1")
	estimate := f.release.find("input[value='" + string(release.Estimate) + "']")
	replace(f.recommend, el("p", "help", texts.Recommend),
		v.button("quiet", wrap(estimate.Get("parentNode")).find("strong").Get("textContent").String(), func() {
			estimate.Set("checked", true)
			replace(f.recommend, el("p", "help", texts.Recommended))
			v.showKind()
			v.edited()
			v.focus(f.recommend)
		}))
	show(f.recommend, false)
	v.on(f.labels, "change", func() { f.showChoices() })
	f.sheet, sheet = input("sheet", texts.SheetLabel, fmt.Sprintf(texts.SheetHelp, dataset.ReadableFormats()), "")
	f.details = el("details", "details", el("summary", "", texts.Details),
		el("div", "pair", el("div", "", f.release, f.groupsField, sheet), el("div", "", own, delta)),
		f.forecast.element, v.facts.element)

	f.open = el("fieldset", "plain",
		el("div", "answers", el("div", "", rows, f.labels, f.recommend, f.people), f.epsilon), f.details)
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

// showKind shows what goes with the kind of result that is chosen.
func (v *vault) showKind() {
	f := v.settings
	f.showChoices()
	v.request.asks(v.isInvited(), f.kind())
}

func (f *settingsForm) kind() string   { return chosen(f.release) }
func (f *settingsForm) hasUnit() bool  { return chosen(f.people) == "yes" }
func (f *settingsForm) check(e string) { f.radio(e).Set("checked", true); f.showChoices() }

func (f *settingsForm) radio(epsilon string) element {
	return f.epsilon.find("input[value='" + epsilon + "']")
}

// showChoices offers the use of labels where the result can hold what they say, and of counts a division into groups.
func (f *settingsForm) showChoices() {
	kind := f.kind()
	show(f.labels, answers.UsesLabels(kind))
	counts := release.Kind(kind).Counted()
	show(f.groupsField, counts && (!f.asked.Release.Counted() || f.asked.GroupBy != ""))
	show(f.recommend, f.free && chosen(f.labels) == "no" && (kind == string(release.Model) || kind == string(release.Estimate)))
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

// divide offers the columns of the sample that can divide counts, or the one alone that an invitation to them asks for:
// the receiver would refuse any other, and the engine refuses it where the sample has no such column. What was chosen
// stays chosen.
func (f *settingsForm) divide(columns []answers.SampleColumn) {
	before, options := value(f.groups), slices.Clone(texts.GroupByNone)
	if f.asked.Release.Counted() {
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
	}
}

// labelsAreKnown answers yes where labels can be used.
func (f *settingsForm) labelsAreKnown() {
	f.labels.find("input[value=yes]").Set("checked", answers.UsesLabels(f.kind()))
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
	if options[answers.OptionLabels] == true || options[answers.FieldRelease] == string(release.Report) {
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

// controls are the answers that can have a problem, by their names.
func (f *settingsForm) controls() map[string]element {
	return map[string]element{
		answers.FieldGroupBy: f.groups, answers.FieldEpsilon: f.epsilon,
		answers.FieldDelta: f.delta, answers.FieldRelease: f.release,
		answers.FieldLabels: f.labels, answers.FieldRows: f.rows, answers.FieldUnit: f.people,
	}
}

// forget takes back what is said of an answer.
func (f *settingsForm) forget(name string, control element) {
	place := f.open.find("#" + name + "-problem")
	place.SetTextContent("")
	show(place, false)
	control.RemoveAttribute("aria-invalid")
}

// complain puts every problem beside its field and goes to the first.
func (v *vault) complain(problems []answers.Problem) {
	f := v.settings
	controls := f.controls()
	for name, control := range controls {
		f.forget(name, control)
	}
	for i, problem := range problems {
		place := f.open.find("#" + problem.Field + "-problem")
		place.SetTextContent(problem.Text)
		show(place, true)
		control := controls[problem.Field]
		with(control, "aria-invalid", "true")
		if i > 0 {
			continue
		}
		switch problem.Field {
		case answers.FieldEpsilon:
			control = control.find("input")
			if chosen(f.epsilon) == epsilonOther {
				control = f.epsilonValue
			}
		case answers.FieldLabels:
			control = control.find("input")
		case answers.FieldUnit:
			control = f.unitColumn
		}
		if f.details.Call("contains", control.Value).Bool() {
			with(f.details, "open", "")
		}
		v.focus(control)
	}
}

// wish fills in what an invitation asks for, which the owner may change, and hides what its receiver would refuse; own
// says that no invented file is offered.
func (f *settingsForm) wish(limits answers.Limits, own bool) {
	f.asked = limits.Terms
	kind := string(f.asked.Release)
	f.free = kind == "" && own
	if limits.Epsilon > 0 {
		f.choose(words.InField(limits.Epsilon))
	}
	for _, c := range texts.EpsilonChoices {
		if value, _ := words.Number(c.Value); limits.EpsilonMax > 0 && value > limits.EpsilonMax {
			f.radio(c.Value).Get("parentNode").Set("hidden", true)
		}
	}
	f.mostDelta = limits.Delta
	f.followRows()
	isKind := func(c answers.Choice) bool { return c.Value == kind }
	if slices.ContainsFunc(texts.ReleaseChoices, isKind) {
		// The receiver would refuse any other kind, so the form does not offer one.
		for _, c := range texts.ReleaseChoices {
			radio := f.release.find("input[value='" + c.Value + "']")
			radio.Set("checked", c.Value == kind)
			radio.Get("parentNode").Set("hidden", c.Value != kind)
		}
	}
	if limits.Labels != "" {
		f.labelsAreKnown()
	}
	if limits.Unit != "" { // the receiver would refuse a release that protects rows, or the people of another column
		f.people.find("input[value=yes]").Set("checked", true)
		f.people.find("input[value=no]").Get("parentNode").Set("hidden", true)
		f.unitColumn.Set("value", limits.Unit)
		f.unitColumn.Set("readOnly", true)
	}
	f.showChoices()
	if text := limits.Words(); text != "" {
		f.open.find("#epsilon-value-help").SetTextContent(texts.EpsilonHelp + " " + text)
	}
}

// choose selects a value of ε: one of those on offer, or one that the link suggests.
func (f *settingsForm) choose(epsilon string) {
	if slices.ContainsFunc(texts.EpsilonChoices, func(c answers.Choice) bool { return c.Value == epsilon }) {
		f.check(epsilon)
		return
	}
	f.epsilonValue.Set("value", epsilon)
	f.check(epsilonOther)
	label := wrap(f.radio(epsilonOther).Get("parentNode")).find("strong")
	label.SetTextContent(texts.EpsilonAsked)
}
