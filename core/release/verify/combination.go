package verify

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// combinedRho returns the largest ρ among the owners of a combined second moment or of combined counts, whose
// draws have noise of the given total variances.
//
// If no two owners have read the same record, which is the one assumption that a document may name (see
// release.CheckShape), a change to one record changes one owner's release only. So the releases of all owners together
// are as private as the worst of them (parallel composition; McSherry 2009, theorem 4). The variance of a sum of
// independent noises is the sum of their variances. A reader of the combined values alone sees more noise than this
// counts, but the owners' own releases may be public as well.
func combinedRho(c release.Certificate, totals []*big.Int) (float64, error) {
	var rho float64
	var releases, rows int64
	sums := make([]big.Int, len(totals))
	for i, cohort := range c.Combination.Cohorts {
		if i > 0 && c.Combination.Cohorts[i-1].Compare(cohort) >= 0 {
			return 0, errors.New("the cohorts of the combination are not listed once each, in their order")
		}
		variances, err := variancesOf(cohort.DiagonalVariance, cohort.LabelVariance)
		if err == nil && len(variances) != len(totals) {
			err = errors.New("has noise on other counts than the whole")
		}
		if err != nil {
			return 0, fmt.Errorf("cohort %d of the combination: %w", i+1, err)
		}
		own := rhoOf(c, variances)
		if err := checkCohort(c, cohort, own); err != nil {
			return 0, fmt.Errorf("cohort %d of the combination %w", i+1, err)
		}
		if cohort.N > 1<<62-rows {
			return 0, errors.New("the combination counts more rows than there can be")
		}
		releases, rows = releases+cohort.Releases, rows+cohort.N
		for k, variance := range variances {
			sums[k].Add(&sums[k], variance.Mul(variance, big.NewInt(cohort.Releases)))
		}
		rho = math.Max(rho, own)
	}
	members := c.Combination.Members
	switch {
	case releases*int64(len(totals)) != int64(c.Draws):
		return 0, fmt.Errorf("the cohorts of the combination count %d releases, the certificate %d draws", releases,
			c.Draws)
	case members != nil && int64(len(members)) != releases || members == nil && releases <= release.MostMembers:
		return 0, errors.New("the list of the combined releases does not have as many entries as there are releases")
	case rows != c.N:
		return 0, fmt.Errorf("the cohorts of the combination count %d rows, the certificate %d", rows, c.N)
	}
	for k, total := range totals {
		if sums[k].Cmp(total) != 0 {
			return 0, errors.New("the variance of the combined noise is not the sum of its parts")
		}
	}
	return rho, nil
}

// checkCohort compares what owners of one claim state with the ρ that their own noise gives, and the whole with the
// worst of its owners.
func checkCohort(c release.Certificate, cohort release.Cohort, own float64) error {
	public := c.Adjacency == method.ReplaceOne
	switch {
	case !(own >= 0) || math.IsInf(own, 1) || !(cohort.Rho >= own*(1-slack)):
		return fmt.Errorf("claims ρ = %.6g, but its noise gives only ρ = %.6g", cohort.Rho, own)
	case !(cohort.Delta > 0 && cohort.Delta < 1) || !(cohort.Epsilon >= epsilonOf(own, cohort.Delta)*(1-slack)):
		return fmt.Errorf("claims ε = %.6g at δ = %.3g, which its noise does not give", cohort.Epsilon, cohort.Delta)
	case cohort.Epsilon > c.Epsilon || cohort.Delta > c.Delta || cohort.Rho > c.Rho:
		return errors.New("claims a larger privacy loss than the whole, which must claim the largest of its owners")
	case cohort.Releases < 1 || cohort.Releases > math.MaxInt32:
		return errors.New("has an impossible number of releases")
	case public && cohort.N < cohort.Releases || !public && cohort.N != 0:
		return errors.New("states its number of rows although it is private, or a number below 1")
	}
	return nil
}
