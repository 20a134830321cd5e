package kernel

// gramRows is the number of rows that WeightedGram processes at once: they stay in the first-level cache.
const gramRows = 64

// WeightedGram adds Σ_j q_j x_j x_jᵀ over the rows of an m×d row-major matrix to the symmetric d×d row-major matrix
// dst, both triangles. Rows of weight 0 cost almost nothing.
func WeightedGram(dst, rows []float64, d int, q []float64) { NewGram(d).Add(dst, rows, q) }

// Gram is WeightedGram for many calls.
type Gram struct {
	order   int
	scratch []float64
}

// NewGram returns space for rows of d features.
func NewGram(d int) *Gram {
	n := (d + 3) &^ 3
	return &Gram{d, make([]float64, 2*gramRows*n+2*n*n)}
}

// Add is WeightedGram.
func (g *Gram) Add(dst, rows []float64, q []float64) {
	d := g.order
	n := (d + 3) &^ 3
	plain, weighted, squares := g.scratch[:gramRows*n], g.scratch[gramRows*n:2*gramRows*n], g.scratch[2*gramRows*n:]
	sum, part := squares[:n*n], squares[n*n:]
	for i := range d {
		copy(sum[i*n:i*n+d], dst[i*d:(i+1)*d])
	}
	for len(q) > 0 {
		through, filled := spread(plain, weighted, rows, d, n, q)
		product(part, weighted, plain, n, filled)
		Linear(sum, 1, sum, 1, part)
		rows, q = rows[through*d:], q[through:]
	}
	for i := range d {
		copy(dst[i*d:(i+1)*d], sum[i*n:])
	}
}
