package adapt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/terms/settings"
)

// What the owner has to accept has a name, and a sentence that holds no number of the private file.
func TestWhatStopsARun(t *testing.T) {
	table := func(rows int, header string, row func(k int) string) string {
		var b strings.Builder
		b.WriteString(header + "\n")
		for k := range rows {
			b.WriteString(row(k) + "\n")
		}
		return b.String()
	}
	fine := func(k int) string { return fmt.Sprintf("%d,red,1.%d", 30+k%20, k%10) }
	half := func(unread int) func(k int) string {
		return func(k int) string {
			if k < unread {
				return "?," + strings.SplitN(fine(k), ",", 2)[1]
			}
			return fine(k)
		}
	}
	for name, c := range map[string]struct {
		table string
		want  []string
	}{
		"nothing":                 {table(40, "age,colour,income", fine), nil},
		"a missing column":        {table(40, "age,colour,earned", fine), []string{settings.StopMissingColumns}},
		"half of a column unread": {table(40, "age,colour,income", half(20)), nil},
		"more than half unread":   {table(40, "age,colour,income", half(21)), []string{settings.StopUnreadableColumn}},
		"another unit": {table(40, "age,colour,income",
			func(k int) string { return fmt.Sprintf("%d,red,1.%d", 1e6+30*k, k%10) }), []string{settings.StopClippedRows}},
		"an identifier that repeats": {table(40, "age,colour,income,who",
			func(k int) string { return fine(k) + fmt.Sprintf(",p%d", k/2) }), []string{settings.StopRepeatedIdentifier}},
		"two of them, in their order": {table(40, "age,colour,who",
			func(k int) string { return fmt.Sprintf("30,red,p%d", k/2) }),
			[]string{settings.StopMissingColumns, settings.StopRepeatedIdentifier}},
	} {
		_, report := must.Both(ReadTarget(publicSource(t), budget(nil), filesOf(c.table), nil))(t)
		var names []string
		for _, stop := range report.Stops {
			names = append(names, stop.Name)
			if strings.ContainsAny(stop.Text, "0123456789") {
				t.Errorf("%s: %q holds a number", name, stop.Text)
			}
		}
		if report.Stops == nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: stops are %v, want %v", name, names, c.want)
		}
	}
}

// A column that the public sample leaves blank for the most part may be as blank in the private file, and no more.
func TestABlankColumnOfTheSampleIsNoStop(t *testing.T) {
	column := func(rows, values int) string {
		var b strings.Builder
		b.WriteString("a,b,y\n")
		for k := range rows {
			b.WriteString(fmt.Sprintf("%d,", k%7))
			if k < values {
				b.WriteString(fmt.Sprint(k % 3))
			}
			b.WriteString(fmt.Sprintf(",%d\n", k))
		}
		return b.String()
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(column(100, 20)), dataset.SourceOptions{Label: "y"}))(t)
	for values, stops := range map[int]int{20: 0, 10: 0, 9: 1, 0: 1} {
		_, report := must.Both(ReadTarget(source, budget(nil), filesOf(column(100, values)), nil))(t)
		if len(report.Stops) != stops {
			t.Errorf("%d of 100 cells have a value, 20 in the sample: %v", values, report.Stops)
		}
	}
}

func TestAConstantLabelIsRefused(t *testing.T) {
	for name, labels := range map[string]string{"constant": "777", "one differs": "778"} {
		text := "a,y\n1,7\n2,7\n3," + labels[2:] + "\n"
		source := must.Get(dataset.ReadSource(strings.NewReader(text), dataset.SourceOptions{Label: "y"}))(t)
		_, _, err := ReadTarget(source, budget(nil), filesOf("a\n1\n2\n"), nil)
		if constant := isRefused(err, "constant-label"); constant != (name == "constant") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A column that could be two of the file's is named as such, and not read from the first or called missing.
func TestAColumnThatIsThereTwiceIsRefused(t *testing.T) {
	source := publicSource(t)
	for header, want := range map[string]string{
		"age,age,colour,income": `columns "age", "age"`,
		"Age,AGE,colour,income": `columns "Age", "AGE"`,
		"age,AGE,colour,income": "",
		"age,who,who,income":    "",
		"age,colour,income,y,y": `columns "y", "y"`,
	} {
		_, _, err := ReadTarget(source, budget(nil), filesOf(header+"\n1,red,1,1\n2,red,1,1\n"), nil)
		var refused *dataset.Error
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", header, err)
		case want != "" && !(errors.As(err, &refused) && refused.Code == dataset.CodeDuplicateColumn &&
			strings.Contains(refused.Message, want)):
			t.Errorf("%s: %v", header, err)
		}
	}
}

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

// The owner is told of a column that repeats as people with several rows would, where none was named; not of one that
// does not, of a category, or of a column that is read.
func TestAColumnThatRepeatsIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		who  func(int) string
		told bool
	}{
		"people of four rows": {func(i int) string { return fmt.Sprint("p", i%100) }, true},
		"one row each":        {func(i int) string { return fmt.Sprint("p", i) }, false},
		"a category":          {func(i int) string { return fmt.Sprint("c", i%3) }, false},
		"almost all alone":    {func(i int) string { return fmt.Sprint("p", max(i, 20)) }, false},
		"measured":            {func(i int) string { return fmt.Sprint(float64(i%100) + 0.5) }, false},
		"dates":               {func(i int) string { return fmt.Sprintf("2024-03-%02d", 1+i%28) }, false},
		"nobody":              {func(int) string { return "NA" }, false},
	} {
		table := named(privateTable(400), c.who)
		_, report := must.Both(ReadTarget(publicSource(t), budget(nil), filesOf(table), nil))(t)
		if told := len(report.Repeating) == 1; told != c.told ||
			told != strings.Contains(strings.Join(report.Warnings, " "), "names people") {
			t.Errorf("%s: %+v, %q", name, report.Repeating, report.Warnings)
		}
		_, report, err := readPeople(t, budget(nil), table)
		if err != nil || len(report.Repeating) > 0 {
			t.Errorf("%s: %v, %+v", name, err, report.Repeating)
		}
	}
}

// So is one in which nobody has two rows before the second mebibyte, in a file or a table in memory, one in which all
// have a row in each of two files, and one beyond twenty others.
func TestWhatRepeatsLateIsTold(t *testing.T) {
	const rows = 30_000
	wide := strings.Repeat("0", 40)
	once := func(i int) string { return fmt.Sprintf("%s%d", wide, i) }
	first := named(privateTable(rows), once)
	_, second, _ := strings.Cut(first, "\n")
	var columns bytes.Buffer
	columns.WriteString("cols\x02\x00\x00\x00\x0a\x00\x00\x00ntincome\x00who")
	for range 2 {
		block := []byte{}
		for i := range rows {
			block = binary.LittleEndian.AppendUint64(block, math.Float64bits(float64(i)))
		}
		for i := range rows {
			block = append(block, once(i)+"\x00"...)
		}
		columns.Write(binary.LittleEndian.AppendUint32(nil, rows))
		columns.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(block)-8*rows)))
		columns.Write(block)
	}
	for name, files := range map[string][]io.Reader{
		"late": {strings.NewReader(first + second)}, "a table in memory": {dataset.ColumnStream{Reader: &columns}},
		"in two files": {strings.NewReader(named(privateTable(50), once)),
			strings.NewReader(named(privateTable(50), once))},
		"far right": {strings.NewReader(farRight(25))},
	} {
		_, report := must.Both(ReadTarget(publicSource(t), budget(nil), files, nil))(t)
		if len(report.Repeating) != 1 || report.Repeating[0].Column != "who" {
			t.Errorf("%s: %+v", name, report.Repeating)
		}
		if r := report.Repeating; name == "late" && (r[0].Values < rows*9/10 || r[0].Values > rows*11/10) {
			t.Errorf("%+v", r)
		}
	}
}

// farRight is a table of 100 people with four rows each, whose names come after that number of other columns.
func farRight(others int) string {
	lines := strings.SplitAfter(strings.TrimSuffix(named(privateTable(400),
		func(i int) string { return fmt.Sprint("p", i%100) }), "\n"), "\n")
	for i := range lines {
		for k := range others {
			if cell := "c"; i == 0 {
				lines[i] = fmt.Sprint(cell, k, ";") + lines[i]
			} else {
				lines[i] = cell + ";" + lines[i]
			}
		}
	}
	return strings.Join(lines, "") + "\n"
}

// What was kept of a file to look for such columns is overwritten.
func TestWhatIsKeptOfAFileIsOverwritten(t *testing.T) {
	r := newRepeats(publicSource(t).Schema, 1)
	file := r.keep(strings.NewReader(named(privateTable(5000), func(i int) string { return fmt.Sprint(i % 100) })))
	must.Get(io.Copy(io.Discard, file))(t)
	pieces := slices.Clone(r.pieces)
	r.count(file)
	if len(pieces) < 2 || len(r.found()) != 1 {
		t.Fatalf("%d pieces, %+v", len(pieces), r.found())
	}
	for _, piece := range pieces {
		if slices.Max(piece[:cap(piece)]) > 0 {
			t.Error("a part of the file is left")
		}
	}
	hashes := r.columns[0].hashes
	if r.wipe(); len(hashes) > 0 {
		t.Error("hashes of names are left")
	}
}

// Columns in metres and in thousands, as the owner may have them in millimetres or in units.
func TestUnitsOffByAPowerOfTenAreNamed(t *testing.T) {
	schema := dataset.Schema{Label: "y", Columns: []dataset.Column{
		{
			Name:   "colour",
			Kind:   dataset.Categorical,
			Levels: []dataset.Level{{Name: "a", Mean: 0.5, Scale: 0.5}, {Name: "b", Mean: 0.5, Scale: 0.5}},
		},
		{Name: "height", Kind: dataset.Numeric, Mean: 1.7, Scale: 0.1, Min: 1.3, Max: 2.1},
		{Name: "income", Kind: dataset.Numeric, Mean: 40, Scale: 30, Min: -60, Max: 150},
		{Name: "balance", Kind: dataset.Numeric, Mean: 0, Scale: 10, Min: -35, Max: 35},
		{Name: "sold", Kind: dataset.Numeric, Mean: 18000, Scale: 100, Dates: true},
	}}
	for _, tt := range []struct {
		name           string
		height, income float64
		want           []UnitGuess
	}{
		{"the same units", 1, 1, []UnitGuess{}},
		{"a true shift by a half", 1, 1.5, []UnitGuess{}},
		{"a true shift to four times", 1, 4, []UnitGuess{}},
		{"centimetres", 100, 1, []UnitGuess{{"height", 100}}},
		{"millimetres and single units", 1000, 1000, []UnitGuess{{"height", 1000}, {"income", 1000}}},
		{"millimetres, and a population taller by 0.85 standard deviations", 1050, 1, []UnitGuess{{"height", 1000}}},
		{"millions", 1, 0.001, []UnitGuess{{"income", 0.001}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			probe := newUnitProbe(schema)
			for range 2 * unitRows {
				height, income := (1.7+0.1*rng.NormFloat64())*tt.height, (40+30*rng.NormFloat64())*tt.income
				probe.add([]float64{1, -1, (height - 1.7) / 0.1, (income - 40) / 30, 5 * rng.NormFloat64(), -180})
			}
			got := probe.suspects()
			for i := range got {
				got[i].Factor = float64(float32(got[i].Factor)) // 10⁻³ by math.Pow
			}
			for i := range tt.want {
				tt.want[i].Factor = float64(float32(tt.want[i].Factor))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	// Columns whose mean says nothing of a unit, where all numbers are in the source's range: around zero, and rare events.
	odd := dataset.Schema{Label: "y", Columns: []dataset.Column{
		{Name: "difference", Kind: dataset.Numeric, Mean: 0.02, Scale: 0.6, Min: -1.1, Max: 1.2},
		{Name: "events", Kind: dataset.Numeric, Mean: 0.33, Scale: 5.7, Max: 100},
		{Name: "lesions", Kind: dataset.Numeric, Mean: 0.0043, Scale: 0.061, Max: 0.87},
	}}
	probe := newUnitProbe(odd)
	for k := range unitRows {
		events := 0.0
		if k == 7 {
			events = 1
		}
		probe.add([]float64{(1 + 0.05*float64(k%3) - 0.02) / 0.6, (events - 0.33) / 5.7, (0.01*events - 0.0043) / 0.061})
	}
	if got := probe.suspects(); len(got) > 0 {
		t.Errorf("numbers in the source's range are suspected: %v", got)
	}
	if got := fmt.Sprint(newUnitProbe(schema).suspects()); got != "[]" {
		t.Errorf("without rows: %s", got)
	}
}

// Where blank rows are why delta is too large for the number of rows, the refusal names them and not delta.
func TestBlankRowsAreNamedBeforeDelta(t *testing.T) {
	large := func(o *Options) { o.Delta = 0.001 }
	for rows, code := range map[string]string{
		strings.Repeat("30,red,1.5\n", 1200):                              "bad-delta",
		"30,red,1.5\n" + strings.Repeat(",,\n", 1200):                     "blank-rows",
		strings.Repeat("30,red,1.5\n", 300) + strings.Repeat(",,\n", 100): "",
	} {
		_, report, err := ReadTarget(publicSource(t), budget(large), filesOf("age,colour,income\n"+rows), nil)
		if code == "" && (err != nil || len(report.Stops) != 1) || code != "" && !isRefused(err, code) ||
			code == "blank-rows" && strings.Contains(err.Error(), "delta") {
			t.Errorf("%.20q…: %v, want %q", rows, err, code)
		}
	}
}
