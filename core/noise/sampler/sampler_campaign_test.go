//go:build campaign

package sampler

import "testing"

// TestCampaignSamplers makes 10⁷ draws of each case from crypto/rand. A case fails by chance with probability 1e-6, and
// any of the 26 with probability 3e-5.
func TestCampaignSamplers(t *testing.T) {
	for _, f := range fits() {
		t.Run(f.name, func(t *testing.T) { f.check(t, New(), 10_000_000) })
	}
}
