// Package api answers HTTP for campaigns: it reads requests, asks the rules of package campaign, and writes answers.
package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

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
