package kernel

import "unsafe"

// Real is the type of a number in tiles.
type Real interface{ float32 | float64 }

// lanes is the number of rows in a tile. A tile has 64 bytes for each feature, with the values of eight rows in float64
// or of sixteen in float32, in the order in which the SIMD loops read them. The last tile is padded with copies of the
// last row, and an odd number of features with a feature of zeros.
func lanes[T Real]() int {
	var v T
	return 64 / int(unsafe.Sizeof(v))
}

// even is the number of features in a tile of rows of d features.
func even(d int) int { return d + d%2 }

// callTiles is the number of tiles in one call of a loop: V8 replaces slow code by fast code between calls.
const callTiles = 128

// Tiles are the rows of an m×d matrix as tiles of float32, for matrices G that change while the rows do not.
type Tiles struct {
	order int
	data  []float32
}

// NewTiles copies the rows of an m×d row-major matrix.
func NewTiles(rows []float64, d int) *Tiles {
	width, m := lanes[float32](), len(rows)/d
	t := &Tiles{order: d, data: make([]float32, (m+width-1)/width*width*even(d))}
	for first := 0; first < m; first += callTiles * width {
		last := min(first+callTiles*width, m)
		portableArrange(t.data[first*even(d):], rows[first*d:last*d], d)
	}
	return t
}

// Padded returns m, rounded up to whole tiles.
func (t *Tiles) Padded() int { return len(t.data) / even(t.order) }

// Order returns d.
func (t *Tiles) Order() int { return t.order }

// QuadraticForms writes dst[j] = x_jᵀGx_j; len(dst) = Padded.
func (t *Tiles) QuadraticForms(dst []float32, g Form[float32]) {
	step, features := callTiles*lanes[float32](), even(t.order)
	for first := 0; first < len(dst); first += step {
		last := min(first+step, len(dst))
		forms(dst[first:last], t.data[first*features:last*features], g, features)
	}
}
