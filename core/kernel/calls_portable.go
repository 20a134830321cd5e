//go:build !(simd && wasm)

package kernel

// SIMD reports whether the loops run as SIMD.
const SIMD = false

func forms(dst, data []float32, g Form[float32], features int) { portableForms(dst, data, g, features) }

func rowForms(dst, rows []float64, d int, g Form[float64], tile []float64) {
	portableRowForms(dst, rows, d, g, tile)
}

func product(c, a, b []float64, n, inner int) { portableProduct(c, a, b, n, inner) }

// Linear writes dst = a·x + b·y, all of the same even length; dst may be x or y.
func Linear(dst []float64, a float64, x []float64, b float64, y []float64) {
	portableLinear(dst, a, x, b, y)
}

// Regularise writes dst = forms + λq in float64, all of the same even length, and returns the least entry.
func Regularise(dst []float64, forms []float32, lambda float64, q []float64) float64 {
	return portableRegularise(dst, forms, lambda, q)
}

// Weigh writes the running sums of 1 + ⌊whole[s>>10]·part[s&1023]/2²³⌋, s_j = ⌊(scores[j] − least)·factor⌋ within [0,
// 2¹⁵): the weights of an exponential mechanism, which noise/sampler explains. No product or sum may overflow.
func Weigh(sums []uint64, scores []float64, least, factor float64, whole, part []uint64) {
	portableWeigh(sums, scores, least, factor, whole, part)
}

// Histograms adds rows to the bins that they are in, one of each column, in the order of rows. bins are of all rows,
// row-major with a column for each of starts, which are the columns' first bins in dst; a row's pair is what it adds.
// What bins and rows name must exist: the loop checks nothing.
func Histograms(dst []Bin, starts []uint32, bins []uint8, rows []int32, pairs [][2]float64) {
	portableHistograms(dst, starts, bins, rows, pairs)
}

// Inner writes, for t below 4 and i from j on, sums[t·n+i] = Σ_{k<j} u[k·n+j+t]·u[k·n+i], k ascending, of an n×n
// row-major matrix; n and j are multiples of 4. The caller must ignore sums[t·n+i] for i < j.
func Inner(sums, u []float64, n, j int) { portableInner(sums, u, n, j) }

func spread(plain, weighted, rows []float64, d, n int, q []float64) (through, filled int) {
	return portableSpread(plain, weighted, rows, d, n, q)
}

func above(y []float64, tau float64) (sum float64, count int) { return portableAbove(y, tau) }

func divide(x, y []float64, divisor float64) { portableDivide(x, y, divisor) }

func turn(x, y []float64, c, s float64) { portableTurn(x, y, c, s) }

func partition(rows, scratch []int32, bins []uint8, width int, sides *[256]uint8) int {
	return portablePartition(rows, scratch, bins, width, sides)
}

// Add adds the values of the leaves that rows of codes reach to every outputs-th score; width is the number of a row's
// codes.
func (t *Tree) Add(scores []float64, outputs int, codes []uint8, width int) {
	t.portableAdd(scores, outputs, codes, width)
}

// Distances writes the squared distances of a point from others, len(dst)×len(point) row-major: sums in the order of
// the columns.
func Distances(dst, point, others []float64) { portableDistances(dst, point, others) }

// Dots writes the inner products of a vector with some rows of a row-major matrix, each a sum in the order of the
// columns. What rows name must exist: the loop checks nothing.
func Dots(dst, vector, features []float64, rows []int32) { portableDots(dst, vector, features, rows) }

// Exponentials writes e^(factor·x_i) for as many of the x_i as the loop takes, and returns how many: all but the last
// of an odd number, and none without SIMD. No factor·x_i may be above 0. The twin is Exp, which does the
// rest.
func Exponentials(dst []float64, factor float64, x []float64) int { return 0 }

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
func Decimals(dst []float64, width int, text []byte, fields []float64, delimiter, point byte, pow10 []float64,
	pow5 []uint64) (rows, length int) {
	return 0, 0
}
