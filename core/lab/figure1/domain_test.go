package figure1

import (
	"math"
	"testing"
)

// The paper's setting: means, spread, mixture and labels, at 6 standard errors of 10,000 rows.
func TestSyntheticDomainIsThePapers(t *testing.T) {
	d := draw(10, 1)
	for i := range dim {
		mean := 0.0
		for j := range testRows {
			mean += d.Test.Rows[j*dim+i] / testRows
		}
		want := 1 / math.Sqrt(2*dim)
		if i%2 == 0 {
			want = -want
		}
		if math.Abs(mean-want) > 6/math.Sqrt(9*dim*testRows) {
			t.Errorf("coordinate %d of the target has mean %v, want %v", i, mean, want)
		}
	}
	if got := label([]float64{1, 1, 1, 1}); got != 2 {
		t.Errorf("f(1,1,1,1) = %v", got)
	}
	if got := label([]float64{-1, -1, -1, -1}); got != -1 {
		t.Errorf("f(−1,−1,−1,−1) = %v", got)
	}
	fromTarget := 0
	for j := range sourceRows {
		if d.Source.Rows[j*dim]+d.Source.Rows[j*dim+2] < 0 {
			fromTarget++
		}
	}
	if fromTarget < 170 || fromTarget > 330 { // binomial(1000, 1/4), and some on the wrong side
		t.Errorf("%d of 1000 source rows look like the target's", fromTarget)
	}
}
