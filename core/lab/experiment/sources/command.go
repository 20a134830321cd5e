package sources

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"time"

	"privadapt/core/lab/experiment/command"
)

const heading = `several public samples; ε = %g, δ = 1e-6, %d runs. The public sample of each task is cut into groups by a column, and one group is poisoned,
another one in each run. error: mean squared error on the target over the variance of its labels, or the log-loss of classes. ours: the
engine on several files; union: on all rows as one file; best: on the group that is best for the target, in hindsight; without: on all
groups but the poisoned one.

`

type reader = io.ReadCloser

func open(text []byte) reader { return io.NopCloser(bytes.NewReader(text)) }

// Command prints the evaluation and writes it as JSON.
func Command(args []string, out io.Writer) error {
	flags := command.NewFlags("sources", out)
	o := Options{}
	flags.StringVar(&o.Data, "data", "../shared/data", "`folder` of the real tasks")
	flags.Float64Var(&o.Epsilon, "epsilon", 1, "privacy loss")
	flags.IntVar(&o.Repetitions, "repetitions", 2, "runs of each task and poison")
	flags.IntVar(&o.Rows, "rows", 0, "most rows of a source, and half of the most rows of a target; 0: all")
	tasks := flags.String("tasks", "", "tasks, separated by commas; empty: all")
	var file command.JSON
	file.Flag(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	o.Tasks = command.Names(*tasks)
	begun := time.Now()
	fmt.Fprintf(out, heading, o.Epsilon, o.Repetitions)
	outcomes, err := Evaluate(o, func(t Outcome) { t.print(out) })
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%.0f s\n", ClosingLine(outcomes), time.Since(begun).Seconds())
	return file.Write(outcomes)
}

// Evaluate runs every task with every poison and passes each outcome to done when it is finished.
func Evaluate(o Options, done func(Outcome)) ([]Outcome, error) {
	var outcomes []Outcome
	for _, c := range cuts {
		if o.Tasks != nil && !slices.Contains(o.Tasks, c.task) {
			continue
		}
		t, err := load(filepath.Join(o.Data, c.task), o.Rows)
		if err != nil {
			return nil, err
		}
		for _, p := range Poisons {
			one := Outcome{Task: c.task, Column: c.column, Groups: c.groups, Poison: p}
			if err := t.evaluate(&one, o); err != nil {
				return nil, fmt.Errorf("sources: %s, %s: %w", c.task, p, err)
			}
			outcomes = append(outcomes, one)
			done(one)
		}
	}
	return outcomes, nil
}

func (t Outcome) print(out io.Writer) {
	fmt.Fprintf(
		out,
		"%-34s %-19s %d groups  %-8s  ours %.4f  union %.4f  best %.4f  without %.4f  left out %d, wrongly %d, asked %d of %d\n",
		t.Task,
		"by "+t.Column,
		t.Groups,
		t.Poison,
		t.Ours,
		t.Union,
		t.Best,
		t.Without,
		t.Dropped,
		t.Wrong,
		t.Asked,
		t.Runs,
	)
}

// ClosingLine is the evaluation in one line: geometric means of error ratios, and the largest ones.
func ClosingLine(outcomes []Outcome) string {
	text := "sources:"
	for _, c := range []struct {
		name string
		of   func(Outcome) float64
	}{
		{"union", func(t Outcome) float64 { return t.Union }},
		{"best single", func(t Outcome) float64 { return t.Best }},
		{"better of both", func(t Outcome) float64 { return math.Min(t.Union, t.Best) }},
		{"without the poisoned group", func(t Outcome) float64 { return t.Without }},
	} {
		sum, n, worst := 0.0, 0, math.Inf(-1)
		for _, t := range outcomes {
			if t.Ours == 0 || t.Poison == Clean {
				continue
			}
			ratio := t.Ours / c.of(t)
			sum, n, worst = sum+math.Log(ratio), n+1, math.Max(worst, ratio)
		}
		text += fmt.Sprintf(" error %.3f of %s (worst %.3f);", math.Exp(sum/float64(n)), c.name, worst)
	}
	return text[:len(text)-1]
}
