package correction

import (
	"math"

	"privadapt/core/kernel"
)

// Fit returns a correction. The coefficients are the posterior mean under normal priors, whose deviations, of the
// intercept and of the features, are averaged over by their marginal likelihood under the known law of the noise
// (empirical Bayes, Robbins 1956; Bayesian model averaging, Hoeting et al. 1999). Each prior has its mean at one of the
// models: f, with coefficients 0, or an alternative. Where the labels say nothing the result is thus the alternative
// itself, and with little noise it is least squares.
//
// The number of labelled rows may be 0, and sums of finite numbers are taken whatever their eigenvalues.
func Fit(d Drawn, alternatives ...Alternative) (*Fitted, error) {
	if err := d.check(alternatives); err != nil {
		return nil, err
	}
	m, err := d.moments()
	if err != nil {
		return nil, err
	}
	l, p, fitted := d.model(m), d.order(), &Fitted{Labelled: m.rows / d.Rows}
	fitted.Columns, fitted.ColumnsNoise = d.columns()
	evidence, found := make([]float64, 1+len(alternatives)), make([][]posterior, d.Residuals)
	rest := 1.0
	for h, a := range alternatives {
		evidence[1+h] = kernel.Log(a.Chance)
		rest -= a.Chance
	}
	evidence[0] = kernel.Log(rest)
	for k := range d.Residuals {
		b, v := d.column(k), d.size(k, m)
		fitted.Size = append(fitted.Size, v)
		for h := range evidence {
			own := l.posterior(b, d.start(alternatives, h, k), v)
			found[k] = append(found[k], own)
			evidence[h] += own.evidence
		}
	}
	fitted.Shares = shares(evidence)
	for k, own := range found {
		mean, start := make([]float64, p), make([]float64, p)
		for h, share := range fitted.Shares {
			from := d.start(alternatives, h, k)
			for i := range p {
				mean[i] += float64(share * own[h].mean[i])
				start[i] += float64(share * from[i])
			}
		}
		fitted.Base = append(fitted.Base, d.base(k, m))
		noise, sampling := l.optimism(own, fitted.Shares, mean, fitted.Size[k])
		fitted.Gains = append(fitted.Gains, d.gain(k, m, l.a, mean, noise, sampling, fitted.Size[k]))
		for i := range mean {
			mean[i] -= start[i]
		}
		mean[0] *= d.Intercept
		fitted.Delta = append(fitted.Delta, mean)
	}
	return fitted, nil
}

// start returns the coefficients over the rows' own columns from which an alternative starts, zeros for f.
func (d Drawn) start(alternatives []Alternative, h, k int) []float64 {
	start := make([]float64, d.order())
	if h > 0 {
		copy(start, alternatives[h-1].Coefficients[k])
		start[0] /= d.Intercept
	}
	return start
}

// shares turns logarithms of probabilities into probabilities.
func shares(evidence []float64) []float64 {
	most, total := math.Inf(-1), 0.0
	for _, v := range evidence {
		most = math.Max(most, v)
	}
	s := make([]float64, len(evidence))
	if math.IsInf(most, -1) {
		s[0] = 1
		return s
	}
	for h, v := range evidence {
		s[h] = kernel.Exp(v - most)
		total += s[h]
	}
	for h := range s {
		s[h] /= total
	}
	return s
}

// size returns the mean square of a residual for use as a scale: 1, what it is on the public sample, unless the sum
// stands out of its noise.
func (d Drawn) size(k int, m *moments) float64 {
	raw := d.square(k) / m.rows
	noise, count := d.Sigma/(d.Gamma*d.Gamma*m.rows), raw*m.deviation/m.rows
	factor := 0.0
	if square := (raw - 1) * (raw - 1); square > noise*noise+count*count {
		factor = 1 - (noise*noise+count*count)/square
	}
	return math.Min(math.Max(1+factor*(raw-1), 0.3), 10)
}

// columns returns the mean of ‖φ‖² over all rows and its standard error from the noise.
func (d Drawn) columns() (mean, noise float64) {
	p, sums := d.order(), 1.0
	for i := 1; i < p; i++ {
		mean += d.Labelled.At(i, i)
		if d.Unlabelled != nil {
			mean += d.Unlabelled.At(i, i)
		}
	}
	if d.Unlabelled != nil {
		sums = 2
	}
	return mean / d.Rows, d.Sigma * math.Sqrt(sums*float64(p-1)) / d.Rows
}

// base estimates the mean square of a residual of f.
func (d Drawn) base(k int, m *moments) Estimate {
	return Estimate{Value: d.square(k) / m.rows, Noise: d.Sigma / (d.Gamma * d.Gamma * m.rows), Rows: m.rows,
		Count: math.Hypot(m.deviation, m.chosen) / m.rows}
}

// gain estimates by how much the sum of squares is smaller after a correction by the coefficients w: 2wᵀb − wᵀS̃w, less
// the optimism of the noise and that of the sampling times what is left of the mean square. Its noise given w has the
// variance σ²‖w‖²(2/γ² + ‖w‖²), and the rows' own gains, 2t(w·φ) − (w·φ)², vary as under a normal law whose best correction is w;
// the optimism, itself estimated, has half its square for variance, as the square of a normal variable. The columns' moment is of the
// labelled rows alone, so that the columns and the residuals have one sampling of rows. A remainder of the alternatives
// that is not linear in the columns is not part of it.
func (d Drawn) gain(k int, m *moments, a, w []float64, noise, sampling, size float64) Gain {
	noisier := 1 / (d.Gamma * d.Gamma)
	b, tt, norm := d.column(k), d.square(k), dot(w, w)
	found, expected := 0.0, 0.0
	for i, v := range w {
		found += float64(2 * v * b[i])
		for j, u := range w {
			found -= float64(float64(v*u) * d.Labelled.At(i, j))
			expected += float64(float64(v*u) * a[i*len(w)+j])
		}
	}
	optimism := noise + float64(math.Min(math.Max((tt-found+noise)/m.rows, 0), size)*sampling)
	square, whole := expected/m.rows, m.rows*size
	variance := float64(d.Sigma*d.Sigma*norm*(2*noisier+norm)) + float64(expected*(4*math.Max(0, size-square)+2*square)) + float64(optimism*optimism)/2
	return Gain{
		Sum: (found - optimism) / whole, Error: math.Sqrt(variance) / whole, Expected: expected / whole,
		Before: tt / whole, Noise: d.Sigma * noisier / whole, One: 1 / m.rows,
	}
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}
