package trees

import (
	"errors"
	"math"

	"privadapt/core/basemodel"
	"privadapt/core/basemodel/elementary"
)

// Settings of a fit; zero values choose the defaults, which are scikit-learn's.
type Settings struct {
	Rounds       int     // trees for each output, default 100
	Leaves       int     // of a tree at most, default 31
	LeastRows    int     // of a leaf, default 20
	LearningRate float64 // factor on each tree, default 0.1
	Penalty      float64 // on the squares of a leaf's value, in units of curvature, default 0
}

func (s Settings) defaults() Settings {
	if s.Rounds == 0 {
		s.Rounds = 100
	}
	if s.Leaves == 0 {
		s.Leaves = 31
	}
	if s.LeastRows == 0 {
		s.LeastRows = 20
	}
	if s.LearningRate == 0 {
		s.LearningRate = 0.1
	}
	return s
}

// booster adds rounds of trees to a model.
type booster struct {
	*grower
	train   []int32 // rows of positive weight that are fitted to
	held    []int32 // the others
	weights []float64
	scores  [][]float64 // by output, then row of the sample; of all rows
	steps   [][]float64 // scratch: what the present round adds to them
	model   *Model
}

// newBooster starts with the best constant for the rows of train. Weights are of all rows of the sample.
func newBooster(b *Binned, s Settings, weights []float64, train []int32) (*booster, error) {
	outputs := b.sample.Outputs()
	kept := make([]int32, 0, len(train))
	fitted := make([]bool, len(weights))
	total := 0.0
	for _, j := range train {
		if weights[j] > 0 {
			kept = append(kept, j)
			fitted[j] = true
			total += weights[j]
		}
	}
	if !(total > 0) || math.IsInf(total, 1) {
		return nil, errors.New("trees: the weights of the rows to be fitted must be finite and have a sum above 0")
	}
	boost := &booster{grower: newGrower(b, s.defaults(), kept), train: kept, weights: make([]float64, len(weights)),
		model: &Model{columns: b.columns, classes: b.sample.Classes}}
	for _, j := range kept { // of mean 1
		boost.weights[j] = weights[j] / total * float64(len(kept))
	}
	for j, is := range fitted {
		if !is {
			boost.held = append(boost.held, int32(j))
		}
	}
	boost.model.base = boost.constant(outputs)
	for k := range outputs {
		scores := make([]float64, b.sample.Rows())
		for j := range scores {
			scores[j] = boost.model.base[k]
		}
		boost.scores, boost.steps = append(boost.scores, scores), append(boost.steps, make([]float64, len(scores)))
	}
	return boost, nil
}

// constant returns the mean label, or the logarithms of the classes' shares.
func (b *booster) constant(outputs int) []float64 {
	n := float64(len(b.train))
	if b.sample.Classes == 0 {
		mean := 0.0
		for _, j := range b.train {
			mean += float64(b.weights[j] * b.sample.Labels[j])
		}
		return []float64{mean / n}
	}
	shares := make([]float64, b.sample.Classes)
	for _, j := range b.train {
		shares[int(b.sample.Labels[j])] += b.weights[j]
	}
	logs := make([]float64, len(shares))
	for k, share := range shares {
		logs[k] = elementary.Log(math.Max(share/n, 1e-6))
	}
	if outputs == 1 {
		return []float64{logs[1] - logs[0]}
	}
	return logs
}

// round adds a tree for each output.
func (b *booster) round() {
	var grown []tree
	for k := range b.scores {
		b.differentiate(k)
		t := b.grow(b.train)
		step := b.steps[k]
		for _, l := range b.leaves {
			for _, j := range b.rows[l.first:l.last] {
				step[j] = float64(t[l.node].value)
			}
		}
		for _, j := range b.held {
			step[j] = t.leafOf(b.columns, b.bins[int(j)*len(b.columns):])
		}
		grown = append(grown, t)
	}
	for k, step := range b.steps { // after all trees, as those of one round are fitted to the same scores
		for j, v := range step {
			b.scores[k][j] += v
		}
	}
	b.model.trees = append(b.model.trees, grown...)
}

// differentiate computes gradients and curvatures of the loss by the k-th output.
func (b *booster) differentiate(k int) {
	labels, scores := b.sample.Labels, b.scores[k]
	switch {
	case b.sample.Classes == 0:
		for _, j := range b.train {
			b.slopes[j] = [2]float64{b.weights[j] * (scores[j] - labels[j]), b.weights[j]}
		}
	case b.sample.Classes == 2:
		for _, j := range b.train {
			p := elementary.Sigmoid(scores[j])
			b.slopes[j] = [2]float64{b.weights[j] * (p - labels[j]), b.weights[j] * (p * (1 - p))}
		}
	default:
		all, p := make([]float64, b.sample.Classes), make([]float64, b.sample.Classes)
		for _, j := range b.train {
			for c := range all {
				all[c] = b.scores[c][j]
			}
			basemodel.Probabilities(p, all)
			own := 0.0
			if int(labels[j]) == k {
				own = 1
			}
			b.slopes[j] = [2]float64{b.weights[j] * (p[k] - own), b.weights[j] * (p[k] * (1 - p[k]))}
		}
	}
}

// Fit returns the model of a weighted sample; weights are of any sum.
func Fit(b *Binned, s Settings, weights []float64) (*Model, error) {
	boost, err := newBooster(b, s, weights, everyRow(b.sample.Rows()))
	if err != nil {
		return nil, err
	}
	for range boost.Rounds {
		boost.round()
	}
	return boost.model, nil
}

func everyRow(rows int) []int32 {
	all := make([]int32, rows)
	for j := range all {
		all[j] = int32(j)
	}
	return all
}
