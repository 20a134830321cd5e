package kernel

import (
	"sort"
	"unsafe"
)

// Product writes Σ_k a_ki·b_kj to c for i ≤ j, and mirrors these entries, so that c is exactly symmetric: AB of
// symmetric matrices that commute up to rounding, or the upper half of AᵀB. All are n×n row-major, n a multiple of 4; c
// must be neither a nor b.
func Product(c, a, b []float64, n int) { product(c, a, b, n, n) }

// Linear writes dst = a·x + b·y, all of the same even length; dst may be x or y.
func Linear(dst []float64, a float64, x []float64, b float64, y []float64) { linear(dst, a, x, b, y) }

// AddScaled adds a·x to dst, of the same length.
func AddScaled(dst []float64, a float64, x []float64) {
	even := len(dst) &^ 1
	linear(dst[:even], 1, dst, a, x)
	if even < len(dst) {
		dst[even] += float64(a * x[even])
	}
}

// Turn replaces the vectors (x, y) by (cx − sy, sx + cy).
func Turn(x, y []float64, c, s float64) {
	even := len(x) &^ 1
	turn(x[:even], y, c, s)
	if even < len(x) {
		portableTurn(x[even:], y[even:len(x)], c, s)
	}
}

// Divide replaces the vector x by (x − y)/divisor.
func Divide(x, y []float64, divisor float64) {
	even := len(x) &^ 1
	divide(x[:even], y, divisor)
	if even < len(x) {
		x[even] = (x[even] - y[even]) / divisor
	}
}

// Scale multiplies v by a.
func Scale(v []float64, a float64) {
	even := len(v) &^ 1
	linear(v[:even], a, v, 0, v)
	if even < len(v) {
		v[even] *= a
	}
}

// Dot returns Σ x_k·y_k, added up in four sums, because a processor can work on several at once. It is portable code.
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

// Above returns the sum of y_k − tau over the y_k above tau, and how many there are.
func Above(y []float64, tau float64) (sum float64, count int) {
	even := len(y) &^ 1
	sum, count = above(y[:even], tau)
	if even < len(y) && y[even] > tau {
		sum += y[even] - tau
		count++
	}
	return sum, count
}

// Regularise writes dst = forms + λq in float64, all of the same even length, and returns the least entry.
func Regularise(dst []float64, forms []float32, lambda float64, q []float64) float64 {
	return regularise(dst, forms, lambda, q)
}

// stepLimit is the number of steps that Weigh distinguishes.
const stepLimit = 1 << 15

// Weigh writes the running sums of 1 + ⌊whole[s>>10]·part[s&1023]/2²³⌋, s_j = ⌊(scores[j] − least)·factor⌋ within [0,
// 2¹⁵): the weights of an exponential mechanism, which noise/sampler explains. No product or sum may overflow.
func Weigh(sums []uint64, scores []float64, least, factor float64, whole, part []uint64) {
	weigh(sums, scores, least, factor, whole, part)
}

// Find returns the index and the weight that a number u belongs to, where u is below the last of the running sums: the
// j with sums[j−1] ≤ u < sums[j].
func Find(sums []uint64, u uint64) (j int, weight uint64) {
	j = sort.Search(len(sums), func(j int) bool { return sums[j] > u })
	weight = sums[j]
	if j > 0 {
		weight -= sums[j-1]
	}
	return j, weight
}

// Bin is what a histogram keeps of the rows in a bin: sums of two numbers that each row has, and how many rows there
// are.
type Bin struct{ First, Second, Rows float64 }

// Histograms adds rows to the bins that they are in, one of each column, in the order of rows. bins are of all rows,
// row-major with a column for each of starts, which are the columns' first bins in dst; a row's pair is what it adds.
// What bins and rows name must exist: the loop checks nothing.
func Histograms(dst []Bin, starts []uint32, bins []uint8, rows []int32, pairs [][2]float64) {
	histograms(dst, starts, bins, rows, pairs)
}

// Subtract takes the bins of some rows away from the bins of more rows. There are as many of both.
func Subtract(dst, part []Bin) { AddScaled(numbersOf(dst), -1, numbersOf(part)) }

// numbersOf looks at the same memory as three numbers for each bin.
func numbersOf(bins []Bin) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(bins))), 3*len(bins))
}

// Partition puts the rows that go left before the others, each in their order, and returns how many they are; the
// others are left in the first places of scratch too, which must have room for all rows. bins has the bins of all
// rows, row-major, from the column on that decides; sides holds 1 for a bin that goes left, otherwise 0. What rows
// name must exist: the loop checks nothing.
func Partition(rows, scratch []int32, bins []uint8, width int, sides *[256]uint8) int {
	left := partition(rows, scratch, bins, width, sides)
	copy(rows[left:], scratch[:len(rows)-left])
	return left
}

// Distances writes the squared distances of a point from others, len(dst)×len(point) row-major: sums in the order of
// the columns.
func Distances(dst, point, others []float64) { distances(dst, point, others) }

// Dots writes the inner products of a vector with some rows of a row-major matrix, each a sum in the order of the
// columns. What rows name must exist: the loop checks nothing.
func Dots(dst, vector, features []float64, rows []int32) { dots(dst, vector, features, rows) }

// Exponentials writes e^(factor·x_i) for as many of the x_i as the loop takes, and returns how many: all but the last
// of an odd number, and none without SIMD. No factor·x_i may be above 0. The twin is Exp, which does the
// rest.
func Exponentials(dst []float64, factor float64, x []float64) int {
	return exponentials(dst, factor, x)
}

// Inner writes, for t below 4 and i from j on, sums[t·n+i] = Σ_{k<j} u[k·n+j+t]·u[k·n+i], k ascending, of an n×n
// row-major matrix; n and j are multiples of 4. The caller must ignore sums[t·n+i] for i < j.
func Inner(sums, u []float64, n, j int) { inner(sums, u, n, j) }

// DecimalReach exceeds the number of bytes from the beginning of a field at which Decimals may look.
const DecimalReach = 80

// Decimals reads records of numbers from the beginning of text into the rows of dst, each of the given width. It stops
// when a record is not plain, when text has fewer than DecimalReach bytes after the beginning of a field, or when dst
// is full. It returns the number of rows and the length of their records; the caller must ignore everything after these
// rows in dst.
//
// A record is plain if it has at most 1 MiB and one field for each of fields, without spaces, quotes or NUL bytes, with
// a delimiter between two fields and "\n" or "\r\n" after the last. Each field that is used must be a decimal of at
// most 30 digits, 19 of them after leading zeros, and 22 after the point, with an optional sign '-' and an optional
// decimal mark, which is the byte point, and its nearest float64 v must give a (v−mean)/scale of at most 10¹⁰⁰ in size,
// as dataset.Largest. A field has three numbers: its index in the row (−1 if it is not used), mean and scale. pow10 and
// pow5 are the powers of ten and five from the zeroth to the 22nd.
//
// Without SIMD it reads nothing: the caller has to read the remaining records itself, and reads the same numbers.
func Decimals(
	dst []float64,
	width int,
	text []byte,
	fields []float64,
	delimiter, point byte,
	pow10 []float64,
	pow5 []uint64,
) (rows, length int) {
	return decimals(dst, width, text, fields, delimiter, point, pow10, pow5)
}
