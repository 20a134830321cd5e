// Package api answers HTTP for campaigns: it reads requests, asks the rules of package campaign, and writes answers.
package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/wasm/edge/campaign"
)

// Server answers the API. No endpoint takes rows of a target: a request has a public sample, settings, or a finished
// release.
type Server struct {
	Store    campaign.Store
	Bucket   Bucket
	Analysts Analysts
	Place    Place
}

// Place has the public addresses of the site, the API and the samples.
type Place struct {
	Site    string // address of the owner's page, without fragment
	API     string // origin of this API
	Samples string // origin of the samples, another host than the site's
}

// verifyRelease reports on the release in the body. It keeps nothing.
func verifyRelease(r *http.Request) (int, any, error) {
	document, _, err := readRelease(r, 8<<20)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, verify.Certificate(document), nil
}

// readRelease decodes the release in the body, and also returns its text as the engine writes it.
func readRelease(r *http.Request, limit int64) (*release.Release, []byte, error) {
	body, err := readBody(r, limit, "the release is too large")
	if err != nil {
		return nil, nil, err
	}
	decoded, err := release.Decode(body)
	if err != nil {
		var bad *release.Error
		if !errors.As(err, &bad) {
			return nil, nil, err
		}
		return nil, nil, fail(http.StatusBadRequest, "bad-release", bad.Message)
	}
	text, err := decoded.Encode()
	return decoded, text, err
}

// decodeStrictly refuses unknown fields and text after the object.
func decodeStrictly(text []byte, target any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(target); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("there is text after the object")
	}
	return nil
}
