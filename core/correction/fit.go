package correction

import (
	"errors"
	"math"

	"privadapt/core/symeigen"
)

// Fit returns a correction. The number of labelled rows may be 0, and any sum of finite numbers is taken: with nothing but noise the
// correction is small.
func Fit(d Drawn, alternatives ...Alternative) (*Fitted, error) {
	if err := d.check(alternatives); err != nil {
		return nil, err
	}
	p := d.order()
	fitted := &Fitted{Shares: make([]float64, 1+len(alternatives))}
	fitted.Shares[0] = 1
	rows := math.Max(1, d.Labelled.At(0, 0)/(d.Intercept*d.Intercept))
	for k := range d.Residuals {
		a, b := d.block(k)
		var eigen symeigen.Eigen
		if !eigen.Decompose(a.Data, p) {
			return nil, errors.New("correction: the sum has no eigenvalues in floating point")
		}
		least := eigen.Values[0]
		lambda := math.Max(0, 1.5*d.Sigma*math.Sqrt(float64(p))-least)
		delta := make([]float64, p)
		for i, value := range eigen.Values {
			vector := eigen.Vectors[i*p : (i+1)*p]
			if value+lambda <= 0 {
				continue
			}
			along := dot(vector, b) / (value + lambda)
			for j, v := range vector {
				delta[j] += float64(along * v)
			}
		}
		square := d.Labelled.At(p+k, p+k) / rows
		fitted.Base = append(fitted.Base, Estimate{square, d.Sigma / rows, math.Sqrt2 * math.Abs(square) / math.Sqrt(rows)})
		after := square
		norm := 1.0
		for i, v := range delta {
			after -= float64(2 * v * b[i] / rows)
			norm += float64(v * v)
			for j, w := range delta {
				after += float64(v * w * a.At(i, j) / rows)
			}
		}
		fitted.Corrected = append(fitted.Corrected, Estimate{after, d.Sigma * norm / rows, math.Sqrt2 * math.Abs(after) / math.Sqrt(rows)})
		delta[0] *= d.Intercept
		fitted.Delta = append(fitted.Delta, delta)
	}
	return fitted, nil
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}
