package answers

import (
	"testing"

	"privadapt/core/noise/accountant"
	"privadapt/core/release/verify"
	"privadapt/jsbridge/vaultui/wording"
)

func TestTheComputedDeltaSuitsTenTimesAsManyRows(t *testing.T) {
	for rows, want := range map[float64]float64{1: 1e-6, 100: 1e-6, 101: 1e-7, UsualRows: 1e-7, 5000: 1e-8, 1e6: 1e-10} {
		got := DeltaFor(rows, 0)
		if got/want < 1-1e-9 || got/want > 1+1e-9 {
			t.Errorf("%v rows: %v instead of %v", rows, got, want)
		}
		if product := got * rows * deltaRoom; product > verify.LargestDeltaRows*(1+1e-9) {
			t.Errorf("%v rows: the verifier remarks on δ·n = %v", rows, product)
		}
	}
}

func TestTheDeltaOfALinkIsAMaximum(t *testing.T) {
	for _, c := range []struct{ rows, most, want float64 }{
		{3000, 1e-6, 1e-8}, {100, 1e-6, 1e-6}, {100, 1e-7, 1e-7}, {100, 3e-8, 3e-8}, {3000, 1e-4, 1e-8},
	} {
		if got := DeltaFor(c.rows, c.most); got/c.want < 1-1e-9 || got/c.want > 1+1e-9 {
			t.Errorf("%v rows, at most %v: %v instead of %v", c.rows, c.most, got, c.want)
		}
	}
}

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
