package auto

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"privadapt/core/model/xgboost"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// stump is a model of numbers or of two classes in a file: its margin is −2 where the column a is below 3 or missing,
// and 40.5 elsewhere; of classes it is −2.5 and 40.
func stump(t testing.TB, classes int) *xgboost.Model {
	t.Helper()
	text := must.Get(os.ReadFile("../xgboost/testdata/stump.json"))(t)
	if classes == 2 {
		text = []byte(strings.Replace(string(text), "reg:squarederror", "binary:logistic", 1))
	}
	s, _ := drawn(1, classes, 1)
	return must.Get(xgboost.Decode(text, s.Columns, classes))(t)
}

// A file is a candidate as it is and with a correction, is never fitted, and what is encoded of it is its digest: the
// model predicts once the file is attached, and as it did.
func TestFileIsACandidate(t *testing.T) {
	for _, classes := range []int{0, 2} {
		s, q := drawn(400, classes, 4)
		for _, kinds := range [][]method.Base{nil, {method.File}} {
			calls := 0
			count := func() error { calls++; return nil }
			d := must.Get(NewDesignWith(stump(t, classes), s, count, kinds...))(t)
			c := must.Get(d.Choose(q, count))(t)
			var ways []string
			others := 0
			for k, candidate := range c.Candidates {
				if candidate.Base != method.File {
					others++
					continue
				}
				ways = append(ways, candidate.Way)
				m := c.Models()[k]
				if m.File() == "" {
					t.Errorf("%d classes: a candidate of the file names none", classes)
				}
				code := m.Encode()
				again, err := Decode(code)
				if err != nil || !bytes.Equal(again.Encode(), code) || again.File() != m.File() {
					t.Fatalf("%d classes: decoded: %v", classes, err)
				}
				x, y := []float64{0}, []float64{0}
				if again.Predict(x, s.Row(0)); !math.IsNaN(x[0]) {
					t.Errorf("without its file the model predicts %v", x)
				}
				again.Attach(stump(t, 2-classes)) // another file
				if again.Predict(x, s.Row(0)); !math.IsNaN(x[0]) {
					t.Errorf("with another file the model predicts %v", x)
				}
				again.Attach(stump(t, classes))
				for j := range s.Labels {
					m.Predict(x, s.Row(j))
					if again.Predict(y, s.Row(j)); x[0] != y[0] {
						t.Fatalf("row %d: %v, after decoding %v", j, x, y)
					}
				}
			}
			if want := []string{Unweighted, Corrected}; !slices.Equal(ways, want) || calls != (others+2)*Steps ||
				(kinds != nil) != (others == 0) {
				t.Errorf("%d classes, %v: ways %v beside %d other candidates, %d calls", classes, kinds, ways, others, calls)
			}
		}
	}
}

// Predicted numbers are limited to the sample's labels, and the correction is fitted to what is left after that.
func TestFileIsLimited(t *testing.T) {
	s, q := drawn(400, 0, 4)
	d := must.Get(NewDesignWith(stump(t, 0), s, nil, method.File))(t)
	all := must.Get(d.Candidates(q, nil))(t)
	x := []float64{0}
	for _, cells := range [][]float64{{2.9, 2, 0}, {3, 2, 0}, {math.NaN(), 2, 0}} {
		all[0].Model.Predict(x, cells)
		if want := map[bool]float64{false: d.high, true: math.Max(d.low, -2)}[!(cells[0] >= 3)]; x[0] != want {
			t.Errorf("%v: %v, want %v", cells, x, want)
		}
	}
	own := all[0].Model.filed()
	for j := range s.Labels {
		own.Predict(x, s.Row(j))
		if fmt.Sprint(x[0]) != fmt.Sprint(all[0].OutOfFold[j]) {
			t.Fatalf("row %d is judged by %v, the model says %v", j, all[0].OutOfFold[j], x)
		}
	}
}

// Bytes that name two files are refused.
func TestTwoFilesAreRefused(t *testing.T) {
	s, _ := drawn(60, 0, 4)
	d := must.Get(NewDesignWith(stump(t, 0), s, nil, method.File))(t)
	own := d.bases[0]
	m, _ := must.Both(own.fit(nil, nil))(t)
	if _, err := Decode(d.blend(1, part{1, 1, m}, part{1, 1, m}).Encode()); err == nil ||
		!strings.Contains(err.Error(), "two parts of files") {
		t.Error(err)
	}
}
