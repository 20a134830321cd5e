package regression

import (
	"privadapt/core/kernel"
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
