package vaultui

import (
	"fmt"
	"slices"

	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

// mostColumns is for how many columns there is room on the screen; more are folded.
const mostColumns = 14

// checkPart is the second screen: while the file is read a bar, then what only the owner sees of it, then run or stop.
type checkPart struct {
	step
	private, lines        element
	doubtful, fine        element // the columns; the ones that are as in the sample have a fold
	fold, fineCount       element
	leaves, exactly, late element
	more                  element // what exactly leaves
	fixed                 element // the settings, in one line
	run, stop, cancel     element
	meter                 *meter
	people                *peopleChoice
	asking                *askingPart
}

func (v *vault) newCheckPart() *checkPart {
	r := &checkPart{
		meter:    newMeter(),
		lines:    el("ul", "report"),
		doubtful: el("tbody", ""), fine: el("tbody", ""), fineCount: el("summary", ""),
		leaves:  el("p", ""),
		exactly: el("p", "help"),
		late:    el("p", "warning"),
		fixed:   el("p", "help"),
		people:  v.newPeopleChoice(),
		asking:  v.newAskingPart(),
	}
	r.fold = el("details", "fold", r.fineCount, r.table(r.fine))
	r.run = v.button("primary", texts.Run, func() { v.background(v.run) })
	r.stop = v.button("", texts.Stop, v.cancel)
	r.cancel = v.button("", texts.Cancel, v.cancel)
	badge := el("p", "badge", el("strong", "", texts.ReportBadge))
	// What is found comes before the columns that fit, which may have to be scrolled to.
	r.private = with(el("div", "private", badge, r.asking.element, r.people.element, r.table(r.doubtful), r.lines,
		r.fold),
		"role", "region", "aria-label", texts.ReportBadge)
	r.more = el("details", "", el("summary", "", texts.LeavesMore), r.exactly, r.fixed)
	r.step = newStep("check", texts.CheckHeading, r.private, r.late, r.leaves, r.more, r.meter.element,
		el("div", "actions", r.run, r.stop, r.cancel))
	return r
}

func (r *checkPart) enter(p answers.Phase) {
	busy, waits := p == answers.Reading || p == answers.Running, p == answers.Asking || p == answers.Preview
	show(r.element, busy || waits)
	// What is found comes all at once, so that nothing moves down.
	for _, e := range []element{r.private, r.leaves, r.more} {
		show(e, p != answers.Reading)
	}
	show(r.asking.element, p == answers.Asking)
	show(r.run, p == answers.Preview)
	show(r.stop, waits)
	show(r.meter.element, busy)
	show(r.cancel, busy)
	r.cancel.SetTextContent(texts.Cancel)
	if p == answers.Running {
		r.cancel.SetTextContent(texts.CancelPaid)
	}
	if p == answers.Reading || p == answers.Asking {
		show(r.fold, false)
		show(wrap(r.doubtful.Get("parentNode")), false)
		replace(r.lines)
		replace(r.doubtful)
		replace(r.fine)
		r.people.ask("")
	}
}

func (r *checkPart) mayRun(may bool) { enable(r.run, may) }

// table is for columns.
func (r *checkPart) table(rows element) element {
	head := el("tr", "")
	for _, name := range texts.MatchHead {
		head.AppendChild(with(el("th", "", name), "scope", "col"))
	}
	return el("table", "", el("thead", "", head), rows)
}

// size folds the columns where the sample has many.
func (r *checkPart) size(columns []answers.SampleColumn) {
	rows := 0
	for _, c := range columns {
		if c.Kind != "ignored" {
			rows++
		}
	}
	r.fold.Set("open", rows <= mostColumns)
}

// fill shows the report together with the engine's remarks on the settings. vain is why a run cannot help, or "".
func (r *checkPart) fill(report answers.FileReport, source answers.Sample, warnings []answers.Line, vain string) {
	replace(r.doubtful)
	replace(r.fine)
	matches, fine := report.Matches(source.Columns), 0
	for _, m := range matches {
		row := el("tr", "", with(el("th", "", m.Column), "scope", "row"), el("td", "", m.Found), el("td", "", m.Expected))
		if m.Warning {
			row.SetAttribute("class", "doubtful")
			r.doubtful.AppendChild(row)
		} else {
			fine++
			r.fine.AppendChild(row)
		}
	}
	r.fineCount.SetTextContent(fmt.Sprintf(texts.MatchFine, fine, len(matches)))
	show(r.fold, fine > 0)
	show(wrap(r.doubtful.Get("parentNode")), fine < len(matches))
	replace(r.lines)
	if vain != "" {
		warnings = append([]answers.Line{{Text: vain, Warning: true}}, warnings...)
	}
	said := slices.DeleteFunc(slices.Clone(report.Lines), func(m words.Message) bool { return m.Key == "clean" })
	for _, line := range append(warnings, answers.Said(said)...) {
		class := ""
		if line.Warning {
			class = "warning"
		}
		r.lines.AppendChild(el("li", class, line.Text))
	}
	column := report.Identifier()
	r.people.ask(column)
	r.mayRun(column == "")
	// A run that cannot help is not the first button.
	r.run.Get("classList").Call("toggle", "primary", vain == "")
	r.stop.Get("classList").Call("toggle", "primary", vain != "")
}

// announce says what a run under these settings would take and give, before any file.
func (r *checkPart) announce(options answers.Options, late bool) {
	short, full := answers.Leaves(options)
	r.leaves.SetTextContent(short)
	r.exactly.SetTextContent(full)
	r.fixed.SetTextContent(summary(options, false))
	r.late.SetTextContent(texts.FixedLate)
	show(r.late, late)
	r.run.SetTextContent(texts.Run)
	r.run.Get("classList").Call("add", "primary")
	r.stop.Get("classList").Call("remove", "primary")
}

// askingPart asks the owner about the header or the sheets of a file, before a row of it is read. It lies in the region
// that only the owner sees, so the page learns neither that something is asked nor what is answered. Test:
// site/test/private-file.test.mjs.
type askingPart struct {
	element
	text, rows, problem element
	asked               answers.Question
	controls            []element
	take                func(answers []string)
}

func (v *vault) newAskingPart() *askingPart {
	a := &askingPart{text: with(el("p", ""), "id", "asked"), rows: el("div", "answers"), problem: el("p", "problem")}
	a.element = with(el("div", "asking", a.text, a.rows, a.problem,
		el("div", "actions", v.button("primary", texts.AskDone, v.answer))), "role", "group", "aria-labelledby", "asked")
	show(a.element, false)
	return a
}

// ask shows a question; take gets the answers.
func (v *vault) ask(q answers.Question, take func(answers []string)) {
	a := v.check.asking
	a.asked, a.take, a.controls = q, take, nil
	a.text.SetTextContent(q.Text)
	a.problem.SetTextContent("")
	replace(a.rows)
	for i, name := range q.Names {
		control := el("select", "")
		if q.None {
			control.AppendChild(with(el("option", "", texts.AskNone), "value", ""))
		}
		for _, answer := range q.Answers {
			control.AppendChild(with(el("option", "", answer), "value", answer))
		}
		control.Set("value", q.Likely[i])
		a.controls = append(a.controls, control)
		a.rows.AppendChild(el("label", "", el("span", "", name), control))
	}
	v.enter(answers.Asking)
	v.say("")
	v.focus(v.check.heading)
}

// answer reads the file by what the owner has answered.
func (v *vault) answer() {
	a := v.check.asking
	if v.session.Phase != answers.Asking {
		return
	}
	var given []string
	for _, control := range a.controls {
		given = append(given, value(control))
	}
	if header := answers.Twice(given); header != "" {
		a.problem.SetTextContent(fmt.Sprintf(texts.AskTwice, header))
		return
	}
	v.background(func() { a.take(given) })
}

// peopleChoice is shown where a column of the file seems to name people with several rows and none was named: whom
// shall the run protect? It lies in the region that only the owner sees, so the page learns neither that it is there
// nor what is chosen. Test: "a column that repeats stops the owner before the charge" in
// site/test/private-file.test.mjs.
type peopleChoice struct {
	element
	text   element
	column string
}

func (v *vault) newPeopleChoice() *peopleChoice {
	c := &peopleChoice{text: el("p", "warning")}
	c.element = with(el("div", "people", c.text, el("div", "actions",
		v.button("primary", texts.RepeatsName, func() { v.background(v.protectPeople) }),
		v.button("", texts.RepeatsRows, func() {
			show(c.element, false)
			v.check.mayRun(true)
			v.focus(v.check.heading)
		}))), "role", "group", "aria-label", texts.Unit)
	show(c.element, false)
	return c
}

// ask shows the choice if there is a column to be named.
func (c *peopleChoice) ask(column string) {
	c.column = column
	c.text.SetTextContent(fmt.Sprintf(texts.Repeats, column))
	show(c.element, column != "")
}

// protectPeople drops the file and returns to the form, with the column filled in.
func (v *vault) protectPeople() {
	if v.session.Phase != answers.Preview {
		return
	}
	v.engine.dispose(v.target)
	v.settings.namePeople(v.check.people.column)
	v.resume()
	v.say(texts.UnitFilledIn)
}

// namePeople answers that one person can have several rows.
func (f *settingsForm) namePeople(column string) {
	f.people.find("input[value=yes]").Set("checked", true)
	f.unitColumn.Set("value", column)
	f.showChoices()
}

// suggest offers the columns of the sample that are not used as names of people.
func (f *settingsForm) suggest(columns []answers.SampleColumn) {
	replace(f.unitColumns)
	for _, c := range columns {
		if c.Kind == "ignored" {
			f.unitColumns.AppendChild(with(el("option", ""), "value", c.Name))
		}
	}
}
