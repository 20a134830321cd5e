//go:build campaign

package discrepancy

import "testing"

// A hundred thousand cases of orders up to 5 and a thousand up to 20.
func TestCampaignScoreError(t *testing.T) {
	attackScoreError(t, 100_000, 5, 2)
	attackScoreError(t, 1000, 20, 3)
}
