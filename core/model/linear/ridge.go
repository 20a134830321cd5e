// Ridge regression is weighted least squares with a quadratic penalty. Five-fold cross-validation gives the strength
// of the penalty and the out-of-fold predictions. Every base model that is linear in some features uses it.

package linear

import (
	"errors"
	"math"

	"privadapt/core/kernel"
	"privadapt/core/model/basemodel"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// RidgeProblem is a sample in features.
type RidgeProblem struct {
	Features []float64 // rows×Order; the first of a row is 1 and is not penalised
	Order    int
	Labels   []float64
	// Penalty is the Order×Order matrix P of the penalty wᵀPw, lower triangle; nil: the identity, with 0 for the
	// intercept.
	Penalty []float64
	// Plain is how many columns after the first the penalty takes as the identity and couples with no other; with a nil
	// Penalty all. Where rows are far fewer, the fit is made in their span.
	Plain int
	// Strengths are the candidates for the factor on the penalty when the weights have the sum 1, in descending order.
	Strengths []float64
	// Limits clip a prediction before its error is computed.
	basemodel.Limits
	Progress basemodel.Progress // counts strengths
}

// RidgeStrengths returns the powers of √10 from 10 down to 10⁻⁴ that exceed features/n_eff, and then features/n_eff
// itself, which is the Bayesian penalty of labels in which noise and signal have the same variance (see
// regression.CrossValidate). With few effective rows cross-validation is too noisy to choose a smaller one.
func RidgeStrengths(features int, weights []float64) []float64 {
	least := math.Max(float64(features)/simplex.EffectiveSampleSize(weights), 1e-8)
	var s []float64
	for _, v := range []float64{10, 3.1622776601683795, 1, 0.31622776601683794, 0.1, 0.031622776601683794, 0.01,
		0.0031622776601683794, 0.001, 3.1622776601683794e-4, 1e-4} {
		if v > least {
			s = append(s, v)
		}
	}
	return append(s, least)
}

// normalEquations holds Σ w xxᵀ, both triangles, and Σ w y x.
type normalEquations struct{ gram, moment []float64 }

// normals sums over the rows of each fold.
func (p *RidgeProblem) normals(weights []float64) []normalEquations {
	d := p.Order
	sum := kernel.NewGram(d)
	parts := make([]normalEquations, basemodel.Folds(len(weights)))
	for f := range parts {
		n := normalEquations{make([]float64, d*d), make([]float64, d)}
		own := make([]float64, len(weights)) // rows of weight 0 cost almost nothing
		for j, w := range weights {
			if w == 0 || basemodel.Fold(j, len(weights)) != f {
				continue
			}
			own[j] = w
			kernel.AddScaled(n.moment, w*p.Labels[j], p.Features[j*d:(j+1)*d])
		}
		sum.Add(n.gram, p.Features, own)
		parts[f] = n
	}
	return parts
}

func total(parts []normalEquations, without int) normalEquations {
	n := normalEquations{make([]float64, len(parts[0].gram)), make([]float64, len(parts[0].moment))}
	for f, part := range parts {
		if f == without {
			continue
		}
		kernel.AddScaled(n.gram, 1, part.gram)
		kernel.AddScaled(n.moment, 1, part.moment)
	}
	return n
}

// solve returns argmin wᵀAw − 2bᵀw + strength·wᵀPw.
func (p *RidgeProblem) solve(n normalEquations, strength float64, scratch []float64, factor *symeigen.Factor) ([]float64, bool) {
	d := p.Order
	copy(scratch, n.gram)
	if p.Penalty == nil {
		for i := 1; i < d; i++ {
			scratch[i*d+i] += strength
		}
	} else {
		for i := range d {
			kernel.AddScaled(scratch[i*d:i*d+i+1], strength, p.Penalty[i*d:i*d+i+1])
		}
	}
	if !factor.Of(scratch, d) {
		return nil, false
	}
	w := append([]float64(nil), n.moment...)
	factor.Solve(w)
	return w, true
}

// ErrSingular is returned where no penalty makes the problem solvable.
var ErrSingular = errors.New("ridge: the weighted normal equations are singular")

// RidgeSolution is a fit.
type RidgeSolution struct {
	Coefficients []float64
	Strength     float64
	// OutOfFold has for each row the prediction by the fit to the other folds, within the limits.
	OutOfFold []float64
	Loss      float64 // their weighted mean squared error
}

// CrossValidate chooses the strength with the least weighted out-of-fold error. The weights must have the sum 1.
func (p *RidgeProblem) CrossValidate(weights []float64) (*RidgeSolution, error) {
	if basis := p.span(len(weights)); basis != nil {
		within := p.inSpan(basis)
		best, err := within.CrossValidate(weights)
		if err == nil {
			best.Coefficients = p.outOfSpan(basis, best.Coefficients)
		}
		return best, err
	}
	parts := p.normals(weights)
	all := total(parts, -1)
	without := make([]normalEquations, len(parts))
	for f := range without {
		without[f] = total(parts, f)
	}
	best := RidgeSolution{Loss: math.Inf(1)}
	scratch := make([]float64, p.Order*p.Order)
	predictions := make([]float64, len(weights))
	folds := make([][]int32, len(parts))
	for j := range weights {
		f := basemodel.Fold(j, len(weights))
		folds[f] = append(folds[f], int32(j))
	}
	unlimited := make([]float64, len(weights))
	var factor symeigen.Factor
	worse := 0
	for i, strength := range p.Strengths {
		if err := p.Progress.At(i, len(p.Strengths)); err != nil {
			return nil, err
		}
		usable := true
		for f := range without {
			w, ok := p.solve(without[f], strength, scratch, &factor)
			if !ok {
				usable = false
				break
			}
			p.predict(predictions, folds[f], w, unlimited)
		}
		if !usable {
			break
		}
		loss := 0.0
		for j, w := range weights {
			loss += float64(w * (predictions[j] - p.Labels[j]) * (predictions[j] - p.Labels[j]))
		}
		if loss < best.Loss {
			best.Loss, best.Strength, best.OutOfFold = loss, strength, append(best.OutOfFold[:0], predictions...)
			worse = 0
		} else if worse++; worse == 2 {
			break
		}
	}
	if math.IsInf(best.Loss, 1) || math.IsNaN(best.Loss) {
		return nil, ErrSingular
	}
	w, ok := p.solve(all, best.Strength, scratch, &factor)
	if !ok {
		return nil, ErrSingular
	}
	best.Coefficients = w
	return &best, nil
}

// span returns orthonormal rows that span the plain columns of all rows, or nil where the rows are not far fewer than
// the columns. A coefficient outside the span would change no prediction and cost penalty, so that nothing is lost:
// with X = UΣVᵀ the rows are Vᵀ = Σ⁻¹UᵀX, and U are the eigenvectors of XXᵀ.
func (p *RidgeProblem) span(rows int) (basis []float64) {
	plain := p.plain()
	if 2*rows > plain {
		return nil
	}
	row := func(j int) []float64 { return p.Features[j*p.Order+1 : j*p.Order+1+plain] }
	gram := make([]float64, rows*rows)
	for i := range rows {
		for j := i; j < rows; j++ {
			gram[i*rows+j] = kernel.Dot(row(i), row(j))
		}
	}
	var e symeigen.Eigen
	if !e.Decompose(gram, rows) {
		return nil
	}
	for k, value := range e.Values {
		if !(value > 1e-10*e.Values[rows-1]) {
			continue
		}
		direction := make([]float64, plain)
		for j, u := range e.Vectors[k*rows : (k+1)*rows] {
			kernel.AddScaled(direction, u/math.Sqrt(value), row(j))
		}
		basis = append(basis, direction...)
	}
	return basis
}

func (p *RidgeProblem) plain() int {
	if p.Penalty == nil {
		return p.Order - 1
	}
	return p.Plain
}

// inSpan is the problem in coordinates of the basis.
func (p *RidgeProblem) inSpan(basis []float64) *RidgeProblem {
	plain := p.plain()
	size := len(basis) / plain
	rest, order := p.Order-1-plain, p.Order-plain+size
	q := *p
	q.Order, q.Plain, q.Features = order, 0, make([]float64, len(p.Labels)*order)
	for j := range p.Labels {
		from, to := p.Features[j*p.Order:(j+1)*p.Order], q.Features[j*order:(j+1)*order]
		to[0] = from[0]
		for k := range size {
			to[1+k] = kernel.Dot(basis[k*plain:(k+1)*plain], from[1:1+plain])
		}
		copy(to[1+size:], from[1+plain:])
	}
	if p.Penalty == nil {
		return &q
	}
	q.Penalty = make([]float64, order*order)
	for k := 1; k <= size; k++ {
		q.Penalty[k*order+k] = 1
	}
	for i := range rest {
		copy(q.Penalty[(1+size+i)*order+1+size:][:i+1], p.Penalty[(1+plain+i)*p.Order+1+plain:])
	}
	return &q
}

// outOfSpan returns the coefficients of the columns for those of the basis.
func (p *RidgeProblem) outOfSpan(basis, within []float64) []float64 {
	plain := p.plain()
	size := len(basis) / plain
	w := make([]float64, 1+plain, p.Order)
	w[0] = within[0]
	for k := range size {
		kernel.AddScaled(w[1:], within[1+k], basis[k*plain:(k+1)*plain])
	}
	return append(w, within[1+size:]...)
}

// predict writes the limited predictions of some rows.
func (p *RidgeProblem) predict(dst []float64, rows []int32, w, scratch []float64) {
	kernel.Dots(scratch, w, p.Features, rows)
	for k, j := range rows {
		dst[j] = p.Clip(scratch[k])
	}
}

// Dot returns Σ a_i b_i.
func Dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
