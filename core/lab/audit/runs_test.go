//go:build !js

package audit

import (
	"math"
	"testing"
	"testing/cryptotest"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/release"
	"privadapt/core/release/verify"
)

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
