package vaultui

import (
	"syscall/js"

	"privadapt/core/terms/formats"
)

// filePart is step 3. It knows the File only as an opaque value to be passed
// to the worker; its bytes are read there and nowhere else.
type filePart struct {
	step
	fixed    element // the settings, in one line, with the way back to them
	summary  element
	help     element
	controls element // fieldset
	input    element
	sheet    element // the name of a workbook's sheet; it never leaves the vault
	reading  element // meter and Cancel
	meter    *meter
}

func (v *vault) newFilePart() *filePart {
	f := &filePart{meter: newMeter()}
	f.input = with(el("input", ""), "type", "file", "id", "file", "multiple", "",
		"accept", formats.Accepted(), "aria-describedby", "file-help")
	v.on(f.input, "change", func() {
		files := f.input.Get("files")
		if files.Get("length").Int() > 0 {
			v.background(func() { v.read(js.Global().Get("Array").Call("from", files), false) })
		}
	})
	v.acceptDrops()
	f.sheet = with(el("input", ""), "type", "text", "id", "sheet", "autocomplete", "off", "aria-describedby", "sheet-help")
	f.controls = el("fieldset", "plain",
		el(
			"details",
			"",
			el("summary", "", textSheetSummary),
			el(
				"div",
				"field",
				with(el("label", "", textSheetLabel), "for", "sheet"),
				f.sheet,
				with(el("p", "help", textSheetHelp), "id", "sheet-help"),
			),
		),
		el("div", "field", with(el("label", "", textFileLabel), "for", "file"), f.input, el("p", "help", textFileDrop)))
	if !v.samplePrivate.IsUndefined() {
		f.controls.AppendChild(el("div", "actions", v.button("", textFileSample, func() {
			v.background(func() { v.read(js.ValueOf([]any{v.samplePrivate}), true) })
		})))
	}
	f.help = with(el("p", "help", textFileHelp), "id", "file-help")
	f.summary = el("p", "summary")
	f.fixed = el("div", "fixed", f.summary, v.button("quiet", textUnfix, v.unfix))
	f.reading = el("div", "", f.meter.element, el("div", "actions", v.button("", textCancel, v.cancel)))
	f.step = v.newStep("file-step", textFileHeading, termsFile, f.fixed, f.help, f.controls, f.reading)
	return f
}

func (f *filePart) enter(p Phase) {
	away(f.element, p != Fixed && p != Reading)
	show(f.fixed, p.canUnfix())
	show(f.help, p == Fixed)
	show(f.controls, p == Fixed)
	enable(f.controls, p.canPick())
	show(f.reading, p == Reading)
	if p == Fixed {
		// The input is cleared, so that picking the same file again is a change event.
		f.input.Set("value", "")
	}
}

// acceptDrops handles files that are dropped anywhere on the vault. If no code
// handles a drop, the browser opens the file in place of the vault, and the vault
// is lost with everything in it. So every drop is handled, and used where a file can
// be picked.
func (v *vault) acceptDrops() {
	body := wrap(document.Get("body"))
	over := func(on bool) { body.Get("classList").Call("toggle", "dropping", on && v.session.Phase.canPick()) }
	listen := func(event string, f func(e js.Value)) {
		document.Call("addEventListener", event, v.callback(func(args []js.Value) {
			args[0].Call("preventDefault")
			f(args[0])
		}))
	}
	listen("dragover", func(js.Value) { over(true) })
	listen("dragleave", func(js.Value) { over(false) })
	listen("drop", func(e js.Value) {
		over(false)
		files := e.Get("dataTransfer").Get("files")
		switch {
		case !v.session.Phase.canPick():
			v.say(textDropTooEarly)
		case files.Length() == 0:
			v.say(textDropNoFile)
		default:
			picked := js.Global().Get("Array").Call("from", files)
			v.background(func() { v.read(picked, false) })
		}
	})
}
