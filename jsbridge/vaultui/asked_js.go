package vaultui

import (
	"fmt"
	"strings"
)

// askedPart is step 1: what the public sample asks of the owner's file.
type askedPart struct {
	step
	list, notes, retry element
}

func (v *vault) newAskedPart() *askedPart {
	a := &askedPart{list: el("dl", ""), notes: el("ul", "notes")}
	a.retry = v.button("", textSourceRetry, func() { v.background(func() { v.openSource(Choosing) }) })
	a.step = newStep("asked", textAskedHeading, el("p", "help", textAskedIntro), a.list, a.notes, a.retry)
	return a
}

func (a *askedPart) enter(p Phase) {
	show(a.element, p != Opening)
	show(a.retry, p == Failed)
	show(a.list, p != Failed)
}

func (a *askedPart) fill(source Source, name, url string) {
	replace(a.list)
	row := func(term string, values ...string) {
		a.list.AppendChild(el("dt", "", term))
		for _, text := range values {
			a.list.AppendChild(el("dd", "", text))
		}
	}
	row(textAskedSample, name)
	row(textAskedAddress, url)
	row(textAskedRows, grouped(source.Rows))
	var columns []string
	for _, column := range source.Columns {
		columns = append(columns, column.String())
	}
	row(textAskedColumns, columns...)
	row(textAskedLabel, source.Label)
	digest := source.Digest
	row(textAskedDigest, fmt.Sprintf(textDigestShort, digest[:min(16, len(digest))]))
	replace(a.notes)
	for _, text := range source.Notes {
		a.notes.AppendChild(el("li", "", sentence(text)))
	}
	show(a.notes, strings.Join(source.Notes, "") != "")
}
