package sources

import (
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/elementary"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
)

// A file is left out if the share of its labels' variance, or of their log-loss, that models predict is surely below a
// small part of what is predicted of the typical other file: least of it, by deviations standard errors.
const (
	least      = 0.2
	deviations = 2
)

// mostJudged bounds the rows of a file that are looked at. They are taken evenly from it.
const mostJudged = 2000

// useful reports for each part of a source whether its labels can be predicted from its columns: by a linear model of
// the part, by trees of it, each judged out of fold, or by a linear model of the other parts. Labels that none of them
// predicts were shuffled, or belong to columns that are noise: their rows only draw models towards a constant.
func useful(source *dataset.Source, progress Progress) ([]bool, error) {
	columns := source.Schema.Used()
	samples := make([]basemodel.Sample, len(source.Parts))
	judged := make([]bool, source.Rows)
	at := 0
	for k, part := range source.Parts {
		s := basemodel.Sample{Table: basemodel.Table{Columns: columns}, Classes: len(source.Schema.Classes)}
		step := max(1, (part.Rows+mostJudged-1)/mostJudged)
		for j := at; j < at+part.Rows; j += step {
			s.Labels, judged[j] = append(s.Labels, source.Labels[j]), true
		}
		samples[k], at = s, at+part.Rows
	}
	cells := source.CellsWhere(func(j int) bool { return judged[j] })
	for k := range samples {
		size := len(samples[k].Labels) * len(columns)
		samples[k].Cells, cells = cells[:size:size], cells[size:]
	}
	fit, fits := int64(0), int64(3*len(samples))
	step := func(int, int) error {
		if progress == nil {
			return nil
		}
		return progress("fit", fit, fits)
	}
	predicted, most := make([]float64, len(samples)), make([]float64, len(samples))
	for k, s := range samples {
		if s.Rows() < 2*basemodel.Folds {
			most[k] = 1 // too few to judge, and too few to do harm
			continue
		}
		constant := constantLosses(s)
		for i, fitted := range []func() ([]float64, error){
			func() ([]float64, error) { return outOfFold(s, step) },
			func() ([]float64, error) { return byTrees(s, step) },
			func() ([]float64, error) { return byOthers(samples, k, step) },
		} {
			scores, err := fitted()
			if err != nil {
				return nil, err
			}
			fit = int64(3*k + i + 1)
			gain, bound := gains(s, constant, scores)
			if i < 2 {
				predicted[k] = max(predicted[k], gain)
			}
			if most[k] = max(most[k], bound); gain >= least {
				break // nothing that is predicted of another file can exceed 1
			}
		}
	}
	found := make([]bool, len(samples))
	for k := range samples {
		found[k] = most[k] >= least*typical(predicted, k)
	}
	return found, nil
}

// typical returns the upper median of what is predicted of the other parts.
func typical(predicted []float64, k int) float64 {
	others := slices.Delete(slices.Clone(predicted), k, k+1)
	slices.Sort(others)
	return others[len(others)/2]
}

func outOfFold(s basemodel.Sample, progress basemodel.Progress) ([]float64, error) {
	d, err := linear.NewDesign(s, false)
	if err != nil {
		return nil, err
	}
	f, err := d.CrossValidate(basemodel.Uniform(s.Rows()), progress)
	if err != nil {
		return nil, err
	}
	return f.OutOfFold, nil
}

func byTrees(s basemodel.Sample, progress basemodel.Progress) ([]float64, error) {
	weights := basemodel.Uniform(s.Rows())
	v, err := trees.CrossValidate(trees.NewBinned(s, 32), trees.Settings{Rounds: 50, Leaves: 8, Penalty: 1}, weights,
		weights, progress)
	if err != nil {
		return nil, err
	}
	return v.OutOfFold, nil
}

// byOthers returns scores of the rows of a part by a model of the others.
func byOthers(samples []basemodel.Sample, k int, progress basemodel.Progress) ([]float64, error) {
	own := samples[k]
	others := basemodel.Sample{Table: basemodel.Table{Columns: own.Columns}, Classes: own.Classes}
	for i, s := range samples {
		if i != k {
			others.Cells = append(others.Cells, s.Cells...)
			others.Labels = append(others.Labels, s.Labels...)
		}
	}
	d, err := linear.NewDesign(others, false)
	if err != nil {
		return nil, err
	}
	f, err := d.CrossValidate(basemodel.Uniform(others.Rows()), progress)
	if err != nil {
		return nil, err
	}
	outputs := own.Outputs()
	scores := make([]float64, own.Rows()*outputs)
	for j := range own.Rows() {
		f.Model.Predict(scores[j*outputs:(j+1)*outputs], own.Row(j))
	}
	return scores, nil
}

// constantLosses returns the loss of each row by the mean label of the other folds, or by their shares of the classes.
func constantLosses(s basemodel.Sample) []float64 {
	losses := make([]float64, s.Rows())
	scores := make([]float64, s.Outputs())
	for fold := range basemodel.Folds {
		counts, sum, rows := make([]float64, s.Classes), 0.0, 0.0
		for k := range counts {
			counts[k] = 1 // a class that the other folds lack is not impossible
		}
		for j, y := range s.Labels {
			if basemodel.Fold(j) == fold {
				continue
			}
			if s.Classes > 0 {
				counts[int(y)]++
			}
			sum, rows = sum+y, rows+1
		}
		switch {
		case s.Classes == 0:
			scores[0] = sum / rows
		case s.Classes == 2:
			scores[0] = elementary.Log(counts[1] / counts[0])
		default:
			for k, n := range counts {
				scores[k] = elementary.Log(n)
			}
		}
		for j, y := range s.Labels {
			if basemodel.Fold(j) == fold {
				losses[j] = basemodel.Loss(scores, y, s.Classes)
			}
		}
	}
	return losses
}

// gains returns by which part of it scores reduce the loss of the constant, and an upper bound for that by deviations.
func gains(s basemodel.Sample, constant, scores []float64) (gain, bound float64) {
	outputs, n := s.Outputs(), float64(s.Rows())
	differences, mean, whole := make([]float64, s.Rows()), 0.0, 0.0
	for j := range differences {
		differences[j] = constant[j] - basemodel.Loss(scores[j*outputs:(j+1)*outputs], s.Labels[j], s.Classes)
		mean += differences[j] / n
		whole += constant[j] / n
	}
	if !(whole > 0) {
		return 0, 1
	}
	squares := 0.0
	for _, d := range differences {
		squares += float64((d - mean) * (d - mean))
	}
	return mean / whole, (mean + deviations*math.Sqrt(squares)/n) / whole
}
