package trees

import (
	"math"

	"privadapt/core/basemodel"
)

// Validated is a fit with a number of rounds that cross-validation has chosen.
type Validated struct {
	Model  *Model
	Rounds int
	// OutOfFold are the scores of each row by the model of the folds that it is not in, rows×outputs, after that many rounds.
	OutOfFold []float64
}

// patience is after how many rounds without a better one the search ends.
const patience = 20

// CrossValidate chooses the number of rounds, at most Settings.Rounds, of least cross-validated loss under the weights judge, and fits
// that many to all rows under the weights fit. All rows have an out-of-fold score, also those of weight 0.
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
	for round := 0; ; round++ {
		if err := progress.At(round, s.Rounds); err != nil {
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
	s.Rounds = max(1, v.Rounds)
	var err error
	v.Model, err = Fit(b, s, fit)
	return v, err
}

func (b *booster) scoresOf(row int, dst []float64) {
	for k := range dst {
		dst[k] = b.scores[k][row]
	}
}
