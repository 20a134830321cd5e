//go:build simd && wasm

package kernel

import "unsafe"

// SIMD reports whether the loops run as SIMD, which requires that the host provides the module and that its engine has
// the instructions.
var SIMD = available() != 0

//go:wasmimport kernel available
func available() int32

//go:wasmimport kernel forms32
func forms32(dst, data, g *float32, tiles, features int32)

//go:wasmimport kernel rowForms
func rowFormsSIMD(dst, rows, g, tile *float64, count, d int32)

//go:wasmimport kernel product
func productSIMD(c, a, b *float64, n, inner int32)

//go:wasmimport kernel linear
func linearSIMD(dst *float64, a float64, x *float64, b float64, y *float64, n int32)

//go:wasmimport kernel regularise
func regulariseSIMD(dst *float64, forms *float32, lambda float64, q *float64, n int32) float64

//go:wasmimport kernel weigh
func weighSIMD(sums *uint64, scores *float64, n int32, least, factor float64, whole, part *uint64) int64

//go:wasmimport kernel histograms
func histogramsSIMD(dst *float64, starts *uint32, bins *uint8, width int32, rows *int32, n int32, pairs *float64)

//go:wasmimport kernel inner
func innerSIMD(sums, u *float64, n, j int32)

//go:wasmimport kernel spread
func spreadSIMD(plain, weighted, rows, q *float64, count, d, n, room int32) int64

//go:wasmimport kernel above
func aboveSIMD(y *float64, n int32, tau float64, count *int64) float64

//go:wasmimport kernel divide
func divideSIMD(x, y *float64, divisor float64, n int32)

//go:wasmimport kernel turn
func turnSIMD(x, y *float64, c, s float64, n int32)

//go:wasmimport kernel partition
func partitionSIMD(rows *int32, n int32, scratch *int32, bins *uint8, width int32, sides *uint8) int32

//go:wasmimport kernel descend
func descendSIMD(scores *float64, stride int32, nodes *Node, sets *Set, codes *uint8, width, n int32)

//go:wasmimport kernel distances
func distancesSIMD(dst, point *float64, dim int32, others *float64, n int32)

//go:wasmimport kernel dots
func dotsSIMD(dst, vector *float64, order int32, features *float64, rows *int32, n int32)

//go:wasmimport kernel exponentials
func exponentialsSIMD(dst *float64, factor float64, x *float64, n int32)

//go:wasmimport kernel decimals
func decimalsSIMD(dst *float64, width int32, rows *int32, text *byte, limit uint32, fields *float64, count int32,
	delimiter, point int32, pow10 *float64, pow5 *uint64) int32

// What the functions do is said in calls_portable.go.
//
// The kernel does not check its addresses. So lengths are checked here, by slicing to the range that it will access.

func forms(dst, data []float32, g Form[float32], features int) {
	if !SIMD || len(dst) == 0 {
		portableForms(dst, data, g, features)
		return
	}
	tiles, pairs := len(dst)/lanes[float32](), features/2
	data, g = data[:len(dst)*features], g[:2*pairs*(pairs+1)]
	forms32(&dst[0], &data[0], &g[0], int32(tiles), int32(features))
}

func rowForms(dst, rows []float64, d int, g Form[float64], tile []float64) {
	if !SIMD || len(rows) == 0 {
		portableRowForms(dst, rows, d, g, tile)
		return
	}
	count, width, pairs := len(rows)/d, lanes[float64](), (d+1)/2
	dst, g, tile = dst[:(count+width-1)/width*width], g[:2*pairs*(pairs+1)], tile[:2*pairs*width]
	rowFormsSIMD(&dst[0], &rows[0], &g[0], &tile[0], int32(count), int32(d))
}

// product writes AᵀB of inner×n row-major matrices, its upper half mirrored.
func product(c, a, b []float64, n, inner int) {
	if !SIMD || inner == 0 {
		portableProduct(c, a, b, n, inner)
		return
	}
	c, a, b = c[:n*n], a[:inner*n], b[:inner*n]
	productSIMD(&c[0], &a[0], &b[0], int32(n), int32(inner))
}

func Linear(dst []float64, a float64, x []float64, b float64, y []float64) {
	if !SIMD || len(dst) == 0 {
		portableLinear(dst, a, x, b, y)
		return
	}
	x, y = x[:len(dst)], y[:len(dst)]
	linearSIMD(&dst[0], a, &x[0], b, &y[0], int32(len(dst)))
}

func Regularise(dst []float64, forms []float32, lambda float64, q []float64) float64 {
	if !SIMD || len(forms) == 0 {
		return portableRegularise(dst, forms, lambda, q)
	}
	dst, q = dst[:len(forms)], q[:len(forms)]
	return regulariseSIMD(&dst[0], &forms[0], lambda, &q[0], int32(len(forms)))
}

func Weigh(sums []uint64, scores []float64, least, factor float64, whole, part []uint64) {
	if !SIMD || len(scores) == 0 {
		portableWeigh(sums, scores, least, factor, whole, part)
		return
	}
	sums, whole, part = sums[:len(scores)], whole[:stepLimit>>10], part[:1024]
	weighSIMD(&sums[0], &scores[0], int32(len(scores)), least, factor, &whole[0], &part[0])
}

func Histograms(dst []Bin, starts []uint32, bins []uint8, rows []int32, pairs [][2]float64) {
	if !SIMD || len(starts) == 0 || len(rows) == 0 {
		portableHistograms(dst, starts, bins, rows, pairs)
		return
	}
	bins = bins[:len(pairs)*len(starts)]
	histogramsSIMD(&dst[0].First, &starts[0], &bins[0], int32(len(starts)), &rows[0], int32(len(rows)), &pairs[0][0])
}

func Inner(sums, u []float64, n, j int) {
	if !SIMD || j == 0 {
		portableInner(sums, u, n, j)
		return
	}
	sums, u = sums[:4*n], u[:n*n]
	innerSIMD(&sums[0], &u[0], int32(n), int32(j))
}

func spread(plain, weighted, rows []float64, d, n int, q []float64) (through, filled int) {
	if !SIMD || len(q) == 0 {
		return portableSpread(plain, weighted, rows, d, n, q)
	}
	plain, weighted, rows = plain[:gramRows*n], weighted[:gramRows*n], rows[:len(q)*d]
	found := spreadSIMD(&plain[0], &weighted[0], &rows[0], &q[0], int32(len(q)), int32(d), int32(n), gramRows)
	return int(found >> 7), int(found & 127)
}

func above(y []float64, tau float64) (sum float64, count int) {
	if !SIMD || len(y) == 0 {
		return portableAbove(y, tau)
	}
	var many int64
	sum = aboveSIMD(&y[0], int32(len(y)), tau, &many)
	return sum, int(many)
}

func divide(x, y []float64, divisor float64) {
	if !SIMD || len(x) == 0 {
		portableDivide(x, y, divisor)
		return
	}
	y = y[:len(x)]
	divideSIMD(&x[0], &y[0], divisor, int32(len(x)))
}

func turn(x, y []float64, c, s float64) {
	if !SIMD || len(x) == 0 {
		portableTurn(x, y, c, s)
		return
	}
	y = y[:len(x)]
	turnSIMD(&x[0], &y[0], c, s, int32(len(x)))
}

func partition(rows, scratch []int32, bins []uint8, width int, sides *[256]uint8) int {
	if !SIMD || len(rows) == 0 {
		return portablePartition(rows, scratch, bins, width, sides)
	}
	scratch = scratch[:len(rows)]
	return int(partitionSIMD(&rows[0], int32(len(rows)), &scratch[0], &bins[0], int32(width), &sides[0]))
}

func (t *Tree) Add(scores []float64, outputs int, codes []uint8, width int) {
	n := (len(scores) + outputs - 1) / outputs
	if !SIMD || n == 0 {
		t.portableAdd(scores, outputs, codes, width)
		return
	}
	codes = codes[:n*width]
	descendSIMD(&scores[0], int32(8*outputs), &t.Nodes[0], unsafe.SliceData(t.Sets), &codes[0], int32(width), int32(n))
}

func Distances(dst, point, others []float64) {
	some := len(dst) &^ 3
	if !SIMD || some == 0 || len(point) == 0 {
		portableDistances(dst, point, others)
		return
	}
	others = others[:len(dst)*len(point)]
	distancesSIMD(&dst[0], &point[0], int32(len(point)), &others[0], int32(some))
	portableDistances(dst[some:], point, others[some*len(point):])
}

func Dots(dst, vector, features []float64, rows []int32) {
	some := len(rows) &^ 3
	if !SIMD || some == 0 || len(vector) == 0 {
		portableDots(dst, vector, features, rows)
		return
	}
	dst = dst[:len(rows)]
	dotsSIMD(&dst[0], &vector[0], int32(len(vector)), &features[0], &rows[0], int32(some))
	portableDots(dst[some:], vector, features, rows[some:])
}

func Exponentials(dst []float64, factor float64, x []float64) int {
	some := len(dst) &^ 1
	if !SIMD || some == 0 {
		return 0
	}
	x = x[:some]
	exponentialsSIMD(&dst[0], factor, &x[0], int32(some))
	return some
}

func Decimals(dst []float64, width int, text []byte, fields []float64, delimiter, point byte, pow10 []float64,
	pow5 []uint64) (rows, length int) {
	if !SIMD || len(text) < DecimalReach || width == 0 || len(dst) < width || len(fields) < 3 {
		return 0, 0
	}
	room := int32(len(dst) / width)
	for i := 0; i < len(fields); i += 3 {
		if int(fields[i]) >= width {
			panic("kernel: a field's place is outside of its row")
		}
	}
	pow10, pow5 = pow10[:23], pow5[:23]
	limit := uint32(uintptr(unsafe.Pointer(&text[len(text)-DecimalReach])))
	n := decimalsSIMD(&dst[0], int32(8*width), &room, &text[0], limit, &fields[0], int32(len(fields)/3), int32(delimiter),
		int32(point), &pow10[0], &pow5[0])
	return int(room), int(n)
}
