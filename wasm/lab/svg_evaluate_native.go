//go:build !js

package main

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"privadapt/core/lab/experiment/evaluate"
)

// chart is a figure of an evaluation: a value of the engine's curves, within limits, beside a level to compare with.
type chart struct {
	axis             string
	low, high, level float64
	value            func(*evaluate.Curve) *float64 // nil where there is none
}

var charts = map[string]chart{
	"kept": {"fraction of the non-private gain kept", -1, 1.25, 1, func(c *evaluate.Curve) *float64 { return c.Kept }},
	"harm": {"error above unweighted, %", -80, 30, 0, func(c *evaluate.Curve) *float64 {
		percent := 100 * c.Harm
		return &percent
	}},
}

// drawEvaluation writes <prefix>kept.svg and <prefix>harm.svg: a line for each task against ε, dashed for a synthetic
// one.
func drawEvaluation(report *evaluate.Report, prefix string) error {
	for name, c := range charts {
		if err := c.save(report, prefix+name+".svg"); err != nil {
			return err
		}
	}
	return nil
}

func (c chart) save(report *evaluate.Report, path string) error {
	ticks := epsilonTicks(report.Settings.Epsilons)
	p, legend := plot.New(), newLegend()
	p.X.Label.Text, p.Y.Label.Text = "ε", c.axis
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.ConstantTicks(ticks)
	left, right := ticks[0].Value/1.2, ticks[len(ticks)-1].Value*1.2
	rule, err := plotter.NewLine(plotter.XYs{{X: left, Y: c.level}, {X: right, Y: c.level}})
	if err != nil {
		return err
	}
	rule.Color = color.Gray{160}
	p.Add(plotter.NewGrid(), rule)
	for i, task := range report.Tasks {
		points := c.points(&task, report.Settings.Epsilons, ticks)
		if len(points) == 0 {
			continue
		}
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.Color, marks.Color, marks.Shape = plotutil.Color(i), plotutil.Color(i), plotutil.Shape(i)
		if !task.Real {
			line.Dashes = plotutil.Dashes(1)
		}
		p.Add(line, marks)
		legend.Legend.Add(task.Name, line, marks)
	}
	p.Y.Min, p.Y.Max = max(p.Y.Min, c.low), min(p.Y.Max, c.high)
	return write([]*plot.Plot{p, legend}, 16*vg.Centimeter, path)
}

// points are the values of a task, each at the place of its ε.
func (c chart) points(task *evaluate.Task, epsilons []*float64, ticks []plot.Tick) plotter.XYs {
	var points plotter.XYs
	for i, epsilon := range epsilons {
		if v := c.value(task.Engine(epsilon)); v != nil {
			points = append(points, plotter.XY{X: ticks[i].Value, Y: *v})
		}
	}
	return points
}

// epsilonTicks places every ε, which ascend, on a logarithmic axis, an infinite one at three times the largest other.
func epsilonTicks(epsilons []*float64) []plot.Tick {
	largest := 1.0
	for _, epsilon := range epsilons {
		if epsilon != nil {
			largest = max(largest, *epsilon)
		}
	}
	var ticks []plot.Tick
	for _, epsilon := range epsilons {
		tick := plot.Tick{Value: 3 * largest, Label: "∞"}
		if epsilon != nil {
			tick = plot.Tick{Value: *epsilon, Label: fmt.Sprint(*epsilon)}
		}
		ticks = append(ticks, tick)
	}
	return ticks
}
