package verify

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"privadapt/core/release"
)

// combinedRho returns the largest ρ among the owners of a combined second moment, whose noise has the given total variance.
//
// Where no record was read by two owners, a change to one of them changes one owner's release alone, so what all owners
// publish together is as private as the worst of them (parallel composition; McSherry 2009, theorem 4). The sum of
// independent noises has the sum of their variances. Who sees only the combined values sees more noise than this charges
// for, but the owners' own releases are out as well.
func combinedRho(c release.Certificate, total *big.Int) (float64, error) {
	if c.Combination.Assumption != release.DisjointOwners {
		return 0, errors.New("the combination does not state that its owners are disjoint, which its guarantee rests on")
	}
	var rho float64
	var releases, rows int64
	sum := new(big.Int)
	for i, cohort := range c.Combination.Cohorts {
		variance, err := varianceOf(cohort.DiagonalVariance)
		if err != nil {
			return 0, fmt.Errorf("cohort %d of the combination: %w", i+1, err)
		}
		if i > 0 && c.Combination.Cohorts[i-1].Compare(cohort) >= 0 {
			return 0, errors.New("the cohorts of the combination are not listed once each, in their order")
		}
		own := rhoOf(c, variance)
		if !(own >= 0) || math.IsInf(own, 1) || !(cohort.Rho >= own*(1-slack)) {
			return 0, fmt.Errorf("cohort %d of the combination claims ρ = %.6g, its noise gives only ρ = %.6g", i+1, cohort.Rho, own)
		}
		if !(cohort.Delta > 0 && cohort.Delta < 1) || !(cohort.Epsilon >= epsilonOf(own, cohort.Delta)*(1-slack)) {
			return 0, fmt.Errorf("cohort %d of the combination claims ε = %.6g at δ = %.3g, which its noise does not give", i+1, cohort.Epsilon, cohort.Delta)
		}
		if cohort.Epsilon > c.Epsilon || cohort.Delta > c.Delta || cohort.Rho > c.Rho {
			return 0, fmt.Errorf("the combination claims more than its cohort %d, and it is no better than the worst of its owners", i+1)
		}
		if cohort.Releases < 1 || cohort.Releases > math.MaxInt32 || cohort.N < 0 || cohort.N > 1<<62-rows {
			return 0, fmt.Errorf("cohort %d of the combination has an impossible number of releases or rows", i+1)
		}
		if (cohort.N >= cohort.Releases) != (c.Adjacency == "replace-one") || c.Adjacency != "replace-one" && cohort.N != 0 {
			return 0, fmt.Errorf("cohort %d of the combination states its rows where they are private, or not where they are public", i+1)
		}
		releases, rows = releases+cohort.Releases, rows+cohort.N
		sum.Add(sum, variance.Mul(variance, big.NewInt(cohort.Releases)))
		rho = math.Max(rho, own)
	}
	members := c.Combination.Members
	switch {
	case releases != int64(c.Draws):
		return 0, fmt.Errorf("the cohorts of the combination count %d releases, the certificate %d draws", releases, c.Draws)
	case members != nil && int64(len(members)) != releases || members == nil && releases <= release.MostMembers:
		return 0, errors.New("the list of the combined releases is not as long as there are releases")
	case rows != c.N:
		return 0, fmt.Errorf("the cohorts of the combination count %d rows, the certificate %d", rows, c.N)
	case sum.Cmp(total) != 0:
		return 0, errors.New("the variance of the combined noise is not the sum of its parts")
	}
	return rho, nil
}
