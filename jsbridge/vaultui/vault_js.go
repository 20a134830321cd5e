package vaultui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"syscall/js"

	"privadapt/core/terms"
	"privadapt/jsbridge/vaultui/answers"
)

var texts = &answers.Current

// vault is the whole form: the session's state, the engine worker, and the parts on
// the screen.
type vault struct {
	bridge        js.Value // set up by the pinned bootstrap
	samplePrivate js.Value // Blob of the sample's synthetic private file, or undefined
	sampleRows    int      // of that file
	sample        publicFile
	model         js.Value // {data, url} of the model that comes with the sample, or undefined
	appraised     js.Value // the same of the model that a report is about, or undefined
	reading       js.Value // how the sample is read: the options of loadSource for its columns
	sampleLabel   string
	campaign      string // the purpose for which the sample was published, stated in the release; "" for none
	limits        answers.Limits
	receiver      js.Value // what it says that it takes, or undefined

	session answers.Session
	engine  *engineWorker
	handle  js.Value // the engine worker's handle of the public sample
	source  answers.Sample
	fixed   answers.Options   // the answers as they were checked, before anything was changed in them
	options answers.Options   // as fixed
	answers answers.Options   // as the run has them; δ may follow the number of rows
	files   js.Value          // that were picked
	headers map[string]string // of the owner's files, by the sample's names; they never leave the vault
	target  js.Value          // the engine worker's handle of the private file that was read
	ends    js.Value          // the unfinished readTarget or adapt, for cancel

	usesDemoData bool        // the target is samplePrivate, which describes no real person
	requests     int         // how often the page was asked to record a charge
	awaitingAck  bool        // the page has not answered the last of them
	answerCharge [2]js.Value // fulfils and rejects the promise of that answer
	charged      bool        // the page recorded the privacy spent for this run
	refusal      string      // the reason why it did not, in the page's words
	foreseen     int         // the number of forecasts requested so far

	screen   screen // what the page knows of it
	main     element
	steps    *steps
	facts    *factsPart
	settings *settingsForm
	request  *requestPart
	check    *checkPart
	done     *donePart
	status   element // polite live region
	alert    element // assertive one
}

// Run builds the form when the page opens the vault, and never returns. The bootstrap must have set
// globalThis.privadapt.
func Run() {
	v := newVault(js.Global().Get("privadapt"))
	v.bridge.Set("receive", v.callback(func(args []js.Value) { v.receive(args[0]) }))
	v.post(readyMessage())
	v.watchScreen()
	v.background(v.openSource)
	select {}
}

func newVault(bridge js.Value) *vault {
	v := &vault{bridge: bridge, samplePrivate: js.Undefined(), receiver: js.Undefined()}
	blob := func(data js.Value) js.Value {
		return js.Global().Get("Blob").New([]any{data})
	}
	answers.Speak(field(bridge, "language"))
	document.Get("documentElement").Set("lang", texts.Tag)
	_, _ = v.await(bridge.Get("opened")) // the promise is never rejected
	sample := bridge.Get("sample")
	// A Blob, because a fresh worker after a crash needs the bytes again and a
	// Blob is passed without copying.
	data := sample.Get("data")
	v.sample = publicFile{field(sample, "name"), field(sample, "url"), blob(data), isPacked(data)}
	v.model, v.appraised = sample.Get("model"), sample.Get("appraised")
	v.reading = sample.Get("reading")
	v.sampleLabel = field(v.reading, "label")
	v.campaign = field(sample, "campaign")
	if private := bridge.Get("samplePrivate"); private.Type() == js.TypeObject {
		v.samplePrivate = blob(private)
		text := make([]byte, private.Length())
		js.CopyBytesToGo(text, private)
		v.sampleRows = bytes.Count(text, []byte("\n")) - 1 // without the header
	}
	if limits := bridge.Get("limits"); limits.Type() == js.TypeObject {
		// Of a field that is of another type nothing is asked, as of one that is absent.
		_ = decode(limits, &v.limits.Terms)
		if v.receiver = limits.Get("receiver"); v.receiver.Type() == js.TypeObject {
			v.limits.Receiver = &terms.Receiver{}
			_ = decode(v.receiver, v.limits.Receiver) // the engine refuses a run for a receiver whose terms cannot be read
		}
	}
	if seen := sample.Get("seen"); seen.Type() == js.TypeObject {
		var earlier answers.Seen
		if decode(seen, &earlier) == nil {
			v.session.Resume(earlier)
		}
	}

	v.steps = newSteps()
	v.facts = newFactsPart()
	v.settings = v.newSettingsForm()
	v.settings.wish(v.limits, v.samplePrivate.IsUndefined())
	v.request = v.newRequestPart()
	v.check = v.newCheckPart()
	v.done = v.newDonePart()
	v.status = with(el("p", "status"), "role", "status")
	v.alert = with(el("p", "alert"), "role", "alert")
	v.main = el("main", "", v.steps.element, v.alert, v.status, v.request.element,
		v.check.element, v.done.element)
	wrap(document.Get("body")).AppendChild(v.main)
	v.enter(answers.Opening)
	return v
}

// enter moves to a phase; every part shows what belongs to it.
func (v *vault) enter(p answers.Phase) {
	v.session.Phase = p
	v.bridge.Set("showsPrivate", p.ShowsPrivate())
	v.steps.enter(p)
	show(v.steps.element, p != answers.Done) // the page has them beside its own account of the result
	v.settings.enter(p)
	v.request.enter(p)
	v.check.enter(p)
	v.done.enter(p)
	v.prepare()
	v.showScreen()
}

// say and warn announce a sentence; each clears the other's.
func (v *vault) say(text string)  { v.announce(text, "") }
func (v *vault) warn(text string) { v.announce("", text) }

func (v *vault) announce(status, alert string) {
	v.status.SetTextContent(status)
	v.alert.SetTextContent(alert)
	if alert != "" {
		scrollTo(v.alert)
	}
}

// broken handles a panic. The state of the form is no longer known, so broken
// says so and terminates the worker that may hold rows. While exact numbers of
// the private file are about to be shown, they may be the cause of the panic, and
// then the page does not learn of it.
func (v *vault) broken() {
	private := v.session.Phase.ShowsPrivate()
	if v.engine != nil {
		v.engine.close(codeCrashed)
	}
	v.enter(answers.Failed)
	show(v.request.retry, false)
	v.warn(texts.VaultPanic)
	if !private {
		v.post(runFailure(codeCrashed))
	}
}

// isInvited reports whether somebody has made a link for this.
func (v *vault) isInvited() bool {
	info := v.bridge.Get("sample")
	return field(info, "asker") != "" || field(info, "title") != ""
}

// post is the only way out of the vault; post.go lists what passes.
func (v *vault) post(m message) { v.bridge.Call("post", m) }

// receive handles a message from the page.
func (v *vault) receive(m js.Value) {
	switch field(m, "type") {
	case "chargeAck":
		// The answer for a run that was cancelled in the meantime must not count as the charge for this one.
		if !v.awaitingAck || amount(m, "request") != float64(v.requests) {
			return
		}
		v.awaitingAck = false
		ok := m.Get("ok").Type() == js.TypeBoolean && m.Get("ok").Bool()
		v.charged, v.refusal = ok && !v.usesDemoData, field(m, "message")
		if ok {
			v.answerCharge[0].Invoke()
		} else {
			v.answerCharge[1].Invoke(message{"code": codeNotCharged})
		}
	case "budget":
		v.limits.Budget = nil
		if m.Get("left").Type() == js.TypeNumber {
			v.limits.Budget = &answers.Budget{Left: amount(m, "left")}
		}
		v.foresee()
	case "go":
		v.goTo(field(m, "step"))
	}
}

// guard keeps a panic from ending the whole Go program silently: a panic that
// escapes a callback or a goroutine would leave a dead form on the screen.
func guard(onPanic func()) {
	if reason := recover(); reason != nil {
		// The vault's own console. Its messages do not leave the machine.
		js.Global().Get("console").Call("error", fmt.Sprint("vault: ", reason))
		onPanic()
	}
}

// callback turns f into a JavaScript function. f must not block: start work that
// waits with (*vault).background.
func (v *vault) callback(f func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer guard(v.broken)
		f(args)
		return nil
	})
}

// background runs f in a goroutine, outside the event loop.
func (v *vault) background(f func()) {
	go func() {
		defer guard(v.broken)
		f()
	}()
}

// decode copies a plain JavaScript value into a Go value, by field names.
func decode(from js.Value, to any) error {
	text := js.Global().Get("JSON").Call("stringify", from)
	if text.Type() != js.TypeString {
		return fmt.Errorf("vaultui: the engine's answer is %s, not an object", from.Type())
	}
	return json.Unmarshal([]byte(text.String()), to)
}

// field reads a string field, "" where it is absent.
func field(of js.Value, name string) string {
	if v := of.Get(name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

// amount reads a number field, 0 where it is absent.
func amount(of js.Value, name string) float64 {
	if v := of.Get(name); v.Type() == js.TypeNumber {
		return v.Float()
	}
	return 0
}

// list makes a JavaScript array of texts.
func list(texts []string) []any {
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	return values
}
