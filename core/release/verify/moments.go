package verify

import (
	"fmt"
	"math"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// products is a noisy sum of the outer products of rows x = (c, z) with ‖z‖² ≤ s², or their mean.
type products struct {
	what      string
	entries   [][]float64 // those on and below the diagonal are used
	intercept float64     // c
	squares   float64     // s²
	sigma     float64     // of the noise on the diagonal; off it σ/√2
	counted   bool        // entry (0,0), from which the number of rows follows, has noise of its own
}

func productsOf(what string, c release.Certificate, entries [][]float64, sigma float64, counted bool) products {
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	return products{what, entries, intercept, c.Radius*c.Radius - intercept*intercept, sigma, counted}
}

// checkMoments refuses moments that the mechanism cannot have drawn: the noisy sum over n or, where n is private, over
// the n̂ that follows from its entry (0,0). (An n̂ of 1 may be larger than that, which makes the moments smaller.)
func checkMoments(c release.Certificate, moments [][]float64) error {
	return productsOf("the moments", c, moments, c.Noise.StandardDeviation, c.Adjacency == method.AddRemove).check()
}

// check refuses a sum that no rows of the radius with noise of the stated deviation have.
func (p products) check() error {
	if err := p.checkEntries(); err != nil {
		return err
	}
	if err := p.checkWhole(); err != nil {
		return err
	}
	return p.checkDefinite()
}

// rows is the number of rows that entry (0,0) gives; 1 for a mean.
func (p products) rows() float64 { return p.entries[0][0] / (p.intercept * p.intercept) }

// explains reports whether a linear statistic of rows, to which each row adds at most each, may be v within z
// standard deviations: it has noise of some σ, and the number of rows has its own.
func (p products) explains(v, each, noise, z float64) bool {
	if p.counted {
		noise = math.Hypot(noise, each/(p.intercept*p.intercept))
	}
	return v <= each*p.rows()+slack*math.Abs(each*p.rows())+z*noise*p.sigma
}

// explainsLength is explains of the length of several entries whose noise has a known greatest length in σ.
func (p products) explainsLength(v, each, noise, z float64) bool {
	if p.counted {
		noise += z * each / (p.intercept * p.intercept)
	}
	return v <= each*p.rows()+slack*math.Abs(each*p.rows())+noise*p.sigma
}

// checkEntries compares each entry with the most that rows can give: c·s in the first row, s² on the diagonal,
// where none is negative, and s²/2 elsewhere.
func (p products) checkEntries() error {
	d := len(p.entries)
	z, root, possible := deviations(d*(d+1)), math.Sqrt(p.squares), true
	for i, row := range p.entries {
		for j, v := range row[:i+1] {
			switch {
			case i == 0:
				possible = !p.counted || v >= -z*p.sigma
			case i == j:
				possible = v >= -z*p.sigma && p.explains(v, p.squares, 1, z)
			case j == 0:
				possible = p.explains(math.Abs(v), p.intercept*root, math.Sqrt2/2, z)
			default:
				possible = p.explains(math.Abs(v), p.squares/2, math.Sqrt2/2, z)
			}
			if !possible {
				return fmt.Errorf("an entry of %s is %.3g, which neither rows of the stated radius nor the stated noise explain",
					p.what, v)
			}
		}
	}
	return nil
}

// checkWhole compares all entries together with the most that rows can give: the squares sum to s² for each row,
// the first row is at most c·s long, and the others, without their first entries, are at most s² in the Frobenius
// norm.
func (p products) checkWhole() error {
	d, trace, first, rest := len(p.entries)-1, 0.0, 0.0, 0.0
	for i := 1; i <= d; i++ {
		row := p.entries[i]
		trace, first, rest = trace+row[i], math.Hypot(first, row[0]), math.Hypot(rest, row[i])
		for _, v := range row[1:i] {
			rest = math.Hypot(rest, math.Sqrt2*v)
		}
	}
	z := deviations(3)
	if !p.explains(trace, p.squares, math.Sqrt(float64(d)), z) {
		return fmt.Errorf(
			"the diagonal of %s adds up to %.3g, which neither rows of the stated radius nor the stated noise explain",
			p.what,
			trace,
		)
	}
	if !p.explainsLength(first, p.intercept*math.Sqrt(p.squares), longest(d)*math.Sqrt2/2, z) {
		return fmt.Errorf(
			"the first row of %s is %.3g long, which neither rows of the stated radius nor the stated noise explain",
			p.what,
			first,
		)
	}
	if !p.explainsLength(rest, p.squares, longest(d*(d+1)/2), z) {
		return fmt.Errorf(
			"the entries of %s together are %.3g, which neither rows of the stated radius nor the stated noise explain",
			p.what,
			rest,
		)
	}
	return nil
}

// checkDefinite refuses a sum with an eigenvalue that is farther below 0 than the noise brings it: it has no Cholesky
// factor, even with the noise's largest eigenvalue added to the diagonal.
func (p products) checkDefinite() error {
	d, largest := len(p.entries), 0.0
	for i, row := range p.entries {
		largest = math.Max(largest, math.Abs(row[i]))
	}
	add := p.sigma*largestEigenvalue(d) + 1e-12*float64(d)*largest
	factor := make([][]float64, d)
	for i, row := range p.entries {
		factor[i] = make([]float64, i+1)
		for j, v := range row[:i+1] {
			for k, a := range factor[j][:j] {
				v -= a * factor[i][k]
			}
			if i > j {
				factor[i][j] = v / factor[j][j]
				continue
			}
			if v += add; !(v > 0) {
				return fmt.Errorf("%s have an eigenvalue farther below 0 than the stated noise explains", p.what)
			}
			factor[i][i] = math.Sqrt(v)
		}
	}
	return nil
}
