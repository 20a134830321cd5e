//go:build campaign

package verify

import "testing"

// 10⁵ forged documents of each kind.
func TestCampaignLies(t *testing.T) { lieAbout(t, 100_000) }
