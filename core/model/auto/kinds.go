package auto

import (
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
	"privadapt/core/model/smooth"
	"privadapt/core/model/trees"
	"privadapt/core/model/wire"
	"privadapt/core/terms/method"
)

// kind is how models of a kind are fitted, read and bounded.
type kind struct {
	// ready returns how the models are fitted to a sample, the part of a whole; nil where they cannot be.
	ready func(d *Design, whole basemodel.Sample) (fit, error)
	// first is the first byte of an encoded model, and read reads what follows.
	first byte
	read  func(*wire.Reader) partModel
	// bytes is how many an encoded model has at most.
	bytes func(columns []dataset.Column, rows, classes int) int
}

// partModel is a model that a blend holds whole.
type partModel interface {
	basemodel.Encodable
	Columns() int
	Classes() int
}

// kinds has all that method.Fitted lists. Each is read in JavaScript too, by portable/parts.js of jsbridge/npm.
var kinds = map[method.Base]kind{
	method.Linear: {readyLinear, linear.Kind, readLinear, linearBytes},
	method.Smooth: {readySmooth, smooth.Kind, readSmooth, smoothBytes},
	method.Trees:  {readyTrees, trees.Kind, readTrees, mostTreesBytes},
}

func readLinear(r *wire.Reader) partModel { return linear.Decode(r) }
func readSmooth(r *wire.Reader) partModel { return smooth.Decode(r) }
func readTrees(r *wire.Reader) partModel  { return trees.Decode(r) }

func readyLinear(d *Design, _ basemodel.Sample) (fit, error) {
	return func(weights []float64, progress basemodel.Progress) (basemodel.Encodable, []float64, error) {
		f, err := d.linear.CrossValidate(weights, progress)
		if err != nil {
			return nil, nil, err
		}
		return f.Model, f.OutOfFold, nil
	}, nil
}

func readySmooth(d *Design, _ basemodel.Sample) (fit, error) {
	bumps, err := smooth.NewDesign(d.sample)
	return func(weights []float64, progress basemodel.Progress) (basemodel.Encodable, []float64, error) {
		f, err := bumps.CrossValidate(weights, progress)
		if err != nil {
			return nil, nil, err
		}
		return f.Model, f.OutOfFold, nil
	}, err
}

func readyTrees(d *Design, whole basemodel.Sample) (fit, error) {
	if d.sample.Classes == 0 && math.Max(-d.low, d.high) > largestLabel {
		return nil, nil
	}
	return fitTrees(d.sample, whole), nil
}
