package labels

import (
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/basemodel"
	"privadapt/core/dp/accountant"
	"privadapt/core/dp/sampler"
	"privadapt/core/experiment/suite"
	"privadapt/core/symeigen"
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

// adaSSP is ridge regression on the private rows alone, from noisy sufficient statistics and with a penalty from a noisy least
// eigenvalue (Wang 2018, algorithm 2). A third of ρ goes to each of the three. Columns and labels are in units of the public sample,
// which the peer is given as well; |y| ≤ 3, and the factor 1.96 in the penalty and in the bound of the eigenvalue is that of its authors'
// later code (Tang et al. 2024). Neighbours replace a row, as for the engine: XᵀX then moves by √2r² in the Frobenius norm, its least
// eigenvalue by r², and Xᵀy by 2r·3.
func adaSSP(p *plan.Plan, rows basemodel.Sample, labels int, epsilon float64, source *sampler.Sampler) basemodel.Model {
	const bound, confidence = 3, 1.96
	mean, deviation, low, high := spread(p.Source.Labels)
	l := linear{plan: p, columns: basemodel.NewEncoding(rows.Columns), low: low, high: high}
	d := 1 + l.columns.Dim()
	gram, b, z := symeigen.NewMatrix(d, nil), make([]float64, d), make([]float64, d-1)
	for i := range min(labels, rows.Rows()) {
		l.columns.Apply(z, rows.Row(i))
		x, _ := p.Grid.ClipRows(z, d-1)
		y := math.Min(math.Max((rows.Labels[i]-mean)/deviation, -bound), bound)
		for a, v := range x {
			b[a] += v * y
			for c := a; c < d; c++ {
				gram.Set(a, c, gram.At(a, c)+v*x[c])
			}
		}
	}
	r2, third := p.Radius*p.Radius, math.Sqrt(2*accountant.Rho(epsilon, suite.Delta)/3)
	var eigen symeigen.Eigen
	eigen.DecomposeValues(gram.Data, d)
	sigma := math.Sqrt2 * r2 / third
	least := math.Max(0, eigen.Values[0]+r2/third*(normal(source)-confidence))
	noisy := withNoise(gram, sigma, source)
	penalty := math.Max(0, confidence*sigma*math.Sqrt(float64(d))-least)
	for a := range b {
		b[a] += 2 * p.Radius * bound / third * normal(source)
	}
	eigen.Decompose(noisy.Data, d)
	l.w = make([]float64, d)
	for k, v := range eigen.Values {
		vector, along := eigen.Vectors[k*d:(k+1)*d], 0.0
		for a, u := range vector {
			along += u * b[a] / math.Max(v+penalty, 1e-9*r2)
		}
		for a, u := range vector {
			l.w[a] += along * u * deviation
		}
	}
	l.w[0] += mean / p.Grid.Intercept()
	return l
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
