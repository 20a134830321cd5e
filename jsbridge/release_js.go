package jsbridge

import (
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms"
	"privadapt/core/warehouse"
	"privadapt/core/words"
)

// What can be asked about a finished release. None of it spends privacy.

func (c *call) predict(message js.Value) (any, error) {
	model, err := releaseOf(message.Get("release"))
	if err != nil {
		return nil, err
	}
	if err := GiveFile(model, modelFileOf(message)); err != nil {
		return nil, err
	}
	var predictions release.Predictions
	var report dataset.Report
	if values := message.Get("values"); values.Type() == js.TypeObject {
		rows, failure := dataset.NewValueRows(float64s(values), intOf(message, "rows"), model.Provenance.Schema)
		if failure != nil {
			return nil, failure
		}
		predictions, report, err = model.PredictValues(rows,
			func(done int) error { return c.progress("predict", int64(done), int64(intOf(message, "rows"))) })
	} else {
		table, failure := c.open(message.Get("data"), "predict")
		if failure != nil {
			return nil, failure
		}
		predictions, report, err = model.Predict(table, nil)
	}
	if err != nil {
		return nil, err
	}
	value := map[string]any{
		"rows":           predictions.Rows,
		"nonlinear":      model.Nonlinear(),
		"repairedCells":  report.RepairedCells,
		"missingColumns": textsToJS(report.MissingColumns),
		"surplusColumns": textsToJS(report.SurplusColumns),
	}
	if classes := model.Provenance.Schema.Classes; classes == nil {
		value["predictions"] = float64Array(predictions.Numbers)
	} else {
		labels := make([]float64, predictions.Rows)
		for i := range labels {
			labels[i] = float64(predictions.Label(i, len(classes)))
		}
		value["classes"] = textsToJS(classes)
		value["probabilities"], value["labels"] = float64Array(predictions.Probabilities), float64Array(labels)
	}
	return value, nil
}

func (c *call) verify(message js.Value) (any, error) {
	r, err := releaseOf(message.Get("release"))
	if err != nil {
		return nil, err
	}
	var source *Sample
	if message.Get("source").Type() == js.TypeNumber {
		if source, err = Kept[*Sample](&c.engine.handles, intOf(message, "source")); err != nil {
			return nil, err
		}
	}
	report, err := Verified(r, source, modelFileOf(message), message.Get("acceptLargeDelta").Truthy(), c.progress)
	if err != nil {
		return nil, err
	}
	receiver, err := DecodeReceiver(jsonOf(message, "receiver"))
	if err != nil {
		return nil, err
	}
	judged := struct {
		verify.Report
		Objection *words.Error `json:"objection,omitempty"`
	}{Report: report}
	if receiver != nil {
		facts := terms.FactsOf(r)
		facts.Bytes = len(message.Get("release").String())
		judged.Objection = receiver.Objection(facts)
	}
	return toJS(judged)
}

// figures computes what a report says, and estimates what an estimate says.
func (c *call) figures(message js.Value) (any, error) {
	return said(message, (*release.Release).Figures)
}

func (c *call) estimates(message js.Value) (any, error) {
	return said(message, (*release.Release).Estimates)
}

func said[Figures any](message js.Value, of func(*release.Release) (Figures, error)) (any, error) {
	r, err := releaseOf(message.Get("release"))
	if err != nil {
		return nil, err
	}
	figures, err := of(r)
	if err != nil {
		return nil, err
	}
	return toJS(figures)
}

// delta suggests a δ for a number of rows, and at most what the receiver takes.
func (c *call) delta(message js.Value) (any, error) {
	return verify.SuggestedDelta(message.Get("rows").Float(), message.Get("most").Float()), nil
}

// releaseOf decodes the text of a release. One that is too large is refused before it is copied into this memory.
func releaseOf(text js.Value) (*release.Release, error) {
	if text.Type() != js.TypeString {
		return release.Decode(nil)
	}
	// Code units of UTF-16; there are at least as many bytes in UTF-8.
	if js.Global().Get("Object").New(text).Length() > release.MostBytes {
		return nil, release.TooLarge()
	}
	return release.Decode([]byte(text.String()))
}

// query writes the query by which a database adds up private rows. It is given none of them.
func (c *call) query(message js.Value) (any, error) {
	source, err := Kept[*Sample](&c.engine.handles, intOf(message, "source"))
	if err != nil {
		return nil, err
	}
	o, err := DecodeQueryOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, err
	}
	source.Give(&o.Options)
	text, err := adapt.NewQuery(source.Source, o.Options, o.Dialect, o.Table, o.Where, Fits(c.progress))
	if err != nil {
		return nil, err
	}
	return map[string]any{"sql": text}, nil
}

// scores writes the query by which a database applies a released model to a table.
func (c *call) scores(message js.Value) (any, error) {
	model, err := releaseOf(message.Get("release"))
	if err != nil {
		return nil, err
	}
	if err := GiveFile(model, modelFileOf(message)); err != nil {
		return nil, err
	}
	o, err := DecodeScoresOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, err
	}
	text, err := warehouse.Scores(model, o.Dialect, o.Table, o.Keep)
	if err != nil {
		return nil, err
	}
	return map[string]any{"sql": text}, nil
}

// combine adds up the moments of several owners and, unless moments are requested, computes weights or a model from the
// sum and the public sample. It reads nothing private and draws nothing.
func (c *call) combine(message js.Value) (any, error) {
	options, err := DecodeSolveOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, err
	}
	parts, err := c.releases(message.Get("releases"))
	if err != nil {
		return nil, err
	}
	result, err := Combined(c.engine.info, parts, options, func() (*Sample, error) {
		return Kept[*Sample](&c.engine.handles, intOf(message, "source"))
	}, c.progress)
	if err != nil {
		return nil, err
	}
	return written(result)
}

// releases decodes an array of release files.
func (c *call) releases(array js.Value) ([]*release.Release, error) {
	if array.Type() != js.TypeObject {
		return nil, words.Refuse("bad-message", "no release was given")
	}
	count := array.Length()
	return Releases(count, func(k int) (*release.Release, error) {
		text := array.Index(k)
		if text.Type() != js.TypeString {
			return nil, words.Refuse("bad-message", "a release is not a text")
		}
		r, err := releaseOf(text)
		if err != nil {
			return nil, err
		}
		return r, c.progress("combine", int64(k+1), int64(count))
	})
}
