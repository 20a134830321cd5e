package auto

import (
	"bytes"
	"math"
	"testing"
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
		if size := sum * sum / square; math.Abs(size-want) > 1e-6*m || size < effective*m*(1-1e-9) || math.Abs(sum-m) > 1e-6 {
			t.Errorf("%d rows: an effective size of %v of %d, want %v", rows, size, m, want)
		}
	}
}

// Weights that say nothing of how models err leave the blend of public fits, to the byte.
func TestWhereNothingIsGainedThePublicBlendStays(t *testing.T) {
	s, q := drawn(400, 0, 3)
	d, err := NewDesign(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	public, err := d.PublicBlend()
	if err != nil {
		t.Fatal(err)
	}
	for j := range q {
		q[j] = 1
	}
	c, err := d.Choose(q, nil)
	if err != nil || !c.Kept || !bytes.Equal(c.Model.Encode(), public.Encode()) {
		t.Errorf("equal weights do not leave the public blend (gain %v ± %v): %v", c.Gain, c.Deviation, err)
	}
}
