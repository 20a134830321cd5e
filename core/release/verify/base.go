package verify

import (
	"math"

	"privadapt/core/model/auto"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// baseRequirements are about how a base model was chosen. It costs no privacy, and only a reader who has the public
// sample can compute the losses again (see adapt.CheckSource); here they are compared with each other.
func baseRequirements(b *release.Base, numbers bool) []requirement {
	if b == nil {
		return nil
	}
	public := b.Candidates[b.Public]
	// cost is a loss, larger for a model of numbers that may predict anything outside the sample.
	cost := func(c auto.Scored) float64 {
		if numbers && !c.Base.Limited() {
			return c.Public / 0.98
		}
		return c.Public
	}
	type fit struct{ base, way string }
	known := map[fit]bool{}
	total, kept, shares, gains, least, twice, refitted := 0.0, true, true, true, true, false, false
	for _, c := range b.Candidates {
		of := fit{string(c.Base), c.Way}
		twice = twice || known[of]
		known[of] = true
		refitted = refitted || c.Base == method.File && c.Way != "unweighted" && c.Way != "corrected"
		total += c.Share
		kept = kept && (c.Share == 0 || c.Way == "unweighted")
		shares = shares && c.Share >= 0
		size := math.Abs(public.Weighted) + math.Abs(c.Weighted)
		gains = gains && c.StandardError >= 0 && math.Abs(c.Gain-(public.Weighted-c.Weighted)) <= 1e-6*size
		least = least && (c.Way != "unweighted" || cost(c) >= cost(public))
	}
	return []requirement{
		{!twice, "two candidates are the same fit"},
		{!refitted, "the model in a file is said to be fitted under the weights"},
		{shares && math.Abs(total-1) <= slack, "the shares of the candidates are negative or do not sum to 1"},
		{gains, "the gain of a candidate is not the difference of the losses, or its standard error is negative"},
		{
			public.Way == "unweighted" && least,
			"the public choice is not the unweighted candidate of least loss on the public sample, where what may predict any number must be better by 2%",
		},
		{b.StandardError >= 0, "the standard error of the gain is negative"},
		{b.Kept == kept, "a candidate that weights enter has a share and the public model is said to be kept, or neither"},
	}
}
