//go:build campaign && !js

package audit

import "testing"

// The search of TestCellsAreTheWorstPairsFound from ten points of each family, with ten times as many steps from each.
// Its log has the best pairs.
func TestCampaignWorstPairs(t *testing.T) { searchFamilies(t, 10, 10) }
