package regression

import (
	"errors"
	"math"

	"privadapt/core/solve/simplex"
)

const folds = 5

// Penalties are the candidates of CrossValidate: a least one and, above it, 10⁻⁴ to 10 in half decades. The weights sum
// to 1 and the features have about unit variance, so a penalty of 1 halves a typical coefficient.
func Penalties(least float64) []float64 {
	p := []float64{least}
	for k := -8; k <= 2; k++ {
		if candidate := math.Pow(10, float64(k)/2); candidate > least {
			p = append(p, candidate)
		}
	}
	return p
}

// CrossValidate returns the ridge model with the penalty of least weighted five-fold cross-validation error, and that
// penalty. Folds are fixed by the row number, so the result is a function of its arguments.
func CrossValidate(s Sample) (w []float64, penalty float64, err error) {
	d := s.order()
	all, parts := newNormal(d), s.normals(folds, fold)
	for _, p := range parts {
		all.combine(1, all, p)
	}
	best := math.Inf(1)
	train := newNormal(d)
	for _, candidate := range Penalties(leastPenalty(s, all.gram)) {
		total, usable := 0.0, true
		for _, held := range parts {
			train.combine(-1, all, held)
			model, ok := train.solve(candidate)
			if !ok {
				usable = false
				break
			}
			total += held.loss(model)
		}
		if usable && total < best {
			best, penalty = total, candidate
		}
	}
	if penalty == 0 {
		penalty = leastPenalty(s, all.gram) // all the weight is in one fold, so cross-validation cannot choose
	}
	w, ok := all.solve(penalty)
	if !ok {
		return nil, 0, errors.New("regression: the weighted normal equations are singular")
	}
	return w, penalty, nil
}

// leastPenalty returns d·v/n_eff with n_eff = 1/Σq² and the mean square v of a feature: the Bayesian penalty of labels
// in which noise and signal have the same variance s² (noise of s² in each of n_eff rows, coefficients of s²/(d·v)). No
// smaller penalty is tried, because cross-validation is unreliable with few effective rows: if a few rows dominate the
// weights, a penalty of zero looks best, and such a model extrapolates wildly where the weights are small.
func leastPenalty(s Sample, gram []float64) float64 {
	total := 0.0
	for i, d := 1, s.order(); i < d; i++ {
		total += gram[i*d+i]
	}
	return math.Max(total/simplex.EffectiveSampleSize(s.Weights), 1e-8)
}

// fold scatters neighbouring rows (Knuth's multiplicative hash), since files are often sorted.
func fold(j int) int { return int(uint32(j) * 2654435761 >> 16 % folds) }
