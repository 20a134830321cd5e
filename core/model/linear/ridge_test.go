package linear

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/model/basemodel"
	"privadapt/core/must"
)

// A fit in the span of few rows is the fit over all columns: the same strength, predictions and coefficients, but for
// rounding. Two rows are equal, so that the span has fewer dimensions than rows.
func TestFewRowsAreFittedInTheirSpan(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const rows, plain, rest = 30, 80, 3
	wide := RidgeProblem{Order: 1 + plain + rest, Plain: plain, Low: math.Inf(-1), High: math.Inf(1)}
	for j := range rows {
		row := []float64{1}
		for range plain + rest {
			row = append(row, r.NormFloat64())
		}
		if j == 7 {
			row = slices.Clone(wide.Features[:wide.Order])
		}
		wide.Features = append(wide.Features, row...)
		wide.Labels = append(wide.Labels, row[1]+row[1+plain]+0.1*r.NormFloat64())
	}
	wide.Penalty = make([]float64, wide.Order*wide.Order)
	for i := 1; i < wide.Order; i++ {
		wide.Penalty[i*wide.Order+i] = 1
	}
	wide.Penalty[(wide.Order-1)*wide.Order+wide.Order-2] = 0.5
	weights := basemodel.Uniform(rows)
	wide.Strengths = RidgeStrengths(plain+rest, weights)
	for _, rested := range []bool{true, false} {
		p := wide
		if !rested { // all columns are plain
			p.Penalty = nil
		}
		fast := must.Get(p.CrossValidate(weights))(t)
		whole := p
		if whole.Plain = 0; !rested {
			whole.Penalty = make([]float64, p.Order*p.Order)
			for i := 1; i < p.Order; i++ {
				whole.Penalty[i*p.Order+i] = 1
			}
		}
		if p.span(rows) == nil || whole.span(rows) != nil {
			t.Fatal("both fits are made in one way")
		}
		want := must.Get(whole.CrossValidate(weights))(t)
		if fast.Strength != want.Strength || math.Abs(fast.Loss-want.Loss) > 1e-10*want.Loss {
			t.Errorf("strength %v, loss %v; over all columns %v, %v", fast.Strength, fast.Loss, want.Strength, want.Loss)
		}
		for i, w := range want.Coefficients {
			if math.Abs(fast.Coefficients[i]-w) > 1e-10 {
				t.Errorf("coefficient %d is %v, over all columns %v", i, fast.Coefficients[i], w)
			}
		}
		for j, v := range want.OutOfFold {
			if math.Abs(fast.OutOfFold[j]-v) > 1e-10 {
				t.Errorf("row %d is predicted as %v, over all columns %v", j, fast.OutOfFold[j], v)
			}
		}
	}
}
