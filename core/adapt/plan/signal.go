package plan

import (
	"math"

	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/symeigen"
)

// Parts of the difference between M̂₀ and the source's own second moment M_S, one orthogonal to the other. The spectral
// norm sees one direction of the columns; each part sees what many entries say together. Columns that all vary less,
// for instance, change the spectral norm by little and the mean of the diagonal by many of its standard deviations.
const (
	means       = iota // the entries beside the intercept
	common             // the mean of the diagonal: all columns vary more, or all less
	variances          // the rest of the diagonal
	covariances        // the other entries
	parts
)

// partOf returns the part of an entry, i ≤ j, except that the diagonal's mean is subtracted from the variances first.
func partOf(i, j int) int {
	switch {
	case i == 0:
		return means
	case i == j:
		return variances
	}
	return covariances
}

// sizes returns the number of independent entries of each part, as the noise has them.
func sizes(order int) [parts]float64 {
	k := float64(order - 1)
	return [parts]float64{k, 1, k - 1, k * (k - 1) / 2}
}

// largest returns the Frobenius norms beyond which no difference is expected: one and a half times the norms for
// means that all move by a standard deviation, of variances that all double or vanish, and of columns that become
// equal.
func largest(order int, intercept, variance float64) [parts]float64 {
	k, most := float64(order-1), 1.5*variance
	return [parts]float64{
		means: 1.5 * intercept * math.Sqrt(
			2*k*variance,
		), common: most * math.Sqrt(k), variances: most * math.Sqrt(k), covariances: most * math.Sqrt(k*(k-1)),
	}
}

// standOut is by how many standard deviations of a normal variable a part has to exceed its mean to be believed: by
// Wilson and Hilferty's approximation of χ², noise alone does that in one part of one draw in a thousand.
const standOut = 3.09

// Signal returns the part of difference = M̂₀ − M_S that noise does not explain, and how much of its spectral norm is
// attributed to the noise in it. It returns nil where all of it may be noise, and where the rest is more than noise:
// then the norm has to decide on the whole.
//
// The noise is isotropic in the Frobenius norm, σ² in each direction, so the square of a part of k entries is σ²·χ²_k
// where nothing but noise is in it. A part whose square t exceeds the quantile of it is kept and multiplied by 1 −
// kσ²/t, the positive-part factor of James and Stein; the others are dropped. All four are dropped with a probability
// of about 0.996 if there is no difference. A part that could stand out only by more than populations are apart (see
// largest) is dropped as well: what stands out there is a rare draw of noise rather than a difference. Under add-remove
// adjacency the noise of n̂ scales M̂₀ as a whole, which counts as a noise of that size in each part.
//
// It is a function of what is released and of public values: post-processing.
// Tests: TestNoiseIsNoSignal, TestAnErrorOfTheCountIsNoSignal, TestSignalBelowTheNormIsSeen,
// TestSignalKeepsWhatStandsOut, TestNoDifferenceIsThatLarge, TestNothingThatStandsOutIsDropped.
func (e Noise) Signal(released, difference *symeigen.Matrix) (signal *symeigen.Matrix, left float64) {
	var squares, counts [parts]float64
	mean, scale := split(difference, &squares), e.Count/e.Rows
	variance := split(released, &counts) - mean // of the source's columns
	limits := largest(e.Order, math.Sqrt(released.At(0, 0)), variance)
	var factors [parts]float64
	kept, whole, believed := 0.0, 0.0, 0.0
	for part, size := range sizes(e.Order) {
		noise := size*e.Sigma*e.Sigma + scale*scale*counts[part]
		rare := math.Sqrt(size*chiSquare(size))*e.Sigma + standOut*scale*math.Sqrt(counts[part])
		if size > 0 && math.Sqrt(squares[part]) > rare && rare < limits[part] {
			factors[part] = 1 - noise/squares[part]
		}
		kept += factors[part] * factors[part] * noise
		believed += factors[part] * factors[part] * squares[part]
		whole += noise
	}
	if kept == 0 {
		return nil, 0
	}
	signal = symeigen.NewMatrix(e.Order, nil)
	rest := symeigen.NewMatrix(e.Order, nil)
	for i := range e.Order {
		for j := max(i, 1); j < e.Order; j++ {
			v, more := difference.At(i, j), 0.0
			if i == j {
				v -= mean
				more = factors[common] * mean
			}
			signal.Set(i, j, factors[partOf(i, j)]*v+more)
			rest.Set(i, j, difference.At(i, j)-signal.At(i, j))
		}
	}
	// As in Tolerance: the more evidence, the less is attributed to noise, down to half of what its median explains.
	count := scale * discrepancy.SpectralNorm(released)
	left = math.Min(1, 0.5+math.Sqrt(kept/believed)) * math.Sqrt(kept/whole) * (e.Typical(Median) + count)
	if discrepancy.SpectralNorm(rest) > e.Typical(Rarely)+2*count || discrepancy.SpectralNorm(signal) <= left {
		return nil, 0
	}
	return signal, left
}

// split writes the squared Frobenius norms of the parts and returns the mean of the diagonal. The entry of the
// intercept, which is public, is in none.
func split(m *symeigen.Matrix, squares *[parts]float64) (mean float64) {
	features := float64(m.Order - 1)
	for i := 1; i < m.Order; i++ {
		mean += m.At(i, i) / features
	}
	for i := range m.Order {
		for j := max(i, 1); j < m.Order; j++ {
			v, times := m.At(i, j), 2.0
			if i == j {
				v, times = v-mean, 1
			}
			squares[partOf(i, j)] += times * v * v
		}
	}
	squares[common] = mean * mean * features
	return mean
}

// chiSquare returns the quantile of χ²_k/k that standOut asks for, by Wilson and Hilferty's cube of a normal variable.
func chiSquare(k float64) float64 {
	v := 2 / (9 * k)
	return math.Pow(1-v+standOut*math.Sqrt(v), 3)
}
