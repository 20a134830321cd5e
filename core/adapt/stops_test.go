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
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/terms/settings"
	"privadapt/core/words"
)

// What the owner has to accept has a name, and a sentence that holds no number of the private file.
func TestWhatStopsARun(t *testing.T) {
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
		"nothing":                 {tableOf("age,colour,income", 40, fine), nil},
		"a missing column":        {tableOf("age,colour,earned", 40, fine), []string{settings.StopMissingColumns}},
		"half of a column unread": {tableOf("age,colour,income", 40, half(20)), nil},
		"more than half unread":   {tableOf("age,colour,income", 40, half(21)), []string{settings.StopUnreadableColumn}},
		"another unit": {tableOf("age,colour,income", 40,
			func(k int) string { return fmt.Sprintf("%d,red,1.%d", 1e6+30*k, k%10) }), []string{settings.StopClippedRows}},
		"an identifier that repeats": {tableOf("age,colour,income,who", 40,
			func(k int) string { return fine(k) + fmt.Sprintf(",p%d", k/2) }), []string{settings.StopRepeatedIdentifier}},
		"two of them, in their order": {tableOf("age,colour,who", 40,
			func(k int) string { return fmt.Sprintf("30,red,p%d", k/2) }),
			[]string{settings.StopMissingColumns, settings.StopRepeatedIdentifier}},
	} {
		_, report := must.Both(ReadTarget(publicSource(t), budget(nil), filesOf(c.table), nil))(t)
		var names []string
		for _, stop := range report.Stops {
			names = append(names, stop.Key)
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
	column := func(values int) string {
		return tableOf("a,b,y", 100, func(k int) string {
			if k < values {
				return fmt.Sprintf("%d,%d,%d", k%7, k%3, k)
			}
			return fmt.Sprintf("%d,,%d", k%7, k)
		})
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(column(20)), dataset.SourceOptions{Label: "y"}))(t)
	for values, stops := range map[int]int{20: 0, 10: 0, 9: 1, 0: 1} {
		_, report := must.Both(ReadTarget(source, budget(nil), filesOf(column(values)), nil))(t)
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
	stopping := func(stage string, done, total int64) error {
		if stage == "target" && done == 1024 && total == 0 {
			return stop
		}
		return nil
	}
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
		"whoever watches": {o: budget(nil), files: []io.Reader{whole()}, want: stop, said: "stop", progress: stopping},
		"whoever watches the first reading": {o: people, counted: []io.Reader{whole()}, files: []io.Reader{failing()},
			want: stop, said: "stop", progress: stopping},
		"a table in memory that ends in the middle of a block": {o: reporting(nil), want: io.ErrUnexpectedEOF,
			files: []io.Reader{dataset.ColumnStream{Reader: strings.NewReader("cols\x02\x00\x00\x00\x05\x00\x00\x00ttage\x00y" +
				"\x01\x00\x00\x00\x04\x00\x00\x003\x007\x00" + "\x09\x00\x00\x00\x24\x00\x00\x00")}}},
	} {
		target, _, err := ReadTargetTwice(publicSource(t), c.o, c.counted, c.files, c.progress)
		if target != nil || err == nil || c.want != nil && !errors.Is(err, c.want) ||
			!strings.HasPrefix(err.Error(), c.said) ||
			c.code != "" && !isRefused(err, c.code) {
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
			told != strings.Contains(fmt.Sprint(report.Lines), "names people") {
			t.Errorf("%s: %+v, %q", name, report.Repeating, report.Lines)
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

// A sheet that is formatted to its last row is refused for that and not for delta. Neighbours are refused alike, whatever
// their cells are.
func TestAWholeSheetIsNamedBeforeDelta(t *testing.T) {
	large := func(o *Options) { o.Delta = 0.001 }
	const row = "30,red,1.5\n"
	for rows, code := range map[int]string{1200: "bad-delta", 1<<20 - 1: "blank-rows", 1 << 20: "bad-delta"} {
		said := map[string]bool{}
		for _, blank := range []int{0, 1, rows / 90, rows - 1} {
			table := "age,colour,income\n" + strings.Repeat(row, rows-blank) + strings.Repeat(",,\n", blank)
			_, _, err := ReadTarget(publicSource(t), budget(large), filesOf(table), nil)
			if !isRefused(err, code) {
				t.Fatalf("%d rows, %d of them blank: %v, want %q", rows, blank, err, code)
			}
			said[err.Error()] = true
		}
		if len(said) != 1 {
			t.Errorf("%d rows are refused by what is in them: %v", rows, said)
		}
	}
}

// Of a sample that is larger than what models are fitted to, every run that fits one gives what it gives of a smaller
// sample: a release that verifies by itself and with its sample.
// The owner is told beforehand that a part is fitted to, where one is.
func TestALargeSampleGivesEveryRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make test-all")
	}
	rng := rand.New(rand.NewPCG(91, 92))
	write := func(rows int, shift float64, task dataset.Task) string {
		return tableOf("a,b,y", rows, func(int) string {
			x, z := shift+rng.NormFloat64(), rng.NormFloat64()
			return fmt.Sprintf("%.3f,%.3f,%s", x, z, labelOf(task, x*x-z+0.3*rng.NormFloat64(), 1))
		})
	}
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		options := dataset.SourceOptions{Label: "y", Task: task}
		text := write(auto.MostRows+2000, 0, task)
		source := must.Get(dataset.ReadSource(strings.NewReader(text), options))(t)
		private := write(400, 0.5, task)
		runs := map[string]Options{"model with labels": withLabels(func(o *Options) { o.Base = method.Linear })}
		if task == dataset.Regression {
			runs["model"] = budget(func(o *Options) { o.Base = method.Smooth })
			runs["report"] = reporting(nil)
			runs["moments of labels"] = withLabels(func(o *Options) { o.Base, o.Release = method.Linear, release.Moments })
			runs["moments"] = budget(func(o *Options) { o.Release = release.Moments })
		}
		for name, o := range runs {
			target := readTarget(t, source, o, private)
			told := strings.Contains(fmt.Sprint(target.Warnings()), "a random part of")
			if want := name != "moments"; told != want {
				t.Errorf("%s, %s: the warnings are %q", task, name, target.Warnings())
			}
			r, err := target.Adapt(engine, free, nil)
			if err != nil {
				t.Errorf("%s, %s: %v", task, name, err)
				continue
			}
			holds(t, fmt.Sprint(task, name), source, r)
		}
	}
}

// Who reads many features is told before the charge that the run takes long; where nothing is solved it does not.
func TestManyFeaturesAreSaidToTakeLong(t *testing.T) {
	for columns, said := range map[int]bool{499: false, 500: true} {
		source, table := wide(t, 12, columns)
		for _, o := range []Options{budget(nil), budget(func(o *Options) { o.Release = release.Moments })} {
			got := strings.Contains(fmt.Sprint(readTarget(t, source, o, table).Warnings()), "a run takes long")
			if want := said && o.Release != release.Moments; got != want {
				t.Errorf("%d columns, release %q: said %v", columns, o.Release, got)
			}
		}
	}
}

// No private row can make anything fail, and nothing but the released values differs between neighbours: here are files
// that differ in one row, broken in every way we could think of, through the whole pipeline. The campaign runs 10⁵
// pairs.
func TestNeighboursWithABrokenRow(t *testing.T) {
	pairs := 1000
	if runtime.GOOS == "js" {
		pairs = 200
	}
	comparePairs(t, pairs, rand.New(rand.NewPCG(31, 32)))
}

func comparePairs(t *testing.T, pairs int, rng *rand.Rand) {
	t.Helper()
	source := totalitySource(t)
	compared := 0
	for compared < pairs {
		o := cheapOptions(rng)
		f := randomFile(rng)
		sound, broken := f.write(f.rows[f.at]), f.write(brokenRow(rng))
		if !f.newline && f.at == len(f.rows)-1 && bytes.HasSuffix(broken, []byte("\n")) {
			continue // an empty last row without its newline is no row
		}
		cut := whole
		if rng.IntN(20) == 0 {
			cut = iotest.OneByteReader
		}
		compare(t, source, o, sound, broken, whole, cut)
		compared++
	}
}

func whole(r io.Reader) io.Reader { return r }

// compare requires that the two files have one outcome.
func compare(t *testing.T, source *dataset.Source, o Options, a, b []byte, cutA, cutB func(io.Reader) io.Reader) {
	t.Helper()
	left, right := outcome(t, source, o, cutA(bytes.NewReader(a))), outcome(t, source, o, cutB(bytes.NewReader(b)))
	if left != right {
		t.Fatalf("neighbours have different outcomes under %+v:\n%.300q\n%.300q\n%s\n%s", o, a, b, left, right)
	}
}

// outcome is all that a reader of the release and of public reports can see, apart from the released values and what is
// computed from them.
func outcome(t *testing.T, source *dataset.Source, o Options, file io.Reader) string {
	t.Helper()
	target, _, err := ReadTarget(source, o, []io.Reader{file}, nil)
	if err != nil {
		return "refused: " + codeOf(err)
	}
	var seen strings.Builder
	fmt.Fprintln(&seen, target.Warnings())
	progress := func(stage string, done, total int64) error {
		if target.plan.Mechanism != method.Moment { // else it follows the released moment
			fmt.Fprintln(&seen, stage, done, total)
		}
		return nil
	}
	charge := func(c Charge) error {
		fmt.Fprintln(&seen, c)
		return nil
	}
	r, err := target.Adapt(engine, charge, progress)
	if err != nil {
		return seen.String() + "no release: " + codeOf(err)
	}
	text, err := r.Encode()
	if err != nil {
		return seen.String() + "no document"
	}
	if _, err := release.Decode(text); err != nil {
		t.Fatalf("the engine's own release is refused: %v", err)
	}
	return seen.String() + shapeOf(r) + string(publicPart(t, r))
}

func codeOf(err error) string {
	if known := (*words.Error)(nil); errors.As(err, &known) {
		return known.Code + ": " + err.Error()
	}
	return "without a code: " + err.Error()
}

// shapeOf lists the present parts among those that publicPart leaves out, and their sizes.
func shapeOf(r *release.Release) string {
	v, c := r.Values, r.Certificate
	return fmt.Sprintln(r.Kind, v.Intercept != nil, len(v.Coefficients), len(v.Weights), v.Names, len(v.Moments),
		len(r.ReleaseID), c.EffectiveSampleSize != nil, c.Discrepancy != nil, c.RidgePenalty != nil, c.Rounds != nil,
		c.Gap != nil)
}

func totalitySource(t testing.TB) *dataset.Source {
	t.Helper()
	rng := rand.New(rand.NewPCG(33, 34))
	table := tableOf("a,c,b,y", 16, func(int) string {
		return fmt.Sprintf("%.2f,%s,%.2f,%.2f", 10*rng.Float64(), []string{"red", "blue"}[rng.IntN(2)], rng.NormFloat64(),
			rng.NormFloat64())
	})
	return must.Get(dataset.ReadSource(strings.NewReader(table), dataset.SourceOptions{Label: "y"}))(t)
}

// cheapOptions mostly asks for the moments, which take no solver; now and then for weights or a model by each
// mechanism. Selection by Frank–Wolfe is asked for weights alone: they rest on as many rows as it made draws, which by
// chance, that is by the noise, can be too few for a model.
func cheapOptions(rng *rand.Rand) Options {
	o := Options{Epsilon: 1, Delta: 1e-5, Release: release.Moments}
	if rng.IntN(2) == 0 {
		o.Delta, o.AcceptLargeDelta = 0.3, true // draws the warning that δ is not below 1/n
	}
	if rng.IntN(8) > 0 {
		return o
	}
	o.Iterations = 1 + rng.IntN(6)
	o.Release = []release.Kind{release.Weights, release.Model}[rng.IntN(2)]
	switch rng.IntN(9) {
	case 0:
		o.Mechanism, o.Release = method.Selection, release.Weights
	case 1:
		o.Mechanism, o.Smoothing, o.Release = method.Selection, method.PNorm, release.Weights
	case 2:
		o.Mechanism, o.Solver = method.Selection, method.SingleStage
	case 3:
		o.Mechanism, o.Calibration, o.Release = method.Selection, method.Paper, release.Weights
	case 4:
		o.Mechanism = method.Gradient
	case 5:
		o.Mechanism, o.Smoothing = method.Gradient, method.PNorm
	case 6:
		o.Solver = method.SingleStage
	case 7:
		o.ModelNorm = 1
	}
	return o
}

// file is a private file. One of its rows is to be replaced.
type file struct {
	bom     bool
	header  string
	rows    []string
	ends    []string // "\n" or "\r\n", of the header and of each row
	newline bool     // after the last row
	at      int      // the row that a neighbour has otherwise
}

func randomFile(rng *rand.Rand) file {
	f := file{bom: rng.IntN(4) == 0, newline: rng.IntN(2) == 0}
	delim := []string{",", ";", "\t"}[rng.IntN(3)]
	f.header = strings.Join([]string{"a", "c", "b"}, delim)
	f.rows = make([]string, 1+rng.IntN(5))
	for i := range f.rows {
		f.rows[i] = fmt.Sprintf("%.2f%s%s%s%.2f", 10*rng.Float64(), delim,
			[]string{"red", "blue", "green", ""}[rng.IntN(4)], delim, rng.NormFloat64())
	}
	for range len(f.rows) + 1 {
		f.ends = append(f.ends, []string{"\n", "\r\n"}[rng.IntN(2)])
	}
	f.at = rng.IntN(len(f.rows))
	return f
}

func (f file) write(row string) []byte {
	var b bytes.Buffer
	if f.bom {
		b.WriteString("\ufeff")
	}
	b.WriteString(f.header + f.ends[0])
	for i, r := range f.rows {
		if i == f.at {
			r = row
		}
		b.WriteString(r)
		if i < len(f.rows)-1 || f.newline {
			b.WriteString(f.ends[i+1])
		}
	}
	return b.Bytes()
}

// brokenCells are cells that a reader might stumble over.
var brokenCells = []string{
	"", " ", "1e999", "-1e999", "1e-999", "NaN", "nan", "+inf", "-Infinity", "0x1p3", "0X1F", "1_000", "1,5", "1.5",
	"1.5.5", "--1", "+", "-", ".", "e5", "1e",
	"1e+", "1E400", "9007199254740993", "１２", "١٢", "½", "1 000", "1\u00a0000", "NA", "n/a", "null", "?", "true", "red",
	"RED", "red ", `"red"`, `"re""d"`, `"red`,
	`red"`, `"`, `""`, `"""`, `"a;b,c	d"`, "\x00", "\x00\x00", "\xff", "\xfe\xff", "\xc3\x28", "\xed\xa0\x80", "\ufeff",
	"\u2028", "\r", "\v", "\f", "\x1a", "\x1b[2J", "\x7f",
	"<html>", "<!doctype html>", "PK\x03\x04", "\x1f\x8b", "PAR1\x15", "a", "y", "=1+1", "'1", "#", "//", "\\", "\\n",
	"1e308", "-1e308", "1.7976931348623157e308", "5e-324",
	strings.Repeat("9",
		400), strings.Repeat("0", 400) + "1", "0." + strings.Repeat("0", 400) + "1", "1e" + strings.Repeat("9", 30),
	strings.Repeat(`"`, 99),
}

// brokenRow is any bytes but a newline, or a cell with some.
func brokenRow(rng *rand.Rand) string {
	cell := func() string { return brokenCells[rng.IntN(len(brokenCells))] }
	switch kind := rng.IntN(100); {
	case kind < 20: // bytes of any kind
		b := make([]byte, rng.IntN(80))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return string(bytes.ReplaceAll(b, []byte("\n"), nil))
	case kind < 30:
		return cell()
	case kind < 32: // long: one byte, or one cell, again and again
		return strings.Repeat(
			[]string{"x", `"`, ",", ";", "\t", "\x00", "9", "\xff", " ", "\r", "1,", `"",`, "é"}[rng.IntN(13)], 100_000)
	case kind >= 33 && kind < 40: // one cell of any bytes, line breaks too, as a conforming writer writes it
		b := make([]byte, rng.IntN(80))
		for i := range b {
			b[i] = "\n\n\r\"\",;\t 1a"[rng.IntN(11)]
		}
		return `"` + strings.ReplaceAll(string(b), `"`, `""`) + `"`
	case kind == 32 && rng.IntN(20) == 0: // longer than any line may be
		return strings.Repeat("7", 1<<20+1)
	default: // too few, too many or as many cells as there should be, with separators of one kind or of several
		delims := []string{",", ";", "\t", "|", ":", "\x1f", "\u2028", " ", ",,", "\r", "\x00"}
		delim, mixed := delims[rng.IntN(len(delims))], rng.IntN(4) == 0
		var b strings.Builder
		for i := range rng.IntN(7) {
			if i > 0 {
				b.WriteString(delim)
			}
			if mixed {
				delim = delims[rng.IntN(len(delims))]
			}
			b.WriteString(cell())
		}
		return b.String()
	}
}
