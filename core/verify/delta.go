package verify

import (
	"fmt"

	"privadapt/core/method"
	"privadapt/core/release"
)

// Allowance is something that Certificate refuses unless it is asked for by name.
type Allowance string

// LargeDelta allows δ ≥ 1/n. By such a δ a mechanism may publish a private row, picked at random, and keep its promise.
const LargeDelta Allowance = "large-delta"

// remarkable is the δ·n above which the report says so.
const remarkable = 1e-3

// rowsOf returns n or, where it is private, n̂.
func rowsOf(c release.Certificate) float64 {
	if c.Adjacency == method.AddRemove {
		return c.RowsEstimate
	}
	return float64(c.N)
}

// checkDelta returns a remark about δ·n, empty where it is small, and what is wrong if δ ≥ 1/n. Of a combination the latter is
// asked of each owner, n being the mean of the owners who state the same: the more owners, the larger is δ·n of all together,
// while none of them risks more.
func checkDelta(c release.Certificate) (remark string, err error) {
	rows, text := rowsOf(c), "n"
	if c.Adjacency == method.AddRemove {
		text = "the estimate of n"
	}
	if product := c.Delta * rows; product > remarkable {
		remark = fmt.Sprintf("δ times %s is %.3g: as many rows, in the mean, may be published by chance; choose δ well below one over the number of rows", text, product)
	}
	largest := c.Delta * rows
	if c.Combination != nil {
		largest = c.Delta * rows / float64(c.Draws)
		for _, cohort := range c.Combination.Cohorts {
			if c.Adjacency == method.ReplaceOne {
				largest = max(largest, cohort.Delta*float64(cohort.N)/float64(cohort.Releases))
			}
		}
	}
	if !(largest < 1) {
		err = fmt.Errorf("δ = %.3g is not below one over %s, so a row may be published in full; whoever accepts that has to ask for it by name", c.Delta, text)
	}
	return remark, err
}
