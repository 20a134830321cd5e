package verify

import (
	"math"

	"privadapt/core/release"
)

// sourceRequirements are about the shares of weight of several public samples. They cost no privacy; where the document
// holds the weights they are computed again, and elsewhere they have to agree with the effective sample size of all
// weights.
func sourceRequirements(r *release.Release) []requirement {
	size := r.Certificate.EffectiveSampleSize
	if r.Provenance.Sources == nil || size == nil {
		return nil
	}
	total, squares, possible, same := 0.0, 0.0, true, true
	q := r.Values.Weights
	for _, s := range r.Provenance.Sources {
		weight, rows := *s.Weight, *s.EffectiveRows
		possible = possible &&
			(weight > 0 && rows >= 1-slack && rows <= float64(s.Rows)*(1+slack) || rows == 0 && weight == 0)
		if rows > 0 {
			squares += weight * weight / rows
		}
		total += weight
		if q != nil {
			sum, worth := release.Share(q[:s.Rows])
			same = same && math.Abs(sum-weight) <= slack && math.Abs(worth-rows) <= slack*(1+worth)
			q = q[s.Rows:]
		}
	}
	return []requirement{
		{possible && math.Abs(total-1) <= slack,
			"the public samples' shares of weight are negative, do not sum to 1 or do not fit the samples' numbers of rows"},
		{math.Abs(squares - 1 / *size) <= 1e-6*squares,
			"the public samples' shares of weight do not agree with the effective sample size"},
		{same, "the released weights give the public samples other shares of weight"},
	}
}
