package baseline

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/simplex"
)

// centres is the number b of kernels in the experiments of Sugiyama et al. 2008.
const centres = 100

// KLIEP returns the weights of the Kullback–Leibler importance estimation procedure (Sugiyama, Suzuki, Nakajima,
// Kashima, von Bünau and Kawanabe, "Direct importance estimation for covariate shift adaptation", 2008), m, of sum 1,
// and the width that was chosen. The model is ŵ(x) = Σ_l α_l·exp(−‖x−c_l‖²/2σ²) around 100 target rows c_l, and α
// solves their problem
//
//	maximise Σ_j log ŵ(x'_j)   subject to (1/m)·Σ_i ŵ(x_i) = 1 and α ≥ 0.
//
// The width is the one of nine, 1/10 to 10 median distances, with the greatest likelihood in five-fold cross-validation
// over the target rows (their figure 1b); the kernels around held-out rows are held out with them.
func KLIEP(s Samples) (weights []float64, width float64, err error) {
	if err := s.check(); err != nil {
		return nil, 0, err
	}
	source, target, around := s.source(), s.target(), s.table(s.Target, centres)
	n, _ := target.Dims()
	b, _ := around.Dims()
	place := make([]int, b) // of the centres among the target rows
	for l := range place {
		place[l] = spread(l, n, b)
	}
	best, median := math.Inf(-1), s.medianDistance()
	for k := -4; k <= 4; k++ {
		candidate := median * math.Pow(10, float64(k)/4)
		features := kernelShares(source, target, around, candidate)
		likelihood := 0.0
		for held := range folds {
			shares := fitShares(features, func(j int) bool { return fold(j) != held },
				func(l int) bool { return fold(place[l]) != held })
			likelihood += logLikelihood(features, shares, func(j int) bool { return fold(j) == held })
		}
		if likelihood > best {
			best, width = likelihood, candidate
		}
	}
	if math.IsInf(best, -1) {
		return nil, 0, errors.New("baseline: KLIEP found no width at which the target rows have a likelihood")
	}
	all := func(int) bool { return true }
	shares := fitShares(kernelShares(source, target, around, width), all, all)
	atSource := kernelShares(source, source, around, width)
	m, _ := source.Dims()
	weights = make([]float64, m)
	mat.NewVecDense(m, weights).MulVec(atSource, mat.NewVecDense(b, shares))
	simplex.Normalise(weights)
	return weights, width, nil
}

// kernelShares returns Φ_jl = k(x_j,c_l)/b_l with b_l = (1/m)Σ_i k(x_i,c_l), so that with π_l = α_lb_l the constraint
// is Σπ_l = 1 and ŵ = Φπ. A kernel that is 0 at every source row, to the precision of numbers, has the share 0.
func kernelShares(source, at, around *mat.Dense, width float64) *mat.Dense {
	reach := kernel(source, around, width)
	phi := kernel(at, around, width)
	m, b := reach.Dims()
	mean := make([]float64, b)
	for i := range m {
		floats.AddScaled(mean, 1/float64(m), reach.RawRowView(i))
	}
	phi.Apply(func(_, l int, v float64) float64 {
		if mean[l] < 1e-300 {
			return 0
		}
		return v / mean[l]
	}, phi)
	return phi
}

// fitShares maximises the mean of log(Φπ)_j over the rows and kernels that are used, π in the simplex: the likelihood
// of a mixture with known components, by expectation–maximisation, which keeps every constraint and always ascends.
// With D_l = mean_j Φ_jl/(Φπ)_j the maximum is at most max_l D_l − 1 above the value (concavity), and that is made 10⁻³
// or less.
func fitShares(phi *mat.Dense, row, column func(int) bool) []float64 {
	const rounds, tolerance = 5000, 1e-3
	n, b := phi.Dims()
	pi := make([]float64, b)
	for l := range pi {
		if column(l) {
			pi[l] = 1
		}
	}
	simplex.Normalise(pi)
	slope := make([]float64, b)
	for range rounds {
		clear(slope)
		rows := 0
		for j := range n {
			if !row(j) {
				continue
			}
			// A row that no kernel reaches has likelihood 0 whatever the shares.
			if density := floats.Dot(phi.RawRowView(j), pi); density > 0 {
				floats.AddScaled(slope, 1/density, phi.RawRowView(j))
				rows++
			}
		}
		if rows == 0 {
			break
		}
		gap := 0.0
		for l := range slope {
			slope[l] /= float64(rows)
			if column(l) {
				gap = math.Max(gap, slope[l]-1)
			}
		}
		if gap <= tolerance {
			break
		}
		floats.Mul(pi, slope)
	}
	return pi
}

// logLikelihood sums log(Φπ)_j over rows.
func logLikelihood(phi *mat.Dense, pi []float64, row func(int) bool) float64 {
	n, _ := phi.Dims()
	sum := 0.0
	for j := range n {
		if row(j) {
			sum += math.Log(floats.Dot(phi.RawRowView(j), pi))
		}
	}
	return sum
}
