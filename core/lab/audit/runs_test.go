//go:build !js

package audit

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/release"
	"privadapt/core/solve"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// wholeRun is a run as a user makes it, from the text of a public and a private file to a release, for two private
// files that differ in one record.
type wholeRun struct {
	source  string // CSV with the label y
	options adapt.Options
	private [2]string
	audited func(wholeRun) Claim
}

func (w wholeRun) readSource() *dataset.Source {
	return sound(dataset.ReadSource(strings.NewReader(w.source), dataset.SourceOptions{Label: "y"}))
}

// start returns the runner of one run. A private file is read once, because reading draws nothing and always has the
// same result. The sums of one reading serve for one release, so each trial gets a copy.
func (w wholeRun) start() func(side int) *release.Release {
	source := w.readSource()
	var targets [2]*adapt.Target
	for side, file := range w.private {
		var counted []io.Reader
		if w.options.Unit != "" {
			counted = []io.Reader{strings.NewReader(file)}
		}
		var err error
		targets[side], _, err = adapt.ReadTargetTwice(source, w.options, counted, []io.Reader{strings.NewReader(file)}, nil)
		sound(0, err)
	}
	return func(side int) *release.Release {
		fresh := targets[side].Copy()
		return sound(fresh.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil))
	}
}

// sums reads the private files with the components of adapt.ReadTarget.
func (w wholeRun) sums() [2]*moment.Sum {
	schema, grid := w.readSource().Schema, w.grid()
	var sums [2]*moment.Sum
	for side, file := range w.private {
		reader := sound(dataset.NewTargetReader(strings.NewReader(file), schema))
		a, share, people := moment.NewAccumulator(grid, schema.Dim()), w.shares(file), int64(0)
		for z := make([]float64, schema.Dim()); reader.Next(z); {
			k, of := share()
			if k == 1 {
				people++
			}
			a.AddShare(z, of)
		}
		sums[side] = a.Sum()
		sums[side].CountPeople(people)
	}
	return sums
}

// grid is the options' grid. Their radius is given.
func (w wholeRun) grid() grid.Grid {
	return sound(grid.New(w.options.Radius, plan.Intercept(w.options.Radius)))
}

// claim completes a claim from the certificate of a release. The likelihood ratio is a function of the release. If a
// value that is stated without noise differs between T and T′, it distinguishes them with certainty.
func (w wholeRun) claim(c Claim, ratio func(*release.Release) float64) Claim {
	run := w.start()
	certificate := run(0).Certificate
	stated := [2]statement{stateOf(certificate), stateOf(run(1).Certificate)}
	c.Epsilon, c.Delta = certificate.Epsilon, certificate.Delta
	c.Start = func() Trial {
		run := w.start()
		return func(side int) float64 {
			r := run(side)
			if stated[0] == stated[1] {
				return ratio(r)
			}
			if stateOf(r.Certificate) == stated[0] {
				return math.Inf(1)
			}
			return math.Inf(-1)
		}
	}
	return c
}

// statement is the part of a certificate that could depend on private rows, and must not.
type statement struct {
	rows         int64
	rho, quartic float64
	draws        int
	noise        release.Noise
}

func stateOf(c release.Certificate) statement {
	if c.RowsEstimate > 0 {
		c.Noise.StandardDeviation = 0 // computed from that estimate, which is released
	}
	return statement{c.N, c.Rho, c.SourceQuartic, c.Draws, c.Noise}
}

// runs are the whole runs, by the name of their cell.
func runs() map[string]wholeRun {
	runs := momentRuns()
	maps.Copy(runs, map[string]wholeRun{
		"run/weights":      weightsRun(),
		"run/single-stage": singleStageRun(),
		"run/gradient":     gradientRun(),
		"run/report":       reportRun(),
		"run/estimate":     estimateRun(),
		"run/labelled":     labelledRun(),

		"run/people-labelled": people(labelledRun(), 6),
		"run/people-report":   people(reportRun(), 5),
		"run/people-estimate": people(estimateRun(), 5),
		"run/people-gradient": people(gradientRun(), 0),
	})
	return runs
}

func runCells() []Cell {
	var cells []Cell
	for name, w := range runs() {
		gaussian := w.options.Mechanism != method.Selection
		cells = append(cells, Cell{Name: name, Gaussian: gaussian, Slow: true, Claim: func() Claim { return w.audited(w) }})
	}
	slices.SortFunc(cells, func(a, b Cell) int { return cmp.Compare(a.Name, b.Name) })
	return cells
}

// square has two columns of mean 0 and scale 1.
const square = "a,b,y\n1,1,0\n1,-1,1\n-1,1,1\n-1,-1,0\n"

// momentRuns release the second moment. Clipped: a row far outside the ball against one just inside, at the angle of
// momentCells. Malformed: a record that cannot be used, and counts as the zero row, against an ordinary one at the edge
// of the ball (‖xxᵀ − eeᵀ‖_F² = r⁴ − c⁴ with e the intercept alone). Add-remove: a clipped row that is present or
// absent.
func momentRuns() map[string]wholeRun {
	const radius = 3
	c := plan.Intercept(radius)
	edge := math.Sqrt(radius*radius-c*c) * (1 - 1e-9)
	cosine := -c * c / (edge * edge)
	run := func(a method.Adjacency, common int, t, u string) wholeRun {
		head := "a,b\n" + strings.Repeat("1,0.5\n", common)
		return wholeRun{square, adapt.Options{
			Epsilon: gaussianEpsilon, Delta: gaussianDelta, Adjacency: a, Release: release.Moments, Radius: radius,
			Mechanism: method.Moment,
		}, [2]string{head + t, head + u}, wholeRun.momentClaim}
	}
	inside := fmt.Sprintf("%.15g,%.15g\n", edge*cosine, edge*math.Sqrt(1-cosine*cosine))
	return map[string]wholeRun{
		"run/clipped":           run(method.ReplaceOne, 1, fmt.Sprintf("%g,0\n", far*radius), inside),
		"run/malformed":         run(method.ReplaceOne, 1, "\"9,\n\x00;\"\",\",oops\r\n", inside),
		"run/add-remove":        run(method.AddRemove, 400, fmt.Sprintf("%g,%g\n", far*radius, far*radius), ""),
		"run/people":            people(run(method.ReplaceOne, 1, fmt.Sprintf("%g,0\n", far*radius), inside), 1),
		"run/people-add-remove": people(run(method.AddRemove, 400, fmt.Sprintf("%g,%g\n", far*radius, far*radius), ""), 400),
		"run/nobody":            nobody(run(method.ReplaceOne, 1, fmt.Sprintf("%g,0\n", far*radius), inside)),
	}
}

// momentClaim audits a release of the moment: the cells of momentCells, end to end.
func (w wholeRun) momentClaim() Claim {
	sums, adjacency := w.sums(), w.options.Adjacency
	shown, ratio := momentRatio(sums, adjacency)
	return w.claim(Claim{Mu: gaussianMu, ShownMu: shown}, func(r *release.Release) float64 {
		rows := float64(r.Certificate.N)
		if adjacency == method.AddRemove {
			rows = r.Certificate.RowsEstimate
		}
		return ratio(func(i, j int) float64 { return r.Values.Moments[i][j] }, rows)
	})
}

// outlier has one column: the first of m rows is √(m−1) standard deviations from the mean, on one side, the others on
// the other. The labels are ±1, half of each, and so standardised.
func outlier(m int) string {
	var b strings.Builder
	b.WriteString("x,y\n")
	for j := range m {
		fmt.Fprintf(&b, "%d,%d\n", min(1, max(0, 1-j)), 2*(j%2)-1)
	}
	return b.String()
}

// weightsRun draws one vertex, and the weights show which one. A single private row makes the only large eigenvalue of
// M(q) positive, or negative if the row resembles most of the source: the score of the outlier, whose clipped row
// attains r̂, moves by nearly all of R = 2r̂².
func weightsRun() wholeRun {
	return wholeRun{outlier(30), adapt.Options{
		Epsilon: 1, Delta: selectionDelta, Release: release.Weights,
		Mechanism: method.Selection, Iterations: 2, Radius: 5, Mu: 20, Lambda: new(float64),
	}, [2]string{fmt.Sprintf("x\n%g\n", far), "x\n0\n"}, wholeRun.weightsClaim}
}

// weightsClaim audits the weights after one draw; they are the vertex that was drawn. The likelihood ratio is
// weightsLaw's.
func (w wholeRun) weightsClaim() Claim {
	nominal := w.weightsLaw()
	return w.claim(Claim{law: nominal}, func(r *release.Release) float64 {
		return nominal[floats.MaxIdx(r.Values.Weights)].ratio()
	})
}

// weightsLaw is the law of the exponential mechanism on the gradient at uniform weights, at the β of the certificate.
func (w wholeRun) weightsLaw() law {
	gradients := w.gradients()
	return selectionLaw(exponentialLaw).pair(single(gradients[0], gradients[1]), w.start()(0).Certificate.Noise.Scale)
}

// gradients returns the gradients at uniform weights for T and T′.
func (w wholeRun) gradients() [2][]float64 {
	source, sums := w.readSource(), w.sums()
	rows, _ := w.grid().Rows(source.Standardised(), source.Rows, source.Schema.Dim())
	return [2][]float64{gradientOf(sums[0], rows, w.smoothing()), gradientOf(sums[1], rows, w.smoothing())}
}

// smoothing is the options' smoothing.
func (w wholeRun) smoothing() discrepancy.Smoothing {
	if w.options.Smoothing == method.PNorm {
		return discrepancy.PNorm{P: w.options.P}
	}
	return discrepancy.Softmax{Mu: w.options.Mu}
}

// gradientRun takes one noisy gradient of G₁ against two rows (1, ±1) of a source. Two weights show the difference of
// two components alone, on which a private row (1, ±3) acts by its mean, 2c√(r²−c²) = 0.6·r²: that part of Δ₂ is
// attained.
func gradientRun() wholeRun {
	return wholeRun{"x,y\n1,0\n-1,1\n", adapt.Options{
		Epsilon: gaussianEpsilon, Delta: gaussianDelta, Release: release.Weights,
		Mechanism: method.Gradient, Smoothing: method.PNorm, P: 1, Iterations: 2, Radius: math.Sqrt(10),
		Lambda: new(float64),
	}, [2]string{"x\n3\n", "x\n-3\n"}, wholeRun.gradientClaim}
}

// gradientClaim audits the weights after one noisy gradient. A step of mirror descent keeps the order of the two
// components; the larger their difference, the smaller the part of it that remains. The statistic is an increasing
// function of the likelihood ratio, which is the same as in gradientCells, as far as the weights show it. For μ_L
// its sign is sufficient.
func (w wholeRun) gradientClaim() Claim {
	shown := gradientMu(w.gradients(), 1, w.start()(0).Certificate.Noise.Scale)
	return w.claim(Claim{Mu: gaussianMu, ShownMu: shown}, func(r *release.Release) float64 {
		return r.Values.Weights[0] - r.Values.Weights[1]
	})
}

// singleStageRun makes two rounds of algorithm 1 from uniform weights. The second iterate reveals the first vertex; the
// first iterate reveals nothing. The second vertex appears only in the gap by which the iterate is chosen. So at most
// two of the three charged draws are visible, and ε = 3 gives these more power. Λ is small, so that the losses do not
// outweigh the effect of the private row on scores and gaps.
func singleStageRun() wholeRun {
	w := weightsRun()
	w.source, w.options.Epsilon, w.audited = outlier(20), 3, wholeRun.singleStageClaim
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
	step := solve.PaperStep(w.options.ModelNorm, sourceRadius, 1, w.options.Mu, 2)
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
		sound(solve.MinimiseSingleStage(&solve.SingleStage{
			Rows: rows, Labels: source.Labels, Radius: w.options.ModelNorm, Discrepancy: o,
		}, oracle, choose, step, solve.Rounds{Iterations: 2}))
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
