package auto

import (
	"math"

	"privadapt/core/model/basemodel"
)

// stack returns the shares a ≥ 0 of sum 1 of candidates for which the weighted loss of their blend's out-of-fold scores
// is least (Wolpert 1992, Breiman 1996), by Frank–Wolfe steps that move a share from the worst candidate to the best,
// from equal shares on. The problem is convex; the number of steps is fixed.
func (d *Design) stack(candidates []*Candidate, weights []float64) []float64 {
	shares := make([]float64, len(candidates))
	for c := range shares {
		shares[c] = 1 / float64(len(candidates))
	}
	if d.sample.Classes == 0 {
		d.stackNumbers(shares, candidates, weights)
	} else {
		d.stackClasses(shares, candidates, weights)
	}
	return shares
}

// stackNumbers minimises aᵀGa, where G is the weighted second moment of the candidates' errors. The shares have the sum
// 1, so the error of the blend is Σ a_c·error_c.
func (d *Design) stackNumbers(shares []float64, candidates []*Candidate, weights []float64) {
	const steps = 2000
	n := len(candidates)
	gram, errors := make([]float64, n*n), make([]float64, n)
	for j, w := range weights {
		for c, candidate := range candidates {
			errors[c] = candidate.OutOfFold[j] - d.sample.Labels[j]
		}
		for a, v := range errors {
			v *= w
			for b, u := range errors {
				gram[a*n+b] += float64(v * u)
			}
		}
	}
	slopes := make([]float64, n)
	for range steps {
		for a := range slopes {
			slopes[a] = 0
			for b, share := range shares {
				slopes[a] += float64(gram[a*n+b] * share)
			}
		}
		from, to := exchange(shares, slopes)
		gap := slopes[from] - slopes[to]
		if !(gap > 1e-9*math.Abs(slopes[to])) {
			return
		}
		step := shares[from]
		if curvature := gram[from*n+from] + gram[to*n+to] - 2*gram[from*n+to]; curvature > 0 {
			step = math.Min(step, gap/curvature)
		}
		shares[from] -= step
		shares[to] += step
	}
}

// stackClasses does the same for the log-loss of a sum of scores, whose second derivative is bounded along an exchange.
func (d *Design) stackClasses(shares []float64, candidates []*Candidate, weights []float64) {
	const steps = 200
	outputs := d.sample.Outputs()
	scores := make([]float64, len(weights)*outputs)
	for c, candidate := range candidates {
		for i, v := range candidate.OutOfFold {
			scores[i] += float64(shares[c] * v)
		}
	}
	slopes := make([]float64, len(candidates))
	p, residuals := make([]float64, d.sample.Classes), make([]float64, len(scores))
	for range steps {
		for j, w := range weights {
			basemodel.Probabilities(p, scores[j*outputs:(j+1)*outputs])
			for k := range outputs {
				class := k
				if outputs == 1 {
					class = 1
				}
				residuals[j*outputs+k] = w * p[class]
				if int(d.sample.Labels[j]) == class {
					residuals[j*outputs+k] -= w
				}
			}
		}
		for c, candidate := range candidates {
			slopes[c] = 0
			for i, v := range candidate.OutOfFold {
				slopes[c] += float64(residuals[i] * v)
			}
		}
		from, to := exchange(shares, slopes)
		gap := slopes[from] - slopes[to]
		if !(gap > 1e-9*math.Abs(slopes[to])) {
			return
		}
		curvature := 0.0 // at most ¼ of the squared change of two classes' log-odds, ½ of several scores' squared change
		for i, v := range candidates[from].OutOfFold {
			change := candidates[to].OutOfFold[i] - v
			curvature += float64(weights[i/outputs] * change * change)
		}
		if outputs == 1 {
			curvature /= 4
		} else {
			curvature /= 2
		}
		step := shares[from]
		if curvature > 0 {
			step = math.Min(step, gap/curvature)
		}
		shares[from] -= step
		shares[to] += step
		for i, v := range candidates[from].OutOfFold {
			scores[i] += float64(step * (candidates[to].OutOfFold[i] - v))
		}
	}
}

// exchange returns, among the candidates with a share, the one with the largest slope, and among all candidates the one
// with the smallest slope. Of equal slopes the first is taken.
func exchange(shares, slopes []float64) (from, to int) {
	from = -1
	for c, v := range slopes {
		if v < slopes[to] {
			to = c
		}
		if shares[c] > 0 && (from < 0 || v > slopes[from]) {
			from = c
		}
	}
	return from, to
}
