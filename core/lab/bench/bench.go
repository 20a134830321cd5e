// Package bench times the engine's solvers on inputs that programs in other languages can reproduce to the bit.
package bench

import (
	"math"
	"runtime"
	"time"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/kernel"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/frankwolfe"
	"privadapt/core/solve/projectedgradient"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// Case is a size of the problem.
type Case struct {
	Rows       int // m, source rows
	Order      int // d
	Iterations int // K
}

// Fixed settings, as in the paper's experiment, r = r̂ = 1.
const (
	mu, lambda     = 20, 10
	privateRows    = 8000 // n, for the noise
	momentRows     = 400  // over which M₀ is the mean
	epsilon, delta = 1, 1e-6
)

// Uniform returns number k of a sequence on [0,1): the finaliser of MurmurHash3, which is made of 32-bit integers.
func Uniform(k uint32) float64 {
	k ^= k >> 16
	k *= 0x85ebca6b
	k ^= k >> 13
	k *= 0xc2b2ae35
	k ^= k >> 16
	return float64(k) / (1 << 32)
}

// Points returns rows of nearly normal numbers about shift, from number first of the sequence on, divided by the norm
// of the longest.
func Points(rows, d int, shift float64, first uint32) []float64 {
	x := make([]float64, rows*d)
	for i := range x {
		k := first + 4*uint32(i)
		x[i] = (Uniform(k)+Uniform(k+1)+Uniform(k+2)+Uniform(k+3)-2)*1.7320508 + shift
	}
	longest := 0.0
	for j := range rows {
		norm := 0.0
		for _, v := range x[j*d : (j+1)*d] {
			norm += v * v
		}
		longest = math.Max(longest, norm)
	}
	longest = math.Sqrt(longest)
	for i := range x {
		x[i] /= longest
	}
	return x
}

// objective is the problem of a case at uniform weights, with the packing of its rows still to be done.
func (c Case) objective() *discrepancy.Objective {
	private := Points(momentRows, c.Order, 0.3, 1<<31)
	target := make([]float64, c.Order*c.Order)
	weights := simplex.Uniform(momentRows)
	kernel.WeightedGram(target, private, c.Order, weights)
	return &discrepancy.Objective{
		Target: symeigen.NewMatrix(c.Order, target), Rows: Points(c.Rows, c.Order, 0, 0),
		Smoothing: discrepancy.Softmax{Mu: mu}, Lambda: lambda,
	}
}

// Measurement is the result of measuring a case.
type Measurement struct {
	Seconds []float64 `json:"seconds"`          // of each repetition
	Scale   float64   `json:"scale"`            // β of the draws, for peers to draw by; selection only
	Rounds  int       `json:"rounds,omitempty"` // of a solver: the gradients of a run
	Value   float64   `json:"value,omitempty"`  // of a solver: what it reached, for peers to reach
	SIMD    bool      `json:"simd"`
	Bytes   uint64    `json:"bytes"` // that Go has from the system; as wasm, its linear memory without the program itself
}

// Selection times whole runs of algorithm 2 with exact draws, from rows and moment in memory to q_K.
func (c Case) Selection(repetitions int, progress func(done, total int64) error) (Measurement, error) {
	o := c.objective()
	g := discrepancy.Geometry{Radius: 1, SourceRadius: 1, Rows: privateRows, Order: c.Order}
	draws := c.Iterations - 1
	task := mechanism.SelectionTask{
		Range:  g.SoftmaxRange(mu),
		Error:  g.ScoreError(mu, lambda, draws),
		Spread: g.ScoreSpread(lambda),
		Draws:  draws,
	}
	result := Measurement{SIMD: kernel.SIMD}
	for range repetitions {
		s := sampler.New()
		selection, err := mechanism.NewSelection(task, epsilon, delta, s)
		if err != nil {
			return result, err
		}
		result.Scale = selection.Scale()
		start := time.Now()
		run := *o
		run.Start(simplex.Uniform(c.Rows))
		choose := func() int { return selection.MinimiseRoughly(run.Estimate(selection.Scale())) }
		err = frankwolfe.Walk(
			run.Move,
			choose,
			frankwolfe.Settings{Iterations: c.Iterations, Recorder: func(round int) error {
				return progress(int64(round), int64(draws))
			}},
		)
		if err != nil {
			return result, err
		}
		result.Seconds = append(result.Seconds, time.Since(start).Seconds())
		s.Wipe()
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	result.Bytes = memory.Sys
	return result, nil
}

// Moment times the default solver on the exact moment, to a duality gap of 1e-4.
func (c Case) Moment(repetitions int) (Measurement, error) {
	o := c.objective()
	o.Uncertified = true
	result := Measurement{SIMD: kernel.SIMD}
	for range repetitions {
		start := time.Now()
		run := *o
		run.Smoothing = discrepancy.Softmax{Mu: 300}
		run.Start(simplex.Uniform(c.Rows))
		found, err := projectedgradient.Minimise(&run, dualgap.Settings{Curvature: lambda})
		if err != nil {
			return result, err
		}
		result.Rounds, result.Value = found.Rounds, found.Value
		result.Seconds = append(result.Seconds, time.Since(start).Seconds())
	}
	return result, nil
}

// Scores times the quadratic forms of all rows alone, Iterations times over: in float64, as gradients take them, or in
// float32, as estimates do.
func (c Case) Scores(repetitions int, half bool) Measurement {
	rows, g := Points(c.Rows, c.Order, 0, 0), Points(c.Order, c.Order, 0, 7)
	var compute func()
	if half {
		tiles, form := kernel.NewTiles(rows, c.Order), kernel.NewForm[float32](c.Order)
		form.Set(g, c.Order, 1)
		dst := make([]float32, tiles.Padded())
		compute = func() { tiles.QuadraticForms(dst, form) }
	} else {
		forms, dst := kernel.NewForms(c.Order), make([]float64, c.Rows)
		forms.Set(g, 1)
		compute = func() { forms.Rows(dst, rows) }
	}
	result := Measurement{SIMD: kernel.SIMD}
	for range repetitions {
		start := time.Now()
		for range c.Iterations {
			compute()
		}
		result.Seconds = append(result.Seconds, time.Since(start).Seconds())
	}
	return result
}
