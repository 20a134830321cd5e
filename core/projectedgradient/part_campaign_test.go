//go:build campaign

package projectedgradient

import "testing"

// Ten million rows and a million of them: the figure in RATIONALE.
func TestCampaignAMillionOfTenMillionRows(t *testing.T) {
	value, gap := solvedOnAPart(t, synthetic(12, 10_000_000), 1_000_000, 300, 10)
	t.Logf("value %.6f, certified gap %.3g, relative %.3g", value, gap, gap/value)
	if !(gap < 2e-3*value) {
		t.Errorf("a relative gap of %g", gap/value)
	}
}
