package vaultui

import (
	"fmt"
	"time"

	"privadapt/jsbridge/vaultui/answers"
)

// forecastDelay is the pause in typing after which a forecast is requested.
const forecastDelay = 250 * time.Millisecond

// forecastPart shows the forecast for the current settings. Nothing private
// enters it: the number of rows is the one that the owner typed.
type forecastPart struct {
	element            // in full, under Details
	short, uses, lines element
}

func newForecastPart() *forecastPart {
	f := &forecastPart{lines: el("ul", "foreseen"), uses: el("span", "")}
	f.short = with(el("p", "line"), "role", "status")
	f.element = el("div", "forecast", el("h3", "", texts.Forecast), f.lines)
	return f
}

// say shows the forecast, in short and in full.
func (f *forecastPart) say(short answers.Line, lines ...answers.Line) {
	replace(f.short, short.Text, " ", f.uses)
	f.short.Get("classList").Call("toggle", "doubtful", short.Warning)
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
		if mine == v.foreseen && v.session.Phase == answers.Choosing {
			sealed := v.screen.sealed
			v.prepare()
			v.forecast(mine, sealed)
		}
	})
}

// prepare has the engine make the fits to the public sample that the chosen settings need, while the owner reads and
// chooses. From the moment when a private file is picked they rest until the run, and forecasts, which make the same
// fits, are ended: how far the fits have come must not depend on how long the file was read.
func (v *vault) prepare() {
	if p := v.session.Phase; v.screen.sealed || p != answers.Choosing {
		v.foreseen++ // so that nobody looks at the answer
		v.engine.rest()
		return
	}
	e, options := v.engine, v.settings.settings().Fits()
	text := options.Text()
	if text == e.fits || v.settings.unprepared {
		return
	}
	e.rest()
	e.fits = text
	v.background(func() {
		if e.fits != text {
			return
		}
		given := message{}
		e.fitting = ending(given)
		// The run says what else fails.
		_, failed := e.do("prepare", message{"source": v.handle, "options": message(options)}, given, watcher{})
		v.settings.unprepared = failed != nil && failed.Code == codeCrashed
	})
}

// rest ends the calls of prepare and forecast, if there are any. The engine keeps what was fitted.
func (e *engineWorker) rest() {
	if e == nil {
		return
	}
	e.fits = ""
	end(e.fitting)
	end(e.forecasting)
}

// forecast predicts a run under the current settings; with a file open, it says what the run would use alone.
func (v *vault) forecast(mine int, sealed bool) {
	defer v.showScreen() // browsers report sizes late in a frame that is partly out of sight
	form := v.settings
	typed := form.settings()
	form.forecast.uses.SetTextContent("")
	rows, ok := answers.DeclaredRows(typed.Rows)
	switch {
	case !ok:
		form.forecast.say(answers.Line{Text: texts.ProblemRows, Warning: true})
		return
	case typed.Epsilon == "":
		form.forecast.say(answers.Line{})
		return
	}
	form.forecast.uses.SetTextContent(v.uses(typed))
	if sealed {
		form.forecast.say(answers.Line{})
		return
	}
	f, problem := v.predict(typed, rows)
	if mine != v.foreseen {
		return
	}
	if problem != "" {
		refused := answers.Line{Text: fmt.Sprintf(texts.ForecastRefused, problem), Warning: true}
		form.forecast.say(refused, refused)
		return
	}
	form.forecast.say(f.Short(v.source.Columns), f.Lines(v.source.Columns)...)
}

// predict asks the engine.
func (v *vault) predict(s answers.Settings, rows float64) (f answers.Forecast, problem string) {
	s.People = false // a column of the private file, whose people count as rows here
	options, problems := s.Check(answers.Limits{})
	if len(problems) > 0 {
		return f, problems[0].Text
	}
	given := message{}
	v.engine.forecasting = ending(given)
	asked := message{"source": v.handle, "options": message(options), "rows": rows}
	answer, failed := v.engine.do("forecast", asked, given, watcher{})
	switch {
	case failed == nil && decode(answer, &f) == nil:
		return f, ""
	case failed != nil && failed.Code != codeCrashed:
		return f, failed.explained()
	}
	return f, texts.ForecastFailed
}

// uses says which part of the budget such a run is, "" where that is not known, or where the invented file is offered,
// which uses none.
func (v *vault) uses(s answers.Settings) string {
	if !v.samplePrivate.IsUndefined() {
		return ""
	}
	if options, problems := s.Check(answers.Limits{}); len(problems) == 0 && v.limits.Budget != nil {
		left := v.limits.Budget.Runs(options[answers.FieldEpsilon].(float64), options[answers.FieldDelta].(float64))
		if left == 0 {
			return texts.ProblemBudget
		}
		return fmt.Sprintf(texts.RunLeft, answers.RunsOf(left))
	}
	return ""
}

// tooFewRows says whether a file of a given number of rows can help at all under the fixed settings, for the owner's
// screen only: "" if it can.
func (v *vault) tooFewRows(rows int) string {
	options := message{}
	for name, value := range v.options {
		if name != answers.OptionUnit {
			options[name] = value
		}
	}
	asked := message{"source": v.handle, "options": options, "rows": rows}
	answer, failed := v.engine.do("forecast", asked, message{}, watcher{})
	var f answers.Forecast
	if failed != nil || decode(answer, &f) != nil {
		return ""
	}
	return f.TooFew(rows)
}
