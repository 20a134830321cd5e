package choices

import (
	"fmt"
	"io"
	"time"

	"privadapt/core/lab/experiment/command"
	"privadapt/core/lab/experiment/suite"
)

const heading = `how the defaults could have been chosen otherwise, δ = %g, %d runs. For every rule and ε: kept, the median fraction of the gain
without privacy that is kept, over the tasks where that is 5%% or more (both by the rule's own models); harm, the worst mean error
over the error of the rule's unweighted model, where no privacy would do none; error, the geometric mean over all tasks of the error over
the default's error, so that below 1 the rule is better. The default: predictions limited to the range of the source's labels,
columns as they are, clipped to 1.5·√dim, ridge by cross-validation.

`

// Command compares the rules behind the defaults with others, prints tables and writes them as JSON.
func Command(args []string, out io.Writer) error {
	flags := command.NewFlags("choices", out)
	o := suite.Options{Epsilons: []float64{0.1, 0.3, 1}, Repetitions: 5, Rows: 2000}
	o.Flags(flags, "runs of every rule")
	var file command.JSON
	file.Flag(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := o.Check(flags, 20, out); err != nil {
		return err
	}
	begun := time.Now()
	fmt.Fprintf(out, heading, suite.Delta, o.Repetitions)
	result, err := Choose(o, func(subject string) { fmt.Fprintf(out, "%s: measured\n", subject) })
	if err != nil {
		return err
	}
	fmt.Fprintln(out)
	result.print(out)
	fmt.Fprintf(out, "\nchoices: %d rules in %.0f s\n", len(result.Rules), time.Since(begun).Seconds())
	return file.Write(result)
}

// print writes a table for the real tasks and one for the families.
func (c *Result) print(out io.Writer) {
	for _, part := range []struct {
		title    string
		verdicts func(*Rule) []Verdict
	}{
		{"real tasks", func(r *Rule) []Verdict { return r.Real }},
		{"synthetic families", func(r *Rule) []Verdict { return r.Families }},
	} {
		if part.verdicts(c.Rules[0])[0].Tasks == 0 {
			continue
		}
		fmt.Fprintf(out, "%-43s", part.title)
		for _, epsilon := range c.Epsilons {
			fmt.Fprintf(out, " | ε = %-3g kept  harm error", epsilon)
		}
		fmt.Fprintln(out)
		for _, r := range c.Rules {
			fmt.Fprintf(out, "%-43s", r.Group+": "+r.Name)
			for _, v := range part.verdicts(r) {
				fmt.Fprintf(out, " | %12s %6s %4.2f", share("%.2f", v.Kept, 1), share("%+.1f%%", v.Harm, 100), v.Error)
			}
			fmt.Fprintf(out, " | %d tasks, %d count\n", part.verdicts(r)[0].Tasks, part.verdicts(r)[0].Counted)
		}
		fmt.Fprintln(out)
	}
}

func share(format string, value *float64, unit float64) string {
	if value == nil {
		return "–"
	}
	return fmt.Sprintf(format, unit**value)
}
