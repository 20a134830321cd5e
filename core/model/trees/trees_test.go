package trees

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
)

// drawn is a sample with two numbers, one of them sometimes missing, and a category.
func drawn(rows, classes int, seed uint64) basemodel.Sample {
	r := rand.New(rand.NewPCG(seed, 7))
	levels := make([]dataset.Level, 12)
	s := basemodel.Sample{Classes: classes, Table: basemodel.Table{Columns: []dataset.Column{
		{
			Name:  "a",
			Kind:  dataset.Numeric,
			Scale: 1,
		}, {Name: "b", Kind: dataset.Numeric, Scale: 1}, {Name: "c", Kind: dataset.Categorical, Levels: levels},
	}}}
	for range rows {
		a, b, c := r.NormFloat64(), float64(r.IntN(9)), float64(r.IntN(len(levels)))
		y := a*a + math.Abs(b-4)/2
		if int(c)*7%5 < 2 {
			y += 2
		}
		if r.IntN(8) == 0 {
			b, y = math.NaN(), y+3
		}
		if r.IntN(20) == 0 {
			c = math.NaN()
		}
		y += r.NormFloat64() / 4
		if classes > 0 {
			y = math.Min(math.Max(math.Floor(y), 0), float64(classes-1))
		}
		s.Cells, s.Labels = append(s.Cells, a, b, c), append(s.Labels, y)
	}
	return s
}

// withoutCategory keeps the first two columns.
func withoutCategory(s basemodel.Sample) basemodel.Sample {
	var cells []float64
	for j := range s.Labels {
		cells = append(cells, s.Row(j)[:2]...)
	}
	s.Table = basemodel.Table{Columns: s.Columns[:2], Cells: cells}
	return s
}

func weightsOf(rows int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 8))
	w := make([]float64, rows)
	for j := range w {
		if r.IntN(3) > 0 {
			w[j] = r.ExpFloat64()
		}
	}
	return w
}

// What there is to learn from numbers, missing cells and sets of levels is learned, with each loss.
func TestLearns(t *testing.T) {
	for _, classes := range []int{0, 2, 4} {
		train, test := drawn(1500, classes, 1), drawn(1000, classes, 2)
		b := NewBinned(train, 0)
		chosen, scores, err := Validate(b, []Settings{{Rounds: 100}}, nil)
		must.Do(t, err)
		fitted := must.Get(Fit(b, chosen, basemodel.Uniform(1500), nil))(t)
		constant := &Model{columns: fitted.columns, classes: classes, base: fitted.base}
		lost := func(m *Model) float64 {
			sum, scores := 0.0, make([]float64, train.Outputs())
			for j, y := range test.Labels {
				m.Predict(scores, test.Row(j))
				sum += basemodel.Loss(scores, y, classes)
			}
			return sum / 1000
		}
		outOfFold := 0.0
		for j, y := range train.Labels {
			outOfFold += basemodel.Loss(scores[j*train.Outputs():(j+1)*train.Outputs()], y, classes) / 1500
		}
		model, none := lost(fitted), lost(constant)
		if want := map[int]float64{0: 0.12, 2: 0.3, 4: 0.5}[classes]; !(model < want*none) {
			t.Errorf("%d classes: the loss is %v, a constant's %v", classes, model, none)
		}
		if math.Abs(outOfFold/model-1) > 0.35 {
			t.Errorf("%d classes: the out-of-fold loss is %v, the loss of new rows %v", classes, outOfFold, model)
		}
	}
}

// A row of weight 2 is a row that is there twice, and one of weight 0 is not there. (The category is left out: what
// smooths the order of levels is in units of the mean weight.)
func TestWeightsAreCopies(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		s := withoutCategory(drawn(400, classes, 3))
		weights := make([]float64, 400)
		var copies basemodel.Sample
		copies.Table.Columns, copies.Classes = s.Columns, classes
		for j := range weights {
			weights[j] = float64(j % 3)
			for range j % 3 {
				copies.Cells, copies.Labels = append(copies.Cells, s.Row(j)...), append(copies.Labels, s.Labels[j])
			}
		}
		b := NewBinned(s, 0)
		a := must.Get(Fit(b, Settings{Rounds: 10, LeastRows: 1, Leaves: 8}, weights, nil))(t)
		repeated := NewBinned(copies, 0)
		repeated.columns = b.columns // the same limits
		repeated.starts, repeated.length = b.starts, b.length
		for i, c := range b.columns {
			for j := range copies.Labels {
				repeated.bins[j*len(b.columns)+i] = c.bin(copies.Row(j)[i])
			}
		}
		c := must.Get(Fit(repeated, Settings{Rounds: 10, LeastRows: 1, Leaves: 8}, basemodel.Uniform(len(copies.Labels)),
			nil))(t)
		x, y := make([]float64, s.Outputs()), make([]float64, s.Outputs())
		for j := range s.Labels {
			a.Predict(x, s.Row(j))
			c.Predict(y, s.Row(j))
			for k := range x {
				if math.Abs(x[k]-y[k]) > 1e-3*(1+math.Abs(y[k])) && weights[j] > 0 {
					t.Fatalf("%d classes: row %d: weighted %v, repeated %v", classes, j, x, y)
				}
			}
		}
	}
}

// golden are digests of models in JSON. The test runs natively and as wasm: the bytes are the same.
var golden = map[int]string{0: "0084406a7de9fed2", 2: "04614f4fbe49fa46", 4: "39064753124e7128"}

func TestSameBytesEverywhere(t *testing.T) {
	for _, classes := range []int{0, 2, 4} {
		b := NewBinned(drawn(1500, classes, 4), 64)
		chosen, _, err := Validate(b, []Settings{{Rounds: 60}}, nil)
		must.Do(t, err)
		code := must.Get(json.Marshal(must.Get(Fit(b, chosen, weightsOf(1500, 5), nil))(t)))(t)
		if got := fmt.Sprintf("%x", sha256.Sum256(code))[:16]; got != golden[classes] {
			t.Errorf("%d classes: %d bytes, digest %s, want %s", classes, len(code), got, golden[classes])
		}
		again := new(Model)
		must.Do(t, json.Unmarshal(code, again))
		must.Do(t, again.Bind(drawn(1, classes, 4).Columns, classes))
		if !bytes.Equal(must.Get(json.Marshal(again))(t), code) {
			t.Fatal("read and written again it is another model")
		}
	}
}

// A model that is expressed as functions of a row predicts what it predicts, for missing cells and all levels too.
func TestExpressedTreesPredictTheSame(t *testing.T) {
	for _, classes := range []int{0, 2, 4} {
		s := drawn(600, classes, 5)
		m := must.Get(Fit(NewBinned(s, 20), Settings{Rounds: 15}, basemodel.Uniform(600), nil))(t)
		type tree func(cells []float64) float64
		written := Express(m, func(v float64) tree { return func([]float64) float64 { return v } },
			func(b Branch, left, right tree) tree {
				return func(cells []float64) float64 {
					v := cells[b.Column]
					goesLeft := b.Missing
					if v == v {
						goesLeft = v <= b.Limit
						if len(b.Levels)+len(b.Others) > 0 {
							goesLeft = slices.Contains(b.Levels, int(v))
						}
					}
					if goesLeft {
						return left(cells)
					}
					return right(cells)
				}
			})
		scores := make([]float64, s.Outputs())
		for j := range 600 {
			cells := s.Row(j)
			if j%7 == 0 {
				cells[j%3] = math.NaN()
			}
			m.Predict(scores, cells)
			for k, want := range scores {
				sum := m.Base()[k]
				for i := k; i < len(written); i += len(scores) {
					sum += written[i](cells)
				}
				if sum != want {
					t.Fatalf("%d classes, row %d: %v, want %v", classes, j, sum, want)
				}
			}
		}
	}
}

// product is a sample whose label is the parity of three cells' halves, wrong in a share of the rows.
func product(rows int, wrong float64) basemodel.Sample {
	r := rand.New(rand.NewPCG(1, 9))
	s := basemodel.Sample{Classes: 2}
	for range 4 {
		s.Columns = append(s.Columns, dataset.Column{Kind: dataset.Numeric, Scale: 1})
	}
	for range rows {
		y := 0
		for i := range s.Columns {
			v := r.IntN(4)
			s.Cells = append(s.Cells, float64(v))
			if i < 3 {
				y ^= v & 1
			}
		}
		if r.Float64() < wrong {
			y = 1 - y
		}
		s.Labels = append(s.Labels, float64(y))
	}
	return s
}

// The choice is judged by rows that the trees are not fitted to.
func TestSettingsAreJudgedByOtherRows(t *testing.T) {
	s := product(600, 0.4)
	settings := []Settings{{Rounds: 1, Leaves: 2, LeastRows: 5},
		{Rounds: 100, Leaves: 100, LeastRows: 1, LearningRate: 1}}
	if chosen, _, err := Validate(NewBinned(s, 0), settings, nil); err != nil || chosen.Leaves != 2 {
		t.Errorf("trees that learn the noise by heart are chosen: %v", err)
	}
	stop := errors.New("stop")
	if _, _, err := Validate(NewBinned(s, 0), settings, func(int, int) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the choice is not stopped: %v", err)
	}
}

// At twice the rate, each round is compared with two of the best settings' or, after these, with their last.
func TestWhatFallsBehindEnds(t *testing.T) {
	with := func(rate float64, losses ...float64) *trial {
		return &trial{booster: &booster{grower: &grower{Settings: Settings{LearningRate: rate}}}, losses: losses}
	}
	best, fast := with(0.1, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9), []float64{20, 90, 90, 90, 90}
	for loss, want := range map[float64]bool{10: true, 9.9: false} {
		sixth := append(fast[:5:5], loss, loss-1)
		if with(0.2, fast...).behind(best) || with(0.2, sixth[:6]...).behind(best) != want ||
			with(0.2, sixth...).behind(best) != want || with(0.2, sixth...).behind(nil) {
			t.Errorf("a loss of %v after five rounds", loss)
		}
	}
}

// A node of masked trees may ask for about half of the columns, for one at least, and for others than the next node.
func TestHalfOfTheColumnsAreHidden(t *testing.T) {
	for _, columns := range []int{1, 2, 10} {
		s := search{Binned: &Binned{columns: make([]column, columns)}}
		hidden, seen := 0, make([]int, columns)
		const nodes = 2000
		for range nodes {
			s.nodes++
			open := 0
			for i := range columns {
				if s.hides(i) {
					hidden++
				} else {
					open++
					seen[i]++
				}
			}
			if open == 0 {
				t.Fatalf("%d columns: all are hidden", columns)
			}
		}
		want := 0.5 * float64(columns-1) / float64(columns) // the one that is never hidden
		if share := float64(hidden) / float64(nodes*columns); share < want-0.03 || share > want+0.03 {
			t.Errorf("%d columns: a share of %v is hidden, want %v", columns, share, want)
		}
		for i, n := range seen {
			if n < nodes*2/5 {
				t.Errorf("%d columns: column %d is asked for by %d of %d nodes", columns, i, n, nodes)
			}
		}
	}
}
