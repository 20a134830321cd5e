package correction

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Intervals of 95% hold the mean squares of a large sample, before the correction and after it, where rows are few,
// where noise is little and where it is nearly all there is. Seeds fix the draws.
func TestIntervalsHoldTheErrors(t *testing.T) {
	const draws = 300
	for _, c := range []struct {
		rows  int
		sigma float64
	}{{30, 1}, {100, 5}, {1000, 5}, {1000, 100}, {1000, 500}} {
		var before, after float64
		for seed := range uint64(draws) {
			f := fit(t, drawn(c.rows, c.rows, 3, truth, c.sigma, 1000+seed))
			e := make([]float64, 5)
			for i := range e {
				e[i] = truth[i] - f.Delta[0][i]
			}
			if f.Base[0].holds(0.25 + excess(truth)) {
				before += 1. / draws
			}
			if f.Corrected[0].holds(0.25 + excess(e)) {
				after += 1. / draws
			}
		}
		t.Logf("%d rows with a label, σ = %v: %.3f of the intervals before and %.3f after", c.rows, c.sigma, before, after)
		if before < 0.92 || after < 0.92 {
			t.Errorf("%d rows with a label, σ = %v: %.3f of the intervals hold the error before the correction, %.3f after",
				c.rows, c.sigma, before, after)
		}
	}
}

func (e Estimate) holds(v float64) bool {
	low, high := e.Ends(2, 100)
	return low <= v && v <= high
}

// What noise and chance make of a true mean square: an interval holds it in 95% of the draws or more, whatever it is
// beside its noise, and whatever squares are as heavy-tailed as the excess says. Seeds fix the draws. With a
// probability of 95% each, the share of 4000 draws would vary by 0.3%.
func TestEndsHoldTheTrueMean(t *testing.T) {
	const draws = 4000
	r := rand.New(rand.NewPCG(21, 22))
	for _, rows := range []int{10, 50, 300} {
		for _, excess := range []float64{2, 8} {
			for _, noise := range []float64{0, 0.3, 3} {
				for _, count := range []float64{0, 0.1} {
					below, above := 0, 0
					for range draws {
						sum := 0.0
						for range rows {
							x := r.NormFloat64()
							if excess == 2 {
								sum += x * x
							} else if r.IntN(3) == 0 { // a third of the rows has all residuals, so that E x⁴/(E x²)² − 1 is 3·3 − 1
								sum += 3 * x * x
							}
						}
						n := float64(rows) * (1 + count*r.NormFloat64())
						e := Estimate{
							Value: (sum + noise*float64(rows)*r.NormFloat64()) / n,
							Noise: noise * float64(rows) / n,
							Rows:  n,
							Count: count * float64(rows) / n,
							Norm:  1,
						}
						low, high := e.Ends(excess, 100)
						if low > 1 {
							below++
						}
						if high < 1 {
							above++
						}
					}
					held := 1 - float64(below+above)/draws
					t.Logf("%d rows, excess %v, noise %v, count %v: %.3f held, %.3f too high, %.3f too low", rows, excess, noise,
						count, held, float64(below)/draws, float64(above)/draws)
					// The mean of ten squares, a third of them not 0, is far from a gamma variable.
					if held < 0.94 && (rows > 10 || excess == 2) || held < 0.91 {
						t.Errorf("%d rows, excess %v, noise %v, count %v: %.3f of the intervals hold", rows, excess, noise, count,
							held)
					}
				}
			}
		}
	}
}

// An estimate beyond what the mean can be has the interval of the nearest that it can be: with an upper end, and never
// empty.
func TestEndsOfAnImpossibleEstimate(t *testing.T) {
	at := func(value float64) (low, high float64) {
		return Estimate{Value: value, Noise: 0.4, Rows: 200, Norm: 1}.Ends(2, 5)
	}
	zero, most := 0.0, 0.0
	if zero, most = at(0); zero != 0 || !(most > 0.78 && most < 0.9) {
		t.Errorf("of 0 the interval is from %v to %v", zero, most)
	}
	for _, v := range []float64{-0.1, -1.1, -100} {
		if low, high := at(v); low != 0 || high != most {
			t.Errorf("of %v the interval is from %v to %v, not from 0 to %v", v, low, high, most)
		}
	}
	if low, high := at(80); high != 5 || low >= 5 || low <= 3 {
		t.Errorf("of 80, where 5 is the most, the interval is from %v to %v", low, high)
	}
}

// The stated error of the corrected model is without bias where the correction was fitted to the very sums that state
// it: where noise is most of what it was fitted to, where rows are few, and where there is nothing to correct. Seeds
// fix the draws; the mean of 400 differences in units of their standard errors has a deviation of 0.05.
func TestCorrectedErrorsHaveNoBias(t *testing.T) {
	const draws = 400
	for _, c := range []struct {
		rows  int
		sigma float64
		truth []float64
	}{{1000, 30, truth}, {1000, 100, truth}, {1000, 500, truth}, {60, 5, truth}, {200, 30, truth},
		{60, 5, make([]float64, 5)}, {1000, 100, make([]float64, 5)}} {
		mean := 0.0
		for seed := range uint64(draws) {
			f := fit(t, drawn(c.rows, c.rows, 3, c.truth, c.sigma, 3000+seed))
			e := make([]float64, 5)
			for i := range e {
				e[i] = c.truth[i] - f.Delta[0][i]
			}
			v := 0.25 + excess(e)
			mean += (f.Corrected[0].Value - v) / math.Hypot(f.Corrected[0].Noise, v*math.Sqrt(2/f.Corrected[0].Rows)) / draws
		}
		t.Logf("%d rows with a label, σ = %v, truth %v: %.3f standard errors", c.rows, c.sigma, c.truth, mean)
		if math.Abs(mean) > 0.2 {
			t.Errorf("%d rows with a label, σ = %v, truth %v: a bias of %.3f standard errors", c.rows, c.sigma, c.truth, mean)
		}
	}
}
