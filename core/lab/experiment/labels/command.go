package labels

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
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
	o := Options{suite.Options{Epsilons: []float64{0.1, 0.3, 1, 3}, Repetitions: 5, Rows: 2000}, []int{Some}}
	o.Flags(flags, "splits of every task")
	o.EpsilonsFlag(flags)
	flags.Func("labels", "comma-separated `list` of how many labels there are, beside all (default 200)",
		func(list string) error {
			o.Labels = nil
			for _, name := range command.Names(list) {
				n, err := strconv.Atoi(name)
				if err != nil || n < 1 {
					return fmt.Errorf("%q is no number of labels", name)
				}
				o.Labels = append(o.Labels, n)
			}
			return nil
		})
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
	printSummary(out, outcomes, o)
	fmt.Fprintf(out, "%d tasks in %.0f s\n", len(outcomes), time.Since(begun).Seconds())
	if err := file.Write(outcomes); err != nil {
		return err
	}
	fmt.Fprintln(out, PeersLine(outcomes))
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

func printSummary(out io.Writer, outcomes []Outcome, o Options) {
	fmt.Fprintln(out,
		"geometric mean (worst) of the error over the public choice's, and of ours over the better of public and unlabelled")
	for _, labels := range slices.Concat([]int{0}, o.Labels) {
		for _, epsilon := range o.Epsilons {
			if v, _ := mean(outcomes, epsilon, labels, harm); math.IsNaN(v) {
				continue
			}
			name := "all"
			if labels > 0 {
				name = fmt.Sprint(labels)
			}
			fmt.Fprintf(out, "  ε = %-4g %-4s", epsilon, name)
			for _, m := range methods[1:] {
				v, worst := mean(outcomes, epsilon, labels, func(a At) float64 { return a.ratio(m) })
				fmt.Fprintf(out, "  %s %.3f (%.3f)", m, v, worst)
			}
			v, worst := mean(outcomes, epsilon, labels, harm)
			fmt.Fprintf(out, "  over the better %.3f (%.3f)\n", v, worst)
		}
	}
}

// harm is the error over the error of the better model of the two that no label entered.
func harm(a At) float64 {
	return a.Mean[ours].Error / math.Min(a.Mean[public].Error, a.Mean[unlabelled].Error)
}

// PeersLine names the tasks on which a peer that sees the private rows alone errs less than ours with all labels at
// ε = 1.
func PeersLine(outcomes []Outcome) string {
	var better []string
	tasks := 0
	for _, t := range outcomes {
		for _, a := range t.At {
			if a.Epsilon != 1 || a.Labels != t.Private || t.Classes > 0 {
				continue
			}
			tasks++
			for _, m := range []string{peer, booster} {
				if ratio := a.Mean[m].Error / a.Mean[ours].Error; ratio < 1 {
					better = append(better, fmt.Sprintf("%s on %s by %.1f%%", m, t.Task, 100*(1-ratio)))
				}
			}
		}
	}
	if better == nil {
		better = []string{"none"}
	}
	return fmt.Sprintf("private-only peers that are better at eps=1, of %d tasks: %s", tasks, strings.Join(better, ", "))
}

// ClosingLine is the evaluation in one line.
func ClosingLine(outcomes []Outcome) string {
	at := func(epsilon float64) string {
		v, _ := mean(outcomes, epsilon, 0, func(a At) float64 { return a.ratio(ours) })
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
		"evaluate labels: error %s of the best public at eps=1 (aim 0.55), %s at 0.3, %s at 0.1; worst harm %+.1f%% (aim 2%%); coverage %s",
		at(1),
		at(0.3),
		at(0.1),
		100*worst,
		coverage,
	)
}
