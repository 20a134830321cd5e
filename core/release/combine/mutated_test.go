package combine_test

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/momentnoise"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// kindsOfCombinations are sums under either adjacency, and sums of rows with labels.
func kindsOfCombinations(t testing.TB) map[string][]*release.Release {
	kinds := map[string][]*release.Release{}
	for _, r := range combinedReleases(t) {
		kind := string(r.Certificate.Adjacency)
		if r.Certificate.Labels != nil {
			kind = "with labels"
		}
		kinds[kind] = append(kinds[kind], r)
	}
	return kinds
}

// However the numbers of a combination are changed, a document that verifies claims no smaller ε than each owner's
// noise gives, by the engine's own accountant, and no less noise or more rows than its parts.
// TestCampaignMutatedCombinations makes 10⁵ of each kind.
func TestNoMutatedCombinationVerifiesBelowItsNoise(t *testing.T) {
	mutations := 8_000
	if runtime.GOOS == "js" {
		mutations = 500
	}
	mutateCombinations(t, mutations)
}

func mutateCombinations(t *testing.T, mutations int) {
	kinds := kindsOfCombinations(t)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		rng := rand.New(rand.NewPCG(21, 22))
		verified := 0
		for range mutations {
			r := cloneCombined(kinds[kind][rng.IntN(len(kinds[kind]))])
			c := &r.Certificate
			for range 1 + rng.IntN(3) {
				mutateCombination(c, rng)
			}
			if rng.IntN(2) == 0 {
				makeConsistent(c)
			}
			if !verify.Certificate(r).OK {
				continue
			}
			verified++
			checkCombined(t, c)
		}
		t.Logf("%s: %d of %d mutated combinations verify", kind, verified, mutations)
		if verified < mutations/40 { // otherwise the test would attack implausible documents alone
			t.Errorf("%s: only %d of %d mutations verify", kind, verified, mutations)
		}
	}
}

// factors scale numbers: a little, so that a document may still verify, and much.
var factors = []float64{0, -1, 0.1, 0.5, 0.9, 0.999, 1 - 1e-7, 1 + 1e-7, 1.001, 1.1, 2, 10, 1e6, math.Inf(1),
	math.NaN()}

func mutateCombination(c *release.Certificate, rng *rand.Rand) {
	cohort := &c.Combination.Cohorts[rng.IntN(len(c.Combination.Cohorts))]
	factor := factors[rng.IntN(len(factors))]
	scale := func(text string) string {
		v, _ := new(big.Float).SetPrec(300).SetString(text)
		if v == nil || math.IsInf(factor, 0) || math.IsNaN(factor) {
			return text
		}
		whole, _ := v.Mul(v, big.NewFloat(factor)).Int(nil)
		return whole.SetBit(whole, 0, 0).String()
	}
	switch rng.IntN(9) {
	case 8:
		c.Noise.StandardDeviation *= factor
	case 0:
		cohort.Epsilon *= factor
	case 1:
		cohort.Delta *= factor
	case 2:
		cohort.Rho *= factor
	case 3:
		cohort.DiagonalVariance = scale(cohort.DiagonalVariance)
	case 4:
		c.Epsilon *= factor
	case 5:
		c.Delta *= factor
	case 6:
		cohort.N = int64(float64(cohort.N) * math.Min(math.Max(factor, 0), 1e6))
	case 7:
		cohort.Epsilon, cohort.Rho = c.Epsilon, c.Rho
	}
}

// makeConsistent is the adversary who knows the sums.
func makeConsistent(c *release.Certificate) {
	slices.SortFunc(c.Combination.Cohorts, release.Cohort.Compare)
	total, rows := new(big.Int), int64(0)
	for _, cohort := range c.Combination.Cohorts {
		v, ok := new(big.Int).SetString(cohort.DiagonalVariance, 10)
		if !ok {
			return
		}
		total.Add(total, v.Mul(v, big.NewInt(cohort.Releases)))
		rows += cohort.N
	}
	c.Noise.DiagonalVariance, c.N = total.String(), rows
	sigma, _ := new(big.Float).Sqrt(new(big.Float).SetInt(new(big.Int).Abs(total))).Float64()
	step := c.Radius / float64(c.GridSteps)
	sigma *= step * step
	if l := c.Labels; l != nil {
		labels := *l
		c.Labels = &labels
		intercept := c.Radius * float64(c.InterceptSteps) / float64(c.GridSteps)
		labels.SumDeviation, labels.RowsNoise = sigma, sigma/(intercept*intercept)
		if c.Adjacency == method.ReplaceOne {
			labels.RowsNoise /= math.Sqrt2
		}
		sigma *= math.Sqrt2
	}
	c.Noise.StandardDeviation = sigma / (float64(rows) + c.RowsEstimate)
}

func checkCombined(t *testing.T, c *release.Certificate) {
	t.Helper()
	total := new(big.Int)
	for _, cohort := range c.Combination.Cohorts {
		v, _ := new(big.Int).SetString(cohort.DiagonalVariance, 10)
		sensitivity := momentnoise.Sensitivity2(c.InterceptSteps, method.Adjacency(c.Adjacency))
		rho, _ := new(big.Rat).SetFrac(sensitivity, new(big.Int).Lsh(v, 1)).Float64()
		// The verifier's slack of 1e-9, and the rounding of two programs; ε of the engine's accountant is rounded up, by
		// more than that where ε is far below δ.
		if epsilon := accountant.Epsilon(rho*(1-1e-8), c.Delta); !(epsilon <= c.Epsilon*(1+1e-8)+1e-12) {
			t.Fatalf("ε = %v is claimed at δ = %v, a cohort's noise gives %v\n%+v", c.Epsilon, c.Delta, epsilon, c)
		}
		total.Add(total, v.Mul(v, big.NewInt(cohort.Releases)))
	}
	if total.String() != c.Noise.DiagonalVariance {
		t.Fatalf("the combined noise is %s, stated %s", total, c.Noise.DiagonalVariance)
	}
}

var combinations []*release.Release
var makeCombinations sync.Once

// combinedReleases are of one owner, of two of one claim, and of several claims, under either adjacency. They are made
// once and must not be changed.
func combinedReleases(t testing.TB) []*release.Release {
	t.Helper()
	makeCombinations.Do(func() {
		for _, adjacency := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
			var parts []*release.Release
			for i, o := range []adapt.Options{{Epsilon: 1, Delta: 1e-6}, {Epsilon: 1, Delta: 1e-6},
				{Epsilon: 0.5, Delta: 1e-9}, {Epsilon: 3, Delta: 1e-5}, {Epsilon: 1, Delta: 1e-7}} {
				parts = append(
					parts,
					owner(t, i, 5000+i,
						func(all *adapt.Options) { all.Epsilon, all.Delta, all.Adjacency = o.Epsilon, o.Delta, adjacency }),
				)
			}
			combinations = append(combinations, mustCombine(t, parts...), mustCombine(t, parts[0]),
				mustCombine(t, parts[:2]...))
			withLabels := func(o *adapt.Options) { o.Adjacency = adjacency }
			combinations = append(combinations,
				mustCombine(t, labelledOwner(t, 6, 5000, withLabels), labelledOwner(t, 7, 5000, withLabels)))
		}
	})
	return combinations
}

func cloneCombined(r *release.Release) *release.Release {
	c, combination := *r, *r.Certificate.Combination
	combination.Cohorts = slices.Clone(combination.Cohorts)
	c.Certificate.Combination = &combination
	return &c
}

// A list is refused if members are in it twice, even by identifier alone, out of order, or under another digest.
func TestMembersAreListedOnce(t *testing.T) {
	for _, r := range combinedReleases(t) {
		members := r.Certificate.Combination.Members
		if len(members) < 2 {
			continue
		}
		renamed := slices.Clone(members)
		renamed[1].ReleaseID = members[0].ReleaseID
		again := release.Member{ReleaseID: strings.Repeat("0", 32), SHA256: members[0].SHA256}
		for says, list := range map[string][]release.Member{
			"":                 members,
			"an earlier one":   renamed,
			"listed once each": slices.Insert(slices.Clone(members), 1, again), // under another identifier
			"in the order":     append(slices.Clone(members[1:]), members[0]),
		} {
			var digest release.MembersHash
			for _, m := range list {
				digest.Add(m.SHA256)
			}
			twin := cloneCombined(r)
			twin.Certificate.Combination.Members = list
			twin.Certificate.Combination.MembersSHA256 = digest.Sum()
			text, _ := twin.Encode()
			if _, err := release.Decode(text); (err == nil) != (says == "") || !strings.Contains(fmt.Sprint(err), says) {
				t.Errorf("a list with its own digest, to be refused as %q: %v", says, err)
			}
		}
		for name, list := range map[string][]release.Member{
			"same id":      renamed,
			"twice":        append([]release.Member{members[0]}, members...),
			"out of order": append(slices.Clone(members[1:]), members[0]),
			"one less":     members[1:],
			"no digest":    append(slices.Clone(members[1:]), release.Member{ReleaseID: "x", SHA256: "zz"}),
			"capitals":     append([]release.Member{{ReleaseID: "x", SHA256: strings.Repeat("A", 64)}}, members[1:]...),
		} {
			twin := cloneCombined(r)
			twin.Certificate.Combination.Members = list
			text, _ := twin.Encode()
			if _, err := release.Decode(text); err == nil {
				t.Errorf("%s: read", name)
			}
		}
	}
}
