package vaultui

import (
	"math"
	"syscall/js"

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

// stack lays two steps over one another. One of them is seen: the place of both is as high as the higher of them, so
// the frame can keep its height when the second takes the place of the first.
func stack(parts ...element) element {
	s := el("div", "stack")
	for _, part := range parts {
		s.AppendChild(part)
	}
	return s
}

// away takes a part of a stack from the eye, the keyboard and the reader, and keeps its place.
func away(e element, isAway bool) {
	e.Get("classList").Call("toggle", "away", isAway)
	e.Set("inert", isAway)
}
