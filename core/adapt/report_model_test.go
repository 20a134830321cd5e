package adapt

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"privadapt/core/dataset"
	"privadapt/core/method"
	"privadapt/core/release"
)

// modelOf is the document of a linear model of a sample.
func modelOf(t *testing.T, source *dataset.Source, table string) []byte {
	t.Helper()
	r, err := readTarget(t, source, budget(func(o *Options) { o.Base = method.Linear }), table).Adapt(release.Engine{Version: "test"}, free, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A report is about a model of its own sample, of the same bytes read in the same way: other bytes with the same columns are refused, and so
// are the same bytes with a column left out or taken as a category.
func TestAReportIsAboutAModelOfItsSample(t *testing.T) {
	const table = "a,b,c,y\n1,1,0,1\n2,3,1,2\n3,2,0,3\n4,5,1,4\n5,4,0,5\n6,6,1,7\n7,9,0,6\n8,7,1,8\n"
	read := func(text string, o dataset.SourceOptions) *dataset.Source {
		o.Label = "y"
		source, err := dataset.ReadSource(strings.NewReader(text), o)
		if err != nil {
			t.Fatal(err)
		}
		return source
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
		_, _, err := ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil)
		var refused *Error
		if c.fits && err != nil || !c.fits && (!errors.As(err, &refused) || refused.Code != "integrity") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The digest that a report states of a model is that of the document as the engine writes it, whatever the layout of the file was; and it
// is that of this model alone.
func TestAReportStatesTheDigestOfItsModel(t *testing.T) {
	source, table := labelledTask(t, 50, dataset.Regression)
	text := modelOf(t, source, table)
	var spread bytes.Buffer
	if err := json.Indent(&spread, text, "", "     "); err != nil {
		t.Fatal(err)
	}
	digestOf := func(model []byte) string {
		o := reporting(func(o *Options) { o.Model = model })
		r, err := readTarget(t, source, o, table).Adapt(release.Engine{Version: "test"}, free, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Certificate.Report.ModelSHA256
	}
	if want, got := digestOf(text), digestOf(spread.Bytes()); got != want || len(want) != 64 {
		t.Errorf("%s of the same model in another layout, %s in the engine's", got, want)
	}
	if digestOf(text) == digestOf(modelOf(t, source, table)) {
		t.Error("another model has the same digest")
	}
}
