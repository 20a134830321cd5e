package vaultui

import (
	"slices"

	"privadapt/core/terms"
	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

// wish fills in what an invitation asks for, which the owner may change, and hides what its receiver would refuse.
func (f *settingsForm) wish(limits answers.Limits, asked terms.Terms) {
	f.asked = asked
	kind := string(asked.Release)
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
		f.labels.find("input[value=yes]").Set("checked", true)
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
