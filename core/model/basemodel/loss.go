package basemodel

import (
	"math"

	"privadapt/core/model/elementary"
)

// Loss returns what a row's scores cost for its label: the squared error, or the negative logarithm of the probability
// of the class.
func Loss(scores []float64, label float64, classes int) float64 {
	switch {
	case classes == 0:
		return (scores[0] - label) * (scores[0] - label)
	case classes == 2:
		margin := scores[0]
		if label == 0 {
			margin = -margin
		}
		return softplus(-margin)
	}
	top := math.Inf(-1)
	for _, s := range scores {
		top = math.Max(top, s)
	}
	sum := 0.0
	for _, s := range scores {
		sum += elementary.Exp(s - top)
	}
	return elementary.Log(sum) - (scores[int(label)] - top)
}

// softplus returns log(1 + eˣ).
func softplus(x float64) float64 {
	return math.Max(x, 0) + elementary.Log(1+elementary.Exp(-math.Abs(x)))
}

// Probabilities writes the probabilities of the classes into dst, which has an entry for each.
func Probabilities(dst, scores []float64) {
	if len(scores) == 1 {
		dst[1] = elementary.Sigmoid(scores[0])
		dst[0] = elementary.Sigmoid(-scores[0])
		return
	}
	top := math.Inf(-1)
	for _, s := range scores {
		top = math.Max(top, s)
	}
	sum := 0.0
	for k, s := range scores {
		dst[k] = elementary.Exp(s - top)
		sum += dst[k]
	}
	for k := range dst {
		dst[k] /= sum
	}
}
