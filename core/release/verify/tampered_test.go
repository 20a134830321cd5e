package verify

import (
	"math"
	"math/big"
	"strconv"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// nudged is an entry of a sum that is larger by nearly r².
func nudged(text string) string {
	v, _ := new(big.Int).SetString(text, 10)
	return v.Add(v, big.NewInt(1e18)).String()
}

// put replaces the weights and states the effective sample size that they have.
func put(r *release.Release, q ...float64) {
	r.Values.Weights = q
	squares := 0.0
	for _, w := range q {
		squares += w * w
	}
	size := 1 / squares
	r.Certificate.EffectiveSampleSize = &size
}

// makeQuiet gives a document of moments a large ε and the noise that fits it, so that any problem left is about the
// values.
func makeQuiet(r *release.Release) {
	c := &r.Certificate
	variance, _ := new(big.Int).SetString(c.Noise.DiagonalVariance, 10)
	variance.Rsh(variance, 40).SetBit(variance, 0, 0)
	c.Noise.DiagonalVariance = variance.String()
	c.Epsilon, c.Rho = 1e18, 1e18
	state(c)
	for i := range r.Values.Moments {
		for j := range r.Values.Moments {
			if i != j {
				r.Values.Moments[i][j] = 0
			}
		}
	}
}

// state sets the standard deviation that follows from a variance, a radius and a number of rows.
func state(c *release.Certificate) {
	variance, err := strconv.ParseFloat(c.Noise.DiagonalVariance, 64)
	if err != nil {
		return
	}
	step := c.Radius / float64(c.GridSteps)
	sigma := math.Sqrt(variance) * step * step
	if l := c.Labels; l != nil { // the moment adds two sums
		intercept := c.Radius * float64(c.InterceptSteps) / float64(c.GridSteps)
		labels := *l
		c.Labels = &labels
		labels.SumDeviation, labels.RowsNoise = sigma, sigma/(intercept*intercept)
		if c.Adjacency == method.ReplaceOne {
			labels.RowsNoise /= math.Sqrt2
		}
		sigma *= math.Sqrt2
	}
	c.Noise.StandardDeviation = sigma / (float64(c.N) + c.RowsEstimate)
}

// scaleRadius states another radius and everything that follows from it, except the released entries.
func scaleRadius(r *release.Release, factor float64) {
	c := &r.Certificate
	c.Radius *= factor
	c.SourceRadius *= factor
	state(c)
	if r.Kind == release.Moments {
		intercept := c.Radius * float64(c.InterceptSteps) / float64(c.GridSteps)
		r.Values.Moments[0][0] = intercept * intercept
	}
}
