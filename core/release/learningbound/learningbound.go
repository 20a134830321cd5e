// Package learningbound is the learning bound: an upper bound on the error of a model fitted to weighted public rows on
// the private population, computed from a released second moment and public data. It draws nothing and sees no private
// row.
//
// # The bound
//
// P is the law of a target row and its label, the row clipped and rounded as the run does it; T are n independent rows
// of it, their labels unseen. The source S of rows x_j with labels y_j is fixed. w is a linear model, q are weights,
// both found from M̂₀ in any way. Rows have a norm of at most r, centred labels a size of at most Y. Let M(q) = M₀ − Σ
// q_j x_jx_jᵀ with M₀ = (1/n) Σ xxᵀ over T, M̂(q) the same with M̂₀, and M = (Λr + Y)². Then, with a probability of at
// least 1−β−β′, for ‖w‖₂ ≤ Λ,
//
//	E_P (w·x − y)² ≤ Σ q_j(w·x_j − y_j)² + D + A·η + 4√M·rΛ/√n + M√(log(G/β)/2n),
//	D = 4Λ²(‖M̂(q)‖₂ + t),  A = 2(Λr + Y) + max(0, Λr − Y),
//
// all in squared units of the label. ‖M̂₀ − M₀‖₂ exceeds t with a probability of at most β′. η is the least value, over
// ‖w₀‖₂ ≤ Λ, of max_P |y − w₀·x| + Σ q_j|y_j − w₀·x_j|: how far labels are from one linear model for both populations.
// It is an assumption, since no label of the target is seen, and a stronger one for a smaller Λ.
//
// Proof. (1) With the labels of T, the losses are in [0, M] and are 2√M-Lipschitz in w·x. So, by McDiarmid's inequality
// and Talagrand's contraction of the Rademacher average, at most rΛ/√n, the last two terms bound, with a probability of
// at least 1 − β/G, the excess of E_P over the mean over T for every w of the ball. (2) With residuals e = y − w₀·x,
// (w·x − y)² − ((w−w₀)·x)² = −2e(w·x − y) − e², at most 2√M|e| over T; the same difference with the sign changed is
// e(2w·x − y − w₀·x), at most |e|·min(4Λr, 3Λr + Y) over S. Both factors are at most A; 2√M would be enough for S only
// if Y ≥ Λr. The means of these differences, the second one under q, are what η bounds. (3) The difference of the two
// is (w−w₀)ᵀM(q)(w−w₀) ≤ 4Λ²‖M(q)‖₂ ≤ D.
//
// Λ and the model. (1) holds for a ball that was chosen before T was drawn, and w depends on T. If Λ is a setting, G =
// 1. Otherwise (1) is claimed for all G balls of a public grid at once, each at β/G, and the one used may be chosen
// afterwards.
//
// n. The last two terms fall with n, so a lower bound on n may replace it, if the probability that it fails is part of
// β′.
//
// # Several sources
//
// A sample united from files k is one S: the proof asks that its rows are fixed, and allows every q. Let α_k be the
// weight of file k, q^k its weights divided by α_k, so that the weighted sample is the convex combination Σ α_k·(file k
// under q^k) of Mansour, Mohri and Rostamizadeh (2009).
//
// What a file with other labels costs: the second part of η is Σ α_k η_k, with η_k the mean of |y_j − w₀·x_j| over file
// k under q^k. A file that follows another rule thus adds at most A·α_k·η_k, its share of the weight times its
// distance.
//
// Discrepancies of single files: the bound holds for each file under its own q^k, and the mean of these bounds by α is
// a bound, in which D is replaced by Σ α_k D_k. It is never smaller. M(q) = Σ α_k M(q^k), also for M̂, so that ‖M̂(q)‖₂
// ≤ Σ α_k‖M̂(q^k)‖₂; every other term is the same. Files that lie on different sides of the target cancel in M(q)
// alone. So a release states D of the combination, and no bound by files. Hoffman, Mohri and Zhang (2018) combine
// models by the density of each source at a row; such densities are not known here.
//
// Unlike in the paper, the squared loss is 2√M-Lipschitz, not M-Lipschitz, η has that factor, and the Rademacher term
// is doubled.
package learningbound

import "math"

// Setting holds the numbers from which the bound is computed.
type Setting struct {
	Loss        float64 // Σ q_j(w·x_j − y_j)²
	Discrepancy float64 // ‖M̂(q)‖₂
	Noise       float64 // t
	Norm        float64 // Λ > 0
	Choices     int     // G ≥ 1, the number of balls that Λ was chosen among
	Radius      float64 // r > 0
	Label       float64 // Y > 0
	Rows        float64 // n > 0 or a lower bound on it
	Failure     float64 // β, the failure probability of the last two terms, above 0 and below 1
}

// Terms are the parts that are added to Loss, in squared units of the label.
type Terms struct {
	Discrepancy float64 // D
	Complexity  float64 // 4√M·rΛ/√n
	Deviation   float64 // M√(log(G/β)/2n)
	LabelFactor float64 // A, units of the label: times η it is the term that is assumed to be 0
}

// Terms evaluates the formula.
func (s Setting) Terms() Terms {
	reach := s.Norm * s.Radius
	root := reach + s.Label // √M
	return Terms{
		Discrepancy: 4 * s.Norm * s.Norm * (s.Discrepancy + s.Noise),
		Complexity:  4 * root * reach / math.Sqrt(s.Rows),
		Deviation:   root * root * math.Sqrt(math.Log(float64(s.Choices)/s.Failure)/(2*s.Rows)),
		LabelFactor: 2*root + math.Max(0, reach-s.Label),
	}
}

// Value returns the bound for η = 0.
func (s Setting) Value() float64 {
	t := s.Terms()
	return s.Loss + t.Discrepancy + t.Complexity + t.Deviation
}

// The grid of Λ is 2ᵏY/r for k from smallest to largest: public, in units in which Λr is compared with the labels.
// Below it, the terms of Λ are small compared with Y; above, the bound would be 10⁵ times the squared labels.
const (
	smallest = -4
	largest  = 8

	// Choices is the number of its members.
	Choices = largest - smallest + 1
)

// Norm returns the least Λ of the grid that is not below length = ‖w‖₂; ok is false if there is none, and such a model
// has no bound.
func Norm(length, radius, label float64) (lambda float64, ok bool) {
	unit := label / radius
	for k := smallest; k <= largest; k++ {
		if lambda = math.Ldexp(unit, k); lambda > 0 && length <= lambda {
			return lambda, true
		}
	}
	return 0, false
}
