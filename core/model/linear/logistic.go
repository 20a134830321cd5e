package linear

import (
	"errors"
	"math"

	"privadapt/core/kernel"
	"privadapt/core/model/basemodel"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// logistic fits scores to classes. The scores are linear in the features and are added to an offset if there is one.
// The fit uses Newton's method and halves a step until it descends. With more than two classes Böhning's bound (1992),
// ½·Σ q xxᵀ for each output, replaces Newton's matrix: it does not depend on the coefficients, and each step descends.
type logistic struct {
	*Design
	offset []float64   // rows×outputs, or nil
	taken  [][]float64 // scratch: the last step
}

const (
	mostSteps = 300
	tolerance = 1e-4 // of the largest change of a coefficient
)

func (d *Design) logistic(q, offset []float64, progress basemodel.Progress) (*Model, []float64, error) {
	outputs := d.sample.Outputs()
	l := logistic{d, offset, make([][]float64, outputs)}
	for k := range l.taken {
		l.taken[k] = make([]float64, d.order)
	}
	rows := d.sample.Rows()
	train := make([][]float64, basemodel.Folds(rows))
	for f := range train {
		train[f] = make([]float64, rows)
		for j, v := range q {
			if basemodel.Fold(j, rows) != f {
				train[f][j] = v
			}
		}
	}
	out, scores := make([]float64, rows*outputs), make([]float64, rows*outputs)
	warm := make([][][]float64, len(train))
	least, chosen, worse := math.Inf(1), 0.0, 0
	// The signal of a label of two values has a quarter of the variance.
	smallest := math.Max(float64(d.order-1)/simplex.EffectiveSampleSize(q)/4, 1e-8)
	strengths := []float64{1, 0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4}
	for i, strength := range strengths {
		strength = math.Max(strength, smallest)
		for f := range train {
			err := progress.At(i*len(train)+f, len(strengths)*len(train))
			if err != nil {
				return nil, nil, err
			}
			if warm[f], err = l.solve(train[f], strength, warm[f]); err != nil {
				return nil, nil, err
			}
			for j := range rows {
				if basemodel.Fold(j, rows) == f {
					l.scores(scores[j*outputs:(j+1)*outputs], j, warm[f])
				}
			}
		}
		loss := 0.0
		for j, v := range q {
			loss += float64(v * basemodel.Loss(scores[j*outputs:(j+1)*outputs], d.sample.Labels[j], d.sample.Classes))
		}
		if loss < least {
			least, chosen, worse = loss, strength, 0
			copy(out, scores)
		} else if worse++; worse == 2 {
			break
		}
		if strength == smallest {
			break
		}
	}
	m := d.blank
	var err error
	if m.Coefficients, err = l.solve(q, chosen, warm[0]); err != nil {
		return nil, nil, err
	}
	return &m, out, nil
}

// scores writes the scores of a row.
func (l logistic) scores(dst []float64, j int, w [][]float64) {
	x := l.features[j*l.order : (j+1)*l.order]
	for k := range dst {
		dst[k] = Dot(w[k], x)
		if l.offset != nil {
			dst[k] += l.offset[j*len(dst)+k]
		}
	}
}

// solve returns the minimiser of Σ q·loss/Σ q + ½·strength·‖w‖². Intercepts are not penalised.
func (l logistic) solve(q []float64, strength float64, start [][]float64) ([][]float64, error) {
	d, outputs := l.order, l.sample.Outputs()
	sum := 0.0
	for _, v := range q {
		sum += v
	}
	w, step := make([][]float64, outputs), make([][]float64, outputs)
	for k := range w {
		w[k], step[k] = make([]float64, d), make([]float64, d)
		if start != nil {
			copy(w[k], start[k])
		}
	}
	curvatures := make([]float64, len(q))
	bound := make([]float64, d*d)
	var factor symeigen.Factor
	before := math.Inf(1)
	for round := range mostSteps {
		value := l.gradient(step, curvatures, w, q, sum, strength)
		if !(value <= before+1e-12) && round > 0 { // only Newton's own steps can be too long
			for k := range w {
				for i := range w[k] {
					w[k][i] += l.taken[k][i] / 2
					l.taken[k][i] /= 2
				}
			}
			continue
		}
		before = value
		if outputs == 1 || round == 0 {
			clear(bound)
			kernel.WeightedGram(bound, l.features, d, curvatures)
			bound[0] += 1e-9
			for i := 1; i < d; i++ {
				bound[i*d+i] += strength
			}
			if !factor.Of(bound, d) {
				return nil, errors.New("linear: the weighted normal equations are singular")
			}
		}
		largest := 0.0
		for k, g := range step {
			factor.Solve(g)
			for i, v := range g {
				w[k][i] -= v
				largest = math.Max(largest, math.Abs(v))
			}
			copy(l.taken[k], g)
		}
		if largest < tolerance {
			break
		}
	}
	return w, nil
}

// gradient writes the derivatives with respect to each output's coefficients and the curvatures of the rows, and
// returns the objective.
func (l logistic) gradient(
	gradient [][]float64,
	curvatures []float64,
	w [][]float64,
	q []float64,
	sum, strength float64,
) float64 {
	outputs := len(w)
	for k := range gradient {
		clear(gradient[k])
	}
	scores, p := make([]float64, outputs), make([]float64, max(2, outputs))
	value := 0.0
	for j, v := range q {
		curvatures[j] = 0
		if v == 0 {
			continue
		}
		v /= sum
		l.scores(scores, j, w)
		basemodel.Probabilities(p, scores)
		value += float64(v * basemodel.Loss(scores, l.sample.Labels[j], l.sample.Classes))
		curvatures[j] = v / 2
		x := l.features[j*l.order : (j+1)*l.order]
		for k := range gradient {
			class := k
			if outputs == 1 {
				class = 1
				curvatures[j] = v * (p[0] * p[1])
			}
			r := p[class]
			if int(l.sample.Labels[j]) == class {
				r--
			}
			r *= v
			for i, xi := range x {
				gradient[k][i] += float64(r * xi)
			}
		}
	}
	for k, g := range gradient {
		for i := 1; i < l.order; i++ {
			g[i] += float64(strength * w[k][i])
			value += float64(0.5 * strength * w[k][i] * w[k][i])
		}
	}
	return value
}
