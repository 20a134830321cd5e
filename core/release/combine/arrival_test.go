package combine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privadapt/core/release"
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

// A sum never has more rows than can be counted: the last that fits is added, and one more is refused.
func TestRowsOfASumAreCounted(t *testing.T) {
	of := func(rows int64) *Aggregate { return &Aggregate{cohorts: []release.Cohort{{Releases: 1, N: rows}}} }
	a := of(mostRows - 5)
	if err := a.merge(of(6)); err == nil || a.Rows() != mostRows-5 {
		t.Errorf("%v, %d rows", err, a.Rows())
	}
	if err := a.merge(of(5)); err != nil || a.Rows() != mostRows {
		t.Errorf("%v, %d rows", err, a.Rows())
	}
}

// Moments on grids that differ in the steps alone, or in the intercept alone, do not add up.
func TestGridsThatDiffer(t *testing.T) {
	one := setting{GridSteps: 1 << 30, InterceptSteps: 5}
	for _, other := range []setting{{GridSteps: 1 << 29, InterceptSteps: 5}, {GridSteps: 1 << 30, InterceptSteps: 6}} {
		if one.agrees(&other) == nil {
			t.Errorf("%+v agrees with %+v", other, one)
		}
	}
	if err := one.agrees(&one); err != nil {
		t.Error(err)
	}
}
