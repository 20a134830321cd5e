package vaultui

import (
	"reflect"
	"strings"
	"testing"

	"privadapt/core/adapt"
)

func TestReadingProgressStaysInside(t *testing.T) {
	for _, stage := range []string{stageTarget, "source", "", "anything"} {
		if _, public := progressMessage(stage, 1, 2); public {
			t.Errorf("progress of stage %q would leave the vault", stage)
		}
	}
	if got, public := progressMessage(stageSolve, 3, 100); !public || got["done"] != 3.0 {
		t.Errorf("got %v", got)
	}
}

func TestRunFailuresLeaveAsOneOfAFewCodes(t *testing.T) {
	for code, want := range map[string]string{
		"cancelled": "cancelled", "not-charged": "not-charged", "crashed": "crashed",
		"internal": "run-failed", "bad-encoding": "run-failed", "secret in a code": "run-failed",
	} {
		if got := runFailure(code); !reflect.DeepEqual(got, message{"type": "failed", "code": want}) {
			t.Errorf("%s leaves as %v", code, got)
		}
	}
}

func TestChargeRequestsNameThePriceAndSampleDataAlone(t *testing.T) {
	price := message{"type": "chargeRequest", "request": 2, "epsilon": 1.0, "delta": 1e-6, "rho": 0.024}
	if got := chargeRequestMessage(2, 1, 1e-6, 0.024, false); !reflect.DeepEqual(got, price) {
		t.Errorf("got %v", got)
	}
	price["sample"] = true
	if got := chargeRequestMessage(2, 1, 1e-6, 0.024, true); !reflect.DeepEqual(got, price) {
		t.Errorf("got %v", got)
	}
}

func TestReleaseCarriesTheReleasedTextAndItsCheck(t *testing.T) {
	got := releaseMessage("{}", "", &Verification{OK: true, Epsilon: 1, Delta: 1e-6}, nil)
	want := message{"type": "release", "release": "{}", "verification": map[string]any{
		"ok": true, "epsilon": 1.0, "delta": 1e-6, "problems": []any{}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	got = releaseMessage("{}", "row,weight", nil, &adapt.Explanation{Shifts: []adapt.Shift{{Name: "age", Source: 0.5}}})
	explanation, _ := got["explanation"].(string)
	if !strings.Contains(explanation, `"name": "age"`) {
		t.Errorf("explanation %q", explanation)
	}
	delete(got, "explanation")
	if !reflect.DeepEqual(got, message{"type": "release", "release": "{}", "weightsCSV": "row,weight"}) {
		t.Errorf("got %v", got)
	}
}
