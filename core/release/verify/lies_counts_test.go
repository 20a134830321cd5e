package verify

import (
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// far is a number of standard deviations beyond which a lie must be seen. The verifier's own bounds are below 10 for a
// single statistic.
const far = 20

// countsOf returns the counts of all rows, the groups' and the standard deviation of their noise; nil for other
// documents.
func countsOf(r *release.Release) (all []float64, groups [][]float64, sigma float64) {
	if r.Kind != release.Report {
		return nil, nil, 0
	}
	layout, err := r.Layout()
	if err != nil {
		return nil, nil, 0
	}
	size := layout.Table()
	for at := size; at < len(r.Values.Counts); at += size {
		groups = append(groups, r.Values.Counts[at:at+size])
	}
	return r.Values.Counts[:size], groups, r.Certificate.Noise.StandardDeviation
}

func inParts(v float64) float64 { return math.Round(v*partsOfRow) / partsOfRow }

// aboutCounts are lies about counts of rows, and about moments and sums whose entries may each be what they are,
// but not all together.
var aboutCounts = []lie{
	{"rows in all groups", func(r *release.Release, _ float64, at int) verdict {
		all, groups, sigma := countsOf(r)
		if len(groups) < 2 {
			return pointless
		}
		rng := rand.New(rand.NewPCG(uint64(at), 1))
		for _, g := range groups {
			for k, v := range all {
				g[k] = inParts(v + sigma*rng.NormFloat64())
			}
		}
		more := float64(len(groups)-1) * math.Abs(total(all))
		return seenIf(more > far*sigma*math.Sqrt(float64(len(all)))*float64(1+len(groups)))
	}},
	{"another number of rows than the counts'", func(r *release.Release, by float64, at int) verdict {
		all, _, sigma := countsOf(r)
		c := &r.Certificate
		if all == nil || c.N == 0 {
			return pointless
		}
		off := int64(float64(c.N)*(1/by-1)) + 1
		if at%2 == 0 {
			off = -min(off, c.N-1)
		}
		if float64(off) > 1e12 {
			return pointless
		}
		c.N += off
		if c.Delta*float64(c.N) >= 1 {
			return pointless
		}
		return seenIf(math.Abs(float64(off)) > far*sigma*math.Sqrt(float64(len(all))))
	}},
	{"a number of rows that is not the sum of the counts", func(r *release.Release, by float64, at int) verdict {
		c := &r.Certificate
		if r.Kind != release.Report || c.Adjacency != method.AddRemove {
			return pointless
		}
		c.RowsEstimate *= 1 + []float64{1e-5 + by, -math.Min(0.9*by+1e-5, 0.99)}[at%2]
		return ruledOut
	}},
	{"counts of whole rows", func(r *release.Release, _ float64, at int) verdict {
		all, _, _ := countsOf(r)
		if all == nil {
			return pointless
		}
		step := math.Ldexp(1, -(at % 12))
		for k, v := range r.Values.Counts {
			r.Values.Counts[k] = math.Round(v/step) * step
		}
		return ruledOut // or as it was, once in 2²⁰ times the number of counts
	}},
	{"parts of a part of a row", func(r *release.Release, by float64, at int) verdict {
		if r.Kind != release.Report {
			return pointless
		}
		r.Values.Counts[at%len(r.Values.Counts)] += (0.1 + 0.8*by) / partsOfRow
		return ruledOut
	}},
	{"a count that moved", func(r *release.Release, by float64, at int) verdict {
		all, groups, sigma := countsOf(r)
		if all == nil || groups == nil && r.Certificate.Adjacency == method.AddRemove {
			return pointless // more rows, as far as anybody can see
		}
		off := far * (1 + 3*by) * sigma * math.Sqrt(float64(len(r.Values.Counts)))
		r.Values.Counts[at/2%len(r.Values.Counts)] += inParts([]float64{off, -off}[at%2])
		return ruledOut
	}},
	{"groups that sum to all rows without noise of their own", func(r *release.Release, _ float64, at int) verdict {
		all, groups, _ := countsOf(r)
		if groups == nil {
			return pointless
		}
		last := groups[at%len(groups)]
		for k, v := range all {
			for i := range groups {
				if i != at%len(groups) {
					v -= groups[i][k]
				}
			}
			last[k] = v
		}
		return ruledOut
	}},
	{"squares that no rows have together", func(r *release.Release, by float64, _ int) verdict {
		c, moments := r.Certificate, r.Values.Moments
		if len(moments) < 3 || c.Labels != nil {
			return pointless
		}
		d, square := len(moments)-1, 0.9*c.Radius*c.Radius
		for i := 1; i <= d; i++ {
			moments[i][i] = (0.9 + 0.1*by) * square
		}
		slackOfRows := 1.0
		if c.Adjacency == method.AddRemove {
			slackOfRows = 10
		}
		return seenIf(0.9*square*float64(d)-square > far*slackOfRows*c.Noise.StandardDeviation*math.Sqrt(float64(d)))
	}},
	{"products without squares", func(r *release.Release, by float64, at int) verdict {
		c, moments := r.Certificate, r.Values.Moments
		if len(moments) < 3 || c.Labels != nil {
			return pointless
		}
		d, v := len(moments)-1, (0.5+0.5*by)*0.45*c.Radius*c.Radius
		i, j := 1+at%d, 1+(at+1)%d
		moments[i][i], moments[j][j], moments[i][j], moments[j][i] = 0, 0, v, v
		return seenIf(v > far*c.Noise.StandardDeviation*math.Sqrt(float64(len(moments))))
	}},
	{"sums of fewer digits", func(r *release.Release, _ float64, at int) verdict {
		v := &r.Values
		if v.LabelledSum == nil {
			return pointless
		}
		unit := big.NewInt([]int64{100, 1000, 64, 1 << 16}[at%4])
		for _, sum := range [][]string{v.LabelledSum, v.UnlabelledSum} {
			for k := range sum {
				in, _ := new(big.Int).SetString(sum[k], 10)
				sum[k] = in.Quo(in, unit).Mul(in, unit).String()
			}
		}
		return ruledOut
	}},
	{"more noise of the discrepancy", func(r *release.Release, by float64, _ int) verdict {
		c := &r.Certificate
		if c.Discrepancy == nil || c.Adjacency != method.ReplaceOne {
			return pointless
		}
		d := *c.Discrepancy
		c.Discrepancy = &d
		d.Noise *= 1 + 1e-6 + by
		return ruledOut
	}},
}

// seenIf is the verdict on a lie that has to be seen only where it is far beyond the noise.
func seenIf(beyond bool) verdict {
	if beyond {
		return ruledOut
	}
	return doubtful
}

// aboutWords are lies in words: private figures where a document has a name, a version, an identifier or a digest.
var aboutWords = []lie{
	{"a sentence for a word", func(r *release.Release, _ float64, at int) verdict {
		var places []reflect.Value
		var walk func(v reflect.Value)
		walk = func(v reflect.Value) {
			switch v.Kind() {
			case reflect.Struct:
				for i := range v.NumField() {
					walk(v.Field(i))
				}
			case reflect.String:
				places = append(places, v)
			}
		}
		walk(reflect.ValueOf(&r.Certificate).Elem())
		for _, text := range []*string{&r.ReleaseID, &r.Format, &r.Provenance.EngineVersion, &r.Provenance.SourceSHA256} {
			places = append(places, reflect.ValueOf(text).Elem())
		}
		kind := reflect.ValueOf(&r.Kind).Elem()
		v := append(places, kind)[at%(len(places)+1)]
		if r.Certificate.Unit == method.Person && v.Addr().Interface() == &r.Certificate.UnitColumn {
			return pointless // the owner's or the analyst's own word: see aboutUnits
		}
		v.SetString(
			[]string{"the exact number of labels is 1475", "1475 rows", v.String() + " of 1475", strings.Repeat("1475", 30),
				v.String() + "\n"}[at/100%5],
		)
		return ruledOut
	}},
	{"words where there may be none", func(r *release.Release, _ float64, at int) verdict {
		text := "1475 of 3000 rows have a label"
		switch c := &r.Certificate; at % 4 {
		case 0:
			r.CampaignID = &text
		case 1:
			r.Provenance.WasmSHA256 = &text
		case 2:
			c.Unit = []method.Unit{"", "row", "label", "household of 1475"}[at/4%4]
		case 3:
			if c.Labels == nil {
				return pointless
			}
			labels := *c.Labels
			labels.OffsetSHA256 = text
			c.Labels = &labels
		}
		return ruledOut
	}},
}
