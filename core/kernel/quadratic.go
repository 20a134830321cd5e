// Package kernel holds the loops that take most of the time of a run. They do not depend on privacy or optimisation.
//
// Each loop has two versions: one in portable Go, and one with SIMD in wasm/kernel/kernel.wat, which works on Go's memory in
// place. Go calls the SIMD version by go:wasmimport, which takes some nanoseconds; a call through syscall/js takes a
// microsecond. Such an import is mandatory once it is compiled in, and neither go_js_wasm_exec nor the edge can supply it. So
// it has the build tag simd, which is set only for engine and lab; all other builds run the portable loops. JavaScript engines
// without SIMD get imports that report this, and run the portable loops too. The two versions agree to the last bit, except
// where Go fuses a product and a sum, as on arm64.
package kernel

import "unsafe"

// Real is the type of a number in tiles.
type Real interface{ float32 | float64 }

// Tiles are the rows of an m×d matrix in the order in which the SIMD loops read them. A tile has 64 bytes for each feature, with
// the values of eight rows in float64 or of sixteen in float32. The last tile is padded with copies of the last row, and an odd
// number of features with a feature of zeros.
type Tiles[T Real] struct {
	rows, order int
	features    int // even
	data        []T
	rest        []T // the forms of a tile of which only some are requested
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
	for first := 0; first < t.Padded(); first += callTiles * width {
		t.fill(rows, first, min(first+callTiles*width, t.Padded()))
	}
	return t
}

// fill copies the rows from first to before last.
func (t *Tiles[T]) fill(rows []float64, first, last int) {
	width := lanes[T]()
	for j := first; j < last; j++ {
		at, row := j/width*width*t.features+j%width, min(j, t.rows-1)
		for i, v := range rows[row*t.order : (row+1)*t.order] {
			t.data[at+i*width] = T(v)
		}
	}
}

// Padded returns m, rounded up to whole tiles.
func (t *Tiles[T]) Padded() int { return len(t.data) / t.features }

// Order returns d.
func (t *Tiles[T]) Order() int { return t.order }

// Form is a symmetric d×d matrix G in the layout of QuadraticForms: for each pair of its rows (i, i+1), i even, the entries of
// both in the columns from i on, side by side. Entries above the diagonal are doubled, entries below it are zero.
type Form[T Real] []T

// NewForm returns space for matrices of order d.
func NewForm[T Real](d int) Form[T] {
	pairs := (d + 1) / 2
	return make(Form[T], 2*pairs*(pairs+1))
}

// Set stores the upper triangle of a d×d row-major matrix, multiplied by factor.
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

// callTiles is the number of tiles in one call of a loop: V8 replaces slow code by fast code between calls.
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

// gramRows is the number of rows that WeightedGram processes at once: they stay in the first-level cache.
const gramRows = 64

// WeightedGram adds Σ_j q_j x_j x_jᵀ over the rows of an m×d row-major matrix to the symmetric d×d row-major matrix dst, both
// triangles. Rows of weight 0 cost almost nothing.
func WeightedGram(dst, rows []float64, d int, q []float64) { NewGram(d).Add(dst, rows, q) }

// Gram is WeightedGram for many calls.
type Gram struct {
	order   int
	scratch []float64
}

// NewGram returns space for rows of d features.
func NewGram(d int) *Gram {
	n := (d + 3) &^ 3
	return &Gram{d, make([]float64, 2*gramRows*n+2*n*n)}
}

// Add is WeightedGram.
func (g *Gram) Add(dst, rows []float64, q []float64) {
	d := g.order
	n := (d + 3) &^ 3
	plain, weighted, squares := g.scratch[:gramRows*n], g.scratch[gramRows*n:2*gramRows*n], g.scratch[2*gramRows*n:]
	sum, part := squares[:n*n], squares[n*n:]
	for i := range d {
		copy(sum[i*n:i*n+d], dst[i*d:(i+1)*d])
	}
	for len(q) > 0 {
		through, filled := spread(plain, weighted, rows, d, n, q)
		product(part, weighted, plain, n, filled)
		linear(sum, 1, sum, 1, part)
		rows, q = rows[through*d:], q[through:]
	}
	for i := range d {
		copy(dst[i*d:(i+1)*d], sum[i*n:])
	}
}
