package vaultui

import "time"

// meter is a progress bar with its words. The words are not a live region:
// they change many times a second, and the status line says what matters.
type meter struct {
	element
	bar, text element
	left      remaining
}

func newMeter() *meter {
	m := &meter{bar: el("progress", ""), text: el("p", "help")}
	with(m.bar, "aria-label", textProgress)
	m.element = el("div", "meter", m.bar, m.text)
	return m
}

// set shows the progress of a stage; a total of 0 means that the end is not known.
func (m *meter) set(stage, text string, done, total float64) {
	m.text.SetTextContent(text + m.left.after(time.Now(), stage, done, total))
	if total > 0 {
		m.bar.Set("max", total)
		m.bar.Set("value", min(done, total))
	} else {
		m.bar.RemoveAttribute("value")
	}
}
