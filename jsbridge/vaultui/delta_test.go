package vaultui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"privadapt/core/release/verify"
)

// Nobody is asked for δ, so the computed one must never raise the verifier's remark, not for a file of ten times as
// many rows either; and it is not smaller than that needs.
func TestTheComputedDeltaNeverRaisesARemark(t *testing.T) {
	for rows := 1.0; rows <= 1e9; rows = math.Ceil(rows * 1.07) {
		delta := deltaFor(rows, 0)
		if delta > 1e-6 || delta*10*rows > verify.LargestDeltaRows*(1+1e-12) {
			t.Errorf("%v rows: δ = %v", rows, delta)
		}
		if larger := 10 * delta; larger <= 1e-6*(1+1e-12) && larger*10*rows <= verify.LargestDeltaRows*(1-1e-12) {
			t.Errorf("%v rows: δ = %v, and %v would do", rows, delta, larger)
		}
	}
	for rows, want := range map[float64]string{0: "1e-10", 100: "1e-6", 101: "1e-7", 5000: "1e-8", 100_000: "1e-9"} {
		if got := plain(deltaFor(rows, 0)); got != want {
			t.Errorf("%v rows: δ = %s, want %s", rows, got, want)
		}
	}
}

func TestTheComputedDeltaStaysWithinALinks(t *testing.T) {
	if got := deltaFor(5000, 1e-5); got != deltaFor(5000, 0) {
		t.Errorf("a link that allows more raises δ to %v", got)
	}
	if got := deltaFor(5000, 1e-12); got != 1e-12 {
		t.Errorf("δ = %v", got)
	}
}

func TestTheHelpStatesTheRuleOfTheVerifier(t *testing.T) {
	rule := fmt.Sprintf("at most %v divided by ten times as many", verify.LargestDeltaRows)
	if !strings.Contains(textDeltaHelp, rule) {
		t.Errorf("%q does not say %q", textDeltaHelp, rule)
	}
}
