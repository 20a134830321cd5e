package baseline

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/simplex"
)

// The bound B on weights whose mean is 1, in the experiments of Huang et al. 2006.
const largestWeight = 1000

// KMM returns the weights of kernel mean matching (Huang, Smola, Gretton, Borgwardt and Schölkopf, "Correcting sample
// selection bias by unlabeled data", 2006), m, of sum 1: their equation (12),
//
//	minimise ½βᵀKβ − κᵀβ   subject to 0 ≤ β_i ≤ B and |Σβ_i − m| ≤ m·ϵ,
//
// K_ij = k(x_i,x_j), κ_i = (m/n)·Σ_j k(x_i,x'_j), with the B = 1000 and ϵ = (√m−1)/√m of their experiments, and the
// Gaussian kernel k whose width is the median distance. The matrix K has 8m² bytes.
//
// Twice the objective over m² is the squared distance of the kernel means, up to a constant. The target's own kernel
// mean is known to an expected squared distance of at most 1/n, so the search, which begins at β = 1, ends when the
// value is proven to be less than that above the minimum. The minimiser itself fits the noise: on two Gaussians of
// known ratio (m = 600, d = 3) its weights have a correlation of 0.5 with the ratio, the weights found here 0.9.
func KMM(s Samples) ([]float64, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	x, width := s.source(), s.medianDistance()
	m, _ := x.Dims()
	share := kernel(x, s.target(), width)
	_, n := share.Dims()
	p := quadratic{matrix: kernel(x, x, width), linear: make([]float64, m), set: band{
		largest: largestWeight,
		least:   float64(m) * (1 - (math.Sqrt(float64(m))-1)/math.Sqrt(float64(m))),
		most:    float64(m) * (1 + (math.Sqrt(float64(m))-1)/math.Sqrt(float64(m))),
	}}
	for i := range p.linear {
		p.linear[i] = float64(m) / float64(n) * floats.Sum(share.RawRowView(i))
	}
	beta, err := p.minimise(float64(m) * float64(m) / float64(2*n))
	if err != nil {
		return nil, err
	}
	simplex.Normalise(beta)
	return beta, nil
}

// quadratic is min ½βᵀKβ − κᵀβ over a set; the entries of K are not negative.
type quadratic struct {
	matrix *mat.Dense
	linear []float64 // κ
	set    band
}

// minimise runs accelerated projected gradient steps, restarted where they turn uphill (O'Donoghue and Candès,
// "Adaptive restart for accelerated gradient schemes", 2015), from β = 1 until the Frank–Wolfe gap is within the
// tolerance.
func (p quadratic) minimise(tolerance float64) ([]float64, error) {
	const rounds = 20_000
	m := len(p.linear)
	lipschitz := 0.0 // λ_max(K) ≤ the largest sum of a row
	for i := range m {
		lipschitz = math.Max(lipschitz, floats.Sum(p.matrix.RawRowView(i)))
	}
	beta, ahead, next, gradient, vertex := make([]float64, m), make([]float64, m), make([]float64, m), make(
		[]float64,
		m,
	), make([]float64, m)
	for i := range beta {
		beta[i] = 1
	}
	copy(ahead, beta)
	momentum := 1.0
	for round := range rounds {
		if round%10 == 0 {
			p.slope(gradient, beta)
			p.set.minimise(vertex, gradient)
			if floats.Dot(gradient, beta)-floats.Dot(gradient, vertex) <= tolerance {
				return beta, nil
			}
		}
		p.slope(gradient, ahead)
		floats.AddScaledTo(next, ahead, -1/lipschitz, gradient)
		p.set.project(next)
		uphill := 0.0
		for i := range next {
			uphill += (ahead[i] - next[i]) * (next[i] - beta[i])
		}
		grown := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		if uphill > 0 {
			momentum, grown = 1, 1
		}
		for i := range next {
			ahead[i] = next[i] + (momentum-1)/grown*(next[i]-beta[i])
		}
		momentum = grown
		beta, next = next, beta
	}
	return nil, errors.New("baseline: kernel mean matching did not converge")
}

// slope writes the gradient Kβ − κ.
func (p quadratic) slope(dst, beta []float64) {
	m := len(beta)
	mat.NewVecDense(m, dst).MulVec(p.matrix, mat.NewVecDense(m, beta))
	floats.Sub(dst, p.linear)
}

// band is the set of all β with 0 ≤ β_i ≤ largest and least ≤ Σβ_i ≤ most.
type band struct{ largest, least, most float64 }

// project moves β to the nearest point of the set: cut to the box if the sum allows it, else after the shift that
// brings the sum to the bound.
func (b band) project(beta []float64) {
	sum := func(shift float64) float64 {
		total := 0.0
		for _, v := range beta {
			total += b.cut(v - shift)
		}
		return total
	}
	shift, target := 0.0, math.Max(b.least, math.Min(sum(0), b.most))
	if target != sum(0) {
		low, high := floats.Min(beta)-b.largest, floats.Max(beta) // sums of all at the bound, and of 0
		for range 100 {
			shift = low + (high-low)/2
			if sum(shift) > target {
				low = shift
			} else {
				high = shift
			}
		}
	}
	for i, v := range beta {
		beta[i] = b.cut(v - shift)
	}
}

func (b band) cut(v float64) float64 { return math.Max(0, math.Min(v, b.largest)) }

// minimise writes the point of the set at which the linear function with this gradient is least: the bound for the
// least components, as long as they are negative and there is sum left, and in any case up to the least sum.
func (b band) minimise(dst, gradient []float64) {
	order := make([]int, len(gradient))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if gradient[i] < gradient[j] {
			return -1
		}
		return 1
	})
	clear(dst)
	sum := 0.0
	for _, i := range order {
		room := b.most - sum
		if gradient[i] >= 0 {
			room = b.least - sum
		}
		if room <= 0 {
			return
		}
		dst[i] = math.Min(b.largest, room)
		sum += dst[i]
	}
}
