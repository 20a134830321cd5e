package vaultui

import (
	"fmt"

	"privadapt/jsbridge/vaultui/answers"
)

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
