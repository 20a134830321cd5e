package audit

import (
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
)

// computedPair is a pair of neighbours for which the engine itself computes the gradients: private rows that both
// share, plus x or y, against the rows of a public source. The rows have no intercept.
type computedPair struct {
	smoothing            discrepancy.Smoothing
	radius, sourceRadius float64
	shared, source       []copies
	x, y                 []float64
}

type copies struct {
	n   int
	row []float64
}

// tiedAxes returns the pair that attains the range of both smoothings, for r = 2. It has equally many rows on re₁ and
// on re₂, so that two eigenvalues compete, and the replaced row on either axis. The rows of the source are too short to
// disturb them: one is on e₁, the others are on e₂.
func tiedAxes(s discrepancy.Smoothing) computedPair {
	const radius, short = 2, 0.02
	return computedPair{
		smoothing: s, radius: radius, sourceRadius: short,
		shared: []copies{{50, []float64{radius, 0}}, {50, []float64{0, radius}}},
		source: []copies{{1, []float64{short, 0}}, {19, []float64{0, short}}},
		x:      []float64{radius, 0},
		y:      []float64{0, radius},
	}
}

// expand repeats rows.
func expand(rows []copies) [][]float64 {
	var all [][]float64
	for _, c := range rows {
		for range c.n {
			all = append(all, c.row)
		}
	}
	return all
}

func (p computedPair) geometry() discrepancy.Geometry {
	return discrepancy.Geometry{
		Radius: p.radius, SourceRadius: p.sourceRadius,
		Rows: int64(len(expand(p.shared)) + 1), Order: len(p.x) + 1,
	}
}

// sourceRows returns the rows of the source with a zero as the intercept, m×d.
func (p computedPair) sourceRows() []float64 {
	var rows []float64
	for _, row := range expand(p.source) {
		rows = append(append(rows, 0), row...)
	}
	return rows
}

// gradients returns the gradients at uniform weights for T and T′.
func (p computedPair) gradients() [2][]float64 {
	grid, err := grid.New(p.radius, 0)
	if err != nil {
		panic(err)
	}
	var gradients [2][]float64
	for side, row := range [][]float64{p.x, p.y} {
		a := moment.NewAccumulator(grid, len(row))
		for _, z := range append(expand(p.shared), row) {
			a.Add(append([]float64(nil), z...)) // clipping works in place
		}
		gradients[side] = gradientOf(a.Sum(), p.sourceRows(), p.smoothing)
	}
	return gradients
}

func gradientOf(sum *moment.Sum, rows []float64, s discrepancy.Smoothing) []float64 {
	m := len(rows) / sum.Order
	o := &discrepancy.Objective{Target: sum.Mean(), Rows: rows, Smoothing: s}
	gradient := make([]float64, m)
	o.Start(simplex.Uniform(m))
	o.Gradient(gradient)
	return gradient
}

func (p computedPair) scores() scores {
	g := p.gradients()
	return single(g[0], g[1])
}

func (p computedPair) selectionTask() mechanism.SelectionTask {
	g := p.geometry()
	if s, ok := p.smoothing.(discrepancy.PNorm); ok {
		return mechanism.SelectionTask{
			Range:  g.PNormRange(s.P),
			Error:  g.PNormScoreError(s.P, 0, 1),
			Spread: g.PNormScoreSpread(0),
			Draws:  1,
		}
	}
	mu := p.smoothing.(discrepancy.Softmax).Mu
	return mechanism.SelectionTask{
		Range:  g.SoftmaxRange(mu),
		Error:  g.ScoreError(mu, 0, 1),
		Spread: g.ScoreSpread(0),
		Draws:  1,
	}
}

func (p computedPair) gradientTask() mechanism.GradientTask {
	g, rows := p.geometry(), p.sourceRows()
	task := mechanism.GradientTask{Components: len(rows) / g.Order, Draws: 1}
	quartic := discrepancy.QuarticNorm(rows, g.Order)
	if s, ok := p.smoothing.(discrepancy.PNorm); ok {
		task.Sensitivity, task.Error, task.Largest = g.PNormSensitivity2(s.P, quartic), g.PNormScoreError(
			s.P,
			0,
			1,
		), g.PNormLipschitz(0)
	} else {
		mu := p.smoothing.(discrepancy.Softmax).Mu
		task.Sensitivity, task.Error, task.Largest = g.SoftmaxSensitivity2(mu, quartic), g.ScoreError(mu, 0, 1),
			g.Lipschitz(0)
	}
	return task
}
