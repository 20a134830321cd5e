package dataset

import "math"

// Clip scales z in place to Euclidean norm at most s ≥ 0 and reports whether
// it changed z. The norm it leaves, computed in floating point, is at most
// s(1+4u·len(z)), u = 2⁻⁵²; grid.Quantise, which every private row passes,
// enforces the exact bound on integers.
//
// It divides by the largest entry before it squares, because the squares of
// large finite entries overflow, and an infinite norm would turn a private row
// into zeros or NaN. Rows from this package are finite; for any other z the
// result is the zero row, so that NaN, which compares false with every bound,
// cannot pass for a short vector.
func Clip(z []float64, s float64) bool {
	if within(z, s) {
		return false
	}
	var largest float64
	for _, x := range z {
		largest = max(largest, math.Abs(x)) // NaN if x is NaN
	}
	if largest == 0 {
		return false
	}
	if !finite(largest) {
		clear(z)
		return true
	}
	var sum float64 // of squares of z/largest, in [1, d]
	for _, x := range z {
		x /= largest
		sum += float64(x * x) // two roundings on every platform: a fused operation would give another row
	}
	root := math.Sqrt(sum)
	if largest*root <= s { // +Inf on overflow, which exceeds any finite s
		return false
	}
	for i, x := range z {
		z[i] = x / largest * (s / root)
	}
	return true
}

// within reports whether z is certain to be shorter than s. This is true of most rows, and then nothing else has to be
// done. The relative error of the sum of squares is at most about len(z)·2⁻⁵³ and, where squares underflow, its
// absolute error is at most len(z)·2⁻¹⁰⁷⁴; the margins are far above both. The result is false if z has a NaN or an
// infinity.
func within(z []float64, s float64) bool {
	sum := 0.0
	for _, x := range z {
		sum += x * x
	}
	bound := s * s * (1 - 1e-6)
	return sum < bound && bound > 1e-200
}
