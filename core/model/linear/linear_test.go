package linear

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/solve/simplex"
)

// drawn is a sample of two standardised numbers, sometimes missing, and a category of three levels.
func drawn(rows, classes int, seed uint64, noise float64) basemodel.Sample {
	r := rand.New(rand.NewPCG(seed, 11))
	third, scale := 1.0/3, math.Sqrt(2)/3
	s := basemodel.Sample{Classes: classes, Table: basemodel.Table{Columns: []dataset.Column{
		{Name: "a", Kind: dataset.Numeric, Mean: 5, Scale: 2}, {Name: "b", Kind: dataset.Numeric, Scale: 1},
		{
			Name: "c",
			Kind: dataset.Categorical,
			Levels: []dataset.Level{
				{Name: "x", Mean: third, Scale: scale},
				{Name: "y", Mean: third, Scale: scale},
				{Name: "z", Mean: third, Scale: scale},
			},
		},
	}}}
	for range rows {
		a, b, c := 5+2*r.NormFloat64(), r.NormFloat64(), float64(r.IntN(3))
		y := 3*a - 2*b + c*c + a*b/2 + noise*r.NormFloat64()
		if classes > 0 {
			y = math.Min(math.Max(math.Floor((y-10)/8+noise*r.NormFloat64()), 0), float64(classes-1))
		}
		if r.IntN(10) == 0 {
			b = math.NaN()
		}
		s.Cells, s.Labels = append(s.Cells, a, b, c), append(s.Labels, y)
	}
	return s
}

func weightsOf(rows int) []float64 {
	r := rand.New(rand.NewPCG(5, 12))
	w := make([]float64, rows)
	for j := range w {
		if r.IntN(4) > 0 {
			w[j] = r.ExpFloat64()
		}
	}
	return w
}

// Of classes the gradient of the penalised loss vanishes at the fit, with two classes and with four.
func TestLogisticIsStationary(t *testing.T) {
	for _, classes := range []int{2, 4} {
		s := drawn(600, classes, 2, 0.5)
		d := NewDesign(s)
		q := weightsOf(600)
		simplex.Normalise(q)
		outputs := s.Outputs()
		l := logistic{d, nil, make([][]float64, outputs)}
		for k := range l.taken {
			l.taken[k] = make([]float64, d.order)
		}
		const strength = 0.01
		w := must.Get(l.solve(q, strength, nil))(t)
		objective := func() float64 {
			sum, scores := 0.0, make([]float64, outputs)
			for j, v := range q {
				l.scores(scores, j, w)
				sum += v * basemodel.Loss(scores, s.Labels[j], classes)
			}
			for _, c := range w {
				for _, v := range c[1:] {
					sum += strength / 2 * v * v
				}
			}
			return sum
		}
		for k := range w {
			for i := range w[k] {
				const step = 1e-4
				own := w[k][i]
				w[k][i] = own + step
				up := objective()
				w[k][i] = own - step
				down := objective()
				w[k][i] = own
				if slope := (up - down) / (2 * step); math.Abs(slope) > 2e-3 {
					t.Errorf("%d classes: the slope by coefficient %d of output %d is %v", classes, i, k, slope)
				}
			}
		}
	}
}

// A correction repairs scores that are wrong by a linear function.
func TestACorrectionRepairsWhatIsLinear(t *testing.T) {
	s, rows := drawn(800, 0, 3, 0.1), 800
	errorOf := func(scores []float64) float64 {
		sum := 0.0
		for j, y := range s.Labels {
			sum += (scores[j] - y) * (scores[j] - y) / float64(rows)
		}
		return sum
	}
	d := NewDesign(s)
	_, plain := must.Both(d.CrossValidate(basemodel.Uniform(rows), nil))(t)
	wrong := make([]float64, rows)
	for j, v := range plain {
		wrong[j] = v + 10 + 4*s.Cells[3*j]
	}
	_, corrected := must.Both(d.Correct(basemodel.Uniform(rows), wrong, nil))(t)
	if x, y := errorOf(plain), errorOf(corrected); !(y < 1.05*x) {
		t.Errorf("corrected: %v, before it was wrong %v", y, x)
	}
}

// The test runs natively and as wasm: models are the same JSON, and are read as they were written.
func TestSameBytesEverywhere(t *testing.T) {
	check := func(what string, m, again basemodel.Documented, s basemodel.Sample, want string) {
		text := must.Get(json.Marshal(m))(t)
		if got := fmt.Sprintf("%x", sha256.Sum256(text))[:16]; got != want {
			t.Errorf("%s: %d bytes, digest %s, want %s", what, len(text), got, want)
		}
		must.Do(t, basemodel.Read(text, again))
		must.Do(t, again.Bind(s.Columns, s.Classes))
		if read := must.Get(json.Marshal(again))(t); !bytes.Equal(read, text) {
			t.Errorf("%s: read as %s", what, read)
		}
	}
	for classes, want := range map[int]string{0: "9841372541bc39f3", 2: "b4ddd19001b6acca", 3: "532f84068127c815"} {
		s := drawn(400, classes, 4, 1)
		m, _ := must.Both(NewDesign(s).CrossValidate(weightsOf(400), nil))(t)
		check(fmt.Sprint(classes, " classes"), m, new(Model), s, want)
	}
	weights := make([]float64, 500)
	for j := range weights {
		weights[j] = float64(j % 3)
	}
	s := drawnSmooth(500, 4)
	m, _ := must.Get(NewSmoothDesign(s))(t).must(t, weights)
	check("smooth", m, new(Smooth), s, "7fc901808fb50f6a")
	if _, err := NewSmoothDesign(basemodel.Sample{Classes: 2}); err == nil {
		t.Error("classes are no error")
	}
}

// A fit in the span of few rows is the fit over all columns: the same strength, predictions and coefficients, but for
// rounding. Two rows are equal, so that the span has fewer dimensions than rows.
func TestFewRowsAreFittedInTheirSpan(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const rows, plain, rest = 30, 80, 3
	wide := RidgeProblem{Order: 1 + plain + rest, Plain: plain, Limits: basemodel.Limits{Low: math.Inf(-1), High: math.Inf(1)}}
	for j := range rows {
		row := []float64{1}
		for range plain + rest {
			row = append(row, r.NormFloat64())
		}
		if j == 7 {
			row = slices.Clone(wide.Features[:wide.Order])
		}
		wide.Features = append(wide.Features, row...)
		wide.Labels = append(wide.Labels, row[1]+row[1+plain]+0.1*r.NormFloat64())
	}
	wide.Penalty = make([]float64, wide.Order*wide.Order)
	for i := 1; i < wide.Order; i++ {
		wide.Penalty[i*wide.Order+i] = 1
	}
	wide.Penalty[(wide.Order-1)*wide.Order+wide.Order-2] = 0.5
	weights := basemodel.Uniform(rows)
	wide.Strengths = RidgeStrengths(plain+rest, weights)
	for _, rested := range []bool{true, false} {
		p := wide
		if !rested { // all columns are plain
			p.Penalty = nil
		}
		fast := must.Get(p.CrossValidate(weights))(t)
		whole := p
		if whole.Plain = 0; !rested {
			whole.Penalty = make([]float64, p.Order*p.Order)
			for i := 1; i < p.Order; i++ {
				whole.Penalty[i*p.Order+i] = 1
			}
		}
		if p.span(rows) == nil || whole.span(rows) != nil {
			t.Fatal("both fits are made in one way")
		}
		want := must.Get(whole.CrossValidate(weights))(t)
		if fast.Strength != want.Strength || math.Abs(fast.Loss-want.Loss) > 1e-10*want.Loss {
			t.Errorf("strength %v, loss %v; over all columns %v, %v", fast.Strength, fast.Loss, want.Strength, want.Loss)
		}
		for i, w := range want.Coefficients {
			if math.Abs(fast.Coefficients[i]-w) > 1e-10 {
				t.Errorf("coefficient %d is %v, over all columns %v", i, fast.Coefficients[i], w)
			}
		}
		for j, v := range want.OutOfFold {
			if math.Abs(fast.OutOfFold[j]-v) > 1e-10 {
				t.Errorf("row %d is predicted as %v, over all columns %v", j, fast.OutOfFold[j], v)
			}
		}
	}
}

func drawnSmooth(rows int, seed uint64) basemodel.Sample {
	r := rand.New(rand.NewPCG(seed, 21))
	s := basemodel.Sample{Table: basemodel.Table{Columns: []dataset.Column{
		{Name: "a", Kind: dataset.Numeric, Mean: 5, Scale: 2}, {Name: "b", Kind: dataset.Numeric, Scale: 1}}}}
	for range rows {
		a, b := r.NormFloat64(), r.NormFloat64()
		s.Cells = append(s.Cells, 5+2*a, b)
		s.Labels = append(s.Labels, math.Sin(2*a)*b+a+r.NormFloat64()/10)
	}
	return s
}

func (d *SmoothDesign) must(t *testing.T, weights []float64) (*Smooth, []float64) {
	return must.Both(d.CrossValidate(weights, nil))(t)
}

// A smooth function is found, on new rows as well as out of fold; far outside the sample the prediction stays within
// the labels' range.
func TestLearns(t *testing.T) {
	train, test := drawnSmooth(800, 1), drawnSmooth(400, 2)
	d := must.Get(NewSmoothDesign(train))(t)
	m, outOfFold := d.must(t, basemodel.Uniform(800))
	score, sum, own := []float64{0}, 0.0, 0.0
	for j, y := range test.Labels {
		m.Predict(score, test.Row(j))
		sum += (score[0] - y) * (score[0] - y) / 400
	}
	for j, y := range train.Labels {
		own += (outOfFold[j] - y) * (outOfFold[j] - y) / 800
	}
	if sum > 0.06 || math.Abs(own/sum-1) > 0.6 { // noise of variance 0.01, labels of 1.5
		t.Errorf("the error on new rows is %v, out of fold %v", sum, own)
	}
	for _, cells := range [][]float64{{1e6, -1e6}, {math.NaN(), math.NaN()}, {math.Inf(1), 0}} {
		m.Predict(score, cells)
		if !(score[0] >= m.Low && score[0] <= m.High) {
			t.Errorf("cells %v: %v", cells, score)
		}
	}
}

// Rows of no weight have no influence on the coefficients, except that their place may be a landmark.
func TestWeightsCount(t *testing.T) {
	s := drawnSmooth(600, 3)
	weights := basemodel.Uniform(600)
	for j := 300; j < 600; j++ {
		weights[j] = 0
	}
	d := must.Get(NewSmoothDesign(s))(t)
	before, _ := d.must(t, weights)
	for j := 300; j < 600; j++ {
		s.Labels[j] = before.Low // shared with the design
	}
	after, _ := d.must(t, weights)
	if fmt.Sprint(before.Coefficients) != fmt.Sprint(after.Coefficients) {
		t.Error("labels of rows without weight have changed the model")
	}
}
