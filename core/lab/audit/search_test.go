//go:build !js

package audit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/terms/method"
)

// The pairs of Cells are the worst that a search finds, to within 5%, and no pair exceeds its claim.
func TestCellsAreTheWorstPairsFound(t *testing.T) { searchFamilies(t, 3, 1) }

// searchFamilies climbs from this number of points in each family, with this multiple of the family's steps.
func searchFamilies(t *testing.T, starts, factor int) {
	cells := map[string]Claim{}
	for _, c := range Cells() {
		cells[c.Name] = c.Claim()
	}
	searched := map[string]bool{}
	for i, f := range families() {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		pair, most := climb(r, starts, factor*f.steps, func() []float64 { return f.start(r) }, f.loss)
		for _, name := range f.cells {
			searched[name] = true
			c, ok := cells[name]
			if !ok {
				t.Fatalf("there is no cell %s", name)
			}
			shown := c.Shown(searchTrials, searchWidth)
			t.Logf("%-26s fixed pair %.4f, found %.4f, claimed %.4f; at %.3g", name, shown, most, c.size(), pair)
			if shown < 0.95*most {
				t.Errorf("%s shows %.4f, a pair that shows %.4f is at %v", name, shown, most, pair)
			}
			// The shown μ is computed from sums rounded to float64, the claimed μ from the audit's ρ in ten digits.
			if most := math.Max(most, shown); most > c.size()*(1+1e-6) {
				t.Errorf("%s: a pair loses %v of a claimed %v", name, most, c.size())
			}
		}
	}
	// The other pairs attain the claim, so no pair can show more.
	rest := []string{"gradient/one-component", "gradient/spread", "gradient/many-components", "gradient/two-rounds",
		"gradient/inexact", "gradient/paper", "people/one-one", "people/one-thousand", "people/label-lost",
		"people/add-remove", "people/groups", "people/groups-add-remove"}
	for name, c := range cells {
		if strings.HasPrefix(name, "people/split") {
			continue // a person whose rows are in two sums moves both together less than one in either
		}
		if strings.HasPrefix(name, "run/people") || name == "run/nobody" {
			most := c.Mu
			if rows, ok := cells["run/"+strings.TrimPrefix(name, "run/people-")]; ok {
				most = rows.ShownMu // the same pair, of one row each
			}
			if c.ShownMu < 0.999*most {
				t.Errorf("%s shows %v of %v", name, c.ShownMu, most)
			}
			continue
		}
		if name == "report/divided" {
			continue // a row between two places moves less than one at a place, which the other cells of a report have
		}
		if !searched[name] && (!slices.Contains(rest, name) || c.ShownMu < c.Mu*(1-1e-6)) {
			t.Errorf("%s is not searched for and does not attain its claim", name)
		}
	}
}

// size is μ for Gaussian noise and ε for other mechanisms.
func (c Claim) size() float64 {
	if c.Mu > 0 {
		return c.Mu
	}
	return c.Epsilon
}

// climb looks for the largest loss by hill climbing from random points: each step moves some of the coordinates by a
// normal variable of a random size and is kept if the loss grows. A NaN is never kept.
func climb(
	r *rand.Rand,
	starts, steps int,
	start func() []float64,
	loss func([]float64) float64,
) (best []float64, most float64) {
	for range starts {
		x := start()
		value := loss(x)
		for range steps {
			next := append([]float64(nil), x...)
			size, share := math.Exp(-8*r.Float64()), r.Float64()
			for i := range next {
				if r.Float64() < share {
					next[i] += size * r.NormFloat64()
				}
			}
			if v := loss(next); v > value {
				x, value = next, v
			}
		}
		if best == nil || value > most {
			best, most = x, value
		}
	}
	return best, most
}

// normals returns n independent standard normal variables.
func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// family is a set of neighbouring pairs, each a point of ℝᵏ, in which a test searches for the largest loss that a
// mechanism shows.
type family struct {
	name  string
	cells []string // the fixed pairs that belong to it
	start func(*rand.Rand) []float64
	loss  func([]float64) float64

	steps int // steps of the short search for each of its starting points
}

// An audit of the size of the full one; its bounds are about 6 standard errors wide.
const searchTrials, searchWidth = fullTrials / 2, 6

func families() []family {
	return []family{
		momentFamily([]string{"moment/axes", "moment/off-diagonal", "moment/clipped"}, method.ReplaceOne, 1.5, 0, 2),
		momentFamily([]string{"moment/intercept"}, method.ReplaceOne, 3, 1, 2),
		momentFamily([]string{"moment/large-intercept", "moment/clipped-intercept"}, method.ReplaceOne, 1.2, 1, 1),
		momentFamily([]string{"moment/add-remove"}, method.AddRemove, 1.1, 1, 2),
		labelFamily([]string{"labels/label-only", "labels/columns-only", "labels/label-lost", "labels/clipped"},
			method.ReplaceOne, 3, 1),
		labelFamily([]string{"labels/count"}, method.ReplaceOne, 1.2, 1),
		labelFamily([]string{"labels/add-remove"}, method.AddRemove, 1.1, 1),
		countFamily([]string{"report/label-only", "report/prediction-only", "report/label-lost", "report/beyond"},
			method.ReplaceOne, 0),
		countFamily([]string{"report/groups"}, method.ReplaceOne, 2),
		countFamily([]string{"report/add-remove"}, method.AddRemove, 0),
		countFamily([]string{"report/add-remove-groups"}, method.AddRemove, 3),
		brokenFamily(),
		scoresFamily([]string{"selection-tight/ahead", "selection-tight/inexact"}, method.Tight, 1, selectionDelta),
		scoresFamily([]string{"selection-tight/two-draws"}, method.Tight, 2, selectionDelta),
		scoresFamily([]string{"selection-tight/tie"}, method.Tight, 16, gaussianDelta),
		scoresFamily([]string{"selection-paper/one-draw"}, method.Paper, 1, selectionDelta),
		scoresFamily([]string{"selection-paper/two-draws"}, method.Paper, 2, selectionDelta),
		vertexFamily("selection-tight/softmax", discrepancy.Softmax{Mu: 0.5 * 101 / 4}),
		vertexFamily("selection-tight/p-norm", discrepancy.PNorm{P: 1.5}),
		computedFamily("gradient/softmax", signChange()),
		computedFamily("gradient/softmax-tied", evenly(tiedAxes(discrepancy.Softmax{Mu: 0.1 * 101 / 4}))),
		computedFamily("gradient/p-norm", twoAxes()),
		computedFamily("gradient/p-norm-tied", evenly(tiedAxes(discrepancy.PNorm{P: 2}))),
		runFamily("run/clipped", 4, 100, func(w *wholeRun, x []float64) {
			w.private = [2]string{record("a,b\n1,0.5", 3, x[:2]), record("a,b\n1,0.5", 3, x[2:])}
		}),
		runFamily("run/malformed", 2, 100, func(w *wholeRun, x []float64) {
			w.private[1] = record("a,b\n1,0.5", 3, x)
		}),
		runFamily("run/add-remove", 2, 50, func(w *wholeRun, x []float64) {
			w.private[0] = record(strings.TrimSpace(w.private[1]), 3, x)
		}),
		runFamily("run/weights", 2+30, 150, func(w *wholeRun, x []float64) {
			w.private = [2]string{record("x", 5, x[:1]), record("x", 5, x[1:2])}
			w.source = "x,y\n"
			for _, v := range x[2:] {
				w.source += fmt.Sprintf("%g,0\n", v*v*v) // cubed, so that some are much larger than others
			}
		}),
		runFamily("run/single-stage", 2, 10, func(w *wholeRun, x []float64) {
			w.private = [2]string{record("x", 5, x[:1]), record("x", 5, x[1:])}
		}),
		runFamily("run/report", 4, 10, countedPair),
		runFamily("run/estimate", 4, 10, countedPair),
		runFamily("run/labelled", 6, 10, func(w *wholeRun, x []float64) {
			for i, v := range [][]float64{x[:3], x[3:]} {
				w.private[i] = fmt.Sprintf("a,y\n1,1\n%g,%s\n", 3*v[0],
					map[bool]string{false: "", true: fmt.Sprint(9 * v[1])}[v[2] > 0])
			}
		}),
		runFamily("run/gradient", 2, 50, func(w *wholeRun, x []float64) {
			w.private = [2]string{record("x", 1, x[:1]), record("x", 1, x[1:])}
		}),
	}
}

// countedPair writes two rows of any prediction, group and label into the files of a report or an estimate.
func countedPair(w *wholeRun, x []float64) {
	for i, v := range []float64{x[0], x[2]} {
		w.private[i] = fmt.Sprintf("a,c,y\n1,p,1\n%g,%s,%g\n", 3*v, map[bool]string{false: "p", true: "q"}[v > 0],
			5*x[2*i+1])
	}
}

// runFamily consists of whole runs; change writes a point into their files.
func runFamily(cell string, dim, steps int, change func(*wholeRun, []float64)) family {
	fixed := runs()[cell]
	return family{
		name: cell, cells: []string{cell}, steps: steps,
		start: func(r *rand.Rand) []float64 { return normals(r, dim) },
		loss: func(x []float64) float64 {
			w := fixed
			change(&w, x)
			return w.audited(w).Shown(searchTrials, searchWidth)
		},
	}
}

// record appends a record of numbers, in units of that length, to a file.
func record(file string, unit float64, x []float64) string {
	fields := make([]string, len(x))
	for i, v := range x {
		fields[i] = fmt.Sprint(unit * v)
	}
	return file + "\n" + strings.Join(fields, ",") + "\n"
}

// momentFamily: two rows of any direction and length, in units of the radius.
func momentFamily(cells []string, a method.Adjacency, radius, intercept float64, dim int) family {
	rows := 2
	if a == method.AddRemove {
		rows = 1
	}
	return family{
		name: cells[0], cells: cells, steps: 300,
		start: func(r *rand.Rand) []float64 { return normals(r, rows*dim) },
		loss: func(x []float64) float64 {
			pair := momentPair{a, radius, intercept, 1, times(radius, x[:dim]), nil}
			if rows == 2 {
				pair.w = times(radius, x[dim:])
			}
			shown, _ := momentRatio(pair.sums(), a)
			return shown
		},
	}
}

// brokenFamily: an unusable row against any other.
func brokenFamily() family {
	return family{
		name: "moment/not-a-number", cells: []string{"moment/not-a-number"}, steps: 100,
		start: func(r *rand.Rand) []float64 { return normals(r, 1) },
		loss: func(x []float64) float64 {
			pair := momentPair{method.ReplaceOne, 1.5, 0, 1, times(1.5, x), []float64{math.NaN()}}
			shown, _ := momentRatio(pair.sums(), method.ReplaceOne)
			return shown
		},
	}
}

func times(f float64, x []float64) []float64 {
	return floats.ScaleTo(make([]float64, len(x)), f, x)
}

// scoresFamily: three groups of vertices, 1 to 2000 each, with any scores under T and any changes that span R = 1, for
// noise that claims ε = 1.
func scoresFamily(cells []string, calibration method.Calibration, draws int, delta float64) family {
	const groups = 3
	task := mechanism.SelectionTask{Range: 1, Spread: 100, Draws: draws}
	nominal, scale := selectionLaw(exponentialLaw), 0.0
	if calibration == method.Tight {
		m := sound(mechanism.NewSelection(task, 1, delta, sampler.New()))
		scale = m.Scale()
	} else {
		nominal, scale = noisyMinimumLaw, float64(draws)
	}
	return family{
		name: cells[0], cells: cells, steps: 150,
		start: func(r *rand.Rand) []float64 { return times(2, normals(r, 3*groups)) },
		loss: func(x []float64) float64 {
			s := scores{make([]int, groups), [2][]float64{make([]float64, groups), make([]float64, groups)}}
			for g := range groups {
				s.sizes[g] = 1 + int(1999/(1+math.Exp(-x[3*g])))
				s.of[0][g] = scale * x[3*g+1]
				s.of[1][g] = s.of[0][g] + math.Max(-0.5, math.Min(0.5, x[3*g+2]))
			}
			return nominal.pair(s, scale).draws(draws).detectable(delta, searchTrials, searchWidth)
		},
	}
}

// vertexFamily: gradients that the engine computes, in two dimensions; all rows are free, two shared ones in 50 copies
// each, the replaced one, and two of the source in 1 and 19 copies.
func vertexFamily(cell string, s discrepancy.Smoothing) family {
	return family{
		name: cell, cells: []string{cell}, steps: 400,
		start: func(r *rand.Rand) []float64 { return normals(r, 12) },
		loss: func(x []float64) float64 {
			pair := tiedAxes(s)
			row := func(k int, length float64) []float64 { return inBall(x[2*k:2*k+2], length) }
			pair.shared = []copies{{50, row(0, pair.radius)}, {50, row(1, pair.radius)}}
			pair.x, pair.y = row(2, pair.radius), row(3, pair.radius)
			pair.source = []copies{{1, row(4, pair.sourceRadius)}, {19, row(5, pair.sourceRadius)}}
			m := sound(mechanism.NewSelection(pair.selectionTask(), 1, selectionDelta, sampler.New()))
			return selectionLaw(exponentialLaw).pair(pair.scores(), m.Scale()).
				detectable(selectionDelta, searchTrials, searchWidth)
		},
	}
}

// computedFamily: all rows are free, and the shared rows keep their numbers of copies; Δ₂ is the source's.
func computedFamily(cell string, fixed computedPair) family {
	dim, m := len(fixed.x), len(expand(fixed.source))
	return family{
		name: cell, cells: []string{cell}, steps: 400,
		start: func(r *rand.Rand) []float64 { return normals(r, (2+len(fixed.shared)+m)*dim) },
		loss: func(x []float64) float64 {
			next := func(length float64) []float64 {
				row := inBall(x[:dim], length)
				x = x[dim:]
				return row
			}
			pair := fixed
			pair.x, pair.y, pair.shared, pair.source = next(fixed.radius), next(fixed.radius), nil, nil
			for _, c := range fixed.shared {
				pair.shared = append(pair.shared, copies{c.n, next(fixed.radius)})
			}
			for range m {
				pair.source = append(pair.source, copies{1, next(fixed.sourceRadius)})
			}
			return gradientMu(pair.gradients(), 1, pair.gradientTask().Sensitivity/gaussianMu)
		},
	}
}

// inBall returns a point of the ball of that radius; it is on the sphere for all x of norm 1 or more.
func inBall(x []float64, radius float64) []float64 {
	return times(radius/math.Max(1, floats.Norm(x, 2)), x)
}

// labelFamily consists of two rows, each of a feature and, where its last coordinate is above 0, a label. Under
// add-remove adjacency the second is not there.
func labelFamily(cells []string, a method.Adjacency, radius, intercept float64) family {
	row := func(x []float64) []float64 {
		z := []float64{radius * x[0], radius * x[1]}
		if x[2] > 0 {
			return z
		}
		return z[:1]
	}
	return family{
		name: cells[0], cells: cells, steps: 2000,
		start: func(r *rand.Rand) []float64 { return normals(r, 6) },
		loss: func(x []float64) float64 {
			p := labelPair(a, radius, intercept, 50, row(x[:3]), row(x[3:]))
			if a == method.AddRemove {
				p.b = nil
			}
			return p.claim().ShownMu
		},
	}
}

// countFamily consists of two rows of any prediction, residual and group, each without a label where its fourth
// coordinate is below −1.
func countFamily(cells []string, a method.Adjacency, groups int) family {
	row := func(x []float64) ([]float64, int) {
		group := 0
		if groups > 0 {
			group = int(math.Abs(10*x[2])) % groups
		}
		if x[3] < -1 {
			return nil, group
		}
		return []float64{2 * x[0], 2 * x[1]}, group
	}
	return family{
		name: cells[0], cells: cells, steps: 300,
		start: func(r *rand.Rand) []float64 { return normals(r, 8) },
		loss: func(x []float64) float64 {
			p := countPair{adjacency: a, groups: groups, common: 5}
			p.z, p.in[0] = row(x[:4])
			p.w, p.in[1] = row(x[4:])
			return p.claim().ShownMu
		},
	}
}
