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
// There is one client: class Connection of npm/runtime/client.js, which the package, the vault and the lab's page use.
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
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"privadapt/core/terms"
	"privadapt/core/words"
)

// Protocol is the version of the messages.
const Protocol = 1

// Describe turns any error of the core into one with a code. It keeps the texts of errors from outside the core, for
// example of the platform's file reader: they are about the file, not about its content.
func Describe(err error) *words.Error {
	var known *words.Error
	switch {
	case errors.Is(err, ErrCancelled):
		return &words.Error{Code: "cancelled", Message: "the call was cancelled; nothing was released"}
	case errors.As(err, &known):
		whole := *known
		whole.Message = err.Error() // with the file, where there are several
		return &whole
	}
	return &words.Error{Code: "unreadable", Message: err.Error()}
}

// CheckIntegrity compares a SHA-256 in hexadecimal with a stated one, which may also be written as browsers do.
func CheckIntegrity(what, digest, stated string) error {
	want := strings.ToLower(stated)
	if encoded, found := strings.CutPrefix(stated, "sha256-"); found {
		raw, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			raw = nil
		}
		want = hex.EncodeToString(raw)
	}
	if len(want) != 64 {
		return words.Refuse("bad-option", "the integrity hash is neither sha256-… in base64 nor 64 hexadecimal digits")
	}
	if want != digest {
		return words.Refuse("integrity", "the %s is not the one that was announced: its SHA-256 is %s, expected %s", what,
			digest, want)
	}
	return nil
}

// ErrCancelled is the error of a cancelled call.
var ErrCancelled = errors.New("jsbridge: the call was cancelled")

// cancellation ends a call early. It is a context.Context without deadlines and values. Deadlines would bring in dates
// and the code that formats and parses them, a fortieth of what an owner's page loads.
type cancellation struct {
	done chan struct{}
	once sync.Once
}

func newCancellation() *cancellation { return &cancellation{done: make(chan struct{})} }

func (c *cancellation) cancel() { c.once.Do(func() { close(c.done) }) }

// Done returns a channel that is closed when the call is cancelled.
func (c *cancellation) Done() <-chan struct{} { return c.done }

// Err returns ErrCancelled once the call is cancelled.
func (c *cancellation) Err() error {
	select {
	case <-c.done:
		return ErrCancelled
	default:
		return nil
	}
}

// reportEvery is the interval of progress reports when the end is not known, short enough to look smooth.
const reportEvery = 50 * time.Millisecond

// Cadence decides which progress leaves the engine. If the end is known, it is one message for each whole percent,
// independent of time. The duration of a round that draws from private scores depends on those scores, so the messages
// of a run depend on its number of rounds, which is public, and not on their speed. Test:
// TestProgressFollowsCountsAlone.
type Cadence struct {
	stage   string
	percent int64
	at      time.Duration
}

// Due reports whether this progress is to be posted at the time now.
func (c *Cadence) Due(stage string, done, total int64, now time.Duration) bool {
	if stage != c.stage {
		*c = Cadence{stage: stage, percent: -1, at: now - reportEvery}
	}
	if total <= 0 {
		if now-c.at < reportEvery {
			return false
		}
		c.at = now
		return true
	}
	percent := 100 * done / total
	if percent <= c.percent {
		return false
	}
	c.percent = percent
	return true
}

// DecodeReceiver reads the terms of a receiver as it answers an owner who asks: it may state more than this engine
// knows. Empty input means there is no receiver.
func DecodeReceiver(object []byte) (*terms.Receiver, error) {
	if object == nil {
		return nil, nil
	}
	r := new(terms.Receiver)
	if json.Unmarshal(object, r) != nil {
		return nil, words.Refuse("refused-by-receiver", "the terms of the receiver cannot be read; nothing was charged")
	}
	return r, nil
}
