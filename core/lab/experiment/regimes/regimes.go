// Package regimes maps which mechanism is predicted to err least, over the numbers of rows and features and over ε.
package regimes

import (
	"fmt"
	"io"
	"math"
	"sort"

	"privadapt/core/adapt/plan"
	"privadapt/core/terms/method"
)

// typicalShare is a typical discrepancy of uniform weights as a share of r²: the smallest of those of nine real tasks,
// with 4 to 100 features, under the default radius (0.13 to 0.60, median 0.17; TestTypicalDiscrepancy). A mechanism
// with a larger error is no better than uniform weights.
const typicalShare = 0.126

// delta returns the δ of the map: 10⁻⁶, or 0.1/n where that is smaller.
func delta(n int64) float64 { return math.Min(1e-6, 0.1/float64(n)) }

// The map.
var (
	rows     = []int64{1e2, 1e3, 1e4, 1e5, 1e6, 1e7}
	orders   = []int{2, 5, 10, 20, 50, 100, 200, 400}
	epsilons = []float64{0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8}
	sources  = []int{1000, 10000}
)

// Cell holds the predicted errors at one point of the map, as shares of r².
type Cell struct {
	Sources   int              `json:"sources"` // m
	Order     int              `json:"order"`   // d
	Epsilon   float64          `json:"epsilon"`
	Rows      int64            `json:"rows"` // n
	Moment    float64          `json:"moment"`
	Selection float64          `json:"selection"`
	Gradient  float64          `json:"gradient"`
	Best      method.Mechanism `json:"best"` // moment, selection or gradient; none where nothing beats doing nothing
}

// Threshold is the number of private rows from which each mechanism is predicted to be better than uniform weights.
type Threshold struct {
	Sources   int     `json:"sources"`
	Order     int     `json:"order"`
	Epsilon   float64 `json:"epsilon"`
	Moment    float64 `json:"moment"`
	Selection float64 `json:"selection"`
	Gradient  float64 `json:"gradient"`
}

// Map is the map with a few simulated points.
type Map struct {
	Typical    float64     `json:"typical"` // discrepancy of doing nothing, as a share of r²
	Cells      []Cell      `json:"cells"`
	Thresholds []Threshold `json:"thresholds"`
	Points     []Point     `json:"points"`
}

// Run computes the map, which is the same each time, and simulates the given points, whose privacy noise is not.
func Run(points []Point) (*Map, error) {
	result := &Map{Typical: typicalShare}
	for _, m := range sources {
		for _, d := range orders {
			for _, epsilon := range epsilons {
				for _, n := range rows {
					result.Cells = append(result.Cells, cell(n, d, m, epsilon))
				}
			}
		}
	}
	for _, epsilon := range []float64{0.05, 1, 8} {
		for _, d := range []int{2, 10, 100, 400} {
			at := func(share func(Cell) float64) float64 {
				return rowsFrom(func(n int64) bool { return share(cell(n, d, 1000, epsilon)) < typicalShare })
			}
			result.Thresholds = append(result.Thresholds, Threshold{
				Sources: 1000, Order: d, Epsilon: epsilon,
				Moment:    at(func(c Cell) float64 { return c.Moment }),
				Selection: at(func(c Cell) float64 { return c.Selection }),
				Gradient:  at(func(c Cell) float64 { return c.Gradient }),
			})
		}
	}
	for _, p := range points {
		if err := p.simulate(); err != nil {
			return nil, err
		}
		result.Points = append(result.Points, p)
	}
	return result, nil
}

func cell(n int64, d, m int, epsilon float64) Cell {
	c := plan.Case{Rows: n, Order: d, Sources: m, Epsilon: epsilon, Delta: delta(n), Reach: 1}
	result := Cell{
		Sources: m, Order: d, Epsilon: epsilon, Rows: n,
		Moment: c.PredictMoment(), Selection: c.PredictSelection(), Gradient: c.PredictGradient(),
	}
	least := typicalShare
	result.Best = "none"
	for _, rival := range []struct {
		name  method.Mechanism
		share float64
	}{{method.Moment, result.Moment}, {method.Selection, result.Selection}, {method.Gradient, result.Gradient}} {
		if rival.share < least {
			least, result.Best = rival.share, rival.name
		}
	}
	return result
}

// rowsFrom returns the least n at which enough holds, to two figures.
func rowsFrom(enough func(n int64) bool) float64 {
	steps := sort.Search(12*100, func(i int) bool { return enough(int64(math.Pow(10, float64(i)/100))) })
	n := math.Pow(10, float64(steps)/100)
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return math.Round(n/unit) * unit
}

// Summary counts the cells in which each mechanism is best, and names the cell in which another comes closest to the
// second moment.
func (r *Map) Summary() string {
	wins, closest := map[method.Mechanism]int{}, math.Inf(1)
	var where Cell
	for _, c := range r.Cells {
		wins[c.Best]++
		if ratio := math.Min(c.Selection, c.Gradient) / c.Moment; c.Best == method.Moment && ratio < closest {
			closest, where = ratio, c
		}
	}
	return fmt.Sprintf(
		"regimes: of %d cells the second moment wins %d, selection %d, gradient %d; in %d nothing beats doing nothing. "+
			"The closest is %.1f times worse than the second moment: n = %d, d = %d, m = %d, ε = %g",
		len(r.Cells),
		wins[method.Moment],
		wins[method.Selection],
		wins[method.Gradient],
		wins["none"],
		closest,
		where.Rows,
		where.Order,
		where.Sources,
		where.Epsilon,
	)
}

// print writes the thresholds, the map of m = 1000, the simulated points and the summary.
func (r *Map) print(out io.Writer) {
	fmt.Fprintf(
		out,
		"Predicted errors of ‖M(q)‖₂ as shares of r²; δ = min(10⁻⁶, 0.1/n). Doing nothing errs by %g.\n\n",
		r.Typical,
	)
	fmt.Fprintf(
		out,
		"private rows from which a mechanism beats doing nothing, m = 1000\n%6s %5s %14s %14s %14s\n",
		"ε",
		"d",
		"second moment",
		"selection",
		"gradient",
	)
	for _, t := range r.Thresholds {
		fmt.Fprintf(out, "%6g %5d %14.3g %14.3g %14.3g\n", t.Epsilon, t.Order, t.Moment, t.Selection, t.Gradient)
	}
	fmt.Fprintf(
		out,
		"\n%6s %5s %6s %9s %14s %10s %10s  %s\n",
		"m",
		"d",
		"ε",
		"n",
		"second moment",
		"selection",
		"gradient",
		"best",
	)
	for _, c := range r.Cells {
		if c.Sources == sources[0] {
			fmt.Fprintf(
				out,
				"%6d %5d %6g %9d %14.3g %10.3g %10.3g  %s\n",
				c.Sources,
				c.Order,
				c.Epsilon,
				c.Rows,
				c.Moment,
				c.Selection,
				c.Gradient,
				c.Best,
			)
		}
	}
	fmt.Fprintf(
		out,
		"\nsimulated on the paper's data, m = 1000: ‖M(q)‖₂ above the least; predicted, measured and their ratio\n",
	)
	for _, p := range r.Points {
		fmt.Fprintf(out, "d = %-3d n = %-6d ε = %-2g nothing %.3f", p.Order, p.Rows, p.Epsilon, p.Nothing)
		for _, f := range p.Findings {
			fmt.Fprintf(out, "  %s %.3g %.3g %.1f", f.Mechanism, f.Predicted, f.Measured, f.Predicted/f.Measured)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out, r.Summary())
}
