package regression

import (
	"errors"
	"math"
)

const folds = 5

// Penalties are the candidates of CrossValidate, 10⁻⁴ to 10 in half decades. The weights sum to 1 and the features have
// about unit variance, so a penalty of 1 halves a typical coefficient.
func Penalties() []float64 {
	var p []float64
	for k := -8; k <= 2; k++ {
		p = append(p, math.Pow(10, float64(k)/2))
	}
	return p
}

// CrossValidate returns the ridge model with the penalty of least weighted five-fold cross-validation error, and that
// penalty. Folds are fixed by the row number, so the result is a function of its arguments.
func CrossValidate(s Sample) (w []float64, penalty float64, err error) {
	d := s.order()
	all, parts := newNormal(d), [folds]*normal{}
	for f := range parts {
		parts[f] = newNormal(d)
	}
	for j, y := range s.Labels {
		parts[fold(j)].add(s.row(j), y, s.Weights[j])
	}
	for _, p := range parts {
		all.combine(1, all, p)
	}
	best := math.Inf(1)
	train := newNormal(d)
	for _, candidate := range Penalties() {
		total, usable := 0.0, true
		for _, held := range parts {
			train.combine(-1, all, held)
			model, ok := train.solve(candidate)
			if !ok {
				usable = false // all the weight lies in one fold
				break
			}
			total += held.loss(model)
		}
		if usable && total < best {
			best, penalty = total, candidate
		}
	}
	if penalty == 0 {
		return nil, 0, errors.New("regression: the weights leave too few rows to choose a penalty")
	}
	w, ok := all.solve(penalty)
	if !ok {
		return nil, 0, errors.New("regression: the weighted normal equations are singular")
	}
	return w, penalty, nil
}

// fold scatters neighbouring rows (Knuth's multiplicative hash), since files are often sorted.
func fold(j int) int { return int(uint32(j) * 2654435761 >> 16 % folds) }
