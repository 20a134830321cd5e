package verify

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// epsilonOf returns the least ε for which ρ-zCDP gives (ε,δ)-differential privacy, by minimising over the Rényi order α
//
//	ε(α) = αρ + (log(1/δ) + (α−1)·log(1−1/α) − log α)/(α−1)
//
// (Canonne, Kamath and Steinke 2020, proposition 12). Every α is valid, so any other order than the best overstates ε.
// The rounding of the terms, which nearly cancel at large α or δ, is added.
func epsilonOf(rho, delta float64) float64 {
	if rho == 0 {
		return 0
	}
	at := func(logOrder float64) float64 { // α = 1 + e^logOrder
		excess := math.Exp(logOrder)
		spread, gain := (1+excess)*rho, excess*math.Log1p(1/excess)+math.Log1p(excess)
		return spread + (-math.Log(delta)-gain)/excess + 0x1p-50*(spread+(gain-math.Log(delta))/excess)
	}
	return math.Max(0, at(bestOrder(rho, -math.Log(delta))))
}

// bestOrder returns log(α−1) of the α at which ε(α) is least, given L = log(1/δ). The derivative of ε(α) is ρ − (L −
// log α)/(α−1)², so (α−1)²ρ + log α = L at the root. In x = log(α−1) the left side is convex and increasing, and each
// of its terms alone equals L at a point to the right of the root. From the nearer of these points Newton's method
// converges to the root without passing it.
func bestOrder(rho, l float64) float64 {
	x := math.Min(math.Log(l/rho)/2, math.Log(math.Expm1(l)))
	for range 20 {
		excess := math.Exp(x)
		square := excess * excess * rho
		step := (square + math.Log1p(excess) - l) / (2*square + excess/(1+excess))
		if x -= step; !(step > 1e-9) {
			break
		}
	}
	return x
}

// momentSpent returns ρ of the second moment and checks what the document states about its noise.
func momentSpent(r *release.Release) (rho, pure float64, err error) {
	c, pure := r.Certificate, math.Inf(1)
	if c.Noise.Distribution != "discrete-gaussian" || c.Calibration != method.Tight {
		return 0, 0, errors.New("the second moment comes with tightly calibrated discrete Gaussian noise only")
	}
	variances, err := variancesOf(c.Noise.DiagonalVariance, "")
	if err != nil {
		return 0, 0, err
	}
	if c.Combination != nil {
		rho, err = combinedRho(c, variances)
	} else if rho = rhoOf(c, variances); c.Draws != 1 {
		err = fmt.Errorf("the second moment is released once, not %d times", c.Draws)
	}
	if err != nil {
		return 0, 0, err
	}
	// σ in the units of M̂₀ is for people, and a wrong value would mislead them: σ = √(σ² in steps⁴)·(r/N)²/n, with n̂ if
	// n is private.
	want := deviationOfSum(c) / rowsOf(c)
	if c.Labels != nil {
		want *= math.Sqrt2 // M̂₀ adds two sums, each with its noise
	}
	return rho, pure, checkDeviation(c.Noise.StandardDeviation, want)
}

// checkDeviation refuses a standard deviation that does not follow from the variance.
func checkDeviation(stated, want float64) error {
	if !(math.Abs(stated-want) <= 1e-6*want) {
		return fmt.Errorf("the standard deviation of the noise is stated as %.6g, but its variance gives %.6g", stated, want)
	}
	return nil
}

// varianceOf reads σ² of a diagonal entry in grid steps⁴. CheckShape has seen that it is a whole number of at most
// 100 digits.
func varianceOf(text string) (*big.Int, error) {
	variance, ok := new(big.Int).SetString(text, 10)
	if !ok || variance.Sign() <= 0 {
		return nil, errors.New("the variance of the noise is not a positive integer")
	}
	if variance.Bit(0) == 1 {
		return nil, errors.New("the variance of the diagonal is odd, so the off-diagonal variance cannot be half of it")
	}
	return variance, nil
}

// variancesOf reads σ² of each draw: of the only one, or of the counts of residuals as well.
func variancesOf(first, labels string) (list []*big.Int, err error) {
	for _, text := range []string{first, labels} {
		if text == "" && list != nil {
			continue
		}
		variance, err := varianceOf(text)
		if err != nil {
			return nil, err
		}
		list = append(list, variance)
	}
	return list, nil
}

// deviationOfSum returns σ of a diagonal entry of a sum in the units of the rows' products; 0 where the variance cannot
// be read.
func deviationOfSum(c release.Certificate) float64 {
	variance, err := varianceOf(c.Noise.DiagonalVariance)
	if err != nil {
		return 0
	}
	return deviationOf(c, variance)
}

// deviationOf returns the root of a variance in grid steps⁴, in the units of the rows' products.
func deviationOf(c release.Certificate, variance *big.Int) float64 {
	root, _ := new(big.Float).Sqrt(new(big.Float).SetInt(variance)).Float64()
	step := c.Radius / gridSteps
	return root * step * step
}

// rhoOf returns ΣΔ²/(2σ²), each rounded up, of one owner's draws.
//
// Of a second moment on the integer grid, with N steps in r and c in the intercept, for replaced rows Δ² = 2N⁴ if 2c² ≤
// N², else 8c²(N²−c²); for added or removed ones Δ² = N⁴. With private labels it is Δ² of two sums together, between
// which a replaced row may move: 2N⁴, whatever the intercept.
//
// Of counts in parts of a row, a row adds non-negative parts, which sum to U, to the table of all rows and, with groups,
// to one group's table. So Δ² is U² for each of these tables for a row that is added or removed, and twice as much for
// one that is replaced.
func rhoOf(c release.Certificate, variances []*big.Int) (rho float64) {
	n2 := big.NewInt(c.GridSteps * c.GridSteps)
	c2 := big.NewInt(c.InterceptSteps * c.InterceptSteps)
	if c.Mechanism == method.Tally {
		n2 = big.NewInt(partsOfRow)
	}
	sensitivity := new(big.Int).Mul(n2, n2)
	if c.Adjacency == method.ReplaceOne {
		sensitivity.Lsh(sensitivity, 1)
	}
	switch {
	case c.Mechanism == method.Tally && c.Report.GroupBy != nil:
		sensitivity.Lsh(sensitivity, 1)
	case c.Mechanism == method.Moment && c.Adjacency == method.ReplaceOne && c.Labels == nil &&
		new(big.Int).Lsh(c2, 1).Cmp(n2) > 0:
		sensitivity.Sub(n2, c2).Mul(sensitivity, c2).Mul(sensitivity, big.NewInt(8))
	}
	for _, variance := range variances {
		rho += roundedUp(sensitivity, variance)
	}
	return rho
}

// roundedUp returns Δ²/(2σ²), not below it.
func roundedUp(sensitivity2, variance *big.Int) float64 {
	rho, exact := new(big.Rat).SetFrac(sensitivity2, new(big.Int).Lsh(variance, 1)).Float64()
	if !exact {
		rho = math.Nextafter(rho, math.Inf(1))
	}
	return rho
}
