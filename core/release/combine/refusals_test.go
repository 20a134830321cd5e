package combine_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/features"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
)

func TestWhatCannotBeCombinedIsRefused(t *testing.T) {
	a, b := owner(t, 1, 500, nil), owner(t, 2, 500, nil)
	edit := func(change func(*release.Release)) *release.Release {
		twin := reread(t, b)
		change(twin)
		return twin
	}
	withLabels := strings.Replace(strings.ReplaceAll(ownersRows(2, 500), "\n", ",1\n"), "c,1", "c,y", 1)
	otherLabel := ownerOf(t, publicSource(t, "b"), adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments},
		ownersRows(2, 500))
	for _, c := range []struct {
		name string
		part *release.Release
		code string
		says string
	}{
		{"the same release", a, "duplicate", "the same as release 1"},
		{"the same values under another id", func() *release.Release {
			twin := reread(t, a)
			twin.ReleaseID = "new"
			return twin
		}(), "duplicate", ""},
		{"another release of the same id", edit(func(r *release.Release) { r.ReleaseID = a.ReleaseID }), "duplicate", ""},
		{"a model", owner(t, 2, 500, func(o *adapt.Options) { o.Release = release.Model }), "kind", "release moments"},
		{"weights", owner(t, 2, 500, func(o *adapt.Options) { o.Release = release.Weights }), "kind", ""},
		{"a model with labels", ownerOf(t, publicSource(t, "y"),
			adapt.Options{Epsilon: 1, Delta: 1e-6, Base: method.Linear, UseLabels: true}, withLabels), "kind",
			"the sums that corrected this one are not in the file"},
		{"a combined one", mustCombine(t, b), "combined", "own releases"},
		{"another public sample", edit(func(r *release.Release) { r.Provenance.SourceSHA256 = strings.Repeat("0", 64) }),
			"setting", "public samples"},
		{"another label", otherLabel, "setting", "columns"},
		{"another radius", owner(t, 2, 500, func(o *adapt.Options) { o.Radius = 2 }), "setting", "radii"},
		{"other features", owner(t, 2, 500, func(o *adapt.Options) {
			o.Features, o.Radius = features.Quadratic, a.Certificate.Radius
		}), "setting", "features"},
		{"another adjacency", owner(t, 2, 5000, addRemove), "setting", "add-remove"},
		{"people", edit(func(r *release.Release) {
			r.Certificate.Unit, r.Certificate.UnitColumn = method.Person, "patient"
		}), "setting", "rows and people"},
		{"another campaign", edit(func(r *release.Release) { r.CampaignID = &r.ReleaseID }), "setting", "campaigns"},
		{"another r̂", edit(func(r *release.Release) { r.Certificate.SourceRadius *= 0.99 }), "setting",
			"same public sample"},
		{"a claim that does not hold", edit(func(r *release.Release) { r.Certificate.Epsilon = 0.5 }), "certificate",
			"gives only"},
		{"more rows than stated noise has", edit(func(r *release.Release) { r.Certificate.N *= 2 }), "certificate",
			"standard deviation"},
		{"an entry out of reach", edit(func(r *release.Release) { r.Values.Moments[1][1] = 1e9 }), "certificate",
			"neither rows of the stated radius"},
		{"too many rows", edit(func(r *release.Release) {
			r.Certificate.N = 1 << 61
			r.Certificate.Noise.StandardDeviation *= 500 / math.Exp2(61)
		}), "rows", ""},
		{"an estimate of too many rows", func() *release.Release {
			r := owner(t, 2, 5000, addRemove)
			r.Certificate.Noise.StandardDeviation *= r.Certificate.RowsEstimate / math.Exp2(51)
			r.Certificate.RowsEstimate = math.Exp2(51)
			return r
		}(), "rows", "than any file has"},
		{"a count that was cut off", cutOff(owner(t, 2, 5000, addRemove)), "count", "too few rows"},
	} {
		combined, err := combine.Combine(engine, []*release.Release{a, c.part})
		var refused *combine.Error
		if combined != nil || !errors.As(err, &refused) || refused.Code != c.code ||
			!strings.HasPrefix(refused.Message, "release 2") || !strings.Contains(refused.Message, c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := combine.Combine(engine, nil); err == nil {
		t.Error("nothing was combined")
	}
}

// cutOff is the release of the same noise whose count came out below 1.
func cutOff(r *release.Release) *release.Release {
	r.Certificate.Noise.StandardDeviation *= r.Certificate.RowsEstimate
	r.Certificate.RowsEstimate = 1
	return r
}
