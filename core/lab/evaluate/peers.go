package evaluate

import (
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/model/basemodel"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/symeigen"
)

// privateOnly is a ridge regression of the private rows and labels alone, from a noisy Gram matrix whose least
// eigenvalue sets the penalty. With one round it is AdaSSP (Wang 2018, algorithm 2), with more Boosted AdaSSP (Tang et
// al. 2023): each round fits what the earlier ones leave of the labels, limited to bound. Columns and labels are in
// units of the public sample, which this method is given as well. Neighbours replace a row, as for the engine: XᵀX then
// moves by √2r² in the Frobenius norm, its least eigenvalue by r² and Xᵀy by 2r·bound, and each costs a third of ρ.
func privateOnly(s *split, epsilon float64, rounds int, bound float64) (basemodel.Model, error) {
	p, err := plan.New(adapt.Options{Epsilon: epsilon, Delta: Delta}, s.Source)
	if err != nil {
		return nil, err
	}
	rows, err := s.Rows(s.private)
	if err != nil {
		return nil, err
	}
	const confidence = 1.96 // of the penalty and of the eigenvalue, as in the authors' later code
	var (
		random = sampler.New()
		m      = &ridgeOfRows{plan: p, encoding: basemodel.NewEncoding(rows.Columns), low: slices.Min(p.Source.Labels),
			high: slices.Max(p.Source.Labels)}
		d               = 1 + m.encoding.Dim()
		r2              = p.Radius * p.Radius
		third           = math.Sqrt(2 * noise.Rho(epsilon, Delta) / 3) // sensitivity over noise
		mean, deviation = stat.PopMeanStdDev(p.Source.Labels, nil)
		gram            = symeigen.NewMatrix(d, nil)
		x               = make([]float64, 0, rows.Rows()*d)
		left            = make([]float64, rows.Rows()) // of the labels
		z               = make([]float64, d-1)
		eigen           symeigen.Eigen
	)
	for i, y := range rows.Labels {
		m.encoding.Apply(z, rows.Row(i))
		row, _ := p.Grid.ClipRows(z, d-1)
		x, left[i] = append(x, row...), (y-mean)/deviation
		for a, v := range row {
			for c := a; c < d; c++ {
				gram.Set(a, c, gram.At(a, c)+v*row[c])
			}
		}
	}
	eigen.DecomposeValues(gram.Data, d)
	sigma := math.Sqrt2 * r2 / third
	least := math.Max(0, eigen.Values[0]+r2/third*(normal(random)-confidence))
	penalty := math.Max(0, confidence*sigma*math.Sqrt(float64(d))-least)
	noisy := symeigen.NewMatrix(d, nil)
	for i := range d {
		noisy.Set(i, i, gram.At(i, i)+sigma*normal(random))
		for j := i + 1; j < d; j++ {
			noisy.Set(i, j, gram.At(i, j)+sigma/math.Sqrt2*normal(random))
		}
	}
	eigen.Decompose(noisy.Data, d)
	m.w = make([]float64, d)
	for range rounds {
		b, step := make([]float64, d), make([]float64, d)
		for i, y := range left {
			y = math.Min(math.Max(y, -bound), bound)
			for a, v := range x[i*d : (i+1)*d] {
				b[a] += v * y
			}
		}
		for a := range b {
			b[a] += 2 * p.Radius * bound / third * math.Sqrt(float64(rounds)) * normal(random)
		}
		for k, v := range eigen.Values {
			vector, along := eigen.Vectors[k*d:(k+1)*d], 0.0
			for a, u := range vector {
				along += u * b[a] / math.Max(v+penalty, 1e-9*r2)
			}
			for a, u := range vector {
				step[a] += along * u
			}
		}
		for i := range left {
			for a, v := range x[i*d : (i+1)*d] {
				left[i] -= step[a] * v
			}
		}
		for a, v := range step {
			m.w[a] += v * deviation
		}
	}
	m.w[0] += mean / p.Grid.Intercept()
	return m, nil
}

// ridgeOfRows predicts w·(c, z), limited to the range of the public labels.
type ridgeOfRows struct {
	plan      *plan.Plan
	encoding  basemodel.Encoding
	w         []float64
	low, high float64
}

// Predict implements basemodel.Model.
func (m *ridgeOfRows) Predict(scores, cells []float64) {
	z := make([]float64, m.encoding.Dim())
	m.encoding.Apply(z, cells)
	y := m.w[0] * m.plan.Grid.Intercept()
	for i, v := range z {
		y += m.w[1+i] * v
	}
	scores[0] = math.Min(math.Max(y, m.low), m.high)
}

// normal draws from N(0,1), in steps of 2⁻³⁰.
func normal(source *sampler.Sampler) float64 {
	n := new(big.Int)
	source.DiscreteGaussian(n, new(big.Int).Lsh(big.NewInt(1), 60))
	v, _ := n.Float64()
	return v / (1 << 30)
}
