//go:build campaign

package combine_test

import "testing"

// 10⁵ mutated combinations of each kind.
func TestCampaignMutatedCombinations(t *testing.T) { mutateCombinations(t, 100_000) }
