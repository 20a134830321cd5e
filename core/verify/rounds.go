package verify

import (
	"errors"
	"fmt"
	"math"

	"privadapt/core/release"
)

// change bounds how far one private row moves the matrix of the gradient, in trace norm for the softmax, min(μr²/n, 2), and
// in the norm dual to Schatten 2p for the p-norm, 2(2p−1)·2^{1/2p}·r²/n.
func change(c release.Certificate) (float64, error) {
	step := c.Radius * c.Radius / float64(c.N)
	switch {
	case c.Smoothing == "softmax" && c.Mu != nil:
		return math.Min(*c.Mu*step, 2), nil
	case c.Smoothing == "pnorm" && c.P != nil:
		return 2 * (2**c.P - 1) * math.Exp2(1/(2**c.P)) * step, nil
	}
	return 0, errors.New("μ or p, which the noise of the rounds depends on, is missing")
}

// scoreRange is R: the scores x_jᵀEx_j of all rows span at most r̂² times the change; for the p-norm another 2^{1/2p}.
func scoreRange(c release.Certificate, change float64) float64 {
	r := change * c.SourceRadius * c.SourceRadius
	if c.Smoothing == "pnorm" {
		r *= math.Exp2(1 / (2 * *c.P))
	}
	return r
}

// sensitivity is Δ₂: the change times √λ_max of the source's fourth moments. Whatever the document states, that is at least
// r̂⁴, by the longest row, and m times the fourth power of the intercept, which all m rows share.
func sensitivity(c release.Certificate, change float64, m int) float64 {
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	least := math.Max(math.Pow(c.SourceRadius, 4), float64(m)*math.Pow(intercept, 4))
	return change * math.Sqrt(math.Max(c.SourceQuartic, least))
}

// scoreRounding is the bound e on the floating-point error of a score that discrepancy.Geometry derives, for a number of
// moves of the point.
func scoreRounding(c release.Certificate, moves int) float64 {
	d, r2 := float64(c.Order), c.SourceRadius*c.SourceRadius
	b := c.Radius*c.Radius + r2
	matrix := (5*float64(moves) + 100) * d * b
	if c.Smoothing == "pnorm" {
		p := *c.P
		smooth := 2 * (2*p - 1) * math.Pow(d, 1/(2*p)) * matrix
		products := 2 * b * ((d+1)*(6*p+90) + 4*d*d*math.Pow(d, 1/p))
		return math.Ldexp(r2*(smooth+products)+8*(2*b*r2+*c.Lambda), -53)
	}
	return math.Ldexp(r2*(*c.Mu*(matrix+8*b)+4*d*d+20*d)+8*(r2+*c.Lambda), -53)
}

// selectionRho returns ρ and the pure ε of all draws of algorithms 1 and 2.
func selectionRho(c release.Certificate) (rho, pure float64, err error) {
	moved, err := change(c)
	if err != nil {
		return 0, 0, err
	}
	if !(c.Noise.Scale > 0) {
		return 0, 0, errors.New("the noise has no positive scale")
	}
	wanted, moves := *c.Iterations-1, *c.Iterations-1
	unit := 1.0
	if c.Solver == "single-stage" {
		// K vertices and the choice of the iterate; all scores carry the factor 4Λ².
		wanted, moves = *c.Iterations+1, *c.Iterations
		if c.ModelNorm == nil || !(*c.ModelNorm > 0) {
			return 0, 0, errors.New("the single-stage solver has no model norm")
		}
		unit = 4 * *c.ModelNorm * *c.ModelNorm
	}
	if c.Draws != wanted {
		return 0, 0, fmt.Errorf("%d iterations take %d draws, the certificate counts %d", *c.Iterations, wanted, c.Draws)
	}
	if !(c.Noise.ScoreRange >= unit*scoreRange(c, moved)*(1-slack) && c.Noise.ScoreError >= unit*scoreRounding(c, moves)*(1-slack)) {
		return 0, 0, errors.New("the range or the error of the scores is stated too small")
	}
	perDraw := (c.Noise.ScoreRange+4*c.Noise.ScoreError)/c.Noise.Scale + math.Ldexp(1, -29)
	k := float64(c.Draws)
	switch {
	case c.Noise.Distribution == "exponential-mechanism" && c.Calibration == "tight":
		rho = k * perDraw * perDraw / 8
	case c.Noise.Distribution == "discrete-laplace" && c.Calibration == "paper":
		rho = k * perDraw * perDraw / 2
	default:
		return 0, 0, errors.New("the noise does not belong to the calibration")
	}
	return rho, k * perDraw, nil
}

// gradientRho returns ρ of all rounds of algorithm 3: the gradient moves by at most Δ₂ + √m(2e + σ/2²⁴).
func gradientRho(c release.Certificate, components int) (float64, error) {
	moved, err := change(c)
	if err != nil {
		return 0, err
	}
	if c.Noise.Distribution != "discrete-gaussian-gradient" || !(c.Noise.Scale > 0) || !(c.SourceQuartic > 0) {
		return 0, errors.New("the noise is not that of the mechanism gradient")
	}
	if c.Draws != *c.Iterations-1 {
		return 0, fmt.Errorf("%d iterations take %d draws, the certificate counts %d", *c.Iterations, *c.Iterations-1, c.Draws)
	}
	if !(c.Noise.Sensitivity >= sensitivity(c, moved, components)*(1-slack) && c.Noise.ScoreError >= scoreRounding(c, 1)*(1-slack)) {
		return 0, errors.New("the sensitivity or the error of the gradient is stated too small")
	}
	root := math.Sqrt(float64(components))
	ratio := (c.Noise.Sensitivity+2*root*c.Noise.ScoreError)/c.Noise.Scale + math.Ldexp(root, -24)
	return float64(c.Draws) * ratio * ratio / 2, nil
}
