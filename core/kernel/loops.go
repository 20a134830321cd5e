package kernel

import (
	"sort"
	"unsafe"
)

// Product writes Σ_k a_ki·b_kj to c for i ≤ j, and mirrors these entries, so that c is exactly symmetric: AB of
// symmetric matrices that commute up to rounding, or the upper half of AᵀB. All are n×n row-major, n a multiple of 4; c
// must be neither a nor b.
func Product(c, a, b []float64, n int) { product(c, a, b, n, n) }

// AddScaled adds a·x to dst, of the same length.
func AddScaled(dst []float64, a float64, x []float64) {
	even := len(dst) &^ 1
	Linear(dst[:even], 1, dst, a, x)
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
	Linear(v[:even], a, v, 0, v)
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

// stepLimit is the number of steps that Weigh distinguishes.
const stepLimit = 1 << 15

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

// DecimalReach exceeds the number of bytes from the beginning of a field at which Decimals may look.
const DecimalReach = 80
