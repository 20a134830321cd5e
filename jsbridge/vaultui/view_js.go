package vaultui

import (
	"syscall/js"
	"time"

	"honnef.co/go/js/dom/v2"

	"privadapt/jsbridge/vaultui/answers"
)

// Helpers to build the document by createElement and textContent alone. No
// text is ever parsed as markup, because column names and levels come from files
// of other people.

// element is an element of the document. It uses dom's functions but holds none of dom's values. Elements are passed as
// children of type any, so the linker would keep the types of all arguments and results of dom's methods, down to
// events and their dates, which was a thirtieth of the engine. It also avoids dom's conversion to HTML types, which
// asks the browser for some seventy constructors each time: the form took four times as long to appear.
type element struct{ js.Value }

var document = js.Global().Get("document")

func wrap(v js.Value) element { return element{v} }

func (e element) dom() *dom.BasicElement {
	return &dom.BasicElement{BasicNode: &dom.BasicNode{Value: e.Value}}
}

func (e element) SetAttribute(name, value string) { e.dom().SetAttribute(name, value) }
func (e element) RemoveAttribute(name string)     { e.dom().RemoveAttribute(name) }
func (e element) SetTextContent(text string)      { e.dom().SetTextContent(text) }
func (e element) AppendChild(child element)       { e.Call("appendChild", child.Value) }

// top is the distance, in pixels, from the upper edge of the visible part of the page to e.
func (e element) top() float64 { return e.dom().GetBoundingClientRect().Top() }

// el makes an element. Children are elements or strings.
func el(tag, class string, children ...any) element {
	e := wrap(document.Call("createElement", tag))
	if class != "" {
		e.SetAttribute("class", class)
	}
	e.add(children)
	return e
}

func (e element) add(children []any) {
	for _, child := range children {
		switch c := child.(type) {
		case string:
			e.Call("append", c) // as text
		case element:
			e.AppendChild(c)
		}
	}
}

// find returns the first element inside e that matches a selector.
func (e element) find(selector string) element { return wrap(e.Call("querySelector", selector)) }

// with sets attributes, given as name, value pairs, and returns the element.
func with(e element, pairs ...string) element {
	for i := 0; i+1 < len(pairs); i += 2 {
		e.SetAttribute(pairs[i], pairs[i+1])
	}
	return e
}

// replace replaces the contents of e by children.
func replace(e element, children ...any) {
	e.SetTextContent("")
	e.add(children)
}

func show(e element, visible bool)   { e.Set("hidden", !visible) }
func enable(e element, enabled bool) { e.Set("disabled", !enabled) }

func value(e element) string { return e.Get("value").String() }

// focus moves the keyboard focus and the view to e, for instance to the heading of
// the next step, which only a script can focus. It scrolls by scrollTo, because
// scrollIntoView and focus itself would also scroll the page around the vault, and
// the page could learn from this that something has happened inside. It would see that, too, when the vault takes the
// focus from it: while the screen is sealed, the vault only moves a focus that it has.
func (v *vault) focus(e element) {
	if !v.screen.sealed || document.Call("hasFocus").Bool() {
		e.Call("focus", map[string]any{"preventScroll": true})
	}
	scrollTo(e)
}

func scrollTo(e element) {
	const above = 96 // pixels: room for a label above the element, and for the marks of the steps above a heading
	window := js.Global()
	window.Call("scrollTo", 0, e.top()+window.Get("scrollY").Float()-above)
}

// on adds a listener. It does not use dom's own AddEventListener, which calls Go
// code before a panic could be recovered.
func (v *vault) on(e element, event string, f func()) element {
	e.Call("addEventListener", event, v.callback(func([]js.Value) { f() }))
	return e
}

func (v *vault) button(class, label string, f func()) element {
	return v.on(with(el("button", class, label), "type", "button"), "click", f)
}

// step is one numbered part of the form: a fieldset, so that a phase can
// switch all its controls off at once, with a heading that can be focused.
type step struct {
	element
	heading element
	body    element
}

func newStep(id, heading string, body ...any) step {
	h := with(el("h1", "", heading), "tabindex", "-1", "id", id+"-heading")
	b := el("div", "body", body...)
	section := with(el("section", "step", h, b), "id", id, "aria-labelledby", id+"-heading")
	return step{section, h, b}
}

// input makes a labelled text input with its help and a place for a problem.
func input(id, label, help, preset string) (control, block element) {
	control = with(el("input", ""), "type", "text", "id", id, "autocomplete", "off", "spellcheck", "false",
		"inputmode", "text", "aria-describedby", id+"-help "+id+"-problem", "value", preset)
	block = el("div", "field", with(el("label", "", label), "for", id))
	if help != "" {
		block.AppendChild(with(el("p", "help", help), "id", id+"-help"))
	}
	block.add([]any{control, problemPlace(id)})
	return control, block
}

func problemPlace(id string) element {
	p := with(el("p", "problem"), "id", id+"-problem")
	show(p, false)
	return p
}

// selection makes a labelled select.
func selection(id, label string, from []answers.Choice) (control, block element) {
	control = with(el("select", ""), "id", id, "aria-describedby", id+"-problem")
	for _, c := range from {
		control.AppendChild(with(el("option", "", c.Label), "value", c.Value))
	}
	return control, el("div", "field", with(el("label", "", label), "for", id), control, problemPlace(id))
}

// radios makes a group of labelled choices in a row, with extra elements after them.
func radios(id, legend, preset string, from []answers.Choice, extra ...any) element {
	row := el("div", "row")
	group := with(el("fieldset", "choices", el("legend", "", legend), row), "id", id, "aria-describedby", id+"-problem")
	for _, c := range from {
		radio := with(el("input", ""), "type", "radio", "name", id, "value", c.Value)
		if c.Value == preset {
			with(radio, "checked", "")
		}
		text := el("span", "", el("strong", "", c.Label))
		if c.Help != "" {
			text.add([]any{" ", el("span", "help", c.Help)})
		}
		row.AppendChild(el("label", "choice", radio, text))
	}
	group.add(extra)
	group.AppendChild(problemPlace(id))
	return group
}

// chosen is the value of the checked radio of a group, "" if there is none.
func chosen(group element) string {
	if checked := group.find("input[type=radio]:checked"); !checked.IsNull() {
		return value(checked)
	}
	return ""
}

// meter is a progress bar with its words. The words are not a live region:
// they change many times a second, and the status line says what matters.
type meter struct {
	element
	bar, text element
	left      answers.Remaining
	course    *answers.Course
}

func newMeter() *meter {
	m := &meter{bar: el("progress", ""), text: el("p", "help")}
	with(m.bar, "aria-label", texts.Progress)
	m.element = el("div", "meter", m.bar, m.text)
	return m
}

// begin puts the bar at the start of a piece of work.
func (m *meter) begin(text string, legs []answers.Leg) {
	m.course = answers.NewCourse(legs)
	m.text.SetTextContent(text)
	m.bar.Set("value", 0)
}

// set shows the progress of a stage; a total of 0 means that the end is not known.
func (m *meter) set(stage, text string, done, total float64) {
	m.text.SetTextContent(text + m.left.After(time.Now(), stage, done, total))
	m.bar.Set("value", m.course.Reach(stage, done, total))
}
