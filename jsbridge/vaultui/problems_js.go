package vaultui

import (
	"privadapt/jsbridge/vaultui/answers"
)

// controls are the answers that can have a problem, by their names.
func (f *settingsForm) controls() map[string]element {
	return map[string]element{
		answers.FieldGroupBy: f.groups, answers.FieldEpsilon: f.epsilon,
		answers.FieldDelta: f.delta, answers.FieldRelease: f.release,
		answers.FieldLabels:    f.labels,
		answers.FieldMechanism: f.mechanism, answers.FieldCalibration: f.calibration,
		answers.FieldIterations: f.iterations,
		answers.FieldRadius:     f.radius,
		answers.FieldRows:       f.rows,
		answers.FieldUnit:       f.people,
	}
}

// forget takes back what is said of an answer.
func (f *settingsForm) forget(name string, control element) {
	place := f.open.find("#" + name + "-problem")
	place.SetTextContent("")
	show(place, false)
	control.RemoveAttribute("aria-invalid")
}

// complain puts every problem beside its field and goes to the first.
func (v *vault) complain(problems []answers.Problem) {
	f := v.settings
	controls := f.controls()
	for name, control := range controls {
		f.forget(name, control)
	}
	for i, problem := range problems {
		place := f.open.find("#" + problem.Field + "-problem")
		place.SetTextContent(problem.Text)
		show(place, true)
		control := controls[problem.Field]
		with(control, "aria-invalid", "true")
		if i > 0 {
			continue
		}
		switch problem.Field {
		case answers.FieldEpsilon:
			control = control.find("input")
			if chosen(f.epsilon) == epsilonOther {
				control = f.epsilonValue
			}
		case answers.FieldLabels:
			control = control.find("input")
		case answers.FieldUnit:
			control = f.unitColumn
		}
		for _, fold := range []element{f.details, f.advanced} {
			if fold.Call("contains", control.Value).Bool() {
				with(fold, "open", "")
			}
		}
		v.focus(control)
	}
}
