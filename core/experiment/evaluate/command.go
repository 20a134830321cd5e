package evaluate

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Draw writes the figures of a report as files that begin with a prefix.
type Draw func(report *Report, prefix string) error

const heading = `mean squared error on the target over the variance of its labels, δ = %g, %d repetitions; of the engine mean (5th–95th
percentile), of the others means; effective sample sizes in parentheses. Without privacy: unweighted, reference (the engine's
objective on the exact moment), oracle (labelled target rows, cross-fitted), kmm (kernel mean matching, all rows), kliep (100
kernels, width by likelihood cross-validation), ratio (of densities, by logistic regression). Algorithms 2 and 3 are the
paper's, with tight noise and default rounds. kept = (unweighted − engine)/(unweighted − reference),
harm = engine/unweighted − 1. ε = ∞ is run as ε = %g.

`

// Command prints the evaluation and writes it as JSON and as SVG; draw is nil in a build that cannot.
func Command(args []string, out io.Writer, draw Draw) error {
	flags := flag.NewFlagSet("experiment evaluate", flag.ContinueOnError)
	flags.SetOutput(out)
	data := flags.String("data", "../shared/data", "`folder` of the real tasks, each a folder with source.csv, label y, target.csv and target_labels.csv")
	tasks := flags.String("tasks", "", "comma-separated `list` of real tasks; alone it leaves out the families (default all)")
	families := flags.String("families", "", "comma-separated `list` of synthetic families; alone it leaves out the real tasks (default all)")
	epsilons := flags.String("epsilons", "0.1,0.3,1,3,inf", "comma-separated `list`")
	repetitions := flags.Int("repetitions", 30, "runs of every method with privacy")
	rows := flags.Int("rows", 2000, "rows on either side of a synthetic family")
	file := flags.String("json", "", "`file` to write the result to")
	prefix := flags.String("svg", "", "`prefix` of the names of two SVG files to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	o := Options{Data: *data, Tasks: names(*tasks), Families: names(*families), Repetitions: *repetitions, Rows: *rows}
	if o.Repetitions < 1 || o.Repetitions > 1000 {
		return errors.New("experiment evaluate: choose 1 to 1000 repetitions")
	}
	if o.Rows < 20 || o.Rows > 10_000 { // a matrix of rows² numbers has to fit
		return errors.New("experiment evaluate: choose 20 to 10000 rows")
	}
	if *prefix != "" && draw == nil {
		return errors.New("experiment evaluate: SVG files are drawn by the native program; run make evaluate")
	}
	for _, text := range strings.Split(*epsilons, ",") {
		epsilon, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(epsilon > 0) {
			return fmt.Errorf("experiment evaluate: %q is no epsilon; give numbers above 0, or inf", text)
		}
		o.Epsilons = append(o.Epsilons, epsilon)
	}
	slices.Sort(o.Epsilons)
	o.Epsilons = slices.Compact(o.Epsilons)
	o.onlyNamed(out)
	begun := time.Now()
	fmt.Fprintf(out, heading, Delta, o.Repetitions, endless)
	o.Done = func(t Task) { t.print(out) }
	report, err := Evaluate(o)
	if err != nil {
		return err
	}
	report.Summary.print(out)
	fmt.Fprintf(out, "%d tasks in %.0f s\n", len(report.Tasks), time.Since(begun).Seconds())
	if *file != "" {
		text, err := json.MarshalIndent(report, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(*file, append(text, '\n'), 0o666); err != nil {
			return err
		}
	}
	if *prefix != "" {
		if err := draw(report, *prefix); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, report.Summary.ClosingLine())
	return nil
}

// onlyNamed leaves out the kind of tasks of which none is named while some of the other are, and real ones that are not here.
func (o *Options) onlyNamed(out io.Writer) {
	switch {
	case o.Tasks == nil && o.Families != nil:
		o.Data = ""
	case o.Tasks != nil && o.Families == nil:
		o.Families = []string{}
	}
	if _, err := os.Stat(o.Data); o.Data != "" && err != nil {
		fmt.Fprintf(out, "the folder %s is not here: the real tasks are left out\n", o.Data)
		o.Data = ""
	}
}

// names splits a list; an empty one is nil.
func names(list string) []string {
	if list == "" {
		return nil
	}
	var all []string
	for _, name := range strings.Split(list, ",") {
		all = append(all, strings.TrimSpace(name))
	}
	return all
}
