package audit

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/singlestage"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// singleStageRun makes two rounds of algorithm 1 from uniform weights. The second iterate reveals the first vertex; the
// first iterate reveals nothing. The second vertex appears only in the gap by which the iterate is chosen. So at most
// two of the three charged draws are visible, and ε = 3 gives these more power. Λ is small, so that the losses do not
// outweigh the effect of the private row on scores and gaps.
func singleStageRun() wholeRun {
	w := weightsRun()
	w.source, w.options.Epsilon = outlier(20), 3
	w.options.Solver, w.options.ModelNorm, w.options.Mu, w.options.Radius = method.SingleStage, 0.04, 8, 4
	return w
}

// singleStageClaim audits algorithm 1 with its k + 1 draws. The likelihood ratio is singleStageLaw's.
func (w wholeRun) singleStageClaim() Claim {
	nominal := w.singleStageLaw()
	return w.claim(Claim{law: nominal}, func(r *release.Release) float64 {
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
// for each vertex v⁰, and the remaining probability for uniform weights; k* is drawn from the halved gaps. Scores
// and gaps come from the solver itself, with prescribed vertices and choice.
func (w wholeRun) singleStageLaw() law {
	scale, sums := w.start()(0).Certificate.Noise.Scale, w.sums()
	p, q := w.singleStageProbabilities(sums[0].Mean(), scale), w.singleStageProbabilities(sums[1].Mean(), scale)
	nominal := make(law, len(p))
	for j := range p {
		nominal[j] = outcome{p[j], q[j]}
	}
	return nominal
}

func (w wholeRun) singleStageProbabilities(target *symeigen.Matrix, scale float64) []float64 {
	source := w.readSource()
	rows, sourceRadius := w.grid().Rows(source.Standardised(), source.Rows, source.Schema.Dim())
	bounds := singlestage.Bounds{Radius: w.options.ModelNorm, SourceRadius: sourceRadius, Label: 1, Mu: w.options.Mu}
	m := source.Rows
	// dictated returns the scores of both rounds and the gaps.
	dictated := func(vertices [2]int) (scores [2][]float64, gaps []float64) {
		o := &discrepancy.Objective{Target: target, Rows: rows, Smoothing: w.smoothing()}
		o.Start(simplex.Uniform(m))
		round := 0
		oracle := func(gradient []float64) int {
			scores[round] = slices.Clone(gradient)
			round++
			return vertices[round-1]
		}
		choose := func(g []float64) int {
			gaps = slices.Clone(g)
			return 0
		}
		_, err := singlestage.Minimise(&singlestage.Problem{
			Rows: rows, Labels: source.Labels, Radius: w.options.ModelNorm, Discrepancy: o,
		}, oracle, choose, singlestage.Settings{Iterations: 2, Step: bounds.PaperStep(2)})
		if err != nil {
			panic(err)
		}
		return scores, gaps
	}
	draw := func(scores ...float64) []float64 {
		return exponentialLaw(slices.Repeat([]int{1}, len(scores)), scores, scale)
	}
	p := make([]float64, m+1)
	p[m] = 1
	for v := range m {
		for u := range m {
			scores, gaps := dictated([2]int{v, u})
			p[v] += draw(scores[0]...)[v] * draw(scores[1]...)[u] * draw(gaps[0]/2, gaps[1]/2)[1]
		}
		p[m] -= p[v]
	}
	return p
}
