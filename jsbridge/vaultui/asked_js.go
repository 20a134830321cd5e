package vaultui

import (
	"fmt"
	"slices"
	"strings"
)

// askedPart is step 1: which columns the public sample expects in the owner's file.
type askedPart struct {
	step
	intro              element
	list, notes, retry element
	next               element
	table, columns     element
	dates              map[string]element // the controls, by column
}

func (v *vault) newAskedPart() *askedPart {
	a := &askedPart{list: el("dl", ""), notes: el("ul", "notes"), columns: el("tbody", "")}
	a.table = with(el("div", "scroll", el("table", "", el("thead", "", el(
		"tr",
		"",
		with(
			el("th", "", textAskedColumn),
			"scope",
			"col",
		),
		with(el("th", "", textAskedHolds), "scope", "col"),
	)), a.columns)),
		"tabindex", "0", "role", "region", "aria-label", textAskedColumns)
	a.retry = v.button("", textSourceRetry, func() { v.background(func() { v.openSource(Asked) }) })
	a.next = v.button("primary", textAskedNext, v.unfix)
	a.intro = el("p", "help", textAskedIntro+" "+textAskedNoLabel)
	a.step = v.newStep(
		"asked",
		textAskedHeading,
		termsAsked,
		a.intro,
		a.list,
		a.table,
		a.notes,
		el("div", "actions", a.next, a.retry),
	)
	return a
}

func (a *askedPart) enter(p Phase) {
	show(a.element, p == Asked || p == Failed)
	show(a.next, p == Asked)
	show(a.retry, p == Failed)
	show(a.list, p != Failed)
	show(a.table, p != Failed)
}

// request shows who asks for which result, according to the page. The words are
// those of the person who made the link, and they are unchecked.
type request struct{ asker, title, reply, task, base, labels, file, kind, model, groupBy string }

func (v *vault) fillAsked(source Source, r request) {
	a := v.asked
	replace(a.list)
	a.intro.SetTextContent(textAskedIntro + " " + askedIntroLabel(r.labels, source.Label))
	row := func(term string, values ...string) {
		a.list.AppendChild(el("dt", "", term))
		for _, text := range values {
			a.list.AppendChild(el("dd", "", text))
		}
	}
	if r.title != "" {
		row(textAskedTitle, r.title)
	}
	if r.asker != "" {
		row(textAskedBy, fmt.Sprintf(textAskedUnchecked, r.asker))
	}
	if r.reply != "" {
		row(textAskedReply, fmt.Sprintf(textAskedReplyOnly, r.reply))
	}
	if len(v.samples) == 1 {
		row(textAskedSample, v.samples[0].name)
		row(textAskedAddress, v.samples[0].url)
	}
	for i, one := range v.samples {
		if len(v.samples) > 1 {
			row(fmt.Sprintf(textAskedOneOf, i+1, len(v.samples)), one.name, one.url, source.partOf(one.name))
		}
	}
	row(textAskedRows, grouped(source.Rows))
	row(textAskedLabel, source.Label)
	if r.task != "" {
		row(textAskedTask, r.task)
	}
	if r.base != "" {
		term := textAskedBase
		if r.kind == "moments" {
			term = textAskedCompared
		}
		row(term, r.base)
	}
	if text := askedLabels[r.kind][r.labels]; text != "" {
		row(textAskedLabels, text)
	}
	if r.kind == releaseReport {
		a.intro.SetTextContent(textAskedIntro + " " + fmt.Sprintf(textAskedNeedsLabel, source.Label))
		model := r.model
		if model == "" {
			model = textAskedPublicModel
		}
		row(textAskedReport, model, fmt.Sprintf(textAskedMeasures, source.Label))
	}
	if source.ModelDigest != "" {
		row(textAskedModel, fmt.Sprintf(textAskedModelKind, source.modelWords()), source.ModelDigest)
	}
	if r.groupBy != "" {
		row(textAskedGroups, r.groupBy)
	}
	if len(v.samples) == 1 {
		row(textAskedDigest, source.Digest)
	}
	if source.BaseDigest != "" {
		row(textAskedFile, r.file, source.BaseDigest)
	}
	replace(a.columns)
	a.dates = map[string]element{}
	for _, c := range source.Columns {
		holds := el("td", "", c.expected())
		if c.Dates && !slices.Contains(v.dates, c.Name) {
			v.dates = append(v.dates, c.Name)
		}
		if slices.Contains(v.dates, c.Name) && source.usesOthers(c.Name) {
			holds.add([]any{" ", v.dateControl(c)})
		}
		a.columns.AppendChild(el("tr", "", with(el("th", "", c.Name), "scope", "row"), holds))
	}
	replace(a.notes)
	for _, text := range source.Notes {
		a.notes.AppendChild(el("li", "", sentence(text)))
	}
	show(a.notes, strings.Join(source.Notes, "") != "")
}

// askedIntroLabel says whether the owner's file should have the label, by what the link says of labels.
func askedIntroLabel(wish, label string) string {
	switch wish {
	case wishLabels:
		return textAskedLabelWished
	case demandLabels:
		return fmt.Sprintf(textAskedLabelAsked, label)
	}
	return textAskedNoLabel
}

// dateControl lets the owner choose how a column of dates is used.
func (v *vault) dateControl(c Column) element {
	control := with(el("select", "dates"), "aria-label", fmt.Sprintf(textDates, c.Name))
	for _, choice := range dateChoices {
		control.AppendChild(with(el("option", "", choice.label), "value", choice.value))
	}
	control.Set("value", dateChoices[0].value)
	if slices.Contains(v.ignored, c.Name) {
		control.Set("value", datesIgnored)
	}
	v.asked.dates[c.Name] = control
	v.on(control, "change", func() {
		if v.session.Phase != Asked {
			return
		}
		v.ignored = slices.DeleteFunc(v.ignored, func(name string) bool { return name == c.Name })
		if value(control) == datesIgnored {
			v.ignored = append(v.ignored, c.Name)
		}
		v.background(func() {
			v.engine.close(codeCancelled)
			v.openSource(Asked)
			if again, ok := v.asked.dates[c.Name]; ok {
				focus(again)
			}
		})
	})
	return control
}
