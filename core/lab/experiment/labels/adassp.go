package labels

import (
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/model/basemodel"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/symeigen"
)

// linear predicts w·(c, z), limited to a range.
type linear struct {
	plan      *plan.Plan
	columns   basemodel.Encoding
	w         []float64
	low, high float64
}

func (l linear) Predict(scores, cells []float64) {
	z := make([]float64, l.columns.Dim())
	l.columns.Apply(z, cells)
	scores[0] = l.w[0] * l.plan.Grid.Intercept()
	for i, v := range z {
		scores[0] += l.w[1+i] * v
	}
	scores[0] = math.Min(math.Max(scores[0], l.low), l.high)
}

// peers is what AdaSSP and Boosted AdaSSP have in common: columns and labels in units of the public sample, which the
// peers are given as well, and a ridge regression whose noisy Gram matrix and penalty cost two thirds of ρ. Neighbours
// replace a row, as for the engine: XᵀX then moves by √2r² in the Frobenius norm, and its least eigenvalue by r².
type peers struct {
	linear
	source          *sampler.Sampler
	eigen           symeigen.Eigen // of the noisy Gram matrix
	penalty         float64
	rows            []float64 // clipped, labels×order
	labels          []float64
	order           int
	mean, deviation float64
	third           float64 // √(2ρ/3): sensitivity over noise of a release that costs a third of ρ
}

// confidence is the factor in the penalty and in the bound of the eigenvalue, in the authors' later code (Tang et al.
// 2024).
const confidence = 1.96

func newPeers(p *plan.Plan, rows basemodel.Sample, labels int, epsilon float64, source *sampler.Sampler) *peers {
	mean, deviation, low, high := spread(p.Source.Labels)
	s := &peers{
		linear:    linear{plan: p, columns: basemodel.NewEncoding(rows.Columns), low: low, high: high},
		source:    source,
		mean:      mean,
		deviation: deviation,
		third:     math.Sqrt(2 * accountant.Rho(epsilon, suite.Delta) / 3),
	}
	d := 1 + s.columns.Dim()
	s.order = d
	gram, z := symeigen.NewMatrix(d, nil), make([]float64, d-1)
	for i := range min(labels, rows.Rows()) {
		s.columns.Apply(z, rows.Row(i))
		x, _ := p.Grid.ClipRows(z, d-1)
		s.rows = append(s.rows, x...)
		s.labels = append(s.labels, (rows.Labels[i]-mean)/deviation)
		for a, v := range x {
			for c := a; c < d; c++ {
				gram.Set(a, c, gram.At(a, c)+v*x[c])
			}
		}
	}
	r2 := p.Radius * p.Radius
	s.eigen.DecomposeValues(gram.Data, d)
	sigma := math.Sqrt2 * r2 / s.third
	least := math.Max(0, s.eigen.Values[0]+r2/s.third*(normal(source)-confidence))
	s.penalty = math.Max(0, confidence*sigma*math.Sqrt(float64(d))-least)
	s.eigen.Decompose(withNoise(gram, sigma, source).Data, d)
	return s
}

// step adds the ridge regression of what the coefficients w leave of the labels, limited to bound. Xᵀ of it moves by
// 2r·bound between neighbours, and costs a small part of a third of ρ.
func (s *peers) step(w []float64, bound float64, parts int) {
	d := s.order
	b := make([]float64, d)
	for i, y := range s.labels {
		x := s.rows[i*d : (i+1)*d]
		for a, v := range x {
			y -= w[a] * v
		}
		y = math.Min(math.Max(y, -bound), bound)
		for a, v := range x {
			b[a] += v * y
		}
	}
	for a := range b {
		b[a] += 2 * s.plan.Radius * bound / s.third * math.Sqrt(float64(parts)) * normal(s.source)
	}
	for k, v := range s.eigen.Values {
		vector, along := s.eigen.Vectors[k*d:(k+1)*d], 0.0
		for a, u := range vector {
			along += u * b[a] / math.Max(v+s.penalty, 1e-9*s.plan.Radius*s.plan.Radius)
		}
		for a, u := range vector {
			w[a] += along * u
		}
	}
}

// model turns coefficients in units of the public sample into a model.
func (s *peers) model(w []float64) basemodel.Model {
	l := s.linear
	for _, v := range w {
		l.w = append(l.w, v*s.deviation)
	}
	l.w[0] += s.mean / l.plan.Grid.Intercept()
	return l
}

// adaSSP is ridge regression on the private rows alone, from noisy sufficient statistics and with a penalty from a
// noisy least eigenvalue (Wang 2018, algorithm 2), for |y| ≤ 3.
func adaSSP(p *plan.Plan, rows basemodel.Sample, labels int, epsilon float64, source *sampler.Sampler) basemodel.Model {
	s := newPeers(p, rows, labels, epsilon, source)
	w := make([]float64, s.order)
	s.step(w, 3, 1)
	return s.model(w)
}

// boostedRounds are the numbers of rounds of Boosted AdaSSP that are tried; its authors' is the last. Where private
// rows are few, its noise adds up.
var boostedRounds = []int{3, 10, 30, 100}

// boosted fits the same regression in several rounds, each to what is left of the labels within ±1, with one noisy Gram
// matrix for all (Boosted AdaSSP, Tang et al. 2023). Columns keep the radius that the engine has.
func boosted(
	p *plan.Plan,
	rows basemodel.Sample,
	labels, rounds int,
	epsilon float64,
	source *sampler.Sampler,
) basemodel.Model {
	const bound = 1
	s := newPeers(p, rows, labels, epsilon, source)
	w := make([]float64, s.order)
	for range rounds {
		s.step(w, bound, rounds)
	}
	return s.model(w)
}

func spread(values []float64) (mean, deviation, low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		mean += v / float64(len(values))
		low, high = math.Min(low, v), math.Max(high, v)
	}
	for _, v := range values {
		deviation += (v - mean) * (v - mean) / float64(len(values))
	}
	return mean, math.Sqrt(deviation), low, high
}
