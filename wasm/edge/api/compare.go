package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/wasm/edge/campaign"
)

// trimmed returns the trimmed mean of the campaign's moments as a release.
func (s *Server) trimmed(ctx context.Context, id, text string) (int, any, error) {
	trim, err := strconv.Atoi(text)
	if err != nil {
		return 0, nil, fail(http.StatusUnprocessableEntity, "bad-trim",
			"what is trimmed at each end is a whole number of releases; choose one")
	}
	parts, err := campaign.Compared(ctx, s.Store, id)
	if err != nil {
		return 0, nil, err
	}
	result, err := combine.Trimmed(release.Engine{Version: version}, parts, trim)
	var unfit *combine.Error
	if errors.As(err, &unfit) {
		return 0, nil, fail(http.StatusUnprocessableEntity, unfit.Code, unfit.Message)
	}
	if err != nil {
		return 0, nil, err
	}
	encoded, err := result.Encode()
	return http.StatusOK, document(encoded), err
}

// plausibility says how far each release of the largest group is from the others and from the public sample.
func (s *Server) plausibility(r *http.Request) (int, any, error) {
	c, err := s.ownCampaign(r)
	if err != nil {
		return 0, nil, err
	}
	if err := campaign.Fold(r.Context(), s.Store, c.ID); err != nil {
		return 0, nil, err
	}
	parts, err := campaign.Compared(r.Context(), s.Store, c.ID)
	if err != nil {
		return 0, nil, err
	}
	list := combine.Deviations(parts)
	if list == nil {
		list = []combine.Deviation{}
	}
	return http.StatusOK, map[string]any{"deviations": list}, nil
}
