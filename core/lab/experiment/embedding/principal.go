package embedding

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// principal returns the statistic in the principal directions of the public rows, the strongest first and centred on
// the public mean, and the standard deviations of the public rows. It rotates what is released, so the noise keeps its
// law.
func (s statistic) principal() (turned statistic, deviations []float64) {
	m, p := s.source.Dims()
	mean := make([]float64, p)
	for j := range m {
		for k, v := range s.source.RawRowView(j) {
			mean[k] += v / float64(m)
		}
	}
	centre := func(f *mat.Dense) *mat.Dense {
		c := mat.DenseCopyOf(f)
		n, _ := c.Dims()
		for j := range n {
			for k := range mean {
				c.RawRowView(j)[k] -= mean[k]
			}
		}
		return c
	}
	x := centre(s.source)
	var directions *mat.Dense // p×k
	const most = 500          // more directions are taken from so many rows
	if p <= most {
		g := mat.NewSymDense(p, nil)
		g.SymOuterK(1/float64(m), x.T())
		var eigen mat.EigenSym
		eigen.Factorize(g, true)
		directions = new(mat.Dense)
		eigen.VectorsTo(directions)
	} else {
		step := (m + most - 1) / most
		part := mat.NewDense((m+step-1)/step, p, nil)
		for j := 0; j < m; j += step {
			part.SetRow(j/step, x.RawRowView(j))
		}
		n, _ := part.Dims()
		g := mat.NewSymDense(n, nil)
		g.SymOuterK(1, part)
		var eigen mat.EigenSym
		eigen.Factorize(g, true)
		values := eigen.Values(nil)
		var u mat.Dense
		eigen.VectorsTo(&u)
		first := 0
		for values[first] < 1e-6*values[n-1] {
			first++
		}
		directions = mat.NewDense(p, n-first, nil)
		directions.Mul(part.T(), u.Slice(0, n, first, n))
		for k := first; k < n; k++ {
			for i := range p {
				directions.Set(i, k-first, directions.At(i, k-first)/math.Sqrt(values[k]))
			}
		}
	}
	_, k := directions.Dims()
	flipped := mat.NewDense(p, k, nil)
	for i := range p {
		for c := range k {
			flipped.Set(i, c, directions.At(i, k-1-c))
		}
	}
	turned = statistic{source: new(mat.Dense), target: new(mat.Dense), sensitivity: s.sensitivity}
	turned.source.Mul(x, flipped)
	turned.target.Mul(centre(s.target), flipped)
	deviations = make([]float64, k)
	for c := range k {
		for j := range m {
			v := turned.source.At(j, c)
			deviations[c] += v * v / float64(m)
		}
		deviations[c] = math.Sqrt(deviations[c])
	}
	return turned, deviations
}
