package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms"
)

// MostOpened bounds the samples that are opened: their cells are in memory several times, of which a worker has 128 MB.
const MostOpened = 8 << 20

// CheckOpened refuses, with an *Error, settings that no owner's engine could follow on the public sample: a label that
// is not among its columns or the same in every row, a task or a base that its labels do not allow, groups by a column
// that cannot divide a report. It reads the sample as owners' engines do. usesUnit is whether the column of people is
// one that a model uses.
func CheckOpened(t terms.Terms, sample []byte) (usesUnit bool, err error) {
	read := dataset.ReadSource
	if len(t.Samples) > 0 {
		read = dataset.ReadPart
	}
	source, err := read(bytes.NewReader(sample), t.SourceOptions())
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
	if t.GroupBy != "" {
		if err := release.CheckGroups(source.Schema, t.GroupBy); err != nil {
			return false, badSample(err.Error())
		}
	}
	named := func(c dataset.Column) bool { return t.Unit != "" && c.Name == t.Unit }
	return slices.ContainsFunc(source.Schema.Used(), named), nil
}

// UnitIsUsed refuses a column of people that models of the sample use: owners' engines cannot take it for both.
func UnitIsUsed(unit string) error {
	return badSample(fmt.Sprintf(
		"the column %q, which shall name the person of each row, is a column of the sample that models use; take it out of the sample, or name another",
		unit,
	))
}

// NotChecked says which of the files that the settings name were not opened; nothing where all were.
func NotChecked(t terms.Terms, samples bool) string {
	var missing []string
	if samples {
		missing = append(missing, "a public sample (it opens those that it keeps, of at most 8 MiB)")
	}
	if t.BaseFile != "" {
		missing = append(missing, "your own model")
	}
	if t.Model != "" {
		missing = append(missing, "the model that the report is about")
	}
	if len(missing) == 0 {
		return ""
	}
	return "the edge has not opened " + strings.Join(missing, " and ") + ", so whether the settings fit was not checked"
}

func badSample(sentence string) error {
	return &Error{Code: "bad-settings", Message: "the public sample does not fit these settings: " + sentence}
}
