package baseline

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/simplex"
)

// Logistic returns the density ratios that a classifier gives, m, of sum 1: with P(target|x) = 1/(1+exp(−f(x))) fitted
// to the rows of both sides, Bayes' rule makes exp(f(x)) proportional to p_target(x)/p_source(x) (Qin, "Inferences for
// case-control and semiparametric two-sample density ratio models", 1998; Bickel, Brückner and Scheffer,
// "Discriminative learning under covariate shift", 2009). f is linear; its slopes have a quadratic penalty, the one of
// seven, 10⁻⁵ to 10, of least loss in five-fold cross-validation.
func Logistic(s Samples) ([]float64, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	source := s.source()
	m, _ := source.Dims()
	var both mat.Dense
	both.Stack(source, s.target())
	c := classifier{rows: &both, targets: m}
	best, penalty := math.Inf(1), 0.0
	for k := -5; k <= 1; k++ {
		candidate, loss := math.Pow(10, float64(k)), 0.0
		for held := range folds {
			f, err := c.fit(candidate, func(j int) bool { return fold(j) != held })
			if err != nil {
				return nil, err
			}
			loss += c.loss(f, 0, func(j int) bool { return fold(j) == held })
		}
		if loss < best {
			best, penalty = loss, candidate
		}
	}
	f, err := c.fit(penalty, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	weights := make([]float64, m)
	most := math.Inf(-1)
	for i := range weights {
		weights[i] = c.value(f, i)
		most = math.Max(most, weights[i])
	}
	for i, v := range weights {
		weights[i] = math.Exp(v - most)
	}
	simplex.Normalise(weights)
	return weights, nil
}

// classifier is a logistic regression that separates target rows, which come last, from source rows. Its parameters f
// are the slopes and then the constant.
type classifier struct {
	rows    *mat.Dense
	targets int // the number of the first target row
}

func (c classifier) value(f []float64, j int) float64 {
	d := len(f) - 1
	return floats.Dot(f[:d], c.rows.RawRowView(j)) + f[d]
}

// loss returns the mean logistic loss over the rows that are used, plus (penalty/2)·Σ slopes².
func (c classifier) loss(f []float64, penalty float64, used func(int) bool) float64 {
	rows, d := c.rows.Dims()
	total, count := 0.0, 0.0
	for j := range rows {
		if used(j) {
			margin := c.side(j) * c.value(f, j)
			total += math.Max(0, -margin) + math.Log1p(math.Exp(-math.Abs(margin)))
			count++
		}
	}
	return total/count + penalty/2*floats.Dot(f[:d], f[:d])
}

// side is 1 for a target row and −1 for a source row.
func (c classifier) side(j int) float64 {
	if j >= c.targets {
		return 1
	}
	return -1
}

// fit minimises the loss by Newton's method, every step halved until the loss falls.
func (c classifier) fit(penalty float64, used func(int) bool) ([]float64, error) {
	rows, d := c.rows.Dims()
	var kept []int
	for j := range rows {
		if used(j) {
			kept = append(kept, j)
		}
	}
	x := mat.NewDense(len(kept), d+1, nil)
	for k, j := range kept {
		row := x.RawRowView(k)
		copy(row, c.rows.RawRowView(j))
		row[d] = 1
	}
	f, scaled := make([]float64, d+1), mat.NewDense(len(kept), d+1, nil)
	value := c.loss(f, penalty, used)
	for range 100 {
		gradient := make([]float64, d+1)
		for k, j := range kept {
			wrong := 1 / (1 + math.Exp(c.side(j)*c.value(f, j))) // the probability given to the wrong side
			floats.AddScaled(gradient, -c.side(j)*wrong/float64(len(kept)), x.RawRowView(k))
			floats.ScaleTo(scaled.RawRowView(k), wrong*(1-wrong)/float64(len(kept)), x.RawRowView(k))
		}
		floats.AddScaled(gradient[:d], penalty, f[:d])
		var hessian mat.Dense
		hessian.Mul(x.T(), scaled)
		for i := range d {
			hessian.Set(i, i, hessian.At(i, i)+penalty)
		}
		var step mat.VecDense
		if err := step.SolveVec(&hessian, mat.NewVecDense(d+1, gradient)); err != nil &&
			!errors.As(err, new(mat.Condition)) {
			return nil, fmt.Errorf("baseline: the logistic regression has no Newton step: %w", err)
		}
		// A Newton step promises half of this; the loss is at most log 2 at the start, and known far less well than this.
		promise := floats.Dot(gradient, step.RawVector().Data)
		if promise < 1e-10 {
			return f, nil
		}
		next := make([]float64, d+1)
		for size := 1.0; ; size /= 2 {
			floats.AddScaledTo(next, f, -size, step.RawVector().Data)
			if lower := c.loss(next, penalty, used); lower < value {
				f, value = next, lower
				break
			}
			if size < 1e-10 {
				return f, nil // as low as rounding lets it be
			}
		}
	}
	return nil, errors.New("baseline: the logistic regression did not converge")
}
