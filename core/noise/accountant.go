// The accountant converts between zero-concentrated differential privacy (ρ-zCDP, Bun and Steinke 2016) and
// (ε,δ)-differential privacy, and composes rounds. Every function rounds toward more privacy: a returned ε or δ is
// never below, and a returned ρ never above, what the formula gives.

package noise

import "math"

// roundUp covers the rounding of the few dozen float64 operations behind one result.
const roundUp = 1 + 1e-12

// Delta returns the smallest δ for which ρ-zCDP is proved to imply (ε,δ)-differential privacy:
//
//	δ = inf_{α>1} exp((α−1)(αρ−ε))/(α−1)·(1−1/α)^α
//
// (Canonne, Kamath and Steinke 2020, corollary 13). Any α gives a valid δ, so a minimiser found only approximately
// errs toward more privacy. ρ ≥ 0, ε ≥ 0.
func Delta(rho, epsilon float64) float64 {
	if rho == 0 {
		return 0
	}
	// d/dα log δ = (2α−1)ρ − ε + log(1−1/α) increases in α; its root lies below (ε+ρ)/(2ρ) + 1/√(2ρ) + 1.
	low, high := 1.0, (epsilon+rho)/(2*rho)+1/math.Sqrt(2*rho)+1
	for range 200 {
		mid := low + (high-low)/2
		if mid == low || mid == high {
			break
		}
		if (2*mid-1)*rho-epsilon+math.Log1p(-1/mid) < 0 {
			low = mid
		} else {
			high = mid
		}
	}
	logDelta := (high-1)*(high*rho-epsilon) + (high-1)*math.Log1p(-1/high) - math.Log(high)
	// The rounding of logDelta grows with the size of its terms.
	logDelta += 1e-15 * (high * (high*rho + epsilon + 1))
	return min(1, math.Exp(logDelta)*roundUp)
}

// Epsilon returns the smallest ε for which ρ-zCDP is proved to imply (ε,δ)-differential privacy, rounded up.
func Epsilon(rho, delta float64) float64 {
	if rho == 0 {
		return 0
	}
	if Delta(rho, 0) <= delta {
		return 0
	}
	return math.Nextafter(largest(func(epsilon float64) bool { return Delta(rho, epsilon) > delta }), math.Inf(1))
}

// Rho returns the largest ρ for which ρ-zCDP is proved to imply (ε,δ)-differential privacy, rounded down. The σ of a ρ is
// in a mechanism's law: MomentLaw, PairLaw and CountsNoise.
func Rho(epsilon, delta float64) float64 {
	return largest(func(rho float64) bool { return Delta(rho, epsilon) <= delta })
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

// BoundedRangeRho returns the ρ of k adaptive rounds of an η-bounded-range mechanism, k·η²/8 (Cesar and Rogers 2021,
// lemma 3.4; Dong, Durfee and Rogers 2020).
func BoundedRangeRho(k int, eta float64) float64 {
	return float64(k) * eta * eta / 8 * roundUp
}

// BoundedRangeEta returns the largest η for which k adaptive rounds of η-bounded range satisfy (ε,δ)-differential
// privacy: the better of zCDP composition and of pure composition, k·η ≤ ε. The certificate is charged the same
// minimum.
func BoundedRangeEta(k int, epsilon, delta float64) float64 {
	return BoundedRangeEtaWithin(k, epsilon, Rho(epsilon, delta))
}

// BoundedRangeEtaWithin is BoundedRangeEta where ρ is known to be Rho(ε,δ), which takes a millisecond to find.
func BoundedRangeEtaWithin(k int, epsilon, rho float64) float64 {
	concentrated := math.Sqrt(8 * rho / float64(k))
	pure := epsilon / float64(k)
	return max(concentrated, pure) / roundUp
}

// PureRho returns the ρ of k adaptive rounds of an ε₀-differentially private mechanism, k·ε₀²/2 (Bun and Steinke 2016,
// proposition 1.4).
func PureRho(k int, epsilon0 float64) float64 {
	return float64(k) * epsilon0 * epsilon0 / 2 * roundUp
}

// SmallestEpsilon returns the ε that a mechanism guarantees at δ if it is both ρ-zCDP and pure-DP with the parameter
// pure.
func SmallestEpsilon(rho, pure, delta float64) float64 {
	return min(Epsilon(rho, delta), pure*roundUp)
}
