package choices

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt"
	"privadapt/core/data/features"
	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/model/regression"
	"privadapt/core/release"
	"privadapt/core/solve/simplex"
	"privadapt/core/terms/method"
)

// way says how a rule is followed: which options a run gets, and how its model is used.
type way struct {
	run   *run
	score func(*experiment.Task, *release.Release) (float64, error)
}

// run is a setting of the engine that depends on public data alone.
type run struct {
	settings func(*experiment.Task) adapt.Options
}

// rules returns the default and then the others.
func rules() []*Rule {
	limited := (*experiment.Task).RelativeError
	standard := &run{func(*experiment.Task) adapt.Options { return adapt.Options{} }}
	all := []*Rule{
		{Group: "prediction", Name: "limited to the range of labels", way: way{standard, limited}},
		{Group: "prediction", Name: "not limited", way: way{standard, unlimitedError}},
		{Group: "prediction", Name: "rows clipped to r", way: way{standard, (*experiment.Task).ClippedError}},
	}
	add := func(group, name string, settings func(*experiment.Task) adapt.Options) {
		all = append(all, &Rule{Group: group, Name: name, way: way{&run{settings}, limited}})
	}
	for _, p := range []float64{0.5, 0.75, 0.9, 0.95, 0.99, 1} {
		name := fmt.Sprintf("quantile %g of the norms", p)
		if p == 1 {
			name = "largest norm"
		}
		add("radius", name, func(t *experiment.Task) adapt.Options {
			return adapt.Options{Radius: radiusOf(suite.Percentile(norms(t), p))}
		})
	}
	for _, f := range []float64{1, 1.25, 2, 3} {
		add("radius", fmt.Sprintf("%g·√dim", f), func(t *experiment.Task) adapt.Options {
			return adapt.Options{Radius: radiusOf(f * math.Sqrt(float64(t.Source.Schema.Dim())))}
		})
	}
	for _, kind := range features.Kinds[1:] {
		add("features", string(kind), func(*experiment.Task) adapt.Options { return adapt.Options{Features: kind} })
	}
	for _, f := range []float64{1, 2} {
		add("second stage", fmt.Sprintf("ball, %g of the source's norm", f), func(t *experiment.Task) adapt.Options {
			return adapt.Options{ModelNorm: f * sourceModelNorm(t)}
		})
	}
	add("second stage", "single stage",
		func(*experiment.Task) adapt.Options { return adapt.Options{Solver: method.SingleStage} })
	return all
}

// radiusOf returns r for rows whose features reach s, the intercept included.
func radiusOf(s float64) float64 { return math.Sqrt(10.0/9) * s }

// norms returns the norms of the source's standardised rows.
func norms(t *experiment.Task) []float64 {
	lengths := make([]float64, 0, t.Source.Rows)
	for z := range t.Source.Standardised() {
		lengths = append(lengths, floats.Norm(z, 2))
	}
	return lengths
}

// sourceModelNorm returns the norm of the ridge model that the source alone gives, for labels in standard deviations.
func sourceModelNorm(t *experiment.Task) float64 {
	rows, _ := t.SourceRows()
	mean, deviation := stat.PopMeanStdDev(t.Source.Labels, nil)
	labels := make([]float64, len(t.Source.Labels))
	for j, y := range t.Source.Labels {
		labels[j] = (y - mean) / deviation
	}
	w, _, err := regression.CrossValidate(
		regression.Sample{Rows: rows, Labels: labels, Weights: simplex.Uniform(len(labels))},
	)
	if err != nil {
		panic(err) // uniform weights leave nothing singular under a penalty
	}
	return floats.Norm(w, 2)
}

func unlimitedError(t *experiment.Task, model *release.Release) (float64, error) {
	free := *model
	free.Values.LabelRange = nil
	return t.RelativeError(&free)
}
