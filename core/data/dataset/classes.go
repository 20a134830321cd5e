package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"privadapt/core/data/dataset/csv"
)

// Task says what the label of a public sample is.
type Task string

const (
	// Classification if most labels of the first 1000 rows are text, else regression.
	AnyTask        Task = ""
	Regression     Task = "regression"     // the label is a number
	Classification Task = "classification" // the label is a class: each value that it has is one, numbers too
)

// checkTask refuses a task that does not exist.
func checkTask(task Task) error {
	switch task {
	case AnyTask, Regression, Classification:
		return nil
	}
	return newError(CodeBadOption, 0, "the task is %q; choose regression or classification", task)
}

// class reads a label that is a class: the order of its first appearance.
func (b *sourceBuilder) class(rec record) (float64, error) {
	cell := rec.cell(b.label)
	switch {
	case !utf8.Valid(cell):
		return 0, b.cellError(
			CodeBadEncoding,
			rec,
			b.label,
			"%s is not UTF-8; save the file as CSV in UTF-8",
			quoteCell(cell),
		)
	case len(cell) > mostName:
		return 0, b.cellError(CodeTooLarge, rec, b.label,
			"the class has %d bytes, and may have %d; shorten it or choose another label", len(cell), mostName)
	}
	k, ok := b.levels[b.label].add(norm.NFC.Bytes(cell))
	if !ok {
		return 0, b.cellError(CodeTooManyLevels, rec, b.label,
			"the label has more than %d classes; merge some, or choose another label", maxLevels)
	}
	return float64(k), nil
}

// orderClasses returns the names of the classes in their order, numbers by size and before texts, and turns the labels
// into places among them.
func (b *sourceBuilder) orderClasses() ([]string, error) {
	names := b.levels[b.label].names
	if len(names) < 2 {
		message := "all labels are the same; a classification needs at least two classes"
		if word := b.absent[b.label]; word != "" {
			message = fmt.Sprintf("all labels are the same, since %s counts as a missing one; a classification needs at least two classes", quoteCell([]byte(word)))
		}
		return nil, &Error{Code: CodeBadOption, Column: b.label + 1, Name: b.names[b.label], Message: message}
	}
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, func(x, y string) int {
		one, isOne := csv.ParseNumber([]byte(x), b.comma)
		other, isOther := csv.ParseNumber([]byte(y), b.comma)
		switch {
		case isOne && isOther && one != other:
			return cmp.Compare(one, other)
		case isOne != isOther && isOne:
			return -1
		case isOne != isOther:
			return 1
		}
		return cmp.Compare(x, y)
	})
	places := make([]float64, len(names))
	for k, name := range names {
		places[k] = float64(slices.Index(sorted, name))
	}
	for j, y := range b.labels {
		b.labels[j] = places[int(y)]
	}
	return sorted, nil
}

// noteOnTwoValues says that a label of 0 and 1 is taken as a number, unless that was asked for.
func (b *sourceBuilder) noteOnTwoValues(task Task) {
	if task != AnyTask || b.classes {
		return
	}
	for _, y := range b.labels {
		if y != 0 && y != 1 {
			return
		}
	}
	b.note(b.label,
		"has only the values 0 and 1 and is taken as a number; choose the task classification for probabilities of classes")
}

// classesFault says what is wrong with the classes of a schema, or nothing.
func classesFault(classes []string) string {
	if classes == nil {
		return ""
	}
	if len(classes) < 2 || len(classes) > maxLevels {
		return fmt.Sprintf("a label that is a class needs 2 to %d classes", maxLevels)
	}
	for i, name := range classes {
		if !cleanName(name) || slices.Contains(classes[:i], name) {
			return "a class is there twice, or its name is empty, too long, not UTF-8 or has outer blanks"
		}
	}
	return ""
}
