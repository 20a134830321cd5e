package labels

import (
	"math"
	"math/big"
	"slices"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/correction"
	"privadapt/core/model/labelled"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/momentnoise"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/solve/symeigen"
)

// simulation computes from the private rows what the engine's document does not hold: corrections by other means than
// its own.
type simulation struct {
	plan   *plan.Plan
	offset *labelled.Offset
	rows   basemodel.Sample // private, in random order
}

// options are the engine's.
func options(epsilon float64, useLabels bool) adapt.Options {
	return adapt.Options{Epsilon: epsilon, Delta: suite.Delta, Release: release.Model, Base: "auto", UseLabels: useLabels}
}

// sums returns the exact second moments of v = (c, z, g, t) over the first rows, which have a label, and of (c, z, g)
// over the others.
func (s simulation) sums(labels int) correction.Drawn {
	outputs, dim := s.offset.Outputs(), s.plan.Map.Dim()
	p := 1 + dim + outputs
	d := correction.Drawn{
		Labelled: symeigen.NewMatrix(
			p+outputs,
			nil,
		), Unlabelled: symeigen.NewMatrix(p, nil), Intercept: s.plan.Grid.Intercept(),
		Features: dim, Predictions: outputs, Residuals: outputs, Rows: float64(s.rows.Rows()),
	}
	encoding, t := basemodel.NewEncoding(s.rows.Columns), make([]float64, outputs)
	z := make([]float64, encoding.Dim())
	for i := range s.rows.Rows() {
		v := make([]float64, dim+outputs)
		encoding.Apply(z, s.rows.Row(i))
		s.plan.Map.Apply(v[:dim], z)
		usable := s.offset.Columns(v[dim:], t, s.rows.Row(i), s.rows.Labels[i])
		to := d.Unlabelled
		if usable && i < labels {
			v, to = append(v, t...), d.Labelled
		}
		v, _ = s.plan.Grid.ClipRows(v, len(v))
		for a, x := range v {
			for b := a; b < len(v); b++ {
				to.Set(a, b, to.At(a, b)+x*v[b])
			}
		}
	}
	return d
}

// noisy returns sums with the noise that ε allows.
func (s simulation) noisy(d correction.Drawn, epsilon float64, source *sampler.Sampler) correction.Drawn {
	law := momentnoise.NewPair(s.plan.Grid, s.plan.Adjacency, accountant.Rho(epsilon, suite.Delta))
	d.Sigma = law.StandardDeviation(1)
	d.Labelled, d.Unlabelled = withNoise(d.Labelled, d.Sigma, source), withNoise(d.Unlabelled, d.Sigma, source)
	return d
}

// withNoise adds noise of the standard deviation σ on the diagonal and σ/√2 off it.
func withNoise(m *symeigen.Matrix, sigma float64, source *sampler.Sampler) *symeigen.Matrix {
	noisy := symeigen.NewMatrix(m.Order, nil)
	for i := range m.Order {
		noisy.Set(i, i, m.At(i, i)+sigma*normal(source))
		for j := i + 1; j < m.Order; j++ {
			noisy.Set(i, j, m.At(i, j)+sigma/math.Sqrt2*normal(source))
		}
	}
	return noisy
}

// normal draws from N(0,1), in steps of 2⁻³⁰.
func normal(source *sampler.Sampler) float64 {
	n := new(big.Int)
	source.DiscreteGaussian(n, new(big.Int).Lsh(big.NewInt(1), 60))
	v, _ := n.Float64()
	return v / (1 << 30)
}

// model returns f with a correction fitted to sums, without any use of the private columns beside it.
func (s simulation) model(d correction.Drawn) (basemodel.Model, error) {
	fitted, err := correction.Fit(d)
	if err != nil {
		return nil, err
	}
	deltas, dim := make([][]float64, len(fitted.Delta)), s.plan.Map.Dim()
	for k, delta := range fitted.Delta {
		for i := range delta {
			delta[i] *= s.offset.Spread[k]
		}
		deltas[k] = slices.Concat(delta[:1], s.plan.Map.OverColumns(delta[1:1+dim]), delta[1+dim:])
	}
	return labelled.NewCorrected(s.rows.Columns, s.offset, nil, 0, deltas), nil
}
