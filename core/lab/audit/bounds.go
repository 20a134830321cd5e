package audit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// epsilonLower returns ε_L from ratios under p and under q for an event {ratio ≥ t}, with t chosen on the first half
// and the two probabilities bounded on the second. It is 0 if the event shows no loss.
func epsilonLower(p, q []float64, delta, alpha float64) float64 {
	half := len(p) / 2
	t := threshold(p[:half], q[:half], delta, alpha)
	n := len(p) - half
	low := lowerProbability(countFrom(p[half:], t), n, alpha)
	high := upperProbability(countFrom(q[half:], t), n, alpha)
	if low <= delta {
		return 0
	}
	return math.Max(0, math.Log((low-delta)/high))
}

// muLower returns μ_L for the event {ratio ≥ 0}; 0 if the event shows no loss.
func muLower(p, q []float64, alpha float64) float64 {
	low := lowerProbability(countFrom(p, 0), len(p), alpha)
	high := upperProbability(countFrom(q, 0), len(q), alpha)
	return math.Max(0, distuv.UnitNormal.Quantile(low)-distuv.UnitNormal.Quantile(high))
}

// threshold returns the quantile of p at which an estimate of ε_L is largest. The normal approximation is sufficient,
// because any rule that does not use the second half may choose t.
func threshold(p, q []float64, delta, alpha float64) float64 {
	p, q = slices.Clone(p), slices.Clone(q)
	slices.Sort(p)
	slices.Sort(q)
	n, z := float64(len(p)), distuv.UnitNormal.Quantile(1-alpha)
	tail := func(sorted []float64, t float64) float64 {
		k, _ := slices.BinarySearch(sorted, t)
		return float64(len(sorted)-k) / n
	}
	best, chosen := -1.0, p[0]
	const candidates = 2000
	for k := range candidates {
		t := p[k*len(p)/candidates]
		if e := estimate(tail(p, t), tail(q, t), delta, n, z); e > best {
			best, chosen = e, t
		}
	}
	return chosen
}

func countFrom(ratios []float64, t float64) int {
	count := 0
	for _, v := range ratios {
		if v >= t {
			count++
		}
	}
	return count
}

// lowerProbability returns the one-sided Clopper–Pearson lower bound at confidence 1−alpha on the probability of an
// event seen k times in n trials: the alpha-quantile of the beta distribution of parameters k and n−k+1, rounded down.
func lowerProbability(k, n int, alpha float64) float64 {
	if k == 0 {
		return 0
	}
	low, high := 0.0, 1.0
	for range 60 {
		mid := (low + high) / 2
		if mathext.RegIncBeta(float64(k), float64(n-k+1), mid) < alpha {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// upperProbability is the upper bound: the lower one of the complement.
func upperProbability(k, n int, alpha float64) float64 { return 1 - lowerProbability(n-k, n, alpha) }
