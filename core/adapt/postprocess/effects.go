package postprocess

import (
	"privadapt/core/adapt/plan"
	"privadapt/core/model/basemodel"
	"privadapt/core/release"
)

// Effects says how a released nonlinear model depends on its columns. It is computed from the model, the weights and
// the columns of the public sample.
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
	// Values has for each cell a number, the probability of the second of two classes, or each class's probability if
	// there are more.
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
	sample := plan.SampleOf(r.Source)
	names := sample.Columns
	e, err := basemodel.New(m, sample.Table, sample.Classes, r.weights, min(mostDrawn, max(40, drawnCells/len(names))))
	if err != nil {
		return nil
	}
	out := &Effects{}
	var order []int
	for k, share := range e.Importances() {
		// Columns of equal shares stay in their own order.
		order = append(order, k)
		out.Importances = append(out.Importances, Importance{names[k].Name, share})
		for i := k; i > 0 && out.Importances[i-1].Share < share; i-- {
			order[i-1], order[i] = order[i], order[i-1]
			out.Importances[i-1], out.Importances[i] = out.Importances[i], out.Importances[i-1]
		}
	}
	for i, k := range order[:min(curves, len(order))] {
		if out.Importances[i].Share > 0 {
			c := e.Dependence(k, curvePoints)
			curve := Curve{Column: names[k].Name, Cells: e.Names(c), Values: c.Values}
			if curve.Cells == nil {
				curve.At = c.Cells
			}
			out.Curves = append(out.Curves, curve)
		}
	}
	return out
}
