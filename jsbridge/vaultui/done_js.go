package vaultui

import (
	"fmt"
	"strings"

	"privadapt/core/adapt"
)

// donePart is step 5: it shows the owner the whole released text.
type donePart struct {
	step
	text, unproven, csv, cut element
	more, explanation        element
}

// shownAtMost bounds the text on the screen: many megabytes in one element would
// freeze the frame.
const shownAtMost = 200_000

func (v *vault) newDonePart() *donePart {
	d := &donePart{unproven: el("p", "warning"), csv: el("p", "", textDoneCSV), cut: el("p", "help")}
	d.text = with(el("pre", ""), "tabindex", "0", "role", "region", "aria-label", textDoneLabel)
	d.explanation = with(el("pre", ""), "tabindex", "0", "role", "region", "aria-label", textDoneExplanation)
	d.more = el("details", "", el("summary", "", textDoneExplanation), el("p", "help", textDoneExplained), d.explanation)
	d.step = v.newStep("done", textDoneHeading, d.unproven, el("details", "", el("summary", "", textDoneLabel),
		el("p", "", textDoneIntro), d.csv, d.text, d.cut, d.more,
		el("h2", "", textStaysHeading), el("p", "help", textDonePublic), stays()),
		el("div", "actions", v.button("", textAgain, v.again)))
	return d
}

func (d *donePart) enter(p Phase) { show(d.element, p == Done) }

func stays() element {
	list := el("ul", "")
	for _, text := range textStayed {
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
		d.cut.SetTextContent(fmt.Sprintf(textDoneCut, grouped(shownAtMost), grouped(len(release))))
	}
	show(d.cut, len(shown) < len(release))
	d.text.SetTextContent(shown)
	show(d.csv, weightsCSV != "")
	// That the certificate holds, the page says.
	show(d.unproven, check != nil && !check.OK)
	if check != nil && !check.OK {
		d.unproven.SetTextContent(fmt.Sprintf(textDoneUnproven, strings.Join(check.Problems, "; ")))
	}
}
