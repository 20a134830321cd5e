package audit

import (
	"gonum.org/v1/gonum/floats"

	"privadapt/core/adapt"
	"privadapt/core/discrepancy"
	"privadapt/core/release"
	"privadapt/core/simplex"
	"privadapt/core/singlestage"
)

// singleStageRun makes two rounds of algorithm 1 from uniform weights. The second iterate shows the first vertex, the first
// one nothing; the second vertex shows in the gap that it is chosen by. So at most two draws of the three that are charged are
// seen, and ε = 3 makes more of those. Λ is small, for the losses not to drown what the private row does to scores and gaps.
func singleStageRun() wholeRun {
	w := weightsRun()
	w.source, w.options.Epsilon = outlier(20), 3
	w.options.Solver, w.options.ModelNorm, w.options.Mu, w.options.Radius = adapt.SingleStage, 0.03, 8, 4.5
	return w
}

// singleStageClaim audits algorithm 1 with its k + 1 draws. The likelihood ratio is that of singleStageLaw.
func (w wholeRun) singleStageClaim() Claim {
	nominal := w.singleStageLaw()
	return w.claim(Claim{Law: nominal}, func(r *release.Release) float64 {
		return nominal[singleStageOutcome(r.Values.Weights)].ratio()
	})
}

// singleStageOutcome is the vertex that stands out, or the number of weights if they are uniform.
func singleStageOutcome(q []float64) int {
	j := floats.MaxIdx(q)
	if q[j] < 2/float64(len(q)) {
		return len(q)
	}
	return j
}

// singleStageLaw is, with P the exponential mechanism at the β of the certificate,
//
//	P(v⁰)·Σ P(v¹ | v⁰)·P(k* = 1 | v⁰, v¹)
//
// for each vertex v⁰, and the rest for uniform weights; k* is drawn from the halved gaps. Scores and gaps are those of the
// solver itself, to which vertices and choice are dictated.
func (w wholeRun) singleStageLaw() law {
	scale := w.start()(0).Certificate.Noise.Scale
	source := w.readSource()
	rows, sourceRadius := w.grid().ClipRows(source.Features, source.Schema.Dim())
	m := source.Rows
	bounds := singlestage.Bounds{Radius: w.options.ModelNorm, SourceRadius: sourceRadius, Label: 1, Mu: w.options.Mu}
	nominal := make(law, m+1)
	for side, sum := range w.sums() {
		target := sum.Mean()
		// dictated returns the scores of both rounds and the probability that the second iterate is chosen.
		dictated := func(vertices [2]int) (scores [2][]float64, second float64) {
			o := &discrepancy.Objective{Target: target, Rows: rows, Smoothing: w.smoothing()}
			o.Start(simplex.Uniform(m))
			round := 0
			oracle := func(gradient []float64) int {
				scores[round] = append([]float64(nil), gradient...)
				round++
				return vertices[round-1]
			}
			choose := func(gaps []float64) int {
				second = exponentialLaw([]int{1, 1}, []float64{gaps[0] / 2, gaps[1] / 2}, scale)[1]
				return 0
			}
			_, err := singlestage.Minimise(&singlestage.Problem{
				Rows: rows, Labels: source.Labels, Radius: w.options.ModelNorm, Discrepancy: o,
			}, oracle, choose, singlestage.Settings{Iterations: 2, Step: bounds.PaperStep(2)})
			if err != nil {
				panic(err)
			}
			return scores, second
		}
		ones := single(make([]float64, m), nil).sizes
		p, rest := make([]float64, m+1), 1.0
		for v := range m {
			for u := range m {
				scores, second := dictated([2]int{v, u})
				p[v] += exponentialLaw(ones, scores[0], scale)[v] * exponentialLaw(ones, scores[1], scale)[u] * second
			}
			rest -= p[v]
		}
		p[m] = rest
		for j, v := range p {
			if side == 0 {
				nominal[j].p = v
			} else {
				nominal[j].q = v
			}
		}
	}
	return nominal
}
