package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/model/auto"
	"privadapt/core/model/labelled"
	"privadapt/core/must"
	"privadapt/core/release/appraisal"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

func schema() dataset.Schema {
	return dataset.Schema{Label: "y", Columns: []dataset.Column{
		{Name: "a", Kind: dataset.Numeric, Mean: 10, Scale: 2, Min: 5, Max: 15},
		{Name: "skip", Kind: dataset.Ignored},
		{Name: "c", Kind: dataset.Categorical, Levels: []dataset.Level{
			{Name: "red", Mean: 0.25, Scale: math.Sqrt(0.25 * 0.75)},
			{Name: "blue", Mean: 0.75, Scale: math.Sqrt(0.75 * 0.25)},
		}},
	}}
}

func source() *dataset.Source {
	return &dataset.Source{Schema: schema(), Rows: 4, Labels: []float64{-20, 3, 1, 20}}
}

const (
	testID     = "0f0e0d0c-0b0a-4908-8706-050403020100"
	testDigest = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
)

func modelDocument() *Release {
	return &Release{
		Format: Format, Version: Version, ReleaseID: testID, Kind: Model,
		Values: RawModel(source(), []float64{1, 2, -1, 0.5}, 1),
		Certificate: Certificate{
			Mechanism: method.Moment, Solver: method.ProjectedGradient, Smoothing: method.Softmax, Calibration: method.Tight,
			Adjacency: method.ReplaceOne,
			Unit:      method.Record, Features: "linear", Accountant: "zcdp", Noise: Noise{Distribution: "discrete-gaussian"},
		},
		Provenance: Provenance{SourceSHA256: testDigest, Schema: schema(), SourceRows: 4, EngineVersion: "1.2.3"},
	}
}

// A model in raw units predicts what the model of standardised rows does, also where a cell is missing or unseen and
// the standardised features are 0.
func TestPredictEqualsTheStandardisedModel(t *testing.T) {
	red, blue := schema().Columns[2].Levels[0], schema().Columns[2].Levels[1]
	z := func(l dataset.Level, is float64) float64 { return (is - l.Mean) / l.Scale }
	got, report := must.Both(modelDocument().Predict(strings.NewReader("c,a\nred,14\nblue,10\ngreen,8\n,oops\n"), nil))(t)
	want := []float64{1 + 2*2 - z(red, 1) + 0.5*z(blue, 0), 1 - z(red, 0) + 0.5*z(blue, 1), 1 + 2*-1, 1}
	for i := range want {
		if math.Abs(got.Numbers[i]-want[i]) > 1e-13 {
			t.Errorf("row %d: %v, want %v", i, got.Numbers[i], want[i])
		}
	}
	if report.RepairedCells != 3 {
		t.Errorf("%d repaired cells", report.RepairedCells)
	}
}

// A prediction beyond the labels of the source is moved to the nearest of them. A document without the range sets no
// such limit, and is read as it was written.
func TestPredictionsStayInTheRangeOfLabels(t *testing.T) {
	r := modelDocument()
	const table = "a,c\n1e6,red\n-1e6,red\n"
	for _, c := range []struct{ limits, want []float64 }{{[]float64{-20, 20}, []float64{20, -20}},
		{nil, []float64{1e6 - 10, -1e6 - 10}}} {
		r.Values.LabelRange = c.limits
		read := reread(t, r)
		got, _ := must.Both(read.Predict(strings.NewReader(table), nil))(t)
		for i, y := range got.Numbers {
			if math.Abs(y-c.want[i]) > 10 { // the level adds less than this
				t.Errorf("limits %v: row %d is predicted as %v", c.limits, i, y)
			}
		}
	}
}

func TestWeightsCSV(t *testing.T) {
	r := &Release{Values: Values{Weights: []float64{0.25, 0.75}}}
	if got := r.WeightsCSV(); got != "row,weight\n1,0.25\n2,0.75\n" {
		t.Errorf("%q", got)
	}
}

// predicting are documents of models of all forms.
func predicting(t *testing.T) map[string]*Release {
	free := modelDocument()
	free.Values.LabelRange = nil
	return map[string]*Release{
		"linear": modelDocument(), "without limits": free, "numbers": baseDocument(t, 0),
		"two classes": baseDocument(t, 2), "three classes": baseDocument(t, 3), "corrected": labelledDocument(t),
	}
}

// A model predicts the same of a table, of values in memory and of a row's cells, however many rows there are.
func TestAllWaysToPredictAgree(t *testing.T) {
	cells := [][]float64{{14, 0}, {10, 1}, {1e6, 0}, {-1e6, 1}, {math.NaN(), math.NaN()}}
	for name, r := range predicting(t) {
		table, skipped := "c,a\nred,14\nblue,10\nred,1e6\nblue,-1e6\ngreen,\n", math.NaN()
		values := []float64{14, 10, 1e6, -1e6, math.NaN(), skipped, skipped, skipped, skipped, skipped, 0, 1, 0, 1,
			math.NaN()}
		rows := must.Get(dataset.NewValueRows(values, len(cells), r.Provenance.Schema))(t)
		of, _, err := r.Predict(strings.NewReader(table), nil)
		memory, _, errMemory := r.PredictValues(rows, nil)
		m, errRows := r.RowModel()
		if err := errors.Join(err, errMemory, errRows); err != nil {
			t.Fatal(name, err)
		}
		classes := len(r.Provenance.Schema.Classes)
		if !SameText(of, memory) || of.Rows != len(cells) || (of.Numbers == nil) != (classes > 0) ||
			len(of.Probabilities) != classes*len(cells) {
			t.Errorf("%s: %+v of the table, %+v of memory", name, of, memory)
		}
		for i, row := range cells {
			if scores := make([]float64, 1); classes == 0 {
				if m.Predict(scores, row); math.Abs(scores[0]-of.Numbers[i]) > 1e-12*math.Abs(scores[0]) {
					t.Errorf("%s: row %d is %v by its cells and %v of the table", name, i, scores[0], of.Numbers[i])
				}
			}
		}
		head, lines, _ := strings.Cut(table, "\n")
		for _, blocks := range []int{0, 1024, 1025} {
			many, _, err := r.Predict(strings.NewReader(head+"\n"+strings.Repeat(lines, blocks)), nil)
			want := Predictions{len(cells) * blocks, repeated(of.Numbers, blocks), repeated(of.Probabilities, blocks)}
			if err != nil || !SameText(many, want) {
				t.Errorf("%s: %d times the rows give other predictions, %v", name, blocks, err)
			}
		}
	}
}

func repeated(values []float64, times int) (all []float64) {
	for range times {
		all = append(all, values...)
	}
	return all
}

// Of equally probable classes the first is predicted.
func TestTheFirstOfEqualClasses(t *testing.T) {
	p := Predictions{Probabilities: []float64{0.4, 0.4, 0.2, 0.1, 0.45, 0.45, 0.2, 0.3, 0.5, 1, 0, 0}}
	for i, want := range []int{0, 1, 2, 0} {
		if got := p.Label(i, 3); got != want {
			t.Errorf("row %d: %d, not %d", i, got, want)
		}
	}
}

// What has no predictions says so, and an error of the reader or of the caller ends them.
func TestWhatEndsPredictions(t *testing.T) {
	broken := errors.New("broken")
	for name, r := range predicting(t) {
		if p, _, err := r.Predict(strings.NewReader(""), nil); err == nil || p.Rows != 0 {
			t.Errorf("%s, no header: %+v", name, p)
		}
		cut := io.MultiReader(strings.NewReader("c,a\nred,1\nred,"), iotest.ErrReader(broken))
		if p, _, err := r.Predict(cut, nil); err == nil || p.Rows != 0 {
			t.Errorf("%s, cut off: %+v", name, p)
		}
		var said []int
		table := "c,a\n" + strings.Repeat("red,1\n", 2*1024)
		p, _, err := r.Predict(strings.NewReader(table), func(rows int) error {
			if said = append(said, rows); len(said) == 2 {
				return broken
			}
			return nil
		})
		if !errors.Is(err, broken) || p.Rows != 0 || fmt.Sprint(said) != fmt.Sprint([]int{1024, 2 * 1024}) {
			t.Errorf("%s: %v, %d rows after %v", name, err, p.Rows, said)
		}
	}
	file, _ := fileDocument(t)
	damaged := baseDocument(t, 0)
	damaged.Values.Base = &labelled.Document{Blend: new(auto.Blend)}
	for name, r := range map[string]*Release{"weights": fullDocument(Weights), "moments": fullDocument(Moments),
		"a report": reportDocument(), "a damaged model": damaged, "a model in a file": file} {
		var wrong *words.Error
		if _, _, err := r.Predict(strings.NewReader("a,c\n1,red\n"), nil); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, err := r.PredictValues(new(dataset.ValueRows), nil); !errors.As(err, &wrong) {
			t.Errorf("%s, in memory: %v", name, err)
		}
		if m, err := r.RowModel(); m != nil || !errors.As(err, &wrong) {
			t.Errorf("%s, by rows: %v", name, err)
		}
	}
}

// A document of more counts than are computed in a second is no release, although it has as many as its schema says;
// one of fewer is.
func TestAReportOfTooManyCountsIsNotRead(t *testing.T) {
	for levels, read := range map[int]bool{2: true, 13: true, 14: false, 50: false} {
		by, r := "c", &Release{}
		r.Provenance.Schema = dataset.Schema{Classes: make([]string, 64), Columns: []dataset.Column{
			{Name: by, Kind: dataset.Categorical, Levels: make([]dataset.Level, levels)}}}
		r.Certificate.Report = &Appraised{GroupBy: &by}
		if _, err := r.Layout(); (err == nil) != read ||
			err != nil && !strings.Contains(err.Error(), "at most 65536 are read") {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
}

// A report is divided by a categorical column of at most 50 values, and of few enough that all counts are read. The
// reason why it is not names what can be chosen, a dozen at most.
func TestColumnsThatDivideAReport(t *testing.T) {
	of := func(classes int, levels ...int) (s dataset.Schema) {
		for k := range classes {
			s.Classes = append(s.Classes, fmt.Sprint(k))
		}
		s.Columns = []dataset.Column{{Name: "number", Kind: dataset.Numeric}}
		for k, n := range levels {
			c := dataset.Column{Name: fmt.Sprint("c", k), Kind: dataset.Categorical}
			c.Levels = make([]dataset.Level, n)
			s.Columns = append(s.Columns, c)
		}
		return s
	}
	const twelve = `choose one of "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11"`
	ones := slices.Repeat([]int{2}, 12)
	for _, c := range []struct {
		schema dataset.Schema
		by     string
		says   string // the end of the reason
	}{
		{of(0, MostGroups), "c0", ""},
		{of(0, MostGroups+1), "c0", "at most 50 values; the public sample has none"},
		{of(0, 2, MostGroups+1), "number", `; choose one of "c0"`},
		{of(0, 2, 3), "c2", `; choose one of "c0", "c1"`},
		{of(0, ones...), "", "; " + twelve},
		{of(0, append(ones, 2)...), "", "; " + twelve + " and 1 more"},
		{of(0, append(ones, 2, 2)...), "", "; " + twelve + " and 2 more"},
		{of(2, MostGroups), "c0", ""},
		{of(64, 13), "c0", ""},
		{of(64, 14), "c0", `each of the 14 values of the column "c0" has 65552 counts, and at most 65536 are read; ` +
			"divide it by a column of fewer values, or by none"},
	} {
		err := CheckGroups(c.schema, c.by)
		if (err == nil) != (c.says == "") || err != nil && !strings.HasSuffix(err.Error(), c.says) {
			t.Errorf("%d classes, by %q: %v, not %q", len(c.schema.Classes), c.by, err, c.says)
		}
	}
}

// Where n is stated the rows of all counts together are n, and so are the rows of all groups together; each group
// has the name of its level, and the last has none.
func TestFiguresAreOfTheStatedRows(t *testing.T) {
	r := reportDocument()
	for k := range r.Values.Counts {
		r.Values.Counts[k] = float64(100 + 7*k%11)
	}
	r.Certificate.N, r.Certificate.Noise.DiagonalVariance = 3000, "1000000000000"
	f := must.Get(r.Figures())(t)
	rows := func(x appraisal.Figures) float64 { return *x.Labelled.Value + *x.Unlabelled.Value }
	grouped, names := 0.0, []string{}
	for _, g := range f.Groups {
		grouped += rows(g.Figures)
		if g.Level != nil {
			names = append(names, *g.Level)
		}
	}
	if all := rows(f.All); math.Abs(all-3000) > 1e-6 || math.Abs(grouped-3000) > 1e-6 {
		t.Errorf("3000 rows are %v, and %v in groups", all, grouped)
	}
	var levels []string
	for _, c := range r.Provenance.Schema.Used() {
		for _, level := range c.Levels {
			levels = append(levels, level.Name)
		}
	}
	if !slices.Equal(names, levels) || len(f.Groups) != len(levels)+1 || f.Groups[len(levels)].Level != nil {
		t.Errorf("%d groups are called %q, the levels %q", len(f.Groups), names, levels)
	}
}

// A document is written in the fields of the published schema, letter for letter: Go ignores the case of a field's
// letters, and other readers do not.
func TestFieldsAreThoseOfTheSchema(t *testing.T) {
	text := must.Get(os.ReadFile("../../jsbridge/npm/release.schema.json"))(t)
	type part struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	var schema struct {
		part
		Definitions map[string]part `json:"$defs"`
	}
	must.Do(t, json.Unmarshal(text, &schema))
	known := func(definitions ...string) []string {
		var names []string
		for _, d := range definitions {
			names = slices.AppendSeq(names, maps.Keys(schema.Definitions[d].Properties))
		}
		return sorted(names)
	}
	var ofSample part
	must.Do(t, json.Unmarshal(schema.Definitions["provenance"].Properties["schema"], &ofSample))
	schema.Definitions["sample"], schema.Definitions["document"] = ofSample, schema.part
	for _, c := range []struct {
		fields reflect.Type
		known  []string
	}{
		{reflect.TypeFor[Release](), known("document")},
		{reflect.TypeFor[Values](), known("model", "baseModel", "weights", "moments", "counts")},
		{reflect.TypeFor[Certificate](), known("certificate", "replaceOne", "addRemove")},
		{reflect.TypeFor[Base](), known("base")},
		{reflect.TypeFor[File](), known("file")},
		{reflect.TypeFor[auto.Scored](), known("candidate")},
		{reflect.TypeFor[Labels](), known("labels")},
		{reflect.TypeFor[Choice](), known("choice")},
		{reflect.TypeFor[Appraised](), known("appraised")},
		{reflect.TypeFor[SampleAverages](), known("sampleAverages")},
		{reflect.TypeFor[LabelError](), known("labelError")},
		{reflect.TypeFor[appraisal.IntervalNumber](), known("interval")},
		{reflect.TypeFor[Discrepancy](), known("discrepancy")},
		{reflect.TypeFor[Combination](), known("combination")},
		{reflect.TypeFor[Provenance](), known("provenance")},
		{reflect.TypeFor[dataset.Schema](), known("sample")},
		{reflect.TypeFor[dataset.Column](), known("column")},
	} {
		var written []string
		for i := range c.fields.NumField() {
			if f := c.fields.Field(i); f.IsExported() {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				written = append(written, name)
			}
		}
		if !slices.Equal(sorted(written), c.known) {
			t.Errorf("%v is written with the fields %q, the schema has %q", c.fields, sorted(written), c.known)
		}
	}
}

func wordsOf[T ~string](lists ...[]T) (list []string) {
	for _, one := range lists {
		for _, word := range one {
			list = append(list, string(word))
		}
	}
	return list
}

// The published schema lists the words that a document may have, and no others. The package's types of a release file
// are made from it.
func TestTheDocumentedWordsAreTheEngines(t *testing.T) {
	words := map[string][]string{
		"mechanism":    append(wordsOf(method.Mechanisms), string(method.Tally)),
		"solver":       append(wordsOf(method.Solvers), string(method.NoSolver)),
		"smoothing":    wordsOf(method.Smoothings),
		"calibration":  wordsOf(method.Calibrations),
		"adjacency":    wordsOf(method.Adjacencies),
		"unit":         wordsOf([]method.Unit{method.Record, method.Person}),
		"features":     wordsOf([]features.Kind{features.Linear, features.Labels}),
		"distribution": Distributions,
		"model":        {PublicModel, GivenModel},
		"verdict":      wordsOf(Verdicts),
		"way":          {auto.Unweighted, auto.Weighted, auto.Corrected},
		"dateOrder":    wordsOf([]csv.DateOrder{csv.DayFirst, csv.MonthFirst, csv.YearFirst}),
		"kind": append(wordsOf(Kinds),
			wordsOf([]dataset.Kind{dataset.Numeric, dataset.Categorical, dataset.Ignored})...),
	}
	schema := must.Get(os.ReadFile("../../jsbridge/npm/release.schema.json"))(t)
	var document any
	must.Do(t, json.Unmarshal(schema, &document))
	inSchema := map[string][]string{}
	collectWords("", document, inSchema)
	for name, want := range words {
		if got, want := sorted(inSchema[name]), sorted(want); !slices.Equal(got, want) {
			t.Errorf("for %s the schema has the words %q, and the engine %q", name, got, want)
		}
	}
}

// collectWords adds the texts that a property of this name may have in a part of a schema.
func collectWords(name string, part any, words map[string][]string) {
	switch part := part.(type) {
	case map[string]any:
		for _, key := range []string{"enum", "const"} {
			list, _ := part[key].([]any)
			for _, word := range append(list, part[key]) {
				if text, is := word.(string); is && text != "" {
					words[name] = append(words[name], text)
				}
			}
		}
		for key, value := range part {
			collectWords(key, value, words)
		}
	case []any:
		for _, value := range part {
			collectWords(name, value, words)
		}
	}
}

func sorted(words []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(words)))
}

// Sums are read as they were written, entry by entry. TestLimitsOfSums has what is no sum.
func TestSumsAreReadAsTheyWereWritten(t *testing.T) {
	g := must.Get(grid.New(1, 0.5))(t)
	with, without := []string{"4", "-2", "7", "0", "123456789012345678901234567890", "9"}, []string{"1", "-5", "6"}
	sums := (&Release{Certificate: Certificate{Labels: &Labels{Order: 3, Residuals: 1}},
		Values: Values{LabelledSum: with, UnlabelledSum: without}}).Sums(g)
	if one, other := sums.Text(); !slices.Equal(one, with) || !slices.Equal(other, without) {
		t.Errorf("%q and %q", one, other)
	}
	labelled, unlabelled := sums.Matrices()
	step := 1.0 / grid.Steps
	for _, c := range []struct {
		m    *symeigen.Matrix
		i, j int
		want float64
	}{{labelled, 0, 0, 4}, {labelled, 0, 1, -2}, {labelled, 1, 0, -2}, {labelled, 0, 2, 7}, {labelled, 1, 1, 0},
		{labelled, 2, 2, 9}, {unlabelled, 0, 0, 1}, {unlabelled, 0, 1, -5}, {unlabelled, 1, 1, 6}} {
		if got := c.m.At(c.i, c.j); got != c.want*step*step {
			t.Errorf("entry (%d,%d) is %v, not %v squared steps", c.i, c.j, got, c.want)
		}
	}
	if PairSize(1) != 1 || PairSize(4) != 10 {
		t.Errorf("%d and %d entries", PairSize(1), PairSize(4))
	}
}

// The moment of all rows is the mean of both sums over n, or over n̂ of at least 1. The number of rows with a label
// follows from their sum and, where n is public, also from what the other sum leaves of n; it is never beyond 0 and n.
func TestWhatFollowsFromBothSums(t *testing.T) {
	matrix := func(corner, rest float64) *symeigen.Matrix {
		m := symeigen.NewMatrix(2, nil)
		m.Set(0, 0, corner)
		m.Set(0, 1, rest)
		m.Set(1, 1, 2*rest)
		return m
	}
	for _, c := range []struct {
		with, without  float64 // in rows, by the entries (0,0)
		rows           int64
		count          float64
		replace, added float64 // rows with a label, where n is public and where it is not
	}{
		{30, 70, 0, 100, 30, 30}, {30, 70, 200, 200, 80, 30}, {0.2, 0.3, 0, 1, 0.45, 0.2}, {-30, 10, 0, 1, 0, 0},
		{400, -100, 200, 200, 200, 200}, {-40, 250, 200, 200, 0, 0},
	} {
		const intercept, sigma = 0.5, 3.0
		with, without := matrix(c.with/4, 6), matrix(c.without/4, 4)
		mean, count := PairTogether(with, without, 2, intercept, c.rows)
		if math.Abs(count-c.count) > 1e-12 || mean.At(0, 0) != 0.25 || math.Abs(mean.At(0, 1)*count-10) > 1e-12 ||
			math.Abs(mean.At(1, 1)*count-20) > 1e-12 {
			t.Errorf("%+v: %v rows, the mean %v, %v, %v", c, count, mean.At(0, 0), mean.At(0, 1), mean.At(1, 1))
		}
		rows, noise := PairLabelledRows(with, without, method.ReplaceOne, intercept, sigma, count)
		if math.Abs(rows-c.replace) > 1e-12 || math.Abs(noise-12/math.Sqrt2) > 1e-12 {
			t.Errorf("%+v, n public: %v rows ± %v", c, rows, noise)
		}
		rows, noise = PairLabelledRows(with, without, method.AddRemove, intercept, sigma, count)
		if math.Abs(rows-c.added) > 1e-12 || noise != 12 {
			t.Errorf("%+v, n private: %v rows ± %v", c, rows, noise)
		}
	}
}
