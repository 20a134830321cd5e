//go:build campaign && !js

package appraisal_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/tally"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// population draws rows and knows the figures of all rows there are.
type population struct {
	name   string
	layout appraisal.Layout
	draw   func(r *rand.Rand) appraisal.Row
	truth  map[string]float64
}

// numbers has predictions of a normal law and residuals that depend on them, of a heavier law than the normal: in units
// of the public spread, they are half as large again.
func numbers() population {
	const slope, centre = 0.9, 0.4
	l := appraisal.Layout{Predictions: appraisal.PredictionNodes(-2.3, 2.3), Residuals: appraisal.ResidualNodes(1)}
	residual := func(r *rand.Rand, f float64) float64 {
		return centre + (slope-1)*f + 0.5*r.NormFloat64() + 0.7*(r.ExpFloat64()-r.ExpFloat64())*math.Sqrt2/2
	}
	return population{"numbers", l, func(r *rand.Rand) appraisal.Row {
		f := r.NormFloat64()
		return appraisal.Row{
			Labelled: r.IntN(10) > 0,
			First:    appraisal.PlaceOf(l.Predictions, f),
			Second:   appraisal.PlaceOf(l.Residuals, residual(r, f)),
		}
	}, truthOf(func(r *rand.Rand, n int) map[string]float64 {
		var fs, ts, ys []float64
		for range n {
			f := r.NormFloat64()
			t := residual(r, f)
			fs, ts, ys = append(fs, f), append(ts, t), append(ys, f+t)
		}
		m := lineOf(fs, ys)
		var square, size, mean, meanY, squareY float64
		for i, t := range ts {
			square, size, mean = square+t*t/float64(n), size+math.Abs(t)/float64(n), mean+t/float64(n)
			meanY, squareY = meanY+ys[i]/float64(n), squareY+ys[i]*ys[i]/float64(n)
		}
		m["rmse"], m["mae"], m["bias"], m["r2"] = math.Sqrt(square), size, -mean, 1-square/(squareY-meanY*meanY)
		sort.Float64s(ts)
		for _, q := range []float64{0.05, 0.25, 0.5, 0.75, 0.95} {
			m[fmt.Sprintf("q%v", q)] = ts[int(q*float64(n))]
		}
		return m
	})}
}

// classes has log-odds that are too sure of themselves.
func classes() population {
	l := appraisal.Layout{Predictions: appraisal.LogOddsNodes(), Classes: 2}
	row := func(r *rand.Rand) (z float64, y int) {
		z = -0.8 + 1.6*r.NormFloat64()
		if r.Float64() < 1/(1+math.Exp(-(0.2+0.7*z))) {
			y = 1
		}
		return z, y
	}
	return population{"classes", l, func(r *rand.Rand) appraisal.Row {
		z, y := row(r)
		return appraisal.Row{
			Labelled: r.IntN(10) > 0,
			First:    appraisal.PlaceOf(l.Predictions, z),
			Second:   appraisal.Place{Node: y},
		}
	}, truthOf(func(r *rand.Rand, n int) map[string]float64 {
		var scores [2][]float64
		var p, y []float64
		var brier, loss, right, share, truePositive, trueNegative, positive float64
		for range n {
			z, c := row(r)
			q := 1 / (1 + math.Exp(-z))
			p, y = append(p, q), append(y, float64(c))
			scores[c] = append(scores[c], z)
			brier += (q - float64(c)) * (q - float64(c))
			loss -= math.Log(map[int]float64{0: 1 - q, 1: q}[c])
			share += float64(c)
			if z >= 0 {
				positive++
			}
			switch {
			case z >= 0 && c == 1:
				truePositive++
			case z < 0 && c == 0:
				trueNegative++
			}
		}
		right = truePositive + trueNegative
		m, size := lineOf(p, y), float64(n)
		m["brier"], m["logLoss"], m["share"], m["accuracy"] = brier/size, loss/size, share/size, right/size
		m["sensitivity"], m["specificity"], m["precision"] = truePositive/share, trueNegative/(size-share),
			truePositive/positive
		slices.Sort(scores[0])
		for _, s := range scores[1] {
			i, _ := slices.BinarySearch(scores[0], s)
			m["auc"] += float64(i) / float64(len(scores[0])) / float64(len(scores[1]))
		}
		return m
	})}
}

func lineOf(f, y []float64) map[string]float64 {
	var mf, my, ff, fy float64
	n := float64(len(f))
	for i := range f {
		mf, my, ff, fy = mf+f[i]/n, my+y[i]/n, ff+f[i]*f[i]/n, fy+f[i]*y[i]/n
	}
	slope := (fy - mf*my) / (ff - mf*mf)
	return map[string]float64{"calibrationSlope": slope, "calibrationIntercept": my - slope*mf}
}

func truthOf(of func(r *rand.Rand, n int) map[string]float64) map[string]float64 {
	return of(rand.New(rand.NewPCG(1, 1)), 4_000_000)
}

// Every interval holds the figure of the whole population in 94% of 2000 runs or more, at each ε and n, and its
// median width is at most 1.3 times the width of an oracle's interval. The oracle knows the standard deviation of
// the estimate over all runs. The width counts where the oracle's is less than a fifth of what the figure can be.
func TestCampaignIntervalsHoldWhatTheyClaim(t *testing.T) {
	for _, p := range []population{numbers(), classes()} {
		estimator := appraisal.NewEstimator(p.layout)
		for _, n := range []int{100, 1000, 10_000} {
			for _, epsilon := range []float64{0.1, 1, 3} {
				t.Run(fmt.Sprintf("%s/n=%d/ε=%v", p.name, n, epsilon),
					func(t *testing.T) { cover(t, p, estimator, n, epsilon) })
			}
		}
	}
}

func cover(t *testing.T, p population, estimator *appraisal.Estimator, n int, epsilon float64) {
	const runs, delta = 2000, 1e-6
	m := mechanism.NewTally(p.layout.Tables(), method.ReplaceOne, noise.Rho(epsilon, delta))
	variance, _ := m.Variance.Float64()
	variance /= appraisal.Unit * appraisal.Unit * appraisal.Unit * appraisal.Unit
	r, s := rand.New(rand.NewPCG(uint64(n), math.Float64bits(epsilon))), sampler.New()
	held, values, widths := map[string]int{}, map[string][]float64{}, map[string][]float64{}
	for range runs {
		sum := tally.New(p.layout)
		for range n {
			sum.Add(p.draw(r))
		}
		f, _ := estimator.Estimate(m.Release(sum, s), variance, int64(n))
		for _, q := range f.Quantiles {
			f.Measures[fmt.Sprintf("q%v", q.Share)] = q.Residual
		}
		for name, want := range p.truth {
			got := f.Measures[name]
			low, high := math.Inf(-1), math.Inf(1)
			if got.Low != nil {
				low = *got.Low
			}
			if got.High != nil {
				high = *got.High
			}
			if low <= want && want <= high {
				held[name]++
			}
			if got.Value != nil {
				values[name] = append(values[name], *got.Value)
			}
			widths[name] = append(widths[name], high-low)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.truth)) {
		slices.Sort(widths[name])
		mean, square := 0.0, 0.0
		for _, v := range values[name] {
			mean, square = mean+v/float64(len(values[name])), square+v*v/float64(len(values[name]))
		}
		oracle := 2 * 1.96 * math.Sqrt(square-mean*mean)
		width := widths[name][runs/2]
		coverage := float64(held[name]) / runs
		t.Logf("%-8s n=%-6d eps=%-4v %-21s coverage %.4f  width %.4g  oracle %.4g  ratio %.2f  true %.4g mean %.4g", p.name,
			n, epsilon, name, coverage, width, oracle, width/oracle, p.truth[name], mean)
		if coverage < 0.94 {
			t.Errorf("%s, n = %d, ε = %v: the interval of %s holds the truth in %.3f of the runs", p.name, n, epsilon, name,
				coverage)
		}
	}
}
