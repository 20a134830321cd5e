package combine

import (
	"math"
	"math/big"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// draw is what a release holds of its mechanism's noise: each noisy entry of the sum, in squared grid steps, and its σ.
// Its mean is over rows.
type draw struct {
	entries, sigma []float64
	rows           float64
}

// drawOf takes the entries from the sum of one release. The public one is left out.
func drawOf(r *release.Release, single *Aggregate) draw {
	c := r.Certificate
	d := draw{rows: float64(c.N) + c.RowsEstimate} // one of them is 0
	variance, _ := new(big.Float).SetString(c.Noise.DiagonalVariance)
	sigma, _ := variance.Sqrt(variance).Float64()
	orders := []int{c.Order}
	if c.Labels != nil {
		orders = []int{c.Labels.Order, c.Labels.Order - c.Labels.Residuals}
	}
	k := 0
	for _, order := range orders {
		for i := range order {
			for j := i; j < order; j++ {
				v, _ := new(big.Float).SetInt(single.entries[k]).Float64()
				k++
				switch {
				case i+j == 0 && c.Labels == nil && c.Adjacency == method.ReplaceOne:
				case i == j:
					d.entries, d.sigma = append(d.entries, v), append(d.sigma, sigma)
				default:
					d.entries, d.sigma = append(d.entries, v), append(d.sigma, sigma/math.Sqrt2)
				}
			}
		}
	}
	return d
}

// falseCopies bounds the probability with which releases of independent noise are taken for copies, over all pairs.
const falseCopies = 1e-9

// alike reports whether two draws are too alike for independent noise, as sums or as means (a copy may state another
// number of rows), at a probability of chance if they are independent.
//
// Whatever the rows are, an entry of independent noise differs by at most t with a probability of at most p = (2t +
// u)/(σ√(2π)), where u is the unit in which it is drawn and written: no value has a density above 1/(σ√(2π)). So the
// sum of −log p over K entries exceeds s > K with a probability of at most (s/K)ᴷ·exp(K−s), as the sum of K
// exponential variables does. A copy exceeds it even if some of its entries were changed at will, or all of them by
// little.
func (d draw) alike(o draw, chance float64) bool {
	for _, rows := range [][2]float64{{1, 1}, {d.rows, o.rows}} {
		evidence, k := 0.0, float64(len(d.entries))
		for e, v := range d.entries {
			one, other := v/rows[0], o.entries[e]/rows[1]
			unit := math.Max(1/math.Min(rows[0], rows[1]), math.Max(math.Abs(one), math.Abs(other))*0x1p-50)
			sigma := math.Max(d.sigma[e]/rows[0], o.sigma[e]/rows[1])
			evidence -= math.Log(math.Min(1, (2*math.Abs(one-other)+unit)/(sigma*math.Sqrt(2*math.Pi))))
		}
		if evidence > k && k*math.Log(evidence/k)+k-evidence < math.Log(chance/2) {
			return true
		}
	}
	return false
}

// findCopy returns the places of two draws that are alike, the earlier first. Only draws that have two neighbouring
// entries in the same cell of a grid of σ/64, or of that grid moved by half a step, are compared; a copy that was
// changed by less has most of them.
func findCopy(draws []draw) (first, second int, found bool) {
	if len(draws) < 2 {
		return 0, 0, false
	}
	type cell struct{ one, next float64 }
	chance := falseCopies / float64(len(draws)*(len(draws)-1)/2)
	for e := 0; e < len(draws[0].entries); e += 2 {
		next := (e + 1) % len(draws[0].entries)
		for _, mean := range []bool{false, true} {
			scale := func(d draw) float64 {
				if mean {
					return d.rows
				}
				return 1
			}
			step := cell{math.Inf(1), math.Inf(1)}
			for _, d := range draws {
				step.one, step.next = math.Min(step.one, d.sigma[e]/scale(d)/64), math.Min(step.next, d.sigma[next]/scale(d)/64)
			}
			for _, moved := range []float64{0, 0.5} {
				cells := map[cell][]int{}
				for i, d := range draws {
					at := cell{
						math.Floor(d.entries[e]/scale(d)/step.one + moved),
						math.Floor(d.entries[next]/scale(d)/step.next + moved),
					}
					for _, k := range cells[at] {
						if draws[k].alike(d, chance) {
							return k, i, true
						}
					}
					cells[at] = append(cells[at], i)
				}
			}
		}
	}
	return 0, 0, false
}
