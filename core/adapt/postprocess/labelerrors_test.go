package postprocess

import (
	"testing"

	"privadapt/core/model/correction"
	"privadapt/core/model/labelled"
	"privadapt/core/release/interval"
)

// Where noise has carried the estimate of an error below 0, or above what the longest row or a probability can have, no
// value is stated; the interval is the nearest possible error's. What is not linear widens it on both sides,
// and what limits take back below.
func TestAnErrorThatTheNoiseHidesIsNotStated(t *testing.T) {
	number := stating{
		bounds: interval.Positive, unit: 4, longest: 9, excess: 2, hidden: labelled.Clipping{Ratio: 1, AtHigh: 1},
	}
	share := number
	share.bounds, share.unit = interval.Share, 0.25
	for _, c := range []struct {
		of     stating
		value  float64
		stated float64 // negative: none
	}{
		{number, -0.01, -1}, {number, 0, 0}, {number, 2, 8}, {number, 9, 36}, {number, 9.01, -1}, {number, 40, -1},
		{share, -0.01, -1}, {share, 0, 0}, {share, 2, 0.5}, {share, 4, 1}, {share, 4.04, -1},
	} {
		e := correction.Estimate{Value: c.value, Noise: 0.5, Norm: 1, Rows: 1000}
		n := c.of.number(e, unsummed{})
		if (n.Value == nil) != (c.stated < 0) || n.Value != nil && *n.Value != c.stated {
			t.Errorf("an estimate of %v: %v is stated, want %v", c.value, n.Value, c.stated)
		}
		if n.Low == nil || n.High == nil || !n.Possible(c.of.bounds) || !(*n.Low < *n.High) {
			t.Errorf("an estimate of %v: %+v", c.value, n)
		}
		if c.value != 2 {
			continue
		}
		for _, apart := range []unsummed{{remainder: 0.1}, {limited: 0.1}, {limiting: 0.1}} {
			wider := c.of.number(e, apart)
			above := *wider.High > *n.High
			if !(*wider.Low < *n.Low) || above != (apart.limited == 0) || *wider.Value != *n.Value {
				t.Errorf("with %+v from %v to %v, without from %v to %v", apart, *wider.Low, *wider.High, *n.Low, *n.High)
			}
		}
		rare := c.of
		rare.outlier = 0.1 // rows that are far off may be missing among these
		if far := rare.number(e, unsummed{}); !(*far.High > *n.High) || *far.Low != *n.Low {
			t.Errorf("with rare rows from %v to %v, without from %v to %v", *far.Low, *far.High, *n.Low, *n.High)
		}
	}
}
