package vaultui

import (
	"fmt"
	"strings"
	"syscall/js"

	"privadapt/core/terms/settings"
	"privadapt/jsbridge/vaultui/answers"
)

// openSource starts a worker that parses the public sample, and then shows the request.
func (v *vault) openSource() {
	v.enter(answers.Opening)
	v.say(texts.Opening)
	mine, failed := v.newEngineWorker(v.engineDied)
	v.engine = mine
	var answer js.Value
	if failed == nil {
		fields, files := v.sampleRequest()
		answer, failed = mine.do("loadSource", fields, files, watcher{})
	}
	if failed == nil {
		v.source = answers.Sample{}
		if err := decode(answer, &v.source); err != nil {
			failed = &failure{Code: "internal", Message: err.Error()}
		}
	}
	if failed != nil {
		mine.close(codeCrashed)
		v.enter(answers.Failed)
		if failed.Code == codeCrashed {
			v.warn(texts.SourceCrashed)
		} else if failed.Code == "bad-release" {
			v.warn(fmt.Sprintf(texts.ModelFailed, failed.explained()))
		} else {
			v.warn(fmt.Sprintf(texts.SourceFailed, failed.explained()))
		}
		if !v.screen.sealed {
			// After a file was picked, the file may be the reason why the sample had to be opened again.
			v.post(sourceFailure(failed.Code, failed.explained()))
		}
		return
	}
	v.handle = answer.Get("source")
	info := v.bridge.Get("sample")
	asks := request{
		asker: field(info, "asker"), title: field(info, "title"), reply: field(info, "reply"),
		Terms: v.limits.Terms,
	}
	if v.model.Type() == js.TypeObject {
		asks.file = field(v.model, "url")
	}
	if v.appraised.Type() == js.TypeObject {
		asks.model = field(v.appraised, "url")
	}
	v.fillFacts(v.source, asks)
	v.request.fill(v.source, asks, v.settings.kind())
	v.settings.divide(v.source.Columns)
	v.settings.suggest(v.source.Columns)
	v.check.size(v.source.Columns)
	if !v.screen.sealed {
		v.post(columnsMessage(v.source.Columns))
	}
	v.enter(answers.Choosing)
	v.say("")
	v.foresee()
}

// sampleRequest is the request to load the sample: its fields, and the files for the client.
func (v *vault) sampleRequest() (fields, files message) {
	options := message{}
	for _, f := range settings.Of(settings.Sample) {
		if value := v.reading.Get(f.Name); value.Truthy() {
			options[f.Name] = value
		}
	}
	fields, files = message{"options": options}, message{"label": v.sampleLabel}
	files["data"] = v.sample.data
	if v.sample.packed {
		files["packed"] = v.sample.data
	}
	if v.model.Type() == js.TypeObject {
		fields["baseFile"] = v.model.Get("data")
		if url := field(v.model, "url"); !strings.HasPrefix(url, "kit:") { // where nobody else could get it
			options["baseURL"] = url
		}
	}
	if v.appraised.Type() == js.TypeObject {
		fields["model"] = v.appraised.Get("data")
	}
	return fields, files
}

// engineDied starts a fresh worker when the old one ended by itself while the
// form was idle. If the worker dies during a call, the function that waits for
// the call reports it. A sample that kills the worker is not retried automatically.
func (v *vault) engineDied(dead *engineWorker) {
	if dead != v.engine {
		return
	}
	switch v.session.Phase {
	case answers.Choosing:
		v.background(v.openSource)
	case answers.Preview:
		v.background(func() {
			v.resume()
			v.warn(texts.Died)
		})
	}
}
