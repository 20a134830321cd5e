package vaultui

import (
	"fmt"
	"syscall/js"
)

// filePart is step 3. It knows the File only as an opaque value to be passed
// to the worker; its bytes are read there and nowhere else.
type filePart struct {
	step
	help, waiting, read element // before, too early, and after
	controls            element // fieldset
	input               element
	reading             element // meter and Cancel
	meter               *meter
}

func (v *vault) newFilePart() *filePart {
	f := &filePart{meter: newMeter()}
	f.input = with(el("input", ""), "type", "file", "id", "file", "multiple", "",
		"accept", acceptedFiles, "aria-describedby", "file-help")
	v.on(f.input, "change", func() {
		files := f.input.Get("files")
		if files.Get("length").Int() > 0 {
			v.background(func() { v.read(js.Global().Get("Array").Call("from", files), false) })
		}
	})
	f.controls = el("fieldset", "plain",
		el("div", "field", with(el("label", "", textFileLabel), "for", "file"), f.input))
	if !v.samplePrivate.IsUndefined() {
		f.controls.AppendChild(el("div", "actions", v.button("", textFileSample, func() {
			v.background(func() { v.read(js.ValueOf([]any{v.samplePrivate}), true) })
		})))
	}
	f.help = with(el("p", "help", textFileHelp), "id", "file-help")
	f.waiting = el("p", "help", textFileWaiting)
	f.read = el("p", "", textFileRead)
	f.reading = el("div", "", f.meter.element, el("div", "actions", v.button("", textCancel, v.cancel)))
	f.step = newStep("file-step", textFileHeading, f.help, f.waiting, f.read, f.controls, f.reading)
	return f
}

func (f *filePart) enter(p Phase) {
	show(f.element, p >= Choosing && p != Done)
	before := p == Choosing || p == Fixed
	show(f.help, before)
	show(f.controls, before)
	show(f.waiting, p == Choosing)
	show(f.read, p == Preview || p == Running)
	enable(f.controls, p.canPick())
	show(f.reading, p == Reading)
	if p == Fixed {
		// Forgotten, so that picking the same file again is a change event.
		f.input.Set("value", "")
	}
}

// reportPart is step 4: the owner's own report, then run or cancel.
type reportPart struct {
	step
	lines, spends, run, late element
	meter                    *meter
}

func (v *vault) newReportPart() *reportPart {
	r := &reportPart{meter: newMeter(), lines: el("ul", "report"), spends: el("p", "help")}
	r.run = v.button("primary", textRun, func() { v.background(v.run) })
	r.late = v.button("quiet", textChangeLate, v.changeLate)
	private := el("div", "private",
		el("p", "badge", el("strong", "", textReportBadge), " ", el("span", "help", textReportIntro)), r.lines)
	r.step = newStep("report", textReportHeading, private, r.spends, r.meter.element,
		el("div", "actions", r.run, v.button("", textCancel, v.cancel), r.late))
	return r
}

func (r *reportPart) enter(p Phase) {
	show(r.element, p == Preview || p == Running)
	show(r.run, p.canRun())
	show(r.late, p.canRun())
	show(r.spends, p.canRun())
	show(r.meter.element, p == Running)
}

// fill shows the report together with the engine's remarks on the settings.
func (r *reportPart) fill(report Report, warnings []string, options Options, isSample bool) {
	replace(r.lines)
	for _, line := range report.Lines() {
		class := ""
		if line.Warning {
			class = "warning"
		}
		r.lines.AppendChild(el("li", class, line.Text))
	}
	for _, text := range warnings {
		r.lines.AppendChild(el("li", "warning", sentence(text)))
	}
	spends := textRunSample
	if !isSample {
		spends = fmt.Sprintf(textRunSpends, plain(options[fieldEpsilon].(float64)), plain(options[fieldDelta].(float64)))
	}
	r.spends.SetTextContent(spends)
}

// meter is a progress bar with its words. The words are not a live region:
// they change many times a second, and the status line tells what matters.
type meter struct {
	element
	bar, text element
}

func newMeter() *meter {
	m := &meter{bar: el("progress", ""), text: el("p", "help")}
	with(m.bar, "aria-label", "progress")
	m.element = el("div", "meter", m.bar, m.text)
	return m
}

// set shows progress; a total of 0 means that the end is not known.
func (m *meter) set(text string, done, total float64) {
	m.text.SetTextContent(text)
	if total > 0 {
		m.bar.Set("max", total)
		m.bar.Set("value", min(done, total))
	} else {
		m.bar.RemoveAttribute("value")
	}
}
