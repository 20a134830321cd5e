package vaultui

import (
	"fmt"
	"time"
)

// forecastDelay is the pause in typing after which a forecast is requested.
const forecastDelay = 250 * time.Millisecond

// forecastPart shows the forecast for the current settings. Nothing private
// enters it: the number of rows is the one that the owner typed.
type forecastPart struct {
	element
	lines      element
	comparison element // of the mechanisms, under Advanced
	table      element
}

func newForecastPart() *forecastPart {
	f := &forecastPart{lines: el("ul", "foreseen", el("li", "", forecastNoRows)), table: el("tbody", "")}
	f.element = with(el("div", "forecast", el("h3", "", textForecast), f.lines), "role", "status")
	f.comparison = el("div", "", el("p", "help", textComparison),
		el("div", "scroll", el("table", "", el("thead", "", el(
			"tr",
			"",
			with(
				el("th", "", textMechanism),
				"scope",
				"col",
			),
			with(el("th", "", textComparisonError), "scope", "col"),
		)), f.table)))
	show(f.comparison, false)
	return f
}

func (f *forecastPart) say(lines ...Line) {
	replace(f.lines)
	for _, line := range lines {
		class := ""
		if line.Warning {
			class = "warning"
		}
		f.lines.AppendChild(el("li", class, line.Text))
	}
}

// foresee requests a new forecast after the delay; a later request replaces it.
func (v *vault) foresee() {
	v.foreseen++
	mine := v.foreseen
	v.background(func() {
		time.Sleep(forecastDelay)
		if mine == v.foreseen && v.session.Phase == Choosing {
			v.prepare()
			v.forecast(mine)
		}
	})
}

// prepare has the engine make the fits to the public sample that the chosen settings need, while the owner reads and
// chooses. From the moment when a private file is picked they rest until the run, and forecasts, which make the same
// fits, are ended: how far the fits have come must not depend on how long the file was read.
func (v *vault) prepare() {
	if p := v.session.Phase; v.screen.sealed || p != Choosing && p != Fixed {
		v.foreseen++ // so that nobody looks at the answer
		v.engine.rest()
		return
	}
	e, options := v.engine, v.settings.settings().fits()
	text := options.text()
	if text == e.fits || v.settings.unprepared {
		return
	}
	e.rest()
	e.fits = text
	v.background(func() {
		if e.fits != text {
			return
		}
		request := message{"type": "prepare", "source": v.handle, "options": message(options)}
		_, failed := e.do(request, watcher{}, func(id int) { e.fitting = id }) // the run says what else fails
		v.settings.unprepared = failed != nil && failed.Code == codeCrashed
	})
}

// rest ends the calls of prepare and forecast, if there are any. The engine keeps what was fitted.
func (e *engineWorker) rest() {
	if e == nil {
		return
	}
	if e.fits != "" {
		e.fits = ""
		e.tell(message{"type": "cancel", "call": e.fitting})
	}
	if e.pending(e.forecasting) {
		e.tell(message{"type": "cancel", "call": e.forecasting})
	}
}

// forecast makes a short prediction for every ε on offer and a full one for the current settings.
func (v *vault) forecast(mine int) {
	defer v.showScreen() // browsers report sizes late in a frame that is partly out of sight
	form := v.settings
	typed := form.settings()
	rows, ok := declaredRows(value(form.rows))
	for _, c := range epsilonChoices {
		form.choiceLine(c.value, "")
	}
	show(form.forecast.comparison, false)
	if !ok {
		text := forecastNoRows
		if value(form.rows) != "" {
			text = forecastBadRows
		}
		form.forecast.say(Line{Text: text})
		return
	}
	ask := func(s Settings) (Forecast, string) {
		options, problems := s.Check(Limits{})
		if len(problems) > 0 {
			return Forecast{}, problems[0].Text
		}
		answer, failed := v.engine.do(
			message{"type": "forecast", "source": v.handle, "options": message(options), "rows": rows},
			watcher{},
			func(id int) { v.engine.forecasting = id },
		)
		var f Forecast
		if failed == nil && decode(answer, &f) == nil {
			return f, ""
		}
		if failed != nil && failed.Code != codeCrashed {
			return f, sentence(failed.Message)
		}
		return f, forecastFailed
	}
	for _, c := range epsilonChoices {
		s := typed
		s.Epsilon = c.value
		f, problem := ask(s)
		if mine != v.foreseen {
			return
		}
		if problem != "" {
			form.forecast.say(Line{fmt.Sprintf(forecastRefused, problem), true})
			return
		}
		form.choiceLine(c.value, f.Line())
	}
	if typed.Epsilon == "" {
		form.forecast.say(Line{Text: forecastNoEpsilon})
		return
	}
	f, problem := ask(typed)
	if mine != v.foreseen {
		return
	}
	if problem != "" {
		form.forecast.say(Line{fmt.Sprintf(forecastRefused, problem), true})
		return
	}
	lines := f.Lines(v.source.Columns)
	if epsilon, ok := number(typed.Epsilon); ok && v.budgetKnown && epsilon > v.budgetLeft {
		lines = append(lines, Line{fmt.Sprintf(forecastOverBudget, plain(v.budgetLeft)), true})
	}
	form.forecast.say(lines...)
	replace(form.forecast.table)
	for _, row := range f.Comparison() {
		form.forecast.table.AppendChild(el("tr", "", with(el("th", "", row[0]), "scope", "row"), el("td", "", row[1])))
	}
	show(form.forecast.comparison, true)
}

// tooFewRows says whether a file of so many rows can help at all under the fixed settings, for the owner's screen only:
// "" if it can.
func (v *vault) tooFewRows(rows int) string {
	options := message{}
	for name, value := range v.options {
		options[name] = value
	}
	answer, failed := v.engine.do(
		message{"type": "forecast", "source": v.handle, "options": options, "rows": rows},
		watcher{},
		nil,
	)
	var f Forecast
	if failed != nil || decode(answer, &f) != nil {
		return ""
	}
	return f.tooFew(rows)
}

// choiceLine puts a forecast beside a choice of ε.
func (f *settingsForm) choiceLine(value, text string) {
	if input, ok := f.epsilon.find("input[value='" + value + "']"); ok {
		line, _ := wrap(input.Get("parentElement")).find(".line")
		line.SetTextContent(text)
	}
}
