package verify

import (
	"fmt"
	"math"
	"slices"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// checkValues refuses values that the stated run cannot return, for any draws.
func checkValues(r *release.Release) error {
	switch c := r.Certificate; {
	case r.Kind.Counted():
		return checkCounts(r)
	case r.Kind == release.Moments:
		if err := checkMoments(c, r.Values.Moments); err != nil || c.Labels == nil {
			return err
		}
		return checkSums(c, r.Values)
	case r.Kind == release.Weights || r.Nonlinear():
		if err := checkWeights(c, r.Values.Weights); err != nil {
			return err
		}
		squares := 0.0
		for _, q := range r.Values.Weights {
			squares += q * q
		}
		return checkSampleSize(c, 1/squares, 1/squares)
	default:
		least, most := sampleSizes(c, r.Provenance.SourceRows)
		return checkSampleSize(c, least, most)
	}
}

func checkSampleSize(c release.Certificate, least, most float64) error {
	size := c.EffectiveSampleSize
	if size != nil && !(*size >= least*(1-slack) && *size <= most*(1+slack)) {
		return fmt.Errorf("the effective sample size is stated as %.6g, but these weights can only have %.6g to %.6g", *size,
			least, most)
	}
	return nil
}

// checkWeights compares weights with the steps by which the solver makes them. All solvers begin with uniform weights,
// which are the result for K = 1 if the mechanism draws in rounds:
//   - frank-wolfe under selection moves to one vertex, then K−2 times towards one: see checkVertices;
//   - mirror-descent returns the mean of K points, the first of them uniform, so no weight is below 1/(mK);
//   - single-stage returns one of K iterates: uniform weights times one factor, and at most K−1 vertices on top.
func checkWeights(c release.Certificate, q []float64) error {
	k, share := *c.Iterations, 1/float64(len(q))
	drawn := c.Mechanism != method.Moment
	if k == 1 && (drawn || c.Solver == method.MirrorDescent || c.Solver == method.SingleStage) {
		for _, w := range q {
			if !(math.Abs(w-share) <= slack*share) {
				return fmt.Errorf("one iteration leaves the weights uniform, but these are not")
			}
		}
		return nil
	}
	least := slices.Min(q)
	switch {
	case c.Solver == method.MirrorDescent:
		if !(least >= share/float64(k)*(1-slack)) {
			return fmt.Errorf("a weight is below 1/(mK) = %.3g, which is the least in a mean of K points where one is uniform",
				share/float64(k))
		}
	case c.Solver == method.SingleStage:
		raised := 0
		for _, w := range q {
			if w > least*(1+slack) {
				raised++
			}
		}
		if raised > k-1 {
			return fmt.Errorf("%d weights stand out, but %d iterations choose %d vertices", raised, k, k-1)
		}
	case c.Solver == "frank-wolfe" && drawn:
		return checkVertices(k, q)
	}
	return nil
}

// vertexShare is the weight that the vertex of step j, 1 to K−1, has in the end: η_j·Π(1−η_i) over i from j+1 to K−1,
// which for η_j = 3/(j+2) is 3j(j+1)/((K−1)K(K+1)).
func vertexShare(j, k float64) float64 { return 3 * j * (j + 1) / ((k - 1) * k * (k + 1)) }

// checkVertices compares weights with K−1 Frank–Wolfe steps, K ≥ 2. A vertex that was chosen more than once has the sum
// of its shares. So the j largest weights have together at least the j largest shares, no more than K−1 are above 0,
// and all are multiples of 6/((K−1)K(K+1)): a share is j(j+1)/2 of them.
func checkVertices(iterations int, q []float64) error {
	k := float64(iterations)
	var chosen []float64
	for _, w := range q {
		if w > 0 {
			chosen = append(chosen, w)
		}
	}
	if len(chosen) > iterations-1 {
		return fmt.Errorf("%d weights are above 0, but %d iterations choose %d vertices", len(chosen), iterations,
			iterations-1)
	}
	slices.Sort(chosen)
	slices.Reverse(chosen)
	multiples, rounding := (k-1)*k*(k+1)/6, slack+k*0x1p-50 // each step rounds a weight twice
	together, shares := 0.0, 0.0
	for i, w := range chosen {
		together, shares = together+w, shares+vertexShare(k-1-float64(i), k)
		if !(together >= shares*(1-rounding)) {
			return fmt.Errorf("the largest weights are smaller than %d Frank–Wolfe steps leave them", iterations-1)
		}
		multiple := w * multiples
		if doubt := multiple * k * 0x1p-50; doubt < 0.1 && math.Abs(multiple-math.Round(multiple)) > doubt {
			return fmt.Errorf("a weight is no sum of the shares that %d Frank–Wolfe steps give to vertices", iterations-1)
		}
	}
	return nil
}

// sampleSizes returns the least and the largest effective sample size of weights that checkWeights passes.
func sampleSizes(c release.Certificate, m int) (least, most float64) {
	k, rows := *c.Iterations, float64(m)
	switch drawn := c.Mechanism != method.Moment; {
	case k == 1 && (drawn || c.Solver == method.MirrorDescent || c.Solver == method.SingleStage):
		return rows, rows
	case c.Solver == method.MirrorDescent: // all but one weight at their least
		low := 1 / (rows * float64(k))
		high := 1 - (rows-1)*low
		return 1 / (high*high + (rows-1)*low*low), rows
	case c.Solver == "frank-wolfe" && drawn: // no vertex chosen twice
		squares := 0.0
		for j := 1; j < k; j++ {
			share := vertexShare(float64(j), float64(k))
			squares += share * share
		}
		return 1, math.Min(rows, 1/squares)
	}
	return 1, rows
}
