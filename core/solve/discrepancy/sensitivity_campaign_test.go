//go:build campaign

package discrepancy_test

import "testing"

// A million neighbour pairs for each bound.
func TestCampaignSensitivityBounds(t *testing.T) {
	for i, b := range bounds() {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			b.attack(t, 1_000_000, uint64(1000+i))
		})
	}
}
