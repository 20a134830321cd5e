package noise

import "math"

// GaussianDelta returns the exact δ at which the Gaussian mechanism of μ = Δ/σ satisfies (ε,δ)-differential privacy,
// rounded up (Balle and Wang 2018, theorem 8):
//
//	δ = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)
//
// It holds for continuous noise and composes: k adaptive rounds of μ are one round of √k·μ. The releases of this module
// have discrete noise and are charged by zCDP; this curve shows how much that costs. μ > 0, ε ≥ 0.
func GaussianDelta(mu, epsilon float64) float64 {
	// With φ the normal density, φ(a) = e^ε·φ(b) for a = ε/μ − μ/2 and b = ε/μ + μ/2, so δ = φ(a)·(m(a) − m(b)) with
	// the ratio m(x) = Φ(−x)/φ(x): nothing overflows, and the error by cancellation is bounded by the rounding of m(a).
	a, b := epsilon/mu-mu/2, epsilon/mu+mu/2
	const rounding = 1e-13
	if a < -5 {
		return min(1, (tail(a)-math.Exp(epsilon+logTail(b)))*roundUp+rounding)
	}
	// exp(−a²/2) multiplies the rounding of a², too.
	density := math.Exp(-a*a/2) / math.Sqrt(2*math.Pi)
	return min(1, density*(mills(a)-mills(b)+rounding*mills(a))*(1+1e-15*a*a)*roundUp)
}

// tail is Φ(−x).
func tail(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

// logTail is log Φ(−x) for x ≥ 0.
func logTail(x float64) float64 {
	return math.Log(mills(x)) - x*x/2 - math.Log(2*math.Pi)/2
}

// mills is Φ(−x)/φ(x), x ≥ −5, by its continued fraction 1/(x+1/(x+2/(x+3/…))) where that is accurate.
func mills(x float64) float64 {
	if x < 4 {
		return tail(x) * math.Sqrt(2*math.Pi) * math.Exp(x*x/2)
	}
	f := x
	for k := 120.0; k >= 1; k-- {
		f = x + k/f
	}
	return 1 / f
}

// GaussianMu returns the largest μ at which the Gaussian mechanism satisfies (ε,δ)-differential privacy, rounded down.
func GaussianMu(epsilon, delta float64) float64 {
	return largest(func(mu float64) bool { return GaussianDelta(mu, epsilon) <= delta })
}

// largest returns the largest x > 0 such that a condition holds from 0 up to x.
func largest(holds func(float64) bool) float64 {
	low, high := 0.0, 1.0
	for holds(high) {
		low, high = high, 2*high
	}
	for {
		mid := low + (high-low)/2
		if mid == low || mid == high {
			return low
		}
		if holds(mid) {
			low = mid
		} else {
			high = mid
		}
	}
}
