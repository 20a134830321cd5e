package suite

import "slices"

// Endless stands for ε = ∞, which the engine does not accept: the noise of an entry of the moment is then r²/(1000·n).
const Endless = 1e6

// LeastGain is the share of the unweighted error that weighting without privacy must remove for a task to count.
const LeastGain = 0.05

// Percentile is the empirical quantile, interpolated between order statistics.
func Percentile(values []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	place := p * float64(len(sorted)-1)
	i := int(place)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (place-float64(i))*(sorted[i+1]-sorted[i])
}

// Median returns nil if there are no values.
func Median(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	m := Percentile(values, 0.5)
	return &m
}
