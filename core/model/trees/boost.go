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
			step := float64(t.Nodes[l.node].Value)
			for _, j := range b.rows[l.first:l.last] {
				scores[j] += step
			}
		}
		for _, j := range b.held {
			scores[j] += float64(t.Nodes[b.leafOf(&t, j)].Value)
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

// patience is the number of rounds without an improvement after which the search ends.
const patience = 20

// margin is the share of the loss by which later settings must be better, because one fold cannot tell less from chance.
const margin = 0.02

// trial is a fit to all folds but one, judged on that one after each round.
type trial struct {
	*booster
	losses []float64 // the sum over the rows left out, by rounds
	least  int       // the round with the least of them
}

func newTrial(b *Binned, s Settings, fold int) (*trial, error) {
	var train []int32
	for j := range b.sample.Rows() {
		if basemodel.Fold(j, b.sample.Rows()) != fold {
			train = append(train, int32(j))
		}
	}
	boost, err := newBooster(b, s, basemodel.Uniform(b.sample.Rows()), train)
	if err != nil {
		return nil, err
	}
	t := &trial{booster: boost}
	t.judge()
	return t, nil
}

// loss returns the loss after a number of rounds, at most one more than there have been.
func (t *trial) loss(rounds int) float64 {
	if rounds == len(t.losses) {
		t.round()
		t.judge()
	}
	return t.losses[rounds]
}

func (t *trial) judge() {
	loss, scores := 0.0, make([]float64, len(t.scores))
	for _, j := range t.held {
		t.scoresOf(int(j), scores)
		loss += basemodel.Loss(scores, t.sample.Labels[j], t.sample.Classes)
	}
	t.losses = append(t.losses, loss)
	if loss < t.losses[t.least] {
		t.least = len(t.losses) - 1
	}
}

// behind reports whether a trial is worse than another, if there is one, was after as much learning, which is the sum of
// the rates of its rounds.
func (t *trial) behind(other *trial) bool {
	const early = 1
	learned := float64(len(t.losses)-1) * t.LearningRate
	return other != nil && learned >= early &&
		t.losses[len(t.losses)-1] >= other.losses[min(int(learned/other.LearningRate+0.5), len(other.losses)-1)]
}

// choose returns the trial of the settings whose loss on the first fold is least after the best number of rounds. One
// that falls behind the best before it ends: it hardly ever catches up (RATIONALE.md).
func choose(b *Binned, settings []Settings, progress basemodel.Progress) (chosen *trial, err error) {
	for k, s := range settings {
		t, err := newTrial(b, s, 0)
		if err != nil {
			return nil, err
		}
		for round := 1; round <= t.Rounds && round <= t.least+patience && !t.behind(chosen); round++ {
			if err := progress.At(k*t.Rounds+round, len(settings)*t.Rounds); err != nil {
				return nil, err
			}
			t.loss(round)
		}
		if chosen == nil || t.losses[t.least] < (1-margin)*chosen.losses[chosen.least] {
			chosen = t
		}
	}
	return chosen, nil
}

// Validate chooses among settings by the first fold, and by the cross-validated loss how many of their rounds are made.
// It returns both, and for each row the scores by so many rounds on the other folds, rows×outputs.
func Validate(b *Binned, settings []Settings, progress basemodel.Progress) (s Settings, outOfFold []float64, err error) {
	const choosing = 40 // hundredths of the time
	trials := make([]*trial, basemodel.Folds(b.sample.Rows()))
	if trials[0], err = choose(b, settings, progress.Part(0, choosing)); err != nil {
		return s, nil, err
	}
	s = trials[0].Settings
	for f := 1; f < len(trials); f++ {
		if trials[f], err = newTrial(b, s, f); err != nil {
			return s, nil, err
		}
	}
	least, best, others := math.Inf(1), 0, progress.Part(choosing, 100)
	for round := 0; round <= s.Rounds && round <= best+patience; round++ {
		if err := others.At(round, s.Rounds); err != nil {
			return s, nil, err
		}
		loss := 0.0
		for _, t := range trials {
			loss += t.loss(round)
		}
		if loss < least {
			least, best = loss, round
		}
	}
	outputs := b.sample.Outputs()
	outOfFold = make([]float64, b.sample.Rows()*outputs)
	for _, t := range trials {
		t.model.trees = t.model.trees[:best*outputs]
		for _, j := range t.held {
			t.model.Predict(outOfFold[int(j)*outputs:(int(j)+1)*outputs], b.sample.Row(int(j)))
		}
	}
	s.Rounds = max(1, best)
	return s, outOfFold, nil
}

func (b *booster) scoresOf(row int, dst []float64) {
	for k := range dst {
		dst[k] = b.scores[k][row]
	}
}
