package nonlinear

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

const heading = `nonlinear models, chosen and fitted under the private weights; δ = %g, %d runs. error: mean squared error on the target over the
variance of its labels, or the log-loss of classes. public: the base model that cross-validation of the public sample alone chooses;
public blend: the best blend of public fits by the public sample alone. For every ε: error, its ratio to the public choice's
(95th percentile of the runs), the least ratio of any candidate in hindsight, and the error of the linear release.

`

// Command prints the evaluation and writes it as JSON.
func Command(args []string, out io.Writer) error {
	flags := command.NewFlags("nonlinear", out)
	o := suite.Options{Epsilons: []float64{0.1, 0.3, 1}, Repetitions: 5, Rows: 2000}
	o.Flags(flags, "runs on every task; labels that are text are classes")
	o.EpsilonsFlag(flags)
	public := flags.Bool("public", false, "fit to the public samples alone, without a private run")
	var file command.JSON
	file.Flag(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if slices.ContainsFunc(o.Epsilons, func(e float64) bool { return math.IsInf(e, 1) }) {
		return errors.New("experiment nonlinear: give finite epsilons")
	}
	if err := o.Check(flags, 50, out); err != nil {
		return err
	}
	if *public {
		o.Epsilons = nil
	}
	begun := time.Now()
	fmt.Fprintf(out, heading, suite.Delta, o.Repetitions)
	outcomes, err := Evaluate(o, func(t Outcome) { t.print(out) })
	if err != nil {
		return err
	}
	if !*public {
		printSummary(out, outcomes, o.Epsilons)
	}
	if o.Data != "" {
		if err := addPeers(out, outcomes, o); err != nil {
			fmt.Fprintf(out, "peers are left out: %v\n", err)
		}
	}
	fmt.Fprintf(out, "%d tasks in %.0f s\n", len(outcomes), time.Since(begun).Seconds())
	if err := file.Write(outcomes); err != nil {
		return err
	}
	if !*public {
		fmt.Fprintln(out, BlendLine(outcomes))
		fmt.Fprintln(out, ClosingLine(outcomes))
	}
	return nil
}

func (t Outcome) print(out io.Writer) {
	kind := "synthetic: " + t.About
	if t.Real {
		kind = "real"
	}
	fmt.Fprintf(out, "%s (%s; m = %d, n = %d, %d columns)\n  public %.4f (%s)%s, public blend %.4f\n", t.Task, kind,
		t.SourceRows, t.TargetRows, t.Columns, t.Public.Error, t.Base, classText(t.Public), t.Blend.Error)
	for _, a := range t.At {
		fmt.Fprintf(out, "  ε = %-4g %.4f, %.3f (%.3f) of the public choice, in hindsight %.3f%s", a.Epsilon, a.Mean.Error,
			a.Ratio, a.P95, a.Best, classText(a.Mean))
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
	fmt.Fprintf(
		out,
		"geometric means of error ratios\n  %-5s %-36s %-36s %-18s %-18s %-18s\n",
		"ε",
		"to the public choice (real, families)",
		"to the public blend (real, families)",
		"in hindsight",
		"to linear release",
		"worst p95",
	)
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

// BlendLine states the task with the largest mean error over the error of the blend of public fits, which needs no
// private rows.
func BlendLine(outcomes []Outcome) string {
	worst, where, runs := 0.0, "", 0
	for _, t := range outcomes {
		for _, a := range t.At {
			if ratio := a.Mean.Error / t.Blend.Error; ratio > worst {
				worst, where, runs = ratio, fmt.Sprintf("%s at ε = %g", t.Task, a.Epsilon), len(a.Runs)
			}
		}
	}
	return fmt.Sprintf("worst error over the public blend %.3f (%s, mean of %d draws)", worst, where, runs)
}

// ClosingLine is the evaluation in one line: geometric means over all tasks, and the largest mean ratio of a task at
// any ε.
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
	return fmt.Sprintf("evaluate: error %s of public choice at eps=1, %s at 0.3, %s at 0.1; worst harm %+.1f%% (%s)",
		at(1), at(0.3), at(0.1), 100*worst, where)
}
