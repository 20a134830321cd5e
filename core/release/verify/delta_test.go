package verify

import (
	"os"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release"
)

// The report states δ·n, or δ·n̂ where n is private, remarks on it above 10⁻³, with the limit, and refuses δ ≥ 1/n
// unless that is allowed by name.
func TestDeltaAgainstTheNumberOfRows(t *testing.T) {
	for _, name := range []string{"moments", "model-linear", "weights-selection", "weights-gradient", "report",
		"model-add-remove"} {
		r := must.Get(release.Decode(must.Get(os.ReadFile("../../adapt/testdata/golden/" + name + ".json"))(t)))(t)
		rows := float64(r.Certificate.N) + r.Certificate.RowsEstimate // one of them is 0
		for _, c := range []struct {
			times    float64
			remarked bool
			refused  bool
		}{{0.9e-3, false, false}, {1.1e-3, true, false}, {0.999, true, false}, {1.001, true, true}, {10, true, true}} {
			r.Certificate.Delta = c.times / rows
			r.Certificate.Epsilon = 1e3 // enough at any of these δ
			report := Certificate(r)
			if d := report.DeltaRows - c.times; d > 1e-9*c.times || -d > 1e-9*c.times {
				t.Errorf("%s: δ·n is stated as %v, not %v", name, report.DeltaRows, c.times)
			}
			if remarked := len(report.Remarks) > 0; remarked != c.remarked {
				t.Errorf("%s at δ·n = %v: the remarks are %q", name, c.times, report.Remarks)
			}
			if c.remarked && !strings.Contains(report.Remarks[0], "at most 0.001 divided by the number of rows") {
				t.Errorf("%s at δ·n = %v: the remark %q does not state the rule", name, c.times, report.Remarks[0])
			}
			if report.OK == c.refused || c.refused && !strings.Contains(report.Problems[0], "below one over") {
				t.Errorf("%s at δ·n = %v: the problems are %q", name, c.times, report.Problems)
			}
			if asked := Certificate(r, LargeDelta); !asked.OK || len(asked.Remarks) == 0 && c.remarked {
				t.Errorf("%s at δ·n = %v, allowed: %+v", name, c.times, asked)
			}
			// The allowance covers δ alone.
			small := *r
			small.Certificate.Epsilon, small.Certificate.Rho = 1e-9, 0
			if Certificate(&small, LargeDelta).OK {
				t.Errorf("%s at δ·n = %v: a false claim passed", name, c.times)
			}
		}
	}
}

// Many owners together may have δ·n above 1, with a remark; a single owner may not.
func TestDeltaIsRefusedOwnerByOwner(t *testing.T) {
	owners := func(cohorts ...release.Cohort) release.Certificate {
		c := release.Certificate{Adjacency: "replace-one", Combination: &release.Combination{Cohorts: cohorts}}
		for _, cohort := range cohorts {
			c.N, c.Draws, c.Delta = c.N+cohort.N, c.Draws+int(cohort.Releases), max(c.Delta, cohort.Delta)
		}
		return c
	}
	small := release.Cohort{Releases: 1000, N: 500_000, Delta: 1e-5}
	if remark, err := checkDelta(owners(small)); remark == "" || err != nil {
		t.Errorf("a thousand owners of 500 rows at δ = 1e-5: %q, %v", remark, err)
	}
	// By the mean of all owners, 1,499 rows, none of these could be told from the other.
	large := release.Cohort{Releases: 1, N: 1_000_000, Delta: 2e-6}
	for _, cohorts := range [][]release.Cohort{{small, large}, {large, small}} {
		if _, err := checkDelta(owners(cohorts...)); err == nil {
			t.Errorf("an owner of a million rows at δ = 2e-6 passed among owners of few: %v", cohorts)
		}
	}
	few := release.Cohort{Releases: 1, N: 20, Delta: 0.01}
	for _, cohorts := range [][]release.Cohort{{small, few}, {few, small}} {
		if _, err := checkDelta(owners(cohorts...)); err != nil {
			t.Errorf("an owner of 20 rows at δ = 0.01 among owners of more at less: %v", err)
		}
	}
	for _, c := range []struct {
		cohort  release.Cohort
		refused bool
	}{{release.Cohort{Releases: 4, N: 400, Delta: 0.01}, true}, {release.Cohort{Releases: 4, N: 396, Delta: 0.01}, false},
		{release.Cohort{Releases: 4, N: 404, Delta: 0.01}, true}} {
		if _, err := checkDelta(owners(c.cohort)); (err != nil) != c.refused {
			t.Errorf("%+v: %v", c.cohort, err)
		}
	}
	hidden := release.Certificate{
		Adjacency:    "add-remove",
		RowsEstimate: 5e5,
		Draws:        1000,
		Delta:        1e-5,
		Combination:  &release.Combination{},
	}
	if remark, err := checkDelta(hidden); remark == "" || err != nil {
		t.Errorf("owners of a private number of rows: %q, %v", remark, err)
	}
	hidden.Delta = 0.01
	if _, err := checkDelta(hidden); err == nil {
		t.Error("owners of 500 rows at δ = 0.01 passed")
	}
}
func TestTheSuggestedDeltaSuitsTenTimesAsManyRows(t *testing.T) {
	for rows, want := range map[float64]float64{1: 1e-6, 100: 1e-6, 101: 1e-7, 1000: 1e-7, 5000: 1e-8, 1e6: 1e-10} {
		got := SuggestedDelta(rows, 0)
		if got/want < 1-1e-9 || got/want > 1+1e-9 {
			t.Errorf("%v rows: %v instead of %v", rows, got, want)
		}
		if product := got * rows * deltaRoom; product > LargestDeltaRows*(1+1e-9) {
			t.Errorf("%v rows: the verifier remarks on δ·n = %v", rows, product)
		}
	}
}

func TestTheDeltaOfALinkIsAMaximum(t *testing.T) {
	for _, c := range []struct{ rows, most, want float64 }{
		{3000, 1e-6, 1e-8}, {100, 1e-6, 1e-6}, {100, 1e-7, 1e-7}, {100, 3e-8, 3e-8}, {3000, 1e-4, 1e-8},
	} {
		if got := SuggestedDelta(c.rows, c.most); got/c.want < 1-1e-9 || got/c.want > 1+1e-9 {
			t.Errorf("%v rows, at most %v: %v instead of %v", c.rows, c.most, got, c.want)
		}
	}
}
