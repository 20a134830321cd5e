package vaultui

import (
	"cmp"
	"fmt"
	"strings"
	"syscall/js"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

// columnsMost is how many columns the first screen names.
const columnsMost = 12

// requestPart is the first screen: who asks for what, the owner's answers, and the button that chooses the file and so
// fixes them. It knows the File only as an opaque value to be passed to the worker; its bytes are read there and
// nowhere else.
type requestPart struct {
	step
	unchecked, stays, columns element
	retry                     element
	controls                  element // fieldset: the button, and what belongs to it
	input                     element
	sample                    element // the button for the invented file
}

func (v *vault) newRequestPart() *requestPart {
	r := &requestPart{
		unchecked: el("p", "help", texts.Unchecked),
		stays:     el("p", ""),
		columns:   el("p", ""),
	}
	r.input = with(el("input", "unseen"), "type", "file", "id", "file", "multiple", "",
		"accept", dataset.AcceptedFormats(), "aria-describedby", "file-help")
	// Whatever the answers still need is said before the owner looks for the file.
	r.input.Call("addEventListener", "click", v.callback(func(args []js.Value) {
		if !v.answered(false) {
			args[0].Call("preventDefault")
		}
	}))
	v.on(r.input, "change", func() {
		files := js.Global().Get("Array").Call("from", r.input.Get("files"))
		r.input.Set("value", "") // so that picking the same file again is a change
		if files.Length() > 0 {
			v.take(files, false)
		}
	})
	v.acceptDrops()
	// On the tour the invented file comes first.
	look, hasSample := "button primary", !v.samplePrivate.IsUndefined()
	if hasSample {
		look = "button"
	}
	pick := el("label", look, r.input, texts.FileLabel)
	r.sample = v.button("primary", texts.FileSample, func() { v.take(js.ValueOf([]any{v.samplePrivate}), true) })
	show(r.sample, hasSample)
	help := with(el("span", "help", texts.FileFixes), "id", "file-help")
	r.controls = el("fieldset", "plain", el("div", "actions", r.sample, pick, help))
	r.retry = v.button("", texts.SourceRetry, func() { v.background(v.openSource) })
	r.step = newStep("request", texts.Request, r.unchecked, r.stays, r.columns,
		v.settings.open, r.controls, el("div", "actions", r.retry))
	return r
}

func (r *requestPart) enter(p answers.Phase) {
	show(r.element, p == answers.Choosing || p == answers.Failed)
	show(r.retry, p == answers.Failed)
	for _, e := range []element{r.controls, r.stays, r.columns} {
		show(e, p != answers.Failed)
	}
	enable(r.controls, p.CanPick())
}

// fill says in the owner's words who asks for what.
func (r *requestPart) fill(source answers.Sample, asks request, kind string) {
	heading := texts.Request
	if asks.asker != "" || asks.title != "" {
		title := asks.title
		if title == "" {
			title = texts.RequestUntitled
		}
		heading = fmt.Sprintf(texts.RequestByNobody, title)
		if asks.asker != "" {
			heading = fmt.Sprintf(texts.RequestBy, asks.asker, title)
		}
	}
	r.heading.SetTextContent(heading)
	show(r.unchecked, heading != texts.Request && r.sample.Get("hidden").Bool()) // nobody has sent the tour
	var names []string
	for _, c := range source.Columns {
		if c.Kind != "ignored" {
			names = append(names, c.Name)
		}
	}
	count := len(names)
	if count > columnsMost {
		names = append(names[:columnsMost], texts.ColumnsMore)
	}
	if kind == string(release.Report) {
		names, count = append(names, fmt.Sprintf(texts.ColumnsLabel, source.Label)), count+1
	}
	list := strings.Join(names, " · ")
	if count == 1 {
		r.columns.SetTextContent(fmt.Sprintf(texts.Column, list))
	} else {
		r.columns.SetTextContent(fmt.Sprintf(texts.Columns, count, list))
	}
	r.asks(heading != texts.Request, kind)
}

// asks says what leaves.
func (r *requestPart) asks(someone bool, kind string) {
	format := texts.StaysNoAsker
	if someone {
		format = texts.Stays
	}
	r.stays.SetTextContent(fmt.Sprintf(format, texts.LeavesWhat[kind]))
}

// answered checks the answers, and says at each what is missing.
func (v *vault) answered(isSample bool) bool {
	if !v.session.Phase.CanPick() {
		return false
	}
	v.say("")
	limits := v.limits
	if isSample {
		limits.Budget = nil // nothing is counted
	}
	options, problems := v.settings.settings().Check(limits)
	if len(problems) == 0 {
		if epsilon := options[answers.FieldEpsilon].(float64); v.session.AsksAgain(epsilon) {
			problems = []answers.Problem{{
				Field: answers.FieldEpsilon,
				Text:  fmt.Sprintf(texts.ProblemEpsilonLarge, texts.Plain(epsilon)),
			}}
		}
	}
	v.complain(problems)
	if len(problems) > 0 {
		return false
	}
	v.fixed = options
	return true
}

// take fixes the answers and has the files read.
func (v *vault) take(files js.Value, isSample bool) {
	// A picker that was opened has been checked already, and the question about a large ε is asked once.
	if v.fixed == nil && !v.answered(isSample) {
		return
	}
	v.background(func() { v.read(files, isSample) })
}

// acceptDrops handles files that are dropped anywhere on the vault. If no code
// handles a drop, the browser opens the file in place of the vault, and the vault
// is lost with everything in it. So every drop is handled, and used where a file can
// be picked.
func (v *vault) acceptDrops() {
	body := wrap(document.Get("body"))
	over := func(on bool) { body.Get("classList").Call("toggle", "dropping", on && v.session.Phase.CanPick()) }
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
		case !v.session.Phase.CanPick():
			v.say(texts.DropTooEarly)
		case files.Length() == 0:
			v.say(texts.DropNoFile)
		default:
			v.take(js.Global().Get("Array").Call("from", files), false)
		}
	})
}

// factsPart is what the page says of the request and what the public sample holds, for those who look it up.
type factsPart struct {
	element
	list, notes, columns element
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
	row(texts.AskedSample, v.sample.name)
	row(texts.AskedAddress, v.sample.url)
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
	if r.Release.Counted() {
		term, what := texts.AskedReport, texts.AskedMeasures
		if r.Release == release.Estimate {
			term, what = texts.AskedEstimate, texts.AskedMean
		}
		row(term, cmp.Or(r.model, texts.AskedPublicModel), fmt.Sprintf(what, source.Label))
	}
	if source.ModelDigest != "" {
		row(texts.AskedModel, fmt.Sprintf(texts.AskedModelKind, source.ModelWords()), source.ModelDigest)
	}
	if r.GroupBy != "" {
		row(texts.AskedGroups, r.GroupBy)
	}
	row(texts.AskedDigest, source.Digest)
	if source.BaseDigest != "" {
		row(texts.AskedFile, r.file, source.BaseDigest)
	}
	v.fillColumns(source)
}

// fillColumns says what each column of the sample holds.
func (v *vault) fillColumns(source answers.Sample) {
	a := v.facts
	replace(a.columns)
	for _, c := range source.Columns {
		a.columns.AppendChild(el("tr", "", with(el("th", "", c.Name), "scope", "row"), el("td", "", c.Expected())))
	}
	replace(a.notes)
	for _, text := range source.Notes {
		a.notes.AppendChild(el("li", "", words.Sentence(text)))
	}
	show(a.notes, strings.Join(source.Notes, "") != "")
}
