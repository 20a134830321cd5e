package auto

import (
	"math"
	"testing"
)

// Weights come from a noisy mechanism and the budget is spent by then: whatever they are, and however small the sample
// is, there is a model with finite predictions.
func TestExtremes(t *testing.T) {
	for _, rows := range []int{2, 6, 60} {
		for _, classes := range []int{0, 2, 3} {
			for name, change := range map[string]func(labels, q []float64){
				"as drawn":       func(labels, q []float64) {},
				"equal weights":  func(labels, q []float64) { fill(q, 1) },
				"one row":        func(labels, q []float64) { clear(q); q[len(q)/2] = 1 },
				"two rows":       func(labels, q []float64) { clear(q); q[0], q[len(q)-1] = 1, 1e-9 },
				"one fold":       func(labels, q []float64) { clear(q); q[0], q[5%len(q)] = 1, 1 },
				"constant label": func(labels, q []float64) { clear(labels) },
				"one exception":  func(labels, q []float64) { clear(labels); labels[0] = 1 },
				"large numbers": func(labels, q []float64) {
					for j := range labels {
						if classes == 0 {
							labels[j] *= 1e90
						}
						q[j] *= 1e-200
					}
				},
			} {
				s, q := drawn(rows, classes, 9)
				q[0] += 1e-3 // some weight in any case
				change(s.Labels, q)
				d, err := NewDesign(s, nil)
				if err != nil {
					t.Errorf("%s, %d rows, %d classes: the design: %v", name, rows, classes, err)
					continue
				}
				c, err := d.Choose(q, nil)
				if err != nil {
					t.Errorf("%s, %d rows, %d classes: %v", name, rows, classes, err)
					continue
				}
				scores := make([]float64, s.Outputs())
				for j := range s.Labels {
					c.Model.Predict(scores, s.Row(j))
					for _, v := range scores {
						if math.IsNaN(v) || math.IsInf(v, 0) {
							t.Fatalf("%s, %d rows, %d classes: row %d: %v", name, rows, classes, j, scores)
						}
					}
				}
				if _, err := Decode(c.Model.Encode()); err != nil {
					t.Errorf("%s, %d rows, %d classes: %v", name, rows, classes, err)
				}
			}
		}
	}
}

func fill(v []float64, by float64) {
	for j := range v {
		v[j] = by
	}
}
