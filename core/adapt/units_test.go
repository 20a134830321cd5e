package adapt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
)

// Columns in metres and in thousands, as the owner may have them in millimetres or in units.
func TestUnitsOffByAPowerOfTenAreNamed(t *testing.T) {
	schema := dataset.Schema{Label: "y", Columns: []dataset.Column{
		{
			Name:   "colour",
			Kind:   dataset.Categorical,
			Levels: []dataset.Level{{Name: "a", Mean: 0.5, Scale: 0.5}, {Name: "b", Mean: 0.5, Scale: 0.5}},
		},
		{Name: "height", Kind: dataset.Numeric, Mean: 1.7, Scale: 0.1, Min: 1.3, Max: 2.1},
		{Name: "income", Kind: dataset.Numeric, Mean: 40, Scale: 30, Min: -60, Max: 150},
		{Name: "balance", Kind: dataset.Numeric, Mean: 0, Scale: 10, Min: -35, Max: 35},
		{Name: "sold", Kind: dataset.Numeric, Mean: 18000, Scale: 100, Dates: true},
	}}
	for _, tt := range []struct {
		name           string
		height, income float64
		want           []UnitGuess
	}{
		{"the same units", 1, 1, []UnitGuess{}},
		{"a true shift by a half", 1, 1.5, []UnitGuess{}},
		{"a true shift to four times", 1, 4, []UnitGuess{}},
		{"centimetres", 100, 1, []UnitGuess{{"height", 100}}},
		{"millimetres and single units", 1000, 1000, []UnitGuess{{"height", 1000}, {"income", 1000}}},
		{"millimetres, and a population taller by 0.85 standard deviations", 1050, 1, []UnitGuess{{"height", 1000}}},
		{"millions", 1, 0.001, []UnitGuess{{"income", 0.001}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			probe := newUnitProbe(schema)
			for range 2 * unitRows {
				height, income := (1.7+0.1*rng.NormFloat64())*tt.height, (40+30*rng.NormFloat64())*tt.income
				probe.add([]float64{1, -1, (height - 1.7) / 0.1, (income - 40) / 30, 5 * rng.NormFloat64(), -180})
			}
			got := probe.suspects()
			for i := range got {
				got[i].Factor = float64(float32(got[i].Factor)) // 10⁻³ by math.Pow
			}
			for i := range tt.want {
				tt.want[i].Factor = float64(float32(tt.want[i].Factor))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	// Columns whose mean says nothing of a unit, where all numbers are in the source's range: around zero, and rare events.
	odd := dataset.Schema{Label: "y", Columns: []dataset.Column{
		{Name: "difference", Kind: dataset.Numeric, Mean: 0.02, Scale: 0.6, Min: -1.1, Max: 1.2},
		{Name: "events", Kind: dataset.Numeric, Mean: 0.33, Scale: 5.7, Max: 100},
	}}
	probe := newUnitProbe(odd)
	for k := range unitRows {
		events := 0.0
		if k == 7 {
			events = 1
		}
		probe.add([]float64{(1 + 0.05*float64(k%3) - 0.02) / 0.6, (events - 0.33) / 5.7})
	}
	if got := probe.suspects(); len(got) > 0 {
		t.Errorf("numbers in the source's range are suspected: %v", got)
	}
	if got := fmt.Sprint(newUnitProbe(schema).suspects()); got != "[]" {
		t.Errorf("without rows: %s", got)
	}
}
