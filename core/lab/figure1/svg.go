package figure1

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// Sizes of a figure: a panel with room for its axes, and of the plot in it.
const (
	panelWidth, panelHeight = 360.0, 440.0
	left, top               = 60.0, 40.0
	plotWidth, plotHeight   = 280.0, 350.0
)

var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// dashes by the noise.
var dashes = map[string]string{"moment": "none", "tight": "6 3", "paper": "2 3"}

// drawn returns figures (a) and (b) of the paper as SVG, by the ends of their names: a panel for each algorithm beside
// the yardsticks, colour for ε, dashes for the noise, bars of one standard deviation.
func (f *Result) drawn() map[string]string {
	return map[string]string{
		"a": f.figure("‖M(q)‖₂", func(p Point) (*float64, *float64) { return p.Norm, p.NormSD }),
		"b": f.figure("error on the target", func(p Point) (*float64, *float64) { return &p.Error, &p.ErrorSD }),
	}
}

func (f *Result) figure(axis string, value func(Point) (mean, deviation *float64)) string {
	low, high := math.Inf(1), 0.0
	for _, p := range f.Points {
		if mean, deviation := value(p); mean != nil && *mean > 0 {
			low, high = math.Min(low, *mean), math.Max(high, *mean+*deviation)
		}
	}
	// Whole powers of ten. A logarithmic axis cannot show a bar that reaches 0.
	least, most := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	y := func(v float64) float64 {
		return top + plotHeight*(1-(math.Log10(math.Max(v, math.Pow(10, least)))-least)/(most-least))
	}
	rows := f.Settings.Rows
	first, last := slices.Min(rows), max(slices.Max(rows), slices.Min(rows)+1)
	x := func(n int) float64 { return left + plotWidth*float64(n-first)/float64(last-first) }

	var b strings.Builder
	var panels []Method
	for _, m := range f.Methods {
		if m.Private {
			panels = append(panels, m)
		}
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="12">`+"\n",
		panelWidth*float64(len(panels)+1), panelHeight)
	text := func(x, y float64, anchor, s string) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, html.EscapeString(s))
	}
	legend := map[string]bool{}
	for i, m := range panels {
		fmt.Fprintf(&b, `<g transform="translate(%g 0)">`+"\n", panelWidth*float64(i))
		text(left+plotWidth/2, top-15, "middle", m.Title)
		text(left+plotWidth/2, panelHeight-10, "middle", "n, private rows")
		text(10, top-15, "start", axis)
		for power := least; power <= most; power++ {
			v := math.Pow(10, power)
			fmt.Fprintf(&b, `<path d="M%g %.1fh%g" stroke="#ddd"/>`+"\n", left, y(v), plotWidth)
			text(left-6, y(v)+4, "end", fmt.Sprintf("%g", v))
		}
		for _, n := range rows {
			text(x(n), top+plotHeight+18, "middle", fmt.Sprint(n))
		}
		for _, c := range f.curves(m.ID, value) {
			fmt.Fprintf(&b, `<g stroke="%s" fill="none"><path stroke-dasharray="%s" d="`, c.colour, c.dashes)
			for k, p := range c.points {
				mean, _ := value(p)
				fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(k, 1)], x(p.Rows), y(*mean))
			}
			b.WriteString(`"/><path d="`)
			for _, p := range c.points {
				mean, deviation := value(p)
				fmt.Fprintf(&b, "M%.1f %.1fV%.1f", x(p.Rows), y(*mean-*deviation), y(*mean+*deviation))
			}
			b.WriteString("\"/></g>\n")
			if !legend[c.name] {
				at := panelWidth*float64(len(panels)-i) + 20
				down := top + 18*float64(len(legend))
				fmt.Fprintf(&b, `<path stroke="%s" stroke-dasharray="%s" d="M%g %gh30"/>`+"\n", c.colour, c.dashes, at, down)
				text(at+38, down+4, "start", c.name)
				legend[c.name] = true
			}
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// line is a curve of a panel.
type line struct {
	name, colour, dashes string
	points               []Point
}

func (f *Result) curves(method string, value func(Point) (mean, deviation *float64)) (curves []*line) {
	for _, p := range f.Points {
		yardstick := p.Method == "public" || p.Method == "oracle"
		if mean, _ := value(p); mean == nil || *mean <= 0 || p.Method != method && !yardstick {
			continue
		}
		c := &line{name: "without privacy", colour: "#000", dashes: "none"}
		switch {
		case yardstick:
			c = &line{name: p.Method, colour: "#888", dashes: map[string]string{"public": "none", "oracle": "6 3"}[p.Method]}
		case p.Epsilon != nil:
			names := map[string]string{"moment": "second moment", "tight": "tight noise", "paper": "the paper's noise"}
			k := slices.Index(f.Settings.Epsilons, *p.Epsilon)
			c = &line{name: fmt.Sprintf("%s, ε = %g", names[p.Noise], *p.Epsilon), colour: colours[k%len(colours)],
				dashes: dashes[p.Noise]}
		}
		if i := slices.IndexFunc(curves, func(other *line) bool { return other.name == c.name }); i >= 0 {
			c = curves[i]
		} else {
			curves = append(curves, c)
		}
		c.points = append(c.points, p)
	}
	return curves
}
