package combine_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/release"
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
