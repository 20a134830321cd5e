package vaultui

import (
	"encoding/json"

	"privadapt/core/adapt"
)

// Everything that leaves the vault is built in this file.
//
// No message depends on private values: no reading progress, no counts, no
// file name or size, no error text of the private side. A failure leaves as
// one of a few fixed codes. The released text is differentially private, and
// the verification is computed from it.

type message = map[string]any

func readyMessage() message { return message{"type": "ready"} }

// chargeRequestMessage states the price of a run, which is fixed by the
// settings and the number of rows. request counts the requests of this vault;
// the answer has to carry the same number. sample says that the rows are the
// synthetic ones that the page provided, which describe no real person. The page
// learns nothing else about the picked file, and this only for the synthetic one.
func chargeRequestMessage(request int, epsilon, delta, rho float64, sample bool) message {
	m := message{"type": "chargeRequest", "request": request, "epsilon": epsilon, "delta": delta, "rho": rho}
	if sample {
		m["sample"] = true
	}
	return m
}

// pickedMessage states the settings under which a file is about to be read. It is
// sent before the file is opened. The page passes it to the vaults that it opens
// later for the same sample, because a vault has no memory of its own.
func pickedMessage(seen Seen) message {
	return message{"type": "picked", "seen": map[string]any{"settings": seen.Settings, "changed": seen.Changed}}
}

// progressMessage reports a stage of the run. Only stages after the charge pass:
// the progress of reading the private file is for the owner alone.
func progressMessage(stage string, done, total float64) (message, bool) {
	if stage != stageSolve && stage != stageRegression {
		return nil, false
	}
	return message{"type": "progress", "stage": stage, "done": done, "total": total}, true
}

const (
	stageTarget     = "target"
	stageSolve      = "solve"
	stageRegression = "regression"
)

// The failures of a run that the page may learn about.
const (
	codeCancelled  = "cancelled"
	codeNotCharged = "not-charged"
	codeCrashed    = "crashed"
	codeRunFailed  = "run-failed"
)

// runFailure maps the engine's code to one that may leave. The details of a
// failed run stay with the owner.
func runFailure(code string) message {
	switch code {
	case codeCancelled, codeNotCharged, codeCrashed:
		return message{"type": "failed", "code": code}
	}
	return message{"type": "failed", "code": codeRunFailed}
}

// sourceFailure passes on the code of an error in the public sample.
func sourceFailure(code string) message {
	return message{"type": "failed", "code": code, "stage": "source"}
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
