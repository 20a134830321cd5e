package discrepancy

import "privadapt/core/kernel"

// The Gram matrix of the rows is summed in parts, of about the same length, which are then added up: fewer additions
// follow one another, so less is lost to rounding. WeightedGram takes blockRows rows at once, which are not cut apart.
const parts, blockRows = 8, 64

// rows computes what takes most of the time of a solver: sums over the m public rows x_j, and a form for each of them.
type rows struct {
	order    int
	x        []float64 // m×d row-major
	part     []float64 // Σ p_j x_j x_jᵀ over one part of the rows
	gram     []float64 // and over all, the upper triangle
	adder    *kernel.Gram
	products *kernel.Forms
}

func newRows(x []float64, order int) *rows {
	return &rows{
		order:    order,
		x:        x,
		part:     make([]float64, order*order),
		gram:     make([]float64, order*order),
		adder:    kernel.NewGram(order),
		products: kernel.NewForms(order),
	}
}

// cut returns the first row of a part, or m for the part behind the last.
func (r *rows) cut(part int) int {
	m := len(r.x) / r.order
	blocks := (m + blockRows - 1) / blockRows
	return min(m, blockRows*(blocks*part/parts))
}

// Gram returns the upper triangle of Σ p_j x_j x_jᵀ, d×d, which is good until the next Gram.
func (r *rows) Gram(p []float64) []float64 {
	d := r.order
	clear(r.gram)
	for part := range parts {
		from, to := r.cut(part), r.cut(part+1)
		clear(r.part)
		r.adder.Add(r.part, r.x[from*d:to*d], p[from:to])
		for i := range d {
			for j := i; j < d; j++ {
				r.gram[i*d+j] += r.part[i*d+j]
			}
		}
	}
	return r.gram
}

// Forms writes −x_jᵀGx_j of every row into dst, G by its upper triangle.
func (r *rows) Forms(dst, g []float64) {
	r.products.Set(g, -1)
	r.products.Rows(dst, r.x)
}

// Wipe overwrites what has been computed from G.
func (r *rows) Wipe() { r.products.Wipe() }
