package auto

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// drawn is a sample in two columns and a category; weights lean towards large a.
func drawn(rows, classes int, seed uint64) (basemodel.Sample, []float64) {
	r := rand.New(rand.NewPCG(seed, 31))
	level := func(name string) dataset.Level { return dataset.Level{Name: name, Mean: 0.5, Scale: 0.5} }
	s := basemodel.Sample{Classes: classes, Table: basemodel.Table{Columns: []dataset.Column{
		{Name: "a", Kind: dataset.Numeric, Scale: 1}, {Name: "b", Kind: dataset.Numeric, Mean: 2, Scale: 3},
		{Name: "c", Kind: dataset.Categorical, Levels: []dataset.Level{level("x"), level("y")}}}}}
	var q []float64
	for range rows {
		a, b, c := r.NormFloat64(), r.NormFloat64(), float64(r.IntN(2))
		y := a + math.Max(0, a)*b + c + r.NormFloat64()/2
		if classes > 0 {
			y = math.Min(math.Max(math.Floor(y+0.5), 0), float64(classes-1))
		}
		s.Cells, s.Labels = append(s.Cells, a, 2+3*b, c), append(s.Labels, y)
		q = append(q, math.Max(0, 1+a))
	}
	return s, q
}

// For numbers and classes: every candidate is there, shares have the sum 1, and under the weights the blend's loss
// is not above the public choice's; the model encoded and read again is the same.
func TestChoose(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s, q := drawn(500, classes, 1)
		fits := 0
		d := must.Get(NewDesign(s, func() error { fits++; return nil }))(t)
		c := must.Get(d.Choose(q, func() error { fits++; return nil }))(t)
		want := len(Ways) * len(method.Fitted(classes > 0))
		if len(c.Candidates) != want || fits != want*Steps || len(c.Models()) != want {
			t.Errorf("%d classes: %d candidates after %d calls, want %d and %d", classes, len(c.Candidates), fits, want,
				want*Steps)
		}
		sum, weighted := 0.0, 0.0
		for _, k := range c.Candidates {
			sum += k.Share
			if k.Way != Unweighted {
				weighted += k.Share
			}
		}
		if math.Abs(sum-1) > 1e-9 || c.Kept != (weighted == 0) {
			t.Errorf("%d classes: shares of sum %v, gain %v ± %v", classes, sum, c.Gain, c.Deviation)
		}
		if p := c.Candidates[c.Public]; p.Way != Unweighted || p.Gain != 0 || p.Deviation != 0 {
			t.Errorf("%d classes: the public choice is %+v", classes, p)
		}
		code := c.Model.Encode()
		again, err := Decode(code)
		if err != nil || !bytes.Equal(again.Encode(), code) || again.Columns() != 3 {
			t.Fatalf("%d classes: decoded: %v", classes, err)
		}
		x, y := make([]float64, s.Outputs()), make([]float64, s.Outputs())
		for j := range s.Labels {
			c.Model.Predict(x, s.Row(j))
			again.Predict(y, s.Row(j))
			if fmt.Sprint(x) != fmt.Sprint(y) {
				t.Fatalf("row %d: %v, after decoding %v", j, x, y)
			}
		}
	}
}

// The blend departs from the public choice by no more than it usually does out of fold: less on rows of the sample that
// are unusual, and far from the sample, where the parts are extrapolated.
func TestDeparturesAreLimited(t *testing.T) {
	s, q := drawn(800, 0, 8)
	d := must.Get(NewDesign(s, nil))(t)
	c := must.Get(d.Choose(q, nil))(t)
	public, limit := d.PublicChoice().Model, c.Model.limit
	x, y := []float64{0}, []float64{0}
	departure := func(cells []float64) float64 {
		c.Model.Predict(x, cells)
		public.Predict(y, cells)
		return math.Abs(x[0] - y[0])
	}
	within, at := 0, 0
	for j := range s.Labels {
		if v := departure(s.Row(j)); v > limit*(1+1e-9) {
			t.Errorf("row %d: the blend departs by %v, beyond the limit of %v", j, v, limit)
		} else if v > limit*(1-1e-9) {
			at++
		} else if v > 0 {
			within++
		}
	}
	if within < 400 || at < 40 {
		t.Errorf("of 800 rows %d are within the limit and %d at it", within, at)
	}
	unlimited := *c.Model
	unlimited.limit = math.Inf(1)
	beyond := 0
	for j := range s.Labels {
		cells := slices.Clone(s.Row(j))
		for i := range cells {
			cells[i] *= 20
		}
		if departure(cells) > limit*(1+1e-9) {
			t.Errorf("twenty times row %d: the blend departs by %v", j, departure(cells))
		}
		if unlimited.Predict(x, cells); math.Abs(x[0]-y[0]) > limit {
			beyond++
		}
	}
	if beyond < 100 {
		t.Errorf("far from the sample only %d of 800 rows need the limit: the test shows little", beyond)
	}
}

// The usual departure is that on four fifths of the weight.
func TestUsualDeparture(t *testing.T) {
	d := &Design{
		sample: basemodel.Sample{Table: basemodel.Table{Columns: make([]dataset.Column, 1), Cells: make([]float64, 5)}},
	}
	scores, public := []float64{5, -4, 3, 2, 1}, make([]float64, 5)
	for _, c := range []struct {
		weights []float64
		want    float64
	}{{[]float64{1, 1, 1, 1, 1}, 4}, {[]float64{0, 1, 1, 1, 1}, 4}, {[]float64{0, 0, 1, 0, 9}, 1},
		{[]float64{3, 0, 0, 0, 1}, 5}} {
		if got := d.departure(scores, public, c.weights); got != c.want {
			t.Errorf("weights %v: %v, want %v", c.weights, got, c.want)
		}
	}
}

// golden are digests of encoded blends of these kinds; the test runs natively and as wasm.
var golden = map[int]string{0: "bb4f9904184dcef0", 2: "a737d05845d8dfa3"}

func TestSameBytesEverywhere(t *testing.T) {
	for _, classes := range []int{0, 2} {
		s, q := drawn(250, classes, 2)
		d := must.Get(NewDesign(s, nil, method.Linear, method.Quadratic, method.Smooth, method.Trees))(t)
		c := must.Get(d.Choose(q, nil))(t)
		code := c.Model.Encode()
		if got := fmt.Sprintf("%x", sha256.Sum256(code))[:16]; got != golden[classes] {
			t.Errorf("%d classes: %d bytes, digest %s, want %s", classes, len(code), got, golden[classes])
		}
	}
}

// Under uniform weights nothing is fitted twice.
func TestUniformWeightsFitNothingAnew(t *testing.T) {
	s, q := drawn(100, 0, 5)
	for j := range q {
		q[j] = 1.0 / 100
	}
	d := must.Get(NewDesign(s, nil))(t)
	all, err := d.Candidates(q, nil)
	if err != nil || len(all) != len(Ways)*len(kinds) {
		t.Fatalf("%d candidates, %v", len(all), err)
	}
	for _, c := range all {
		for _, public := range d.public {
			if own := c.Way == Weighted || c.Way == Half; own && c.Base == public.Base && c.Model != public.Model {
				t.Errorf("%s is fitted anew, %s", c.Base, c.Way)
			}
		}
	}
	q[0] *= 1.001
	all, err = d.Candidates(q, nil)
	if c := all[len(d.public)]; err != nil || c.Way != Weighted || c.Model == d.public[0].Model {
		t.Errorf("weights that are not uniform are not used: %v", err)
	}
}

// Each fit counts for the same number of steps, whether it can be made or not, so that their number is known
// beforehand.
func TestProgressIsCounted(t *testing.T) {
	calls := 0
	count := func() error { calls++; return nil }
	for _, classes := range []int{0, 2} {
		s, q := drawn(100, classes, 5)
		for j := range q {
			q[j] = 0
		}
		q[0] = 1
		calls = 0
		d := must.Get(NewDesign(s, count))(t)
		if _, err := d.Choose(q, count); err != nil || calls != len(Ways)*len(method.Fitted(classes > 0))*Steps {
			t.Errorf("%d classes: %d calls, %v", classes, calls, err)
		}
	}
}

func TestProgressEndsTheWork(t *testing.T) {
	stop := errors.New("stop")
	s, q := drawn(100, 0, 5)
	if _, err := NewDesign(s, func() error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the design: %v", err)
	}
	d := must.Get(NewDesign(s, nil))(t)
	for _, last := range []int{0, 1, 4 * Steps, 11*Steps + 5} {
		calls := 0
		_, err := d.Choose(q, func() error {
			if calls++; calls > last {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || calls != last+1 {
			t.Errorf("stopped after %d calls, the choice made %d: %v", last, calls, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, classes := range []int{0, 2, 3} {
		s, q := drawn(60, classes, 6)
		d := must.Get(NewDesign(s, nil))(f)
		all := must.Get(d.Candidates(q, nil))(f)
		for _, c := range all {
			f.Add(c.Model.Encode(), 0.5)
		}
		f.Add(d.blend(0.5, part{0.5, 1, &filed{}}, all[0].Model.parts[0]).Encode(), 0.5)
	}
	f.Fuzz(func(t *testing.T, data []byte, cell float64) {
		b, err := Decode(data)
		if err != nil {
			return
		}
		if !bytes.Equal(b.Encode(), data) {
			t.Fatal("a model that can be read is written in other bytes")
		}
		cells := make([]float64, b.Columns())
		for i := range cells {
			cells[i] = cell
		}
		b.Predict(make([]float64, basemodel.Outputs(b.classes)), cells)
	})
}
