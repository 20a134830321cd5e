// Package jsbridge is the boundary between the engine and JavaScript: messages in, messages out.
//
// A host script sets globalThis.privadapt = {post(message, transfer), open(data), turn(), wasmSHA256} and runs the wasm
// binary. open is the function of input.js that reads files, the promise of turn settles after a turn of the event
// loop, and wasmSHA256, if it is there, is stated in releases.
// The engine sets globalThis.privadapt.receive and posts {type: "ready"}. From then on a request {id, type, …} is
// answered by one {id, type: "result", value} or {id, type: "failed", error: {code, message, line?, column?,
// reason?}}, with any number of {id, type: "progress", stage, done, total} before it. {type: "cancel", call} ends a
// call with the code "cancelled".
//
// {type: "end"} cancels every call and overwrites the sums of all targets. The host ends the thread once it is answered
// by {type: "ended"}.
//
// Requests: loadSource, prepare, forecast, query, readTarget, adapt, combine, predict, scores, figures, delta, verify,
// dispose.
// Adapt asks for its budget by {id, type: "charge", epsilon, delta, rho} and waits for {type: "charged", call, ok};
// with explain it answers an adapt.Explanation beside the release. With a model, a Uint8Array with the document of one,
// loadSource checks that reports on this sample can be about it, and forecasts and runs of the kind report are. Prepare
// takes the options of a run, needs no budget among them, and begins its public fits.
//
// The "report" in the answer to readTarget and the progress of the stage "target" are computed from private rows
// without noise. They are for the owner of the data: a host may show them and must not send them on.
package jsbridge

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/warehouse"
	"privadapt/core/words"
)

// Protocol is the version of the messages.
const Protocol = 1

// Error is a failure as the other side sees it.
type Error struct {
	Code         string
	Message      string
	Line, Column int            // in a public file, from 1; 0 if the error has no place
	Reason       *words.Message // the same for other languages; nil where the code must do
}

func (e *Error) Error() string { return e.Message }

// describe turns any error of the core into an Error. It keeps the texts of errors from outside the core, for example
// of the platform's file reader: they are about the file, not about its content.
func describe(err error) *Error {
	var known *Error
	var data *dataset.Error
	var pipeline *adapt.Error
	var document *release.Error
	var model *trees.XGBoostError
	var combination *combine.Error
	var query *warehouse.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, errCancelled):
		return &Error{Code: "cancelled", Message: "the call was cancelled; nothing was released"}
	case errors.As(err, &data):
		return &Error{Code: data.Code, Message: sentence(err, "dataset: "), Line: data.Line, Column: data.Column,
			Reason: data.Reason}
	case errors.As(err, &pipeline):
		return &Error{Code: pipeline.Code, Message: sentence(err, "adapt: "), Reason: pipeline.Reason}
	case errors.As(err, &query):
		return &Error{Code: query.Code, Message: sentence(err, "warehouse: ")}
	case errors.As(err, &combination):
		return &Error{Code: "bad-combination", Message: sentence(err, "combine: ")}
	case errors.As(err, &model):
		return &Error{Code: "bad-base-file", Message: "the model's file cannot be used: " + sentence(err, "xgboost: ")}
	case errors.As(err, &document):
		return &Error{Code: "bad-release", Message: sentence(err, "release: ")}
	}
	return &Error{Code: "unreadable", Message: err.Error()}
}

// sentence removes the package name, which means nothing to the user of a page.
func sentence(err error, prefix string) string {
	return strings.Replace(err.Error(), prefix, "", 1)
}

// checkIntegrity compares a SHA-256 in hexadecimal with a stated one, which may also be written as browsers do.
func checkIntegrity(what, digest, stated string) error {
	want := strings.ToLower(stated)
	if encoded, found := strings.CutPrefix(stated, "sha256-"); found {
		raw, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			raw = nil
		}
		want = hex.EncodeToString(raw)
	}
	if len(want) != 64 {
		return &Error{
			Code:    "bad-option",
			Message: "the integrity hash is neither sha256-… in base64 nor 64 hexadecimal digits",
		}
	}
	if want != digest {
		return &Error{
			Code:    "integrity",
			Message: "the " + what + " is not the one that was announced: its SHA-256 is " + digest + ", expected " + want,
		}
	}
	return nil
}
