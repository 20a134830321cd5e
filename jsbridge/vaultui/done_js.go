package vaultui

import (
	"fmt"
	"strings"

	"privadapt/core/adapt"
	"privadapt/jsbridge/vaultui/answers"
)

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
	d.step = v.newStep("done", texts.DoneHeading, d.unproven, el("details", "", el("summary", "", texts.DoneLabel),
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
