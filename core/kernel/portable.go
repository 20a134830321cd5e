package kernel

import "math"

// The portable twins. What is commented here holds for both.

// portableForms writes the quadratic forms of the rows in whole tiles. Two rows of G go over the features at once, four rows
// of the tile beside each other, so that a processor has eight sums to work on.
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

func portableProduct(c, a, b []float64, n, inner int) {
	for i := range n {
		out := c[i*n : (i+1)*n]
		first := i &^ 3 // the tiles begin at the diagonal
		clear(out[first:])
		for k := range inner {
			v := a[k*n+i]
			for j, w := range b[k*n+first : (k+1)*n] {
				out[first+j] += v * w
			}
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
		dst[i] = a*x[i] + b*y[i]
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
