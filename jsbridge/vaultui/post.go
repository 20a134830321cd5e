package vaultui

import (
	"encoding/json"

	"privadapt/core/adapt"
	"privadapt/jsbridge/vaultui/answers"
)

// Everything that leaves the vault is built in this file.
//
// No message depends on private values: no reading progress, no counts, no
// file name or size, no error text of the private side. A failure leaves as
// one of a few fixed codes. The released text is differentially private, and
// the verification is computed from it.

type message = map[string]any

func readyMessage() message { return message{"type": "ready"} }

// columnsMessage names the columns of the public sample that are used, for a template of the owner's file. It is sent
// before any file is picked.
func columnsMessage(columns []answers.SampleColumn) message {
	names := []any{}
	for _, c := range columns {
		if c.Kind != "ignored" {
			names = append(names, c.Name)
		}
	}
	return message{"type": "columns", "names": names}
}

// chargeRequestMessage states the price of a run, which is fixed by the
// settings and the number of rows, and whether it is one for each person, as an
// account of the ledger takes prices of one kind. request counts the requests of
// this vault; the answer has to carry the same number. sample says that the rows are the
// synthetic ones that the page provided, which describe no real person. The page
// learns nothing else about the picked file, and this only for the synthetic one.
func chargeRequestMessage(request int, epsilon, delta, rho float64, people, sample bool) message {
	m := message{"type": "chargeRequest", "request": request, "epsilon": epsilon, "delta": delta, "rho": rho}
	if people {
		m["unit"] = "person"
	}
	if sample {
		m["sample"] = true
	}
	return m
}

// pickedMessage states the settings under which a file is about to be read. It is
// sent before the file is opened. The page passes it to the vaults that it opens
// later for the same sample, because a vault has no memory of its own.
func pickedMessage(seen answers.Seen) message {
	return message{"type": "picked", "seen": map[string]any{"settings": seen.Settings, "changed": seen.Changed}}
}

// viewMessage says which step is on the screen and how high it is in pixels: see screen for when.
func viewMessage(step string, height int) message {
	return message{"type": "view", "step": step, "height": height}
}

// The failures of a run that the page may learn about.
const (
	codeCancelled  = "cancelled"
	codeNotCharged = "not-charged"
	codeCrashed    = "crashed"
	codeRunFailed  = "run-failed"
)

// codeRefused is for the owner alone: the receiver's terms do not take the result, and nothing was charged.
const codeRefused = "refused-by-receiver"

// runFailure maps the engine's code to one that may leave. The details of a
// failed run stay with the owner.
func runFailure(code string) message {
	switch code {
	case codeCancelled, codeNotCharged, codeCrashed:
		return message{"type": "failed", "code": code}
	}
	return message{"type": "failed", "code": codeRunFailed}
}

// sourceFailure passes on an error in the public sample. It is used only before a file is picked, so code and text are
// public.
func sourceFailure(code, text string) message {
	return message{"type": "failed", "code": code, "stage": "source", "message": text}
}

// releaseMessage passes the release and the explanation that the page draws. The
// engine computes the explanation from the mechanism's output and public data. It
// is decoded into its type first, so that no other field can pass.
func releaseMessage(release, weightsCSV string, check *Verification, explanation *adapt.Explanation) message {
	out := message{"type": "release", "release": release}
	if explanation != nil {
		out["explanation"] = explanationText(explanation)
	}
	if weightsCSV != "" {
		out["weightsCSV"] = weightsCSV
	}
	if check != nil {
		problems := make([]any, len(check.Problems))
		for i, text := range check.Problems {
			problems[i] = text
		}
		out["verification"] = map[string]any{
			"ok": check.OK, "epsilon": check.Epsilon, "delta": check.Delta, "problems": problems,
		}
	}
	return out
}

// explanationText is the explanation as JSON, as it leaves and as it is shown.
func explanationText(e *adapt.Explanation) string {
	text, err := json.MarshalIndent(e, "", " ")
	if err != nil {
		panic(err) // means of clipped rows are finite
	}
	return string(text)
}

// Verification is the result of the engine's independent check of a release.
type Verification struct {
	OK       bool     `json:"ok"`
	Epsilon  float64  `json:"epsilon"`
	Delta    float64  `json:"delta"`
	Problems []string `json:"problems"`
}

// The steps as the page knows them. To read a file and to run are one: when the first becomes the second depends on
// the file.
const (
	stepRequest = "request"
	stepFile    = "file"
	stepResult  = "result"
)

// stepOf is what the page may know of a phase; "" while nothing is to be seen.
func stepOf(p answers.Phase) string {
	switch p {
	case answers.Failed, answers.Choosing:
		return stepRequest
	case answers.Reading, answers.Asking, answers.Preview, answers.Running:
		return stepFile
	case answers.Done:
		return stepResult
	}
	return ""
}

// screen decides what the page learns of what is on the screen.
//
// The page gives the frame the height that the vault asks for, so a height is a message. It is asked for while all that
// is on the screen is public: before a private file is handed to the worker, and after a release. From the pick of a
// file until the page itself knows how that has ended, the frame has what the window leaves, and the page learns neither
// which step is on the screen nor how much is written there. Attacked by TestNothingIsSaidOfTheScreenWhileAFileIsOpen and, in
// a browser, by site/test/neighbours.test.mjs and site/test/steps.test.mjs.
type screen struct {
	told    message // last
	sealed  bool    // a private file has been handed to the worker
	settled bool    // and the page knows that the run on it has failed
}

// seal begins the silence, before anything of a file is read.
func (s *screen) seal() { s.sealed, s.settled = true, false }

// settle says that the page knows of a failed run. The text about it is for the owner, so the silence ends only with
// reopen.
func (s *screen) settle() { s.settled = true }

// reopen is called when the owner goes to another step, and nothing about a file is on the screen any more.
func (s *screen) reopen() { s.sealed = s.sealed && !s.settled }

// released ends the silence: all that is on the screen then has left.
func (s *screen) released() { s.sealed = false }

// tell returns the message for a screen of this height, if there is one to be sent.
func (s *screen) tell(p answers.Phase, height int) (message, bool) {
	step := stepOf(p)
	if s.sealed || step == "" || height <= 0 || s.told != nil && s.told["step"] == step && s.told["height"] == height {
		return nil, false
	}
	s.told = viewMessage(step, height)
	return s.told, true
}
