package correction

// optimism is by how much a sum of squares is too small after a correction because the correction was fitted to what it
// sums: 2·tr(J·Cov b), J = ∂Δ/∂b, where Cov b has two parts: of the noise, (σ²/2)·I, and of the sampling of the
// rows, v·A with v what is left of the mean square. The second is returned for v = 1. For normal b both are without
// bias, whatever the true coefficients are and however Δ depends on b (Stein 1981; Efron 2004).
//
// Δ is a mean of linear functions of b, μ + τA·x with x = C⁻¹(b − Aμ), weighted by their evidence, whose logarithm has
// the gradient −x. So tr(J·K) = Σ w·tr(τAC⁻¹K) − Σ w·(Δ_w − Δ)ᵀK·x_w. Choices of less than a hundredth of the weight
// are left out of the first sum. The noise in A itself is left out too: its share is small
// (TestCorrectedErrorsHaveNoBias).
func (l *model) optimism(found []posterior, shares, mean []float64, v float64) (noise, sampling float64) {
	p := len(mean)
	var moved, drawn, weight float64
	solved, from := make([]float64, p), make([]float64, p)
	for h, own := range found {
		for _, one := range own.parts {
			w := shares[h] * one.share
			for i, at := range one.mean {
				from[i] = at - mean[i]
			}
			noise -= float64(w * dot(from, one.x))
			for i, at := range from {
				sampling -= float64(w*at) * dot(l.a[i*p:(i+1)*p], one.x)
			}
			if w < 0.01 || !l.factorise(one.prior, v) {
				continue
			}
			weight += w
			for i, t := range one.tau {
				row := l.a[i*p : (i+1)*p]
				copy(solved, row)
				l.factor.Solve(solved) // row i of AC⁻¹
				moved += float64(w * t * solved[i])
				drawn += float64(w*t) * dot(solved, row)
			}
		}
	}
	if weight > 0 {
		noise += moved / weight
		sampling += drawn / weight
	}
	return l.sigma * l.sigma * noise, 2 * sampling
}
