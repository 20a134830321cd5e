package combine_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
)

// poisoned is a release with other values and the same certificate.
func poisoned(t *testing.T, r *release.Release, change func(moments [][]float64)) *release.Release {
	t.Helper()
	twin := reread(t, r)
	change(twin.Values.Moments)
	return twin
}

// distance is the Frobenius norm of the difference.
func distance(a, b [][]float64) float64 {
	sum := 0.0
	for i, row := range a {
		for j, v := range row {
			sum += (v - b[i][j]) * (v - b[i][j])
		}
	}
	return math.Sqrt(sum)
}

// Two of 20 owners send arbitrary values: the sum follows them however far they go, the trimmed mean very little. The
// table gives the distance to the mean of the 18 honest owners in standard deviations of the sum's noise. A shift
// within the noise cannot be distinguished from it, so the test claims nothing about it. The claims are far from the
// noise: the distances are 50 and 11 for the sum and below 3 for the trimmed mean, whose own standard deviation is
// about 0.4.
func TestPoisonedReleases(t *testing.T) {
	const owners, trim = 20, 2
	var honest []*release.Release
	for i := range owners {
		honest = append(honest, owner(t, i, 2000, nil))
	}
	truth := mustCombine(t, honest[2:]...).Values.Moments
	sigma := mustCombine(t, honest...).Certificate.Noise.StandardDeviation
	noise := honest[0].Certificate.Noise.StandardDeviation
	t.Logf("%-44s %8s %8s", "two of 20 owners", "sum", "trimmed")
	for _, c := range []struct {
		name   string
		change func([][]float64)
		worse  float64 // how many times nearer the trimmed mean is at least
	}{
		{"honest", func([][]float64) {}, 0},
		{"diagonal entry × 1.5", func(m [][]float64) { m[1][1] *= 1.5 }, 0},
		{"diagonal entries × 1.5", func(m [][]float64) {
			for i := 1; i < len(m); i++ {
				m[i][i] *= 1.5
			}
		}, 1},
		{"diagonal entry × 10", func(m [][]float64) { m[1][1] *= 10 }, 3},
		{"all entries shifted by 3 σ of their noise", func(m [][]float64) {
			for i := range m {
				for j := range m {
					if i+j > 0 {
						m[i][j] += 3 * noise
					}
				}
			}
		}, 0},
	} {
		parts := append([]*release.Release{poisoned(t, honest[0], c.change), poisoned(t, honest[1], c.change)},
			honest[2:]...)
		sum, err := combine.Combine(engine, parts)
		if err != nil {
			t.Logf("%-44s refused on arrival: %v", c.name, err)
			continue
		}
		robust := must.Get(combine.Trimmed(engine, parts, trim))(t)
		far, near := distance(sum.Values.Moments, truth)/sigma, distance(robust.Values.Moments, truth)/sigma
		t.Logf("%-44s %8.2f %8.2f", c.name, far, near)
		if c.worse > 0 && far < c.worse*near {
			t.Errorf("%s: the error of the sum is %.2f, the trimmed mean's %.2f", c.name, far, near)
		}
	}
}

// The values of a few owners have a bounded effect, however large they are: the trimmed mean is between the values of
// the others.
func TestTrimmedLiesBetweenHonestValues(t *testing.T) {
	var parts []*release.Release
	for i := range 7 {
		parts = append(parts, owner(t, i, 500+100*i, nil))
	}
	honest := parts[2:]
	parts[0] = poisoned(t, parts[0], func(m [][]float64) { m[1][2] += 1e-2; m[2][1] += 1e-2; m[1][1] *= 1.01 })
	parts[1] = poisoned(t, parts[1], func(m [][]float64) { m[1][1] *= 0.5 })
	robust := must.Get(combine.Trimmed(engine, parts, 2))(t)
	for i, row := range robust.Values.Moments {
		for j, v := range row {
			low, high := math.Inf(1), math.Inf(-1)
			for _, r := range honest {
				low, high = min(low, r.Values.Moments[i][j]), max(high, r.Values.Moments[i][j])
			}
			if v < low || v > high {
				t.Errorf("entry (%d,%d) is %v, the honest owners' are in [%v, %v]", i, j, v, low, high)
			}
		}
	}
}

// The certificate names the method and verifies; a document that hides or overstates it does not.
func TestTrimmedCertificate(t *testing.T) {
	var parts []*release.Release
	for i := range 6 {
		parts = append(parts, owner(t, i, 500, nil))
	}
	sum := mustCombine(t, parts...)
	made := must.Get(combine.Trimmed(engine, parts, 1))(t)
	robust := reread(t, made)
	if report := verify.Certificate(robust); !report.OK || report.Owners != 6 || report.Method != release.TrimmedMean {
		t.Errorf("%+v", report)
	}
	if robust.ReleaseID == sum.ReleaseID || robust.Certificate.Epsilon != sum.Certificate.Epsilon ||
		robust.Certificate.Rho != sum.Certificate.Rho ||
		robust.Certificate.Noise.StandardDeviation <= sum.Certificate.Noise.StandardDeviation {
		t.Errorf("%+v", robust.Certificate)
	}
	for name, falsify := range map[string]func(*release.Certificate){
		"another method":            func(c *release.Certificate) { c.Combination.Method = "median" },
		"a sum that left out":       func(c *release.Certificate) { c.Combination.Method = "" },
		"nothing left out":          func(c *release.Certificate) { c.Combination.Trimmed = 0 },
		"all left out":              func(c *release.Certificate) { c.Combination.Trimmed = 3 },
		"more left out":             func(c *release.Certificate) { c.Combination.Trimmed = 2 },
		"less noise":                func(c *release.Certificate) { c.Noise.StandardDeviation *= 0.99 },
		"more than any owners have": func(c *release.Certificate) { c.Noise.StandardDeviation = 1e300 },
		"more than five owners of one row have": func(c *release.Certificate) {
			c.Noise.StandardDeviation *= 1.01 * math.Sqrt((5+1/math.Pow(2995, 2))/(6/math.Pow(500, 2)))
		},
		"less loss": func(c *release.Certificate) { c.Epsilon /= 2 },
		"the variance of one": func(c *release.Certificate) {
			c.Noise.DiagonalVariance = c.Combination.Cohorts[0].DiagonalVariance
		},
		"a method without a count": func(c *release.Certificate) { c.Combination.Method, c.Combination.Trimmed = "", 0 },
	} {
		twin := reread(t, robust)
		falsify(&twin.Certificate)
		if report := verify.Certificate(twin); report.OK {
			t.Errorf("%s: the certificate holds", name)
		}
	}
	for _, factor := range []float64{1, 1.5, 0.99 * math.Sqrt((5+1/math.Pow(2995, 2))/(6/math.Pow(500, 2)))} {
		twin := reread(t, robust)
		twin.Certificate.Noise.StandardDeviation *= factor // as owners of other numbers of rows, 3000 in all, would have
		if report := verify.Certificate(twin); !report.OK {
			t.Errorf("%v times the noise: %q", factor, report.Problems)
		}
	}
	for trim, parts := range map[int][]*release.Release{0: parts, 3: parts, -1: parts,
		1: {parts[0], parts[1], parts[1]}} {
		var refused *combine.Error
		if _, err := combine.Trimmed(engine, parts, trim); !errors.As(err, &refused) {
			t.Errorf("trimmed by %d: %v", trim, err)
		}
	}
	if _, err := combine.Trimmed(engine, []*release.Release{owner(t, 1, 5000, addRemove), owner(t, 2, 5000, addRemove),
		owner(t, 3, 5000, addRemove)}, 1); err == nil {
		t.Error("releases of private numbers of rows were trimmed")
	}
}

// Owners of different rows have trimmed moments that no rows have, whose squares sum to more than s² = 0.9r²; they
// verify all the same, however little noise there is. A single entry beyond the radius does not.
func TestTrimmedMomentsOfOwnersWhoDifferVerify(t *testing.T) {
	source := must.Get(dataset.ReadSource(
		strings.NewReader("a,b,c,y\n1,0,0,1\n-1,0,0,2\n0,1,0,3\n0,-1,0,1\n0,0,1,2\n0,0,-1,3\n"),
		dataset.SourceOptions{Label: "y"},
	))(t)
	var parts []*release.Release
	for _, row := range []string{"9,9,0\n", "9,0,9\n", "0,9,9\n"} {
		parts = append(
			parts,
			ownerOf(t, source, adapt.Options{Epsilon: 100, Delta: 1e-6, Release: release.Moments},
				"a,b,c\n"+strings.Repeat(row, 5000)),
		)
	}
	made := must.Get(combine.Trimmed(engine, parts, 1))(t)
	m, square := made.Values.Moments, math.Pow(made.Certificate.Radius, 2)
	if trace := m[1][1] + m[2][2] + m[3][3]; trace < 1.2*square {
		t.Fatalf("the squares sum to %v, r² is %v", trace, square)
	}
	if report := verify.Certificate(made); !report.OK {
		t.Errorf("%q", report.Problems)
	}
	m[1][1] = square
	if report := verify.Certificate(made); report.OK {
		t.Error("a square beyond the radius passes")
	}
}

// What is computed from a trimmed mean states no discrepancy and no learning bound, which are proven of sums; a
// document that does is refused.
func TestTrimmedMeansStateNothingThatIsProvenOfSums(t *testing.T) {
	var parts []*release.Release
	for i := range 5 {
		parts = append(parts, owner(t, i, 5000, nil))
	}
	trimmed := must.Get(combine.Trimmed(engine, parts, 1))(t)
	solve := func(from *release.Release) *release.Release {
		made := must.Get(adapt.Solve(engine, publicSource(t, "y"), reread(t, from), adapt.Options{Release: release.Weights},
			nil))(t)
		return reread(t, made)
	}
	made, summed := solve(trimmed), solve(mustCombine(t, parts...))
	if report := verify.Certificate(made); !report.OK || made.Certificate.Discrepancy != nil ||
		made.Certificate.LearningBound != nil ||
		summed.Certificate.Discrepancy == nil {
		t.Fatalf("%q", report.Problems)
	}
	wide := *summed.Certificate.Discrepancy
	wide.Noise *= made.Certificate.Noise.StandardDeviation / summed.Certificate.Noise.StandardDeviation
	made.Certificate.Discrepancy = &wide
	if problems := strings.Join(verify.Certificate(made).Problems, " "); !strings.Contains(
		problems,
		"the field discrepancy does not belong",
	) {
		t.Errorf("%q", problems)
	}
}

// The stated standard deviation is an upper bound on the noise of the trimmed mean, for owners of one law of noise and
// of two. The mean of 40,000 squares has a standard deviation of √(2/40,000) = 0.7% of it (of the Gaussian; a mean of
// order statistics has no heavier tails). Where the bound is tight, it is exceeded by 5 of these once in 3·10⁶, and it
// is tight nowhere.
func TestTrimmedNoise(t *testing.T) {
	const repetitions = 40_000
	r := rand.New(rand.NewPCG(8, 9))
	for _, c := range []struct {
		owners, trim int
		loud         float64 // σ of every second owner; the others have 1
	}{{20, 2, 1}, {20, 9, 1}, {5, 1, 1}, {5, 2, 1}, {3, 1, 1}, {21, 10, 1}, {20, 2, 5}, {6, 2, 3}, {4, 1, 10}} {
		values, squares, stated := make([]float64, c.owners), 0.0, 0.0
		sigma := func(i int) float64 {
			if i%2 == 1 {
				return c.loud
			}
			return 1
		}
		for i := range values {
			stated += sigma(i) * sigma(i)
		}
		n := float64(c.owners)
		stated = stated / (n * n) * n / (n - 2*float64(c.trim))
		for range repetitions {
			for i := range values {
				values[i] = sigma(i) * r.NormFloat64()
			}
			v := combine.TrimmedMean(values, c.trim)
			squares += v * v
		}
		if ratio := squares / repetitions / stated; ratio > 1+5*0.0071 {
			t.Errorf("%d owners trimmed by %d, every second %v times as loud: the variance is %.3f of what is stated",
				c.owners, c.trim, c.loud, ratio)
		}
	}
}
