// Package accounting compares the noise that accountants ask for.
package accounting

import (
	"fmt"
	"io"
	"math"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/lab/experiment/command"
	"privadapt/core/noise/accountant"
)

// Command prints the noise that a budget asks for under several accountants, in units of what it hides: σ/Δ of one
// Gaussian release, and the scale β/R of K vertex draws from scores of range R.
func Command(args []string, out io.Writer) error {
	flags := command.NewFlags("accounting", out)
	delta := flags.Float64("delta", 1.0/8000, "`δ` of all rows")
	draws := flags.Int("draws", 1000, "`K`, vertex draws")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *draws < 1 {
		return fmt.Errorf("experiment accounting: --draws is %d; choose a number from 1", *draws)
	}
	if err := accountant.CheckBudget(1, *delta); err != nil {
		return err
	}
	fmt.Fprintf(out, "δ = %.4g\n", *delta)
	fmt.Fprintf(out, "%-6s | %-30s | %s\n", "", "one Gaussian release, σ/Δ", fmt.Sprintf("%d vertex draws, β/R", *draws))
	fmt.Fprintf(out, "%-6s | %9s %9s %10s | %9s %12s %10s %10s %12s\n",
		"ε", "exact", "zCDP", "zCDP/exact", "tight", "pure by zCDP", "advanced", "the paper", "paper/tight")
	for _, epsilon := range []float64{0.1, 0.5, 1, 2, 4, 8} {
		rho := accountant.Rho(epsilon, *delta)
		exact, concentrated := 1/accountant.GaussianMu(epsilon, *delta), 1/math.Sqrt(2*rho)
		tight := 1 / accountant.BoundedRangeEta(*draws, epsilon, *delta)
		pure := math.Sqrt(float64(*draws) / (2 * rho))
		advanced := 1 / accountant.AdvancedEpsilon0(*draws, epsilon, *delta)
		// With μ = n, r = r̂ = 1 the range is R = 1.
		paper := mechanism.PaperScale(1, 1, 1, *draws, 1, epsilon, *delta)
		fmt.Fprintf(out, "%-6v | %9.3f %9.3f %10.3f | %9.2f %12.2f %10.2f %10.2f %12.2f\n",
			epsilon, exact, concentrated, concentrated/exact, tight, pure, advanced, paper, paper/tight)
	}
	return nil
}
