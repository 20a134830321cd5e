package vaultui

import (
	"cmp"
	"fmt"
	"maps"
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

// read fixes the answers and makes the worker read the files under them, then shows the owner's report. isSample says
// that they are the page's synthetic file.
func (v *vault) read(files js.Value, isSample bool) {
	if !v.session.Phase.CanPick() || v.fixed == nil {
		return
	}
	answers := v.fixed
	v.fixed = nil
	v.answers, v.files, v.usesDemoData = answers, files, isSample
	v.announceRun()
	v.say("")
	v.openFiles(true)
	if !isSample {
		v.post(pickedMessage(v.session.Picked()))
	}
	v.readFiles(true)
}

// announceRun fixes the answers and says what a run under them would take and give.
func (v *vault) announceRun() {
	v.fix(v.answers)
	run := texts.Run
	if left := v.limits.Budget; left != nil && !v.usesDemoData {
		runs := left.Runs(v.answers[answers.FieldEpsilon].(float64), v.answers[answers.FieldDelta].(float64))
		run = fmt.Sprintf(texts.RunUses, answers.RunsOf(runs))
	}
	v.check.announce(v.options, v.session.Changed(), run)
}

// openFiles shows that the files are read. All that is on the screen is public.
func (v *vault) openFiles(first bool) {
	v.check.meter.begin(texts.FileReadingNo, answers.ReadingCourse)
	v.enter(answers.Reading)
	if first {
		v.screen.seal()
		v.showScreen()
	}
	v.focus(v.check.heading)
}

// readFiles has the worker read the files that were picked, and shows the report; where asks is set and their headers
// lack columns, the owner is asked first.
func (v *vault) readFiles(asks bool) {
	isSample := v.usesDemoData
	answer, failed := v.readUnder(asks)
	for failed != nil && failed.Code == "bad-delta" && v.settings.smallerDelta() {
		// More rows than the owner has said, whose number is public: δ is computed for them, and nothing was charged.
		v.answers[answers.FieldDelta], _ = words.Number(value(v.settings.delta))
		v.announceRun()
		answer, failed = v.readUnder(asks)
	}
	if failed != nil && failed.Code == codeWhichSheet && len(failed.Sheets) > 0 {
		v.ask(answers.AboutSheets(failed.Sheets), func(given []string) {
			v.settings.sheet.Set("value", given[0])
			v.openFiles(false)
			v.readFiles(asks)
		})
		return
	}
	if failed != nil {
		v.readFailed(failed, isSample)
		return
	}
	var got struct {
		Unmatched *adapt.Unmatched   // in place of the others
		Warnings  []words.Message    // about the settings and n, public
		Report    answers.FileReport // about the rows, for the owner
	}
	if err := decode(answer, &got); err != nil {
		v.readFailed(&failure{Code: "internal", Message: err.Error()}, isSample)
		return
	}
	if u := got.Unmatched; u != nil {
		v.ask(answers.AboutHeaders(*u), func(given []string) {
			v.headers = answers.HeadersWith(v.headers, u.Missing, given)
			v.session.Name(v.headers)
			v.announceRun()
			v.openFiles(false)
			v.readFiles(false)
		})
		return
	}
	v.target = answer.Get("target")
	if !isSample {
		v.session.Told()
	}
	var warnings []answers.Line
	warn := func(text string) { warnings = append(warnings, answers.Line{Text: text, Warning: true}) }
	if isSample {
		warnings = append(warnings, answers.Line{Text: texts.RunSample})
	}
	if n := float64(got.Report.Count()); n*v.options[answers.FieldDelta].(float64) > answers.LargestDeltaRows {
		if v.settings.ownDelta {
			warn(texts.ReportOwnDelta)
		} else {
			warn(texts.ReportManyRows)
		}
	}
	v.check.fill(got.Report, v.source, append(warnings, answers.Said(got.Warnings)...), v.tooFewRows(got.Report.Count()))
	v.enter(answers.Preview)
	v.say("")
	v.focus(v.check.heading)
}

// readUnder has the worker read the files under the fixed settings and the owner's headers.
func (v *vault) readUnder(asks bool) (js.Value, *failure) {
	columns := columnsOfNumbers
	if v.options[answers.OptionUnit] != nil {
		columns = columnsExact
	}
	options := message(maps.Clone(v.options))
	if len(v.headers) > 0 {
		headers := map[string]any{}
		for column, header := range v.headers {
			headers[column] = header
		}
		options["headers"] = headers
	}
	how := decoding{
		sheet: value(v.settings.sheet), columns: columns, expected: v.expected(),
		label: cmp.Or(v.headers[v.source.Label], v.source.Label), above: v.source.LinesAbove,
	}
	return v.doUnpacked(v.files, how, func(files, again js.Value) message {
		request := message{"type": "readTarget", "source": v.handle, "files": files, "options": options, "asks": asks}
		if columns == columnsExact {
			request["counted"] = again
		}
		if !v.usesDemoData { // whose result is not sent
			request["receiver"] = v.receiver
		}
		return request
	}, watcher{progress: func(stage string, done, total float64) {
		switch {
		case stage == answers.StageTarget && total > 0:
			v.check.meter.set(stage,
				fmt.Sprintf(texts.FileReading, texts.FileSize(done), texts.FileSize(total)),
				done, total)
		case stage == answers.StagePrepare && total > 0: // before the file, where its labels are used
			v.check.meter.set(stage, fmt.Sprintf(texts.Fitting, int(100*done/total)), done, total)
		}
	}}, v.started)
}

// expected are the names that a file should have in its header.
func (v *vault) expected() (names []string) {
	for _, c := range v.source.Columns {
		if c.Kind != "ignored" {
			names = append(names, cmp.Or(v.headers[c.Name], c.Name))
		}
	}
	return names
}

// readFailed informs the owner only: the page must not learn whether or why a
// private file was refused.
func (v *vault) readFailed(f *failure, isSample bool) {
	say := v.warn
	text := fmt.Sprintf(texts.FileFailed, f.explained())
	switch f.Code {
	case codeCrashed:
		text = texts.Died
	case codeCancelled:
		text, say = texts.FileDropped, v.say
	case "no-labels":
		text = fmt.Sprintf(texts.FileNoLabels, v.source.Label)
		if v.options[answers.FieldRelease] == answers.ReleaseReport {
			text = fmt.Sprintf(texts.FileNoReport, v.source.Label)
		}
		if !isSample {
			v.session.Told()
		}
	case "unknown-option", "bad-option", "bad-epsilon", "bad-delta", "bad-iterations", "refused", "sample-too-large",
		"base-of-numbers", "no-report":
		// These messages can reveal only the number of rows of the file, which is public here.
		text = fmt.Sprintf(texts.SettingsFailed, f.explained())
	case codeRefused:
		// Of the file the message can say the number of rows alone.
		text = fmt.Sprintf(texts.ReceiverRefuses, f.explained())
	default:
		if !isSample {
			v.session.Told()
		}
	}
	v.resume()
	say(text)
}
