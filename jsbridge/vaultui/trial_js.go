package vaultui

import (
	"fmt"
	"math"
	"syscall/js"

	"privadapt/jsbridge/vaultui/answers"
	"privadapt/jsbridge/vaultui/sample"
	"privadapt/jsbridge/vaultui/wording"
)

// trialPart applies the released model to one row that the owner types, in the vault's own engine: what is typed leaves
// no more than a file does.
type trialPart struct {
	element
	fields, answer, others element
	release                string
	isModel                bool
	controls               map[string]element // by column
	asked                  int                // predictions so far
}

func (v *vault) newTrialPart() *trialPart {
	t := &trialPart{fields: el("div", "columns"), others: el("p", "help", texts.TrialOthers)}
	t.answer = with(el("output", ""), "aria-live", "polite")
	t.element = el("details", "trial", el("summary", "", texts.Trial), t.fields, t.others, el("p", "", t.answer))
	v.on(t.element, "change", v.try)
	v.on(t.element, "toggle", v.try)
	return t
}

// fill takes a release. If it is of a model, the model can be tried.
func (t *trialPart) fill(release string, isModel bool, columns []sample.Column) {
	t.isModel = isModel
	t.element.Set("open", false)
	t.release, t.controls = release, map[string]element{}
	replace(t.fields)
	t.answer.SetTextContent("")
	tried := sample.TriedColumns(columns)
	for _, c := range tried {
		control := with(el("input", ""), "type", "text", "inputmode", "decimal", "autocomplete", "off")
		control.Set("value", c.Written(c.Mean))
		if len(c.Levels) > 0 {
			control = el("select", "")
			for _, level := range c.Levels {
				control.AppendChild(with(el("option", "", level.Name), "value", level.Name))
			}
		}
		t.controls[c.Name] = control
		t.fields.AppendChild(el("label", "", c.Name, control))
	}
	show(t.others, len(tried) < len(sample.UsedColumns(columns)))
}

func (t *trialPart) enter(p answers.Phase) { show(t.element, p == answers.Done && t.isModel) }

// try says what the model makes of the row as it is typed.
func (v *vault) try() {
	t := v.done.trial
	if v.session.Phase != answers.Done || !t.element.Get("open").Bool() {
		return
	}
	t.asked++
	mine := t.asked
	row := js.Global().Get("Float64Array").New(len(v.source.Columns))
	for i, c := range v.source.Columns {
		x, usable := math.NaN(), true
		if control, tried := t.controls[c.Name]; tried {
			x, usable = c.Typed(value(control))
			control.Call("setAttribute", "aria-invalid", !usable)
		}
		if !usable {
			t.answer.SetTextContent(fmt.Sprintf(texts.TrialNumber, c.Name))
			return
		}
		row.SetIndex(i, x)
	}
	request := message{"type": "predict", "release": t.release, "values": row, "rows": 1}
	if v.model.Type() == js.TypeObject {
		request["baseFile"] = v.model.Get("data")
	}
	v.background(func() {
		answer, failed := v.engine.do(request, watcher{}, nil)
		switch {
		case mine != t.asked:
		case failed != nil:
			t.answer.SetTextContent(wording.Sentence(failed.Message))
		case answer.Get("classes").Type() == js.TypeObject:
			label := answer.Get("labels").Index(0).Int()
			t.answer.SetTextContent(fmt.Sprintf(texts.TrialClass, v.source.Label,
				answer.Get("classes").Index(label).String(),
				wording.Percent(answer.Get("probabilities").Index(label).Float())))
		default:
			predicted := answer.Get("predictions").Index(0).Float()
			t.answer.SetTextContent(fmt.Sprintf(texts.TrialIs, v.source.Label, wording.Rough(predicted)))
		}
	})
}
