package answers

import (
	"testing"

	"privadapt/jsbridge/vaultui/wording"
)

func fixed(t *testing.T, s *Session, epsilon float64) bool {
	t.Helper()
	out := s.Fix(Options{"epsilon": epsilon}, nil, "", "")
	if out["epsilon"] != epsilon {
		t.Fatalf("phase %v, options %v", s.Phase, out)
	}
	return out["settingsAfterPreview"].(bool)
}

func TestSettingsBeforeAnyReportAreUnmarked(t *testing.T) {
	s := &Session{}
	if fixed(t, s, 1) || fixed(t, s, 2) {
		t.Error("changed before a report was shown, yet marked")
	}
}

func TestSettingsAfterAReportAreMarkedAndStaySo(t *testing.T) {
	s := &Session{}
	fixed(t, s, 1)
	s.Told()
	if fixed(t, s, 1) {
		t.Error("the same settings again are no change")
	}
	s.Told()
	if !fixed(t, s, 2) {
		t.Error("other settings after a report must be marked")
	}
	if !fixed(t, s, 1) {
		t.Error("going back is a choice made after the report as well")
	}
}

func TestTheSessionKeepsItsOwnCopy(t *testing.T) {
	s := &Session{}
	options := Options{"epsilon": 1.0}
	s.Fix(options, nil, "", "")
	s.Told()
	options["epsilon"] = 2.0
	if out := s.Fix(options, nil, "", ""); out["settingsAfterPreview"] != true {
		t.Error("a change to the caller's map went unnoticed")
	}
}

func TestALaterVaultRemembers(t *testing.T) {
	for _, c := range []struct {
		before, after float64
		marked        bool
	}{{1, 1, false}, {1, 2, true}} {
		first := &Session{}
		fixed(t, first, c.before)
		later := &Session{}
		later.Resume(first.Picked())
		if fixed(t, later, c.after) != c.marked {
			t.Errorf("%v after %v: marked is %v", c.after, c.before, !c.marked)
		}
		// The mark remains in the vault after that one.
		third := &Session{}
		third.Resume(later.Picked())
		if fixed(t, third, c.after) != c.marked {
			t.Errorf("%v after %v: marked is %v in a third vault", c.after, c.before, !c.marked)
		}
	}
}

func TestAFileCanBePickedBesideTheAnswersAlone(t *testing.T) {
	for p := Opening; p <= Done; p++ {
		if p.CanPick() != (p == Choosing) || p.CanRun() != (p == Preview) {
			t.Errorf("phase %d", p)
		}
	}
}

func TestALargeEpsilonIsAskedAboutOnceMore(t *testing.T) {
	var s Session
	for i, step := range []struct {
		epsilon float64
		asks    bool
	}{{1, false}, {10, false}, {10.5, true}, {10.5, false}, {20, true}, {1, false}, {20, true}, {20, false}} {
		if got := s.AsksAgain(step.epsilon); got != step.asks {
			t.Errorf("step %d, epsilon %v: %v", i, step.epsilon, got)
		}
	}
}

// Which columns are used is a setting: one that is changed after a report is recorded as changed.
func TestIgnoredColumnsAreSettings(t *testing.T) {
	var s Session
	options := Options{"epsilon": 1.0}
	s.Fix(options, []string{"sold", "built"}, "", "")
	s.Told()
	if out := s.Fix(options, []string{"built", "sold"}, "", ""); out["settingsAfterPreview"] != false {
		t.Error("the same columns in another order pass for a change")
	}
	if out := s.Fix(options, []string{"built"}, "", ""); out["settingsAfterPreview"] != true {
		t.Error("another choice of columns is not recorded")
	}
}

// How the sample is read is a setting: the same rows with another label answer another question.
func TestHowTheSampleIsReadIsASetting(t *testing.T) {
	var s Session
	options := Options{"epsilon": 1.0}
	for _, c := range []struct {
		reading string
		changed bool
	}{{`{"label":"price"}`, false}, {`{"label":"price"}`, false}, {`{"label":"area"}`, true}} {
		if out := s.Fix(options, nil, c.reading, ""); out["settingsAfterPreview"] != c.changed {
			t.Errorf("%s: marked is %v", c.reading, !c.changed)
		}
		s.Told()
	}
}

// Of a report the model is a setting: another one after a report on the file counts as a change, and of other results
// it does not.
func TestTheModelOfAReportIsASetting(t *testing.T) {
	for kind, changed := range map[string]bool{wording.ReleaseReport: true, "model": false} {
		var s Session
		options := Options{FieldRelease: kind}
		s.Fix(options, nil, "", "aa")
		s.Told()
		if out := s.Fix(options, nil, "", "aa"); out["settingsAfterPreview"] != false {
			t.Errorf("%s: the same model is a change", kind)
		}
		if out := s.Fix(options, nil, "", "bb"); out["settingsAfterPreview"] != changed {
			t.Errorf("%s: %v", kind, out)
		}
	}
}

// The owner's headers are settings that the page does not keep.
func TestOtherHeadersAfterAReportAreMarked(t *testing.T) {
	var s Session
	s.Fix(Options{"epsilon": 1.0}, nil, "", "")
	s.Name(map[string]string{"age": "Alter"})
	s.Told()
	s.Name(map[string]string{"age": "Alter"})
	if s.Changed() || s.Picked() != (Seen{`{"epsilon":1}`, false}) {
		t.Errorf("the same headers: %+v", s.Picked())
	}
	s.Name(map[string]string{"age": "Jahre"})
	if !s.Changed() {
		t.Error("other headers after a report are not marked")
	}
	var none Session
	none.Told()
	none.Name(map[string]string{})
	if none.Changed() {
		t.Error("no header is marked")
	}
}
