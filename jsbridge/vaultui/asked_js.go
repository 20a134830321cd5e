package vaultui

import (
	"fmt"
	"strings"
)

// askedPart is step 1: which columns the public sample expects in the owner's file.
type askedPart struct {
	step
	list, notes, retry element
	next               element
	table, columns     element
}

func (v *vault) newAskedPart() *askedPart {
	a := &askedPart{list: el("dl", ""), notes: el("ul", "notes"), columns: el("tbody", "")}
	a.table = with(el("div", "scroll", el("table", "", el("thead", "", el("tr", "",
		with(el("th", "", textAskedColumn), "scope", "col"), with(el("th", "", textAskedHolds), "scope", "col"))), a.columns)),
		"tabindex", "0", "role", "region", "aria-label", textAskedColumns)
	a.retry = v.button("", textSourceRetry, func() { v.background(func() { v.openSource(Asked) }) })
	a.next = v.button("primary", textAskedNext, v.unfix)
	a.step = v.newStep("asked", textAskedHeading, termsAsked, el("p", "help", textAskedIntro), a.list, a.table, a.notes, el("div", "actions", a.next, a.retry))
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
type request struct{ name, url, asker, title, reply string }

func (a *askedPart) fill(source Source, r request) {
	replace(a.list)
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
	row(textAskedSample, r.name)
	row(textAskedAddress, r.url)
	row(textAskedRows, grouped(source.Rows))
	row(textAskedLabel, source.Label)
	row(textAskedDigest, source.Digest)
	replace(a.columns)
	for _, c := range source.Columns {
		a.columns.AppendChild(el("tr", "", with(el("th", "", c.Name), "scope", "row"), el("td", "", c.expected())))
	}
	replace(a.notes)
	for _, text := range source.Notes {
		a.notes.AppendChild(el("li", "", sentence(text)))
	}
	show(a.notes, strings.Join(source.Notes, "") != "")
}
