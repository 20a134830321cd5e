// Package regression fits a linear model to weighted source rows: the second stage of the two-stage algorithms. It uses
// only public rows and weights that are already released.
package regression

import (
	"errors"
	"math"

	"privadapt/core/kernel"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// normal holds the normal equations of some rows: A = Σ q xxᵀ, b = Σ q y x, and Σ q y².
type normal struct {
	gram    []float64 // A, d×d row-major; only the lower triangle is read
	moment  []float64 // b
	squares float64
}

// normals returns the equations of each part of the rows; part(j) is the part of row j.
func (s Sample) normals(parts int, part func(j int) int) []*normal {
	adders := make([]*adder, parts)
	for i := range adders {
		adders[i] = newAdder(s.order())
	}
	for j, y := range s.Labels {
		adders[part(j)].add(s.row(j), y, s.Weights[j])
	}
	sums := make([]*normal, parts)
	for i, a := range adders {
		sums[i] = a.normal()
	}
	return sums
}

func (s Sample) row(j int) []float64 { d := s.order(); return s.Rows[j*d : (j+1)*d] }

// batch is the number of rows that an adder adds up at once.
const batch = 256

// adder adds up rows x̃ = (x, y), each with its label behind it: Σ q x̃x̃ᵀ holds A, b and Σ q y².
type adder struct {
	order         int // d + 1
	gram          *kernel.Gram
	sum           []float64
	rows, weights []float64 // that wait
}

func newAdder(d int) *adder {
	n := d + 1
	return &adder{n, kernel.NewGram(n), make([]float64, n*n), make([]float64, 0, batch*n), make([]float64, 0, batch)}
}

func (a *adder) add(x []float64, y, q float64) {
	if q == 0 {
		return // as most weights may be
	}
	a.rows = append(append(a.rows, x...), y)
	a.weights = append(a.weights, q)
	if len(a.weights) == batch {
		a.flush()
	}
}

func (a *adder) flush() {
	a.gram.Add(a.sum, a.rows, a.weights)
	a.rows, a.weights = a.rows[:0], a.weights[:0]
}

func (a *adder) normal() *normal {
	a.flush()
	n := newNormal(a.order - 1)
	for i := range n.moment {
		copy(n.gram[i*len(n.moment):], a.sum[i*a.order:i*a.order+len(n.moment)])
		n.moment[i] = a.sum[i*a.order+len(n.moment)]
	}
	n.squares = a.sum[len(a.sum)-1]
	return n
}

func newNormal(d int) *normal {
	return &normal{gram: make([]float64, d*d), moment: make([]float64, d)}
}

func (n *normal) combine(sign float64, a, b *normal) {
	for i, v := range a.gram {
		n.gram[i] = v + sign*b.gram[i]
	}
	for i, v := range a.moment {
		n.moment[i] = v + sign*b.moment[i]
	}
	n.squares = a.squares + sign*b.squares
}

// solve returns argmin_w wᵀAw − 2bᵀw + penalty·Σ_{i≥1} w_i²; the intercept is not penalised.
func (n *normal) solve(penalty float64) ([]float64, bool) {
	d := len(n.moment)
	a := append([]float64(nil), n.gram...)
	for i := 1; i < d; i++ {
		a[i*d+i] += penalty
	}
	var factor symeigen.Factor
	if !factor.Of(a, d) {
		return nil, false
	}
	w := append([]float64(nil), n.moment...)
	factor.Solve(w)
	return w, true
}

// loss returns Σ q (w·x − y)².
func (n *normal) loss(w []float64) float64 {
	sum := n.squares
	for i, v := range w {
		inner := n.gram[i*len(w)+i]*v - 2*n.moment[i]
		for j, u := range w[:i] {
			inner += 2 * n.gram[i*len(w)+j] * u
		}
		sum += v * inner
	}
	return sum
}

// Sample is a weighted labelled sample: rows x_j, m×d row-major, the first coordinate a constant (the intercept);
// labels y_j; weights q_j ≥ 0 of sum 1.
type Sample struct {
	Rows    []float64
	Labels  []float64
	Weights []float64
}

func (s Sample) order() int { return len(s.Rows) / len(s.Labels) }

// Ridge returns argmin_w Σ q_j (w·x_j − y_j)² + penalty·‖w‖₂², the intercept w₀ not penalised; penalty > 0.
func Ridge(s Sample, penalty float64) ([]float64, error) {
	all := s.normals(1, func(int) int { return 0 })[0]
	w, ok := all.solve(penalty)
	if !ok || math.IsNaN(all.loss(w)) {
		return nil, errors.New("regression: the weighted normal equations are singular; raise the penalty")
	}
	return w, nil
}

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
