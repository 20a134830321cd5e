package jsbridge

import (
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms"
)

// What can be asked about a finished release. None of it spends privacy.

func (c *call) predict(message js.Value) (any, error) {
	model, err := releaseOf(message.Get("release"))
	if err != nil {
		return nil, err
	}
	if err := giveFile(model, message); err != nil {
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
	var allowed []verify.Allowance
	if message.Get("acceptLargeDelta").Truthy() {
		allowed = append(allowed, verify.LargeDelta)
	}
	report := verify.Certificate(r, allowed...)
	if err := giveFile(r, message); err != nil {
		report.Problems = append(report.Problems, describe(err).Message)
		report.OK = false
	}
	if message.Get("source").Type() == js.TypeNumber {
		source, err := kept[*sample](c.engine, intOf(message, "source"))
		if err != nil {
			return nil, err
		}
		if source.file != nil { // else the one that was given beside the sample, if there was one
			r.SetFile(source.file)
		}
		problems, err := adapt.CheckSource(source.Source, r, c.progress)
		if err != nil {
			return nil, err
		}
		report.Problems = append(report.Problems, problems...)
		report.OK = len(report.Problems) == 0
	}
	receiver, err := DecodeReceiver(jsonOf(message, "receiver"))
	if err != nil {
		return nil, err
	}
	judged := struct {
		verify.Report
		Objection *terms.Error `json:"objection,omitempty"`
	}{Report: report}
	if receiver != nil {
		facts := terms.FactsOf(r)
		facts.Bytes = len(message.Get("release").String())
		judged.Objection = receiver.Objection(facts)
	}
	return toJS(judged)
}

// figures computes what a report says.
func (c *call) figures(message js.Value) (any, error) {
	r, err := releaseOf(message.Get("release"))
	if err != nil {
		return nil, err
	}
	figures, err := r.Figures()
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
