package combine

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// The integers are the same as by exact rational arithmetic, for numbers of any size, signs and halves.
func TestScaledEntriesAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 7))
	numbers := []float64{
		0,
		math.Copysign(0, -1),
		1,
		-1,
		0.5,
		-0.5,
		1.5,
		-1.5,
		5e-324,
		-5e-324,
		1e300,
		math.MaxFloat64,
		1 << 53,
	}
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

// A sum never has more rows than can be counted: the last that fits is added, by a release or an addend. One more is
// refused and leaves no trace.
func TestRowsOfASumAreCounted(t *testing.T) {
	of := func(rows int64) *Aggregate {
		return &Aggregate{
			setting: &setting{},
			cohorts: []release.Cohort{{Releases: 1, N: rows}},
			entries: []*big.Int{big.NewInt(7)},
		}
	}
	for way, add := range map[string]func(a *Aggregate, rows int64) error{
		"a release": func(a *Aggregate, rows int64) error { return a.Merge(of(rows)) },
		"an addend": func(a *Aggregate, rows int64) error {
			head, _ := json.Marshal(addend{Cohort: release.Cohort{Releases: 1, N: rows}})
			entry := make([]byte, entryBytes)
			entry[entryBytes-1] = 7
			return a.AddAddend(string(head) + " " + base64.StdEncoding.EncodeToString(entry))
		},
	} {
		a := of(mostRows - 5)
		if err := add(a, 6); err == nil || a.Rows() != mostRows-5 || a.entries[0].Int64() != 7 {
			t.Errorf("%s: %v, %d rows, %v", way, err, a.Rows(), a.entries)
		}
		if err := add(a, 5); err != nil || a.Rows() != mostRows || a.entries[0].Int64() != 14 {
			t.Errorf("%s: %v, %d rows, %v", way, err, a.Rows(), a.entries)
		}
	}
}

// Releases add up only where all is the same that decides what their moments are of. Whatever one of them has
// otherwise, it is refused and is of another group. The order follows from the schema and the features.
func TestReleasesOfDifferentSettingsDoNotAddUp(t *testing.T) {
	made := func() *setting {
		campaign := "c"
		return &setting{
			SourceSHA256: "1", SourceRows: 9, Sources: []release.Source{{SHA256: "2", Rows: 5}, {SHA256: "3", Rows: 4}},
			Schema: dataset.Schema{Label: "y"}, Features: &features.Map{Kind: features.Quadratic},
			Adjacency: method.ReplaceOne, Radius: 2, SourceRadius: 3, GridSteps: 1 << 30, InterceptSteps: 5, Order: 4,
			Campaign: &campaign,
			Labels: &release.Labels{Order: 6, Residuals: 1, Base: method.Linear, OffsetSHA256: "4", Spread: []float64{1},
				Choice: &release.Choice{Base: method.Auto, File: &release.File{SHA256: "5"}}},
		}
	}
	changed := map[string]bool{}
	for name, changes := range map[string][]func(*setting){
		"SourceSHA256": {func(s *setting) { s.SourceSHA256 = "0" }},
		"SourceRows":   {func(s *setting) { s.SourceRows++ }},
		"Sources": {func(s *setting) { s.Sources = nil }, func(s *setting) { s.Sources[0].SHA256 = "0" },
			func(s *setting) { s.Sources[1].Rows++ }, func(s *setting) { s.Sources[1].LeftOut = true }},
		"Schema":         {func(s *setting) { s.Schema.Label = "z" }},
		"Features":       {func(s *setting) { s.Features = nil }, func(s *setting) { s.Features.Kind = features.Directions }},
		"Adjacency":      {func(s *setting) { s.Adjacency = method.AddRemove }},
		"Unit":           {func(s *setting) { s.Unit = method.Person }},
		"Radius":         {func(s *setting) { s.Radius = 2.5 }},
		"SourceRadius":   {func(s *setting) { s.SourceRadius = 3.5 }},
		"GridSteps":      {func(s *setting) { s.GridSteps /= 2 }},
		"InterceptSteps": {func(s *setting) { s.InterceptSteps++ }},
		"Campaign":       {func(s *setting) { s.Campaign = nil }, func(s *setting) { *s.Campaign = "d" }},
		"Labels": {func(s *setting) { s.Labels = nil }, func(s *setting) { s.Labels.Order++ },
			func(s *setting) { s.Labels.Residuals++ }, func(s *setting) { s.Labels.Base = method.Trees },
			func(s *setting) { s.Labels.OffsetSHA256 = "0" }, func(s *setting) { s.Labels.Spread[0] = 2 },
			func(s *setting) { s.Labels.Choice.Base = method.Linear }, func(s *setting) { s.Labels.Choice.File = nil },
			func(s *setting) { s.Labels.Choice.File.SHA256 = "0" }},
	} {
		changed[name] = true
		for k, change := range changes {
			one, other := made(), made()
			change(other)
			if one.agrees(other) == nil || other.agrees(one) == nil || release.SameText(one, other) {
				t.Errorf("%s, change %d: they add up", name, k)
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

// The middle one, or the mean of the two middle ones, whatever their order.
func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{5, 1}, 3}, {[]float64{9, -4, 2}, 2}, {[]float64{8, 1, 4, 2}, 3},
		{[]float64{7, 1, 100, 3, 5}, 5}} {
		if got := median(c.values); got != c.want {
			t.Errorf("%v, not %v", got, c.want)
		}
	}
}

// A document lists its members up to the most that it may list, and has their digest alone beyond.
func TestMembersAreListedUpToTheMost(t *testing.T) {
	var roll Roll
	for range release.MostMembers {
		roll.Add(release.Member{})
	}
	if m := roll.Members(); len(m.List) != release.MostMembers || m.SHA256 == "" {
		t.Errorf("%d of %d members are listed", len(m.List), release.MostMembers)
	}
	before := roll.Members().SHA256
	roll.Add(release.Member{})
	if m := roll.Members(); m.List != nil || m.SHA256 == before {
		t.Errorf("one more: %d are listed", len(m.List))
	}
}
