package verify

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"privadapt/core/model/auto"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// labelRequirements are about rows with private labels in two sums, of a model that they corrected or of moments: the
// noise of the sums, and what the schema and the settings say of their shape. The prices of the two sums and of the
// moment are recomputed together, see rhoOf.
func labelRequirements(r *release.Release) []requirement {
	c := &r.Certificate
	l := c.Labels
	if l == nil || (c.Base == nil) != (r.Kind == release.Moments) {
		return nil
	}
	residuals := max(1, len(r.Provenance.Schema.Classes)-1)
	sigma := deviationOfSum(*c)
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	noise := sigma / (intercept * intercept)
	if c.Adjacency == method.ReplaceOne {
		noise /= math.Sqrt2 // the mean of two estimates, n₁ and n − n₂
	}
	close := func(stated, want float64) bool { return math.Abs(stated-want) <= 1e-6*want }
	spread := true
	for _, s := range l.Spread {
		spread = spread && s > 0
	}
	requirements := []requirement{
		{l.Residuals == residuals, "the number of residuals does not fit the schema's classes, or is not 1 for a number"},
		{l.Order == c.Order+residuals,
			"the order of the rows with labels does not count the features and a residual for each output"},
		{spread, "a spread of the labels is not above 0"},
		{c.Features == "labels", "labels correct models by features of their own, and the features are others"},
		{close(l.SumDeviation, sigma),
			"the standard deviation of the noise on the labels' sums is not the one that its variance gives"},
		{close(l.RowsNoise, noise), "the noise of the number of rows with a label is not the one that the variance gives"},
		{l.RowsEstimate >= 0 && l.RowsEstimate <= rowsOf(*c)*(1+slack),
			"the number of rows with a label is not between 0 and the number of all rows"},
	}
	if r.Kind == release.Moments {
		return requirements
	}
	errors, verdicts, within := true, true, release.ErrorBounds(len(r.Provenance.Schema.Classes))
	for _, e := range l.Errors {
		errors = errors && e.Base.Low != nil && e.Gain.High != nil && e.Base.Possible(within) && e.Gain.Possible(release.Gains)
		verdicts = verdicts && e.Verdict == release.VerdictOf(e.Gain, e.Verdict == release.ProbablyBetter)
	}
	candidate := func(b auto.Scored) bool { return b.Base == l.Base && b.Way == "unweighted" }
	return append(
		requirements,
		requirement{
			slices.ContainsFunc(c.Base.Candidates, candidate),
			"the model that the labels correct is none of the candidates that no weights enter",
		},
		requirement{
			*l.Share >= 0 && *l.Share <= 1,
			"the share of the model fitted under the weights is not between 0 and 1",
		},
		requirement{errors, "a mean squared error or a gain is one that cannot be, or its interval is not around it"},
		requirement{verdicts, "the verdict on a gain does not follow from its interval"},
	)
}

// checkSums refuses sums of rows with labels and without that the mechanism cannot have drawn, and moments and a
// number of labels that do not follow from the sums. The entry (0,0) of a sum is its number of rows, up to the
// noise. Where n is public it is n at most.
func checkSums(c release.Certificate, v release.Values) error {
	sigma := deviationOfSum(c)
	labelled := sumOf(c, v.LabelledSum, c.Labels.Order)
	unlabelled := sumOf(c, v.UnlabelledSum, c.Labels.Order-c.Labels.Residuals)
	for _, sum := range [][][]float64{labelled, unlabelled} {
		p := productsOf("a sum of rows", c, sum, sigma, true)
		if err := p.check(); err != nil {
			return err
		}
		if c.Adjacency == method.AddRemove {
			continue
		}
		all := float64(c.N) * p.intercept * p.intercept
		if !(sum[0][0] <= all*(1+slack)+deviations(2)*sigma) {
			return fmt.Errorf("a sum is of %.6g rows, but there are only %d, and the stated noise does not explain the others",
				p.rows(), c.N)
		}
		p.entries, p.counted = append([][]float64{{all}}, sum[1:]...), false
		if err := p.checkEntries(); err != nil {
			return err
		}
		if err := p.checkWhole(); err != nil {
			return err
		}
	}
	if err := checkTogether(c, v.Moments, labelled, unlabelled); err != nil {
		return err
	}
	return checkDigits(slices.Concat(v.LabelledSum, v.UnlabelledSum), c)
}

// checkDigits refuses sums with too many entries that are multiples of a power of 2 or of 10: noise of that many steps
// leaves every digit random.
func checkDigits(entries []string, c release.Certificate) error {
	variance, _ := new(big.Float).SetString(c.Noise.DiagonalVariance)
	sigma, _ := variance.Sqrt(variance).Float64()
	rest := new(big.Int)
	for _, base := range []struct{ number, powers int64 }{{2, 50}, {10, 15}} {
		modulus := big.NewInt(1)
		for range base.powers {
			modulus.Mul(modulus, big.NewInt(base.number))
			multiples := 0
			for _, text := range entries {
				v, _ := new(big.Int).SetString(text, 10)
				if rest.Rem(v, modulus).Sign() == 0 {
					multiples++
				}
			}
			of, _ := new(big.Float).SetInt(modulus).Float64()
			if rare(multiples, len(entries), float64(multiples)*math.Log(congruent(of, sigma/math.Sqrt2))) {
				return fmt.Errorf("%d of %d entries of the sums are multiples of %s, which noise of this size does not leave",
					multiples, len(entries), modulus)
			}
		}
	}
	return nil
}

// checkTogether compares both sums with the moments of all rows and with the numbers of rows that are stated.
func checkTogether(c release.Certificate, moments, labelled, unlabelled [][]float64) error {
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	square := intercept * intercept
	rows, found := rowsOf(c), (labelled[0][0]+unlabelled[0][0])/square
	if c.Adjacency == method.ReplaceOne &&
		!(math.Abs(found-rows) <= deviations(1)*math.Sqrt2*deviationOfSum(c)/square+slack*rows) {
		return fmt.Errorf("the sums are of %.6g rows, which neither the stated number nor the stated noise explain", found)
	}
	if c.Adjacency == method.AddRemove && !(math.Abs(math.Max(1, found)-rows) <= 1e-6*rows) {
		return fmt.Errorf("the number of rows is estimated as %.6g, but the sums give %.6g", rows, found)
	}
	for i := range moments {
		for j := range i {
			a, b := labelled[i][j], unlabelled[i][j]
			if !(math.Abs(moments[i][j]*rows-(a+b)) <= slack*(math.Abs(a)+math.Abs(b))) {
				return errors.New("the moments are not those that the two sums give")
			}
		}
		if a, b := labelled[i][i], unlabelled[i][i]; i > 0 &&
			!(math.Abs(moments[i][i]*rows-(a+b)) <= slack*(math.Abs(a)+math.Abs(b))) {
			return errors.New("the moments are not those that the two sums give")
		}
	}
	count := labelled[0][0] / square
	if c.Adjacency == method.ReplaceOne {
		count = (count + rows - unlabelled[0][0]/square) / 2
	}
	if count = math.Min(math.Max(count, 0), rows); !(math.Abs(c.Labels.RowsEstimate-count) <= 1e-6*rows) {
		return fmt.Errorf("the number of rows with a label is stated as %.6g, but the sums give %.6g", c.Labels.RowsEstimate,
			count)
	}
	return nil
}

// sumOf is a sum in the units of the rows' products: the entries on and below the diagonal.
func sumOf(c release.Certificate, entries []string, order int) [][]float64 {
	sum, k := make([][]float64, order), 0
	for i := range sum {
		sum[i] = make([]float64, i+1)
	}
	step := c.Radius / gridSteps
	for i := range order {
		for j := i; j < order; j++ {
			v, _ := new(big.Int).SetString(entries[k], 10)
			in, _ := new(big.Float).SetInt(v).Float64()
			sum[j][i] = in * step * step
			k++
		}
	}
	return sum
}
