package auto

import (
	"bytes"
	"math"
	"testing"

	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// A gain that could be chance has no strength, a clear one nearly all of it.
func TestStrength(t *testing.T) {
	for _, c := range []struct{ gain, deviation, want float64 }{
		{-1, 0, 0}, {0, 0, 0}, {1, 1, 0}, {1.5, 1, 0}, {3, 1, 0.75}, {15, 1, 0.99}, {1, 0, 1}, {math.NaN(), 1, 0},
	} {
		if got := strength(c.gain, c.deviation); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("a gain of %v ± %v moves the shares by %v, want %v", c.gain, c.deviation, got, c.want)
		}
	}
}

// Weights that rest on few rows are mixed with more of equal ones, others with a quarter.
func TestTrustedWeightsKeepRows(t *testing.T) {
	const m = 1000
	for _, rows := range []int{1, 10, 150, 500, m} {
		q := make([]float64, m)
		for j := range rows {
			q[j] = float64(m) / float64(rows)
		}
		sum, square := 0.0, 0.0
		for _, w := range trusted(q) {
			sum += w
			square += w * w
		}
		share := math.Min(trust, math.Sqrt(4/math.Max(float64(m)/float64(rows)-1, 1e-9)))
		want := m / (1 + share*share*(float64(m)/float64(rows)-1))
		if size := sum * sum / square; math.Abs(size-want) > 1e-6*m || size < effective*m*(1-1e-9) ||
			math.Abs(sum-m) > 1e-6 {
			t.Errorf("%d rows: an effective size of %v of %d, want %v", rows, size, m, want)
		}
	}
}

// Equal weights leave the blend of public fits, to the byte, even where a linear correction of trees is better.
func TestEqualWeightsLeaveThePublicBlend(t *testing.T) {
	for _, kinds := range [][]method.Base{nil, {method.Trees}} {
		s, q := noisy(400, 6, 0, 0), make([]float64, 400)
		for j := range q {
			q[j] = 0.25
			for _, v := range s.Row(j) {
				s.Labels[j] += 2 * v
			}
		}
		d := must.Get(NewDesign(s, nil, kinds...))(t)
		public := must.Get(d.PublicBlend())(t)
		c, err := d.Choose(q, nil)
		if err != nil || !c.Kept || c.Gain != 0 || !bytes.Equal(c.Model.Encode(), public.Encode()) {
			t.Errorf("%v: equal weights do not leave the public blend (gain %v ± %v): %v", kinds, c.Gain, c.Deviation, err)
		}
		if last := c.Candidates[len(c.Candidates)-1]; kinds != nil && !(last.Gain > 2*last.Deviation) {
			t.Errorf("the correction gains %v ± %v: the test shows little", last.Gain, last.Deviation)
		}
	}
}

// A model that has moved little is near the blend of public fits, in its limit too.
func TestABlendMovesWithoutAJump(t *testing.T) {
	s, q := drawn(800, 0, 8)
	d := must.Get(NewDesign(s, nil))(t)
	candidates := must.Get(d.Candidates(q, nil))(t)
	limit := func(moved float64) float64 {
		c, _ := must.Both(d.between(candidates, scaled(q), moved, d.PublicChoice()))(t)
		return c.Model.limit
	}
	none, all, largest := limit(0), limit(1), 0.0
	const steps = 50
	for k := range steps {
		largest = math.Max(largest, math.Abs(limit(float64(k+1)/steps)-limit(float64(k)/steps)))
	}
	t.Logf("the limit is %v at first and %v at last; the largest of %d steps is %v", none, all, steps, largest)
	if way := math.Abs(all - none); way < 0.1*none || largest > way/4 {
		t.Errorf("the limit moves from %v to %v with a step of %v", none, all, largest)
	}
}
