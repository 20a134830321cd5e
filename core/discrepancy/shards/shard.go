package shards

import "privadapt/core/kernel"

// parts is how many runs the rows are cut into, of about the same length, whoever works on them. Sums of floating-point
// numbers are taken by parts and then over the parts in their order, so that no result depends on the number of workers, to
// the last bit; and no more workers are of use.
const parts = 8

// blockRows is how many rows are not cut apart: as many as WeightedGram takes at once. Of parts·blockRows rows or more, no part
// is empty.
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
	q           []float64 // the weights of the rows
	first, last int       // its parts
	bounds      []int     // of the parts, from row 0 of the shard on

	adder  *kernel.Gram           // for gram
	tiles  *kernel.Tiles[float64] // for forms
	form   kernel.Form[float64]
	narrow *Estimator // and for estimate
	sums   []uint64
}

// newShard returns the shard of the parts from first to before last of m rows; rows are its own alone.
func newShard(rows []float64, order, m, first, last int) *shard {
	s := &shard{order: order, rows: rows, first: first, last: last, adder: kernel.NewGram(order)}
	for p := first; p <= last; p++ {
		s.bounds = append(s.bounds, cut(m, p)-cut(m, first))
	}
	return s
}

// gram writes Σ q_j x_j x_jᵀ of each part into dst, one after the other, d×d with both triangles.
func (s *shard) gram(dst, q []float64) {
	d := s.order
	clear(dst)
	for p, from := range s.bounds[:len(s.bounds)-1] {
		to := s.bounds[p+1]
		s.adder.Add(dst[p*d*d:(p+1)*d*d], s.rows[from*d:to*d], q[from:to])
	}
}

// move replaces q by factor·q and then adds to the weight of row j of the shard, if there is one.
func (s *shard) move(factor float64, j int, amount float64) {
	if factor != 1 {
		kernel.Scale(s.q, factor)
	}
	if j >= 0 && j < len(s.q) {
		s.q[j] += amount
	}
}

// forms writes −x_jᵀGx_j into dst.
func (s *shard) forms(dst, g []float64) {
	if s.tiles == nil {
		s.tiles, s.form = kernel.NewTiles[float64](s.rows, s.order), kernel.NewForm[float64](s.order)
	}
	s.form.Set(g, s.order, -1)
	s.tiles.QuadraticForms(dst, s.form)
}

// estimate computes scores in float32, with the last G again if there is none, and returns the least and max ‖x_j‖.
func (s *shard) estimate(g []float64, lambda float64) (least, radius float64) {
	if s.narrow == nil {
		s.narrow = NewEstimator(s.rows, s.order)
	}
	_, least = s.narrow.Estimate(g, lambda, s.q)
	return least, s.narrow.Radius
}

// weigh computes the weights of the estimates and returns their sum.
func (s *shard) weigh(least, factor float64, whole, part []uint64) uint64 {
	if s.sums == nil {
		s.sums = make([]uint64, len(s.q))
	}
	kernel.Weigh(s.sums, s.narrow.scores[:len(s.q)], least, factor, whole, part)
	return s.sums[len(s.sums)-1]
}

// find returns the row whose weight holds the number u below that sum, and its weight.
func (s *shard) find(u uint64) (j int, weight uint64) { return kernel.Find(s.sums, u) }

// wipe overwrites what has been computed from G.
func (s *shard) wipe() {
	clear(s.form)
	clear(s.sums)
	if s.narrow != nil {
		s.narrow.wipe()
	}
}
