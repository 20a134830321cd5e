package vaultui

import "fmt"

// reportPart is step 4: the report for the owner, then run or cancel.
type reportPart struct {
	step
	lines, matches, leaves, spends, run, late element
	meter                                     *meter
}

func (v *vault) newReportPart() *reportPart {
	r := &reportPart{
		meter:   newMeter(),
		lines:   el("ul", "report"),
		matches: el("tbody", ""),
		leaves:  el("p", ""),
		spends:  el("p", "help"),
	}
	r.run = v.button("primary", textRun, func() { v.background(v.run) })
	r.late = v.button("quiet", textChangeLate, v.changeLate)
	// Of a fixed size, whatever is in it: see screen.
	private := with(el("div", "private",
		el("p", "badge", el("strong", "", textReportBadge), " ", el("span", "help", textReportIntro)), r.lines, r.table()),
		"tabindex", "0", "role", "region", "aria-label", textReportBadge)
	r.step = v.newStep("report", textReportHeading, termsRun, private, r.leaves, r.spends, r.meter.element,
		el("div", "actions", r.run, v.button("", textCancel, v.cancel), r.late))
	return r
}

func (r *reportPart) enter(p Phase) {
	away(r.element, p != Preview && p != Running)
	// While it is away it keeps the place of all that is seen before a run.
	for _, e := range []element{r.run, r.late, r.spends, r.leaves} {
		show(e, p != Running)
	}
	show(r.meter.element, p == Running)
}

// table is for the columns; it scrolls separately if the screen is narrow.
func (r *reportPart) table() element {
	head := el("tr", "")
	for _, name := range matchHead {
		head.AppendChild(with(el("th", "", name), "scope", "col"))
	}
	table := el("table", "", el("thead", "", head), r.matches)
	return el("details", "", el("summary", "", textMatches),
		with(el("div", "scroll", table), "tabindex", "0", "role", "region", "aria-label", textMatches))
}

// fill shows the report together with the engine's remarks on the settings. kind is what shall be released.
func (r *reportPart) fill(report Report, source Source, warnings []Line, kind string, isSample bool) {
	replace(r.matches)
	for _, m := range report.Matches(source.Columns) {
		class := ""
		if m.Warning {
			class = "doubtful"
		}
		r.matches.AppendChild(
			el("tr", class, with(el("th", "", m.Column), "scope", "row"), el("td", "", m.Found), el("td", "", m.Expected)),
		)
	}
	replace(r.lines)
	for _, line := range append(warnings, report.Lines(source.Label, kind)...) {
		class := ""
		if line.Warning {
			class = "warning"
		}
		r.lines.AppendChild(el("li", class, line.Text))
	}
	if isSample {
		r.spends.SetTextContent(textRunSample)
	}
}

// announce says what a run under these settings would take and give, before any file.
func (r *reportPart) announce(options Options) {
	r.leaves.SetTextContent(leaves(options))
	r.spends.SetTextContent(
		fmt.Sprintf(textRunSpends, plain(options[fieldEpsilon].(float64)), plain(options[fieldDelta].(float64))),
	)
}
