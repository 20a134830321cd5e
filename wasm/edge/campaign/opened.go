package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/model/xgboost"
	"privadapt/core/release"
	"privadapt/core/terms"
)

// MostOpened bounds the samples that are opened: their cells are in memory several times, and a worker has 128 MB
// of it.
const MostOpened = 8 << 20

// Opened are the bytes of the files that the settings of a campaign name; nil of those that are not kept here.
type Opened struct {
	Sample, Base, Model []byte
}

// CheckOpened refuses, with an *Error, settings that no owner's engine could follow on the public sample: a label that
// is not among its columns or the same in every row, a task or a base that its labels do not allow, a release that could be too large, groups by a column
// that cannot divide a report, an own model or a model to be judged that is not for this sample. It reads them as
// owners' engines do. usesUnit is whether the column of people is one that a model uses.
func CheckOpened(t terms.Terms, files Opened) (usesUnit bool, err error) {
	source, err := dataset.ReadSource(bytes.NewReader(files.Sample), t.SourceOptions())
	var wrong *dataset.Error
	if errors.As(err, &wrong) {
		return false, badSample(strings.TrimPrefix(wrong.Error(), "dataset: "))
	}
	if err != nil {
		return false, err
	}
	if labels := source.Labels; !slices.ContainsFunc(labels, func(y float64) bool { return y != labels[0] }) {
		return false, badSample(fmt.Sprintf("the label %q is %v in every row, so there is nothing to predict", t.Label,
			labels[0]))
	}
	if source.Schema.Classes != nil && t.Base.OfNumbers() {
		sentence := fmt.Sprintf("the label %q is a class, and the base %s predicts numbers", t.Label, t.Base)
		return false, badSample(sentence)
	}
	if err := checkExtent(t, release.Provenance{
		SourceSHA256: source.Digest, SourceRows: source.Rows, Schema: source.Schema,
	}); err != nil {
		return false, err
	}
	if t.GroupBy != "" {
		if err := release.CheckGroups(source.Schema, t.GroupBy); err != nil {
			return false, badSample(err.Error())
		}
	}
	if err := checkModels(source, files); err != nil {
		return false, err
	}
	named := func(c dataset.Column) bool { return t.Unit != "" && c.Name == t.Unit }
	return slices.ContainsFunc(source.Schema.Used(), named), nil
}

// checkModels refuses an own model that the columns and classes of the sample do not fit, and a model to be judged that
// was released with another sample, or is in a file that is not the own model.
func checkModels(source *dataset.Source, files Opened) error {
	if files.Base != nil {
		_, err := xgboost.Decode(files.Base, source.Schema.Used(), len(source.Schema.Classes))
		var wrong *xgboost.Error
		if errors.As(err, &wrong) {
			return badFile("your own model does not fit the public sample: " + wrong.Message)
		}
		if err != nil {
			return err
		}
	}
	if files.Model == nil {
		return nil
	}
	model, err := release.Decode(files.Model)
	if err == nil && files.Base != nil && model.NamedFile() != nil {
		err = model.ReadFile(files.Base)
	}
	if err == nil {
		_, err = model.RowModel()
	}
	var wrong *release.Error
	switch {
	case errors.As(err, &wrong):
		return badFile("the report cannot be about this model: " + wrong.Message)
	case err != nil:
		return err
	case !model.IsOf(source.Digest, source.Schema):
		return badFile(
			"the model that the report is about was released with another public sample, or with the sample read differently",
		)
	}
	return nil
}

// UnitIsUsed refuses a column of people that models of the sample use: owners' engines cannot take it for both.
func UnitIsUsed(unit string) error {
	return badSample(fmt.Sprintf(
		"the column %q, which shall name the person of each row, is a column of the sample that models use; take it out of the sample, or name another",
		unit,
	))
}

// NotChecked says which of the files that the settings name were not opened: samples, a base file, a model; nothing
// where all were.
func NotChecked(samples, base, model bool) string {
	var missing []string
	if samples {
		missing = append(missing, "a public sample")
	}
	if base {
		missing = append(missing, "your own model")
	}
	if model {
		missing = append(missing, "the model that the report is about")
	}
	if len(missing) == 0 {
		return ""
	}
	return "the edge has not opened " + strings.Join(missing, " and ") +
		", so whether the settings fit was not checked; it opens files of at most 8 MiB that it keeps, and models beside one sample"
}

func badSample(sentence string) error {
	return badFile("the public sample does not fit these settings: " + sentence)
}

func badFile(sentence string) error { return &Error{Code: "bad-settings", Message: sentence} }
