package combine_test

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/trees"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
	"privadapt/core/words"
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
			if again, err := combine.Combine(engine, []*release.Release{r}); again != nil || codeOf(err) != c.code {
				t.Errorf("%s: %v", c.code, err)
			}
		}
		if _, err := combine.Combine(engine, []*release.Release{sum, owner(t, 3, 5000, change)}); err == nil {
			t.Error("a sum was added to a release")
		}
	}
}

// countingOwner releases counts of rows, two in three of which have a label.
func countingOwner(t testing.TB, i, rows int, change func(*adapt.Options)) *release.Release {
	t.Helper()
	return labelledOwner(t, i, rows, func(o *adapt.Options) {
		o.Release, o.UseLabels, o.GroupBy = release.Estimate, false, "c"
		change(o)
	})
}

// Counts are added up whole, cell by cell, the noise of each draw has the sum of the variances, and what the sum says
// follows from it as from one owner's counts. A sum alone is taken as it is.
func TestCombinedCounts(t *testing.T) {
	for _, adjacency := range method.Adjacencies {
		for _, o := range []adapt.Options{{Release: release.Estimate}, {Release: release.Estimate, UseLabels: true}, {Release: release.Report}} {
			var parts []*release.Release
			for i := range 3 {
				parts = append(parts, countingOwner(t, i, 2000*(i+1), func(all *adapt.Options) {
					all.Release, all.UseLabels, all.Adjacency, all.Epsilon = o.Release, o.UseLabels, adjacency, []float64{1, 3, 1}[i]
				}))
			}
			combined := mustCombine(t, parts...)
			variances, rows := [2]float64{}, 0.0
			for i, p := range parts {
				n := p.Certificate.Noise
				variances[0], variances[1] = variances[0]+math.Pow(n.StandardDeviation, 2), variances[1]+math.Pow(n.LabelDeviation, 2)
				rows += float64(2000 * (i + 1))
			}
			for k, v := range combined.Values.Counts {
				if v != parts[0].Values.Counts[k]+parts[1].Values.Counts[k]+parts[2].Values.Counts[k] {
					t.Fatalf("%s, %s: count %d is %v, which is not the sum", adjacency, o.Release, k, v)
				}
			}
			c := combined.Certificate
			for k, sigma := range []float64{c.Noise.StandardDeviation, c.Noise.LabelDeviation} {
				if want := math.Sqrt(variances[k]); math.Abs(sigma-want) > 1e-9*want {
					t.Errorf("%s, %s: σ = %v, want %v", adjacency, o.Release, sigma, want)
				}
			}
			if report := verify.Certificate(combined); !report.OK || report.Owners != 3 || c.Epsilon != 3 ||
				c.Draws != 3*parts[0].Certificate.Draws || math.Abs(float64(c.N)+c.RowsEstimate-rows) > 0.05*rows {
				t.Errorf("%s, %s: %+v, %d draws, %d or %v rows", adjacency, o.Release, report, c.Draws, c.N, c.RowsEstimate)
			}
			if o.Release == release.Report {
				continue
			}
			all := must.Get(combined.Estimates())(t).All.Means[0]
			if all.Noise.Low == nil || all.Noise.High == nil || *all.Noise.High-*all.Noise.Low > 0.2 {
				t.Errorf("%s: the noise is %+v", adjacency, all.Noise)
			}
			if again := mustCombine(t, combined); !reflect.DeepEqual(again, combined) {
				t.Errorf("%s: a sum alone becomes another", adjacency)
			}
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

var engine = release.Engine{Version: "0.0.0"}

func publicSource(t testing.TB) *dataset.Source {
	t.Helper()
	table := "a,b,c,y\n1,5,red,3\n2,1,blue,4\n3,2,red,1\n0,4,red,2\n5,2,blue,0\n4,0,blue,2\n2,3,red,5\n1,1,blue,3\n"
	return must.Get(dataset.ReadSource(strings.NewReader(table), dataset.SourceOptions{Label: "y"}))(t)
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
	return ownerOf(t, publicSource(t), o, ownersRows(i, rows))
}

func ownerOf(t testing.TB, source *dataset.Source, o adapt.Options, table string) *release.Release {
	t.Helper()
	target, _ := must.Both(adapt.ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil))(t)
	r := must.Get(target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil))(t)
	return reread(t, r)
}

func reread(t testing.TB, r *release.Release) *release.Release {
	t.Helper()
	text := must.Get(r.Encode())(t)
	return must.Get(release.Decode(text))(t)
}

func mustCombine(t testing.TB, parts ...*release.Release) *release.Release {
	t.Helper()
	combined := must.Get(combine.Combine(engine, parts))(t)
	return reread(t, combined)
}

func addRemove(o *adapt.Options) { o.Adjacency = method.AddRemove }

// codeOf is the code of a refusal, "" of none.
func codeOf(err error) string {
	if refused := (*words.Error)(nil); errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

func TestWhatCannotBeCombinedIsRefused(t *testing.T) {
	a, b := owner(t, 1, 500, nil), owner(t, 2, 500, nil)
	edit := func(change func(*release.Release)) *release.Release {
		twin := reread(t, b)
		change(twin)
		return twin
	}
	renamed := reread(t, a)
	renamed.ReleaseID = "new"
	withLabels := strings.Replace(strings.ReplaceAll(ownersRows(2, 500), "\n", ",1\n"), "c,1", "c,y", 1)
	for _, c := range []struct {
		name string
		part *release.Release
		code string
		says string
	}{
		{"the same release", a, "duplicate", "the same as release 1"},
		{"the same values under another id", renamed, "duplicate", ""},
		{"another release of the same id", edit(func(r *release.Release) { r.ReleaseID = a.ReleaseID }), "duplicate", ""},
		{"a model", owner(t, 2, 500, func(o *adapt.Options) { o.Release = release.Model }), "kind", "release moments"},
		{"weights", owner(t, 2, 500, func(o *adapt.Options) { o.Release = release.Weights }), "kind", ""},
		{"a model with labels", ownerOf(t, publicSource(t),
			adapt.Options{Epsilon: 1, Delta: 1e-6, Base: method.Linear, UseLabels: true}, withLabels), "kind",
			"the sums that corrected this one are not in the file"},
		{"a combined one", mustCombine(t, b), "combined", "own releases"},
		// Of other settings: TestReleasesOfDifferentSettingsDoNotAddUp.
		{"another adjacency", owner(t, 2, 5000, addRemove), "setting", "add-remove"},
		{"a claim that does not hold", edit(func(r *release.Release) { r.Certificate.Epsilon = 0.5 }), "certificate",
			"gives only"},
		{"more rows than stated noise has", edit(func(r *release.Release) { r.Certificate.N *= 2 }), "certificate",
			"standard deviation"},
		{"an entry out of reach", edit(func(r *release.Release) { r.Values.Moments[1][1] = 1e9 }), "certificate",
			"neither rows of the stated radius"},
		{"a count that was cut off", cutOff(owner(t, 2, 5000, addRemove)), "count", "too few rows"},
	} {
		combined, err := combine.Combine(engine, []*release.Release{a, c.part})
		if combined != nil || codeOf(err) != c.code || !strings.HasPrefix(err.Error(), "release 2") ||
			!strings.Contains(err.Error(), c.says) {
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

// A sum says what it protects, people or rows, whatever the owners call the column of people; with which engine it was
// made; and its campaign and features.
func TestASumSaysWhatItIsOf(t *testing.T) {
	for _, unit := range []method.Unit{method.Record, method.Person} {
		var parts []*release.Release
		for i, column := range []string{"patient", "Person"} {
			r := owner(t, i, 500, nil)
			if r.Certificate.Unit = unit; unit == method.Person {
				r.Certificate.UnitColumn = column
			}
			parts = append(parts, r)
		}
		made := release.Engine{Version: "1.2.3", WasmSHA256: strings.Repeat("5", 64)}
		combined := must.Get(combine.Combine(made, parts))(t)
		c, p := combined.Certificate, combined.Provenance
		if c.Unit != unit || c.UnitColumn != "" || c.Features != "linear" || p.EngineVersion != made.Version ||
			p.WasmSHA256 == nil || *p.WasmSHA256 != made.WasmSHA256 {
			t.Errorf("%s: %+v, made with %+v", unit, c, p)
		}
	}
}

// A release states at most 2⁵⁰ rows, n or n̂.
func TestTheMostRowsOfARelease(t *testing.T) {
	stating := func(change func(*adapt.Options), rows float64) *release.Release {
		r := owner(t, 2, 5000, func(o *adapt.Options) {
			if o.Delta = 1e-17; change != nil {
				change(o)
			}
		})
		c := &r.Certificate
		for i, row := range r.Values.Moments { // as the noise of this number of rows leaves them
			for j := range row {
				if i != j {
					row[j] = 0
				}
			}
		}
		c.Noise.StandardDeviation *= (float64(c.N) + c.RowsEstimate) / rows
		if c.RowsEstimate > 0 {
			c.RowsEstimate = rows
		} else {
			c.N = int64(rows)
		}
		return r
	}
	for name, change := range map[string]func(*adapt.Options){"n": nil, "n̂": addRemove} {
		for rows, code := range map[float64]string{1 << 50: "", 1<<50 + 1: "rows"} {
			if err := combine.Check(stating(change, rows)); codeOf(err) != code {
				t.Errorf("%s = %v: %v", name, rows, err)
			}
		}
	}
}

// labelledOwner releases moments of rows. Two in three of them have a label.
func labelledOwner(t testing.TB, i, rows int, change func(*adapt.Options)) *release.Release {
	t.Helper()
	o := adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments, UseLabels: true, Base: method.Linear}
	if change != nil {
		change(&o)
	}
	lines := strings.Split(strings.TrimSpace(ownersRows(i, rows)), "\n")
	r := rand.New(rand.NewPCG(uint64(i), 8))
	for k := range lines {
		switch {
		case k == 0:
			lines[k] += ",y"
		case k%3 == 0:
			lines[k] += ","
		default:
			lines[k] += fmt.Sprintf(",%.2f", 2+r.NormFloat64())
		}
	}
	return ownerOf(t, publicSource(t), o, strings.Join(lines, "\n")+"\n")
}

// The sums of several owners are added up whole, entry by entry; the certificate is the worst of the owners' with the
// sum of their noise, and what is said of the rows follows from the sums.
func TestCombinedSumsOfLabels(t *testing.T) {
	for _, adjacency := range method.Adjacencies {
		var parts []*release.Release
		for i, epsilon := range []float64{1, 1, 2} {
			parts = append(parts,
				labelledOwner(t, i, 4000*(i+1), func(o *adapt.Options) { o.Epsilon, o.Adjacency = epsilon, adjacency }))
		}
		combined := mustCombine(t, parts...)
		if report := verify.Certificate(combined); !report.OK || report.Owners != 3 {
			t.Fatalf("%s: %+v", adjacency, report)
		}
		for _, sum := range []func(*release.Release) []string{
			func(r *release.Release) []string { return r.Values.LabelledSum },
			func(r *release.Release) []string { return r.Values.UnlabelledSum },
		} {
			for k, text := range sum(combined) {
				total := new(big.Int)
				for _, p := range parts {
					v, _ := new(big.Int).SetString(sum(p)[k], 10)
					total.Add(total, v)
				}
				if total.String() != text {
					t.Fatalf("%s: entry %d is %s, and the owners' add up to %v", adjacency, k, text, total)
				}
			}
		}
		c, rows, labelled, variance := combined.Certificate, 0.0, 0.0, 0.0
		for _, p := range parts {
			rows += float64(p.Certificate.N) + p.Certificate.RowsEstimate
			labelled += p.Certificate.Labels.RowsEstimate
			variance += math.Pow(p.Certificate.Labels.SumDeviation, 2)
		}
		if stated := float64(c.N) + c.RowsEstimate; math.Abs(stated-rows) > 1e-9*rows ||
			math.Abs(c.Labels.RowsEstimate-labelled) > 1e-9*rows {
			t.Errorf("%s: %v rows, %v with a label; the owners have %v and %v", adjacency, stated, c.Labels.RowsEstimate,
				rows, labelled)
		}
		if want := math.Sqrt(variance); math.Abs(c.Labels.SumDeviation-want) > 1e-9*want || c.Epsilon != 2 || c.Draws != 3 {
			t.Errorf("%s: σ = %v, want %v; ε = %v of %d draws", adjacency, c.Labels.SumDeviation, want, c.Epsilon, c.Draws)
		}
	}
}

// One release with labels combines to itself: the same sums, the same moments, to the last bit, and the same statements
// about labels.
func TestOneReleaseWithLabelsCombinesToItself(t *testing.T) {
	for _, adjacency := range method.Adjacencies {
		one := labelledOwner(t, 1, 5000, func(o *adapt.Options) { o.Adjacency = adjacency })
		combined := mustCombine(t, one)
		if !release.SameText(combined.Values, one.Values) ||
			!release.SameText(combined.Certificate.Labels, one.Certificate.Labels) ||
			combined.Certificate.Noise != one.Certificate.Noise ||
			combined.Certificate.RowsEstimate != one.Certificate.RowsEstimate {
			t.Errorf("%s: one release became another", adjacency)
		}
	}
}

// Owners who have the same file with a model from different places compare their labels with the same model, and the
// sum names it by its digest alone, whoever comes first. A model computed from it names the address that the analyst
// has the file from.
func TestOwnersHaveAFileFromDifferentPlaces(t *testing.T) {
	text := must.Get(os.ReadFile("../../model/trees/testdata/stump.json"))(t)
	source := publicSource(t)
	file := must.Get(trees.DecodeXGBoost(text, source.Schema.Used(), 0))(t)
	with := func(i int, address string) *release.Release {
		return labelledOwner(t, i, 500,
			func(o *adapt.Options) { o.Base, o.BaseFile, o.BaseFileURL = method.File, file, address })
	}
	a, b := with(1, "https://example.org/model.json"), with(2, "")
	combined, other := mustCombine(t, a, b), mustCombine(t, b, a)
	if !release.SameText(combined.Certificate, other.Certificate) || combined.NamedFile().URL != "" ||
		combined.NamedFile().SHA256 != a.NamedFile().SHA256 {
		t.Errorf("%+v and %+v", combined.NamedFile(), other.NamedFile())
	}
	made := must.Get(adapt.Solve(engine, source, combined,
		adapt.Options{BaseFile: file, BaseFileURL: "https://example.org/copy.json"}, nil))(t)
	if named := reread(t, made).NamedFile(); named.URL != "https://example.org/copy.json" {
		t.Errorf("the model names %+v", named)
	}
}

// However the numbers of a combination are changed, a document that verifies claims no smaller ε than each owner's
// noise gives, by the engine's own accountant, and no less noise or more rows than its parts.
// TestCampaignMutatedCombinations makes 10⁵ of each kind.
func TestNoMutatedCombinationVerifiesBelowItsNoise(t *testing.T) {
	mutations := 8_000
	if runtime.GOOS == "js" || testing.Short() {
		mutations = 500
	}
	mutateCombinations(t, mutations)
}

func mutateCombinations(t *testing.T, mutations int) {
	kinds := combinedReleases(t)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		rng := rand.New(rand.NewPCG(21, 22))
		verified := 0
		for range mutations {
			r := cloneCombined(kinds[kind][rng.IntN(len(kinds[kind]))])
			c := &r.Certificate
			for range 1 + rng.IntN(3) {
				mutateCombination(c, rng)
			}
			if rng.IntN(2) == 0 {
				makeConsistent(c)
			}
			if !verify.Certificate(r).OK {
				continue
			}
			verified++
			checkCombined(t, c)
		}
		t.Logf("%s: %d of %d mutated combinations verify", kind, verified, mutations)
		if verified < mutations/40 { // otherwise the test would attack implausible documents alone
			t.Errorf("%s: only %d of %d mutations verify", kind, verified, mutations)
		}
	}
}

// factors scale numbers: a little, so that a document may still verify, and much.
var factors = []float64{0, -1, 0.1, 0.5, 0.9, 0.999, 1 - 1e-7, 1 + 1e-7, 1.001, 1.1, 2, 10, 1e6, math.Inf(1),
	math.NaN()}

func mutateCombination(c *release.Certificate, rng *rand.Rand) {
	cohort := &c.Combination.Cohorts[rng.IntN(len(c.Combination.Cohorts))]
	factor := factors[rng.IntN(len(factors))]
	scale := func(text string) string {
		v, _ := new(big.Float).SetPrec(300).SetString(text)
		if v == nil || math.IsInf(factor, 0) || math.IsNaN(factor) {
			return text
		}
		whole, _ := v.Mul(v, big.NewFloat(factor)).Int(nil)
		return whole.SetBit(whole, 0, 0).String()
	}
	switch rng.IntN(9) {
	case 8:
		c.Noise.StandardDeviation *= factor
	case 0:
		cohort.Epsilon *= factor
	case 1:
		cohort.Delta *= factor
	case 2:
		cohort.Rho *= factor
	case 3:
		if cohort.DiagonalVariance = scale(cohort.DiagonalVariance); cohort.LabelVariance != "" && rng.IntN(2) == 0 {
			cohort.LabelVariance = scale(cohort.LabelVariance)
		}
	case 4:
		c.Epsilon *= factor
	case 5:
		c.Delta *= factor
	case 6:
		cohort.N = int64(float64(cohort.N) * math.Min(math.Max(factor, 0), 1e6))
	case 7:
		cohort.Epsilon, cohort.Rho = c.Epsilon, c.Rho
	}
}

// variancesOf has the variances of a cohort's draws, or none where one is no number.
func variancesOf(cohort release.Cohort) (list []*big.Int) {
	for _, text := range []string{cohort.DiagonalVariance, cohort.LabelVariance} {
		if v, ok := new(big.Int).SetString(text, 10); ok {
			list = append(list, v)
		}
	}
	return list
}

// makeConsistent is the adversary who knows the sums.
func makeConsistent(c *release.Certificate) {
	slices.SortFunc(c.Combination.Cohorts, release.Cohort.Compare)
	totals, rows := []*big.Int{new(big.Int), new(big.Int)}, int64(0)
	for _, cohort := range c.Combination.Cohorts {
		for k, v := range variancesOf(cohort) {
			totals[k].Add(totals[k], v.Mul(v, big.NewInt(cohort.Releases)))
		}
		rows += cohort.N
	}
	c.Noise.DiagonalVariance, c.N = totals[0].String(), rows
	root := func(k int) float64 {
		v, _ := new(big.Float).Sqrt(new(big.Float).SetInt(new(big.Int).Abs(totals[k]))).Float64()
		return v
	}
	if c.Mechanism == method.Tally {
		const parts = appraisal.Unit * appraisal.Unit
		if c.Noise.StandardDeviation = root(0) / parts; c.Noise.LabelVariance != "" {
			c.Noise.LabelVariance, c.Noise.LabelDeviation = totals[1].String(), root(1)/parts
		}
		return
	}
	step := c.Radius / float64(c.GridSteps)
	sigma := root(0) * step * step
	if l := c.Labels; l != nil {
		labels := *l
		c.Labels = &labels
		intercept := c.Radius * float64(c.InterceptSteps) / float64(c.GridSteps)
		labels.SumDeviation, labels.RowsNoise = sigma, sigma/(intercept*intercept)
		if c.Adjacency == method.ReplaceOne {
			labels.RowsNoise /= math.Sqrt2
		}
		sigma *= math.Sqrt2
	}
	c.Noise.StandardDeviation = sigma / (float64(rows) + c.RowsEstimate)
}

func checkCombined(t *testing.T, c *release.Certificate) {
	t.Helper()
	totals := []*big.Int{new(big.Int), new(big.Int)}
	for _, cohort := range c.Combination.Cohorts {
		sensitivity, rho := noise.MomentSensitivity2(c.InterceptSteps, method.Adjacency(c.Adjacency)), 0.0
		if c.Mechanism == method.Tally {
			sensitivity = noise.CountsSensitivity2(2, method.Adjacency(c.Adjacency)) // there are groups
		}
		for k, v := range variancesOf(cohort) {
			own, _ := new(big.Rat).SetFrac(sensitivity, new(big.Int).Lsh(v, 1)).Float64()
			rho += own
			totals[k].Add(totals[k], v.Mul(v, big.NewInt(cohort.Releases)))
		}
		// The verifier's slack of 1e-9, and the rounding of two programs; ε of the engine's accountant is rounded up,
		// by more than that where ε is far below δ.
		if epsilon := noise.Epsilon(rho*(1-1e-8), c.Delta); !(epsilon <= c.Epsilon*(1+1e-8)+1e-12) {
			t.Fatalf("ε = %v is claimed at δ = %v, a cohort's noise gives %v\n%+v", c.Epsilon, c.Delta, epsilon, c)
		}
	}
	for k, stated := range []string{c.Noise.DiagonalVariance, c.Noise.LabelVariance} {
		if total := totals[k].String(); total != stated && !(total == "0" && stated == "") {
			t.Fatalf("the combined noise is %s, stated %s", total, stated)
		}
	}
}

// combinedReleases are of one owner, of two of one claim, and of several claims, under either adjacency, and of rows with
// labels.
func combinedReleases(t testing.TB) map[string][]*release.Release {
	t.Helper()
	kinds := map[string][]*release.Release{}
	for _, adjacency := range method.Adjacencies {
		for _, labels := range []bool{false, true} {
			counting := func(o *adapt.Options) { o.Adjacency, o.UseLabels = adjacency, labels }
			kinds["estimates"] = append(kinds["estimates"],
				mustCombine(t, countingOwner(t, 6, 5000, counting), countingOwner(t, 7, 5000, counting)))
		}
		var parts []*release.Release
		for i, o := range []adapt.Options{{Epsilon: 1, Delta: 1e-6}, {Epsilon: 1, Delta: 1e-6},
			{Epsilon: 0.5, Delta: 1e-9}, {Epsilon: 3, Delta: 1e-5}, {Epsilon: 1, Delta: 1e-7}} {
			parts = append(parts, owner(t, i, 5000+i, func(all *adapt.Options) {
				all.Epsilon, all.Delta, all.Adjacency = o.Epsilon, o.Delta, adjacency
			}))
		}
		kinds[string(adjacency)] = []*release.Release{mustCombine(t, parts...), mustCombine(t, parts[0]),
			mustCombine(t, parts[:2]...)}
		withLabels := func(o *adapt.Options) { o.Adjacency = adjacency }
		kinds["with labels"] = append(kinds["with labels"],
			mustCombine(t, labelledOwner(t, 6, 5000, withLabels), labelledOwner(t, 7, 5000, withLabels)))
	}
	return kinds
}

func cloneCombined(r *release.Release) *release.Release {
	c, combination := *r, *r.Certificate.Combination
	combination.Cohorts = slices.Clone(combination.Cohorts)
	c.Certificate.Combination = &combination
	return &c
}

// A list is refused if members are in it twice, even by identifier alone, out of order, or under another digest.
func TestMembersAreListedOnce(t *testing.T) {
	for _, change := range []func(*adapt.Options){nil, addRemove} {
		r := mustCombine(t, owner(t, 1, 500, change), owner(t, 2, 500, change))
		members := r.Certificate.Combination.Members
		renamed := slices.Clone(members)
		renamed[1].ReleaseID = members[0].ReleaseID
		again := release.Member{ReleaseID: strings.Repeat("0", 32), SHA256: members[0].SHA256}
		for says, list := range map[string][]release.Member{
			"":                 members,
			"an earlier one":   renamed,
			"listed once each": slices.Insert(slices.Clone(members), 1, again), // under another identifier
			"in the order":     append(slices.Clone(members[1:]), members[0]),
		} {
			twin := cloneCombined(r)
			twin.Certificate.Combination.Members = list
			twin.Certificate.Combination.MembersSHA256 = release.MembersSHA256(list)
			text, _ := twin.Encode()
			if _, err := release.Decode(text); (err == nil) != (says == "") || !strings.Contains(fmt.Sprint(err), says) {
				t.Errorf("a list with its own digest, to be refused as %q: %v", says, err)
			}
		}
		less := cloneCombined(r)
		less.Certificate.Combination.Members = members[1:]
		text, _ := less.Encode()
		if _, err := release.Decode(text); err == nil {
			t.Error("a list of one less than its digest says is read")
		}
	}
}
