package auto

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/model/basemodel"
	"privadapt/core/must"
)

// The shares of the blend have the least loss: no exchange between two candidates lowers it.
func TestStackIsOptimal(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s, q := drawn(300, classes, 3)
		r := rand.New(rand.NewPCG(4, 31))
		d := &Design{sample: s, low: math.Inf(-1), high: math.Inf(1)}
		var candidates []*Candidate
		for range 6 {
			c := &Candidate{OutOfFold: make([]float64, 300*s.Outputs())}
			for i := range c.OutOfFold {
				j := i / s.Outputs()
				c.OutOfFold[i] = s.Labels[j] + r.NormFloat64()
				if classes > 2 {
					c.OutOfFold[i] = r.NormFloat64()
					if int(s.Labels[j]) == i%s.Outputs() {
						c.OutOfFold[i]++
					}
				}
			}
			candidates = append(candidates, c)
		}
		shares := d.stack(candidates, q)
		loss := func(shares []float64) float64 {
			sum, scores := 0.0, make([]float64, s.Outputs())
			for j, w := range q {
				clear(scores)
				for c, share := range shares {
					for k := range scores {
						scores[k] += share * candidates[c].OutOfFold[j*len(scores)+k]
					}
				}
				sum += w * basemodel.Loss(scores, s.Labels[j], classes)
			}
			return sum
		}
		own := loss(shares)
		for from := range shares {
			for to := range shares {
				if step := 0.02; shares[from] >= step {
					shares[from] -= step
					shares[to] += step
					if l := loss(shares); l < own*(1-1e-4) {
						t.Errorf("%d classes: moving a share from %d to %d lowers the loss from %v to %v", classes, from, to, own,
							l)
					}
					shares[from] += step
					shares[to] -= step
				}
			}
		}
	}
}

// The gain that is stated is estimated on rows that had no say in the shares.
func TestGainIsJudgedByOtherRows(t *testing.T) {
	s, q := drawn(60, 0, 7)
	d := must.Get(NewDesign(s, nil))(t)
	all := must.Get(d.Candidates(q, nil))(t)
	losses := func() []float64 {
		return must.Get(d.crossLosses(all, q, d.public[0]))(t)
	}
	before := losses()
	f := basemodel.Fold(0)
	for _, c := range all[1:] { // what a fold's rows say of all candidates but one turns to nonsense
		for j := range q {
			if basemodel.Fold(j) == f {
				c.OutOfFold[j] = d.low
			}
		}
	}
	elsewhere := 0
	for j, v := range losses() {
		if q[j] > 0 && basemodel.Fold(j) != f && v != before[j] {
			elsewhere++
		}
	}
	// Shares for the rows of the fold itself come from elsewhere, and are what they were.
	clean := append([]float64(nil), q...)
	for j := range clean {
		if basemodel.Fold(j) == f {
			clean[j] = 0
		}
	}
	shares := d.stack(all, clean)
	blend := must.Get(d.blended(all, shares, clean, d.public[0]))(t)
	for j, v := range losses() {
		if basemodel.Fold(j) == f && v != blend.Losses[j] {
			t.Errorf("row %d is judged by shares that its own fold chose", j)
		}
	}
	if elsewhere == 0 {
		t.Error("rows of other folds do not notice: the test changes nothing")
	}
}
