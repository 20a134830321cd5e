package verify

import (
	"errors"
	"fmt"
	"math"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// checkSmoothing returns an error if the parameter on which the noise of the rounds depends is missing.
func checkSmoothing(c release.Certificate) error {
	if c.Smoothing == method.Softmax && c.Mu != nil || c.Smoothing == method.PNorm && c.P != nil {
		return nil
	}
	return errors.New("μ or p, on which the noise of the rounds depends, is missing")
}

// scoreRange is R, the length of the interval that holds the changes of all scores when one private row is replaced:
// r̂²·min(μr²/n, 2) for the softmax, 2^{1/p}·2(2p−1)·r²r̂²/n for the p-norm.
func scoreRange(c release.Certificate) float64 {
	r2 := c.SourceRadius * c.SourceRadius
	step := c.Radius * c.Radius / float64(c.N)
	if c.Smoothing == method.PNorm {
		return math.Exp2(1 / *c.P) * 2 * (2**c.P - 1) * step * r2
	}
	return math.Min(*c.Mu*step, 2) * r2
}

// sensitivity is Δ₂: how far one private row moves the matrix of the gradient in the Frobenius norm, times √λ_max of
// the source's fourth moments. The first is the smoothness in that norm, μ/2 or 2^{1/p}(2p−1), times √2·r²/n, and for
// the softmax at most 2; a matrix of order 1 has a softmax of smoothness μ and moves by r²/n. The second, whatever the
// document states, is at least r̂⁴, by the longest row, and m times the fourth power of the intercept, which all m rows
// share.
func sensitivity(c release.Certificate, m int) float64 {
	moved := c.Radius * c.Radius / float64(c.N)
	smoothness := 1.0
	if c.Order > 1 {
		moved *= math.Sqrt2
		smoothness = 0.5
	}
	if c.Smoothing == method.PNorm {
		moved *= math.Exp2(1 / *c.P) * (2**c.P - 1)
	} else {
		moved = math.Min(moved*smoothness**c.Mu, 2)
	}
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	least := math.Max(math.Pow(c.SourceRadius, 4), float64(m)*math.Pow(intercept, 4))
	return moved * math.Sqrt(math.Max(c.SourceQuartic, least))
}

// scoreRounding is the bound e on the floating-point error of a score that discrepancy.Geometry derives, for a number
// of moves of the point: each moves M by 4uB, B = r² + r̂², the certified decomposition by 2.2τB, u = 2⁻⁵³. The softmax
// up to μ‖M‖ = 256 comes without a decomposition, by series up to 4.2 and doublings that multiply an error of
// (9.3d+2)·1.01(d+4)u by 3.15 each.
func scoreRounding(c release.Certificate, moves int) float64 {
	d, r2 := float64(c.Order), c.SourceRadius*c.SourceRadius
	b := c.Radius*c.Radius + r2
	tau := 3*d*d + 15*d + 100
	matrix := (4*float64(moves) + 2.2*tau) * b
	scores, rounded := r2, *c.Lambda+r2
	if c.Smoothing == method.PNorm {
		p := *c.P
		scores *= 2*(2*p-1)*math.Pow(d, 1/(2*p))*matrix + 2*b*(1.1*tau+(d+1)*(2*p+26)+math.Pow(d, 1/p)*(3*d+4))
		rounded = *c.Lambda + 2*b*r2
	} else {
		decomposed := 2.2*tau**c.Mu*b + 1.1*tau + 21*d + 22
		size := math.Min(*c.Mu*b, 256)
		growth := math.Pow(3.15, math.Max(0, math.Ceil(math.Log2(1.02*size/8.4))))
		doubled := (6*growth*(9.3*d+2)+3*d)*1.01*(d+4) + d + 4 + size
		scores *= 4*float64(moves)**c.Mu*b + math.Max(decomposed, doubled) + 2*d + 2
	}
	return math.Ldexp(1.1*(scores+8*rounded), -53)
}

// stagedRounding is scoreRounding for the single-stage solver of m source rows: scores carry the factor 4Λ², and adding
// the losses, at most (Λr̂ + Y)², and summing a gap over the rows rounds m + K + 16 times more. Y, the largest label in
// standard deviations, is not in the certificate; it is at least 1.
func stagedRounding(c release.Certificate, unit float64, m int) float64 {
	r2, k := c.SourceRadius*c.SourceRadius, *c.Iterations
	losses := math.Pow(*c.ModelNorm*c.SourceRadius+1, 2)
	return unit*scoreRounding(c, k) + math.Ldexp(float64(m+k+16)*(5*losses+unit*(2*r2+*c.Lambda)), -53)
}

// selectionSpent returns ρ and the pure ε of all draws of algorithms 1 and 2.
func selectionSpent(r *release.Release) (rho, pure float64, err error) {
	c := r.Certificate
	if err := checkSmoothing(c); err != nil {
		return 0, 0, err
	}
	if !(c.Noise.Scale > 0) {
		return 0, 0, errors.New("the noise has no positive scale")
	}
	wanted, unit := *c.Iterations-1, 1.0
	leastError := scoreRounding(c, *c.Iterations-1)
	if c.Solver == method.SingleStage {
		// K vertices and the choice of the iterate; all scores carry the factor 4Λ².
		wanted = *c.Iterations + 1
		if c.ModelNorm == nil || !(*c.ModelNorm > 0) {
			return 0, 0, errors.New("the single-stage solver has no model norm")
		}
		unit = 4 * *c.ModelNorm * *c.ModelNorm
		leastError = stagedRounding(c, unit, r.Provenance.SourceRows)
	}
	if c.Draws != wanted {
		return 0, 0, fmt.Errorf("%d iterations take %d draws, but the certificate counts %d", *c.Iterations, wanted,
			c.Draws)
	}
	if !(c.Noise.ScoreRange >= unit*scoreRange(c)*(1-slack) && c.Noise.ScoreError >= leastError*(1-slack)) {
		return 0, 0, errors.New("the range or the error of the scores is stated too small")
	}
	perDraw := (c.Noise.ScoreRange+4*c.Noise.ScoreError)/c.Noise.Scale + math.Ldexp(1, -29)
	k := float64(c.Draws)
	switch {
	case c.Noise.Distribution == "exponential-mechanism" && c.Calibration == method.Tight:
		rho = k * perDraw * perDraw / 8
	case c.Noise.Distribution == "discrete-laplace" && c.Calibration == method.Paper:
		rho = k * perDraw * perDraw / 2
	default:
		return 0, 0, errors.New("the noise does not belong to the calibration")
	}
	return rho, k * perDraw, nil
}

// gradientSpent returns ρ of all rounds of algorithm 3: the gradient moves by at most Δ₂ + √m(2e + σ/2²⁴).
func gradientSpent(r *release.Release) (rho, pure float64, err error) {
	c, components := r.Certificate, r.Provenance.SourceRows
	if err := checkSmoothing(c); err != nil {
		return 0, 0, err
	}
	if c.Noise.Distribution != "discrete-gaussian-gradient" || !(c.Noise.Scale > 0) || !(c.SourceQuartic > 0) {
		return 0, 0, errors.New("the noise is not the mechanism gradient's")
	}
	if c.Draws != *c.Iterations-1 {
		return 0, 0, fmt.Errorf("%d iterations take %d draws, but the certificate counts %d", *c.Iterations, *c.Iterations-1,
			c.Draws)
	}
	if !(c.Noise.Sensitivity >= sensitivity(c, components)*(1-slack) &&
		c.Noise.ScoreError >= scoreRounding(c, 1)*(1-slack)) {
		return 0, 0, errors.New("the sensitivity or the error of the gradient is stated too small")
	}
	root := math.Sqrt(float64(components))
	ratio := (c.Noise.Sensitivity+2*root*c.Noise.ScoreError)/c.Noise.Scale + math.Ldexp(root, -24)
	return float64(c.Draws) * ratio * ratio / 2, math.Inf(1), nil
}
