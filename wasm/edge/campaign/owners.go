package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms"
	"privadapt/core/words"
)

// MostBytes bounds a release: moments of 177 columns, or weights of 35,500 rows. A row of the database holds 2 MB.
const MostBytes = 1 << 20

// showInvitation answers an owner who asks, before any budget is spent, whether a release would be accepted, and which.
func (s *Server) showInvitation(_ *http.Request, c *Campaign, invited *Invitation) (any, error) {
	state := invited.StateAt(time.Now())
	if c.Closed {
		state = Ended
	}
	return struct {
		State   State `json:"state"`
		Expires int64 `json:"expires"`
		terms.Receiver
	}{state, invited.Expires, c.Receiver()}, nil
}

// receive accepts an owner's release: the invitation, the document, what the campaign asks for; then it stores the
// release and uses the invitation up in one transaction.
func (s *Server) receive(r *http.Request, c *Campaign, invited *Invitation) (any, error) {
	switch state := invited.StateAt(time.Now()); {
	case c.Closed && state != Used: // an owner who was given no answer in time still gets it
		return nil, fail(http.StatusGone, "closed", "the campaign takes no more releases")
	case state == Revoked || state == Expired:
		return nil, fail(http.StatusGone, string(state),
			"the invitation has been withdrawn or has expired; ask for a new one")
	}
	body, err := readBody(r, MostBytes)
	if err != nil {
		return nil, err
	}
	document, err := release.Decode(body)
	var unread *words.Error
	if errors.As(err, &unread) {
		return nil, fail(http.StatusBadRequest, "bad-release", unread.Message)
	}
	if err != nil {
		return nil, err
	}
	text, err := document.Encode() // as the engine writes it, however it was laid out on its way
	if err != nil {
		return nil, err
	}
	if err := c.Accepts(document, len(text)); err != nil {
		return nil, err
	}
	arrival, err := newReceived(c.ID, invited.Digest, document, text)
	if err != nil {
		return nil, err
	}
	outcome, err := s.Store.Receive(arrival)
	if err != nil {
		return nil, err
	}
	receipt := map[string]any{"releaseId": arrival.ReleaseID, "sha256": arrival.SHA256}
	switch outcome {
	case Kept:
		return created{receipt}, nil
	case Repeated:
		return receipt, nil
	case TokenUsed:
		return nil, fail(http.StatusConflict, "token-used", "this invitation was used for another release")
	case Deleted:
		return nil, fail(http.StatusGone, "deleted", "this release was received, and the receiver has deleted it")
	case Withdrawn:
		return nil, fail(http.StatusGone, "withdrawn",
			"the invitation ended or the campaign closed while the release was being checked; ask for a new invitation")
	default:
		return nil, fail(http.StatusConflict, "duplicate", "this release was received with another invitation")
	}
}

// Accepts refuses a release that does not fit the campaign, or whose document has too many bytes, with a *words.Error.
// The owner's engine asks the same Objection before the release is charged. A fabricated release that is consistent
// cannot be distinguished from a genuine one, which is why owners need a token.
func (c *Campaign) Accepts(r *release.Release, bytes int) error {
	if report := verify.Certificate(r); !report.OK {
		return words.Refuse("bad-certificate", "the certificate does not hold: %s", report.Problems[0])
	}
	facts := terms.FactsOf(r)
	facts.Bytes = bytes
	if objection := c.Receiver().Objection(facts); objection != nil {
		return objection
	}
	var unfit *words.Error
	if r.Kind == release.Moments && errors.As(combine.Check(r), &unfit) {
		return &words.Error{Code: unfit.Code, Message: unfit.Message}
	}
	return nil
}

// newReceived is a release as it is kept: its text and the fields that lists and checks need.
func newReceived(campaign, token string, document *release.Release, text []byte) (Received, error) {
	digest, err := document.Digest()
	if err != nil {
		return Received{}, err
	}
	// Moments and counts hold their noise, which does not repeat itself. Models and weights do not: two owners' are the
	// same where no difference was found.
	values := digest
	if document.Kind == release.Moments || document.Kind.Counted() {
		values = combine.ValuesDigest(document)
	}
	var body bytes.Buffer // without the indentation, which is half of the text
	if err := json.Compact(&body, text); err != nil {
		return Received{}, err
	}
	c := document.Certificate
	return Received{
		Campaign: campaign, ReleaseID: document.ReleaseID, SHA256: digest, Values: values, Token: token,
		Epsilon: c.Epsilon, Delta: c.Delta, N: c.N, Rows: c.RowsEstimate, Said: saidBy(document),
		Received: time.Now().UnixMilli(), Body: body.String(),
	}, nil
}

// saidBy are the main numbers of a report or of an estimate, each with its interval or, of an estimate without labels,
// with the ends of the noise; "" of other kinds.
func saidBy(document *release.Release) string {
	var said []string
	say := func(name string, n, ends appraisal.IntervalNumber) {
		said = append(said, fmt.Sprintf("%s %s (%s to %s)", name, number(n.Value), number(ends.Low), number(ends.High)))
	}
	if e, err := document.Estimates(); err == nil {
		for _, m := range e.All.Means {
			name, ends := "average", m.Estimate
			if m.Class != nil {
				name = fmt.Sprintf("share of %q", *m.Class)
			}
			if e.All.Labelled == nil {
				ends = m.Noise
			}
			say(name, m.Estimate, ends)
		}
	}
	if f, err := document.Figures(); err == nil {
		for _, name := range []string{"rmse", "auc", "accuracy"} {
			if n, is := f.All.Measures[name]; is && said == nil {
				say(name, n, n)
			}
		}
	}
	return strings.Join(said, ", ")
}

// number has three figures, or a dash where it is not known.
func number(n *float64) string {
	if n == nil {
		return "–"
	}
	return strconv.FormatFloat(*n, 'g', 3, 64)
}
