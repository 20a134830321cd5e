// Package kernel holds the loops that take the time of a run. They know nothing of privacy or of optimisation.
//
// Each is there twice: in portable Go, and as SIMD in wasm/kernel/kernel.wat, which works on Go's memory in place. The second
// is reached by go:wasmimport, a call of some nanoseconds where one through syscall/js takes a microsecond. Such an import is
// mandatory once it is compiled in, and neither go_js_wasm_exec nor the edge can supply it: so it is under the build tag simd,
// set for engine and lab alone, and everything else runs the portable loops. Engines without SIMD are given imports that say
// so, and run them as well. The two agree to the last bit, except where Go fuses a product and a sum, as on arm64.
package kernel

import (
	"slices"
	"unsafe"
)

// Real is the type of a number in tiles.
type Real interface{ float32 | float64 }

// Tiles are the rows of an m×d matrix in the order in which SIMD takes them: tiles of 64 bytes a feature, which hold that
// feature of eight rows in float64 or of sixteen in float32. The last tile is filled up with the last row, an odd number of
// features with one of zeros.
type Tiles[T Real] struct {
	rows, order int
	features    int // even
	data        []T
	rest        []T // the forms of a tile of which not all are asked for
}

// lanes is the number of rows in a tile.
func lanes[T Real]() int {
	var v T
	return 64 / int(unsafe.Sizeof(v))
}

// NewTiles copies the rows of an m×d row-major matrix.
func NewTiles[T Real](rows []float64, d int) *Tiles[T] {
	t := &Tiles[T]{rows: len(rows) / d, order: d, features: d + d%2}
	width := lanes[T]()
	t.rest = make([]T, width)
	t.data = make([]T, (t.rows+width-1)/width*width*t.features)
	for j := range t.Padded() {
		at, row := j/width*width*t.features+j%width, min(j, t.rows-1)
		for i, v := range rows[row*d : (row+1)*d] {
			t.data[at+i*width] = T(v)
		}
	}
	return t
}

// Padded returns m, rounded up to whole tiles.
func (t *Tiles[T]) Padded() int { return len(t.data) / t.features }

// Order returns d.
func (t *Tiles[T]) Order() int { return t.order }

// Form is a symmetric d×d matrix G as QuadraticForms takes it: for each pair of its rows (i, i+1), i even, the entries of
// both in the columns from i on, side by side; those off the diagonal doubled, those below it zero.
type Form[T Real] []T

// NewForm returns space for matrices of order d.
func NewForm[T Real](d int) Form[T] {
	pairs := (d + 1) / 2
	return make(Form[T], 2*pairs*(pairs+1))
}

// Set packs the upper triangle of a d×d row-major matrix, multiplied by factor.
func (f Form[T]) Set(upper []float64, d int, factor float64) {
	at := 0
	for i := 0; i < d; i += 2 {
		for k := i; k < d+d%2; k++ {
			f[at], f[at+1] = 0, 0
			if k < d {
				if k == i {
					f[at] = T(factor * upper[i*d+i])
				} else {
					f[at] = T(2 * factor * upper[i*d+k])
				}
				if i+1 < d && k == i+1 {
					f[at+1] = T(factor * upper[k*d+k])
				} else if k > i+1 {
					f[at+1] = T(2 * factor * upper[(i+1)*d+k])
				}
			}
			at += 2
		}
	}
}

// callTiles is how many tiles go into one call of the SIMD loops: V8 replaces slow code by fast between calls.
const callTiles = 128

// QuadraticForms writes dst[j] = x_jᵀGx_j; len(dst) = m or Padded.
func (t *Tiles[T]) QuadraticForms(dst []T, g Form[T]) {
	width := lanes[T]()
	tile := width * t.features
	whole := len(dst) / width
	for first := 0; first < whole; first += callTiles {
		last := min(first+callTiles, whole)
		forms(dst[first*width:last*width], t.data[first*tile:last*tile], g, t.features)
	}
	if len(dst) > whole*width {
		forms(t.rest, t.data[whole*tile:(whole+1)*tile], g, t.features)
		copy(dst[whole*width:], t.rest)
	}
}

// gramRows is how many rows WeightedGram takes at once: they stay in the nearest cache.
const gramRows = 64

// WeightedGram adds Σ_j q_j x_j x_jᵀ over the rows of an m×d row-major matrix to the symmetric d×d row-major matrix dst, both
// triangles. Rows of weight 0 cost next to nothing.
func WeightedGram(dst, rows []float64, d int, q []float64) { NewGram(d).Add(dst, rows, q) }

// Gram is WeightedGram for many calls.
type Gram struct {
	order   int
	scratch []float64
}

// NewGram returns space for rows of d features.
func NewGram(d int) *Gram {
	n := (d + 3) &^ 3
	return &Gram{d, make([]float64, 2*gramRows*n+n*n)}
}

// Add is WeightedGram.
func (g *Gram) Add(dst, rows []float64, q []float64) {
	d := g.order
	n := (d + 3) &^ 3
	plain, weighted, sum := g.scratch[:gramRows*n], g.scratch[gramRows*n:2*gramRows*n], g.scratch[2*gramRows*n:]
	for len(q) > 0 {
		if n == d && len(q) >= gramRows && !slices.Contains(q[:gramRows], 0) {
			// Nothing to leave out or to fill up: the rows are used where they are.
			for k, weight := range q[:gramRows] {
				into := weighted[k*d : (k+1)*d]
				for i, v := range rows[k*d : (k+1)*d] {
					into[i] = weight * v
				}
			}
			product(sum, weighted, rows, n, gramRows)
			addSquare(dst, sum, d, n)
			rows, q = rows[gramRows*d:], q[gramRows:]
			continue
		}
		count := 0
		for ; count < gramRows && len(q) > 0; rows, q = rows[d:], q[1:] {
			weight := q[0]
			if weight == 0 {
				continue
			}
			copy(plain[count*n:], rows[:d])
			into := weighted[count*n:]
			for i, v := range rows[:d] {
				into[i] = weight * v
			}
			count++
		}
		product(sum, weighted, plain, n, count)
		addSquare(dst, sum, d, n)
	}
}

// addSquare adds the d×d numbers in the corner of an n×n matrix to dst.
func addSquare(dst, sum []float64, d, n int) {
	for i := range d {
		for k, v := range sum[i*n : i*n+d] {
			dst[i*d+k] += v
		}
	}
}
