//go:build linux

package adapt

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"privadapt/core/adapt/solve"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/memory"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy/shards"
	"privadapt/core/terms/method"
)

// What a solver computes from the exact moment is overwritten too: the difference M(q) and the scores of the first
// round, in runs of as few rounds as there can be and of several.
func TestNoScoreIsLeftInMemory(t *testing.T) {
	source, table := publicSource(t), privateTable(200)
	for name, change := range map[string]func(*Options){
		"selection by scores":    func(o *Options) { o.Mechanism, o.Iterations, o.Epsilon = method.Selection, 2, 1e6 },
		"selection by estimates": func(o *Options) { o.Mechanism, o.Iterations = method.Selection, 2 },
		"selection of no draw":   func(o *Options) { o.Mechanism, o.Iterations = method.Selection, 1 },
		"a p-norm": func(o *Options) {
			o.Mechanism, o.Smoothing, o.Iterations = method.Selection, method.PNorm, 4
		},
		"gradient":     func(o *Options) { o.Mechanism, o.Iterations = method.Gradient, 4 },
		"one gradient": func(o *Options) { o.Mechanism, o.Iterations = method.Gradient, 2 },
		"a single stage": func(o *Options) {
			o.Mechanism, o.Solver, o.Iterations = method.Selection, method.SingleStage, 3
		},
		"one stage": func(o *Options) {
			o.Mechanism, o.Solver, o.Iterations = method.Selection, method.SingleStage, 1
		},
	} {
		o := budget(change)
		o.Release = release.Weights
		target := readTarget(t, source, o, table)
		secrets := scoreSecrets(t, &solve.Problem{Plan: target.plan}, target.sum)
		memory.WithoutCollector(func() {
			if n := memory.Found(t, secrets); n > 0 {
				t.Fatalf("%s: %d were there before", name, n)
			}
			if err := adaptWith(target, free, nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if n := memory.Found(t, secrets); n > 0 {
				t.Errorf("%s: %d of %d are left", name, n, len(secrets))
			}
		})
	}
}

// scoreSecrets are the numbers of M(q) at uniform weights and of the gradient there, and for a single stage its scores.
func scoreSecrets(t *testing.T, p *solve.Problem, sum *moment.Sum) (secrets [][]byte) {
	t.Helper()
	var err error
	if memory.Apart(func() { secrets, err = scoresHere(p, sum) }); err != nil {
		t.Fatal(err)
	}
	return secrets
}

func scoresHere(p *solve.Problem, sum *moment.Sum) (secrets [][]byte, err error) {
	mean := sum.Mean()
	defer clear(mean.Data)
	o, scores := p.Objective(mean), make([]float64, p.Source.Rows)
	defer o.Wipe()
	hide := func(v []float64) {
		for _, f := range v {
			if bits := math.Float64bits(f); bits&0xffff != 0 {
				secrets = append(secrets, memory.Word(bits))
			}
		}
		clear(v)
	}
	hide(o.Image())
	o.Gradient(scores)
	hide(scores)
	if p.Solver == method.SingleStage {
		s, err := p.NewStage()
		if err != nil {
			return nil, err
		}
		oracle := func(gradient []float64) int { hide(gradient); return 0 }
		stage := p.Objective(mean)
		defer stage.Wipe()
		if _, _, err := p.SingleStage(s, stage, oracle, func(gaps []float64) int { hide(gaps); return 0 }); err != nil {
			return nil, err
		}
	}
	return secrets, nil
}

// A worker that gives no answer ends a run in any of its rounds, and the same is overwritten.
func TestNoScoreIsLeftWhereAWorkerFails(t *testing.T) {
	var public strings.Builder
	public.WriteString("age,y\n")
	for j := range 600 { // enough for a worker
		fmt.Fprintf(&public, "%d.25,%d\n", j*j%97, j%11)
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(public.String()), dataset.SourceOptions{Label: "y"}))(t)
	table := privateTable(100)
	o := budget(func(o *Options) { o.Mechanism, o.Release, o.Iterations = method.Gradient, release.Weights, 4 })
	ended := 0
	for answers := range 10 {
		target := readTarget(t, source, o, table)
		secrets := scoreSecrets(t, &solve.Problem{Plan: target.plan, Workers: []shards.Worker{&silent{1000}}}, target.sum)
		_, means := secretsOf(target)
		memory.WithoutCollector(func() {
			if n := memory.Found(t, append(secrets, means...)); n > 0 {
				t.Fatalf("%d answers: %d were there before", answers, n)
			}
			if err := drawFrom(target, []shards.Worker{&silent{answers}}, free); err != nil {
				ended++
			}
			if n := memory.Found(t, append(secrets, means...)); n > 0 {
				t.Errorf("%d answers: %d numbers are left", answers, n)
			}
		})
	}
	if ended == 0 || ended == 10 {
		t.Errorf("%d of 10 runs ended early", ended)
	}
}

// silent is a worker whose answers are zeros, which hold nothing private.
type silent struct{ answers int }

func (*silent) Send(...[]byte) {}

func (w *silent) Receive(answer []byte) error {
	if w.answers == 0 {
		return errStop
	}
	w.answers--
	clear(answer)
	return nil
}
