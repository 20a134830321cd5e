//go:build campaign

package adapt

import (
	"math/rand/v2"
	"testing"
)

// TestCampaignNeighboursWithABrokenRow runs 120,000 pairs of neighbouring files through the whole pipeline.
func TestCampaignNeighboursWithABrokenRow(t *testing.T) {
	comparePairs(t, 120_000, rand.New(rand.NewPCG(35, 36)))
}
