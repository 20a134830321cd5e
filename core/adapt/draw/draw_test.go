package draw

import (
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/adapt/solve"
	"privadapt/core/terms/method"
)

// A calibration that guarantees less than the claim is refused before the charge, by however little; the engine's own
// is then at fault.
func TestACalibrationCoversTheClaim(t *testing.T) {
	r := &run{Problem: &solve.Problem{Plan: &plan.Plan{Options: plan.Options{Epsilon: 2, Calibration: method.Paper}}}}
	for epsilon, covered := range map[float64]bool{1: true, 2: true, 2 + 1e-6: false, 2.5: false} {
		err := r.covers(epsilon)
		if (err == nil) != covered || err != nil && !strings.Contains(err.Error(), "guarantees only epsilon = 2") {
			t.Errorf("ε = %v for a claim of 2: %v", epsilon, err)
		}
	}
	r.Calibration = method.Tight
	if said := panics(func() { r.covers(2 + 1e-6) }); !strings.Contains(said, "misses its claim") {
		t.Errorf("a tight calibration that guarantees less: %q", said)
	}
}

// A run makes as many draws as were charged, or ends.
func TestDrawsAreThoseCharged(t *testing.T) {
	for made, ends := range map[int]bool{1: true, 2: false, 3: true} {
		if said := panics(func() { checkDraws(made, 2) }); (said != "") != ends {
			t.Errorf("%d draws, 2 charged: %q", made, said)
		}
	}
}

func panics(f func()) (said string) {
	defer func() { said, _ = recover().(string) }()
	f()
	return ""
}
