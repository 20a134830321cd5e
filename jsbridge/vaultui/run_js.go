package vaultui

import (
	"fmt"
	"strings"
	"syscall/js"
	"time"

	"privadapt/core/adapt"
	"privadapt/jsbridge/vaultui/answers"
)

// cancelPatience is how long a worker may take to answer a cancel before it is
// ended. It normally answers within 100 ms.
const cancelPatience = 2 * time.Second

// fix freezes the answers.
func (v *vault) fix(options answers.Options) {
	reading := js.Global().Get("JSON").Call("stringify", v.reading).String() + v.source.BaseDigest
	v.options = v.session.Fix(options, v.ignored, reading, v.source.ModelDigest)
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

func (v *vault) started(id int) { v.call = id }

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
	answer, failed := v.engine.do(message{"type": "adapt", "target": v.target, "explain": true}, watcher{
		charge: func(epsilon, delta, rho float64) {
			v.awaitingAck = true
			v.requests++
			people := v.options[answers.OptionUnit] != nil
			v.post(chargeRequestMessage(v.requests, epsilon, delta, rho, people, v.usesDemoData))
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
	v.enter(answers.Done)
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

// cancel stops the current work. A worker that does not answer is terminated and
// replaced by a fresh one.
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
	v.askAgain()
}
