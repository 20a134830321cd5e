package answers

import (
	"testing"

	"privadapt/core/noise/accountant"
	"privadapt/jsbridge/vaultui/wording"
)

// After two of three equal runs it says that one is left.
func TestABudgetIsCountedInRuns(t *testing.T) {
	rho := accountant.Rho(1, 1e-7)
	b := Budget{3 * rho}
	for left := 3; left >= 0; left-- {
		if got := b.Runs(1, 1e-7); got != left {
			t.Errorf("%d runs instead of %d", got, left)
		}
		b.Left -= rho
	}
}

// What stands in the field is read again, in any language.
func TestRowsInTheFieldAreReadInEveryLanguage(t *testing.T) {
	defer wording.Speak("en")
	for _, tag := range []string{"en", "de"} {
		wording.Speak(tag)
		if rows, ok := DeclaredRows(wording.Grouped(12345)); !ok || rows != 12345 {
			t.Errorf("%s: %v, %v", tag, rows, ok)
		}
	}
}
