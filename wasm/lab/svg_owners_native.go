//go:build !js

package main

import (
	"image/color"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"privadapt/core/lab/experiment/owners"
)

// drawOwners draws discrepancy and target error over the number of owners: their releases combined, the same rows
// pooled in one owner, and the levels without weights and without privacy.
func drawOwners(result *owners.Result, path string) error {
	var panels []*plot.Plot
	for _, panel := range []struct {
		axis  string
		value func(owners.Figure) float64
	}{
		{"‖M(q)‖₂", func(f owners.Figure) float64 { return f.Norm }},
		{"error on the target / variance", func(f owners.Figure) float64 { return f.Error }},
	} {
		p := plot.New()
		p.X.Label.Text, p.Y.Label.Text = "owners", panel.axis
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, ownerTicks(result.Options.Counts)
		p.Add(plotter.NewGrid())
		for i, c := range []struct {
			name   string
			points []owners.Point
		}{{"combined", result.Combined}, {"pooled rows", result.Pooled}} {
			var line curve
			for _, point := range c.points {
				line.XYs = append(line.XYs, plotter.XY{X: float64(point.Owners), Y: panel.value(point.Mean)})
				sd := panel.value(point.SD)
				line.YErrors = append(line.YErrors, struct{ Low, High float64 }{sd, sd})
			}
			drawn, marks, err := plotter.NewLinePoints(line.XYs)
			if err != nil {
				return err
			}
			bars, err := plotter.NewYErrorBars(line)
			if err != nil {
				return err
			}
			drawn.Color, marks.Color, bars.Color = plotutil.Color(i), plotutil.Color(i), plotutil.Color(i)
			p.Add(drawn, marks, bars)
			p.Legend.Add(c.name, drawn)
		}
		for i, level := range []struct {
			name  string
			value owners.Figure
		}{{"unweighted", result.Uniform}, {"without privacy", result.Exact}} {
			rule := plotter.NewFunction(func(float64) float64 { return panel.value(level.value) })
			rule.Color, rule.Dashes = color.Gray{140}, plotutil.Dashes(i+1)
			p.Add(rule)
			p.Legend.Add(level.name, rule)
		}
		p.Legend.Top = true
		p.Y.Min = 0
		panels = append(panels, p)
	}
	return write(panels, 12*vg.Centimeter, path)
}

func ownerTicks(counts []int) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for _, k := range counts {
		ticks = append(ticks, plot.Tick{Value: float64(k), Label: strconv.Itoa(k)})
	}
	return ticks
}
