package correction

import (
	"math"

	"privadapt/core/kernel"
	"privadapt/core/solve/symeigen"
)

// A prior has a standard deviation of the intercept's effect and one of the features' whole effect, in units of the
// residuals' root mean square, and says how the latter is divided among the features: their effects' variances go with
// a power of the a² of their scales. Logarithms of the prior probabilities are up to a constant. 0 stands for what is not
// needed. Large effects are as rare as the squares of their sizes: an effect that rare noise feigns costs its square,
// and one that exists shows itself where there is anything to be learnt.
type believed struct{ deviation, chance float64 }

var (
	intercepts = []believed{{0, 2}, {0.1, 0}, {0.3, -2.2}, {1, -4.6}}
	effects    = []believed{{0.1, -1}, {0.3, -1.7}, {1, -2.7}}
	none       = believed{0, 1} // of the features
)

// powers is how many powers of a² there are, from 0 on.
const powers = 3

// posterior is the posterior of the coefficients of one residual, given one prior mean.
type posterior struct {
	evidence float64 // logarithm of the marginal likelihood of b, up to a constant
	mean     []float64
	parts    []part
}

// part is the posterior for one choice of the prior's deviations.
type part struct {
	evidence float64
	share    float64   // of this choice among all
	mean, x  []float64 // x = C⁻¹(b − Aμ), C the covariance of b
	prior
}

// prior is a choice of deviations.
type prior struct {
	intercept, effect believed
	power             int
	tau               []float64 // the prior variance of each coefficient
	left, flat        float64   // of C = left·A + AτA + flat·I and, on the diagonal, what the noise in A adds
}

// model is the law of b = S̃_φt given the coefficients of t: with A = n₁M,
//
//	b = AΔ + sampling + noise,  Cov = v·A + (σ²/2)·I + (σ_A²/2)(‖Δ‖²I + ΔΔᵀ)
//
// v is the variance that is left of t, σ that of the noise over γ, and the last term the noise in A itself, with its
// expectation under the prior.
type model struct {
	moments *moments
	a       []float64 // n₁M, p×p
	// scale has the prior variances of the coefficients for a deviation of 1, and products A·scale·A: first of the
	// intercept alone, then of the features by each power.
	scale, products [1 + powers][]float64
	sigma           float64
	factor          symeigen.Factor
}

func (d Drawn) model(m *moments) *model {
	p := d.order()
	l := &model{moments: m, a: make([]float64, p*p), sigma: d.Sigma / d.Gamma}
	for i := range p {
		for j := range p {
			l.a[i*p+j] = m.rows * m.mean.At(i, j)
		}
	}
	for g := range l.scale {
		l.scale[g], l.products[g] = make([]float64, p), make([]float64, p*p)
		if g == 0 {
			l.scale[g][0] = 1 / (d.Intercept * d.Intercept)
		} else {
			total := 0.0
			for i, a := range d.Scales {
				effect := 1.0
				for range g - 1 {
					effect *= a * a
				}
				l.scale[g][1+i] = effect / (a * a)
				total += effect
			}
			for i := range d.Scales {
				l.scale[g][1+i] /= total
			}
		}
		for k, v := range l.scale[g] {
			for i := range p {
				v := l.a[i*p+k] * v
				for j := range i + 1 {
					l.products[g][i*p+j] += float64(v * l.a[k*p+j])
				}
			}
		}
	}
	return l
}

// posterior averages over the priors' deviations, weighted by the marginal likelihood. b is of one residual of mean
// square v, mu the prior mean.
func (l *model) posterior(b, mu []float64, v float64) posterior {
	p := len(b)
	r, norm := make([]float64, p), dot(mu, mu)
	for i := range r {
		r[i] = b[i] - dot(l.a[i*p:(i+1)*p], mu)
	}
	var all []part
	l.each(norm, v, func(given prior) {
		evidence := given.intercept.chance + given.effect.chance
		if !l.factorise(given, v) {
			return // so ill-conditioned that rounding decides
		}
		x := append([]float64(nil), r...)
		l.factor.Solve(x)
		for i := range p {
			evidence -= kernel.Log(l.factor.Diagonal(i))
		}
		one := part{evidence: evidence - dot(r, x)/2, mean: make([]float64, p), x: x, prior: given}
		for i := range p {
			one.mean[i] = mu[i] + float64(given.tau[i]*dot(l.a[i*p:(i+1)*p], x))
		}
		all = append(all, one)
	})
	return average(all, mu)
}

// each passes all priors for a residual of mean square v, where the prior mean has the squared norm.
func (l *model) each(norm, v float64, to func(prior)) {
	for _, intercept := range intercepts {
		to(l.prior(prior{intercept: intercept, effect: none, power: 1}, norm, v))
		for _, effect := range effects {
			for power := range powers {
				to(l.prior(prior{intercept: intercept, effect: effect, power: 1 + power}, norm, v))
			}
		}
	}
}

func (l *model) prior(given prior, norm, v float64) prior {
	given.tau, given.left = make([]float64, len(l.scale[0])), v
	for i := range given.tau {
		given.tau[i] = v * (float64(given.intercept.variance()*l.scale[0][i]) +
			float64(given.effect.variance()*l.scale[given.power][i]))
		given.left -= float64(given.tau[i] * l.moments.mean.At(i, i))
		norm += given.tau[i]
	}
	given.left = math.Max(given.left, v/20)
	own := l.moments.noise * l.moments.rows
	given.flat = (l.sigma*l.sigma + float64(own*own*norm)) / 2
	return given
}

func (b believed) variance() float64 { return b.deviation * b.deviation }

// factorise computes the Cholesky factor of C; false where rounding decides.
func (l *model) factorise(given prior, v float64) bool {
	p := len(given.tau)
	own := l.moments.noise * l.moments.rows
	c := make([]float64, p*p)
	for i := range p {
		for j := range i + 1 {
			c[i*p+j] = float64(given.left*l.a[i*p+j]) + float64(given.intercept.variance()*v*l.products[0][i*p+j]) +
				float64(given.effect.variance()*v*l.products[given.power][i*p+j])
		}
		c[i*p+i] += given.flat + float64(own*own*given.tau[i])/2
	}
	return l.factor.Of(c, p)
}

// average weighs the parts by their evidence. Without any, it is the prior mean.
func average(all []part, mu []float64) posterior {
	most := math.Inf(-1)
	for _, one := range all {
		most = math.Max(most, one.evidence)
	}
	mean := posterior{evidence: most, mean: make([]float64, len(mu)), parts: all}
	if math.IsInf(most, -1) {
		copy(mean.mean, mu)
		return mean
	}
	total := 0.0
	for k, one := range all {
		w := kernel.Exp(one.evidence - most)
		all[k].share = w
		total += w
		for i := range mu {
			mean.mean[i] += float64(w * one.mean[i])
		}
	}
	for i := range mu {
		mean.mean[i] /= total
	}
	for k := range all {
		all[k].share /= total
	}
	mean.evidence += kernel.Log(total)
	return mean
}
