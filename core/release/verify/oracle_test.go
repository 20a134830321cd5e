package verify

import (
	"fmt"
	"math"
	"math/big"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/momentnoise"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/terms/method"
)

// oracleSlack is how far a verified claim may be below the oracle's: the verifier's own slack, 1e-9, in the claim, in
// the range and in the error of the scores, whose square is in ρ, and the rounding of two programs.
const oracleSlack = 1e-8

// supports is the oracle: it returns an error if the noise of a certificate gives less than its claim, by the
// engine's own formulas for sensitivities, errors and composition. The verifier shares none of them. It takes the
// noise and the public parameters from the certificate, and recomputes the range, sensitivity and error of the
// scores.
func supports(r *release.Release) error {
	rho, pure := spent(r)
	c := r.Certificate
	rho *= 1 - oracleSlack
	// ε below 1e-12 protects no differently than 0: e^ε is 1 to twelve digits.
	epsilon := c.Epsilon * (1 + oracleSlack)
	if pure*(1-oracleSlack) <= epsilon || accountant.Delta(rho, epsilon) <= c.Delta*(1+oracleSlack) ||
		someOrder(rho, epsilon, c.Delta) {
		return nil
	}
	return fmt.Errorf("ε = %v is claimed at δ = %v; the noise gives ε = %v from ρ = %v, and a pure ε of %v", c.Epsilon,
		c.Delta, accountant.Epsilon(rho, c.Delta), rho, pure)
}

// spent returns ρ and the pure ε of all draws.
func spent(r *release.Release) (rho, pure float64) {
	c := r.Certificate
	g := discrepancy.Geometry{Radius: c.Radius, SourceRadius: c.SourceRadius, Rows: c.N, Order: c.Order}
	switch c.Mechanism {
	case "moment":
		variance, _ := new(big.Int).SetString(c.Noise.DiagonalVariance, 10)
		rho, _ := new(
			big.Rat,
		).SetFrac(momentnoise.Sensitivity2(c.InterceptSteps, method.Adjacency(c.Adjacency)), variance.Lsh(variance, 1)).
			Float64()
		return rho, math.Inf(1)
	case "tally":
		tables := 1
		if c.Report.GroupBy != nil {
			tables = 2
		}
		variance, _ := new(big.Int).SetString(c.Noise.DiagonalVariance, 10)
		rho, _ := new(
			big.Rat,
		).SetFrac(momentnoise.CountsSensitivity2(tables, method.Adjacency(c.Adjacency)), variance.Lsh(variance, 1)).
			Float64()
		return rho, math.Inf(1)
	case "selection":
		draws, unit := *c.Iterations-1, 1.0
		moves := draws
		if c.Solver == method.SingleStage {
			draws, moves, unit = *c.Iterations+1, *c.Iterations, 4**c.ModelNorm**c.ModelNorm
		}
		span, e := 0.0, 0.0
		if c.Smoothing == "pnorm" {
			span, e = g.PNormRange(*c.P), g.PNormScoreError(*c.P, *c.Lambda, moves)
		} else {
			span, e = g.SoftmaxRange(*c.Mu), g.ScoreError(*c.Mu, *c.Lambda, moves)
		}
		e *= unit
		if c.Solver == method.SingleStage { // as adapt charges it, for labels of one standard deviation
			losses := math.Pow(*c.ModelNorm*c.SourceRadius+1, 2)
			terms := float64(r.Provenance.SourceRows + *c.Iterations + 16)
			e += terms * 0x1p-53 * (5*losses + unit*g.ScoreSpread(*c.Lambda))
		}
		perDraw := (unit*span+4*e)/c.Noise.Scale + 2.0/mechanism.ScoreResolution
		if draws == 0 {
			return 0, 0
		}
		if c.Noise.Distribution == "discrete-laplace" {
			return accountant.PureRho(draws, perDraw), float64(draws) * perDraw
		}
		return accountant.BoundedRangeRho(draws, perDraw), float64(draws) * perDraw
	default:
		draws := *c.Iterations - 1
		moved, e := 0.0, 0.0
		if c.Smoothing == "pnorm" {
			moved, e = g.PNormSensitivity2(*c.P, c.SourceQuartic), g.PNormScoreError(*c.P, *c.Lambda, 1)
		} else {
			moved, e = g.SoftmaxSensitivity2(*c.Mu, c.SourceQuartic), g.ScoreError(*c.Mu, *c.Lambda, 1)
		}
		root := math.Sqrt(float64(r.Provenance.SourceRows))
		total := (moved+2*root*e)/c.Noise.Scale + root/mechanism.GradientResolution
		return float64(draws) * total * total / 2, math.Inf(1)
	}
}

// someOrder reports whether a Rényi order proves (ε,δ) from ρ. At orders near 1 and beyond 10¹⁰ the engine's accountant
// rounds up so much that it does not find every proof. This function has only the rounding of float64, about 1e-15 of
// the terms.
func someOrder(rho, epsilon, delta float64) bool {
	at := func(x float64) float64 { // ε of the order 1 + eˣ; it falls, then rises
		excess := math.Exp(x)
		return (1+excess)*rho + (-math.Log(delta)-excess*math.Log1p(1/excess)-math.Log1p(excess))/excess
	}
	low, high := -60.0, 80.0
	for range 200 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if at(a) < at(b) {
			high = b
		} else {
			low = a
		}
	}
	return at(low) <= epsilon*(1+1e-12)
}
