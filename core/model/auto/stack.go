package auto

import (
	"math"
	"slices"

	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
)

// stack returns the shares a ≥ 0 of sum 1 of candidates for which the weighted loss of their blend's out-of-fold scores
// is least (Wolpert 1992, Breiman 1996), from equal shares on. The problem is convex; the number of steps is bounded.
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
	n := len(candidates)
	gram, errors := make([]float64, n*n), make([]float64, n)
	for j, w := range weights {
		for c, candidate := range candidates {
			errors[c] = candidate.OutOfFold[j] - d.sample.Labels[j]
		}
		addSquare(gram, errors, w)
	}
	minimise(shares, gram, make([]float64, n))
}

// stackClasses minimises the log-loss of a sum of scores by Newton's steps: each minimises the loss's second-order form
// at the present shares, and is halved until the loss falls. It ends where that form falls by less than 10⁻⁵ a row.
func (d *Design) stackClasses(shares []float64, candidates []*Candidate, weights []float64) {
	const steps, enough = 50, 1e-5
	n, outputs := len(candidates), d.sample.Outputs()
	gram, slopes, last := make([]float64, n*n), make([]float64, n), make([]float64, n)
	scores, p, own, mean := make([]float64, outputs), make([]float64, d.sample.Classes), make([]float64, n), make([]float64, n)
	before := math.Inf(1)
	for range steps {
		clear(gram)
		clear(slopes)
		loss, total := 0.0, 0.0
		for j, w := range weights {
			clear(scores)
			for c, candidate := range candidates {
				for k, v := range candidate.OutOfFold[j*outputs : (j+1)*outputs] {
					scores[k] += float64(shares[c] * v)
				}
			}
			loss += float64(w * basemodel.Loss(scores, d.sample.Labels[j], d.sample.Classes))
			total += w
			basemodel.Probabilities(p, scores)
			clear(mean)
			for k := range outputs {
				class := k
				if outputs == 1 {
					class = 1
				}
				residual := p[class]
				if int(d.sample.Labels[j]) == class {
					residual--
				}
				for c, candidate := range candidates {
					own[c] = candidate.OutOfFold[j*outputs+k]
					slopes[c] += float64(w * residual * own[c])
					mean[c] += float64(p[class] * own[c])
				}
				addSquare(gram, own, w*p[class])
			}
			addSquare(gram, mean, -w)
		}
		if loss > before {
			for c, v := range last {
				last[c] = v / 2
				shares[c] -= v / 2
			}
			continue
		}
		before = loss
		ahead, next := make([]float64, n), slices.Clone(shares)
		for a, v := range slopes {
			ahead[a] = v - linear.Dot(gram[a*n:(a+1)*n], shares)
		}
		minimise(next, gram, ahead)
		fall := 0.0
		for c, v := range next {
			last[c] = v - shares[c]
			fall -= float64(slopes[c] * last[c])
		}
		if !(fall > enough*total) {
			return
		}
		copy(shares, next)
	}
}

// addSquare adds w·vvᵀ to a matrix.
func addSquare(matrix, v []float64, w float64) {
	for a, x := range v {
		x *= w
		for b, y := range v {
			matrix[a*len(v)+b] += float64(x * y)
		}
	}
}

// minimise finds the shares for which ½aᵀGa + bᵀa is least, by Frank–Wolfe steps that move a share from the worst
// candidate to the best.
func minimise(shares, gram, ahead []float64) {
	const steps = 2000
	n := len(shares)
	slopes := make([]float64, n)
	for range steps {
		for a, v := range ahead {
			slopes[a] = v + linear.Dot(gram[a*n:(a+1)*n], shares)
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
