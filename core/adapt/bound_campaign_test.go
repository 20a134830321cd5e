//go:build campaign

package adapt

import "testing"

// TestCampaignLearningBoundHolds has 1000 draws in each family.
func TestCampaignLearningBoundHolds(t *testing.T) {
	attackLearningBound(t, 1000)
}
