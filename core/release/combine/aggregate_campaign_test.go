//go:build campaign

package combine_test

import (
	"encoding/json"
	"testing"
	"time"

	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
)

// A million owners: how long adding one takes, how large the sum becomes, and that nothing overflows and no row is
// lost. A thousand releases are made and added a thousand times each, which makes no difference to sizes and time.
func TestCampaignMillionOwners(t *testing.T) {
	const rows, distinct, most = 250, 1000, 1_000_000
	var parts []*release.Release
	for i := range distinct {
		parts = append(parts, owner(t, i, rows, nil))
	}
	sum := new(combine.Aggregate)
	start := time.Now()
	for n := 1; n <= most; n++ {
		must.Do(t, sum.Add(parts[n%distinct]))
		if n != 10 && n != 1000 && n != most {
			continue
		}
		spent := time.Since(start)
		text := must.Get(json.Marshal(sum))(t)
		combined, err := sum.Release(engine, combine.NewMembers(nil))
		if err == nil && sum.Rows() != rows*int64(n) {
			t.Errorf("%d rows of %d owners", sum.Rows(), n)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d owners: %v for each, a sum of %d bytes, σ = %.3g", n, spent/time.Duration(n), len(text),
			combined.Certificate.Noise.StandardDeviation)
	}
}
