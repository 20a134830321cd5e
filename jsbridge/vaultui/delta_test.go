package vaultui

import (
	"testing"

	"privadapt/core/noise/accountant"
)

// After two of three equal runs it says that one is left.
func TestABudgetIsCountedInRuns(t *testing.T) {
	rho := accountant.Rho(1, 1e-7)
	b := Budget{3 * rho}
	for left := 3; left >= 0; left-- {
		if got := b.runs(1, 1e-7); got != left {
			t.Errorf("%d runs instead of %d", got, left)
		}
		b.Left -= rho
	}
}
