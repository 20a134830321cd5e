package auto

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
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
// is not above the public choice's; the model encoded and read again is the same, and says of rows together what it says
// of each.
func TestChoose(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s, q := drawn(500, classes, 1)
		fits := 0
		d := must.Get(NewDesign(s, func() error { fits++; return nil }))(t)
		c := must.Get(d.Choose(q, func() error { fits++; return nil }))(t)
		want := 0
		for _, kind := range method.Fitted(classes > 0) {
			want += len(WaysOf(kind))
		}
		if len(c.Candidates) != want || fits != want*Steps {
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
		if p := c.Candidates[c.Public]; p.Way != Unweighted || p.Gain != 0 || p.StandardError != 0 {
			t.Errorf("%d classes: the public choice is %+v", classes, p)
		}
		x, y := make([]float64, s.Outputs()), []float64(nil)
		models := []*Blend{c.Model}
		for _, own := range must.Get(d.Candidates(q, nil))(t) { // those without a share too
			models = append(models, own.Model)
		}
		for _, m := range models {
			again, together := readAgain(t, m, s), make([]float64, len(s.Labels)*len(x))
			again.Predict(together, s.Cells)
			for j := range s.Labels {
				m.Predict(x, s.Row(j))
				y = together[j*len(x) : (j+1)*len(x)]
				if fmt.Sprint(x) != fmt.Sprint(y) {
					t.Fatalf("row %d: %v, after decoding %v", j, x, y)
				}
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
	public, limit := d.PublicChoice().Model, c.Model.Limit
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
	unlimited.Limit = math.Inf(1)
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

// readAgain is a model as JSON has it, which is written as it was.
func readAgain(t *testing.T, m *Blend, s basemodel.Sample) *Blend {
	t.Helper()
	again := new(Blend)
	text := must.Get(json.Marshal(m))(t)
	must.Do(t, basemodel.Read(text, again))
	must.Do(t, again.Bind(s.Columns, s.Classes))
	if code := must.Get(json.Marshal(again))(t); !bytes.Equal(code, text) {
		t.Fatalf("read again: %s", code)
	}
	return again
}

// golden are digests of blends of these kinds in JSON; the test runs natively and as wasm.
var golden = map[int]string{0: "91ef6d4a40fac72a", 2: "9ecbf9518bd84d64"}

func TestSameBytesEverywhere(t *testing.T) {
	for _, classes := range []int{0, 2} {
		s, q := drawn(250, classes, 2)
		d := must.Get(NewDesign(s, nil, method.Linear, method.Smooth, method.Trees))(t)
		c := must.Get(d.Choose(q, nil))(t)
		code := must.Get(json.Marshal(c.Model))(t)
		if got := fmt.Sprintf("%x", sha256.Sum256(code))[:16]; got != golden[classes] {
			t.Errorf("%d classes: %d bytes, digest %s, want %s", classes, len(code), got, golden[classes])
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
	for _, last := range []int{0, 1, 2 * Steps, 3*Steps + 5} {
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

// Weights come from a noisy mechanism and the budget is spent by then: whatever they are, and however small the sample
// is, there is a model with finite predictions.
func TestExtremes(t *testing.T) {
	for _, rows := range []int{2, 6, 60} {
		for _, classes := range []int{0, 2, 3} {
			for name, change := range map[string]func(labels, q []float64){
				"as drawn":       func(labels, q []float64) {},
				"equal weights":  func(labels, q []float64) { copy(q, basemodel.Uniform(len(q))) },
				"one row":        func(labels, q []float64) { clear(q); q[len(q)/2] = 1 },
				"two rows":       func(labels, q []float64) { clear(q); q[0], q[len(q)-1] = 1, 1e-9 },
				"one fold":       func(labels, q []float64) { clear(q); q[0], q[5%len(q)] = 1, 1 },
				"constant label": func(labels, q []float64) { clear(labels) },
				"one exception":  func(labels, q []float64) { clear(labels); labels[0] = 1 },
				"large numbers": func(labels, q []float64) {
					for j := range labels {
						if classes == 0 {
							labels[j] *= 1e90
						}
						q[j] *= 1e-200
					}
				},
			} {
				s, q := drawn(rows, classes, 9)
				q[0] += 1e-3 // some weight in any case
				change(s.Labels, q)
				d, err := NewDesign(s, nil)
				if err != nil {
					t.Errorf("%s, %d rows, %d classes: the design: %v", name, rows, classes, err)
					continue
				}
				c, err := d.Choose(q, nil)
				if err != nil {
					t.Errorf("%s, %d rows, %d classes: %v", name, rows, classes, err)
					continue
				}
				scores := make([]float64, s.Outputs())
				for j := range s.Labels {
					c.Model.Predict(scores, s.Row(j))
					for _, v := range scores {
						if math.IsNaN(v) || math.IsInf(v, 0) {
							t.Fatalf("%s, %d rows, %d classes: row %d: %v", name, rows, classes, j, scores)
						}
					}
				}
				readAgain(t, c.Model, s)
			}
		}
	}
}

// A model that may predict any number outside the sample is the public choice only if it is better than trees by 2%; of
// classes, and between models of either sort, the smaller loss decides.
func TestThePublicChoicePrefersWhatStaysInReach(t *testing.T) {
	for _, c := range []struct {
		classes int
		losses  map[method.Base]float64
		want    method.Base
	}{
		{0, map[method.Base]float64{method.Smooth: 0.985, method.Trees: 1}, method.Trees},
		{0, map[method.Base]float64{method.Smooth: 0.975, method.Trees: 1}, method.Smooth},
		{0, map[method.Base]float64{method.Linear: 0.999, method.Smooth: 0.998, method.Trees: 1.1}, method.Smooth},
		{0, map[method.Base]float64{method.Trees: 1, method.File: 0.999}, method.File},
		{0, map[method.Base]float64{method.Smooth: 0.985, method.File: 1}, method.File},
		{2, map[method.Base]float64{method.Linear: 0.985, method.Trees: 1}, method.Linear},
	} {
		d := &Design{sample: basemodel.Sample{Classes: c.classes, Labels: make([]float64, 2)}}
		d.sample.Columns, d.sample.Cells = make([]dataset.Column, 1), make([]float64, 2)
		for base, loss := range c.losses {
			d.public = append(d.public, &Candidate{Base: base, Losses: []float64{loss / 2, 3 * loss / 2}})
		}
		if got := d.PublicChoice().Base; got != c.want {
			t.Errorf("%d classes, losses %v: %s is chosen, want %s", c.classes, c.losses, got, c.want)
		}
	}
}

// A gain that could be chance has no strength, a clear one nearly all of it.
func TestStrength(t *testing.T) {
	for _, c := range []struct{ gain, deviation, want float64 }{
		{-1, 0, 0}, {0, 0, 0}, {1, 1, 0}, {1.5, 1, 0}, {3, 1, 0.75}, {15, 1, 0.99}, {1, 0, 1}, {math.NaN(), 1, 0},
	} {
		if got := strength(c.gain, c.deviation); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("a gain of %v ± %v moves the shares by %v, want %v", c.gain, c.deviation, got, c.want)
		}
	}
}

// Weights that rest on few rows are mixed with more of equal ones, others with a quarter.
func TestTrustedWeightsKeepRows(t *testing.T) {
	const m = 1000
	for _, rows := range []int{1, 10, 150, 500, m} {
		q := make([]float64, m)
		for j := range rows {
			q[j] = float64(m) / float64(rows)
		}
		sum, square := 0.0, 0.0
		for _, w := range trusted(q) {
			sum += w
			square += w * w
		}
		share := math.Min(trust, math.Sqrt(4/math.Max(float64(m)/float64(rows)-1, 1e-9)))
		want := m / (1 + share*share*(float64(m)/float64(rows)-1))
		if size := sum * sum / square; math.Abs(size-want) > 1e-6*m || size < effective*m*(1-1e-9) ||
			math.Abs(sum-m) > 1e-6 {
			t.Errorf("%d rows: an effective size of %v of %d, want %v", rows, size, m, want)
		}
	}
}

// Equal weights leave the blend of public fits, to the byte, even where a linear correction of trees is better.
func TestEqualWeightsLeaveThePublicBlend(t *testing.T) {
	for _, kinds := range [][]method.Base{nil, {method.Trees}} {
		s, q := noisy(400, 6, 0, 0), make([]float64, 400)
		for j := range q {
			q[j] = 0.25
			for _, v := range s.Row(j) {
				s.Labels[j] += 2 * v
			}
		}
		d := must.Get(NewDesign(s, nil, kinds...))(t)
		public := must.Get(d.PublicBlend())(t)
		c, err := d.Choose(q, nil)
		if err != nil || !c.Kept || c.Gain != 0 || !slices.Equal(must.Get(json.Marshal(c.Model))(t), must.Get(json.Marshal(public))(t)) {
			t.Errorf("%v: equal weights do not leave the public blend (gain %v ± %v): %v", kinds, c.Gain, c.Deviation, err)
		}
		if last := c.Candidates[len(c.Candidates)-1]; kinds != nil && !(last.Gain > 2*last.StandardError) {
			t.Errorf("the correction gains %v ± %v: the test shows little", last.Gain, last.StandardError)
		}
	}
}

// The shares of the blend have the least loss: no exchange between two candidates lowers it.
func TestStackIsOptimal(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s, q := drawn(300, classes, 3)
		r := rand.New(rand.NewPCG(4, 31))
		d := &Design{sample: s, limits: basemodel.Limits{Low: math.Inf(-1), High: math.Inf(1)}}
		var candidates []*Candidate
		for range 6 {
			c := &Candidate{OutOfFold: make([]float64, 300*s.Outputs())}
			for i := range c.OutOfFold {
				j := i / s.Outputs()
				c.OutOfFold[i] = s.Labels[j] + r.NormFloat64()
				if classes > 2 {
					c.OutOfFold[i] = r.NormFloat64()
					if int(s.Labels[j]) == i%s.Outputs() {
						c.OutOfFold[i]++
					}
				}
			}
			candidates = append(candidates, c)
		}
		shares := d.stack(candidates, q)
		loss := func(shares []float64) float64 {
			sum, scores := 0.0, make([]float64, s.Outputs())
			for j, w := range q {
				clear(scores)
				for c, share := range shares {
					for k := range scores {
						scores[k] += share * candidates[c].OutOfFold[j*len(scores)+k]
					}
				}
				sum += w * basemodel.Loss(scores, s.Labels[j], classes)
			}
			return sum
		}
		own := loss(shares)
		for from := range shares {
			for to := range shares {
				if step := 0.02; shares[from] >= step {
					shares[from] -= step
					shares[to] += step
					if l := loss(shares); l < own*(1-1e-4) {
						t.Errorf("%d classes: moving a share from %d to %d lowers the loss from %v to %v", classes, from, to, own,
							l)
					}
					shares[from] += step
					shares[to] -= step
				}
			}
		}
	}
}

// The gain that is stated is estimated on rows that had no say in the shares.
func TestGainIsJudgedByOtherRows(t *testing.T) {
	s, q := drawn(60, 0, 7)
	d := must.Get(NewDesign(s, nil))(t)
	all := must.Get(d.Candidates(q, nil))(t)
	losses := func() []float64 {
		return must.Get(d.crossLosses(all, q, d.public[0]))(t)
	}
	before := losses()
	f := basemodel.Fold(0, len(q))
	for _, c := range all[1:] { // what a fold's rows say of all candidates but one turns to nonsense
		for j := range q {
			if basemodel.Fold(j, len(q)) == f {
				c.OutOfFold[j] = d.limits.Low
			}
		}
	}
	elsewhere := 0
	for j, v := range losses() {
		if q[j] > 0 && basemodel.Fold(j, len(q)) != f && v != before[j] {
			elsewhere++
		}
	}
	// Shares for the rows of the fold itself come from elsewhere, and are what they were.
	clean := append([]float64(nil), q...)
	for j := range clean {
		if basemodel.Fold(j, len(q)) == f {
			clean[j] = 0
		}
	}
	shares := d.stack(all, clean)
	blend := must.Get(d.blended(all, shares, clean, d.public[0]))(t)
	for j, v := range losses() {
		if basemodel.Fold(j, len(q)) == f && v != blend.Losses[j] {
			t.Errorf("row %d is judged by shares that its own fold chose", j)
		}
	}
	if elsewhere == 0 {
		t.Error("rows of other folds do not notice: the test changes nothing")
	}
}

// A part has the cells, labels and weights of its own rows, spread over the sample, and the same ones each time.
func TestAPartOfTheRows(t *testing.T) {
	s, q := drawn(2000, 0, 6)
	part, rows := partOf(s, 500)
	if _, again := partOf(s, 500); !slices.Equal(rows, again) || len(rows) != 500 || part.Rows() != 500 {
		t.Fatalf("%d rows, and not the same twice", len(rows))
	}
	quarters := [4]int{}
	for k, j := range rows {
		quarters[j/500]++
		if !slices.Equal(part.Row(k), s.Row(j)) || part.Labels[k] != s.Labels[j] {
			t.Fatalf("row %d of the part is not row %d of the sample", k, j)
		}
	}
	for _, n := range quarters {
		if n < 75 || n > 175 { // about 125 ± 9
			t.Errorf("the quarters of the sample have %v rows", quarters)
		}
	}
	d := &Design{sample: part, rows: rows}
	sum, total := 0.0, 0.0
	for _, w := range q {
		total += w
	}
	weights := d.Weights(q)
	for k, w := range weights {
		sum += w
		if math.Abs(w*q[rows[0]]-q[rows[k]]*weights[0]) > 1e-12*total*total {
			t.Fatalf("row %d has the weight of another", k)
		}
	}
	if math.Abs(sum-total) > 1e-9*total {
		t.Errorf("the part weighs %v, and the sample %v", sum, total)
	}
	nowhere := basemodel.Uniform(2000)
	for _, j := range rows {
		nowhere[j] = 0
	}
	if w := d.Weights(nowhere); w[0] != 3 || slices.Min(w) != slices.Max(w) {
		t.Error("a part without weight does not count alike")
	}
	if whole, all := partOf(s, 2000); all != nil || whole.Rows() != 2000 {
		t.Error("a sample that is small enough is not taken whole")
	}
}

// The default blend is fitted to the part where there are more rows: all kinds of models, and the weights of its rows.
func TestTheBlendOfALargeSample(t *testing.T) {
	if testing.Short() {
		t.Skip("three kinds of models are fitted to 20,000 rows")
	}
	s, q := drawn(MostRows+2000, 0, 6)
	d := must.Get(NewDesign(s, nil))(t)
	c := must.Get(d.Choose(q, nil))(t)
	if len(c.Candidates) != 7 || d.Sample().Rows() != MostRows {
		t.Fatalf("%d candidates on %d rows, gain %v ± %v", len(c.Candidates), d.Sample().Rows(), c.Gain, c.Deviation)
	}
	public, own, score := 0.0, 0.0, []float64{0}
	for j, w := range q { // the rows that are left out included
		for _, m := range []struct {
			of  *Blend
			sum *float64
		}{{d.Public(method.Linear).Model, &public}, {c.Model, &own}} {
			m.of.Predict(score, s.Row(j))
			*m.sum += w * basemodel.Loss(score, s.Labels[j], 0)
		}
	}
	if own > 0.9*public {
		t.Errorf("the blend errs by %v of the linear model", own/public)
	}
}

// stump is a model of numbers or of two classes in a file: its margin is −2 where the column a is below 3 or missing,
// and 40.5 elsewhere; of classes it is −2.5 and 40.
func stump(t testing.TB, classes int) *trees.XGBoost {
	t.Helper()
	text := must.Get(os.ReadFile("../trees/testdata/stump.json"))(t)
	if classes == 2 {
		text = []byte(strings.Replace(string(text), "reg:squarederror", "binary:logistic", 1))
	}
	s, _ := drawn(1, classes, 1)
	return must.Get(trees.DecodeXGBoost(text, s.Columns, classes))(t)
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
			all := must.Get(d.Candidates(q, nil))(t)
			var ways []string
			others := 0
			for k, candidate := range c.Candidates {
				if candidate.Base != method.File {
					others++
					continue
				}
				ways = append(ways, candidate.Way)
				m := all[k].Model
				if m.File() == "" {
					t.Errorf("%d classes: a candidate of the file names none", classes)
				}
				again := readAgain(t, m, s)
				x, together := []float64{0}, make([]float64, len(s.Labels))
				if again.Predict(x, s.Row(0)); !math.IsNaN(x[0]) {
					t.Errorf("without its file the model predicts %v", x)
				}
				again.Attach(stump(t, 2-classes)) // another file
				if again.Predict(x, s.Row(0)); !math.IsNaN(x[0]) {
					t.Errorf("with another file the model predicts %v", x)
				}
				again.Attach(stump(t, classes))
				again.Predict(together, s.Cells)
				for j, v := range together {
					if m.Predict(x, s.Row(j)); x[0] != v {
						t.Fatalf("row %d: %v, after decoding and with other rows %v", j, x, v)
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
	low, high := math.Max(d.limits.Low, -2), d.limits.High
	got := make([]float64, 4)
	all[0].Model.filed().Predict(got, []float64{2.9, 2, 0, 3, 2, 0, math.NaN(), 2, 0, 4, 2, 0})
	if want := []float64{low, high, low, high}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	together := make([]float64, len(s.Labels))
	all[0].Model.filed().Predict(together, s.Cells)
	if !slices.Equal(together, all[0].OutOfFold) {
		t.Fatalf("the rows are judged by %v, the model says %v", all[0].OutOfFold, together)
	}
}

// The bound on an encoded model holds for the sum of every candidate with a share, which no blend exceeds. Of linear
// and smooth models it is about twice what they take, since most numbers are shorter than the longest; trees mostly have
// fewer rounds and leaves than they may.
func TestNoModelIsLargerThanItsBound(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s, q := drawn(400, classes, 3)
		d := must.Get(NewDesign(s, nil))(t)
		candidates := must.Get(d.Candidates(q, nil))(t)
		for _, kind := range append(method.Fitted(false), method.Auto) {
			own := slices.DeleteFunc(slices.Clone(candidates),
				func(c *Candidate) bool { return kind != method.Auto && c.Base != kind })
			if len(own) == 0 {
				continue
			}
			equal := make([]float64, len(own))
			for k := range equal {
				equal[k] = 1 / float64(len(own))
			}
			all := must.Get(d.blended(own, equal, basemodel.Uniform(len(q)), own[0]))(t)
			bound, size := MostBytes(s.Columns, s.Rows(), classes, kind, false), len(must.Get(json.Marshal(all.Model))(t))
			t.Logf("%d classes, kind %q: %d bytes, bound %d", classes, kind, size, bound)
			if size > bound {
				t.Errorf("%d classes, kind %q: a blend of all has %d bytes, and the bound is %d", classes, kind, size, bound)
			}
			if kind == method.Linear && bound > 2*size+300 || kind == method.Smooth && bound > size*9/4 {
				t.Errorf("%d classes, kind %q: the bound of %d bytes is far above the %d of a blend", classes, kind, bound,
					size)
			}
		}
	}
}

// Trees with as many rounds and leaves as a fit may have come near their bound and stay below it, with numbers and with
// many levels.
func TestTreesReachTheirBound(t *testing.T) {
	for _, levels := range []int{0, 90} {
		for _, classes := range []int{0, 2, 5} {
			s := noisy(600, 6, levels, classes)
			for k, settings := range treesFor(classes)[:2] {
				m := must.Get(trees.Fit(trees.NewBinned(s, bins), settings, basemodel.Uniform(s.Rows()), nil))(t)
				size, bound := len(must.Get(json.Marshal(m))(t)), treesBytes(s.Columns, s.Rows(), s.Outputs(), []trees.Settings{settings})
				t.Logf("%d levels, %d classes, %d leaves: %d of %d bytes", levels, classes, settings.Leaves, size, bound)
				least := []float64{0.75, 0.4}[k] // large trees fit classes so well that later ones have nothing to split
				if size > bound || float64(size) < least*float64(bound) {
					t.Errorf("%d levels, %d classes, %d leaves: trees of %d bytes, and the bound is %d", levels, classes,
						settings.Leaves, size, bound)
				}
			}
		}
	}
}

// noisy is a sample of columns that say nothing of its labels, so that trees grow as far as they may.
func noisy(rows, columns, levels, classes int) basemodel.Sample {
	r := rand.New(rand.NewPCG(1, 2))
	s := basemodel.Sample{Classes: classes}
	for i := range columns {
		c := dataset.Column{Name: fmt.Sprint(i), Kind: dataset.Numeric, Scale: 1}
		if levels > 0 {
			c = dataset.Column{Name: fmt.Sprint(i), Kind: dataset.Categorical}
			for k := range levels {
				c.Levels = append(c.Levels, dataset.Level{Name: fmt.Sprint(k), Mean: 0.5, Scale: 0.5})
			}
		}
		s.Columns = append(s.Columns, c)
	}
	for range rows {
		for range columns {
			if levels > 0 {
				s.Cells = append(s.Cells, float64(r.IntN(levels)))
			} else {
				s.Cells = append(s.Cells, r.NormFloat64())
			}
		}
		y := r.NormFloat64()
		if classes > 0 {
			y = float64(r.IntN(classes))
		}
		s.Labels = append(s.Labels, y)
	}
	return s
}
