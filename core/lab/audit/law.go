package audit

import (
	"cmp"
	"math"
	"slices"
)

// law is the law of the nominal mechanism's output: its outcomes, each with its probability under T and under T′.
type law []outcome

type outcome struct{ p, q float64 }

// ratio is the log-likelihood ratio.
func (o outcome) ratio() float64 { return math.Log(o.p / o.q) }

// reduced merges outcomes of equal ratio, which no event {LLR ≥ t} can separate, and sorts the outcomes by ratio, the
// largest first.
func (l law) reduced() law {
	l = slices.Clone(l)
	slices.SortFunc(l, func(a, b outcome) int { return cmp.Compare(b.ratio(), a.ratio()) })
	var merged law
	for _, o := range l {
		if last := len(merged) - 1; last >= 0 && merged[last].ratio()-o.ratio() < 1e-9 {
			merged[last].p += o.p
			merged[last].q += o.q
		} else {
			merged = append(merged, o)
		}
	}
	return merged
}

// draws is the law of k independent draws.
func (l law) draws(k int) law {
	one := l.reduced()
	all := one
	for range k - 1 {
		var next law
		for _, a := range all {
			for _, b := range one {
				next = append(next, outcome{a.p * b.p, a.q * b.q})
			}
		}
		all = next.reduced()
	}
	return all
}

// detectable returns the ε_L that n trials on each side should prove for this law at δ, the larger of both directions,
// if probabilities are known to z standard errors. A worst-case pair must maximise this number and not the largest
// ratio, because an outcome that never occurs proves nothing.
func (l law) detectable(delta, n, z float64) float64 {
	forward := l.reduced()
	backward := make(law, len(forward))
	for k, o := range forward {
		backward[len(forward)-1-k] = outcome{o.q, o.p}
	}
	best := 0.0
	for _, side := range []law{forward, backward} {
		var p, q float64
		for _, o := range side {
			p, q = p+o.p, q+o.q
			best = math.Max(best, math.Log(estimate(p, q, delta, n, z)))
		}
	}
	return best
}

// estimate approximates (p_L − δ)/q_U of n trials on each side for an event of probabilities p and q, or observed
// frequencies, by z standard errors of the normal approximation; 0 if the event shows no loss.
func estimate(p, q, delta, n, z float64) float64 {
	low := p - z*math.Sqrt(math.Max(0, p*(1-p))/n) - z*z/n - delta
	high := q + z*math.Sqrt(math.Max(0, q*(1-q))/n) + z*z/n
	return math.Max(0, low/high)
}
