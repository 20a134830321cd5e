package vaultui

import (
	"reflect"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/jsbridge/vaultui/answers"
)

func TestTheTemplateNamesTheColumnsThatAreUsed(t *testing.T) {
	got := columnsMessage([]answers.SampleColumn{{Name: "age"}, {Name: "note", Kind: "ignored"}, {Name: "sex"}})
	if !reflect.DeepEqual(got, message{"type": "columns", "names": []any{"age", "sex"}}) {
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

func TestChargeRequestsNameThePriceItsUnitAndSampleDataAlone(t *testing.T) {
	price := message{"type": "chargeRequest", "request": 2, "epsilon": 1.0, "delta": 1e-6, "rho": 0.024}
	if got := chargeRequestMessage(2, 1, 1e-6, 0.024, false, false); !reflect.DeepEqual(got, price) {
		t.Errorf("got %v", got)
	}
	price["sample"], price["unit"] = true, "person"
	if got := chargeRequestMessage(2, 1, 1e-6, 0.024, true, true); !reflect.DeepEqual(got, price) {
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

func TestNothingIsSaidOfTheScreenWhileAFileIsOpen(t *testing.T) {
	var s screen
	say := func(p answers.Phase, height int, want bool) {
		t.Helper()
		m, said := s.tell(p, height)
		if said != want || said && !reflect.DeepEqual(m, message{"type": "view", "step": stepOf(p), "height": height}) {
			t.Errorf("phase %d, %d px: %v, %v", p, height, m, said)
		}
	}
	say(answers.Opening, 300, false)
	say(answers.Failed, 300, true)
	say(answers.Failed, 300, false) // nothing new
	say(answers.Failed, 0, false)   // not laid out
	say(answers.Choosing, 900, true)
	say(answers.Reading, 900, true) // before anything is read

	s.seal()
	for _, p := range []answers.Phase{answers.Reading, answers.Preview, answers.Choosing, answers.Running} {
		say(p, 100+int(p), false)
	}
	s.reopen() // the owner goes elsewhere: why is nothing for the page
	say(answers.Choosing, 901, false)

	s.settle() // the page knows of a failed run; the words about it are still on the screen
	say(answers.Choosing, 801, false)
	s.reopen()
	say(answers.Choosing, 902, true)

	s.seal()
	say(answers.Choosing, 903, false)
	s.released()
	say(answers.Done, 400, true)
}

func TestReadingAFileAndRunningAreOneStepToThePage(t *testing.T) {
	for _, p := range []answers.Phase{answers.Reading, answers.Preview, answers.Running} {
		if stepOf(p) != stepFile {
			t.Errorf("phase %d is step %q", p, stepOf(p))
		}
	}
}
