package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"privadapt/core/data/dataset/csv"
)

// kindSample is how many records decide the kinds of the columns.
const kindSample = 1000

// cellCounts says what the cells of a public column are that are not missing. NaN and infinity count as numbers here,
// and are refused later.
type cellCounts struct {
	numbers, days, texts      int
	percents, marked          int             // of the texts: numbers with a percent sign, or with marks between digits
	firstPercent, firstMarked record          // records that have the first of them
	word                      string          // the first of the texts
	others                    int             // texts unlike it
	values                    map[string]bool // different numbers, until a category cannot have them all
}

func (l *layout) count(sample []record, j int) (n cellCounts) {
	n.values = map[string]bool{}
	for _, rec := range sample {
		cell := rec.cell(j)
		if _, ok := csv.ParseNumber(cell, rec.comma); ok || csv.IsNonFinite(cell) {
			n.numbers++
			if len(n.values) <= maxLevels {
				n.values[string(cell)] = true
			}
			continue
		} else if csv.IsMissing(cell) {
			continue
		} else if csv.IsDate(cell) {
			n.days++
			continue
		}
		if n.texts++; n.texts == 1 {
			n.word = string(cell)
		} else if n.word != string(cell) {
			n.others++
		}
		switch {
		case csv.IsPercent(cell):
			if n.percents++; n.percents == 1 {
				n.firstPercent = rec
			}
		case csv.IsMarked(cell):
			if n.marked++; n.marked == 1 {
				n.firstMarked = rec
			}
		}
	}
	return n
}

// looksLike says what makes more than half of the texts look like numbers, and the first record that has it; "" if
// nothing does.
func (n cellCounts) looksLike() (with string, first record) {
	switch {
	case 2*(n.percents+n.marked) <= n.texts:
		return "", record{}
	case n.percents > n.marked:
		return "percent signs", n.firstPercent
	}
	return "marks between digits", n.firstMarked
}

// areNumbers reports whether cells that are texts for the most part are numbers and one word for a missing value: there
// are more numbers than a category has levels. See sourcecell.go.
func (n cellCounts) areNumbers() bool { return len(n.values) > maxLevels && n.others+n.days == 0 }

// decideKinds decides the kinds of the columns that the options do not declare: numeric if at least half of the cells
// that are not missing are numbers, or dates.
func (l *layout) decideKinds(sample []record) {
	for j := range l.kinds {
		if l.kinds[j] != "" || j == l.label {
			continue
		}
		n := l.count(sample, j)
		l.kinds[j] = Numeric
		if n.days > n.numbers && n.days >= n.texts+n.numbers {
			l.dates[j] = &csv.DateColumn{}
		} else if n.texts+n.days > n.numbers && !n.areNumbers() {
			l.kinds[j] = Categorical
			if with, first := n.looksLike(); with != "" {
				l.notes = append(l.notes, fmt.Sprintf(
					"Column %q looks like numbers with %s, such as %s, and is taken as categories; to have numbers, remove them.",
					l.names[j], with, quoteCell(first.cell(j)),
				))
			}
		}
	}
}

// decideWords decides where words for a missing value, such as NA, ? and -, are values. In a column of categories or of
// classes whose values are not all numbers they are where - stands beside +, and, unless a column of numbers uses the
// word for what is missing, where the word is in this column alone, has one other value beside it, or is as long as all
// others. A note names it.
func (l *layout) decideWords(sample []record) {
	l.values = make([]map[string]bool, len(l.names))
	words := make([]map[string]bool, len(l.names))  // for each field, those in it
	others := make([]map[string]bool, len(l.names)) // and the values beside them, up to two more than levels can be
	columns := map[string]int{}                     // that have the word
	numbers := map[string]bool{}                    // the word is in a column of numbers or dates
	texts := func(j int) bool { return j == l.label && l.classes || j != l.label && l.kinds[j] == Categorical }
	for j := range l.names {
		words[j], others[j] = map[string]bool{}, map[string]bool{}
		for _, rec := range sample {
			switch cell := rec.cell(j); {
			case len(cell) == 0:
			case !csv.IsMissing(cell):
				if len(others[j]) <= maxLevels {
					others[j][string(cell)] = true
				}
			case !words[j][string(cell)]:
				words[j][string(cell)] = true
				columns[string(cell)]++
				numbers[string(cell)] = numbers[string(cell)] || !texts(j) && l.kinds[j] != Ignored
			}
		}
	}
	isNumber := func(value string) bool { _, ok := csv.ParseNumber([]byte(value), l.comma); return ok }
	for j := range l.names {
		values := slices.Collect(maps.Keys(others[j]))
		if !texts(j) || !slices.ContainsFunc(values, func(value string) bool { return !isNumber(value) }) {
			continue
		}
		for _, word := range slices.Sorted(maps.Keys(words[j])) {
			longer := func(value string) bool { return utf8.RuneCountInString(value) != len(word) }
			alone := columns[word] == 1 || len(values) == 1 || !slices.ContainsFunc(values, longer)
			if word == "-" && others[j]["+"] || !numbers[word] && alone && !csv.IsMarker([]byte(word)) {
				if l.values[j] == nil {
					l.values[j] = map[string]bool{}
				}
				l.values[j][word] = true
				l.notes = append(l.notes, fmt.Sprintf(
					"Column %q has %s among its values, which counts as a value there and not as a missing one; where a value is missing, leave the cell empty.",
					l.names[j], quoteCell([]byte(word)),
				))
			}
		}
	}
}

// decideTask settles whether the label is a class. Dates are no classes, and what looks like a number is one only if
// the task says so.
func (l *layout) decideTask(sample []record, task Task, found *problems) {
	if l.label < 0 {
		return // the missing label is a problem already, and nothing is fitted
	}
	n := l.count(sample, l.label)
	l.classes = task == Classification || task == AnyTask && n.texts > n.numbers+n.days
	with, first := n.looksLike()
	if task != AnyTask || !l.classes || with == "" {
		return
	}
	j := l.label
	found.note(&Error{Code: CodeNotANumber, Line: first.lineOf(j), Column: j + 1, Name: l.names[j],
		Message: fmt.Sprintf("the labels look like numbers with %s, such as %s; remove them, or say task classification",
			with, quoteCell(first.cell(j)))})
	l.kinds[j], l.label = Ignored, -1
}

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
		return 0, b.cellError(CodeBadEncoding, rec, b.label, "%s is not UTF-8; save the file as CSV in UTF-8",
			quoteCell(cell))
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
