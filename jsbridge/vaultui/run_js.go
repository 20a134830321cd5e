package vaultui

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/release"
	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

// cancelPatience is how long a worker may take to answer a cancel before it is
// ended, in milliseconds. It normally answers within 100.
const cancelPatience = 2000

// fix freezes the answers.
func (v *vault) fix(options answers.Options) {
	reading := js.Global().Get("JSON").Call("stringify", v.reading).String() + v.source.BaseDigest
	v.options = v.session.Fix(options, reading, v.source.ModelDigest)
	if v.campaign != "" {
		v.options["campaign"] = v.campaign // set by the page, not by the owner
	}
}

// askAgain shows the request once more, with nothing about a file on the screen.
func (v *vault) askAgain() {
	v.say("") // what is said of a failed run is for the owner
	v.screen.reopen()
	v.enter(answers.Choosing)
	v.focus(v.request.heading)
	v.foresee()
}

// resume returns to the request, with a fresh worker if the old one is gone.
func (v *vault) resume() {
	if v.engine.dead {
		v.openSource()
	} else {
		v.enter(answers.Choosing)
		v.foresee()
	}
	if v.session.Phase == answers.Choosing {
		v.focus(v.request.heading)
	}
}

// endable adds to the options of a call that v.cancel ends it.
func (v *vault) endable(options message) message {
	v.ends = ending(options)
	options["patience"] = cancelPatience
	return options
}

// run spends the budget and releases. It sends the mechanism's parameters to the
// page, waits for the acknowledgement, then adds the noise and releases.
func (v *vault) run() {
	if !v.session.Phase.CanRun() {
		return
	}
	v.enter(answers.Running)
	v.focus(v.check.heading) // the button that was pressed has gone
	v.charged, v.awaitingAck, v.refusal = false, false, ""
	v.say(texts.WaitingCharge)
	v.check.meter.begin(texts.WaitingCharge, answers.RunCourse)
	asked := message{"target": v.target, "explain": true}
	answer, failed := v.engine.do("adapt", asked, v.endable(message{}), watcher{
		charge: func(epsilon, delta, rho float64) js.Value {
			promise := v.promiseOfCharge()
			v.awaitingAck = true
			v.requests++
			people := v.options[answers.OptionUnit] != nil
			v.post(chargeRequestMessage(v.requests, epsilon, delta, rho, people, v.usesDemoData))
			return promise
		},
		progress: v.runProgress,
	})
	v.awaitingAck = false
	if failed != nil {
		v.runFailed(failed)
		return
	}
	release, weightsCSV := field(answer, "release"), field(answer, "weightsCSV")
	check := v.verify(release)
	explanation := &adapt.Explanation{}
	if decode(answer.Get("explanation"), explanation) != nil {
		explanation = nil
	}
	v.done.fill(release, weightsCSV, check, explanation)
	v.post(releaseMessage(release, weightsCSV, check, explanation))
	v.screen.released()
	v.say("")
	v.enter(answers.Done)
}

// promiseOfCharge is settled by answerCharge.
func (v *vault) promiseOfCharge() js.Value {
	settle := v.callback(func(args []js.Value) { v.answerCharge = [2]js.Value{args[0], args[1]} })
	defer settle.Release()
	return js.Global().Get("Promise").New(settle)
}

func (v *vault) runProgress(stage string, done, total float64) {
	text := texts.SolvingNo
	switch {
	case stage != answers.StageSolve && stage != answers.StagePrepare && stage != answers.StageFit:
		return
	case stage != answers.StageSolve && total > 0:
		text = fmt.Sprintf(texts.Fitting, int(100*done/total))
	case total > 0:
		text = fmt.Sprintf(texts.Solving, texts.Grouped(int(done)), texts.Grouped(int(total)))
	}
	v.check.meter.set(stage, text, done, total)
}

// verify calls the engine's independent checker. The release is handed over even
// if this fails: it has been charged, and the page can see that it is unchecked.
func (v *vault) verify(release string) *Verification {
	answer, failed := v.engine.do("verify", message{"release": release}, message{}, watcher{})
	check := &Verification{}
	if failed != nil || decode(answer, check) != nil {
		return nil
	}
	return check
}

func (v *vault) runFailed(f *failure) {
	v.post(runFailure(f.Code))
	v.screen.settle()
	text := fmt.Sprintf(texts.RunFailed, f.explained())
	if v.charged {
		text = fmt.Sprintf(texts.RunFailedPaid, f.explained())
	}
	switch f.Code {
	case codeCrashed:
		text = texts.Died
		if v.charged {
			text = texts.DiedCharged
		}
	case codeCancelled:
		text = texts.RunCancelled
		if v.charged {
			text = texts.CancelCharged
		}
	case codeNotCharged:
		text = strings.TrimSpace(texts.NotCharged + " " + v.refusal)
	}
	// The target is dropped, so that a second try reads the file again and no
	// handle outlives its run.
	v.engine.dispose(v.target)
	v.resume()
	v.warn(text)
}

// cancel stops the current work. A worker that does not answer is terminated by the client and replaced by a fresh one.
func (v *vault) cancel() {
	switch v.session.Phase {
	case answers.Asking, answers.Preview:
		if v.session.Phase == answers.Preview {
			v.engine.dispose(v.target)
		}
		v.background(func() {
			v.resume()
			v.say(texts.FileDropped)
		})
	case answers.Reading, answers.Running:
		v.say(texts.Cancelling)
		end(v.ends)
	}
}

// again returns to the request after a release, in the same vault.
func (v *vault) again() {
	if v.engine.dead {
		v.background(v.openSource)
		return
	}
	v.askAgain()
}

// read fixes the answers and makes the worker read the files under them, then shows the owner's report. isSample says
// that they are the page's synthetic file.
func (v *vault) read(files js.Value, isSample bool) {
	if !v.session.Phase.CanPick() || v.fixed == nil {
		return
	}
	answers := v.fixed
	v.fixed = nil
	v.answers, v.files, v.usesDemoData = answers, files, isSample
	v.announceRun()
	v.say("")
	v.openFiles(true)
	if !isSample {
		v.post(pickedMessage(v.session.Picked()))
	}
	v.readFiles(true)
}

// announceRun fixes the answers and says what a run under them would give.
func (v *vault) announceRun() {
	v.fix(v.answers)
	v.check.announce(v.options, v.session.Changed())
}

// openFiles shows that the files are read. All that is on the screen is public.
func (v *vault) openFiles(first bool) {
	v.check.meter.begin(texts.FileReadingNo, answers.ReadingCourse)
	v.enter(answers.Reading)
	if first {
		v.screen.seal()
		v.showScreen()
	}
	v.focus(v.check.heading)
}

// readFiles has the worker read the files that were picked, and shows the report; where asks is set and their headers
// lack columns, the owner is asked first.
func (v *vault) readFiles(asks bool) {
	isSample := v.usesDemoData
	answer, failed := v.readUnder(asks)
	for failed != nil && failed.Code == "bad-delta" && v.settings.smallerDelta() {
		// More rows than the owner has said, whose number is public: δ is computed for them, and nothing was charged.
		v.answers[answers.FieldDelta], _ = words.Number(value(v.settings.delta))
		v.announceRun()
		answer, failed = v.readUnder(asks)
	}
	if failed != nil && failed.Code == codeWhichSheet && len(failed.Sheets) > 0 {
		v.ask(answers.AboutSheets(failed.Sheets), func(given []string) {
			v.settings.sheet.Set("value", given[0])
			v.openFiles(false)
			v.readFiles(asks)
		})
		return
	}
	if failed != nil {
		v.readFailed(failed, isSample)
		return
	}
	var got struct {
		Unmatched *adapt.Unmatched   // in place of the others
		Warnings  []words.Message    // about the settings and n, public
		Report    answers.FileReport // about the rows, for the owner
	}
	if err := decode(answer, &got); err != nil {
		v.readFailed(&failure{Code: "internal", Message: err.Error()}, isSample)
		return
	}
	if u := got.Unmatched; u != nil {
		v.ask(answers.AboutHeaders(*u), func(given []string) {
			v.headers = answers.HeadersWith(v.headers, u.Missing, given)
			v.session.Name(v.headers)
			v.announceRun()
			v.openFiles(false)
			v.readFiles(false)
		})
		return
	}
	v.target = answer.Get("target")
	if !isSample {
		v.session.Told()
	}
	var warnings []answers.Line
	warn := func(text string) { warnings = append(warnings, answers.Line{Text: text, Warning: true}) }
	if isSample {
		warnings = append(warnings, answers.Line{Text: texts.RunSample})
	}
	if n := float64(got.Report.Count()); n*v.options[answers.FieldDelta].(float64) > answers.LargestDeltaRows {
		if v.settings.ownDelta {
			warn(texts.ReportOwnDelta)
		} else {
			warn(texts.ReportManyRows)
		}
	}
	v.check.fill(got.Report, v.source, append(warnings, answers.Said(got.Warnings)...), v.tooFewRows(got.Report.Count()))
	v.enter(answers.Preview)
	v.say("")
	v.focus(v.check.heading)
}

// readUnder has the worker read the files under the fixed settings and the owner's headers.
func (v *vault) readUnder(asks bool) (js.Value, *failure) {
	columns := columnsOfNumbers
	if v.options[answers.OptionUnit] != nil {
		columns = columnsExact
	}
	options := message(maps.Clone(v.options))
	if len(v.headers) > 0 {
		headers := map[string]any{}
		for column, header := range v.headers {
			headers[column] = header
		}
		options["headers"] = headers
	}
	fields := message{"source": v.handle, "options": options, "asks": asks}
	if !v.usesDemoData { // whose result is not sent
		fields["receiver"] = v.receiver
	}
	// Files that a decoder reads are found and served by the client.
	files := v.endable(message{
		"files": v.files, "columns": columns, "expected": list(v.expected()),
		"label": cmp.Or(v.headers[v.source.Label], v.source.Label), "above": v.source.LinesAbove,
	})
	if columns == columnsExact {
		files["counted"] = v.files
	}
	if sheet := value(v.settings.sheet); sheet != "" {
		files["sheet"] = sheet
	}
	return v.engine.do("readTarget", fields, files, watcher{progress: func(stage string, done, total float64) {
		switch {
		case stage == answers.StageTarget && total > 0:
			v.check.meter.set(stage,
				fmt.Sprintf(texts.FileReading, texts.FileSize(done), texts.FileSize(total)),
				done, total)
		case stage == answers.StagePrepare && total > 0: // before the file, where its labels are used
			v.check.meter.set(stage, fmt.Sprintf(texts.Fitting, int(100*done/total)), done, total)
		}
	}})
}

// expected are the names that a file should have in its header.
func (v *vault) expected() (names []string) {
	for _, c := range v.source.Columns {
		if c.Kind != "ignored" {
			names = append(names, cmp.Or(v.headers[c.Name], c.Name))
		}
	}
	return names
}

// readFailed informs the owner only: the page must not learn whether or why a
// private file was refused.
func (v *vault) readFailed(f *failure, isSample bool) {
	say := v.warn
	text := fmt.Sprintf(texts.FileFailed, f.explained())
	switch f.Code {
	case codeCrashed:
		text = texts.Died
	case codeCancelled:
		text, say = texts.FileDropped, v.say
	case "no-labels":
		text = fmt.Sprintf(texts.FileNoLabels, v.source.Label)
		if v.options[answers.FieldRelease] == string(release.Report) {
			text = fmt.Sprintf(texts.FileNoReport, v.source.Label)
		}
		if !isSample {
			v.session.Told()
		}
	case "unknown-option", "bad-option", "bad-epsilon", "bad-delta", "bad-iterations", "refused", "sample-too-large",
		"base-of-numbers", "no-report":
		// These messages can reveal only the number of rows of the file, which is public here.
		text = fmt.Sprintf(texts.SettingsFailed, f.explained())
	case codeRefused:
		// Of the file the message can say the number of rows alone.
		text = fmt.Sprintf(texts.ReceiverRefuses, f.explained())
	default:
		if !isSample {
			v.session.Told()
		}
	}
	v.resume()
	say(text)
}
