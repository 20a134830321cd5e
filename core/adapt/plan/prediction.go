package plan

import (
	"math"

	"privadapt/core/data/grid"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/momentnoise"
	"privadapt/core/terms/method"
)

// Case holds the public numbers from which the error of a mechanism is predicted, under replace-one adjacency.
type Case struct {
	Rows           int64   // n, as counted or as declared
	Order          int     // d, features and intercept
	Sources        int     // m
	Epsilon, Delta float64 // ε, δ
	Reach          float64 // r̂/r, at most 1
}

// The predictions say by how much ‖M(q)‖₂ will typically end above the least that weights can reach, as a share of r².
// At 1 or more they say nothing: no discrepancy is larger.

// mostRounds is the largest K that is considered; the largest that is allowed is only slightly larger.
const mostRounds = 1 << 19

// The error of a typical run is this fraction of the bounds below, which are for the worst case: they use log m where
// the entropy of good weights would do, and the curvature and the bias of a matrix of rank one where many eigenvalues
// are alike. Both fractions are fitted to the simulations of experiment regimes (d = 10 and 40, n from 10³ to 10⁵), in
// which K and μ were chosen by their results. There they were an 8th to a 14th and a 4th to a 12th.
const (
	selectionPart = 1.0 / 9
	gradientPart  = 1.0 / 7
)

// PredictMoment returns the median of ‖W‖₂/n, the spectral norm of the noise in M̂₀. Weights that are best for M̂₀ are
// within twice that of the best weights for M₀, since either discrepancy moves by at most ‖W‖₂/n. In the simulations of
// experiment regimes the factor is closer to one.
func (c Case) PredictMoment() float64 {
	grid, err := grid.New(1, Intercept(1))
	if err != nil {
		panic(err) // constants
	}
	sigma := momentnoise.New(grid, method.ReplaceOne, accountant.Rho(c.Epsilon, c.Delta)).
		StandardDeviation(float64(c.Rows))
	return Noise{Sigma: sigma, Order: c.Order}.Typical(Median)
}

// PredictSelection returns the typical part of a bound for Frank–Wolfe with K−1 vertices drawn by the exponential
// mechanism, at the best K and μ:
//
//	log(2d)/μ + (9/4)·μr̂⁴/K + β·log m,  β = R/η,  R ≤ μr²r̂²/n
//
// The first term is the amount by which the softmax exceeds the norm. With steps 3/(k+2) and curvature μr̂⁴ the excess
// after K rounds satisfies h ← (1−η_k)h + η_k²·μr̂⁴/2 + η_k·β·log m, whose solution is the other two: an exponential
// mechanism of the temperature β draws a score that exceeds the least of m scores by at most β·log m on average. η is
// what the accountant grants each of K−1 draws. At the best K the sum is of the order n^(−1/3): more rounds reduce the
// curvature's term, but they share the budget.
func (c Case) PredictSelection() float64 {
	s, least := c.Reach*c.Reach, math.Inf(1)
	draws := s * math.Log(float64(c.Sources)) / float64(c.Rows)
	rho := accountant.Rho(c.Epsilon, c.Delta)
	for k := 2; k <= mostRounds; k *= 2 {
		least = math.Min(least, 2.25*s*s/float64(k)+draws/accountant.BoundedRangeEtaWithin(k-1, c.Epsilon, rho))
	}
	return selectionPart * c.smoothed(least)
}

// PredictGradient returns the typical part of a bound for mirror descent with K−1 noisy gradients, at the best K and μ:
//
//	log(2d)/μ + √(2·log m/K)·(r̂² + σ·√(2·log(2m))),  σ = Δ₂·√((K−1)/(2ρ)),  Δ₂ ≤ μr²r̂²·√m/(√2·n)
//
// It is the standard rate of mirror descent with entropy on the simplex, log m the range of that and √E‖g‖∞² the length
// of a gradient. The noise has mean 0 and enters only there. Its term does not depend on K, so the largest K is best:
// the order is m^(1/4)·n^(−1/2). Δ₂ is largest for equal source rows, and that value is used. (The step that the paper
// prints, and package mirrordescent uses, has no proof of this rate.)
func (c Case) PredictGradient() float64 {
	const k = mostRounds
	s, m := c.Reach*c.Reach, float64(c.Sources)
	rate := math.Sqrt(2 * math.Log(m) / float64(k))
	sigma := s * math.Sqrt(m/2) / float64(c.Rows) * math.Sqrt(float64(k-1)/(2*accountant.Rho(c.Epsilon, c.Delta)))
	return gradientPart * (rate*s + c.smoothed(rate*sigma*math.Sqrt(2*math.Log(2*m))))
}

// smoothed returns the least of log(2d)/μ + μ·perMu over μ, r = 1.
func (c Case) smoothed(perMu float64) float64 {
	return 2 * math.Sqrt(math.Log(2*float64(c.Order))*perMu)
}
