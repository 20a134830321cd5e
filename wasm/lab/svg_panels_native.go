//go:build !js

package main

import (
	"image/color"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// curve is a line with bars.
type curve struct {
	name   string
	colour color.Color
	dashes []vg.Length
	plotter.XYs
	plotter.YErrors
}

// newLegend is a panel that holds the names of the curves alone.
func newLegend() *plot.Plot {
	legend := plot.New()
	legend.HideAxes()
	legend.Legend.Left, legend.Legend.Top = true, true
	return legend
}

// write draws panels of one width side by side.
func write(panels []*plot.Plot, width vg.Length, path string) error {
	canvas := vgsvg.New(width*vg.Length(len(panels)), 13*vg.Centimeter)
	tiles := draw.Tiles{Rows: 1, Cols: len(panels), PadX: 4 * vg.Millimeter}
	for i, c := range plot.Align([][]*plot.Plot{panels}, tiles, draw.New(canvas))[0] {
		panels[i].Draw(c)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := canvas.WriteTo(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
