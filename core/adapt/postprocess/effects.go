package postprocess

import (
	"slices"

	"privadapt/core/basemodel/effects"
	"privadapt/core/release"
)

// Effects says how a released model that bends depends on its columns. It is computed from the model, the weights and the columns
// of the public sample.
type Effects struct {
	Importances []Importance `json:"importances"` // of all columns, the largest first
	Curves      []Curve      `json:"curves"`      // of the most important ones
}

// Importance is the share of the variance of the predictions that needs the column; see effects.Importances.
type Importance struct {
	Column string  `json:"column"`
	Share  float64 `json:"share"`
}

// Curve is the mean prediction if all rows had one cell in the column; see effects.Curve.
type Curve struct {
	Column string    `json:"column"`
	Cells  []string  `json:"cells,omitempty"` // levels or dates; else
	At     []float64 `json:"at,omitempty"`    // numbers
	// Values has for each cell a number, the probability of the second of two classes, or those of all of more.
	Values [][]float64 `json:"values"`
}

const (
	curves      = 3
	curvePoints = 9
	mostDrawn   = 100
	drawnCells  = 2000 // so that a wide sample takes no longer
)

// effects is nil where the model cannot be read, which no released one is.
func (r *run) effects(document *release.Release) *Effects {
	m, err := document.BaseModel()
	if err != nil {
		return nil
	}
	sample := SampleOf(r.Source)
	names := sample.Columns
	e, err := effects.New(m, sample.Table, sample.Classes, r.weights, min(mostDrawn, max(40, drawnCells/len(names))))
	if err != nil {
		return nil
	}
	order := make([]int, len(names))
	shares := e.Importances()
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if shares[a] > shares[b] {
			return -1
		} else if shares[a] < shares[b] {
			return 1
		}
		return 0
	})
	out := &Effects{}
	for place, k := range order {
		out.Importances = append(out.Importances, Importance{names[k].Name, shares[k]})
		if place < curves && shares[k] > 0 {
			out.Curves = append(out.Curves, curveOf(names[k].Name, names[k].Text, e.Dependence(k, curvePoints)))
		}
	}
	return out
}

// curveOf names the cells by text, which is "" where they are numbers.
func curveOf(column string, text func(cell float64) string, c effects.Curve) Curve {
	curve := Curve{Column: column, Values: c.Values}
	for _, v := range c.Cells {
		if name := text(v); name != "" {
			curve.Cells = append(curve.Cells, name)
		} else {
			curve.At = append(curve.At, v)
		}
	}
	return curve
}
