// Package campaign answers HTTP for campaigns: analysts make them and invite owners, owners send releases, and analysts
// list and export what has arrived. Begin with Server.Handler, whose table says who may ask for what. It knows neither
// JavaScript nor the place of storage: a Store and a Bucket keep everything.
package campaign

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"privadapt/core/words"
	"strings"
)

// Server answers the API. No endpoint takes rows of a private file: a request has a public sample, settings, or a
// finished release.
type Server struct {
	Store    Store
	Bucket   Bucket
	Analysts []string // SHA-256 of the tokens of those who may run campaigns; see ReadAnalysts
	Site     string   // address of the owner's page, without fragment
	API      string   // origin of this API
	Samples  string   // origin of the samples, another host than the site's
}

// Handler serves all endpoints. Whatever else is asked for is 404, as JSON like every refusal.
func (s *Server) Handler() http.Handler {
	const campaign = "/api/campaigns/{campaign}"
	mux := http.NewServeMux()
	for pattern, a := range map[string]action{
		"GET /api/samples":                         s.analyst(s.listSamples),
		"POST /api/samples":                        s.analyst(s.uploadSample),
		"DELETE /api/samples/{sha256}/{name}":      s.analyst(s.deleteSample),
		"GET /api/samples/{sha256}/{name}/columns": s.analyst(s.listColumns),

		"GET /api/campaigns":          s.analyst(s.listCampaigns),
		"POST /api/campaigns":         s.analyst(s.createCampaign),
		"DELETE " + campaign:          s.ownCampaign(s.deleteCampaign),
		"POST " + campaign + "/close": s.ownCampaign(s.closeCampaign),

		"GET " + campaign + "/invitations":                 s.ownCampaign(s.listInvitations),
		"POST " + campaign + "/invitations":                s.ownCampaign(s.invite),
		"DELETE " + campaign + "/invitations/{invitation}": s.ownCampaign(s.revokeInvitation),

		"GET " + campaign + "/releases":              s.ownCampaign(s.listReleases),
		"GET " + campaign + "/releases/{release}":    s.ownCampaign(s.showRelease),
		"DELETE " + campaign + "/releases/{release}": s.ownCampaign(s.deleteRelease),
		"GET " + campaign + "/export":                s.ownCampaign(s.export),

		"GET " + campaign + "/invitation": s.invited(s.showInvitation),
		"POST " + campaign + "/releases":  s.invited(s.receive),

		"/": noEndpoint,
	} {
		mux.Handle(pattern, a)
	}
	return allowOrigins(mux)
}

func noEndpoint(*http.Request) (any, error) {
	return nil, fail(http.StatusNotFound, "no-endpoint", "the API has no such address, or it takes another method")
}

// analyst lets in whoever has an analyst's token. It tells the action the digest that names the analyst. All digests
// are compared, so that the delay does not reveal which one matched.
func (s *Server) analyst(act func(r *http.Request, analyst string) (any, error)) action {
	return func(r *http.Request) (any, error) {
		given, found := DigestOf(bearer(r)), ""
		for _, digest := range s.Analysts {
			if SameDigest(given, digest) {
				found = digest
			}
		}
		if found == "" {
			return nil, fail(http.StatusUnauthorized, "not-signed-in",
				"this needs an analyst's token that this edge knows; whoever runs the edge gives you one")
		}
		return act(r, found)
	}
}

// ownCampaign lets in the analyst whose campaign is in the path. The answer is the same for another analyst's campaign
// and for none.
func (s *Server) ownCampaign(act func(*http.Request, *Campaign) (any, error)) action {
	return s.analyst(func(r *http.Request, analyst string) (any, error) {
		c, err := s.Store.Campaign(r.PathValue("campaign"))
		if err != nil {
			return nil, err
		}
		if c == nil || !SameDigest(c.Analyst, analyst) {
			return nil, noCampaign
		}
		return act(r, c)
	})
}

// invited lets in the holder of an invitation to the campaign in the path.
func (s *Server) invited(act func(*http.Request, *Campaign, *Invitation) (any, error)) action {
	return func(r *http.Request) (any, error) {
		token := bearer(r)
		if token == "" {
			return nil, fail(http.StatusUnauthorized, "no-token",
				"this needs an invitation; use the link that you were sent")
		}
		c, err := s.Store.Campaign(r.PathValue("campaign"))
		if err != nil {
			return nil, err
		}
		if c == nil {
			return nil, noCampaign
		}
		switch invited, err := s.Store.Invitation(DigestOf(token)); {
		case err != nil:
			return nil, err
		case invited == nil:
			return nil, fail(http.StatusUnauthorized, "bad-token", "the token belongs to no invitation")
		case invited.Campaign != c.ID:
			return nil, fail(http.StatusForbidden, "wrong-campaign", "the token is an invitation to another campaign")
		default:
			return act(r, c, invited)
		}
	}
}

var noCampaign = fail(http.StatusNotFound, "no-campaign", "there is no such campaign")

// bearer returns the token of a request, "" if it has none.
func bearer(r *http.Request) string {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// ReadAnalysts reads SHA-256 digests in hexadecimal, separated by commas or spaces. It leaves out anything that is not a
// digest, since no token could match it.
func ReadAnalysts(text string) (all []string) {
	for _, digest := range strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }) {
		if raw, err := hex.DecodeString(digest); err == nil && len(raw) == sha256.Size {
			all = append(all, digest)
		}
	}
	return all
}

// failure is an error as a caller sees it: a code for programs and a sentence for people.
type failure struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Message }

func fail(status int, code, message string) error { return &failure{status, code, message} }

// action answers a request with a value or an error: a *failure; a *words.Error, which is a 422; or any other, which is
// this program's or the platform's fault.
type action func(r *http.Request) (value any, err error)

// created is an answer with the status 201.
type created struct{ value any }

func (a action) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	value, err := a(r)
	status := http.StatusOK
	if made, ok := value.(created); ok {
		status, value = http.StatusCreated, made.value
	}
	if err != nil {
		refusal := refusalOf(err)
		status, value = refusal.status, refusal
		// Log one line about a refused request, which has nothing from the caller. A fault is written in full.
		if status == http.StatusInternalServerError {
			log.Printf("failed %s: %q", r.Pattern, err.Error())
		} else {
			log.Printf("refused %s %d %s", r.Pattern, status, refusal.Code)
		}
	}
	h := w.Header()
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if text, ok := value.(document); ok {
		_, _ = w.Write(text)
		return
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false) // a link that is copied from the answer must keep its ampersands
	// A client that has disconnected cannot receive an error.
	_ = encoder.Encode(value)
}

// document is an answer that is JSON already.
type document []byte

func refusalOf(err error) *failure {
	var known *failure
	var rule *words.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &rule):
		return &failure{http.StatusUnprocessableEntity, rule.Code, rule.Message}
	}
	return &failure{http.StatusInternalServerError, "internal", "the request could not be carried out; try again"}
}

// allowOrigins lets pages of any origin call: access is granted by a bearer token alone, never by a cookie.
func allowOrigins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
			h.Set("Access-Control-Max-Age", "86400")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// readBody reads a request's body of at most that many bytes.
func readBody(r *http.Request, most int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, most))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, fail(http.StatusRequestEntityTooLarge, "too-large",
			fmt.Sprintf("this is too large; at most %d KiB are taken", most>>10))
	case err != nil:
		return nil, fail(http.StatusBadRequest, "interrupted", "the request ended before its body did")
	}
	return body, nil
}

// readJSON reads a small JSON object into target. It refuses unknown fields and text after the object.
func readJSON(r *http.Request, target any) error {
	body, err := readBody(r, 64<<10)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(target)
	var wrong *json.UnmarshalTypeError
	what := ""
	if errors.As(err, &wrong) && wrong.Field != "" {
		what = fmt.Sprintf("the setting %q cannot be a %s", wrong.Field, wrong.Value)
	} else if err != nil {
		name, unknown := strings.CutPrefix(err.Error(), "json: unknown field ")
		what = "the settings are no JSON object; check the quotes, commas and braces"
		if unknown {
			what = "there is no setting " + name
		}
	} else if _, err := decoder.Token(); err != io.EOF {
		what = "there is text after the settings; remove it"
	}
	if what != "" {
		return fail(http.StatusBadRequest, "bad-request", what)
	}
	return nil
}
