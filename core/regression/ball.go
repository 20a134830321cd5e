package regression

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Ball returns argmin Σ q_j (w·x_j − y_j)² over ‖w‖₂ ≤ radius, the hypotheses for which the learning bound is stated; the
// intercept w₀ counts like any coefficient. Of several minimisers it returns the shortest. The norm of the result does
// not exceed the radius, not even by rounding.
//
// With A = Σ q xxᵀ = V diag(a) Vᵀ, b = Σ q y x and c = Vᵀb the minimisers are w = V(c/(a+κ)) with κ ≥ 0, and κ = 0 or
// ‖w‖ = radius. b lies in the range of A, so c_i = 0 where a_i = 0: an eigenvalue that is zero but for rounding drops out,
// and what would be the hard case of a trust region has the shortest minimiser as its solution.
func Ball(s Sample, radius float64) ([]float64, error) {
	if !(radius > 0) {
		return nil, fmt.Errorf("regression: the norm bound is %v; choose a number above 0", radius)
	}
	all := newNormal(s.order())
	for j, y := range s.Labels {
		all.add(s.row(j), y, s.Weights[j])
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(all.gram, true) {
		return nil, errors.New("regression: the weighted sample holds a number that is not finite")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	d := s.order()
	p := secular{a: eigen.Values(nil), c: make([]float64, d)}
	rotated := mat.NewVecDense(d, p.c)
	rotated.MulVec(vectors.T(), all.moment)
	p.dropZeros()
	coordinates := p.solve(radius)
	w := mat.NewVecDense(d, nil)
	w.MulVec(&vectors, mat.NewVecDense(d, coordinates))
	inner := radius * (1 - float64(d+2)*0x1p-52) // so that the bound holds in whatever order the norm is summed
	if length := mat.Norm(w, 2); length > inner {
		w.ScaleVec(inner/length, w)
	} else if math.IsNaN(length) {
		return nil, errors.New("regression: the weighted sample holds a number that is not finite")
	}
	return w.RawVector().Data, nil
}

// secular is the problem in the eigenbasis: eigenvalues a in ascending order, b in coordinates c.
type secular struct{ a, c []float64 }

// dropZeros takes eigenvalues within the rounding of the eigensolver for the zeros that they may be.
func (p secular) dropZeros() {
	d := len(p.a)
	least := 16 * float64(d) * 0x1p-53 * p.a[d-1]
	for i, a := range p.a {
		if !(a > least) {
			p.a[i], p.c[i] = 0, 0
		}
	}
}

// at returns w = c/(a+κ) with ‖w‖₂ and the derivative of the latter by κ, −Σ c²/(a+κ)³/‖w‖.
func (p secular) at(kappa float64) (w []float64, length, slope float64) {
	w = make([]float64, len(p.a))
	for i, c := range p.c {
		if c != 0 {
			w[i] = c / (p.a[i] + kappa)
			length = math.Hypot(length, w[i])
		}
	}
	for i, v := range w {
		if v != 0 {
			slope -= (v / length) * v / (p.a[i] + kappa)
		}
	}
	return w, length, slope
}

// solve finds κ by Newton's method on 1/‖w(κ)‖ − 1/radius, which is increasing and concave (Conn, Gould and Toint 2000,
// section 7.3): from the left it never passes the root. At ‖c‖/radius − max a, or 0, ‖w‖ is at least the radius.
func (p secular) solve(radius float64) []float64 {
	w, length, _ := p.at(0)
	if length <= radius {
		return w
	}
	largest, norm := p.a[len(p.a)-1], mat.Norm(mat.NewVecDense(len(p.c), p.c), 2)
	if norm/radius > 1e17*largest {
		for i, c := range p.c { // a is lost in a+κ
			w[i] = c / norm * radius
		}
		return w
	}
	kappa := math.Max(0, norm/radius-largest)
	for {
		var slope float64
		w, length, slope = p.at(kappa)
		next := kappa - (length-radius)/radius*length/slope
		if !(next > kappa) || length <= radius*(1+0x1p-52) {
			return w
		}
		kappa = next
	}
}
