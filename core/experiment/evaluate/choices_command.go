package evaluate

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

const choicesHeading = `how the defaults could have been chosen otherwise, δ = %g, %d runs. For every rule and ε: kept, the median fraction of the gain
without privacy that is kept, over the tasks where that is 5%% or more (both by the rule's own models); harm, the worst mean error
over that of the rule's unweighted model, where no privacy would do none; error, the geometric mean over all tasks of the error over
that of the default, so that below 1 the rule is better. The default: predictions limited to the range of the source's labels,
columns as they are, clipped to 1.5·√dim, ridge by cross-validation.

`

// ChoicesCommand compares the rules behind the defaults with others, prints tables and writes them as JSON.
func ChoicesCommand(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("experiment choices", flag.ContinueOnError)
	flags.SetOutput(out)
	data := flags.String("data", "../shared/data", "`folder` of the real tasks, as for evaluate")
	tasks := flags.String("tasks", "", "comma-separated `list` of real tasks; alone it leaves out the families (default all)")
	families := flags.String("families", "", "comma-separated `list` of synthetic families; alone it leaves out the real tasks (default all)")
	groups := flags.String("groups", "", "comma-separated `list` of prediction, radius, features, second stage (default all)")
	repetitions := flags.Int("repetitions", 5, "runs of every rule")
	rows := flags.Int("rows", 2000, "rows on either side of a synthetic family")
	file := flags.String("json", "", "`file` to write the result to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	o := Options{Data: *data, Tasks: names(*tasks), Families: names(*families), Repetitions: *repetitions, Rows: *rows, Epsilons: []float64{0.1, 0.3, 1}}
	if o.Repetitions < 1 || o.Repetitions > 1000 || o.Rows < 20 || o.Rows > 10_000 {
		return errors.New("experiment choices: choose 1 to 1000 repetitions and 20 to 10000 rows")
	}
	o.onlyNamed(out)
	o.Done = func(t Task) { fmt.Fprintf(out, "%s: measured\n", t.Name) }
	begun := time.Now()
	fmt.Fprintf(out, choicesHeading, Delta, o.Repetitions)
	result, err := Choose(o, names(*groups))
	if err != nil {
		return err
	}
	fmt.Fprintln(out)
	result.print(out)
	fmt.Fprintf(out, "\nchoices: %d rules in %.0f s\n", len(result.Rules), time.Since(begun).Seconds())
	if *file == "" {
		return nil
	}
	text, err := json.MarshalIndent(result, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(*file, append(text, '\n'), 0o666)
}

// print writes a table for the real tasks and one for the families.
func (c *Choices) print(out io.Writer) {
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
