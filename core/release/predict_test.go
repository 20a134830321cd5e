package release

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
)

// predicting are documents of models of all forms, and how many rows each predicts between two words of progress.
func predicting(t *testing.T) map[string]struct {
	r     *Release
	every int
} {
	mapped, s := modelDocument(), readSource(t)
	m := must.Get(features.Fit(features.Quadratic, s))(t)
	w := make([]float64, m.Dim()+1)
	for k := range w {
		w[k] = math.Cos(float64(k))
	}
	mapped.Provenance.Features, mapped.Values = m, RawModel(s, m, w, 1)
	free := modelDocument()
	free.Values.LabelRange = nil
	return map[string]struct {
		r     *Release
		every int
	}{
		"linear": {modelDocument(), 4096}, "without limits": {free, 4096}, "mapped": {mapped, 4096},
		"numbers": {baseDocument(t, 0), 1024}, "two classes": {baseDocument(t, 2), 1024},
		"three classes": {baseDocument(t, 3), 1024}, "corrected": {labelledDocument(t), 1024},
	}
}

// A model predicts the same of a table, of values in memory and of a row's cells.
func TestAllWaysToPredictAgree(t *testing.T) {
	cells := [][]float64{{14, 0}, {10, 1}, {1e6, 0}, {-1e6, 1}, {math.NaN(), math.NaN()}}
	for name, c := range predicting(t) {
		r := c.r
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
	}
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
	for name, c := range predicting(t) {
		if p, _, err := c.r.Predict(strings.NewReader(""), nil); err == nil || p.Rows != 0 {
			t.Errorf("%s, no header: %+v", name, p)
		}
		cut := io.MultiReader(strings.NewReader("c,a\nred,1\nred,"), iotest.ErrReader(broken))
		if p, _, err := c.r.Predict(cut, nil); err == nil || p.Rows != 0 {
			t.Errorf("%s, cut off: %+v", name, p)
		}
		var said []int
		table := "c,a\n" + strings.Repeat("red,1\n", 2*c.every)
		p, _, err := c.r.Predict(strings.NewReader(table), func(rows int) error {
			if said = append(said, rows); len(said) == 2 {
				return broken
			}
			return nil
		})
		if !errors.Is(err, broken) || p.Rows != 0 || fmt.Sprint(said) != fmt.Sprint([]int{c.every, 2 * c.every}) {
			t.Errorf("%s: %v, %d rows after %v", name, err, p.Rows, said)
		}
	}
	file, _ := fileDocument(t)
	damaged := baseDocument(t, 0)
	damaged.Values.Base = "AAAA"
	for name, r := range map[string]*Release{"weights": fullDocument(Weights), "moments": fullDocument(Moments),
		"a report": reportDocument(), "a damaged model": damaged, "a model in a file": file} {
		var wrong *Error
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
