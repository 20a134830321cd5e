package regression

import (
	"errors"
	"fmt"
	"math"

	"privadapt/core/solve/symeigen"
)

// Ball returns argmin Σ q_j (w·x_j − y_j)² over ‖w‖₂ ≤ radius.
// The intercept w₀ counts like any coefficient. Of several minimisers it returns the shortest. The norm of the result
// does not exceed the radius, not even by rounding.
//
// With A = Σ q xxᵀ = V diag(a) Vᵀ, b = Σ q y x and c = Vᵀb the minimisers are w = V(c/(a+κ)) with κ ≥ 0, and κ = 0 or
// ‖w‖ = radius. b is in the range of A, so c_i = 0 where a_i = 0. An eigenvalue that is zero up to rounding is dropped,
// and in the hard case of a trust region the solution is the shortest minimiser.
func Ball(s Sample, radius float64) ([]float64, error) {
	if !(radius > 0) {
		return nil, fmt.Errorf("regression: the norm bound is %v; choose a number above 0", radius)
	}
	all := s.normals(1, func(int) int { return 0 })[0]
	d := s.order()
	var eigen symeigen.Eigen
	if !eigen.Decompose(transposed(all.gram, d), d) {
		return nil, errors.New("regression: the weighted sample holds a number that is not finite")
	}
	p := secular{a: eigen.Values, c: make([]float64, d)}
	for k := range p.c {
		for i, v := range eigen.Vectors[k*d : (k+1)*d] {
			p.c[k] += v * all.moment[i]
		}
	}
	p.dropZeros()
	w := make([]float64, d)
	for k, c := range p.solve(radius) {
		for i, v := range eigen.Vectors[k*d : (k+1)*d] {
			w[i] += c * v
		}
	}
	inner := radius * (1 - float64(d+2)*0x1p-52) // so that the bound holds for any order in which the norm is summed
	if length := norm(w); length > inner {
		for i := range w {
			w[i] *= inner / length
		}
	} else if math.IsNaN(length) {
		return nil, errors.New("regression: the weighted sample holds a number that is not finite")
	}
	return w, nil
}

// transposed returns the upper triangle of a matrix whose lower triangle is given.
func transposed(lower []float64, d int) []float64 {
	upper := make([]float64, d*d)
	for i := range d {
		for j := range i + 1 {
			upper[j*d+i] = lower[i*d+j]
		}
	}
	return upper
}

// norm returns ‖w‖₂ without overflow.
func norm(w []float64) float64 {
	length := 0.0
	for _, v := range w {
		length = math.Hypot(length, v)
	}
	return length
}

// secular is the problem in the eigenbasis: eigenvalues a in ascending order, b in coordinates c.
type secular struct{ a, c []float64 }

// dropZeros sets eigenvalues within the rounding of the eigensolver to zero, because they may be zeros.
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
	largest, size := p.a[len(p.a)-1], norm(p.c)
	if size/radius > 1e17*largest {
		for i, c := range p.c { // a is negligible in a+κ
			w[i] = c / size * radius
		}
		return w
	}
	kappa := math.Max(0, size/radius-largest)
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
