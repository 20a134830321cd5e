package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"privadapt/core/release"
	"privadapt/core/verify"
)

// maxRelease bounds what is read of a request: the weights of 200,000 source rows.
const maxRelease = 8 << 20

// newHandler answers POST /verify with the verifier's report on the release in the body. There is no endpoint for rows.
func newHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /verify", verifyRelease)
	return mux
}

func verifyRelease(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRelease))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		answer(w, http.StatusRequestEntityTooLarge, failure{"too-large", "a release has at most 8 MiB"})
		return
	case err != nil:
		answer(w, http.StatusBadRequest, failure{"interrupted", "the request ended before the release did"})
		return
	}
	document, err := release.Decode(body)
	if err != nil {
		answer(w, http.StatusBadRequest, failure{"bad-release", err.Error()})
		return
	}
	answer(w, http.StatusOK, verify.Certificate(document))
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func answer(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"code":"internal","message":"the answer could not be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// A reader that has gone away cannot be told anything more.
	_, _ = w.Write(body)
}
