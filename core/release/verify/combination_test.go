package verify

import (
	"math/big"
	"strings"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// combinedOf is the certificate of a combination of a given number of owners in each cohort, of 100 rows each, whose
// variance is a multiple of 1000·2¹¹⁰.
func combinedOf(variances []int64, owners ...int64) (c release.Certificate, total *big.Int) {
	c = release.Certificate{
		Adjacency:      method.ReplaceOne,
		Radius:         3,
		GridSteps:      gridSteps,
		InterceptSteps: 339546978,
		Delta:          1e-6,
		Epsilon:        1e9,
		Rho:            1e9,
		Combination:    &release.Combination{},
	}
	total = new(big.Int)
	for i, n := range owners {
		variance := new(big.Int).Lsh(big.NewInt(1000*variances[i]), 110)
		c.Combination.Cohorts = append(c.Combination.Cohorts, release.Cohort{
			Releases: n, N: 100 * n, Epsilon: 1e8 + float64(i), Delta: 1e-6, Rho: 1e8, DiagonalVariance: variance.String(),
		})
		c.Draws, c.N = c.Draws+int(n), c.N+100*n
		total.Add(total, variance.Mul(variance, big.NewInt(n)))
	}
	return c, total
}

// The list of members has as many entries as there are releases, and is left out only where there are more than a
// document lists.
func TestMembersAreCounted(t *testing.T) {
	members := func(n int) []release.Member {
		return make([]release.Member, n)
	}
	for _, k := range []struct {
		owners, listed int // −1: no list
		refused        bool
	}{
		{3, 3, false}, {3, 2, true}, {3, 4, true}, {3, -1, true}, {3, 0, true},
		{release.MostMembers, release.MostMembers, false}, {release.MostMembers, -1, true},
		{release.MostMembers + 1, -1, false}, {release.MostMembers + 1, release.MostMembers, true},
	} {
		c, total := combinedOf([]int64{1}, int64(k.owners))
		if k.listed >= 0 {
			c.Combination.Members = members(k.listed)
		}
		if _, err := combinedRho(c, total); (err != nil) != k.refused ||
			err != nil && !strings.Contains(err.Error(), "as many entries") {
			t.Errorf("%d owners, %d listed: %v", k.owners, k.listed, err)
		}
	}
}

// The ρ of the whole is the ρ of the owner with the least noise, whichever place it has among the cohorts. Each
// cohort is counted.
func TestTheWorstOwnerDecides(t *testing.T) {
	for _, variances := range [][]int64{{1, 2, 4}, {2, 1, 4}, {4, 2, 1}} {
		c, total := combinedOf(variances, 11_000, 2, 1)
		one, _ := combinedOf([]int64{1}, 1)
		want := rhoOf(one, new(big.Int).Lsh(big.NewInt(1000), 110))
		if rho, err := combinedRho(c, total); err != nil || rho != want {
			t.Errorf("%v: ρ = %v, not %v: %v", variances, rho, want, err)
		}
		for name, change := range map[string]func(c *release.Certificate, total *big.Int){
			"a draw":        func(c *release.Certificate, _ *big.Int) { c.Draws-- },
			"a row":         func(c *release.Certificate, _ *big.Int) { c.N++ },
			"more noise":    func(_ *release.Certificate, total *big.Int) { total.Add(total, big.NewInt(2)) },
			"another order": func(c *release.Certificate, _ *big.Int) { c.Combination.Cohorts[0].Epsilon = 2e8 },
			"a cohort twice": func(c *release.Certificate, _ *big.Int) {
				c.Combination.Cohorts[1] = c.Combination.Cohorts[0]
			},
			"a cohort twice, all of it counted": func(c *release.Certificate, total *big.Int) {
				at := c.Combination
				at.Cohorts = append(at.Cohorts, at.Cohorts[2])
				c.Draws, c.N = c.Draws+int(at.Cohorts[2].Releases), c.N+at.Cohorts[2].N
				variance, _ := new(big.Int).SetString(at.Cohorts[2].DiagonalVariance, 10)
				total.Add(total, variance.Mul(variance, big.NewInt(at.Cohorts[2].Releases)))
			},
			"less noise": func(_ *release.Certificate, total *big.Int) { total.Sub(total, big.NewInt(2)) },
			"more owners than rows": func(c *release.Certificate, _ *big.Int) {
				cohort := &c.Combination.Cohorts[0]
				c.N -= cohort.N - (cohort.Releases - 1)
				cohort.N = cohort.Releases - 1
			},
			"a cohort of nobody": func(c *release.Certificate, _ *big.Int) {
				nobody := c.Combination.Cohorts[2]
				nobody.Epsilon, nobody.Releases, nobody.N = nobody.Epsilon+1, 0, 0
				c.Combination.Cohorts = append(c.Combination.Cohorts, nobody)
			},
			"a cohort's claim": func(c *release.Certificate, _ *big.Int) { c.Combination.Cohorts[2].Rho = 1e-9 },
			"more than all":    func(c *release.Certificate, _ *big.Int) { c.Rho = 1e7 },
			"more ε than all":  func(c *release.Certificate, _ *big.Int) { c.Epsilon = 1e8 },
			"more δ than all":  func(c *release.Certificate, _ *big.Int) { c.Delta = 1e-7 },
		} {
			c, total := combinedOf(variances, 11_000, 2, 1)
			change(&c, total)
			if _, err := combinedRho(c, total); err == nil {
				t.Errorf("%v: %s passes", variances, name)
			}
		}
	}
}

// Rows that together are more than 64 bits count are not taken for what they wrap around to.
func TestRowsOfOwnersDoNotWrapAround(t *testing.T) {
	c, total := combinedOf([]int64{1, 2, 4, 8, 16}, 1, 11_000, 1, 1, 1)
	c.N = c.Combination.Cohorts[1].N
	for i := range c.Combination.Cohorts {
		if i != 1 {
			c.Combination.Cohorts[i].N = 1 << 62
		}
	}
	if _, err := combinedRho(c, total); err == nil || !strings.Contains(err.Error(), "more rows than there can be") {
		t.Errorf("2⁶⁴ rows and %d: %v", c.N, err)
	}
}
