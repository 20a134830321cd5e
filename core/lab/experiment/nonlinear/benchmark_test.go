package nonlinear

import (
	"os"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/model/auto"
	"privadapt/core/must"
	"privadapt/core/release"
)

// BenchmarkBike fits all candidates to the largest of the real tasks of regression, on one thread: what a run of auto
// takes after the weights are found.
func BenchmarkBike(b *testing.B) {
	const folder = "../../../../../shared/data/bikehour_springautumn_to_summer"
	if _, err := os.Stat(folder); err != nil {
		b.Skip("the folder ../shared/data is not here")
	}
	task := must.Get(Load(folder))(b)
	released := must.Get(task.Private.Adapt(adapt.Options{Epsilon: 1, Delta: suite.Delta, Release: release.Weights}))(b)
	for b.Loop() {
		d := must.Get(auto.NewDesign(task.Sample, nil))(b)
		c := must.Get(d.Choose(released.Values.Weights, nil))(b)
		b.ReportMetric(float64(len(c.Model.Encode())), "bytes")
	}
}
