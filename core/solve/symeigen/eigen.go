// Package symeigen decomposes small dense symmetric matrices: eigenvalues, eigenvectors and Cholesky factors.
//
// They keep LAPACK out of the engine's download. Gonum's made up a seventh of it. Tests compare the results with
// gonum's.
package symeigen

import (
	"math"

	"privadapt/core/kernel"
)

// Eigen is scratch space for decompositions M = V diag(λ) Vᵀ of d×d matrices. The zero value works.
type Eigen struct {
	Values  []float64 // λ, ascending
	Vectors []float64 // Vᵀ, row-major: row k is the eigenvector of Values[k]; empty after DecomposeValues

	work  []float64 // the matrix, then one reflector a row
	off   []float64 // off-diagonal of the tridiagonal matrix
	scale []float64 // τ of each reflector
	image []float64
}

// Wipe overwrites the last decomposition.
func (e *Eigen) Wipe() {
	for _, numbers := range [][]float64{e.Values, e.Vectors, e.work, e.off, e.scale, e.image} {
		clear(numbers[:cap(numbers)])
	}
}

// Decompose finds eigenvalues and orthonormal eigenvectors of the symmetric d×d row-major matrix m, d ≥ 1. It reads
// the upper triangle only. It reports false, with nothing to be used, if m holds a non-finite number or if the
// iteration does not converge, which has not been seen.
//
// Householder reflections make the matrix tridiagonal, implicit QL steps with Wilkinson's shift diagonal (Golub and Van
// Loan 2013, sections 8.3.1 and 8.3.3). The backward error is a modest multiple of d·2⁻⁵³·‖M‖; a caller that needs a
// proven bound checks the result.
func (e *Eigen) Decompose(m []float64, d int) bool { return e.decompose(m, d, true) }

// DecomposeValues is Decompose without the vectors, at a fraction of its cost.
func (e *Eigen) DecomposeValues(m []float64, d int) bool { return e.decompose(m, d, false) }

func (e *Eigen) decompose(m []float64, d int, vectors bool) bool {
	e.resize(d)
	exponent, finite := e.load(m, d)
	if !finite {
		return false
	}
	e.tridiagonalise(d)
	e.Vectors = e.Vectors[:0]
	if vectors {
		e.Vectors = e.Vectors[:d*d]
		e.accumulate(d)
	}
	if !e.diagonalise(d) {
		return false
	}
	e.sort(d)
	for k := range e.Values {
		e.Values[k] = math.Ldexp(e.Values[k], exponent)
	}
	return true
}

func (e *Eigen) resize(d int) {
	if len(e.Values) != d {
		*e = Eigen{
			Values: make([]float64, d), Vectors: make([]float64, d*d),
			work: make([]float64, d*d), off: make([]float64, d), scale: make([]float64, d), image: make([]float64, d),
		}
	}
}

// load copies the upper triangle to both, times the power of two that brings the largest entry to [½,1): squares of
// what matters then neither overflow nor underflow.
func (e *Eigen) load(m []float64, d int) (exponent int, finite bool) {
	largest := 0.0
	for i := range d {
		for _, v := range m[i*d+i : (i+1)*d] {
			if a := math.Abs(v); !(a <= largest) { // a NaN too
				largest = a
			}
		}
		if math.IsNaN(largest) || math.IsInf(largest, 1) {
			return 0, false
		}
	}
	_, exponent = math.Frexp(largest)
	// In two steps: 2^−exponent itself overflows for subnormal matrices.
	first, second := math.Ldexp(1, -exponent/2), math.Ldexp(1, -exponent+exponent/2)
	for i := range d {
		for j := i; j < d; j++ {
			v := m[i*d+j] * first * second
			e.work[i*d+j], e.work[j*d+i] = v, v
		}
	}
	return exponent, true
}

// tridiagonalise turns the matrix into T = QᵀMQ with diagonal Values and off-diagonal off, Q the product of reflections
// H_k = I − τvvᵀ. The vector v of H_k is left in row k of work, from column k+1 on, its τ in scale.
func (e *Eigen) tridiagonalise(d int) {
	a := e.work
	for k := 0; k < d-1; k++ {
		v := a[k*d+k+1 : (k+1)*d]
		e.Values[k] = a[k*d+k]
		e.off[k], e.scale[k] = reflector(v)
		tau := e.scale[k]
		if tau == 0 {
			continue
		}
		// The rest R becomes HRH = R − vwᵀ − wvᵀ with p = τRv and w = p − (τ/2)(pᵀv)v.
		w := e.image[k+1 : d]
		for i := range w {
			row := a[(k+1+i)*d+k+1 : (k+2+i)*d]
			w[i] = tau * kernel.Dot(row, v)
		}
		half := tau / 2 * dot(w, v)
		for i, x := range v {
			w[i] -= half * x
		}
		for i := range w {
			row := a[(k+1+i)*d+k+1 : (k+2+i)*d]
			kernel.AddScaled(row, -v[i], w)
			kernel.AddScaled(row, -w[i], v)
		}
	}
	e.Values[d-1] = a[d*d-1]
	e.off[d-1] = 0
}

// lost is the value below which a sum of squares counts as zero; the largest entry of the matrix is about 1. Closer to
// the smallest float64 such sums would lose their digits.
const lost = 0x1p-900

// reflector overwrites x by a v such that (I − τvvᵀ)x = (alpha, 0, …).
func reflector(x []float64) (alpha, tau float64) {
	rest := dot(x[1:], x[1:])
	if rest < lost {
		return x[0], 0
	}
	alpha = -math.Copysign(math.Sqrt(x[0]*x[0]+rest), x[0])
	x[0] -= alpha // no cancellation: the signs differ
	return alpha, 2 / (x[0]*x[0] + rest)
}

// accumulate fills Vectors with Qᵀ, by the reflections from the last to the first, so that each changes a corner only.
func (e *Eigen) accumulate(d int) {
	q := e.Vectors
	clear(q)
	for i := range d {
		q[i*d+i] = 1
	}
	for k := d - 2; k >= 0; k-- {
		tau := e.scale[k]
		if tau == 0 {
			continue
		}
		v := e.work[k*d+k+1 : (k+1)*d]
		for i := k + 1; i < d; i++ {
			row := q[i*d+k+1 : (i+1)*d]
			kernel.AddScaled(row, -tau*kernel.Dot(row, v), v)
		}
	}
}

// diagonalise runs QL steps on T until the off-diagonal is negligible, turning the rows of Vectors along.
func (e *Eigen) diagonalise(d int) bool {
	const perValue = 60 // two steps are usual
	// Next to zeros on the diagonal no off-diagonal entry is relatively negligible; below this its square would be lost
	// in a step.
	const least = 0x1p-440
	values, off := e.Values, e.off
	for first := range d {
		for steps := 0; ; steps++ {
			last := first
			for last < d-1 && math.Abs(off[last]) > math.Max(least,
				0x1p-53*(math.Abs(values[last])+math.Abs(values[last+1]))) {
				last++
			}
			if last == first {
				break
			}
			if steps == perValue {
				return false
			}
			e.step(d, first, last)
		}
	}
	return true
}

// step is one implicit QL step on the unreduced block from first to last: from its lower end, plane rotations chase the
// bulge that the first of them, chosen by the shift, makes.
func (e *Eigen) step(d, first, last int) {
	values, off := e.Values, e.off
	// Wilkinson's shift: the eigenvalue of the leading 2×2 block that is nearer to its first entry.
	delta := (values[first+1] - values[first]) / (2 * off[first])
	root := math.Sqrt(1 + delta*delta)
	if math.IsInf(root, 1) {
		root = math.Abs(delta)
	}
	g := values[last] - values[first] + off[first]/(delta+math.Copysign(root, delta))
	c, s, p := 1.0, 1.0, 0.0
	for i := last - 1; i >= first; i-- {
		f, b := s*off[i], c*off[i]
		square := f*f + g*g
		if square < lost { // the block splits here
			off[i], off[i+1] = b, 0
			values[i+1] -= p
			off[last] = 0
			return
		}
		r := math.Sqrt(square)
		off[i+1] = r
		s, c = f/r, g/r
		g = values[i+1] - p
		r = (values[i]-g)*s + 2*c*b
		p = s * r
		values[i+1] = g + p
		g = c*r - b
		if len(e.Vectors) > 0 {
			kernel.Turn(e.Vectors[i*d:(i+1)*d], e.Vectors[(i+1)*d:(i+2)*d], c, s)
		}
	}
	values[first] -= p
	off[first] = g
	off[last] = 0
}

// sort puts the eigenvalues in ascending order, by insertion of the least: d exchanges of rows at most.
func (e *Eigen) sort(d int) {
	for i := range d {
		least := i
		for k := i + 1; k < d; k++ {
			if e.Values[k] < e.Values[least] {
				least = k
			}
		}
		if least == i {
			continue
		}
		e.Values[i], e.Values[least] = e.Values[least], e.Values[i]
		if len(e.Vectors) > 0 {
			x, y := e.Vectors[i*d:(i+1)*d], e.Vectors[least*d:(least+1)*d]
			for k := range x {
				x[k], y[k] = y[k], x[k]
			}
		}
	}
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for k, v := range x {
		sum += v * y[k]
	}
	return sum
}

// Matrix is a symmetric matrix of the order d. Of Data, d×d and row-major, the upper triangle is used and nothing below
// it.
//
// It has the layout of gonum's SymDense, whose package would be a seventieth of the engine's download for its storage
// alone.
type Matrix struct {
	Order int
	Data  []float64
}

// NewMatrix returns a matrix that keeps data, of length d², or one of zeros if data is nil.
func NewMatrix(d int, data []float64) *Matrix {
	if data == nil {
		data = make([]float64, d*d)
	}
	if len(data) != d*d {
		panic("symeigen: the entries do not make a square matrix of this order")
	}
	return &Matrix{d, data}
}

// At returns entry (i,j), which is entry (j,i).
func (m *Matrix) At(i, j int) float64 { return m.Data[min(i, j)*m.Order+max(i, j)] }

// Set sets entries (i,j) and (j,i).
func (m *Matrix) Set(i, j int, v float64) { m.Data[min(i, j)*m.Order+max(i, j)] = v }
