package mechanism

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privadapt/core/internal/private/tally"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

var tallyLayouts = []appraisal.Layout{
	{Predictions: appraisal.PredictionNodes(0, 1), Residuals: appraisal.ResidualNodes(1)},
	{Predictions: appraisal.LogOddsNodes(), Classes: 2, Groups: 3},
	{Classes: 5},
}

// countsOf are the counts of one row, or of none where it is nil.
func countsOf(l appraisal.Layout, row *appraisal.Row) *tally.Sum {
	s := tally.New(l)
	if row != nil {
		s.Add(*row)
	}
	return s
}

func countsDistance2(a, b *tally.Sum) *big.Int {
	total := new(big.Int)
	for k := range a.Len() {
		d := big.NewInt(a.Cell(k) - b.Cell(k))
		total.Add(total, d.Mul(d, d))
	}
	return total
}

// wildRow has places of any kind, also such as no reader gives.
func wildRow(r *rand.Rand) appraisal.Row {
	place := func() appraisal.Place {
		return appraisal.Place{Node: r.IntN(24) - 4, Upper: r.IntN(3*appraisal.Unit) - appraisal.Unit}
	}
	return appraisal.Row{Labelled: r.IntN(4) > 0, First: place(), Second: place(), Group: r.IntN(8) - 2}
}

// A row that is replaced moves all counts together by at most Δ, wherever it counts before and after; so does one that
// is added or removed.
func TestTallySensitivityIsABound(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 1))
	for _, l := range tallyLayouts {
		replaced, added := noise.CountsSensitivity2(l.Tables(), method.ReplaceOne), noise.CountsSensitivity2(
			l.Tables(), method.AddRemove)
		for range 20_000 {
			a, b := wildRow(r), wildRow(r)
			if got := countsDistance2(countsOf(l, &a), countsOf(l, &b)); got.Cmp(replaced) > 0 {
				t.Fatalf("%+v and %+v: %v exceeds Δ² = %v", a, b, got, replaced)
			}
			if got := countsDistance2(countsOf(l, &a), countsOf(l, nil)); got.Cmp(added) > 0 {
				t.Fatalf("%+v: %v exceeds Δ² = %v", a, got, added)
			}
		}
	}
}

// Rows at nodes of different cells and, with groups, of different groups attain Δ.
func TestTallySensitivityIsAttained(t *testing.T) {
	for _, l := range tallyLayouts {
		a, b := appraisal.Row{Labelled: true}, appraisal.Row{Group: 1}
		if got, want := countsDistance2(countsOf(l, &a), countsOf(l, &b)),
			noise.CountsSensitivity2(l.Tables(), method.ReplaceOne); got.Cmp(
			want,
		) != 0 {
			t.Errorf("replaced: %v, not Δ² = %v", got, want)
		}
		if got, want := countsDistance2(countsOf(l, &a), countsOf(l, nil)),
			noise.CountsSensitivity2(l.Tables(), method.AddRemove); got.Cmp(
			want,
		) != 0 {
			t.Errorf("added: %v, not Δ² = %v", got, want)
		}
	}
}

// The variance of each cell is Δ²/(2ρ) or more, by less than 2, and the noise has it, independently from cell to cell:
// over N draws the sum of squares, and the sum of the products of neighbouring cells, are within 6.5 standard
// deviations, which fails by chance with a probability of 1e-9.
func TestTallyNoiseMatchesItsCertificate(t *testing.T) {
	const rho, trials = 0.02, 400
	for _, l := range tallyLayouts {
		for _, a := range method.Adjacencies {
			m := NewTally(l.Tables(), a, rho)
			least := new(big.Rat).SetInt(noise.CountsSensitivity2(l.Tables(), a))
			least.Quo(least, new(big.Rat).Mul(big.NewRat(2, 1), new(big.Rat).SetFloat64(rho)))
			if excess := new(big.Rat).Sub(new(big.Rat).SetInt(m.Variance), least); excess.Sign() < 0 ||
				excess.Cmp(big.NewRat(2, 1)) >= 0 {
				t.Errorf("the variance exceeds Δ²/(2ρ) by %v", excess)
			}
			row := wildRow(rand.New(rand.NewPCG(82, 1)))
			sum, s := countsOf(l, &row), sampler.New()
			variance, _ := m.Variance.Float64()
			sigma := math.Sqrt(variance) / (appraisal.Unit * appraisal.Unit)
			squares, products, n := 0.0, 0.0, 0.0
			for range trials {
				last := 0.0
				for k, v := range m.Release(sum, s) {
					z := (v - float64(sum.Cell(k))/(appraisal.Unit*appraisal.Unit)) / sigma
					squares, products, last, n = squares+z*z-1, products+z*last, z, n+1
				}
			}
			if math.Abs(squares) > 6.5*math.Sqrt(2*n) || math.Abs(products) > 6.5*math.Sqrt(n) {
				t.Errorf("of %v draws the squares exceed σ² by %v in all, and the products sum to %v", n, squares, products)
			}
		}
	}
}
