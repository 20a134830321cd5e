package correction

import (
	"math"

	"privadapt/core/kernel"
	"privadapt/core/solve/symeigen"
)

// Groups of coefficients. Each has a prior deviation of its own: a shift may need the intercept alone, or the columns.
const (
	intercept = iota
	features
	predictions
	groups
)

// deviations are standard deviations of the prior of a group's whole effect, in units of the residuals' root mean
// square, and chances the logarithms of their prior probabilities, up to a constant. 0 stands for a group that is
// not needed. Large effects are as rare as the squares of their sizes: an effect that rare noise feigns costs its
// square, and one that exists shows itself where there is anything to be learnt.
var (
	deviations = [...]float64{0, 0.03, 0.1, 0.3, 1}
	chances    = [...]float64{2, 0, 0, -2.2, -4.6}
)

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
	choice     [groups]int
	tau        []float64 // the prior variance of each coefficient
	left, flat float64   // of C = left·A + AτA + flat·I and, on the diagonal, what the noise in A adds
}

// model is the law of b = S̃_φt given the coefficients of t: with A = n₁M,
//
//	b = AΔ + sampling + noise,  Cov = v·A + (σ²/2)·I + (σ_A²/2)(‖Δ‖²I + ΔΔᵀ)
//
// v is the variance that is left of t, and the last term the noise in A itself, with its expectation under the prior.
type model struct {
	moments  *moments
	a        []float64         // n₁M, p×p
	products [groups][]float64 // A_g·scale·A_gᵀ of the columns of a group
	scale    []float64         // prior variance of a coefficient for a deviation of 1
	group    []int
	sigma    float64
	factor   symeigen.Factor
}

func (d Drawn) model(m *moments) *model {
	p := d.order()
	l := &model{moments: m, a: make([]float64, p*p), scale: make([]float64, p), group: make([]int, p), sigma: d.Sigma}
	for i := range p {
		for j := range p {
			l.a[i*p+j] = m.rows * m.mean.At(i, j)
		}
	}
	const least = 0.25 // of a column's mean square: noise can make it as small as nothing
	var squares [groups]float64
	for i := range p {
		switch {
		case i == 0:
			l.group[i] = intercept
		case i <= d.Features:
			l.group[i] = features
		default:
			l.group[i] = predictions
		}
		squares[l.group[i]] += math.Max(least, m.mean.At(i, i))
	}
	for i, g := range l.group {
		l.scale[i] = 1 / squares[g]
		if g == intercept {
			l.scale[i] = 1 / (d.Intercept * d.Intercept)
		}
	}
	for g := range l.products {
		l.products[g] = make([]float64, p*p)
		for k := range p {
			if l.group[k] != g {
				continue
			}
			for i := range p {
				v := l.a[i*p+k] * l.scale[k]
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
	each(l.counts(), func(choice [groups]int) {
		given, evidence := l.prior(choice, norm, v)
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

// prior returns a choice of deviations for a residual of mean square v, where the prior mean has the squared norm, and
// the logarithm of its probability, up to a constant.
func (l *model) prior(choice [groups]int, norm, v float64) (given prior, evidence float64) {
	given = prior{choice: choice, tau: make([]float64, len(l.group)), left: v}
	size := norm
	for g, k := range choice {
		evidence += chances[k]
		for i, own := range l.group {
			if own == g {
				given.tau[i] = deviations[k] * deviations[k] * l.scale[i] * v
				given.left -= float64(given.tau[i] * l.moments.mean.At(i, i))
				size += given.tau[i]
			}
		}
	}
	given.left = math.Max(given.left, v/20)
	own := l.moments.noise * l.moments.rows
	given.flat = (l.sigma*l.sigma + float64(own*own*size)) / 2
	return given, evidence
}

// factorise computes the Cholesky factor of C; false where rounding decides.
func (l *model) factorise(given prior, v float64) bool {
	p := len(l.group)
	own := l.moments.noise * l.moments.rows
	c := make([]float64, p*p)
	for i := range p {
		for j := range i + 1 {
			sum := float64(given.left * l.a[i*p+j])
			for g, k := range given.choice {
				sum += float64(deviations[k] * deviations[k] * v * l.products[g][i*p+j])
			}
			c[i*p+j] = sum
		}
		c[i*p+i] += given.flat + float64(own*own*given.tau[i])/2
	}
	return l.factor.Of(c, p)
}

// counts returns how many deviations there are for each group; a group without coefficients has one.
func (l *model) counts() [groups]int {
	counts := [groups]int{1, 1, 1}
	for _, g := range l.group {
		counts[g] = len(deviations)
	}
	return counts
}

// each passes all combinations of choices.
func each(counts [groups]int, to func([groups]int)) {
	for i := range counts[0] {
		for j := range counts[1] {
			for k := range counts[2] {
				to([groups]int{i, j, k})
			}
		}
	}
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
