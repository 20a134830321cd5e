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

// Dot returns Σ x_k·y_k, added up in four sums, of which a processor has several under way. It is portable code.
func Dot(x, y []float64) float64 {
	var a, b, c, d float64
	for ; len(x) >= 4 && len(y) >= 4; x, y = x[4:], y[4:] {
		a += x[0] * y[0]
		b += x[1] * y[1]
		c += x[2] * y[2]
		d += x[3] * y[3]
	}
	for k, v := range x {
		a += v * y[k]
	}
	return a + b + (c + d)
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

// DecimalReach is how many bytes from the beginning of a field on Decimals may look at, and more.
const DecimalReach = 80

// Decimals reads records of numbers from the beginning of text, one row of dst of that width each, until one is not plain,
// text has less than DecimalReach bytes from the beginning of a field on, or dst is full. It returns the number of rows and the
// length of their records; what else it may have written to dst is nothing.
//
// A record is plain if it is a field for each of fields, without spaces, quotes or NUL bytes, with a delimiter between two and
// "\n" or "\r\n" after the last, of at most 1 MiB; and in each that is asked for a decimal of at most 30 digits, 19 without the
// zeros before them, and 22 after the point, with or without a sign '-', with or without '.' or the other byte that point is,
// whose nearest float64 v gives a finite (v−mean)/scale. A field has three numbers: its place in the row, −1 if it is not asked
// for, mean and scale. pow10 and pow5 are the powers of ten and five from the zeroth to the 22nd.
//
// Without SIMD it reads nothing: who calls it has to read whatever it leaves, and reads the same numbers.
func Decimals(dst []float64, width int, text []byte, fields []float64, delimiter, point byte, pow10 []float64, pow5 []uint64) (rows, length int) {
	return decimals(dst, width, text, fields, delimiter, point, pow10, pow5)
}
