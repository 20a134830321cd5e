package adapt

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// The reports of files add up to the report of their rows. A finding keeps its first examples, each with the number of
// its file.
func TestReportsOfFilesAddUp(t *testing.T) {
	finding := func(column, cause string, cells int, rows ...int) dataset.Finding {
		f := dataset.Finding{Column: column, Cause: dataset.Cause(cause), Cells: cells}
		for _, row := range rows {
			f.Examples = append(f.Examples, dataset.Example{Row: row})
		}
		return f
	}
	var report OwnerReport
	report.RepairedByColumn = map[string]int{}
	report.add(dataset.Report{
		Rows: 10, RepairedCells: 3, RaggedRows: 1, UnusableRows: 2, UnclosedRows: 4, LabelPresent: true,
		RepairedByColumn: map[string]int{"a": 1, "b": 2}, MissingColumns: []string{"c"},
		MappedColumns:  []dataset.Mapped{{Column: "a", Header: "A"}},
		SurplusColumns: []string{"x"}, Findings: []dataset.Finding{finding("a", "one", 4, 1, 2, 3)},
	}, 1)
	report.add(dataset.Report{
		Rows: 20, RepairedCells: 30, RaggedRows: 10, UnusableRows: 20, UnclosedRows: 40,
		RepairedByColumn: map[string]int{"b": 30}, MissingColumns: []string{"c", "d"},
		MappedColumns:  []dataset.Mapped{{Column: "a", Header: "A"}, {Column: "a", Header: "B"}},
		SurplusColumns: []string{"x", "y"},
		Findings: []dataset.Finding{
			finding("a", "one", 5, 4, 5, 6), finding("a", "two", 1, 7), finding("b", "one", 1, 8),
		},
	}, 2)
	want := dataset.Report{
		Rows: 30, RepairedCells: 33, RaggedRows: 11, UnusableRows: 22, UnclosedRows: 44, LabelPresent: true,
		RepairedByColumn: map[string]int{"a": 1, "b": 32}, MissingColumns: []string{"c", "d"},
		MappedColumns:  []dataset.Mapped{{Column: "a", Header: "A"}, {Column: "a", Header: "B"}},
		SurplusColumns: []string{"x", "y"},
		Findings: []dataset.Finding{
			finding("a", "one", 9, 1, 2, 3, 4, 5), finding("a", "two", 1, 7), finding("b", "one", 1, 8),
		},
	}
	for i, files := range [][]int{{1, 1, 1, 2, 2}, {2}, {2}} {
		for k, file := range files {
			want.Findings[i].Examples[k].File = file
		}
	}
	if !reflect.DeepEqual(report.Report, want) {
		t.Errorf("the report is\n%+v, not\n%+v", report.Report, want)
	}
}

// The owner is told how many rows were shortened and how many have a label, whatever becomes of the rows.
func TestTheOwnerIsToldOfRowsInEveryReading(t *testing.T) {
	table := named(someLabels(privateTable(40)+strings.Repeat("1e9;40;red\n", 10)), func(i int) string {
		return fmt.Sprint(i / 2)
	})
	for name, c := range map[string]struct {
		change func(*Options)
		labels int64 // −1: not told
	}{
		"no labels": {func(o *Options) {}, -1},
		"labels":    {func(o *Options) { o.UseLabels, o.Base = true, method.Linear }, 40},
		"a report":  {func(o *Options) { o.Release, o.Base = release.Report, method.Linear }, 40},
	} {
		for _, unit := range []string{"", "who"} {
			o := budget(c.change)
			o.Unit = unit
			files := func() []io.Reader { return filesOf(table) }
			_, report := must.Both(ReadTargetTwice(publicSource(t), o, files(), files(), nil))(t)
			labels := int64(-1)
			if report.LabelledRows != nil {
				labels = *report.LabelledRows
			}
			if report.Rows != 50 || report.ClippedRows < 10 || report.ClippedRows > 30 || labels != c.labels {
				t.Errorf("%s of %q: %d rows, %d shortened, %d labels", name, unit, report.Rows, report.ClippedRows, labels)
			}
		}
	}
}

// A failure of a file, of its header, or of whoever watches the reading ends each kind of reading, and its error names
// the file where there are several.
func TestFailuresOfAReadingArePassedOn(t *testing.T) {
	failure, stop := errors.New("the disk is gone"), errors.New("stop")
	table := named(labelledTable(1500), func(i int) string { return fmt.Sprint(i) })
	whole := func() io.Reader { return strings.NewReader(table) }
	failing := func() io.Reader { return io.MultiReader(strings.NewReader(table[:1000]), iotest.ErrReader(failure)) }
	foreign := func() io.Reader { return strings.NewReader("a;b\n1;2\n") }
	people := budget(func(o *Options) { o.Unit = "who" })
	for name, c := range map[string]struct {
		o              Options
		counted, files []io.Reader
		progress       Progress
		want           error // or a code
		code, said     string
	}{
		"a file": {o: budget(nil), files: []io.Reader{failing()}, want: failure, said: "dataset: reading"},
		"one of two files": {o: budget(nil), files: []io.Reader{whole(), failing()}, want: failure,
			said: "private file 2: dataset: reading"},
		"another header": {o: budget(nil), files: []io.Reader{whole(), foreign()}, code: dataset.CodeNoCommonColumns,
			said: "private file 2: "},
		"a first reading": {o: people, counted: []io.Reader{whole(), failing()}, files: []io.Reader{whole(), whole()},
			want: failure, said: "private file 2: dataset: reading"},
		"a second reading": {o: people, counted: []io.Reader{whole()}, files: []io.Reader{failing()}, want: failure,
			said: "dataset: reading"},
		"a first reading of another header": {o: people, counted: []io.Reader{foreign()}, files: []io.Reader{whole()},
			code: dataset.CodeNoCommonColumns},
		"whoever watches": {o: budget(nil), files: []io.Reader{whole()}, want: stop, said: "stop",
			progress: func(stage string, done, total int64) error {
				if stage == "target" && done == 1024 && total == 0 {
					return stop
				}
				return nil
			}},
		"whoever watches the first reading": {o: people, counted: []io.Reader{whole()}, files: []io.Reader{failing()},
			want: stop, said: "stop", progress: func(stage string, done, total int64) error {
				if stage == "target" && done == 1024 && total == 0 {
					return stop
				}
				return nil
			}},
	} {
		target, _, err := ReadTargetTwice(publicSource(t), c.o, c.counted, c.files, c.progress)
		var refused *dataset.Error
		if target != nil || err == nil || c.want != nil && !errors.Is(err, c.want) ||
			!strings.HasPrefix(err.Error(), c.said) ||
			c.code != "" && (!errors.As(err, &refused) || refused.Code != c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	target, _, err := ReadSums(publicSource(t), budget(nil), failing(), nil)
	if target != nil || !errors.Is(err, failure) {
		t.Errorf("sums: %v", err)
	}
}
