package adapt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/xgboost"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
)

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
	var b strings.Builder
	b.WriteString("a,b,y\n")
	for i := range 100 {
		fmt.Fprintf(&b, "%d,%d,%d\n", i, i*i%7, 2*i)
	}
	table := b.String()
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
	stump := must.Get(os.ReadFile("../model/xgboost/testdata/stump.json"))(t)
	source, table := nonlinearTask(t, false, dataset.AnyTask)
	table = labelEach(table, false)
	file, other := decodeFor(t, source, string(stump)), decodeFor(t, source, strings.Replace(string(stump), "40", "39", 1))
	digest := fmt.Sprintf("%x", file.Digest())
	for _, base := range []method.Base{method.File, method.Auto} {
		o := reporting(func(o *Options) {
			o.Base, o.BaseFile, o.BaseFileURL = base, file, "https://example.org/model.json"
		})
		r := bentRelease(t, source, table, o)
		if named := r.NamedFile(); named == nil || named.SHA256 != digest || named.URL != o.BaseFileURL {
			t.Errorf("%s: the report names %+v", base, named)
		}
		for _, given := range []struct {
			file *xgboost.Model
			says string
		}{{nil, "give that file"}, {other, "another model"}, {file, ""}} {
			r.SetFile(given.file)
			problems, err := CheckSource(source, r, nil)
			if err != nil || (given.says == "") != (len(problems) == 0) || !strings.Contains(fmt.Sprint(problems), given.says) {
				t.Errorf("%s, with the sample and %q: %q, %v", base, given.says, problems, err)
			}
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
		_, _, err := ReadTarget(source, reporting(func(o *Options) { o.Model = text }),
			filesOf(table), nil)
		if !isRefused(err, "no-report") {
			t.Errorf("%g: %v", slope, err)
		}
	}
}
