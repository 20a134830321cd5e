// Package appraisal says how good a fixed public model is from noisy counts of private rows: where a row counts, which
// is public, and what the counts say once a mechanism has added noise. It sees neither a private row nor an exact
// count.
//
// # Where a row counts
//
// A row with a label counts in a table by what the model predicts of it and by its label. A label that is a number has
// the axes prediction and residual, label − prediction; two classes have the axes log-odds of the second class and
// class; more classes have the axes predicted class and class. On an axis of numbers a row is divided between the two
// nodes beside its value, so that the mean of the nodes is the value itself: sums of predictions, residuals and their
// products are exact, however far apart the nodes are. A value beyond the last node counts there.
//
// # What the counts say
//
// Sums of other functions, such as squares, are estimated by giving each node the value for which the estimate has no
// error wherever rows are spread over the axis with a density that is linear between nodes (see project). Every figure
// is a ratio of two sums, or of two products of sums; its interval holds the noise, whose law is known exactly, and the
// choice of the rows (see interval).
package appraisal

import (
	"errors"
	"fmt"
	"math"
)

// Unit is the number of parts into which an axis divides a row; a row has Unit² parts.
const Unit = 1 << 10

// Layout is the shape of the counts. It is public.
type Layout struct {
	// Increasing nodes: predictions of numbers, or log-odds, with 0 there twice: see LogOddsNodes; nil for more
	// classes.
	Predictions []float64
	Residuals   []float64 // increasing nodes, for numbers; else nil
	Classes     int       // 0 for numbers
	Groups      int       // 0 for none
	// Places, above 0, is of an estimate: one axis of this many places, among which a row is divided; see Averages.
	Places int
}

// Rows returns the number of places on the first axis.
func (l Layout) Rows() int {
	if l.Places > 0 {
		return l.Places
	}
	if l.Classes > 2 {
		return l.Classes
	}
	return len(l.Predictions)
}

// Columns returns the number of places on the second axis.
func (l Layout) Columns() int {
	if l.Places > 0 {
		return 1
	}
	if l.Classes > 0 {
		return l.Classes
	}
	return len(l.Residuals)
}

// Table returns the number of cells of a table: one for rows without a label, and then the cells of the axes, the
// first axis in the outer loop.
func (l Layout) Table() int { return 1 + l.Rows()*l.Columns() }

// Tables returns how many tables a row counts in: the table of all rows, and with groups also its own group's table.
func (l Layout) Tables() int { return min(1+l.Groups, 2) }

// Cells returns the number of all cells: first the table of all rows and then each group's table.
func (l Layout) Cells() int { return (1 + l.Groups) * l.Table() }

// Place is a place on an axis: Upper of the Unit parts of a row are at the node after Node, the others at Node.
type Place struct{ Node, Upper int }

// Row is where a row counts: without a label in one cell, else at its places on both axes, or by the shares of Unit²
// parts that it has at each place of the only axis; with groups in its group's table as well.
type Row struct {
	Labelled      bool
	First, Second Place
	Group         int
	Shares        []int64
}

// PlaceOf returns the place of a value among nodes in increasing order. It is defined for every value; NaN is at the
// first node.
func PlaceOf(nodes []float64, v float64) Place {
	if !(v > nodes[0]) {
		return Place{}
	}
	k := 0
	for k+1 < len(nodes) && nodes[k+1] <= v {
		k++
	}
	if k+1 == len(nodes) {
		return Place{Node: k}
	}
	return Place{k, int((v-nodes[k])/(nodes[k+1]-nodes[k])*Unit + 0.5)}
}

// mostPlaces is the largest number of places on an axis, and mostGroups the largest number of groups.
const mostPlaces, mostGroups = 64, 64

// MostCells is the largest number of cells: the figures of that many are computed and written in a fraction of a
// second.
const MostCells = 1 << 16

// Check refuses a layout that is not of the shape that its fields describe.
func (l Layout) Check() error {
	increasing := func(nodes []float64) bool {
		equal := 0
		for k := 1; k < len(nodes); k++ {
			if width := nodes[k] - nodes[k-1]; !(width >= 0 && width <= math.MaxFloat64) {
				return false
			}
			if nodes[k] == nodes[k-1] {
				equal++
			}
		}
		middle := len(nodes) / 2
		twice := len(nodes)%2 == 0 && len(nodes) > 2 && nodes[middle] == 0 && nodes[middle-1] == 0
		return len(nodes) >= 2 && len(nodes) <= mostPlaces &&
			(l.Classes == 0 && equal == 0 || l.Classes == 2 && equal == 1 && twice)
	}
	switch {
	case l.Classes < 0 || l.Classes == 1 || l.Classes > mostPlaces || l.Groups < 0 || l.Groups > mostGroups:
		return errors.New("a report has too many classes or groups")
	case l.Classes == 0 && !(increasing(l.Predictions) && increasing(l.Residuals)):
		return errors.New("the nodes of predictions or residuals do not increase, or are too few, too many or too far apart")
	case l.Classes == 2 && !(increasing(l.Predictions) && l.Residuals == nil):
		return errors.New("the log-odds are not nodes that increase, with 0 twice in the middle and no residuals")
	case l.Classes > 2 && (l.Predictions != nil || l.Residuals != nil):
		return errors.New("a report of more than two classes has no nodes")
	case l.Cells() > MostCells:
		return fmt.Errorf("the %d groups of a report have %d counts in all, and at most %d are read", l.Groups, l.Cells(),
			MostCells)
	}
	return nil
}

// Steps of the axes. The noise of a mean of squares grows with Σ node⁴, so nodes are far apart where few rows are;
// predictions have few nodes because each adds the noise of all residuals once more.
var (
	residualSteps = []float64{0.5, 1, 1.5, 2, 3, 4} // in units of the public spread of residuals
	logOddsSteps  = []float64{0.75, 1.5, 2.25, 3, 4, 5.5, 7}
)

// predictionNodes is the number of nodes of predictions of numbers.
const predictionNodes = 5

// ResidualNodes returns the axis of residuals of a spread: up to four times it, either way.
func ResidualNodes(spread float64) []float64 {
	nodes := []float64{0}
	for _, s := range residualSteps {
		nodes = append(append([]float64{-s * spread}, nodes...), s*spread)
	}
	return nodes
}

// PredictionNodes returns the axis of predictions that are mostly from low to high: with a quarter of that beyond each
// end. low < high.
func PredictionNodes(low, high float64) []float64 {
	first, width := low-(high-low)/4, 1.5*(high-low)
	nodes := make([]float64, predictionNodes)
	for k := range nodes {
		nodes[k] = first + width*float64(k)/(predictionNodes-1)
	}
	return nodes
}

// LogOddsNodes returns the axis of log-odds. Its two middle nodes are both 0: a row below 0 counts up to the first, any
// other from the second on. So the counts say exactly which class was predicted.
func LogOddsNodes() []float64 {
	nodes := []float64{0, 0}
	for _, s := range logOddsSteps {
		nodes = append(append([]float64{-s}, nodes...), s)
	}
	return nodes
}
