//go:build !js

package main

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"privadapt/core/lab/experiment/figure1"
)

// figure is one of the two figures of the paper.
type figure struct {
	suffix, axis string
	value        func(figure1.Point) (mean, deviation *float64)
}

var figures = []figure{
	{"a", "‖M(q)‖₂", func(p figure1.Point) (*float64, *float64) { return p.Norm, p.NormSD }},
	{"b", "error on the target", func(p figure1.Point) (*float64, *float64) { return &p.Error, &p.ErrorSD }},
}

// drawFigure1 writes figures (a) and (b) as <prefix>a.svg and <prefix>b.svg: a panel for each algorithm beside the
// panels of the yardsticks, colour for ε, dashes for the noise, error bars of one standard deviation.
func drawFigure1(result *figure1.Result, prefix string) error {
	for _, f := range figures {
		if err := f.save(result, prefix+f.suffix+".svg"); err != nil {
			return err
		}
	}
	return nil
}

func (f figure) save(result *figure1.Result, path string) error {
	var panels []*plot.Plot
	legend := newLegend()
	for _, method := range result.Methods {
		if !method.Private {
			continue
		}
		p, err := f.panel(result, method, &legend.Legend)
		if err != nil {
			return err
		}
		panels = append(panels, p)
	}
	low, high := panels[0].Y.Min, panels[0].Y.Max
	for _, p := range panels {
		low, high = min(low, p.Y.Min), max(high, p.Y.Max)
	}
	for _, p := range panels {
		p.Y.Min, p.Y.Max = low, high
	}
	return write(append(panels, legend), 10*vg.Centimeter, path)
}

// panel draws the curves of one method and of the yardsticks. Names go into the legend once, with the first panel that
// has them.
func (f figure) panel(result *figure1.Result, method figure1.Method, legend *plot.Legend) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = method.Title, "n, private rows", f.axis
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.X.Tick.Marker = rowTicks(result.Settings.Rows)
	p.Add(plotter.NewGrid())
	for _, curve := range f.curves(result, method.ID) {
		line, err := plotter.NewLine(curve.XYs)
		if err != nil {
			return nil, err
		}
		line.Color, line.Dashes = curve.colour, curve.dashes
		whiskers, err := plotter.NewYErrorBars(curve)
		if err != nil {
			return nil, err
		}
		whiskers.Color = curve.colour
		p.Add(line, whiskers)
		if method.ID == "frank-wolfe" { // it has every kind of curve
			legend.Add(curve.name, line)
		}
	}
	return p, nil
}

func (f figure) curves(result *figure1.Result, method string) []*curve {
	var curves []*curve
	for _, point := range result.Points {
		mean, deviation := f.value(point)
		yardstick := point.Method == "public" || point.Method == "oracle"
		if mean == nil || point.Method != method && !yardstick {
			continue
		}
		c := describe(result, point, yardstick)
		if i := slices.IndexFunc(curves, func(other *curve) bool { return other.name == c.name }); i >= 0 {
			c = curves[i]
		} else {
			curves = append(curves, c)
		}
		c.XYs = append(c.XYs, plotter.XY{X: float64(point.Rows), Y: *mean})
		// A logarithmic axis cannot show a bar that reaches 0.
		c.YErrors = append(c.YErrors, struct{ Low, High float64 }{min(*deviation, 0.9**mean), *deviation})
	}
	return curves
}

func describe(result *figure1.Result, point figure1.Point, yardstick bool) *curve {
	switch {
	case yardstick:
		return &curve{
			name:   point.Method,
			colour: color.Gray{160},
			dashes: plotutil.Dashes(slices.Index([]string{"public", "oracle"}, point.Method)),
		}
	case point.Epsilon == nil:
		return &curve{name: "without privacy", colour: color.Black}
	}
	names := map[string]string{"moment": "second moment", "tight": "tight noise", "paper": "the paper's noise"}
	return &curve{
		name:   fmt.Sprintf("%s, ε = %g", names[point.Noise], *point.Epsilon),
		colour: plotutil.Color(slices.Index(result.Settings.Epsilons, *point.Epsilon)),
		dashes: plotutil.Dashes(slices.Index([]string{"moment", "tight", "paper"}, point.Noise)),
	}
}

// rowTicks marks the axis at the numbers of rows that were run.
type rowTicks []int

// Ticks implements plot.Ticker.
func (r rowTicks) Ticks(_, _ float64) []plot.Tick {
	var ticks []plot.Tick
	for _, n := range r {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: fmt.Sprint(n)})
	}
	return ticks
}
