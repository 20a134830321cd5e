package shards

import "privadapt/core/kernel"

// parts is how many runs the rows are cut into, of about the same length, whoever works on them. Sums of floating-point
// numbers are taken by parts and then over the parts in their order, so that no result depends on the number of
// workers, to the last bit; and no more workers are of use.
const parts = 8

// blockRows is how many rows are not cut apart: as many as WeightedGram takes at once. Of parts·blockRows rows or more,
// no part is empty.
const blockRows = 64

// cut returns the first row of part p of m rows, or m for p = parts.
func cut(m, p int) int {
	blocks := (m + blockRows - 1) / blockRows
	return min(m, blockRows*(blocks*p/parts))
}

// shard is a run of whole parts of the source rows with what a run computes row by row. It is deterministic: the same
// requests give the same answers, wherever it is.
type shard struct {
	order       int
	rows        []float64 // row-major
	first, last int       // its parts
	bounds      []int     // of the parts, from row 0 of the shard on

	adder    *kernel.Gram
	products *kernel.Forms
}

// newShard returns the shard of the parts from first to before last of m rows; rows are its own alone, and may
// still be to come.
func newShard(rows []float64, order, m, first, last int) *shard {
	s := &shard{
		order:    order,
		rows:     rows,
		first:    first,
		last:     last,
		adder:    kernel.NewGram(order),
		products: kernel.NewForms(order),
	}
	for p := first; p <= last; p++ {
		s.bounds = append(s.bounds, cut(m, p)-cut(m, first))
	}
	return s
}

// gram writes Σ p_j x_j x_jᵀ of each part into dst, one after the other, d×d with both triangles.
func (s *shard) gram(dst, numbers []float64) {
	d := s.order
	clear(dst)
	for p, from := range s.bounds[:len(s.bounds)-1] {
		to := s.bounds[p+1]
		s.adder.Add(dst[p*d*d:(p+1)*d*d], s.rows[from*d:to*d], numbers[from:to])
	}
}

// forms writes −x_jᵀGx_j into dst.
func (s *shard) forms(dst, g []float64) {
	s.products.Set(g, -1)
	s.products.Rows(dst, s.rows)
}

// len returns the number of its rows.
func (s *shard) len() int { return s.bounds[len(s.bounds)-1] }

// wipe overwrites what has been computed from G.
func (s *shard) wipe() { s.products.Wipe() }
