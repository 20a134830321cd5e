//go:build !js

package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"privadapt/core/lab/experiment/regimes"
)

// drawRegimes draws predicted errors over n for m = 1000: a panel for each of three ε, colour for d, dashes for the
// mechanism, and the error of uniform weights.
func drawRegimes(result *regimes.Map, path string) error {
	var panels []*plot.Plot
	legend := newLegend()
	for i, epsilon := range []float64{0.05, 1, 8} {
		p := plot.New()
		p.Title.Text, p.X.Label.Text, p.Y.Label.Text = fmt.Sprintf(
			"ε = %g",
			epsilon,
		), "n, private rows", "predicted error / r²"
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 1}
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 1}
		p.Add(plotter.NewGrid())
		for _, c := range regimeCurves(result, epsilon) {
			line, err := plotter.NewLine(c.XYs)
			if err != nil {
				return err
			}
			line.Color, line.Dashes = c.colour, c.dashes
			p.Add(line)
			if i == 0 {
				legend.Legend.Add(c.name, line)
			}
		}
		panels = append(panels, p)
	}
	return write(append(panels, legend), 10*vg.Centimeter, path)
}

func regimeCurves(result *regimes.Map, epsilon float64) []*curve {
	orders := []int{2, 10, 100, 400}
	nothing := &curve{name: "doing nothing", colour: color.Gray{160}}
	var curves []*curve
	for k, mechanism := range []struct {
		name  string
		share func(regimes.Cell) float64
	}{
		{"second moment", func(c regimes.Cell) float64 { return c.Moment }},
		{"selection", func(c regimes.Cell) float64 { return c.Selection }},
		{"gradient", func(c regimes.Cell) float64 { return c.Gradient }},
	} {
		for _, d := range orders {
			c := &curve{
				name:   fmt.Sprintf("%s, d = %d", mechanism.name, d),
				colour: plotutil.Color(slices.Index(orders, d)), dashes: plotutil.Dashes(k),
			}
			for _, cell := range result.Cells {
				if cell.Sources == 1000 && cell.Order == d && cell.Epsilon == epsilon {
					// Predictions of 1 or more carry no information.
					c.XYs = append(c.XYs, plotter.XY{X: float64(cell.Rows), Y: math.Min(1, mechanism.share(cell))})
				}
			}
			curves = append(curves, c)
		}
	}
	for _, at := range curves[0].XYs {
		nothing.XYs = append(nothing.XYs, plotter.XY{X: at.X, Y: result.Typical})
	}
	return append(curves, nothing)
}
