package discrepancy

import "math"

// PaperTask holds the public values on which the paper's choices of K, μ and η depend. The choices are made for the paper's
// own noise. They do not depend on the data, so a private run may use them. All numbers of iterations are real numbers that
// the caller rounds; they can be below 1 if the bound that they come from is vacuous.
// The step of algorithm 3 is mirrordescent.Step; the choices of algorithm 1 are in package singlestage.
type PaperTask struct {
	Geometry
	Sources        int     // m
	Epsilon, Delta float64 // ε, δ
	Beta           float64 // β, the failure probability of the paper's bound
	Lambda         float64 // λ of the first stage; algorithm 3 only
}

// FrankWolfeIterations returns K of corollary 3 (algorithm 2; appendix D.1),
//
//	K = r̂^{4/3}(εn)^{2/3} / (3·r^{4/3}·log^{1/3}(1/δ)·log^{2/3}(n)·log^{2/3}(mn/β)).
func (t PaperTask) FrankWolfeIterations() float64 {
	n := float64(t.Rows)
	logs := math.Cbrt(math.Log(1/t.Delta)) * twoThirds(math.Log(n)*math.Log(float64(t.Sources)*n/t.Beta))
	return twoThirds(t.SourceRadius*t.SourceRadius*t.Epsilon*n/(t.Radius*t.Radius)) / (3 * logs)
}

func twoThirds(x float64) float64 { return math.Cbrt(x * x) }

// FrankWolfeMu returns μ of corollary 3, √(K·log(m+n)/(8r̂⁴)).
func (t PaperTask) FrankWolfeMu(iterations float64) float64 {
	return math.Sqrt(iterations*t.logRows()/8) / (t.SourceRadius * t.SourceRadius)
}

// logRows returns log(m+n).
func (t PaperTask) logRows() float64 { return math.Log(float64(t.Sources) + float64(t.Rows)) }

// MirrorDescentIterations returns K of theorem 11 (algorithm 3; appendix D.2),
//
//	K = (r̂²+λ)²ε²n² / (128·μ²r̂⁴r⁴·m·log(2m/β)·log(1/δ)).
func (t PaperTask) MirrorDescentIterations(mu float64) float64 {
	r2 := t.SourceRadius * t.SourceRadius
	signal := (r2 + t.Lambda) * t.Epsilon * float64(t.Rows) / (mu * r2 * t.Radius * t.Radius)
	m := float64(t.Sources)
	return signal * signal / (128 * m * math.Log(2*m/t.Beta) * math.Log(1/t.Delta))
}

// MirrorDescentMu returns μ of corollary 4 (appendix D.2) as printed,
//
//	μ = √(εn)·log^{1/4}(m+n) / (4r·r̂·√((λ+r̂²)·log(2m/β))·(m·log(1/δ))^{1/4}).
//
// This does not have the unit of μ, 1/r²: with the η and K of theorem 11 its proof bounds the excess by
// 34·μr²r̂²·√(log m·log(2m/β)·m·log(1/δ))/(εn), without the factor λ+r̂² that the theorem states, and balancing that with
// log(m+n)/μ gives log^{1/2}(m+n) and no λ+r̂². At r = r̂ = 1 the difference is small.
func (t PaperTask) MirrorDescentMu() float64 {
	m := float64(t.Sources)
	scale := math.Sqrt((t.Lambda+t.SourceRadius*t.SourceRadius)*math.Log(2*m/t.Beta)) * math.Sqrt(math.Sqrt(m*math.Log(1/t.Delta)))
	return math.Sqrt(t.Epsilon*float64(t.Rows)) * math.Sqrt(math.Sqrt(t.logRows())) / (4 * t.Radius * t.SourceRadius * scale)
}
