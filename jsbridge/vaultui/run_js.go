package vaultui

import (
	"fmt"
	"strings"
	"syscall/js"
	"time"

	"privadapt/core/adapt"
)

// cancelPatience is how long a worker may take to answer a cancel before it is
// ended. It normally answers within 100 ms.
const cancelPatience = 2 * time.Second

// fix freezes the answers.
func (v *vault) fix(options Options) {
	v.options = v.session.Fix(options, v.ignored, v.source.ModelDigest)
	if v.campaign != "" {
		v.options["campaign"] = v.campaign // set by the page, not by the owner
	}
}

// ask shows the request once more, with nothing about a file on the screen.
func (v *vault) ask() {
	v.screen.reopen()
	v.enter(Choosing)
	v.say("")
	focus(v.request.heading)
	v.foresee()
}

// read fixes the answers and makes the worker read the files under them, then shows the owner's report. isSample says
// that they are the page's synthetic file.
func (v *vault) read(files js.Value, isSample bool) {
	if !v.session.Phase.canPick() || v.fixed == nil {
		return
	}
	answers := v.fixed
	v.fixed = nil
	v.fix(answers)
	run := texts.Run
	if left := v.limits.Budget; left != nil && !isSample {
		run = fmt.Sprintf(texts.RunUses, runsOf(left.runs(answers[fieldEpsilon].(float64), answers[fieldDelta].(float64))))
	}
	v.check.announce(v.options, v.session.Changed(), run)
	v.say("")
	v.check.meter.begin(texts.FileReadingNo, readingCourse)
	v.enter(Reading) // all that is on the screen is public
	v.screen.seal()
	focus(v.check.heading)
	if !isSample {
		v.post(pickedMessage(v.session.Picked()))
	}
	answer, failed := v.readUnder(files, isSample)
	for failed != nil && failed.Code == "bad-delta" && v.settings.smallerDelta() {
		// More rows than the owner has said, whose number is public: δ is computed for them, and nothing was charged.
		answers[fieldDelta], _ = number(value(v.settings.delta))
		v.fix(answers)
		v.check.announce(v.options, v.session.Changed(), run)
		answer, failed = v.readUnder(files, isSample)
	}
	if failed != nil {
		v.readFailed(failed, isSample)
		return
	}
	var got struct {
		Warnings []string // about the settings and n, public
		Report   Report   // about the rows, for the owner
	}
	if err := decode(answer, &got); err != nil {
		v.readFailed(&failure{Code: "internal", Message: err.Error()}, isSample)
		return
	}
	v.target, v.usesDemoData = answer.Get("target"), isSample
	if !isSample {
		v.session.Told()
	}
	var warnings []Line
	warn := func(text string) {
		if text != "" {
			warnings = append(warnings, Line{sentence(translated(text)), true})
		}
	}
	if isSample {
		warnings = append(warnings, Line{Text: texts.RunSample})
	}
	if n := float64(got.Report.units()); n*v.options[fieldDelta].(float64) > largestDeltaRows {
		if v.settings.ownDelta {
			warn(texts.ReportOwnDelta)
		} else {
			warn(texts.ReportManyRows)
		}
	}
	for _, text := range got.Warnings {
		warn(text)
	}
	v.check.fill(got.Report, v.source, warnings, v.options[fieldRelease].(string), v.tooFewRows(got.Report.units()))
	v.enter(Preview)
	v.say("")
	focus(v.check.heading)
}

// readUnder has the worker read the files under the fixed settings.
func (v *vault) readUnder(files js.Value, isSample bool) (js.Value, *failure) {
	columns := columnsOfNumbers
	if v.options[optionUnit] != nil {
		columns = columnsExact
	}
	return v.doUnpacked(files, value(v.settings.sheet), columns, func(files, again js.Value) message {
		request := message{"type": "readTarget", "source": v.handle, "files": files, "options": message(v.options)}
		if columns == columnsExact {
			request["counted"] = again
		}
		if !isSample { // whose result is not sent
			request["receiver"] = v.receiver
		}
		return request
	}, watcher{progress: func(stage string, done, total float64) {
		switch {
		case stage == stageTarget && total > 0:
			v.check.meter.set(stage, fmt.Sprintf(texts.FileReading, fileSize(done), fileSize(total)), done, total)
		case stage == stagePrepare && total > 0: // before the file, where its labels are used
			v.check.meter.set(stage, fmt.Sprintf(texts.Fitting, int(100*done/total)), done, total)
		}
	}}, v.started)
}

// readFailed informs the owner only: the page must not learn whether or why a
// private file was refused.
func (v *vault) readFailed(f *failure, isSample bool) {
	say := v.warn
	text := fmt.Sprintf(texts.FileFailed, explained(f.Code, f.Message))
	switch f.Code {
	case codeCrashed:
		text = texts.Died
	case codeCancelled:
		text, say = texts.FileDropped, v.say
	case "no-labels":
		text = fmt.Sprintf(texts.FileNoLabels, v.source.Label)
		if v.options[fieldRelease] == releaseReport {
			text = fmt.Sprintf(texts.FileNoReport, v.source.Label)
		}
		if !isSample {
			v.session.Told()
		}
	case "unknown-option", "bad-option", "bad-epsilon", "bad-delta", "bad-iterations", "refused":
		// These messages can reveal only the number of rows of the file, which is public here.
		text = fmt.Sprintf(texts.SettingsFailed, explained(f.Code, f.Message))
	case codeRefused:
		// Of the file the message can say the number of rows alone.
		text = fmt.Sprintf(texts.ReceiverRefuses, sentence(f.Message))
	default:
		if !isSample {
			v.session.Told()
		}
	}
	v.resume()
	say(text)
}

// resume returns to the request, with a fresh worker if the old one is gone.
func (v *vault) resume() {
	if v.engine.dead {
		v.openSource()
	} else {
		v.enter(Choosing)
		v.foresee()
	}
	if v.session.Phase == Choosing {
		focus(v.request.heading)
	}
}

func (v *vault) started(id int) { v.call = id }

// run spends the budget and releases. It sends the mechanism's parameters to the
// page, waits for the acknowledgement, then adds the noise and releases.
func (v *vault) run() {
	if !v.session.Phase.canRun() {
		return
	}
	v.enter(Running)
	v.charged, v.awaitingAck, v.refusal = false, false, ""
	v.say(texts.WaitingCharge)
	v.check.meter.begin(texts.WaitingCharge, runCourse)
	answer, failed := v.engine.do(message{"type": "adapt", "target": v.target, "explain": true}, watcher{
		charge: func(epsilon, delta, rho float64) {
			v.awaitingAck = true
			v.requests++
			v.post(chargeRequestMessage(v.requests, epsilon, delta, rho, v.usesDemoData))
		},
		progress: v.runProgress,
	}, v.started)
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
	v.enter(Done)
}

func (v *vault) runProgress(stage string, done, total float64) {
	text := texts.SolvingNo
	switch {
	case stage != stageSolve && stage != stagePrepare && stage != stageFit:
		return
	case stage != stageSolve && total > 0:
		text = fmt.Sprintf(texts.Fitting, int(100*done/total))
	case total > 0:
		text = fmt.Sprintf(texts.Solving, grouped(int(done)), grouped(int(total)))
	}
	v.check.meter.set(stage, text, done, total)
}

// verify calls the engine's independent checker. The release is handed over even
// if this fails: it has been charged, and the page can see that it is unchecked.
func (v *vault) verify(release string) *Verification {
	answer, failed := v.engine.do(message{"type": "verify", "release": release}, watcher{}, nil)
	check := &Verification{}
	if failed != nil || decode(answer, check) != nil {
		return nil
	}
	return check
}

func (v *vault) runFailed(f *failure) {
	v.post(runFailure(f.Code))
	v.screen.settle()
	text := fmt.Sprintf(texts.RunFailed, sentence(f.Message))
	if v.charged {
		text = fmt.Sprintf(texts.RunFailedPaid, sentence(f.Message))
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

// cancel stops the current work. A worker that does not answer is terminated and
// replaced by a fresh one.
func (v *vault) cancel() {
	switch v.session.Phase {
	case Preview:
		v.engine.dispose(v.target)
		v.background(func() {
			v.resume()
			v.say(texts.FileDropped)
		})
	case Reading, Running:
		id, worker := v.call, v.engine
		v.say(texts.Cancelling)
		worker.tell(message{"type": "cancel", "call": id})
		v.background(func() {
			time.Sleep(cancelPatience)
			if worker.pending(id) {
				worker.close(codeCancelled)
			}
		})
	}
}

// again returns to the request after a release, in the same vault.
func (v *vault) again() {
	if v.engine.dead {
		v.background(v.openSource)
		return
	}
	v.ask()
}
