package api

import (
	"net/http"
	"slices"
	"strings"
)

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

		"POST " + campaign + "/releases":                   s.receive,
		"GET " + campaign + "/releases":                    s.listReleases,
		"GET " + campaign + "/releases.csv":                s.tableOfReleases,
		"GET " + campaign + "/releases/{release}":          s.showRelease,
		"DELETE " + campaign + "/releases/{release}":       s.deleteRelease,
		"POST " + campaign + "/releases/{release}/exclude": s.exclude(true),
		"POST " + campaign + "/releases/{release}/include": s.exclude(false),
		"GET " + campaign + "/export":                      s.export,
		"GET " + campaign + "/combined":                    s.combined,
		"GET " + campaign + "/plausibility":                s.plausibility,
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
