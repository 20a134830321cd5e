//go:build campaign

package auto

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// bent draws rows of 20 numbers, whose label bends in some and has steps in others, with noise of variance ¼; and the
// labels without noise.
func bent(rows int, seed uint64) (s basemodel.Sample, truth []float64) {
	r := rand.New(rand.NewPCG(seed, 32))
	for i := range 20 {
		s.Columns = append(s.Columns, dataset.Column{Name: fmt.Sprint(i), Kind: dataset.Numeric, Scale: 1})
	}
	for range rows {
		var x [20]float64
		for i := range x {
			x[i] = r.NormFloat64()
		}
		y := math.Sin(2*x[0]) + math.Abs(x[1])*x[2] + math.Floor(x[3]+x[4])/2 + x[5]
		s.Cells, truth, s.Labels = append(s.Cells, x[:]...), append(truth, y), append(s.Labels, y+r.NormFloat64()/2)
	}
	return s, truth
}

// More public rows never give a worse public model: at each size the blend errs less than at the one before, above the
// size of the part as well. The excess is what its mean squared error on new rows is without their noise.
func TestCampaignErrorFallsWithRows(t *testing.T) {
	fresh, truth := bent(5000, 99)
	before := math.Inf(1)
	for _, rows := range []int{1000, 3000, 10_000, MostRows, 50_000, 200_000, 1_000_000} {
		s, _ := bent(rows, 1)
		begun := time.Now()
		d := must.Get(NewDesign(s, nil))(t)
		blend := must.Get(d.PublicBlend())(t)
		excess, score := 0.0, []float64{0}
		errors := func(m *Blend) (sum float64) {
			for j, y := range truth {
				m.Predict(score, fresh.Row(j))
				sum += basemodel.Loss(score, y, 0) / float64(len(truth))
			}
			return sum
		}
		excess = errors(blend)
		t.Logf("%7d rows: excess %.4f of the blend, %.4f of trees, in %.1f s", rows, excess, errors(d.Public(method.Trees).Model),
			time.Since(begun).Seconds())
		if excess >= before {
			t.Errorf("%d rows: the blend's excess is %.4f, and %.4f with fewer rows", rows, excess, before)
		}
		before = excess
	}
}
