// How a base model depends on its columns: how much on each, and in which shape. This is computed from a model, a
// public sample and released weights, so that all of it is post-processing; no label enters.

package basemodel

import (
	"errors"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
)

// pairings is how many other rows a row is paired with for an importance.
const pairings = 4

// Effects looks at a model on rows that stand for a weighted sample.
type Effects struct {
	model   Model
	table   Table
	classes int
	rows    []int // of the table, drawn by weight; a row may be there more than once
	scores  []float64
}

// New draws this many rows, over which averages are taken: those at equal steps of the cumulated weights, as systematic
// sampling does, so that it is no matter of chance. classes is 0 where numbers are predicted. Weights are ≥ 0 and of
// any finite sum above 0.
func New(m Model, t Table, classes int, weights []float64, drawn int) (*Effects, error) {
	if len(t.Columns) == 0 || len(weights) != t.Rows() {
		return nil, errors.New("effects: the table needs columns, and a weight for each row")
	}
	total := 0.0
	for _, w := range weights {
		if !(w >= 0) {
			return nil, errors.New("effects: weights must be numbers from 0 on")
		}
		total += w
	}
	if !(total > 0) || math.IsInf(total, 1) {
		return nil, errors.New("effects: the weights must have a finite sum above 0")
	}
	e := &Effects{model: m, table: t, classes: classes, scores: make([]float64, Outputs(classes))}
	sum := 0.0
	for j, w := range weights {
		sum += w
		for len(e.rows) < drawn && (float64(len(e.rows))+0.5)*total < sum*float64(drawn) {
			e.rows = append(e.rows, j)
		}
	}
	return e, nil
}

// values is how many a prediction has: a number, the probability of the second of two classes, or each class's
// probability if there are more.
func (e *Effects) values() int { return len(e.scores) }

// predict writes the number or the probabilities.
func (e *Effects) predict(dst, cells []float64) {
	e.model.Predict(e.scores, cells)
	switch e.classes {
	case 0:
		dst[0] = e.scores[0]
	case 2:
		var both [2]float64
		Probabilities(both[:], e.scores)
		dst[0] = both[1]
	default:
		Probabilities(dst, e.scores)
	}
}

// Importances returns for each column the share of the variance of the predictions that would be gone if all other
// columns were known and this one not: ½·mean (f(x) − f(x′))² over the variance of f, where x′ is x with the cell of
// another row in this column (Jansen 1999; Saltelli et al. 2010, table 2 f). Shares add up to 1 where the model is a
// sum of functions of single columns that are independent, and to more where columns act together. All are 0 where the
// model is constant.
func (e *Effects) Importances() []float64 {
	k := e.values()
	predictions := make([]float64, len(e.rows)*k)
	means := make([]float64, k)
	for i, j := range e.rows {
		own := predictions[i*k : (i+1)*k]
		e.predict(own, e.table.Row(j))
		for o, v := range own {
			means[o] += v / float64(len(e.rows))
		}
	}
	variance := 0.0
	for i, v := range predictions {
		step := v - means[i%k]
		variance += float64(step*step) / float64(len(e.rows))
	}
	shares := make([]float64, len(e.table.Columns))
	if !(variance > 0) {
		return shares
	}
	cells, changed := make([]float64, len(shares)), make([]float64, k)
	for c := range shares {
		sum := 0.0
		for i, j := range e.rows {
			copy(cells, e.table.Row(j))
			for p := range pairings {
				// Partners are far apart in the file, which may be sorted.
				other := e.rows[(i+(2*p+1)*len(e.rows)/(2*pairings))%len(e.rows)]
				cells[c] = e.table.Row(other)[c]
				e.predict(changed, cells)
				for o, v := range changed {
					step := v - predictions[i*k+o]
					sum += float64(step * step)
				}
			}
		}
		shares[c] = sum / float64(2*pairings*len(e.rows)) / variance
	}
	return shares
}

// Curve is the partial dependence of the predictions on a column (Friedman 2001, section 8.2): the mean prediction if
// all rows had the same cell in it.
type Curve struct {
	Column int       `json:"column"`
	Cells  []float64 `json:"cells"` // numbers, ascending, or places of levels
	// Values has for each cell a number, the probability of the second of two classes, or each class's probability if
	// there are more.
	Values [][]float64 `json:"values"`
}

// Dependence returns the curve of a column: of a number at its quantiles, at most a given number of points that differ,
// or at all levels. Cells that no row has are not looked at.
func (e *Effects) Dependence(column, points int) Curve {
	var seen []float64
	for _, j := range e.rows {
		if v := e.table.Row(j)[column]; v-v == 0 {
			seen = append(seen, v)
		}
	}
	slices.Sort(seen)
	c := Curve{Column: column}
	if e.table.Columns[column].Kind == dataset.Numeric {
		for i := range points {
			if place := i * (len(seen) - 1) / max(1, points-1); len(seen) > 0 {
				c.Cells = append(c.Cells, seen[place])
			}
		}
	} else {
		c.Cells = seen
	}
	c.Cells = slices.Compact(c.Cells)
	cells, value := make([]float64, len(e.table.Columns)), make([]float64, e.values())
	for _, v := range c.Cells {
		means := make([]float64, len(value))
		for _, j := range e.rows {
			copy(cells, e.table.Row(j))
			cells[column] = v
			e.predict(value, cells)
			for o, p := range value {
				means[o] += p / float64(len(e.rows))
			}
		}
		c.Values = append(c.Values, means)
	}
	return c
}

// Names returns the cells of a curve in words: levels by their names, dates as texts; nil where they are other numbers.
func (e *Effects) Names(c Curve) []string {
	column := e.table.Columns[c.Column]
	if column.Kind == dataset.Numeric && !column.Dates {
		return nil
	}
	names := make([]string, len(c.Cells))
	for i, v := range c.Cells {
		if column.Dates {
			names[i] = csv.DateText(v)
		} else {
			names[i] = column.Levels[int(v)].Name
		}
	}
	return names
}
