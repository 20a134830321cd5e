package combine

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// The integers are the same as by exact rational arithmetic, for numbers of any size, signs and halves.
func TestScaledEntriesAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 7))
	numbers := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, -1.5, 5e-324, -5e-324, 1e300, math.MaxFloat64,
		1 << 53}
	for range 2000 {
		numbers = append(numbers, math.Ldexp(r.NormFloat64(), r.IntN(200)-100))
	}
	for _, v := range numbers {
		for _, scale := range []*big.Rat{big.NewRat(1, 1), big.NewRat(1<<40+1, 3),
			new(big.Rat).SetFloat64(1e17 * r.Float64())} {
			product := new(big.Rat).SetFloat64(v)
			product.Mul(product, scale)
			// ⌊product + ½⌋
			sum := product.Add(product, big.NewRat(1, 2))
			want := new(big.Int).Div(sum.Num(), sum.Denom())
			if got := scaled(v, scale); got.Cmp(want) != 0 {
				t.Fatalf("%v times %v gives %v, not %v", v, scale, got, want)
			}
		}
	}
}

// Releases add up only where all is the same that decides what their moments are of. Whatever one of them has
// otherwise, it is refused. The order follows from the schema and the features.
func TestReleasesOfDifferentSettingsDoNotAddUp(t *testing.T) {
	made := func() *setting {
		campaign := "c"
		return &setting{
			Kind: release.Estimate, Draws: 1, SourceSHA256: "1", SourceRows: 9,
			Schema: dataset.Schema{Label: "y"}, Features: &features.Map{Kind: features.Labels},
			Adjacency: method.ReplaceOne, Radius: 2, SourceRadius: 3, GridSteps: 1 << 30, InterceptSteps: 5, Order: 4,
			Campaign: &campaign,
			Labels: &release.Labels{Order: 6, Residuals: 1, Base: method.Linear, OffsetSHA256: "4", Spread: []float64{1},
				Choice: &release.Choice{Base: method.Auto, File: &release.File{SHA256: "5"}}},
			Report: &release.Appraised{ModelSHA256: "6", Predictions: []float64{0, 1}, Sample: &release.SampleAverages{}},
		}
	}
	changed := map[string]bool{}
	for name, c := range map[string]struct {
		says    string
		changes []func(*setting)
	}{
		"Kind":  {"kinds", []func(*setting){func(s *setting) { s.Kind = release.Report }}},
		"Draws": {"without", []func(*setting){func(s *setting) { s.Draws++ }}},
		"Report": {"models or groups", []func(*setting){func(s *setting) { s.Report.ModelSHA256 = "0" },
			func(s *setting) { s.Report.Predictions[1] = 2 }, func(s *setting) { s.Report.GroupBy = new(string) }}},
		"SourceSHA256": {"public samples", []func(*setting){func(s *setting) { s.SourceSHA256 = "0" }}},
		"SourceRows":   {"columns", []func(*setting){func(s *setting) { s.SourceRows++ }}},
		"Schema":       {"another label", []func(*setting){func(s *setting) { s.Schema.Label = "z" }}},
		"Features": {"features", []func(*setting){func(s *setting) { s.Features = nil },
			func(s *setting) { s.Features.Kind = features.Linear }}},
		"Adjacency":      {"add-remove", []func(*setting){func(s *setting) { s.Adjacency = method.AddRemove }}},
		"Unit":           {"rows and people", []func(*setting){func(s *setting) { s.Unit = method.Person }}},
		"Radius":         {"radii", []func(*setting){func(s *setting) { s.Radius = 2.5 }}},
		"SourceRadius":   {"same public sample", []func(*setting){func(s *setting) { s.SourceRadius = 3.5 }}},
		"GridSteps":      {"grids", []func(*setting){func(s *setting) { s.GridSteps /= 2 }}},
		"InterceptSteps": {"grids", []func(*setting){func(s *setting) { s.InterceptSteps++ }}},
		"Campaign": {"campaigns", []func(*setting){func(s *setting) { s.Campaign = nil },
			func(s *setting) { *s.Campaign = "d" }}},
		"Labels": {"labels", []func(*setting){func(s *setting) { s.Labels = nil }, func(s *setting) { s.Labels.Order++ },
			func(s *setting) { s.Labels.Residuals++ }, func(s *setting) { s.Labels.Base = method.Trees },
			func(s *setting) { s.Labels.OffsetSHA256 = "0" }, func(s *setting) { s.Labels.Spread[0] = 2 },
			func(s *setting) { s.Labels.Choice.Base = method.Linear }, func(s *setting) { s.Labels.Choice.File = nil },
			func(s *setting) { s.Labels.Choice.File.SHA256 = "0" }}},
	} {
		changed[name] = true
		for k, change := range c.changes {
			one, other := made(), made()
			change(other)
			for _, err := range []error{one.agrees(other), other.agrees(one)} {
				if !strings.Contains(fmt.Sprint(err), c.says) {
					t.Errorf("%s, change %d: %v", name, k, err)
				}
			}
		}
	}
	for i := range reflect.TypeFor[setting]().NumField() {
		if name := reflect.TypeFor[setting]().Field(i).Name; !changed[name] && name != "Order" {
			t.Errorf("%s: not tried", name)
		}
	}
	if err := made().agrees(made()); err != nil {
		t.Error(err)
	}
}

// A sum never has more rows than can be counted.
func TestRowsOfASumAreCounted(t *testing.T) {
	of := func(rows int64) *total {
		return &total{
			setting: &setting{},
			cohorts: []release.Cohort{{Releases: 1, N: rows}},
			entries: []*big.Int{big.NewInt(7)},
		}
	}
	if of(mostRows-5).add(of(6)) == nil {
		t.Error("too many rows were added")
	}
	if sum := of(mostRows - 5); sum.add(of(5)) != nil || sum.rows() != mostRows || sum.entries[0].Int64() != 14 {
		t.Errorf("%d rows, %v", sum.rows(), sum.entries)
	}
}

// A document lists its members in the order of their digests up to the most that it may list, and has their digest alone
// beyond.
func TestMembersAreListedUpToTheMost(t *testing.T) {
	members := []release.Member{}
	for k := range release.MostMembers {
		members = append(members, release.Member{SHA256: fmt.Sprint(release.MostMembers - k)})
	}
	before, list := listed(members)
	if len(list) != release.MostMembers || !slices.IsSortedFunc(list, bySHA256) {
		t.Errorf("%d of %d members are listed", len(list), release.MostMembers)
	}
	if after, list := listed(append(members, release.Member{SHA256: "0"})); list != nil || after == before {
		t.Errorf("one more: %d are listed", len(list))
	}
}
