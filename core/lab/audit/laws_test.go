//go:build !js

package audit

import (
	"math"
	"testing"
	"testing/cryptotest"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/must"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// The noise of different entries, of successive releases and of releases with separate samplers is uncorrelated: all
// pairs of 15 standardised values, at 6 standard errors each. A false alarm has probability below 105·2e-9 ≈ 2e-7.
func TestNoiseIsIndependent(t *testing.T) {
	const entries = 5 // of a 3×3 moment, without the public one
	sums := momentPair{method.ReplaceOne, 1.5, 0, 1, []float64{1, 0.5}, nil}.sums()
	exact := sums[0].Mean()
	m := mechanism.NewMoment(sums[0].Grid, method.ReplaceOne, gaussianRho)
	sigma := m.StandardDeviation(float64(sums[0].Rows))
	release := func(s *sampler.Sampler) (z []float64) {
		released, _ := m.Release(sums[0], s)
		for i := range sums[0].Order {
			for j := max(i, 1); j < sums[0].Order; j++ {
				v := (released.At(i, j) - exact.At(i, j)) / sigma
				if i != j {
					v *= math.Sqrt2
				}
				z = append(z, v)
			}
		}
		return z
	}
	one := sampler.New()
	testUncorrelated(t, 3*entries, func() []float64 {
		z := append(release(one), release(one)...)
		one = sampler.New()
		return append(z, release(one)...)
	})
}

// The same for the noise on gradients: components, rounds, and mechanisms with separate samplers.
func TestGradientNoiseIsIndependent(t *testing.T) {
	const components, rounds = 3, 2
	task := mechanism.GradientTask{Sensitivity: 1, Largest: 1, Components: components, Draws: rounds}
	testUncorrelated(t, 2*rounds*components, func() (z []float64) {
		for range 2 {
			m := must.Get(mechanism.NewGradient(task, gaussianEpsilon, gaussianDelta, sampler.New()))(t)
			for range rounds {
				g := make([]float64, components)
				m.AddNoise(g)
				for _, v := range g {
					z = append(z, v/m.Sigma())
				}
			}
		}
		return z
	})
}

// The same for vertices drawn from two equal scores, ±1.
func TestDrawsAreIndependent(t *testing.T) {
	for _, calibration := range []method.Calibration{method.Tight, method.Paper} {
		task := mechanism.SelectionTask{Range: 1, Spread: 1, Draws: 3}
		testUncorrelated(t, 2*task.Draws, func() (z []float64) {
			for range 2 {
				m, err := mechanism.NewPaperSelection(task, 1, sampler.New())
				if calibration == method.Tight {
					m, err = mechanism.NewSelection(task, 1, selectionDelta, sampler.New())
				}
				if err != nil {
					t.Fatal(err)
				}
				for range task.Draws {
					z = append(z, float64(2*m.Minimise([]float64{0, 0})-1))
				}
			}
			return z
		})
	}
}

// testUncorrelated tests every pair of the numbers that draw returns, each of mean 0 and variance 1, at 6 standard
// errors.
func testUncorrelated(t *testing.T, count int, draw func() []float64) {
	t.Helper()
	const runs = 2000
	products := make([]float64, count*count)
	for range runs {
		z := draw()
		if len(z) != count {
			t.Fatalf("%d numbers, not %d", len(z), count)
		}
		for k := range z {
			for l := range k {
				products[k*count+l] += z[k] * z[l] / runs
			}
		}
	}
	for k := range count {
		for l := range k {
			if c := products[k*count+l]; math.Abs(c) > 6/math.Sqrt(runs) {
				t.Errorf("number %d and number %d are correlated: %v", k, l, c)
			}
		}
	}
}

// The certificates from which the audit of whole runs takes its claims are those that a reader of a release accepts.
func TestCertificatesOfWholeRunsHold(t *testing.T) {
	for name, w := range runs() {
		run := w.start()
		for side := range 2 {
			if report := verify.Certificate(run(side)); !report.OK {
				t.Errorf("%s: %v", name, report.Problems)
			}
		}
	}
}

// Whole runs return each outcome as often as their nominal law predicts. An audit bounds only the loss of the release.
// This test also notices a draw that uses more of the budget than it is charged, while other draws use less in a way
// that no release shows. A χ² test at 1e-7, from a fixed stream.
func TestRunsFollowTheirLaw(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1)
	const trials = 4000
	few := singleStageRun()
	few.source = outlier(6) // where the two iterates are about as likely, and their gaps far apart
	for _, c := range []struct {
		name    string
		run     wholeRun
		nominal law
		outcome func(*release.Release) int
	}{
		{"weights", weightsRun(), weightsRun().weightsLaw(),
			func(r *release.Release) int { return floats.MaxIdx(r.Values.Weights) }},
		{"single stage", few, few.singleStageLaw(), func(r *release.Release) int {
			return singleStageOutcome(r.Values.Weights)
		}},
	} {
		run := c.run.start()
		for side := range 2 {
			counts := make([]float64, len(c.nominal))
			for range trials {
				counts[c.outcome(run(side))]++
			}
			statistic := 0.0
			for j, o := range c.nominal {
				expected := trials * o.p
				if side == 1 {
					expected = trials * o.q
				}
				if expected < 20 {
					t.Fatalf("%s: outcome %d is expected %v times, too few for the test", c.name, j, expected)
				}
				statistic += (counts[j] - expected) * (counts[j] - expected) / expected
			}
			// The 1−1e-7 quantile by Wilson and Hilferty's cube.
			k := float64(len(counts) - 1)
			if limit := k * math.Pow(1-2/(9*k)+5.2*math.Sqrt(2/(9*k)), 3); statistic > limit {
				t.Errorf("%s, side %d: χ² = %.1f over %d outcomes, limit %.1f", c.name, side, statistic, len(counts), limit)
			}
		}
	}
}
