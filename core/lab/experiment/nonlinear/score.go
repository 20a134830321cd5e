package nonlinear

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/model/basemodel"
)

// Score is how good a model is on a target.
type Score struct {
	// Error is the mean squared error over the variance of the labels, or the log-loss of classes.
	Error float64 `json:"error"`
	// For two classes: the area under the ROC curve, the share of correct answers and the mean squared error of the
	// probability.
	AUC      float64 `json:"auc,omitempty"`
	Accuracy float64 `json:"accuracy,omitempty"`
	Brier    float64 `json:"brier,omitempty"`
}

// ScoreOf scores a model on the target.
func (t *Task) ScoreOf(m basemodel.Model) Score {
	outputs := t.Sample.Outputs()
	scores := make([]float64, outputs*len(t.Labels))
	for i := range t.Labels {
		m.Predict(scores[i*outputs:(i+1)*outputs], t.Target.Row(i))
	}
	return ScoreOf(scores, t.Labels, t.Sample.Classes)
}

// ScoreOf scores predictions, rows×outputs.
func ScoreOf(scores, labels []float64, classes int) Score {
	outputs := len(scores) / len(labels)
	total := 0.0
	for i, y := range labels {
		total += basemodel.Loss(scores[i*outputs:(i+1)*outputs], y, classes)
	}
	s := Score{Error: total / float64(len(labels))}
	switch classes {
	case 0:
		s.Error /= stat.PopVariance(labels, nil)
	case 2:
		s.AUC = auc(scores, labels)
		p := make([]float64, 2)
		for i, y := range labels {
			basemodel.Probabilities(p, scores[i:i+1])
			if (p[1] > 0.5) == (y == 1) {
				s.Accuracy += 1 / float64(len(labels))
			}
			s.Brier += (p[1] - y) * (p[1] - y) / float64(len(labels))
		}
	}
	return s
}

// auc is the share of pairs, one of each class, that are in the right order; a pair of equal scores counts as half.
func auc(scores, labels []float64) float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if scores[a] < scores[b] {
			return -1
		} else if scores[a] > scores[b] {
			return 1
		}
		return 0
	})
	ranks, ones := 0.0, 0.0
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && scores[order[j]] == scores[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			if labels[k] == 1 {
				ranks += float64(i+j+1) / 2
				ones++
			}
		}
		i = j
	}
	zeros := float64(len(order)) - ones
	if ones == 0 || zeros == 0 {
		return math.NaN()
	}
	return (ranks - ones*(ones+1)/2) / (ones * zeros)
}
