package combine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Trimmed combines releases so that a few fabricated ones change the result little: for each entry of the moments it
// leaves out the trim smallest and the trim largest of the owners' values, and takes the mean of the others. Even if up
// to trim owners write arbitrary values, the entry is between values of other owners (Yin, Chen, Ramchandran and
// Bartlett 2018, definition 2).
//
// Every owner counts the same, whatever number of rows it states: an owner who fabricates a release can state any
// number. So the result is the mean over owners, not over rows. Owners who honestly differ are trimmed as well, which
// shifts the result by an amount that no certificate can bound; what is computed from it states no learning bound. The
// certificate names the method.
//
// Releases are as Combine takes them, under replace-one adjacency, and more than 2·trim; trim is 1 at least. Errors
// are of type *Error.
func Trimmed(engine release.Engine, releases []*release.Release, trim int) (*release.Release, error) {
	if trim < 1 || 2*trim >= len(releases) {
		return nil, refuse(
			"trim",
			"%d releases cannot be trimmed by %d at each end; choose at least 1 and fewer than half of them",
			len(releases),
			trim,
		)
	}
	sum, members, err := gather(releases)
	if err != nil {
		return nil, err
	}
	if sum.setting.Adjacency != method.ReplaceOne {
		return nil, refuse("trim",
			"releases under add-remove adjacency cannot be trimmed: how much a row counts in them is noisy too")
	}
	if sum.setting.Labels != nil {
		return nil, refuse(
			"trim",
			"moments with labels cannot be trimmed: how many rows of an owner have a label is private, so that the entries of different owners cannot be compared",
		)
	}
	document, err := sum.Release(engine, members)
	if err != nil {
		return nil, err
	}
	c := &document.Certificate
	c.Combination.Method, c.Combination.Trimmed = release.TrimmedMean, int64(trim)
	c.Noise.StandardDeviation = trimmedDeviation(releases, trim)
	document.Values.Moments = trimmedMoments(releases, trim)
	// The sum of the same members is another release.
	id := sha256.Sum256(fmt.Appendf(nil, "%s %s %d", members.SHA256, release.TrimmedMean, trim))
	document.ReleaseID = hex.EncodeToString(id[:])[:32]
	return document, nil
}

// trimmedDeviation bounds the standard deviation of the noise in a diagonal entry of the trimmed mean of N owners:
// the deviation of their mean, √(Σσ_i²)/N, times √(N/(N−2·trim)), which gives the standard deviation of the mean of
// as many as remain. The trimmed mean of noises of one law does better: its variance is the mean's times at most
// π/2, which the median has, and the factor here exceeds it at every trim (TestTrimmedNoise).
func trimmedDeviation(releases []*release.Release, trim int) float64 {
	sum, n := 0.0, float64(len(releases))
	for _, r := range releases {
		sum += r.Certificate.Noise.StandardDeviation * r.Certificate.Noise.StandardDeviation
	}
	return math.Sqrt(sum) / n * math.Sqrt(n/(n-2*float64(trim)))
}

func trimmedMoments(releases []*release.Release, trim int) [][]float64 {
	d := releases[0].Certificate.Order
	mean := make([][]float64, d)
	for i := range mean {
		mean[i] = make([]float64, d)
	}
	values := make([]float64, len(releases))
	for i := range d {
		for j := range i + 1 {
			for k, r := range releases {
				values[k] = r.Values.Moments[i][j]
			}
			mean[i][j] = trimmedMean(values, trim)
			mean[j][i] = mean[i][j]
		}
	}
	mean[0][0] = releases[0].Values.Moments[0][0] // public, the same for all
	return mean
}

// trimmedMean sorts the values and returns the mean without the trim smallest and the trim largest.
func trimmedMean(values []float64, trim int) float64 {
	slices.Sort(values)
	total := 0.0
	for _, v := range values[trim : len(values)-trim] {
		total += v
	}
	return total / float64(len(values)-2*trim)
}
