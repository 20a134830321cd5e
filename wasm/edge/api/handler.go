// Package api answers HTTP for campaigns: it reads requests, asks the rules of package campaign, and writes answers.
package api

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
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

// Handler serves all endpoints. An unknown path is 404 and a wrong method 405, as JSON like every refusal.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	methods := map[string][]string{} // by path
	for pattern, a := range s.endpoints() {
		mux.Handle(pattern, a)
		method, path, _ := strings.Cut(pattern, " ")
		methods[path] = append(methods[path], method)
	}
	for path, allowed := range methods {
		slices.Sort(allowed)
		mux.Handle(path, otherMethod(strings.Join(allowed, ", ")))
	}
	mux.Handle("/", action(noEndpoint))
	return allowOrigins(mux)
}

func (s *Server) endpoints() map[string]action {
	const campaign = "/api/campaigns/{campaign}"
	return map[string]action{
		"POST /api/verify": verifyRelease,

		"POST /api/samples":                   s.uploadSample,
		"GET /api/samples":                    s.listSamples,
		"DELETE /api/samples/{sha256}/{name}": s.deleteSample,

		"GET /api/samples/{sha256}/{name}/columns": s.listColumns,

		"POST /api/campaigns":         s.createCampaign,
		"GET /api/campaigns":          s.listCampaigns,
		"GET " + campaign:             s.showCampaign,
		"DELETE " + campaign:          s.deleteCampaign,
		"POST " + campaign + "/close": s.closeCampaign,

		"POST " + campaign + "/invitations":                s.invite,
		"GET " + campaign + "/invitations":                 s.listInvitations,
		"DELETE " + campaign + "/invitations/{invitation}": s.revokeInvitation,
		"GET " + campaign + "/invitation":                  s.showInvitation, // to the owner who has it
		"GET " + campaign + "/refusals":                    s.listRefusals,

		"POST " + campaign + "/releases":             s.receive,
		"GET " + campaign + "/releases":              s.listReleases,
		"GET " + campaign + "/releases/{release}":    s.showRelease,
		"DELETE " + campaign + "/releases/{release}": s.deleteRelease,
		"GET " + campaign + "/export":                s.export,
	}
}

func noEndpoint(*http.Request) (int, any, error) {
	return 0, nil, fail(http.StatusNotFound, "no-endpoint", "there is nothing at this address of the API")
}

// otherMethod refuses a request to an endpoint with a method that it does not have.
func otherMethod(allowed string) http.Handler {
	refuse := action(func(*http.Request) (int, any, error) {
		return 0, nil, fail(http.StatusMethodNotAllowed, "bad-method", "this address takes "+allowed)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed)
		refuse.ServeHTTP(w, r)
	})
}

// bearer returns the token of a request, "" if it has none.
func bearer(r *http.Request) string {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// Analysts are the SHA-256 digests, in hexadecimal, of the tokens of those who may run campaigns.
type Analysts []string

// ReadAnalysts reads digests separated by commas or spaces. It leaves out anything that is not a digest, since no token
// could match it.
func ReadAnalysts(text string) (all Analysts) {
	for _, digest := range strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }) {
		if raw, err := hex.DecodeString(digest); err == nil && len(raw) == sha256.Size {
			all = append(all, digest)
		}
	}
	return all
}

// who returns the digest that names the analyst of a request. All are compared, so that the delay does not reveal which
// one matched.
func (all Analysts) who(r *http.Request) (string, error) {
	given, found := campaign.DigestOf(bearer(r)), ""
	for _, digest := range all {
		if campaign.SameDigest(given, digest) {
			found = digest
		}
	}
	if found == "" {
		return "", fail(http.StatusUnauthorized, "not-signed-in",
			"this needs an analyst's token that this edge knows; whoever runs the edge gives you one")
	}
	return found, nil
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
