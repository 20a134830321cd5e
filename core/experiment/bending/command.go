package bending

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"privadapt/core/experiment/evaluate"
)

const heading = `models that bend, chosen and fitted under the private weights; δ = %g, %d runs. error: mean squared error on the target over the
variance of its labels, or the log-loss of classes. public: the base model that cross-validation of the public sample alone chooses;
public blend: the best blend of public fits by the public sample alone. For every ε: error, its ratio to that of the public choice
(95th percentile of the runs), the least ratio of any candidate in hindsight, and the error of the linear release.

`

// Command prints the evaluation and writes it as JSON.
func Command(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("experiment bending", flag.ContinueOnError)
	flags.SetOutput(out)
	data := flags.String("data", "../shared/data", "`folder` of the real tasks, as for evaluate; labels that are text are classes")
	tasks := flags.String("tasks", "", "comma-separated `list` of real tasks; alone it leaves out the families (default all)")
	families := flags.String("families", "", "comma-separated `list` of synthetic families; alone it leaves out the real tasks (default all)")
	epsilons := flags.String("epsilons", "0.1,0.3,1", "comma-separated `list`")
	repetitions := flags.Int("repetitions", 5, "runs on every task")
	rows := flags.Int("rows", 2000, "rows on either side of a synthetic family")
	peers := flags.Bool("peers", true, "run scikit-learn on the real tasks as well")
	file := flags.String("json", "", "`file` to write the result to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	o := Options{Data: *data, Tasks: names(*tasks), Families: names(*families), Repetitions: *repetitions, Rows: *rows}
	if o.Repetitions < 1 || o.Repetitions > 1000 || o.Rows < 50 || o.Rows > 10_000 {
		return errors.New("experiment bending: choose 1 to 1000 repetitions and 50 to 10000 rows")
	}
	for _, text := range strings.Split(*epsilons, ",") {
		epsilon, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(epsilon > 0) || math.IsInf(epsilon, 1) {
			return fmt.Errorf("experiment bending: %q is no epsilon; give finite numbers above 0", text)
		}
		o.Epsilons = append(o.Epsilons, epsilon)
	}
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
	slices.Sort(o.Epsilons)
	begun := time.Now()
	fmt.Fprintf(out, heading, evaluate.Delta, o.Repetitions)
	o.Done = func(t Outcome) { t.print(out) }
	outcomes, err := Evaluate(o)
	if err != nil {
		return err
	}
	printSummary(out, outcomes, o.Epsilons)
	if o.Data != "" && *peers {
		if err := addPeers(out, outcomes, o); err != nil {
			fmt.Fprintf(out, "peers are left out: %v\n", err)
		}
	}
	fmt.Fprintf(out, "%d tasks in %.0f s\n", len(outcomes), time.Since(begun).Seconds())
	if *file != "" {
		text, err := json.MarshalIndent(outcomes, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(*file, append(text, '\n'), 0o666); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, ClosingLine(outcomes))
	return nil
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

func (t Outcome) print(out io.Writer) {
	kind := "synthetic: " + t.About
	if t.Real {
		kind = "real"
	}
	fmt.Fprintf(out, "%s (%s; m = %d, n = %d, %d columns)\n  public %.4f (%s)%s, public blend %.4f\n", t.Task, kind, t.SourceRows, t.TargetRows,
		t.Columns, t.Public.Error, t.Base, classText(t.Public), t.Blend.Error)
	for _, a := range t.At {
		fmt.Fprintf(out, "  ε = %-4g %.4f, %.3f (%.3f) of the public choice, in hindsight %.3f%s", a.Epsilon, a.Mean.Error, a.Ratio, a.P95, a.Best, classText(a.Mean))
		if a.Today > 0 {
			fmt.Fprintf(out, ", linear release %.4f", a.Today)
		}
		if a.Kept > 0 {
			fmt.Fprintf(out, ", public choice kept in %d of %d", a.Kept, len(a.Runs))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out)
}

func classText(s Score) string {
	if s.AUC == 0 {
		return ""
	}
	return fmt.Sprintf(", AUC %.4f, accuracy %.4f, Brier score %.4f", s.AUC, s.Accuracy, s.Brier)
}

// mean is the geometric mean over the outcomes at an ε of a ratio, over those for which there is one.
func mean(outcomes []Outcome, epsilon float64, ratio func(Outcome, At) float64) (float64, int) {
	sum, n := 0.0, 0
	for _, t := range outcomes {
		for _, a := range t.At {
			if v := ratio(t, a); a.Epsilon == epsilon && v > 0 {
				sum += math.Log(v)
				n++
			}
		}
	}
	if n == 0 {
		return math.NaN(), 0
	}
	return math.Exp(sum / float64(n)), n
}

func publicRatio(_ Outcome, a At) float64 { return a.Ratio }

func printSummary(out io.Writer, outcomes []Outcome, epsilons []float64) {
	var real, drawn []Outcome
	for _, t := range outcomes {
		if t.Real {
			real = append(real, t)
		} else {
			drawn = append(drawn, t)
		}
	}
	fmt.Fprintf(out, "geometric means of error ratios\n  %-5s %-36s %-36s %-18s %-18s %-18s\n", "ε", "to the public choice (real, families)", "to the public blend (real, families)", "in hindsight", "to linear release", "worst p95")
	for _, epsilon := range epsilons {
		text := func(part []Outcome, ratio func(Outcome, At) float64) string {
			v, n := mean(part, epsilon, ratio)
			if n == 0 {
				return "–"
			}
			return fmt.Sprintf("%.3f", v)
		}
		toBlend := func(t Outcome, a At) float64 { return a.Mean.Error / t.Blend.Error }
		hindsight := func(_ Outcome, a At) float64 { return a.Best }
		today := func(_ Outcome, a At) float64 {
			if a.Today == 0 {
				return 0
			}
			return a.Mean.Error / a.Today
		}
		worst, at := 0.0, ""
		for _, t := range outcomes {
			for _, a := range t.At {
				if a.Epsilon == epsilon && a.P95 > worst {
					worst, at = a.P95, t.Task
				}
			}
		}
		fmt.Fprintf(out, "  %-5g %-36s %-36s %-18s %-18s %.3f %s\n", epsilon,
			text(outcomes, publicRatio)+" ("+text(real, publicRatio)+", "+text(drawn, publicRatio)+")",
			text(outcomes, toBlend)+" ("+text(real, toBlend)+", "+text(drawn, toBlend)+")",
			text(outcomes, hindsight), text(outcomes, today), worst, at)
	}
}

// ClosingLine is the evaluation in one line: geometric means over all tasks, and the largest mean ratio of a task at any ε.
func ClosingLine(outcomes []Outcome) string {
	at := func(epsilon float64) string {
		v, n := mean(outcomes, epsilon, publicRatio)
		if n == 0 {
			return "n/a"
		}
		return fmt.Sprintf("%.3f", v)
	}
	worst, where := math.Inf(-1), ""
	for _, t := range outcomes {
		for _, a := range t.At {
			if a.Ratio-1 > worst {
				worst, where = a.Ratio-1, fmt.Sprintf("%s at ε = %g", t.Task, a.Epsilon)
			}
		}
	}
	return fmt.Sprintf("evaluate: error %s of public choice at eps=1, %s at 0.3, %s at 0.1; worst harm %+.1f%% (%s)", at(1), at(0.3), at(0.1), 100*worst, where)
}
