package bench

import (
	"math"
	"time"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
)

// table returns rows of numbers with labels that are nonlinear in four columns, to which noise is added.
func (c Case) table() basemodel.Sample {
	d := c.Order
	s := basemodel.Sample{Table: basemodel.Table{Cells: Points(c.Rows, d, 0, 0)}, Labels: make([]float64, c.Rows)}
	for range d {
		s.Columns = append(s.Columns, dataset.Column{Kind: dataset.Numeric})
	}
	for j := range s.Labels {
		x := s.Cells[j*d : (j+1)*d]
		s.Labels[j] = math.Abs(x[0]) + x[1]*x[2]*4 - x[3]*x[3] + 0.1*Uniform(3<<30+uint32(j))
	}
	return s
}

// Trees times whole fits of 100 boosted trees of 31 leaves, cells put into bins included; d ≥ 4.
func (c Case) Trees(repetitions int) (Measurement, error) {
	sample, weights := c.table(), basemodel.Uniform(c.Rows)
	result := Measurement{SIMD: kernel.SIMD}
	for range repetitions {
		start := time.Now()
		if _, err := trees.Fit(trees.NewBinned(sample, 0), trees.Settings{}, weights, nil); err != nil {
			return result, err
		}
		result.Seconds = append(result.Seconds, time.Since(start).Seconds())
	}
	return result, nil
}
