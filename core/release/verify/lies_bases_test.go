package verify

import (
	"math"
	"slices"
	"strings"

	"privadapt/core/release"
	"privadapt/core/release/interval"
	"privadapt/core/terms/method"
)

// aboutBases are lies about how a base model was chosen and about what private labels corrected: formats 2 and 3. None
// of these numbers claims privacy, but some state noise, and all of them are tied to each other.
var aboutBases = []lie{
	{"another share", func(r *release.Release, by float64, at int) verdict {
		c := candidateOf(r, at)
		if c == nil {
			return pointless
		}
		c.Share += []float64{1, -1}[at%2] * (1e-6 + by)
		return ruledOut
	}},
	{"another gain of a candidate", func(r *release.Release, by float64, at int) verdict {
		c := candidateOf(r, at)
		if c == nil {
			return pointless
		}
		c.Gain += []float64{1, -1}[at%2] * (1e-5 + by) * (1 + math.Abs(c.Weighted) + math.Abs(publicOf(r).Weighted))
		return ruledOut
	}},
	{"a standard error below 0", func(r *release.Release, by float64, at int) verdict {
		c := candidateOf(r, at)
		if c == nil {
			return pointless
		}
		if at%2 == 0 {
			c.StandardError = -by
		} else {
			r.Certificate.Base.StandardError = -by
		}
		return ruledOut
	}},
	{"another public choice", func(r *release.Release, _ float64, at int) verdict {
		b := r.Certificate.Base
		if b == nil {
			return pointless
		}
		least := publicOf(r).Public
		if b.Public = at%(len(b.Candidates)+2) - 1; b.Public >= 0 && b.Public < len(b.Candidates) {
			if c := publicOf(r); c.Way == "unweighted" && !(c.Public > least) {
				return pointless
			}
		}
		return ruledOut
	}},
	{"a fit twice", func(r *release.Release, _ float64, at int) verdict {
		b := r.Certificate.Base
		if b == nil || len(b.Candidates) < 2 {
			return pointless
		}
		from, to := at%len(b.Candidates), at/7%len(b.Candidates)
		if from == to {
			to = (to + 1) % len(b.Candidates)
		}
		b.Candidates[to].Base, b.Candidates[to].Way = b.Candidates[from].Base, b.Candidates[from].Way
		return ruledOut
	}},
	{"a file that is fitted", func(r *release.Release, _ float64, at int) verdict {
		c := candidateOf(r, at)
		if c == nil || c.Base != method.File {
			return pointless
		}
		c.Way = []string{"weighted", "half"}[at%2]
		return ruledOut
	}},
	{"a public model that was kept under weights, or weights without a share",
		func(r *release.Release, _ float64, _ int) verdict {
			b := r.Certificate.Base
			if b == nil {
				return pointless
			}
			b.Kept = !b.Kept
			return ruledOut
		}},
	{"a choice that is not stated, or of no model", func(r *release.Release, _ float64, _ int) verdict {
		if r.Nonlinear() {
			r.Certificate.Base, r.Certificate.Labels = nil, nil
			return ruledOut
		}
		r.Certificate.Base = &release.Base{
			Kind:       method.Trees,
			Candidates: []release.Candidate{{Base: method.Trees, Way: "unweighted", Share: 1}},
		}
		return ruledOut
	}},
	{"labels that no run used", func(r *release.Release, _ float64, _ int) verdict {
		if r.Certificate.Labels != nil || r.Nonlinear() && r.Certificate.Mechanism == method.Moment {
			return pointless // else only the price of two sums differs, and one sum costs the same
		}
		r.Certificate.Labels = &release.Labels{}
		return ruledOut
	}},
	{"less noise in the sums of labels", func(r *release.Release, by float64, at int) verdict {
		l := r.Certificate.Labels
		if l == nil {
			return pointless
		}
		*[]*float64{&l.SumDeviation, &l.RowsNoise}[at%2] *= math.Min(by, 1-1e-5)
		return ruledOut
	}},
	{"more rows with a label than rows, or fewer than none", func(r *release.Release, by float64, at int) verdict {
		c := &r.Certificate
		if c.Labels == nil {
			return pointless
		}
		if c.Labels.RowsEstimate = -by; at%2 == 0 {
			c.Labels.RowsEstimate = (float64(c.N) + c.RowsEstimate) * (1 + 1e-6 + by)
		}
		return ruledOut
	}},
	{"another shape of the labels", func(r *release.Release, by float64, at int) verdict {
		l := r.Certificate.Labels
		if l == nil {
			return pointless
		}
		switch at % 6 {
		case 0:
			l.Order += 1 + at%3
		case 1:
			l.Residuals += 1 + at%3
		case 2:
			l.Spread = append(l.Spread, by)
		case 3:
			l.Spread[at%len(l.Spread)] = -by
		case 4:
			l.Errors = append(l.Errors, release.LabelError{})
		case 5:
			share := []float64{-by, 1 + 1e-6 + by}[at/6%2]
			l.Share = &share
		}
		return ruledOut
	}},
	{"an error of the labels that cannot be", func(r *release.Release, by float64, at int) verdict {
		l := r.Certificate.Labels
		if l == nil || l.Errors == nil {
			return pointless
		}
		e := &l.Errors[at%len(l.Errors)]
		model := []*interval.Number{&e.Base, &e.Corrected}[at%2]
		switch at / 2 % 4 {
		case 0:
			model.Low = new(-by)
		case 1:
			model.Low = nil
		case 2:
			model.Value = new(*model.Low*(1-1e-6) - by)
		case 3:
			model.High = new(*model.Low*(1-1e-6) - by)
		}
		return ruledOut
	}},
	{"labels that corrected none of the candidates", func(r *release.Release, _ float64, _ int) verdict {
		l := r.Certificate.Labels
		if l == nil || r.Certificate.Base == nil {
			return pointless
		}
		for _, kind := range method.Bases {
			if !slices.ContainsFunc(r.Certificate.Base.Candidates, func(c release.Candidate) bool { return c.Base == kind }) {
				l.Base = kind
				return ruledOut
			}
		}
		return pointless
	}},
	{"sums that the moments or the radius rule out", func(r *release.Release, _ float64, at int) verdict {
		v, l := &r.Values, r.Certificate.Labels
		if v.LabelledSum == nil {
			return pointless
		}
		sum := [][]string{v.LabelledSum, v.UnlabelledSum}[at%2]
		switch at / 2 % 3 {
		case 0: // beside the intercept, where the moments of all rows follow
			k := 1 + at/6%(r.Certificate.Order-1)
			sum[k] += "00"
		case 1:
			sum[len(sum)-1] = "-9" + strings.Repeat("0", 40)
		case 2:
			l.RowsEstimate = math.Mod(l.RowsEstimate+rowsOf(r.Certificate)/2, rowsOf(r.Certificate))
		}
		return ruledOut
	}},
	{"another gain, place of the file or number of labels", func(r *release.Release, by float64, at int) verdict {
		b, l := r.Certificate.Base, r.Certificate.Labels
		switch {
		case b == nil:
			return pointless
		case at%3 == 0:
			b.Gain, b.StandardError = b.Gain+by, b.StandardError+by
		case at%3 == 1 && b.File != nil:
			b.File = &release.File{URL: "https://example.org/another", SHA256: b.File.SHA256}
		case at%3 == 2 && l != nil:
			l.RowsEstimate *= by
		default:
			return pointless
		}
		return harmless
	}},
}

// candidateOf returns a candidate for the base, or nil where there is none.
func candidateOf(r *release.Release, at int) *release.Candidate {
	b := r.Certificate.Base
	if b == nil {
		return nil
	}
	return &b.Candidates[at%len(b.Candidates)]
}

func publicOf(r *release.Release) release.Candidate {
	return r.Certificate.Base.Candidates[r.Certificate.Base.Public]
}
