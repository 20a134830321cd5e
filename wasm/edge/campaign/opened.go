package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/terms"
)

// MostOpened bounds the samples that are opened: their cells are in memory several times, of which a worker has 128 MB.
const MostOpened = 8 << 20

// CheckOpened refuses, with an *Error, settings that no owner's engine could follow on the public sample: a label that
// is not among its columns or the same in every row, a task that its labels do not allow, groups by a column that is no
// category. It reads the sample as owners' engines do.
func CheckOpened(t terms.Terms, sample []byte) error {
	source, err := dataset.ReadSource(bytes.NewReader(sample), dataset.SourceOptions{Label: t.Label, Task: t.Task})
	var wrong *dataset.Error
	if errors.As(err, &wrong) {
		return badSample(strings.TrimPrefix(wrong.Error(), "dataset: "))
	}
	if err != nil {
		return err
	}
	if labels := source.Labels; !slices.ContainsFunc(labels, func(y float64) bool { return y != labels[0] }) {
		return badSample(fmt.Sprintf("the label %q is %v in every row, so there is nothing to predict", t.Label, labels[0]))
	}
	if t.GroupBy == "" {
		return nil
	}
	var categories []string
	for _, c := range source.Schema.Used() {
		if c.Kind == dataset.Categorical {
			categories = append(categories, fmt.Sprintf("%q", c.Name))
		}
	}
	if slices.Contains(categories, fmt.Sprintf("%q", t.GroupBy)) {
		return nil
	}
	if len(categories) == 0 {
		return badSample("it has no column with categories by which a report could be divided")
	}
	return badSample(
		fmt.Sprintf("a report cannot be divided by %q; choose one of %s", t.GroupBy, strings.Join(categories, ", ")),
	)
}

func badSample(sentence string) error {
	return &Error{Code: "bad-settings", Message: "the public sample does not fit these settings: " + sentence}
}
