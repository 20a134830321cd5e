package kernel

// Dot returns x·y, of the same length. The order of summation is not that of a plain loop.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	var a, b, c, d float64
	k := 0
	for ; k+4 <= len(x); k += 4 {
		a += x[k] * y[k]
		b += x[k+1] * y[k+1]
		c += x[k+2] * y[k+2]
		d += x[k+3] * y[k+3]
	}
	for ; k < len(x); k++ {
		a += x[k] * y[k]
	}
	return a + b + (c + d)
}

// AddScaled adds a·x to dst, of the same length.
func AddScaled(dst []float64, a float64, x []float64) {
	x = x[:len(dst)]
	for k, v := range x {
		dst[k] += a * v
	}
}
