package combine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

var engine = release.Engine{Version: "0.0.0"}

func publicSource(t testing.TB, label string) *dataset.Source {
	t.Helper()
	table := "a,b,c,y\n1,5,red,3\n2,1,blue,4\n3,2,red,1\n0,4,red,2\n5,2,blue,0\n4,0,blue,2\n2,3,red,5\n1,1,blue,3\n"
	s := must.Get(dataset.ReadSource(strings.NewReader(table), dataset.SourceOptions{Label: label}))(t)
	return s
}

// ownersRows is the private table of an owner.
func ownersRows(owner, rows int) string {
	r := rand.New(rand.NewPCG(uint64(owner), 7))
	var b strings.Builder
	b.WriteString("a,b,c\n")
	for range rows {
		fmt.Fprintf(&b, "%.2f,%.2f,%s\n", 2+r.NormFloat64(), 3+r.NormFloat64(), []string{"red", "blue"}[r.IntN(2)])
	}
	return b.String()
}

func owner(t testing.TB, i, rows int, change func(*adapt.Options)) *release.Release {
	t.Helper()
	o := adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}
	if change != nil {
		change(&o)
	}
	return ownerOf(t, publicSource(t, "y"), o, ownersRows(i, rows))
}

func ownerOf(t testing.TB, source *dataset.Source, o adapt.Options, table string) *release.Release {
	t.Helper()
	target, _, err := adapt.ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := must.Get(target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil))(t)
	return reread(t, r)
}

func reread(t testing.TB, r *release.Release) *release.Release {
	t.Helper()
	text := must.Get(r.Encode())(t)
	again := must.Get(release.Decode(text))(t)
	return again
}

func mustCombine(t testing.TB, parts ...*release.Release) *release.Release {
	t.Helper()
	combined := must.Get(combine.Combine(engine, parts))(t)
	return reread(t, combined)
}

func addRemove(o *adapt.Options) { o.Adjacency = method.AddRemove }

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

func TestOneReleaseCombinesToItself(t *testing.T) {
	for _, change := range []func(*adapt.Options){nil, addRemove} {
		one := owner(t, 1, 5000, change)
		combined := mustCombine(t, one)
		if combined.Certificate.RowsEstimate != one.Certificate.RowsEstimate ||
			combined.Certificate.N != one.Certificate.N {
			t.Errorf("n = %v, n̂ = %v", combined.Certificate.N, combined.Certificate.RowsEstimate)
		}
		for i, row := range one.Values.Moments {
			for j, v := range row {
				// Twice rounded to float64, and r²/2⁶⁰ for the grid.
				if got := combined.Values.Moments[i][j]; math.Abs(got-v) > 1e-15*math.Abs(v)+1e-16 {
					t.Errorf("entry (%d,%d) is %v, was %v", i, j, got, v)
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

// Order, batches and a stored state between them change no bit.
func TestAddingIsAssociativeAndCommutative(t *testing.T) {
	for _, change := range []func(*adapt.Options){nil, addRemove} {
		var parts []*release.Release
		for i := range 9 {
			parts = append(parts, owner(t, i, 3000+500*i, func(o *adapt.Options) {
				o.Epsilon = []float64{1, 2, 0.7}[i%3]
				if change != nil {
					change(o)
				}
			}))
		}
		first, _ := mustCombine(t, parts...).Encode()
		r := rand.New(rand.NewPCG(3, 4))
		for range 5 {
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			if again, _ := mustCombine(t, parts...).Encode(); string(again) != string(first) {
				t.Error("another order gives another document")
			}
			sum, cut := new(combine.Aggregate), 1+r.IntN(len(parts)-1)
			for _, batch := range [][]*release.Release{parts[:cut], parts[cut:]} {
				next := new(combine.Aggregate)
				for _, p := range batch {
					if err := next.Add(p); err != nil {
						t.Fatal(err)
					}
				}
				if err := sum.Merge(next); err != nil {
					t.Fatal(err)
				}
				text, _ := json.Marshal(sum)
				sum = new(combine.Aggregate)
				if err := json.Unmarshal(text, sum); err != nil {
					t.Fatal(err)
				}
			}
			var members []release.Member
			for _, p := range parts {
				digest, _ := p.Digest()
				members = append(members, release.Member{ReleaseID: p.ReleaseID, SHA256: digest})
			}
			streamed := must.Get(sum.Release(engine, combine.NewMembers(members)))(t)
			if again, _ := streamed.Encode(); string(again) != string(first) {
				t.Error("two batches give another document than one")
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
		{"another public sample that was left out", edit(func(r *release.Release) {
			p := &r.Provenance
			p.Sources = []release.Source{{SHA256: p.SourceSHA256, Rows: p.SourceRows},
				{SHA256: strings.Repeat("1", 64), Rows: 3, LeftOut: true}}
		}), "setting", "public samples"},
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

// Moments of mapped features combine as others do, also by way of a stored sum, and state their map.
func TestMomentsOfFeaturesCombine(t *testing.T) {
	for _, kind := range features.Kinds[1:] {
		change := func(o *adapt.Options) { o.Features = kind }
		sum := new(combine.Aggregate)
		for i := range 2 {
			if err := sum.Add(owner(t, i, 500, change)); err != nil {
				t.Fatal(err)
			}
			text := must.Get(json.Marshal(sum))(t)
			sum = new(combine.Aggregate)
			if err := json.Unmarshal(text, sum); err != nil {
				t.Fatal(err)
			}
		}
		single := owner(t, 3, 500, change)
		combined := mustCombine(t, owner(t, 1, 500, change), single)
		if c := combined.Certificate; c.Features != string(kind) ||
			!combined.Provenance.Features.Equal(single.Provenance.Features) {
			t.Errorf("%s: combined moments are of features %s", kind, c.Features)
		}
	}
}

// An aggregate that refuses a release stays as it was.
func TestRefusalLeavesTheSum(t *testing.T) {
	sum := new(combine.Aggregate)
	if err := sum.Add(owner(t, 1, 500, nil)); err != nil {
		t.Fatal(err)
	}
	before, _ := json.Marshal(sum)
	if err := sum.Add(owner(t, 2, 500, func(o *adapt.Options) { o.Radius = 2 })); err == nil {
		t.Fatal("another radius was added")
	}
	if after, _ := json.Marshal(sum); string(after) != string(before) {
		t.Error("the refused release left a trace")
	}
	if sum.Releases() != 1 || sum.Rows() != 500 {
		t.Errorf("%d releases of %d rows", sum.Releases(), sum.Rows())
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
