package kernel

import "sort"

// Product writes AB for symmetric n×n row-major matrices, n a multiple of 4, that commute but for rounding: it computes the
// tiles of 4×4 on and above the diagonal, and C is symmetric to the bit. c is neither a nor b.
func Product(c, a, b []float64, n int) { product(c, a, b, n, n) }

// Linear writes dst = a·x + b·y, of the same even lengths; dst may be x or y.
func Linear(dst []float64, a float64, x []float64, b float64, y []float64) { linear(dst, a, x, b, y) }

// Scale multiplies v by a.
func Scale(v []float64, a float64) {
	even := len(v) &^ 1
	linear(v[:even], a, v, 0, v)
	if even < len(v) {
		v[even] *= a
	}
}

// Regularise writes dst = forms + λq in float64, of the same even lengths, and returns the least.
func Regularise(dst []float64, forms []float32, lambda float64, q []float64) float64 {
	return regularise(dst, forms, lambda, q)
}

// stepLimit is the number of steps that Weigh distinguishes.
const stepLimit = 1 << 15

// Weigh writes the running sums of 1 + ⌊whole[s>>10]·part[s&1023]/2²³⌋, s_j = ⌊(scores[j] − least)·factor⌋ within [0, 2¹⁵):
// weights of an exponential mechanism, which dp/sampler says more of. No product or sum may overflow.
func Weigh(sums []uint64, scores []float64, least, factor float64, whole, part []uint64) {
	weigh(sums, scores, least, factor, whole, part)
}

// Find returns the index whose weight holds the number u, below the last of the running sums, and that weight: j where
// sums[j−1] ≤ u < sums[j].
func Find(sums []uint64, u uint64) (j int, weight uint64) {
	j = sort.Search(len(sums), func(j int) bool { return sums[j] > u })
	weight = sums[j]
	if j > 0 {
		weight -= sums[j-1]
	}
	return j, weight
}
