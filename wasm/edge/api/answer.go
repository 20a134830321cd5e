package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"

	"privadapt/wasm/edge/campaign"
)

// failure is an error as a caller sees it: a code for programs and a sentence for people.
type failure struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Message }

func fail(status int, code, message string) error { return &failure{status, code, message} }

// refusalOf returns the refusal that a caller sees for an error of this package or of the rules; nil for any other
// error.
func refusalOf(err error) *failure {
	var known *failure
	var rule *campaign.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &rule):
		return &failure{http.StatusUnprocessableEntity, rule.Code, rule.Message}
	}
	return nil
}

// action answers a request with a value or an error: a *failure, a *campaign.Error, which is a 422, or any other, which
// is this program's or the platform's fault.
type action func(r *http.Request) (status int, value any, err error)

func (a action) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, value, err := a(r)
	if err != nil {
		refusal := refusalOf(err)
		if refusal == nil {
			refusal = &failure{http.StatusInternalServerError, "internal", "the request could not be carried out; try again"}
		}
		logRefusal(r, refusal, err)
		status, value = refusal.status, refusal
	}
	// A server that answers before it has read the request may close the connection before the sender has read the
	// reason.
	_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, campaign.MostBytes+1))
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	answer(w, status, value)
}

// document is an answer that is JSON already.
type document []byte

func answer(w http.ResponseWriter, status int, value any) {
	var body []byte
	if written, ok := value.(document); ok {
		body = written
	} else {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false) // a link that is copied from the answer must keep its ampersands
		if err := encoder.Encode(value); err != nil {
			status = http.StatusInternalServerError
			text.WriteString(`{"code":"internal","message":"the answer could not be written"}`)
		}
		body = text.Bytes()
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// A client that has disconnected cannot receive an error.
	_, _ = w.Write(body)
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

// readBody reads a request's body of at most limit bytes.
func readBody(r *http.Request, limit int64, tooLarge string) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, fail(http.StatusRequestEntityTooLarge, "too-large", tooLarge)
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	switch {
	case err != nil:
		return nil, fail(http.StatusBadRequest, "interrupted", "the request ended before its body did")
	case int64(len(body)) > limit:
		return nil, fail(http.StatusRequestEntityTooLarge, "too-large", tooLarge)
	}
	return body, nil
}

// readJSON reads a small JSON object strictly into target.
func readJSON(r *http.Request, target any) error {
	body, err := readBody(r, 64<<10, "the request has more than 64 KiB")
	if err != nil {
		return err
	}
	if err := decodeStrictly(body, target); err != nil {
		return fail(http.StatusBadRequest, "bad-request", "the request cannot be read: "+err.Error())
	}
	return nil
}

// decodeStrictly refuses unknown fields and text after the object, in words for who wrote the text.
func decodeStrictly(text []byte, target any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(target)
	var wrongType *json.UnmarshalTypeError
	name, unknown := "", false
	if err != nil {
		name, unknown = strings.CutPrefix(err.Error(), "json: unknown field ")
	}
	switch {
	case errors.As(err, &wrongType) && wrongType.Field == "":
		return errors.New("it must be settings in braces, not a " + wrongType.Value)
	case errors.As(err, &wrongType):
		return fmt.Errorf("the setting %q cannot be a %s; write it as the edge's README does", wrongType.Field,
			wrongType.Value)
	case unknown:
		return errors.New("there is no setting " + name + "; leave it out, or correct its name")
	case err != nil:
		return errors.New("it is no JSON, or breaks off; check its quotes, commas and braces")
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("there is text after the settings; remove it")
	}
	return nil
}

// logRefusal writes one line about a refused request: the endpoint and the reason. It has nothing from the body or from
// a token. An error of this program or of the platform is written in full.
func logRefusal(r *http.Request, refusal *failure, err error) {
	_, place, found := strings.Cut(r.Pattern, " ")
	if !found {
		place = r.Pattern
	}
	if id := r.PathValue("campaign"); id != "" {
		place += " campaign=" + printable(id)
	}
	if refusal.status == http.StatusInternalServerError {
		log.Printf("failed %s %s: %q", r.Method, place, err.Error())
		return
	}
	log.Printf("refused %s %s %d %s", r.Method, place, refusal.status, refusal.Code)
}

// printable is a stranger's text without the characters that could break a line.
func printable(text string) string {
	kept := []rune{}
	for _, r := range text {
		if len(kept) < 64 && r > ' ' && r < 0x7f {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
