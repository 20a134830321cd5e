package vaultui

import (
	"fmt"
	"math"
	"strings"
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/jsbridge/vaultui/answers"
)

// watchScreen tells the page whenever the height of what is on the screen changes, as far as it may know it.
func (v *vault) watchScreen() {
	js.Global().Get("ResizeObserver").New(v.callback(func([]js.Value) { v.showScreen() })).Call("observe", v.main.Value)
}

func (v *vault) showScreen() {
	// The page sees what scrolls it: while the screen is sealed, nothing that is scrolled in the vault does.
	document.Get("documentElement").Get("classList").Call("toggle", "sealed", v.screen.sealed)
	height := v.main.dom().GetBoundingClientRect().Height()
	if m, send := v.screen.tell(v.session.Phase, int(math.Ceil(height))); send {
		v.post(m)
	}
}

// goTo takes the owner back to a step, by the browser's own buttons. With a file open the page does not know which step
// is on the screen, so whatever it names, the file is dropped and another can be chosen. A run goes on: there is a
// button that cancels it.
func (v *vault) goTo(step string) {
	switch v.session.Phase {
	case answers.Reading, answers.Asking, answers.Preview:
		v.cancel()
	case answers.Done:
		v.again()
	case answers.Choosing:
		if step == stepRequest {
			v.askAgain()
		}
	}
}

// steps is the overview at the top: where the owner stands among three steps.
type steps struct {
	element
	items []element
}

func newSteps() *steps {
	s := &steps{element: with(el("ol", "steps"), "aria-label", texts.Steps)}
	for _, name := range texts.StepNames {
		item := el("li", "", name)
		s.items = append(s.items, item)
		s.AppendChild(item)
	}
	return s
}

func (s *steps) enter(p answers.Phase) {
	current := p.Number()
	for i, item := range s.items {
		item.RemoveAttribute("aria-current")
		class := ""
		if i < current {
			class = "past"
		}
		item.SetAttribute("class", class)
		if i == current {
			item.SetAttribute("aria-current", "step")
		}
	}
}

// donePart is the vault's part of the third screen: the whole released text.
type donePart struct {
	step
	text, unproven, csv, cut element
	more, explanation        element
}

// shownAtMost bounds the text on the screen: many megabytes in one element would
// freeze the frame.
const shownAtMost = 200_000

func (v *vault) newDonePart() *donePart {
	d := &donePart{unproven: el("p", "warning"), csv: el("p", "", texts.DoneCSV), cut: el("p", "help")}
	d.text = with(el("pre", ""), "tabindex", "0", "role", "region", "aria-label", texts.DoneLabel)
	d.explanation = with(el("pre", ""), "tabindex", "0", "role", "region", "aria-label", texts.DoneExplanation)
	d.more = el("details", "", el("summary", "", texts.DoneExplanation), el("p", "help", texts.DoneExplained),
		d.explanation)
	d.step = newStep("done", texts.DoneHeading, d.unproven, el("details", "", el("summary", "", texts.DoneLabel),
		el("p", "", texts.DoneIntro), d.csv, d.text, d.cut, d.more,
		el("h2", "", texts.StaysHeading), el("p", "help", texts.DonePublic), stays()),
		el("div", "actions", v.button("", texts.Again, v.again)))
	return d
}

func (d *donePart) enter(p answers.Phase) { show(d.element, p == answers.Done) }

func stays() element {
	list := el("ul", "")
	for _, text := range texts.Stayed {
		list.AppendChild(el("li", "", text))
	}
	return list
}

func (d *donePart) fill(release, weightsCSV string, check *Verification, explanation *adapt.Explanation) {
	show(d.more, explanation != nil)
	if explanation != nil {
		d.explanation.SetTextContent(explanationText(explanation))
	}
	shown := release
	if len(shown) > shownAtMost {
		shown = strings.ToValidUTF8(shown[:shownAtMost], "")
		d.cut.SetTextContent(fmt.Sprintf(texts.DoneCut, texts.Grouped(shownAtMost), texts.Grouped(len(release))))
	}
	show(d.cut, len(shown) < len(release))
	d.text.SetTextContent(shown)
	show(d.csv, weightsCSV != "")
	// That the certificate holds, the page says.
	show(d.unproven, check != nil && !check.OK)
	if check != nil && !check.OK {
		d.unproven.SetTextContent(fmt.Sprintf(texts.DoneUnproven, strings.Join(check.Problems, "; ")))
	}
}
