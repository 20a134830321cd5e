package trees

import (
	"errors"
	"math"

	"privadapt/core/kernel"
	"privadapt/core/model/basemodel"
)

// Settings of a fit; zero values choose the defaults, which are scikit-learn's.
type Settings struct {
	Rounds       int     // trees for each output, default 100
	Leaves       int     // of a tree at most, default 31
	LeastRows    int     // of a leaf, default 20
	LearningRate float64 // factor on each tree, default 0.1
	Penalty      float64 // on the squares of a leaf's value, in units of curvature, default 0
	Masked       bool    // a node chooses among half of the columns, by a fixed hash
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
	scores  [][]float64    // by output, then row of the sample; of all rows
	slopes  [][][2]float64 // gradients and curvatures by them
	model   *Model
}

// newBooster starts with the best constant for the rows in train. There is a weight for each row of the sample.
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
		boost.scores, boost.slopes = append(boost.scores, scores), append(boost.slopes, make([][2]float64, len(scores)))
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
		logs[k] = kernel.Log(math.Max(share/n, 1e-6))
	}
	if outputs == 1 {
		return []float64{logs[1] - logs[0]}
	}
	return logs
}

// round adds a tree for each output.
func (b *booster) round() {
	b.differentiate()
	for k, scores := range b.scores {
		t := b.grow(b.train, b.slopes[k])
		for _, l := range b.leaves {
			step := float64(t.nodes[l.node].value)
			for _, j := range b.rows[l.first:l.last] {
				scores[j] += step
			}
		}
		for _, j := range b.held {
			scores[j] += float64(t.nodes[b.leafOf(&t, j)].value)
		}
		b.model.trees = append(b.model.trees, t)
	}
}

// differentiate computes gradients and curvatures of the loss with respect to each output. All trees of a round are
// fitted to the same scores.
func (b *booster) differentiate() {
	labels := b.sample.Labels
	switch first, slopes := b.scores[0], b.slopes[0]; {
	case b.sample.Classes == 0:
		for _, j := range b.train {
			w := b.weights[j]
			slopes[j] = [2]float64{w * (first[j] - labels[j]), w}
		}
	case b.sample.Classes == 2:
		for _, j := range b.train {
			p, w := kernel.Sigmoid(first[j]), b.weights[j]
			slopes[j] = [2]float64{w * (p - labels[j]), w * (p * (1 - p))}
		}
	default:
		all, p := make([]float64, b.sample.Classes), make([]float64, b.sample.Classes)
		for _, j := range b.train {
			b.scoresOf(int(j), all)
			basemodel.Probabilities(p, all)
			w := b.weights[j]
			for k, share := range p {
				own := 0.0
				if int(labels[j]) == k {
					own = 1
				}
				b.slopes[k][j] = [2]float64{w * (share - own), w * (share * (1 - share))}
			}
		}
	}
}

// Fit returns the model of a weighted sample. The weights may have any sum.
func Fit(b *Binned, s Settings, weights []float64, progress basemodel.Progress) (*Model, error) {
	boost, err := newBooster(b, s, weights, everyRow(b.sample.Rows()))
	if err != nil {
		return nil, err
	}
	for round := range boost.Rounds {
		if err := progress.At(round, boost.Rounds); err != nil {
			return nil, err
		}
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

// Validated is a fit whose number of rounds was chosen by cross-validation.
type Validated struct {
	Model  *Model
	Rounds int
	// OutOfFold has for each row the scores by the model of the other folds after that many rounds, rows×outputs.
	OutOfFold []float64
}

// patience is the number of rounds without an improvement after which the search ends.
const patience = 20

const margin = 0.02

// Choose returns the settings of least loss on the first fold after the best number of rounds, fitted to the other
// folds. Later ones must be better by the share margin of the loss, because one fold cannot tell less from chance.
func Choose(b *Binned, settings []Settings, progress basemodel.Progress) (chosen Settings, err error) {
	var train, held []int32
	for j := range b.sample.Rows() {
		if basemodel.Fold(j) == 0 {
			held = append(held, int32(j))
		} else {
			train = append(train, int32(j))
		}
	}
	least, weights := math.Inf(1), basemodel.Uniform(b.sample.Rows())
	scores := make([]float64, b.sample.Outputs())
	for k, s := range settings {
		s = s.defaults()
		boost, err := newBooster(b, s, weights, train)
		if err != nil {
			return s, err
		}
		own, at := math.Inf(1), 0
		for round := 0; round <= s.Rounds && round <= at+patience; round++ {
			if err := progress.At(k*s.Rounds+round, len(settings)*s.Rounds); err != nil {
				return s, err
			}
			if round > 0 {
				boost.round()
			}
			loss := 0.0
			for _, j := range held {
				boost.scoresOf(int(j), scores)
				loss += basemodel.Loss(scores, b.sample.Labels[j], b.sample.Classes)
			}
			if loss < own {
				own, at = loss, round
			}
		}
		if own < (1-margin)*least {
			least, chosen = own, settings[k]
		}
	}
	return chosen, nil
}

// CrossValidate chooses the number of rounds with the least cross-validated loss under the weights judge, at most
// Settings.Rounds. Then it fits that many rounds to all rows under the weights fit. Rows of weight 0 have out-of-fold
// scores too.
func CrossValidate(b *Binned, s Settings, fit, judge []float64, progress basemodel.Progress) (*Validated, error) {
	s = s.defaults()
	rows, outputs := b.sample.Rows(), b.sample.Outputs()
	var boosters [basemodel.Folds]*booster
	for f := range boosters {
		var train []int32
		for j := range rows {
			if basemodel.Fold(j) != f {
				train = append(train, int32(j))
			}
		}
		var err error
		if boosters[f], err = newBooster(b, s, fit, train); err != nil {
			return nil, err
		}
	}
	v := &Validated{OutOfFold: make([]float64, rows*outputs)}
	least := math.Inf(1)
	scores := make([]float64, outputs)
	of := (basemodel.Folds + 1) * s.Rounds // each round takes as many steps as it fits trees
	for round := 0; ; round++ {
		if err := progress.At(basemodel.Folds*round, of); err != nil {
			return nil, err
		}
		loss := 0.0
		for j := range rows {
			if judge[j] == 0 {
				continue
			}
			boosters[basemodel.Fold(j)].scoresOf(j, scores)
			loss += float64(judge[j] * basemodel.Loss(scores, b.sample.Labels[j], b.sample.Classes))
		}
		if loss < least {
			least, v.Rounds = loss, round
			for j := range rows {
				boosters[basemodel.Fold(j)].scoresOf(j, v.OutOfFold[j*outputs:(j+1)*outputs])
			}
		}
		if round == s.Rounds || round >= v.Rounds+patience {
			break
		}
		for _, fold := range boosters {
			fold.round()
		}
	}
	const folds = 100 * basemodel.Folds / (basemodel.Folds + 1)
	s.Rounds = max(1, v.Rounds)
	var err error
	v.Model, err = Fit(b, s, fit, progress.Part(folds, 100))
	return v, err
}

func (b *booster) scoresOf(row int, dst []float64) {
	for k := range dst {
		dst[k] = b.scores[k][row]
	}
}
