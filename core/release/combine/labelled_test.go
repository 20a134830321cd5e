package combine_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/model/xgboost"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

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
	return ownerOf(t, publicSource(t, "y"), o, strings.Join(lines, "\n")+"\n")
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
	text := must.Get(os.ReadFile("../../model/xgboost/testdata/stump.json"))(t)
	source := publicSource(t, "y")
	file := must.Get(xgboost.Decode(text, source.Schema.Used(), 0))(t)
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
