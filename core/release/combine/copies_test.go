package combine_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
)

// A release that is given again is refused, whatever it is called and however its values were changed, as long as its
// noise can be recognised: one entry at will, all of them by a thousandth of the noise, or the number of rows. So are
// sums of rows with labels.
func TestTheSameNoiseIsAddedOnce(t *testing.T) {
	id := "0f0e0d0c-0b0a-4908-8706-050403020100"
	everywhere := func(r *release.Release, change func(i, j int, v float64) float64) {
		for i := range r.Values.Moments {
			for j := range i + 1 {
				if i > 0 {
					r.Values.Moments[i][j] = change(i, j, r.Values.Moments[i][j])
					r.Values.Moments[j][i] = r.Values.Moments[i][j]
				}
			}
		}
	}
	copies := map[string]func(r *release.Release){
		"under another name":       func(*release.Release) {},
		"one entry moved by 1e-12": func(r *release.Release) { r.Values.Moments[1][1] += 1e-12 },
		"one entry moved by 3σ": func(r *release.Release) {
			r.Values.Moments[2][2] += 3 * r.Certificate.Noise.StandardDeviation
		},
		"all entries moved by 1e-12": func(r *release.Release) {
			everywhere(r, func(_, _ int, v float64) float64 { return v * (1 + 1e-12) })
		},
		"all moved by 1/1000 of σ": func(r *release.Release) {
			everywhere(r, func(i, j int, v float64) float64 {
				return v + float64(1+i-2*j)/3e3*r.Certificate.Noise.StandardDeviation
			})
		},
		"the columns of a moved by σ": func(r *release.Release) {
			everywhere(r, func(_, j int, v float64) float64 {
				return v + map[bool]float64{j == 1: 1}[true]*r.Certificate.Noise.StandardDeviation
			})
		},
		"the same mean of fewer rows": func(r *release.Release) { restate(r, r.Certificate.N/2, 1+1e-9) },
		"the same sum over more rows": func(r *release.Release) { restate(r, 2*r.Certificate.N, 0.5) },
	}
	for _, adjacency := range method.Adjacencies {
		var parts []*release.Release
		for i := range 5 {
			parts = append(parts, owner(t, i, 5000, func(o *adapt.Options) { o.Adjacency = adjacency }))
		}
		must.Get(combine.Combine(engine, parts))(t)
		for name, change := range copies {
			if adjacency == method.AddRemove && strings.Contains(name, "row") {
				continue
			}
			twin := reread(t, parts[1])
			twin.ReleaseID = id
			change(twin)
			all := append([]*release.Release{twin}, parts...)
			_, err := combine.Combine(engine, all)
			var refused *combine.Error
			if !errors.As(err, &refused) || refused.Code != "duplicate" {
				t.Errorf("%s, %s: %v", adjacency, name, err)
			} else if text := refused.Error(); !strings.Contains(text, "release 3 ") || !strings.Contains(text, "release 1") {
				t.Errorf("%s, %s: the places are not named: %s", adjacency, name, text)
			}
			if _, err := combine.Trimmed(engine, all, 1); adjacency == method.ReplaceOne &&
				(!errors.As(err, &refused) || refused.Code != "duplicate") {
				t.Errorf("%s, trimmed: %v", name, err)
			}
		}
	}
	for _, adjacency := range method.Adjacencies {
		a, b := labelledOwner(t, 1, 5000, func(o *adapt.Options) { o.Adjacency = adjacency }), labelledOwner(t, 2, 5000,
			func(o *adapt.Options) { o.Adjacency = adjacency })
		twin := reread(t, a)
		twin.ReleaseID = id
		last := len(twin.Values.LabelledSum) - 1 // of a residual, which the moments do not hold
		v, _ := new(big.Int).SetString(twin.Values.LabelledSum[last], 10)
		twin.Values.LabelledSum[last] = v.Add(v, big.NewInt(12345)).String()
		var refused *combine.Error
		if _, err := combine.Combine(engine, []*release.Release{a, b, twin}); !errors.As(err, &refused) ||
			refused.Code != "duplicate" {
			t.Errorf("%s: sums of labels with one entry moved: %v", adjacency, err)
		}
	}
}

// restate states another number of rows, and moments times a factor.
func restate(r *release.Release, rows int64, factor float64) {
	c := &r.Certificate
	c.Noise.StandardDeviation *= float64(c.N) / float64(rows)
	c.N = rows
	for i, row := range r.Values.Moments {
		for j := range row {
			if i+j > 0 {
				row[j] *= factor
			}
		}
	}
}

// Owners of the very same rows are no copies of each other, because their noise is their own; nor are those with more
// noise.
func TestTheSameRowsAreNoCopies(t *testing.T) {
	for _, adjacency := range method.Adjacencies {
		var parts []*release.Release
		for i := range 40 {
			parts = append(parts,
				owner(t, 3, 5000, func(o *adapt.Options) { o.Adjacency, o.Epsilon = adjacency, []float64{1, 1, 4}[i%3] }))
		}
		if _, err := combine.Combine(engine, parts); err != nil {
			t.Errorf("%s: %v", adjacency, err)
		}
	}
}

// Independent draws are taken for copies no more often than stated: at a chance of 1% in at most 1.5% of 20,000 pairs,
// which more than 1% exceed with a probability below 10⁻¹⁰. In the worst case, equal rows, p is the probability
// up to the difference of two Gaussians from one.
func TestIndependentNoiseIsRarelyACopy(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for _, k := range []int{2, 5, 27, 200} {
		const pairs = 20_000
		copies := 0
		for range pairs {
			sigma, one, other := make([]float64, k), make([]float64, k), make([]float64, k)
			for e := range sigma {
				sigma[e] = 1e12 * (1 + float64(e%2))
				one[e], other[e] = sigma[e]*rng.NormFloat64(), sigma[e]*rng.NormFloat64()
			}
			if combine.Alike(sigma, one, other, 0.01) {
				copies++
			}
		}
		if copies > pairs*3/200 {
			t.Errorf("%d entries: %d of %d pairs", k, copies, pairs)
		}
		same := make([]float64, k)
		for e := range same {
			same[e] = math.Exp(rng.NormFloat64()) * 1e12
		}
		if !combine.Alike(same, same, same, 1e-20) {
			t.Errorf("%d equal entries are no copy", k)
		}
	}
}

// A copy may state another noise than its original. Of two draws the noisier says whether they are too close: nine
// entries a hundredth of σ apart are no copies where both state σ, and are copies where either states 16σ.
func TestTheNoisierDrawSaysWhatIsTooClose(t *testing.T) {
	one, other, little, much := make([]float64, 9), make([]float64, 9), make([]float64, 9), make([]float64, 9)
	for e := range one {
		little[e], much[e] = 1e12, 16e12
		other[e] = little[e] / 100
	}
	const chance = 1e-12
	if combine.AlikeAsStated(little, little, one, other, chance) {
		t.Error("both state little noise")
	}
	if !combine.AlikeAsStated(little, much, one, other, chance) ||
		!combine.AlikeAsStated(much, little, one, other, chance) {
		t.Error("one states much noise")
	}
}
