package auto

import "testing"

// A first run on a sample of this size makes these fits, the public ones among them.
func BenchmarkChoose(b *testing.B) {
	s, q := drawn(1500, 0, 1)
	for b.Loop() {
		d, err := NewDesign(s, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := d.Choose(q, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPredict(b *testing.B) {
	s, q := drawn(1500, 0, 1)
	d, err := NewDesign(s, nil)
	if err != nil {
		b.Fatal(err)
	}
	c, err := d.Choose(q, nil)
	if err != nil {
		b.Fatal(err)
	}
	scores := make([]float64, 1)
	for b.Loop() {
		for j := range s.Rows() {
			c.Model.Predict(scores, s.Row(j))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*s.Rows()), "ns/row")
}
