package vaultui

import (
	"fmt"
	"slices"
	"strings"

	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

// factsPart is what the page says of the request and what the public sample holds, for those who look it up.
type factsPart struct {
	element
	list, notes, columns element
	dates                map[string]element // the controls, by column
}

func newFactsPart() *factsPart {
	a := &factsPart{list: el("dl", ""), notes: el("ul", "notes"), columns: el("tbody", "")}
	head := el("tr", "", with(el("th", "", texts.AskedColumn), "scope", "col"),
		with(el("th", "", texts.AskedHolds), "scope", "col"))
	table := with(el("div", "scroll", el("table", "", el("thead", "", head), a.columns)),
		"tabindex", "0", "role", "region", "aria-label", texts.AskedColumns)
	a.element = el("div", "", a.list, table, a.notes)
	return a
}

// request is who asks for which result, according to the page. The person who made the link chose the words, and
// they are unchecked.
type request struct {
	terms.Terms
	asker, title, reply string
	file, model         string // addresses of those that were fetched
}

func (v *vault) fillFacts(source answers.Sample, r request) {
	a := v.facts
	replace(a.list)
	row := func(term string, values ...string) {
		a.list.AppendChild(el("dt", "", term))
		for _, text := range values {
			a.list.AppendChild(el("dd", "", text))
		}
	}
	if r.title != "" {
		row(texts.AskedTitle, r.title)
	}
	if r.asker != "" {
		row(texts.AskedBy, fmt.Sprintf(texts.AskedUnchecked, r.asker))
	}
	if r.reply != "" {
		row(texts.AskedReply, fmt.Sprintf(texts.AskedReplyOnly, r.reply))
	}
	if len(v.samples) == 1 {
		row(texts.AskedSample, v.samples[0].name)
		row(texts.AskedAddress, v.samples[0].url)
	}
	for i, one := range v.samples {
		if len(v.samples) > 1 {
			row(fmt.Sprintf(texts.AskedOneOf, i+1, len(v.samples)), one.name, one.url, source.PartOf(one.name))
		}
	}
	row(texts.AskedRows, texts.Grouped(source.Rows))
	row(texts.AskedLabel, source.Label)
	if r.Task != "" {
		row(texts.AskedTask, string(r.Task))
	}
	if r.Base != "" {
		term := texts.AskedBase
		if r.Release == release.Moments {
			term = texts.AskedCompared
		}
		row(term, string(r.Base))
	}
	if r.Release == release.Report {
		model := r.model
		if model == "" {
			model = texts.AskedPublicModel
		}
		row(texts.AskedReport, model, fmt.Sprintf(texts.AskedMeasures, source.Label))
	}
	if source.ModelDigest != "" {
		row(texts.AskedModel, fmt.Sprintf(texts.AskedModelKind, source.ModelWords()), source.ModelDigest)
	}
	if r.GroupBy != "" {
		row(texts.AskedGroups, r.GroupBy)
	}
	if len(v.samples) == 1 {
		row(texts.AskedDigest, source.Digest)
	}
	if source.BaseDigest != "" {
		row(texts.AskedFile, r.file, source.BaseDigest)
	}
	v.fillColumns(source)
}

// fillColumns says what each column of the sample holds, with a choice where it holds dates.
func (v *vault) fillColumns(source answers.Sample) {
	a := v.facts
	replace(a.columns)
	a.dates = map[string]element{}
	for _, c := range source.Columns {
		holds := el("td", "", c.Expected())
		if c.Dates && !slices.Contains(v.dates, c.Name) {
			v.dates = append(v.dates, c.Name)
		}
		if slices.Contains(v.dates, c.Name) && source.UsesOthers(c.Name) {
			holds.add([]any{" ", v.dateControl(c)})
		}
		a.columns.AppendChild(el("tr", "", with(el("th", "", c.Name), "scope", "row"), holds))
	}
	replace(a.notes)
	for _, text := range source.Notes {
		a.notes.AppendChild(el("li", "", words.Sentence(text)))
	}
	show(a.notes, strings.Join(source.Notes, "") != "")
}

// dateControl lets the owner choose how a column of dates is used.
func (v *vault) dateControl(c answers.SampleColumn) element {
	control := with(el("select", "dates"), "aria-label", fmt.Sprintf(texts.Dates, c.Name))
	for _, choice := range texts.DateChoices {
		control.AppendChild(with(el("option", "", choice.Label), "value", choice.Value))
	}
	control.Set("value", texts.DateChoices[0].Value)
	if slices.Contains(v.ignored, c.Name) {
		control.Set("value", answers.DatesIgnored)
	}
	v.facts.dates[c.Name] = control
	v.on(control, "change", func() {
		if v.session.Phase != answers.Choosing {
			return
		}
		v.ignored = slices.DeleteFunc(v.ignored, func(name string) bool { return name == c.Name })
		if value(control) == answers.DatesIgnored {
			v.ignored = append(v.ignored, c.Name)
		}
		v.background(func() {
			v.engine.close(codeCancelled)
			v.openSource()
			if again, ok := v.facts.dates[c.Name]; ok {
				v.focus(again)
			}
		})
	})
	return control
}
