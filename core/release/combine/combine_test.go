package combine_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// The combined moment is the mean weighted by rows, its certificate the worst of the owners' and the sum of their
// noise.
func TestCombinedMomentAndCertificate(t *testing.T) {
	for name, change := range map[string]func(*adapt.Options){"replace-one": nil, "add-remove": addRemove} {
		parts := []*release.Release{
			owner(t, 1, 4000, change), owner(t, 2, 9000, change),
			owner(t, 3, 20000, func(o *adapt.Options) {
				o.Epsilon, o.Delta = 2, 1e-7
				if change != nil {
					change(o)
				}
			}),
		}
		combined := mustCombine(t, parts...)
		if report := verify.Certificate(combined); !report.OK || report.Owners != 3 ||
			report.Assumption != "disjoint-owners" {
			t.Errorf("%s: %+v", name, report)
		}
		c := combined.Certificate
		total, variance := 0.0, 0.0
		for _, p := range parts {
			n := float64(p.Certificate.N) + p.Certificate.RowsEstimate // one of them is 0
			total += n
			variance += math.Pow(p.Certificate.Noise.StandardDeviation*n, 2)
		}
		// Float64 numbers on both sides.
		if stated := float64(c.N) + c.RowsEstimate; math.Abs(stated-total) > 1e-9*total {
			t.Errorf("%s: %v rows, want %v", name, stated, total)
		}
		if want := math.Sqrt(variance) / total; math.Abs(c.Noise.StandardDeviation-want) > 1e-9*want {
			t.Errorf("%s: σ = %v, want %v", name, c.Noise.StandardDeviation, want)
		}
		if c.Epsilon != 2 || c.Delta != 1e-6 || c.Rho != parts[2].Certificate.Rho || c.Draws != 3 ||
			len(c.Combination.Cohorts) != 2 {
			t.Errorf("%s: ε = %v, δ = %v, ρ = %v, %d draws, cohorts %v", name, c.Epsilon, c.Delta, c.Rho, c.Draws,
				c.Combination.Cohorts)
		}
		for i := range c.Order {
			for j := range c.Order {
				want := 0.0
				for _, p := range parts {
					want += p.Values.Moments[i][j] * (float64(p.Certificate.N) + p.Certificate.RowsEstimate) / total
				}
				if got := combined.Values.Moments[i][j]; math.Abs(got-want) > 1e-12*c.Radius*c.Radius {
					t.Errorf("%s: entry (%d,%d) is %v, want %v", name, i, j, got, want)
				}
			}
		}
	}
}

// A sum that another party has computed is used as it is, if its certificate holds, and is never added to others.
func TestCombinedAloneIsTakenAsItIs(t *testing.T) {
	for _, change := range []func(*adapt.Options){nil, addRemove} {
		sum := mustCombine(t, owner(t, 1, 5000, change), owner(t, 2, 5000, change))
		if again, err := combine.Combine(engine, []*release.Release{reread(t, sum)}); err != nil ||
			!reflect.DeepEqual(again, reread(t, sum)) {
			t.Errorf("%v", err)
		}
		for _, c := range []struct {
			code  string
			fault func(*release.Release)
		}{
			{"certificate", func(r *release.Release) { r.Certificate.Epsilon /= 2 }},
			{"certificate", func(r *release.Release) { r.Values.Moments[1][1] = 1e9 }},
			{"kind", func(r *release.Release) { r.Kind = release.Model }},
		} {
			r := reread(t, sum)
			c.fault(r)
			var refused *combine.Error
			if again, err := combine.Combine(engine, []*release.Release{r}); again != nil || !errors.As(err, &refused) ||
				refused.Code != c.code {
				t.Errorf("%s: %v", c.code, err)
			}
		}
		if _, err := combine.Combine(engine, []*release.Release{sum, owner(t, 3, 5000, change)}); err == nil {
			t.Error("a sum was added to a release")
		}
	}
}

// The order of the releases changes no bit of the document, with labels or without.
func TestTheOrderOfOwnersChangesNothing(t *testing.T) {
	withLabels := func(o *adapt.Options) { o.UseLabels, o.Base = true, method.Linear }
	for _, change := range []func(*adapt.Options){func(*adapt.Options) {}, addRemove, withLabels} {
		var parts []*release.Release
		for i := range 6 {
			parts = append(parts, labelledOwner(t, i, 3000+500*i, func(o *adapt.Options) {
				o.Epsilon, o.UseLabels, o.Base = []float64{1, 2, 0.7}[i%3], false, ""
				change(o)
			}))
		}
		first, _ := mustCombine(t, parts...).Encode()
		r := rand.New(rand.NewPCG(3, 4))
		for range 5 {
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			if again, _ := mustCombine(t, parts...).Encode(); string(again) != string(first) {
				t.Error("another order gives another document")
			}
		}
	}
}

// The residual of the combined moment has the stated variance: Σ (residual/σ_ij)² over 19 noisy entries and 60
// repetitions is χ² with 1140 degrees of freedom. It exceeds ±5.2 of its standard deviations (of √2280) once in 10⁶; a
// law that did not add up the noise of three owners, or weighted it by n twice, would be wrong by a factor of 3.
func TestCombinedNoise(t *testing.T) {
	var truth [][]float64
	const repetitions = 60
	sum, degrees := 0.0, 0
	for range repetitions {
		var parts []*release.Release
		for i := range 3 {
			parts = append(parts, owner(t, i, 100*(i+1), nil))
		}
		combined := mustCombine(t, parts...)
		if truth == nil { // with almost no noise
			loud := func(o *adapt.Options) { o.Epsilon, o.Delta = 1e12, 1e-6 }
			truth = mustCombine(t, owner(t, 0, 100, loud), owner(t, 1, 200, loud), owner(t, 2, 300, loud)).Values.Moments
		}
		for i, row := range combined.Values.Moments {
			for j := i; j < len(row); j++ {
				if i == 0 && j == 0 {
					continue // public
				}
				sigma := combined.Certificate.Noise.StandardDeviation
				if i != j {
					sigma /= math.Sqrt2
				}
				sum += math.Pow((row[j]-truth[i][j])/sigma, 2)
				degrees++
			}
		}
	}
	if deviation := (sum - float64(degrees)) / math.Sqrt(2*float64(degrees)); math.Abs(deviation) > 5.2 {
		t.Errorf("χ² = %.0f of %d degrees of freedom, %.1f standard deviations off", sum, degrees, deviation)
	}
}

// Of the owners' statements about previews the worst is kept.
func TestPreviewsAreKept(t *testing.T) {
	yes, no := true, false
	name := func(p *bool) string {
		if p == nil {
			return "unknown"
		}
		return fmt.Sprint(*p)
	}
	for _, c := range [][3]*bool{{&no, &no, &no}, {&no, &yes, &yes}, {nil, &yes, &yes}, {nil, &no, nil}, {&no, nil, nil},
		{&yes, nil, &yes}, {nil, nil, nil}} {
		a := owner(t, 1, 300, func(o *adapt.Options) { o.SettingsAfterPreview = c[0] })
		b := owner(t, 2, 300, func(o *adapt.Options) { o.SettingsAfterPreview = c[1] })
		if got := mustCombine(t, a, b).Provenance.SettingsAfterPreview; name(got) != name(c[2]) {
			t.Errorf("%s and %s give %s", name(c[0]), name(c[1]), name(got))
		}
	}
}
