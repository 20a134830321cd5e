package combine_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

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

// A change of a single field is noticed.
func TestFalseCombinationsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*release.Certificate){
		"assumption":    func(c *release.Certificate) { c.Combination.Assumption = "" },
		"a cohort less": func(c *release.Certificate) { c.Combination.Cohorts = c.Combination.Cohorts[1:] },
		"a cohort twice": func(c *release.Certificate) {
			c.Combination.Cohorts = append(c.Combination.Cohorts, c.Combination.Cohorts[0])
		},
		"cohort's releases":  func(c *release.Certificate) { c.Combination.Cohorts[0].Releases++ },
		"negative releases":  func(c *release.Certificate) { c.Combination.Cohorts[0].Releases = -1 },
		"cohort's rows":      func(c *release.Certificate) { c.Combination.Cohorts[0].N++ },
		"cohort's ε":         func(c *release.Certificate) { c.Combination.Cohorts[0].Epsilon *= 0.9 },
		"cohort's δ":         func(c *release.Certificate) { c.Combination.Cohorts[0].Delta *= 0.9 },
		"cohort's ρ":         func(c *release.Certificate) { c.Combination.Cohorts[0].Rho *= 0.9 },
		"cohort's variance":  func(c *release.Certificate) { c.Combination.Cohorts[0].DiagonalVariance += "0" },
		"an odd variance":    func(c *release.Certificate) { c.Combination.Cohorts[0].DiagonalVariance += "1" },
		"a word as variance": func(c *release.Certificate) { c.Combination.Cohorts[0].DiagonalVariance = "much" },
		"total ε":            func(c *release.Certificate) { c.Epsilon *= 0.99 },
		"total δ":            func(c *release.Certificate) { c.Delta *= 0.99 },
		"total ρ":            func(c *release.Certificate) { c.Rho *= 0.99 },
		"total rows":         func(c *release.Certificate) { c.N++ },
		"total variance":     func(c *release.Certificate) { c.Noise.DiagonalVariance += "0" },
		"standard deviation": func(c *release.Certificate) { c.Noise.StandardDeviation *= 0.99 },
		"draws":              func(c *release.Certificate) { c.Draws++ },
		"a member less":      func(c *release.Certificate) { c.Combination.Members = c.Combination.Members[1:] },
		"no list":            func(c *release.Certificate) { c.Combination.Members = nil },
		"another mechanism":  func(c *release.Certificate) { c.Mechanism = "gradient" },
		"none":               func(c *release.Certificate) { c.Combination = nil },
	} {
		caught := 0
		for _, r := range combinedReleases(t) {
			r = cloneCombined(r)
			if len(r.Certificate.Combination.Members) == 1 && name == "none" {
				continue // with a single member that is its own release
			}
			change(&r.Certificate)
			if report := verify.Certificate(r); report.OK {
				t.Errorf("%s: accepted", name)
			}
			caught++
		}
		if caught == 0 {
			t.Errorf("%s: not tried", name)
		}
	}
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
