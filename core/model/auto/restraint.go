package auto

import (
	"math"
	"slices"

	"privadapt/core/model/basemodel"
)

// trust is the share of q in the weights trust·q + (1−trust)/m under which the shares of the blend are chosen, at most.
// Where the populations differ much, q alone rests on few rows, and a lucky candidate looks like a good one. On the
// real tasks and the families of package nonlinear, values from ½ to 0.9 gave nearly the same errors, and 1 did harm on
// one of them.
const trust = 0.75

// effective is the least effective size of the sample under those weights, as a share of its rows.
const effective = 0.2

// trusted mixes weights of mean 1 with equal ones, so far that the effective size of the sample is not below its least.
func trusted(weights []float64) []float64 {
	square, m := 0.0, float64(len(weights))
	for _, w := range weights {
		square += float64(w*w) / m
	}
	share := trust
	if square > 1 { // the effective size is m/(1 + share²·(square − 1))
		share = math.Min(trust, math.Sqrt((1/effective-1)/(square-1)))
	}
	mixed := make([]float64, len(weights))
	for j, w := range weights {
		mixed[j] = float64(share*w) + (1 - share)
	}
	return mixed
}

// doubt is the number of standard errors by which the blend of all fits must be better than the blend of public
// fits before it has any part in what is released.
const doubt = 1.5

// strength returns how far the shares move from the blend of public fits to the blend of all fits:
// not at all where the gain could be chance, and otherwise by the factor of James and Stein for its size.
func strength(gain, deviation float64) float64 {
	if !(gain > doubt*deviation) {
		return 0
	}
	ratio := doubt * deviation / gain
	return 1 - float64(ratio*ratio)
}

// between returns a blend between two others: strength is how far its shares have moved from the blend of public
// fits, chosen with all rows alike, to the blend of all candidates, chosen under weights of mean 1. The weights
// that limit its departure move as far, so a small gain changes the model little. Without a share for a fit under
// weights it is the blend of public fits.
func (d *Design) between(
	candidates []*Candidate,
	weights []float64,
	moved float64,
	public *Candidate,
) (*Candidate, []float64, error) {
	shares, judge := make([]float64, len(candidates)), basemodel.Uniform(len(weights))
	copy(shares, d.stack(d.public, judge)) // the public candidates come first
	if moved > 0 {
		for k, share := range d.stack(candidates, weights) {
			shares[k] += float64(moved * (share - shares[k]))
		}
		for j, w := range weights {
			judge[j] += float64(moved * (w - judge[j]))
		}
	}
	blend, err := d.blended(candidates, shares, judge, public)
	if err == nil && moved > 0 && !slices.ContainsFunc(shares[len(d.public):], func(v float64) bool { return v > 0 }) {
		return d.between(candidates, weights, 0, public)
	}
	return blend, shares, err
}
