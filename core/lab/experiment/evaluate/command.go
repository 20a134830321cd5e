package evaluate

import (
	"fmt"
	"io"
	"math"
	"time"

	"privadapt/core/lab/experiment/command"
	"privadapt/core/lab/experiment/suite"
)

const heading = `mean squared error on the target over the variance of its labels, δ = %g, %d repetitions; of the engine mean (5th–95th
percentile), of the others means; effective sample sizes in parentheses. Without privacy: unweighted, reference (the engine's
objective on the exact moment), oracle (labelled target rows, cross-fitted), kmm (kernel mean matching, all rows), kliep (100
kernels, width by likelihood cross-validation), ratio (of densities, by logistic regression). Algorithms 2 and 3 are the
paper's, with tight noise and default rounds. kept = (unweighted − engine)/(unweighted − reference),
harm = engine/unweighted − 1. ε = ∞ is run as ε = %g.

`

// Command prints the evaluation and writes it as JSON and, where the build can draw, as two SVG files.
func Command(args []string, out io.Writer, draw command.Draw[*Report]) error {
	flags := command.NewFlags("evaluate", out)
	o := suite.Options{Epsilons: []float64{0.1, 0.3, 1, 3, math.Inf(1)}, Repetitions: 30, Rows: 2000}
	o.Flags(flags, "runs of every method with privacy")
	o.EpsilonsFlag(flags)
	files := command.NewOutput(flags, draw, "`prefix` of the names of two SVG files to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := files.Check(flags); err != nil {
		return err
	}
	if err := o.Check(flags, 20, out); err != nil {
		return err
	}
	begun := time.Now()
	fmt.Fprintf(out, heading, suite.Delta, o.Repetitions, suite.Endless)
	report, err := Evaluate(o, func(t Task) { t.print(out) })
	if err != nil {
		return err
	}
	report.Summary.print(out)
	fmt.Fprintf(out, "%d tasks in %.0f s\n", len(report.Tasks), time.Since(begun).Seconds())
	if err := files.Write(report); err != nil {
		return err
	}
	fmt.Fprintln(out, report.Summary.ClosingLine())
	return nil
}
