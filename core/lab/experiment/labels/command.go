package labels

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"privadapt/core/lab/experiment/command"
	"privadapt/core/lab/experiment/suite"
)

const heading = `private labels; δ = %g, %d splits of the target: seven rows of ten are private, models are scored on the others. error: mean squared
error over the variance of the labels, or the log-loss of classes. public: the model that cross-validation of the public sample
alone chooses; unlabelled: the engine without labels; ours: the engine with labels; labels only: the public model corrected by
labels, nothing fitted under weights; no noise: the same from exact sums; AdaSSP (Wang 2018), Boosted AdaSSP (Tang et al. 2023, the best
of four numbers of rounds in hindsight): linear models of the private rows alone. held: the intervals of 95%% that hold what they
state. Families are run where they are named.

`

// Command prints the evaluation and writes it as JSON.
func Command(args []string, out io.Writer) error {
	flags := command.NewFlags("labels", out)
	o := suite.Options{Epsilons: []float64{0.1, 0.3, 1, 3}, Repetitions: 5, Rows: 2000}
	o.Flags(flags, "splits of every task")
	o.EpsilonsFlag(flags)
	var file command.JSON
	file.Flag(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if slices.ContainsFunc(o.Epsilons, func(e float64) bool { return math.IsInf(e, 1) }) {
		return errors.New("experiment labels: give finite epsilons")
	}
	if err := o.Check(flags, 50, out); err != nil {
		return err
	}
	if o.Data != "" && o.Families == nil {
		o.Families = []string{}
	}
	begun := time.Now()
	fmt.Fprintf(out, heading, suite.Delta, o.Repetitions)
	outcomes, err := Evaluate(o, func(t Outcome) { t.print(out) })
	if err != nil {
		return err
	}
	printSummary(out, outcomes, o.Epsilons)
	fmt.Fprintf(out, "%d tasks in %.0f s\n", len(outcomes), time.Since(begun).Seconds())
	if err := file.Write(outcomes); err != nil {
		return err
	}
	fmt.Fprintln(out, ClosingLine(outcomes))
	return nil
}

func (t Outcome) print(out io.Writer) {
	fmt.Fprintf(out, "%s (m = %d, n = %d)\n", t.Task, t.Public, t.Private)
	for _, a := range t.At {
		fmt.Fprintf(out, "  ε = %-4g %5d labels", a.Epsilon, a.Labels)
		for _, m := range methods {
			if s, ok := a.Mean[m]; ok {
				fmt.Fprintf(out, "  %s %.4f", m, s.Error)
				if s.AUC > 0 {
					fmt.Fprintf(out, " (AUC %.4f)", s.AUC)
				}
			}
		}
		fmt.Fprintf(out, "  share %.2f  held %d of %d\n", a.Share, a.Held, a.Intervals)
	}
	fmt.Fprintln(out)
}

func printSummary(out io.Writer, outcomes []Outcome, epsilons []float64) {
	fmt.Fprintln(
		out,
		"geometric mean (worst) of the error over the public choice's, and of ours over the better of public and unlabelled",
	)
	for _, some := range []bool{false, true} {
		for _, epsilon := range epsilons {
			label := "all"
			if some {
				label = fmt.Sprint(Some)
			}
			fmt.Fprintf(out, "  ε = %-4g %-4s", epsilon, label)
			for _, m := range methods[1:] {
				v, worst := mean(outcomes, epsilon, some, func(a At) float64 { return a.ratio(m) })
				fmt.Fprintf(out, "  %s %.3f (%.3f)", m, v, worst)
			}
			v, worst := mean(outcomes, epsilon, some, harm)
			fmt.Fprintf(out, "  over the better %.3f (%.3f)\n", v, worst)
		}
	}
}

// harm is the error over that of the better of the models that no label entered.
func harm(a At) float64 {
	return a.Mean[ours].Error / math.Min(a.Mean[public].Error, a.Mean[unlabelled].Error)
}

// ClosingLine is the evaluation in one line.
func ClosingLine(outcomes []Outcome) string {
	at := func(epsilon float64) string {
		v, _ := mean(outcomes, epsilon, false, func(a At) float64 { return a.ratio(ours) })
		if math.IsNaN(v) {
			return "n/a"
		}
		return fmt.Sprintf("%.3f", v)
	}
	worst, held, intervals := math.Inf(-1), 0, 0
	for _, t := range outcomes {
		for _, a := range t.At {
			worst = math.Max(worst, harm(a)-1)
			held, intervals = held+a.Held, intervals+a.Intervals
		}
	}
	coverage := "n/a"
	if intervals > 0 {
		coverage = fmt.Sprintf("%.1f%%", 100*float64(held)/float64(intervals))
	}
	return fmt.Sprintf(
		"evaluate labels: error %s of the best public at eps=1, %s at 0.3, %s at 0.1; worst harm %+.1f%%; coverage %s",
		at(1),
		at(0.3),
		at(0.1),
		100*worst,
		coverage,
	)
}
