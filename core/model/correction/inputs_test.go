package correction

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/solve/symeigen"
)

// Whatever the sums are, the result is finite, and shares add up to one.
func TestAnyFiniteSumsAreTaken(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for k := range 600 {
		d := Drawn{
			Features:    r.IntN(4),
			Predictions: r.IntN(3),
			Residuals:   1 + r.IntN(3),
			Intercept:   math.Exp(60 * (r.Float64() - 0.5)),
			Sigma:       math.Exp(120 * (r.Float64() - 0.5)),
			Rows:        1 + math.Exp(30*r.Float64()),
		}
		if k%5 == 0 {
			d.Sigma = 0
		}
		random := func(order int) *symeigen.Matrix {
			m := symeigen.NewMatrix(order, nil)
			size := math.Exp(120 * (r.Float64() - 0.5))
			for i := range m.Data {
				if r.IntN(4) > 0 {
					m.Data[i] = size * r.NormFloat64()
				}
			}
			return m
		}
		p := d.order()
		d.Labelled = random(p + d.Residuals)
		if k%3 > 0 {
			d.Unlabelled = random(p)
		}
		var alternatives []Alternative
		for range r.IntN(3) {
			a := Alternative{Chance: 0.4}
			for range d.Residuals {
				own := make([]float64, p)
				for i := range own {
					own[i] = r.NormFloat64() * math.Exp(40*(r.Float64()-0.5))
				}
				a.Coefficients = append(a.Coefficients, own)
			}
			alternatives = append(alternatives, a)
		}
		f := fit(t, d, alternatives...)
		total := 0.0
		for _, s := range f.Shares {
			total += s
		}
		numbers := []float64{total}
		for k, own := range f.Delta {
			numbers = append(numbers, own...)
			for _, e := range []Estimate{f.Base[k], f.Corrected[k]} {
				low, high := e.Ends(2, 1e30)
				if !(low >= 0 && low <= high) {
					t.Fatalf("case %d, %+v: from %v to %v", k, e, low, high)
				}
				numbers = append(numbers, e.Value, e.Noise, e.Norm, e.Rows, e.Count, low, high)
			}
		}
		for _, v := range numbers {
			if v-v != 0 {
				t.Fatalf("case %d, %+v: %v", k, d, numbers)
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("the shares add up to %v", total)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Drawn){
		"an entry that is NaN":   func(d *Drawn) { d.Labelled.Set(0, 1, math.NaN()) },
		"an infinite entry":      func(d *Drawn) { d.Unlabelled.Set(0, 1, math.Inf(1)) },
		"no residual":            func(d *Drawn) { d.Residuals = 0 },
		"an order":               func(d *Drawn) { d.Features++ },
		"a negative deviation":   func(d *Drawn) { d.Sigma = -1 },
		"an intercept of 0":      func(d *Drawn) { d.Intercept = 0 },
		"no rows":                func(d *Drawn) { d.Rows = 0 },
		"an order of the second": func(d *Drawn) { d.Unlabelled = symeigen.NewMatrix(2, nil) },
	} {
		d := drawn(10, 10, 3, truth, 1, 1)
		spoil(&d)
		if _, err := Fit(d); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	d := drawn(10, 10, 3, truth, 1, 1)
	for _, a := range []Alternative{
		{}, {[][]float64{{1}}, Linear}, {[][]float64{{0, 0, math.NaN(), 0, 0}}, Linear}, {[][]float64{truth}, 0},
		{[][]float64{truth}, 1},
	} {
		if _, err := Fit(d, a); err == nil {
			t.Errorf("the alternative %v is taken", a)
		}
	}
}
