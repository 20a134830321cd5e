// Package none adapts without privacy, as a yardstick on public data.
package none

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/command"
	"privadapt/core/release"
	"privadapt/core/solve/simplex"
)

// Scored says how good weights of the source's rows are on a task whose target is known.
type Scored struct {
	// "uniform", "adapted" without privacy, or the name of a release's file.
	Name                string  `json:"name"`
	Discrepancy         float64 `json:"discrepancy"` // ‖M(q)‖₂, exact
	EffectiveSampleSize float64 `json:"effectiveSampleSize"`
	// Mean squared error on the target over the variance of its labels, where these are known.
	RelativeError *float64 `json:"relativeError,omitempty"`
}

// Command prints the result of discrepancy minimisation on a task without privacy, beside uniform weights and the
// weights of the releases that args names. It writes no release, because no certificate would hold for it.
func Command(args []string, out io.Writer) error {
	flags := command.NewFlags("none", out)
	flags.Usage = func() {
		fmt.Fprintln(out, "Usage of experiment none: [options] [RELEASE…], each the file of released weights to score beside")
		flags.PrintDefaults()
	}
	source := flags.String("source", "", "public labelled `file`")
	target := flags.String("target", "", "target `file`, treated as public")
	labels := flags.String("target-labels", "", "`file` with the target's labels in its first column, to score the models")
	label := flags.String("label", "", "`name` of the label column")
	var file command.JSON
	file.Flag(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *source == "" || *target == "" || *label == "" {
		return fmt.Errorf("experiment none: give --source, --target and --label")
	}
	task, err := experiment.Load(*source, *target, *label, *labels)
	if err != nil {
		return err
	}
	adapted, err := task.WithoutPrivacy()
	if err != nil {
		return err
	}
	uniform := simplex.Uniform(task.Source.Rows)
	var scores []Scored
	score := func(name string, q []float64) error {
		s, err := scoreOf(task, name, q)
		scores = append(scores, s)
		return err
	}
	if err := score("uniform", uniform); err != nil {
		return err
	}
	if err := score("adapted", adapted); err != nil {
		return err
	}
	for _, path := range flags.Args() {
		q, err := releasedWeights(path, task.Source.Rows)
		if err != nil {
			return err
		}
		if err := score(filepath.Base(path), q); err != nil {
			return err
		}
	}
	printScores(out, scores)
	return file.Write(scores)
}

// scoreOf fits the second stage under the weights if there are labels by which it can be scored.
func scoreOf(t *experiment.Task, name string, q []float64) (Scored, error) {
	s := Scored{Name: name, Discrepancy: t.Norm(q), EffectiveSampleSize: simplex.EffectiveSampleSize(q)}
	if len(t.Labels) == 0 {
		return s, nil
	}
	model, err := t.Model(q)
	if err != nil {
		return s, err
	}
	relative, err := t.RelativeError(model)
	s.RelativeError = &relative
	return s, err
}

// releasedWeights reads the weights of a release for a source with this number of rows.
func releasedWeights(path string, rows int) ([]float64, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r, err := release.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("experiment none: %s: %w", path, err)
	}
	if r.Kind != release.Weights || len(r.Values.Weights) != rows {
		return nil, fmt.Errorf(
			"experiment none: %s is a release of kind %s with %d weights; give one of kind weights for the %d rows of this source",
			path,
			r.Kind,
			len(r.Values.Weights),
			rows,
		)
	}
	return r.Values.Weights, nil
}

func printScores(out io.Writer, scores []Scored) {
	fmt.Fprintf(out,
		"NO PRIVACY: these figures are computed from the exact target moment and must not be published for private data.\n")
	fmt.Fprintf(out, "%-20s %12s %24s %26s\n", "weights", "‖M(q)‖₂", "effective sample size", "target MSE/label variance")
	for _, s := range scores {
		relative := "no labels given"
		if s.RelativeError != nil {
			relative = fmt.Sprintf("%.4f", *s.RelativeError)
		}
		fmt.Fprintf(out, "%-20s %12.5f %24.1f %26s\n", s.Name, s.Discrepancy, s.EffectiveSampleSize, relative)
	}
}
