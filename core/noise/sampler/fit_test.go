package sampler

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// seeded gives tests a fixed stream; it is not compiled into any binary.
func seeded(n byte) *Sampler { return newSampler(rand.NewChaCha8([32]byte{n})) }

// leastP is the p-value of χ² under which a law is rejected.
const leastP = 1e-6

// A fit compares a sampler with its law over cells. Cells are single outcomes or, at scales with too many outcomes,
// intervals.
type fit struct {
	name string
	cost int                         // of a draw, 1 for the fast ones
	draw func(s *Sampler) int64      // the cell of a draw
	last int64                       // cells are −last, …, last, and the two tails
	law  func(scale float64) cellLaw // with its scale multiplied by a factor
}

// cellLaw returns the probability of the cells below one.
type cellLaw func(cell int64) float64

// count makes the draws; the first and the last cell count the tails.
func (f *fit) count(s *Sampler, draws int) []int {
	counts := make([]int, 2*f.last+3)
	for range draws {
		counts[min(max(f.draw(s), -f.last-1), f.last+1)+f.last+1]++
	}
	return counts
}

// chiSquare returns χ² of the counts under a law, and its degrees of freedom. Neighbouring cells are merged until each
// expects at least 20.
func (f *fit) chiSquare(counts []int, law cellLaw) (statistic float64, freedom int) {
	type cell struct{ expected, observed float64 }
	draws := 0
	for _, n := range counts {
		draws += n
	}
	var cells []cell
	var c cell
	below := 0.0
	for i, n := range counts {
		until := 1.0
		if i < len(counts)-1 {
			until = law(int64(i) - f.last)
		}
		c.expected += (until - below) * float64(draws)
		c.observed += float64(n)
		below = until
		if c.expected >= 20 {
			cells = append(cells, c)
			c = cell{}
		}
	}
	cells[len(cells)-1].expected += c.expected
	cells[len(cells)-1].observed += c.observed
	for _, c := range cells {
		statistic += (c.observed - c.expected) * (c.observed - c.expected) / c.expected
	}
	return statistic, len(cells) - 1
}

// check tests the law and that scales 5% off on either side are rejected: the test has power.
func (f *fit) check(t *testing.T, s *Sampler, draws int) {
	counts := f.count(s, draws)
	statistic, freedom := f.chiSquare(counts, f.law(1))
	p := distuv.ChiSquared{K: float64(freedom)}.Survival(statistic)
	if p < leastP {
		t.Errorf("χ² = %.1f on %d degrees of freedom, p = %.2g", statistic, freedom, p)
	}
	var wrong [2]float64
	for i, scale := range []float64{0.95, 1.05} {
		var k int
		wrong[i], k = f.chiSquare(counts, f.law(scale))
		if p := (distuv.ChiSquared{K: float64(k)}).Survival(wrong[i]); p >= leastP {
			t.Errorf("%v times the scale fits too: χ² = %.1f on %d degrees of freedom, p = %.2g", scale, wrong[i], k, p)
		}
	}
	t.Logf("%d draws: χ² = %.1f on %d, p = %.3f; at 0.95 of the scale %.0f, at 1.05 %.0f", draws, statistic, freedom, p,
		wrong[0], wrong[1])
}

// TestSamplersFollowTheirLaws makes from 50,000 to 200,000 draws a case from fixed seeds, so it cannot fail by chance.
// TestCampaignSamplers makes 10⁷ and more from crypto/rand.
func TestSamplersFollowTheirLaws(t *testing.T) {
	for i, f := range fits() {
		t.Run(f.name, func(t *testing.T) { f.check(t, seeded(byte(i)), 200_000/f.cost) })
	}
}
