package adapt

import (
	"encoding/json"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// publicPart is the document without the released values and the figures that its mechanism, and no other, computes
// from what it has drawn: a figure that a mechanism may not state is compared.
func publicPart(t *testing.T, r *release.Release) []byte {
	t.Helper()
	public := *r
	public.ReleaseID, public.Values = "", release.Values{}
	c := &public.Certificate
	if r.Kind != release.Moments {
		c.EffectiveSampleSize, c.RidgePenalty = nil, nil // of the weights
	}
	if c.Mechanism == method.Moment && r.Kind != release.Moments {
		c.Discrepancy = nil
		if c.Solver != method.SingleStage {
			c.Tolerance = nil
		}
		if c.Solver == method.ProjectedGradient {
			c.Rounds, c.Gap = nil, nil
		}
	}
	if c.Mechanism == method.Moment && c.Adjacency == method.AddRemove {
		c.RowsEstimate, c.Noise.StandardDeviation = 0, 0
	}
	if r.Kind == release.Report {
		c.RowsEstimate = 0
	}
	if c.Labels != nil { // what was computed from the sums, and how the base was chosen under the weights
		labels := *c.Labels
		labels.RowsEstimate, labels.Share, labels.Errors = 0, nil, nil
		c.Labels, c.Base = &labels, nil
	}
	return must.Get(json.Marshal(public))(t)
}
