package figure1

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// The grid of the single stage: μ, and Λ in units of twice the norm of the public model.
var (
	gridMu        = []float64{5, 20, 80}
	gridModelNorm = []float64{0.5, 1, 2}
)

const ruleText = "The paper states neither μ nor Λ. All runs with noise in the rounds use μ = 20 and Λ = 2‖w‖₂, w the least-squares " +
	"model of the public sample. The single stage without noise in its rounds uses one pair for the whole figure, the one of the grid " +
	"that adapts best inside the public samples: of the quarter of their rows at either end of their first principal axis, every second " +
	"row plays the target and all other public rows the source, and the pair of least error on the played targets, averaged over the " +
	"repetitions, wins. No target row is looked at; the target errors of the whole grid are listed beside."

// GridPoint is the single stage without privacy at one μ and Λ, averaged over the repetitions.
type GridPoint struct {
	Mu          float64 `json:"mu"`
	ModelNorm   float64 `json:"modelNorm"`   // Λ over twice the norm of the public model
	PlayedError float64 `json:"playedError"` // on public rows, by which the rule chooses
	Error       float64 `json:"error"`       // on target rows, which it does not see
	Chosen      bool    `json:"chosen"`
}

// chooseOnPublicData applies the rule and reports the whole grid.
func chooseOnPublicData(o Options, count *counter) ([]GridPoint, error) {
	var points []GridPoint
	best := 0
	for _, mu := range gridMu {
		for _, norm := range gridModelNorm {
			p := GridPoint{Mu: mu, ModelNorm: norm}
			for repetition := range o.Repetitions {
				w := newWorkbench(slices.Max(o.Rows), uint64(repetition+1), o.Iterations, count.tick)
				played, err := w.playedError(p)
				if err != nil {
					return nil, err
				}
				result, err := w.singleStageExact(w.exact, p)
				if err != nil {
					return nil, err
				}
				p.PlayedError += played / float64(o.Repetitions)
				p.Error += result.error / float64(o.Repetitions)
				if err := count.ran(); err != nil {
					return nil, err
				}
			}
			points = append(points, p)
			if p.PlayedError < points[best].PlayedError {
				best = len(points) - 1
			}
		}
	}
	points[best].Chosen = true
	return points, nil
}

// playedError is the mean error of the single stage on the targets played by either end of the public sample.
func (w *workbench) playedError(p GridPoint) (float64, error) {
	total := 0.0
	both := ends(w.Source)
	for _, end := range both {
		e, err := w.play(split(w.Source, end), p)
		if err != nil {
			return 0, err
		}
		total += e / float64(len(both))
	}
	return total, nil
}

// playedTask is an adaptation task made of public rows.
type playedTask struct{ source, target sample }

// ends returns the quarter of the rows at either end of the first principal axis of the sample.
func ends(s sample) [][]int {
	m := len(s.Labels)
	x := mat.NewDense(m, dim, s.Rows)
	mean := make([]float64, dim)
	for j := range m {
		for i, v := range x.RawRowView(j) {
			mean[i] += v / float64(m)
		}
	}
	var centred mat.Dense
	centred.Apply(func(_, i int, v float64) float64 { return v - mean[i] }, x)
	var svd mat.SVD
	svd.Factorize(&centred, mat.SVDThin)
	var v mat.Dense
	svd.VTo(&v)
	var projection mat.VecDense
	projection.MulVec(&centred, v.ColView(0))
	order := make([]int, m)
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(projection.AtVec(a), projection.AtVec(b)) })
	return [][]int{order[:m/4], order[m-m/4:]}
}

// split makes every second row of an end the target and all other rows the source.
func split(s sample, end []int) playedTask {
	isTarget := make([]bool, len(s.Labels))
	for i := 0; i < len(end); i += 2 {
		isTarget[end[i]] = true
	}
	var t playedTask
	for j, y := range s.Labels {
		part := &t.source
		if isTarget[j] {
			part = &t.target
		}
		part.Rows = append(part.Rows, s.Rows[j*dim:(j+1)*dim]...)
		part.Labels = append(part.Labels, y)
	}
	return t
}

// play runs the single stage on a played task and scores it on the played target.
func (w *workbench) play(t playedTask, p GridPoint) (float64, error) {
	sum := mat.NewSymDense(dim, nil)
	for j := range t.target.Labels {
		sum.SymRankOne(sum, 1/float64(len(t.target.Labels)),
			mat.NewVecDense(dim, t.target.Rows[j*dim:(j+1)*dim]))
	}
	target := symeigen.NewMatrix(dim, sum.RawSymmetric().Data)
	result, err := w.runSingleStage(t.source, p.Mu, p.ModelNorm*w.modelNorm, target, simplex.Minimise, solve.LeastGap)
	if err != nil {
		return 0, err
	}
	return t.target.meanSquaredError(result.Model), nil
}
