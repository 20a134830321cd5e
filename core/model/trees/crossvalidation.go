package trees

import (
	"math"

	"privadapt/core/model/basemodel"
)

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
