package experiment

import (
	"flag"
	"fmt"
	"io"

	"privadapt/core/simplex"
)

// None prints what discrepancy minimisation reaches on a task without privacy, beside uniform weights. It writes no
// release: there is no certificate it could carry.
func None(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("experiment none", flag.ContinueOnError)
	flags.SetOutput(out)
	source := flags.String("source", "", "public labelled `file`")
	target := flags.String("target", "", "target `file`, treated as public")
	labels := flags.String("target-labels", "", "`file` with the target's labels in its first column, to score the models")
	label := flags.String("label", "", "`name` of the label column")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *source == "" || *target == "" || *label == "" {
		return fmt.Errorf("experiment none: give --source, --target and --label")
	}
	task, err := Load(*source, *target, *label, *labels)
	if err != nil {
		return err
	}
	adapted, err := task.WithoutPrivacy()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "NO PRIVACY: these figures are computed from the exact target moment and must not be published for private data.\n")
	fmt.Fprintf(out, "%-10s %12s %24s %26s\n", "weights", "‖M(q)‖₂", "effective sample size", "target MSE/label variance")
	for _, w := range []struct {
		name string
		q    []float64
	}{{"uniform", simplex.Uniform(task.Source.Rows)}, {"adapted", adapted}} {
		score := "no labels given"
		if *labels != "" {
			model, err := task.Model(w.q)
			if err != nil {
				return err
			}
			relative, err := task.RelativeError(model)
			if err != nil {
				return err
			}
			score = fmt.Sprintf("%.4f", relative)
		}
		fmt.Fprintf(out, "%-10s %12.5f %24.1f %26s\n", w.name, task.Norm(w.q), simplex.EffectiveSampleSize(w.q), score)
	}
	return nil
}
