package vaultui

import (
	"fmt"

	"privadapt/jsbridge/vaultui/answers"
)

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
