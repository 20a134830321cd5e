package kernel

// Form is a symmetric d×d matrix G in the layout of the loop forms: for each pair of its rows (i, i+1), i even, the
// entries of both in the columns from i on, side by side. Entries above the diagonal are doubled, entries below it are
// zero.
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

// Forms computes quadratic forms of rows in float64. It keeps no copy of them, only of one tile at a time.
type Forms struct {
	order int
	form  Form[float64]
	tile  []float64
	rest  []float64 // the forms of a tile where only some are requested
}

// NewForms returns space for rows of d features.
func NewForms(d int) *Forms {
	width := lanes[float64]()
	return &Forms{d, NewForm[float64](d), make([]float64, width*even(d)), make([]float64, width)}
}

// Set stores the upper triangle of G, a d×d row-major matrix, multiplied by factor.
func (f *Forms) Set(upper []float64, factor float64) { f.form.Set(upper, f.order, factor) }

// Rows writes dst[j] = x_jᵀGx_j for the rows of an m×d row-major matrix, m = len(dst).
func (f *Forms) Rows(dst, rows []float64) {
	for width := len(f.rest); len(dst) >= width; {
		count := min(len(dst)/width, callTiles) * width
		rowForms(dst[:count], rows[:count*f.order], f.order, f.form, f.tile)
		dst, rows = dst[count:], rows[count*f.order:]
	}
	if len(dst) > 0 {
		rowForms(f.rest, rows[:len(dst)*f.order], f.order, f.form, f.tile)
		copy(dst, f.rest)
	}
}

// Wipe overwrites what has been computed from G.
func (f *Forms) Wipe() {
	clear(f.form)
	clear(f.rest)
}
