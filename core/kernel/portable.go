package kernel

import "math"

// The portable versions of the loops. Their comments apply to the SIMD versions too.

// portableForms writes the quadratic forms of the rows in whole tiles. It processes two rows of G and four rows of the
// tile at once, so that a processor has eight sums to work on.
func portableForms[T Real](dst, data []T, g []T, features int) {
	width := lanes[T]()
	for ; len(dst) > 0; dst, data = dst[width:], data[width*features:] {
		for lane := 0; lane < width; lane += 4 {
			var s0, s1, s2, s3 T
			at := 0
			for i := 0; i < features; i += 2 {
				var a0, a1, a2, a3, b0, b1, b2, b3 T
				for k := i; k < features; k++ {
					x := data[k*width+lane : k*width+lane+4]
					g0, g1 := g[at], g[at+1]
					a0 += g0 * x[0]
					b0 += g1 * x[0]
					a1 += g0 * x[1]
					b1 += g1 * x[1]
					a2 += g0 * x[2]
					b2 += g1 * x[2]
					a3 += g0 * x[3]
					b3 += g1 * x[3]
					at += 2
				}
				x, y := data[i*width+lane:i*width+lane+4], data[(i+1)*width+lane:(i+1)*width+lane+4]
				s0 += a0*x[0] + b0*y[0]
				s1 += a1*x[1] + b1*y[1]
				s2 += a2*x[2] + b2*y[2]
				s3 += a3*x[3] + b3*y[3]
			}
			dst[lane], dst[lane+1], dst[lane+2], dst[lane+3] = s0, s1, s2, s3
		}
	}
}

// portableArrange copies rows of d numbers into the order of tiles.
func portableArrange[T Real](data []T, rows []float64, d int) {
	width, features, count := lanes[T](), even(d), len(rows)/d
	for first := 0; first < count; first, data = first+width, data[width*features:] {
		for lane := range width {
			j := min(first+lane, count-1)
			for i, v := range rows[j*d : (j+1)*d] {
				data[i*width+lane] = T(v)
			}
		}
		if d < features {
			clear(data[d*width : features*width])
		}
	}
}

// portableRowForms writes the quadratic forms of rows of d numbers, and as many more as fill up the last tile. It
// arranges them tile by tile, and so reads them in the time that it computes.
func portableRowForms(dst, rows []float64, d int, g Form[float64], tile []float64) {
	for width := lanes[float64](); len(rows) > 0; dst = dst[width:] {
		own := rows[:min(width*d, len(rows))]
		portableArrange(tile, own, d)
		portableForms(dst[:width], tile, g, even(d))
		rows = rows[len(own):]
	}
}

// portableProduct computes tiles of 4×2: eight sums, which stay in registers.
func portableProduct(c, a, b []float64, n, inner int) {
	for i := 0; i < n; i += 4 {
		for j := i; j < n; j += 2 {
			var s00, s01, s10, s11, s20, s21, s30, s31 float64
			for k, at := 0, 0; k < inner; k, at = k+1, at+n {
				x, y := a[at+i:at+i+4], b[at+j:at+j+2]
				u, v := y[0], y[1]
				s00 += x[0] * u
				s01 += x[0] * v
				s10 += x[1] * u
				s11 += x[1] * v
				s20 += x[2] * u
				s21 += x[2] * v
				s30 += x[3] * u
				s31 += x[3] * v
			}
			out := c[i*n+j:]
			out[0], out[1] = s00, s01
			out[n], out[n+1] = s10, s11
			out[2*n], out[2*n+1] = s20, s21
			out[3*n], out[3*n+1] = s30, s31
		}
	}
	for i := range n {
		for j := range i {
			c[i*n+j] = c[j*n+i]
		}
	}
}

func portableLinear(dst []float64, a float64, x []float64, b float64, y []float64) {
	for i := range dst {
		dst[i] = float64(a*x[i]) + float64(b*y[i])
	}
}

func portableRegularise(dst []float64, forms []float32, lambda float64, q []float64) float64 {
	least := math.Inf(1)
	for j, v := range forms {
		dst[j] = float64(v) + lambda*q[j]
		least = min(least, dst[j])
	}
	return least
}

func portableWeigh(sums []uint64, scores []float64, least, factor float64, whole, part []uint64) {
	sum := uint64(0)
	for j, v := range scores {
		t := math.Min((v-least)*factor, stepLimit-1)
		step := uint32(math.Max(t, 0))
		sum += whole[step>>10]*part[step&1023]>>23 + 1
		sums[j] = sum
	}
}

func portableHistograms(dst []Bin, starts []uint32, bins []uint8, rows []int32, pairs [][2]float64) {
	width := len(starts)
	for _, j := range rows {
		v, own := pairs[j], bins[int(j)*width:int(j)*width+width]
		for i, start := range starts {
			b := &dst[int(start)+int(own[i])]
			b.First += v[0]
			b.Second += v[1]
			b.Rows++
		}
	}
}

func portablePartition(rows, scratch []int32, bins []uint8, width int, sides *[256]uint8) int {
	left, right := 0, 0
	for _, j := range rows { // without a branch, because no processor could predict it
		one := sides[bins[int(j)*width]]
		rows[left], scratch[right] = j, j
		left += int(one)
		right += 1 - int(one)
	}
	return left
}

func portableDistances(dst, point, others []float64) {
	for i := range dst {
		square := 0.0
		for k, v := range others[i*len(point) : (i+1)*len(point)] {
			step := point[k] - v
			square += float64(step * step)
		}
		dst[i] = square
	}
}

// portableDots takes four rows at a time, because a processor can do the additions of four sums at once, but not
// the additions of one.
func portableDots(dst, vector, features []float64, rows []int32) {
	row := func(k int) []float64 { return features[int(rows[k])*len(vector):][:len(vector)] }
	k := 0
	for ; k+4 <= len(rows); k += 4 {
		x0, x1, x2, x3 := row(k), row(k+1), row(k+2), row(k+3)
		var s0, s1, s2, s3 float64
		for i, v := range vector {
			s0 += float64(v * x0[i])
			s1 += float64(v * x1[i])
			s2 += float64(v * x2[i])
			s3 += float64(v * x3[i])
		}
		dst[k], dst[k+1], dst[k+2], dst[k+3] = s0, s1, s2, s3
	}
	for ; k < len(rows); k++ {
		sum, x := 0.0, row(k)
		for i, v := range vector {
			sum += float64(v * x[i])
		}
		dst[k] = sum
	}
}

// portableInner goes by tiles of 4×2: eight sums, which stay in registers.
func portableInner(sums, u []float64, n, j int) {
	for i := j; i < n; i += 2 {
		var s00, s01, s10, s11, s20, s21, s30, s31 float64
		for k, at := 0, 0; k < j; k, at = k+1, at+n {
			x, y := u[at+j:at+j+4], u[at+i:at+i+2]
			v, w := y[0], y[1]
			s00 += float64(x[0] * v)
			s01 += float64(x[0] * w)
			s10 += float64(x[1] * v)
			s11 += float64(x[1] * w)
			s20 += float64(x[2] * v)
			s21 += float64(x[2] * w)
			s30 += float64(x[3] * v)
			s31 += float64(x[3] * w)
		}
		sums[i], sums[i+1] = s00, s01
		sums[n+i], sums[n+i+1] = s10, s11
		sums[2*n+i], sums[2*n+i+1] = s20, s21
		sums[3*n+i], sums[3*n+i+1] = s30, s31
	}
}

// portableSpread copies rows of d numbers, and their products with their weights, into rows of n numbers, until
// gramRows are filled; it leaves out those with a weight of zero. It returns how many rows it has gone through and how
// many it has filled.
func portableSpread(plain, weighted, rows []float64, d, n int, q []float64) (through, filled int) {
	for through < len(q) && filled < gramRows {
		if weight := q[through]; weight != 0 {
			copy(plain[filled*n:], rows[through*d:(through+1)*d])
			into := weighted[filled*n:]
			for i, v := range rows[through*d : (through+1)*d] {
				into[i] = weight * v
			}
			filled++
		}
		through++
	}
	return through, filled
}

// portableAbove has two sums, of the even and of the odd places.
func portableAbove(y []float64, tau float64) (sum float64, count int) {
	var odd float64
	for i := 0; i+1 < len(y); i += 2 {
		if v := y[i]; v > tau {
			sum += v - tau
			count++
		}
		if v := y[i+1]; v > tau {
			odd += v - tau
			count++
		}
	}
	return sum + odd, count
}

func portableDivide(x, y []float64, divisor float64) {
	for i, v := range y[:len(x)] {
		x[i] = (x[i] - v) / divisor
	}
}

func portableTurn(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for k, v := range x {
		w := y[k]
		x[k] = c*v - s*w
		y[k] = s*v + c*w
	}
}
