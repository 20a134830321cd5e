package discrepancy_test

import (
	"math"
	"math/big"

	"privadapt/core/data/grid"
	"privadapt/core/noise/momentnoise"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/singlestage"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// The change that neighbours show for each sensitivity, computed by the engine, and the engine's bound on it.

// momentChange is ‖xxᵀ − yyᵀ‖_F against the sensitivity of mechanism.Moment, exactly, on integers.
func momentChange(in instance) (shown, allowed, rounding float64) {
	nb := in.neighbours()
	total := new(big.Int)
	nb.eachEntry(func(i, j, k int) {
		square := new(big.Int).Sub(nb.outer[0][k], nb.outer[1][k])
		square.Mul(square, square)
		if i != j {
			square.Lsh(square, 1)
		}
		total.Add(total, square)
	})
	return root(total, momentnoise.Sensitivity2(nb.grid.InterceptSteps(), method.ReplaceOne))
}

// momentAddition is ‖xxᵀ‖_F against r².
func momentAddition(in instance) (shown, allowed, rounding float64) {
	nb := in.neighbours()
	total := new(big.Int)
	nb.eachEntry(func(i, j, k int) {
		square := new(big.Int).Mul(nb.outer[0][k], nb.outer[0][k])
		if i != j {
			square.Lsh(square, 1)
		}
		total.Add(total, square)
	})
	r2 := big.NewInt(grid.Steps * grid.Steps)
	return root(total, r2.Mul(r2, r2))
}

// root returns √(a/b) against 1. No rounding is allowed for, so that a > b by one unit is infinitely too much.
func root(a, b *big.Int) (shown, allowed, rounding float64) {
	if a.Cmp(b) > 0 {
		return math.Inf(1), 1, 0
	}
	share, _ := new(big.Rat).SetFrac(a, b).Float64()
	return math.Sqrt(share), 1, 0
}

// spectralChange is n‖M₀−M₀′‖₂/r². The eigenvalues of an exact matrix of norm 1 round by far less than 10⁻¹³.
func spectralChange(in instance) (shown, allowed, rounding float64) {
	nb := in.neighbours()
	change := symeigen.NewMatrix(nb.geometry.Order, nil)
	nb.eachEntry(func(i, j, k int) {
		v, _ := new(big.Float).SetInt(new(big.Int).Sub(nb.outer[0][k], nb.outer[1][k])).Float64()
		change.Set(i, j, v/grid.Steps/grid.Steps)
	})
	return discrepancy.SpectralNorm(change), 1, 1e-13
}

func softmaxRange(in instance) (shown, allowed, rounding float64) {
	nb := in.neighbours()
	change := in.gradientChange(nb, discrepancy.Softmax{Mu: in.mu})
	return spread(change), nb.geometry.SoftmaxRange(in.mu), 4 * nb.geometry.ScoreError(in.mu, 0, 1)
}

func softmaxLength(in instance) (shown, allowed, rounding float64) {
	nb := in.neighbours()
	change := in.gradientChange(nb, discrepancy.Softmax{Mu: in.mu})
	quartic := discrepancy.QuarticNorm(nb.rows, nb.geometry.Order)
	return length(
		change,
	), nb.geometry.SoftmaxSensitivity2(in.mu, quartic), nb.lengthRounding(nb.geometry.ScoreError(in.mu, 0, 1))
}

func pNormRange(in instance) (shown, allowed, rounding float64) {
	nb := in.neighbours()
	change := in.gradientChange(nb, discrepancy.PNorm{P: in.p})
	return spread(change), nb.geometry.PNormRange(in.p), 4 * nb.geometry.PNormScoreError(in.p, 0, 1)
}

func pNormLength(in instance) (shown, allowed, rounding float64) {
	nb := in.neighbours()
	change := in.gradientChange(nb, discrepancy.PNorm{P: in.p})
	quartic := discrepancy.QuarticNorm(nb.rows, nb.geometry.Order)
	return length(
		change,
	), nb.geometry.PNormSensitivity2(in.p, quartic), nb.lengthRounding(nb.geometry.PNormScoreError(in.p, 0, 1))
}

// lengthRounding is the 2√m·e that mechanism.Gradient adds to Δ₂.
func (nb neighbours) lengthRounding(e float64) float64 {
	return 2 * math.Sqrt(float64(len(nb.rows)/nb.geometry.Order)) * e
}

// stageScores is the largest range in a round of algorithm 1, given the vertices: the range for which core/adapt
// charges each draw.
func stageScores(in instance) (shown, allowed, rounding float64) {
	gradients, _, unit, e := in.stages()
	for k, g := range gradients[0] {
		for j := range g {
			g[j] -= gradients[1][k][j]
		}
		shown = math.Max(shown, spread(g))
	}
	return shown, unit, 4 * e
}

// stageGaps is the range of the changes of all gaps, from which the iterate is drawn.
func stageGaps(in instance) (shown, allowed, rounding float64) {
	_, gaps, unit, e := in.stages()
	for k := range gaps[0] {
		gaps[0][k] -= gaps[1][k]
	}
	return spread(gaps[0]), 2 * unit, 4 * 2 * e
}

// stages runs algorithm 1 on both data sets and returns its scores in each round and its gaps, 4Λ²R, and the error that
// core/adapt charges a score and half a gap.
func (in instance) stages() (gradients [2][][]float64, gaps [2][]float64, unit, e float64) {
	nb := in.neighbours()
	m, k := len(in.source), len(in.vertices)
	labels := make([]float64, m)
	for j := range labels {
		labels[j] = float64(j%3-1) * in.radius * in.model / 10
	}
	for side, objective := range in.objectives(nb, discrepancy.Softmax{Mu: in.mu}) {
		given := func(gradient []float64) int {
			gradients[side] = append(gradients[side], append([]float64(nil), gradient...))
			return in.vertices[len(gradients[side])-1]
		}
		choose := func(g []float64) int {
			gaps[side] = append([]float64(nil), g...)
			return 0
		}
		_, err := singlestage.Minimise(&singlestage.Problem{
			Rows: nb.rows, Labels: labels, Radius: in.model, Discrepancy: objective,
		}, given, choose, singlestage.Settings{Iterations: k, Step: in.eta})
		if err != nil {
			panic(err)
		}
	}
	g, scale := nb.geometry, 4*in.model*in.model
	loss := in.model*g.SourceRadius + in.radius*in.model/10
	e = scale*g.ScoreError(in.mu, 0, k) + float64(m+k+16)*0x1p-53*(5*loss*loss+scale*g.ScoreSpread(0))
	return gradients, gaps, scale * g.SoftmaxRange(in.mu), e
}

// eachEntry visits the upper triangle in the order of outer.
func (nb neighbours) eachEntry(visit func(i, j, k int)) {
	k := 0
	for i := range nb.geometry.Order {
		for j := i; j < nb.geometry.Order; j++ {
			visit(i, j, k)
			k++
		}
	}
}

// spread is the length of the shortest interval that holds all values.
func spread(values []float64) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		least, most = math.Min(least, v), math.Max(most, v)
	}
	return most - least
}

func length(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v * v
	}
	return math.Sqrt(sum)
}
