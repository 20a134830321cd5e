package adapt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"

	"privadapt/core/data/dataset"
	"privadapt/core/model/trees"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
)

// nearTask is like labelledTask, with private labels that are on average half of the residuals' deviation higher than
// the public model says.
func nearTask(t *testing.T, rows int, task dataset.Task) (*dataset.Source, string) {
	t.Helper()
	source, _ := labelledTask(t, 1, task)
	rng := rand.New(rand.NewPCG(75, 76))
	return source, tableOf("a,b,c,y", rows, func(int) string {
		x, z := rng.NormFloat64(), rng.NormFloat64()
		y := 0.15 + x - 0.5*z + 0.4*rng.NormFloat64()
		label := labelOf(task, y, 1+rng.NormFloat64())
		return fmt.Sprintf("%.4f,%.4f,%s,%s", x, z, []string{"red", "blue"}[rng.IntN(2)], label)
	})
}

func figuresOf(t *testing.T, r *release.Release) *release.ReportFigures {
	t.Helper()
	return must.Get(r.Figures())(t)
}

// A report of numbers and of classes, by groups, under both adjacencies, of the public choice and of a model that was
// given, is read again, verified, computed again from the public sample, and says what the model's errors on the
// private rows are: each figure is within four half-widths of its interval of the exact one. Of a normal law that is
// eight standard deviations.
func TestAReportSaysHowGoodTheModelIs(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1) // in a hundredth of the draws an interval is open
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := nearTask(t, 3000, task)
		model := adapted(t, source, budget(func(o *Options) { o.Base = method.Linear }), table)
		text := must.Get(model.Encode())(t)
		for _, a := range method.Adjacencies {
			for _, given := range []bool{false, true} {
				o := reporting(func(o *Options) { o.Adjacency, o.Epsilon, o.GroupBy = a, 5, "c" })
				if given {
					o.Model = text
				}
				r := reread(t, adapted(t, source, o, table))
				holds(t, fmt.Sprint(task, a, given), source, r)
				f := figuresOf(t, r)
				if len(f.Groups) != 3 || *f.Groups[0].Level != "blue" && *f.Groups[0].Level != "red" ||
					f.Groups[2].Level != nil {
					t.Fatalf("groups: %+v", f.Groups)
				}
				if rows := f.Groups[2].Labelled; rows.Low == nil || *rows.Low > 200 {
					t.Errorf("%+v rows have no level", rows)
				}
				name := "rmse"
				if task == dataset.Classification {
					name = "logLoss"
				}
				var exact float64
				if given {
					exact = errorOf(t, model, table)
				} else {
					exact = publicError(t, source, o, table)
				}
				if task == dataset.Regression {
					exact = math.Sqrt(exact)
				}
				for _, figures := range []appraisal.Figures{f.All, f.Groups[0].Figures, f.Groups[1].Figures} {
					n := figures.Measures[name]
					if n.Value == nil || n.Low == nil || n.High == nil || math.Abs(*n.Value-exact) > 2*(*n.High-*n.Low) ||
						*n.High-*n.Low > 0.7*exact {
						t.Errorf("%s, given %v: %s is %v, and the report says %s", a, given, name, exact, inWords(n))
					}
				}
			}
		}
	}
}

func inWords(n appraisal.IntervalNumber) string {
	text := ""
	for _, v := range []*float64{n.Value, n.Low, n.High} {
		if v == nil {
			text += " none"
		} else {
			text += fmt.Sprintf(" %.4g", *v)
		}
	}
	return text
}

// publicError is errorOf for the public choice.
func publicError(t *testing.T, source *dataset.Source, o Options, table string) float64 {
	t.Helper()
	target := readTarget(t, source, o, "a,b,c,y\n1,1,red,1\n")
	public := must.Get(target.plan.Prepare(nil))(t)
	rows := must.Get(dataset.Labelled(strings.NewReader(table), source.Schema))(t)
	cells, scores := make([]float64, len(source.Schema.Used())+1), make([]float64, 1)
	sum, n := 0.0, 0.0
	for rows.Next(cells) {
		public.Offset.Model.Predict(scores, cells[:len(cells)-1])
		y := cells[len(cells)-1]
		if source.Schema.Classes != nil {
			sum += math.Log1p(math.Exp((1 - 2*y) * scores[0]))
		} else {
			sum += (y - scores[0]) * (y - scores[0])
		}
		n++
	}
	return sum / n
}

// A report of many classes by many groups is refused before a model is fitted or a private row read: no document of it
// could be read in a second.
func TestAReportOfTooManyCountsIsRefused(t *testing.T) {
	table := tableOf("c,y", 128, func(k int) string { return fmt.Sprintf("g%02d,k%02d", k%20, k%64) })
	source := must.Get(dataset.ReadSource(strings.NewReader(table),
		dataset.SourceOptions{Label: "y", Task: dataset.Classification}))(t)
	o := reporting(func(o *Options) { o.GroupBy = "c" })
	fitted := errors.New("a model was fitted")
	stop := func(string, int64, int64) error { return fitted }
	_, _, reading := ReadTarget(source, o, filesOf(table), stop)
	_, forecast := (&Forecaster{Source: source}).Forecast(o, 100, stop)
	for _, err := range []error{reading, forecast, CheckModel(source, o, stop)} {
		refuses(t, "too many counts", err, "bad-option", "90134 counts")
	}
	o.GroupBy = ""
	if _, _, err := ReadTarget(source, o, filesOf(table), stop); !errors.Is(err, fitted) {
		t.Errorf("without groups: %v", err)
	}
}

// A reader with the public sample computes again which model a report is about and where its rows count.
func TestTheSourceShowsWhatIsReported(t *testing.T) {
	source, table := labelledTask(t, 100, dataset.Regression)
	r := adapted(t, source, reporting(func(o *Options) { o.Base = method.Auto }), table)
	shows(t, "a genuine report", source, r, "")
	for name, change := range map[string]func(a *release.Appraised){
		"model":       func(a *release.Appraised) { a.ModelSHA256 = strings.Repeat("0", 64) },
		"residuals":   func(a *release.Appraised) { a.Residuals = slices.Clone(a.Residuals); a.Residuals[0] *= 1.001 },
		"predictions": func(a *release.Appraised) { a.Predictions = slices.Clone(a.Predictions); a.Predictions[4] += 1e-9 },
	} {
		lie := *r
		stated := *r.Certificate.Report
		change(&stated)
		lie.Certificate.Report = &stated
		shows(t, name, source, &lie, "another model")
	}
}

// modelOf is the document of a linear model of a sample.
func modelOf(t *testing.T, source *dataset.Source, table string) []byte {
	t.Helper()
	r := adapted(t, source, budget(func(o *Options) { o.Base = method.Linear }), table)
	return must.Get(r.Encode())(t)
}

// A report is about a model of its own sample, of the same bytes read in the same way: other bytes with the same
// columns are refused, and so are the same bytes with a column left out or taken as a category.
func TestAReportIsAboutAModelOfItsSample(t *testing.T) {
	const table = "a,b,c,y\n1,1,0,1\n2,3,1,2\n3,2,0,3\n4,5,1,4\n5,4,0,5\n6,6,1,7\n7,9,0,6\n8,7,1,8\n"
	read := func(text string, o dataset.SourceOptions) *dataset.Source {
		o.Label = "y"
		return must.Get(dataset.ReadSource(strings.NewReader(text), o))(t)
	}
	source := read(table, dataset.SourceOptions{})
	spaced := read(strings.Replace(table, "1,1,0,1\n", "1,1,0, 1\n", 1), dataset.SourceOptions{})
	if source.Digest == spaced.Digest || !release.SameText(source.Schema, spaced.Schema) {
		t.Fatal("the samples were to differ in their bytes alone")
	}
	for name, c := range map[string]struct {
		of   *dataset.Source
		fits bool
	}{
		"the sample":             {source, true},
		"other bytes":            {spaced, false},
		"a column left out":      {read(table, dataset.SourceOptions{Ignore: []string{"b"}}), false},
		"a number as a category": {read(table, dataset.SourceOptions{Categorical: []string{"c"}}), false},
		"the sample, read anew":  {read(table, dataset.SourceOptions{}), true},
		"labels as classes":      {read(table, dataset.SourceOptions{Task: dataset.Classification}), false},
	} {
		o := reporting(func(o *Options) { o.Model, o.Delta = modelOf(t, c.of, table), 1e-6 })
		_, _, err := ReadTarget(source, o, filesOf(table), nil)
		if c.fits && err != nil || !c.fits && (!isRefused(err, "integrity")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whoever asks for a report on a model knows the file by its digest, so a report states the digest of the bytes
// that were given, in whatever layout: another digest would be refused after it was paid for.
func TestAReportStatesTheDigestOfTheBytesThatWereGiven(t *testing.T) {
	source, table := labelledTask(t, 100, dataset.Regression)
	written := modelOf(t, source, table)
	var compact bytes.Buffer
	must.Do(t, json.Compact(&compact, written))
	for name, text := range map[string][]byte{"as it was written": written, "in one line": compact.Bytes(),
		"with blanks": append([]byte(" "), written...)} {
		r := adapted(t, source, reporting(func(o *Options) { o.Model = text }), table)
		own := sha256.Sum256(text)
		if got, want := r.Certificate.Report.ModelSHA256, hex.EncodeToString(own[:]); got != want {
			t.Errorf("%s: %s is stated, and the file has %s", name, got, want)
		}
	}
}

// The residuals of a model that was fitted to the public sample are smaller there than elsewhere. So the axis of
// the residuals of a model that was given is at least as wide as for a quarter of the labels' deviation.
func TestTheAxisOfAModelThatFitsItsSampleIsWide(t *testing.T) {
	table := tableOf("a,b,y", 100, func(k int) string { return fmt.Sprintf("%d,%d,%d", k, k*k%7, 2*k) })
	source := must.Get(dataset.ReadSource(strings.NewReader(table), dataset.SourceOptions{Label: "y"}))(t)
	target := readTarget(t, source, reporting(func(o *Options) { o.Model = modelOf(t, source, table) }), table)
	report := must.Get(target.plan.PrepareReport(nil))(t)
	deviation := math.Sqrt((100*100 - 1) / 3.0) // of 0, 2, … 198
	nodes, want := report.Layout.Residuals, appraisal.ResidualNodes(deviation/4)
	if at := len(nodes) - 1; len(nodes) != len(want) || math.Abs(nodes[at]-want[at]) > 1e-9*want[at] {
		t.Errorf("the residuals of a line are counted up to %v, not %v", nodes[at], want[len(want)-1])
	}
}

// A report names the file that its model was chosen from, also where another kind was chosen, and is compared with the
// sample and that file alone. A receiver who asks for another file refuses it before the charge.
func TestAReportNamesTheFileOfItsModel(t *testing.T) {
	stump := must.Get(os.ReadFile("../model/trees/testdata/stump.json"))(t)
	source, table := nonlinearTask(t, false, dataset.AnyTask)
	table = labelEach(table, false)
	file, other := decodeFor(t, source, string(stump)), decodeFor(t, source, strings.Replace(string(stump), "40", "39", 1))
	digest := file.Digest()
	for _, base := range []method.Base{method.File, method.Auto} {
		o := reporting(func(o *Options) {
			o.Base, o.BaseFile, o.BaseFileURL = base, file, "https://example.org/model.json"
		})
		r := bentRelease(t, source, table, o)
		if named := r.NamedFile(); named == nil || named.SHA256 != digest || named.URL != o.BaseFileURL {
			t.Errorf("%s: the report names %+v", base, named)
		}
		for _, given := range []struct {
			file *trees.XGBoost
			says string
		}{{nil, "give that file"}, {other, "another model"}, {file, ""}} {
			r.SetFile(given.file)
			shows(t, string(base), source, r, given.says)
		}
		for asked, code := range map[string]string{digest: "", strings.Repeat("0", 64): "refused-by-receiver"} {
			o.Receiver = &terms.Receiver{Terms: terms.Terms{Base: base, BaseSHA256: asked}}
			_, _, err := ReadTarget(source, o, filesOf(table), nil)
			if (err == nil) != (code == "") || code != "" && !isRefused(err, code) {
				t.Errorf("%s, asked for the file %.8s: %v", base, asked, err)
			}
		}
	}
}

// A model whose predictions leave no axis to count on is refused before a private row is read, and so before a charge:
// the document could not be written.
func TestAModelWithoutAxesIsRefused(t *testing.T) {
	source, table := labelledTask(t, 50, dataset.Regression)
	model := adapted(t, source, budget(func(o *Options) { o.Base = method.Linear }), table)
	model.Values.LabelRange = nil
	for _, slope := range []float64{1e300, 1e308} {
		model.Values.Coefficients[0].Value = slope
		text := must.Get(model.Encode())(t)
		_, _, err := ReadTarget(source, reporting(func(o *Options) { o.Model = text }), filesOf(table), nil)
		refuses(t, fmt.Sprint(slope), err, "no-report", "")
	}
}

func cellsOf(target *Target) []int64 {
	var cells []int64
	for _, counts := range target.counts {
		for k := range counts.Len() {
			cells = append(cells, counts.Cell(k))
		}
	}
	return cells
}

// What a record adds to the counts does not depend on any other record, whatever is in them: one row, in parts that are
// not negative, to the table of all rows and to one group's table.
func TestARowOfAReportIsAFunctionOfItsRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := labelledTask(t, 60, task)
		records := spoilt(rng, table, `""""`)
		o := reporting(func(o *Options) { o.GroupBy, o.Adjacency = "c", method.AddRemove })
		read := func(records ...string) *Target {
			return readTarget(t, source, o, "a,b,c,y\n"+strings.Join(records, "\n")+"\n")
		}
		all, total := cellsOf(read(records...)), []int64(nil)
		for _, record := range records {
			target := read(record)
			one := cellsOf(target)
			report := must.Get(target.plan.PrepareReport(nil))(t)
			size := report.Layout.Table()
			if total == nil {
				total = make([]int64, len(one))
			}
			var sums [4]int64
			for k, v := range one {
				total[k] += v
				sums[k/size] += v
				if v < 0 {
					t.Fatalf("%q adds %d to cell %d", record, v, k)
				}
			}
			const whole = appraisal.Unit * appraisal.Unit
			if sums[0] != whole || sums[1]+sums[2]+sums[3] != whole || slices.Max(sums[1:]) != whole {
				t.Errorf("%q adds %v", record, sums)
			}
		}
		if !slices.Equal(all, total) {
			t.Errorf("the counts of a file are not the total of its records")
		}
	}
}

// Neighbours that differ in one row, broken in any way, its label included, have one outcome in everything but the
// counts.
func TestNeighboursWithABrokenRowOfAReport(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	compareSpoilt(t, rng, 2, func() Options {
		return reporting(func(o *Options) {
			o.Adjacency, o.GroupBy = method.Adjacencies[rng.IntN(2)], []string{"", "c"}[rng.IntN(2)]
		})
	})
}

// Every cell has noise, drawn in parts of a row, so that hardly any is exact by chance: of the cells of six runs three
// or more are with a probability below 1e-9. Neither is the sum of all, or only in a few runs.
func TestEveryCountOfAReportIsNoisy(t *testing.T) {
	source, table := labelledTask(t, 300, dataset.Regression)
	table += strings.Repeat("1,1,red,\n", 100)
	for _, a := range method.Adjacencies {
		o := reporting(func(o *Options) { o.Adjacency, o.Epsilon, o.GroupBy = a, 5, "c" })
		exact := cellsOf(readTarget(t, source, o, table))
		same, exactSums := 0, 0
		for range 6 {
			r := adapted(t, source, o, table)
			sum := 0.0
			for k, v := range r.Values.Counts {
				if v == float64(exact[k])/(appraisal.Unit*appraisal.Unit) {
					same++
				}
				sum += v
			}
			if sum == 800 {
				exactSums++
			}
		}
		if same > 2 || exactSums > 2 {
			t.Errorf("%s: %d cells and %d sums are exact", a, same, exactSums)
		}
	}
}

// Under either adjacency the number of labels is nowhere in a report but in the noisy counts. Under add-remove the
// number of rows is nowhere else either: documents, charges and warnings of files with another number of labels,
// and under add-remove of rows, down to none, are the same.
func TestAReportKeepsItsNumbersPrivate(t *testing.T) {
	source, table := labelledTask(t, 200, dataset.Regression)
	lines := strings.SplitAfter(table, "\n")
	unlabelled := strings.Builder{}
	for i, line := range lines {
		if i > 0 && line != "" {
			line = line[:strings.LastIndex(line, ",")] + ",\n"
		}
		unlabelled.WriteString(line)
	}
	for a, tables := range map[method.Adjacency][]string{
		method.ReplaceOne: {table, unlabelled.String()},
		method.AddRemove:  {table, unlabelled.String(), strings.Join(lines[:150], ""), lines[0]},
	} {
		var seen []string
		for _, file := range tables {
			target := readTarget(t, source, reporting(func(o *Options) { o.Adjacency, o.GroupBy = a, "c" }), file)
			charged := Charge{}
			r := must.Get(target.Adapt(engine, func(c Charge) error { charged = c; return nil }, nil))(t)
			if (r.Certificate.N == 0) != (a == method.AddRemove) {
				t.Errorf("%s: n = %d", a, r.Certificate.N)
			}
			seen = append(seen, fmt.Sprint(target.Warnings(), charged, len(r.Values.Counts), string(publicPart(t, r))))
		}
		if len(slices.Compact(seen)) != 1 {
			t.Errorf("%s: the public parts differ:\n%s", a, strings.Join(seen, "\n"))
		}
	}
}

// Under add-remove the number of rows that a report states is 1 at least, as a verifier requires: a report on hardly
// any rows is charged, and would else be refused. Without rows half of the draws sum to less.
func TestAReportStatesOneRowAtLeast(t *testing.T) {
	source, _ := labelledTask(t, 1, dataset.Regression)
	target := readTarget(t, source, reporting(func(o *Options) { o.Adjacency = method.AddRemove }), "a,b,c,y\n")
	cut := 0
	for range 60 {
		r := must.Get(target.Copy().Adapt(engine, free, nil))(t)
		if !(r.Certificate.RowsEstimate >= 1) {
			t.Fatalf("%v rows are stated", r.Certificate.RowsEstimate)
		}
		if r.Certificate.RowsEstimate == 1 {
			cut++
		}
	}
	if cut == 0 { // a chance below 2⁻⁶⁰
		t.Error("no draw summed to less than 1")
	}
}

// sameCounts reports whether two readings have the same rows in the same places.
func sameCounts(a, b *Target) bool {
	return a.sum.Rows == b.sum.Rows && slices.Equal(cellsOf(a), cellsOf(b))
}
