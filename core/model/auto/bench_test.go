package auto

import (
	"testing"

	"privadapt/core/must"
)

// A first run on a sample of this size makes these fits, the public ones among them.
func BenchmarkChoose(b *testing.B) {
	s, q := drawn(1500, 0, 1)
	for b.Loop() {
		d := must.Get(NewDesign(s, nil))(b)
		must.Get(d.Choose(q, nil))(b)
	}
}

func BenchmarkPredict(b *testing.B) {
	s, q := drawn(1500, 0, 1)
	d := must.Get(NewDesign(s, nil))(b)
	c := must.Get(d.Choose(q, nil))(b)
	scores := make([]float64, 1)
	for b.Loop() {
		for j := range s.Rows() {
			c.Model.Predict(scores, s.Row(j))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*s.Rows()), "ns/row")
}
