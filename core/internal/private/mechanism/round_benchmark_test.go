package mechanism

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/must"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// BenchmarkSelectionRound times a round of algorithm 2, the gradient of m×d rows and the draw of a vertex: with the
// exact draw, and with Gumbel noise in plain floating point. The scale of the noise equals the spread of the scores, or
// is so small that one score is far ahead, which is the slowest case of the exact draw.
//
// Measured on one core of an AMD EPYC, in CPU time, d = 10, Go 1.26 natively and as wasm in Node 20, in µs:
//
//	            native: flat exact  far exact  float    wasm: flat exact  far exact  float
//	m = 1000                    61        105     89                 337        526    350
//	m = 10⁴                    517       1090    802                           4792   3516
//
// The exact round takes from 0.6 to 1.5 times as long as a round in floating point; the limit was 5 times.
func BenchmarkSelectionRound(b *testing.B) {
	for _, shape := range [][2]int{{1000, 10}, {10_000, 10}, {1000, 40}} {
		m, d := shape[0], shape[1]
		o := roundObjective(m, d)
		gradient := make([]float64, m)
		o.Gradient(gradient)
		spread := spreadOf(gradient)
		for _, c := range []struct {
			name  string
			scale float64
		}{{"flat", spread}, {"far", spread * 1e-7}} {
			selection := must.Get(newSelection(method.Tight, SelectionTask{Spread: spread, Draws: math.MaxInt}, c.scale,
				sampler.New()))(b)
			name := fmt.Sprintf("m=%d/d=%d/%s", m, d, c.name)
			b.Run(name+"/exact", func(b *testing.B) {
				for b.Loop() {
					o.Gradient(gradient)
					selection.Minimise(gradient)
				}
			})
			b.Run(name+"/float", func(b *testing.B) {
				for b.Loop() {
					o.Gradient(gradient)
					gumbelMinimum(gradient, c.scale)
				}
			})
		}
	}
}

// roundObjective returns the smoothed discrepancy of Gaussian rows at uniform weights.
func roundObjective(m, d int) *discrepancy.Objective {
	r := rand.New(rand.NewPCG(uint64(m), uint64(d)))
	rows := make([]float64, m*d)
	for i := range rows {
		rows[i] = r.NormFloat64() / math.Sqrt(float64(d))
	}
	target := symeigen.NewMatrix(d, nil)
	for i := range d {
		target.Set(i, i, 2*r.Float64()/float64(d))
	}
	o := &discrepancy.Objective{Target: target, Rows: rows, Smoothing: discrepancy.Softmax{Mu: 20}}
	o.Start(simplex.Uniform(m))
	return o
}

func spreadOf(v []float64) float64 {
	least, most := v[0], v[0]
	for _, x := range v {
		least, most = min(least, x), max(most, x)
	}
	return most - least
}

func gumbelMinimum(scores []float64, scale float64) int {
	best, least := 0, math.Inf(1)
	for j, v := range scores {
		if v += scale * math.Log(-math.Log(1-rand.Float64())); v < least {
			best, least = j, v
		}
	}
	return best
}
