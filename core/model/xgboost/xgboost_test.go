package xgboost

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
)

type example struct {
	Objective   string
	Depth       int
	Classes     int
	Model       json.RawMessage
	Rows        [][]*float64
	Margins     json.RawMessage
	Predictions json.RawMessage
}

var five = []dataset.Column{
	{Name: "e", Kind: dataset.Numeric},
	{Name: "a", Kind: dataset.Numeric},
	{Name: "b", Kind: dataset.Numeric},
	{Name: "c", Kind: dataset.Numeric},
	{Name: "d", Kind: dataset.Numeric},
}

func examples(t testing.TB) []example {
	file := must.Get(os.Open("testdata/cases.json.gz"))(t)
	defer file.Close()
	text := must.Get(gzip.NewReader(file))(t)
	var all []example
	must.Do(t, json.NewDecoder(text).Decode(&all))
	return all
}

// numbers reads a list of numbers or of lists of them.
func numbers(t *testing.T, text json.RawMessage) (all []float64) {
	var nested [][]float64
	if json.Unmarshal(text, &nested) == nil {
		for _, row := range nested {
			all = append(all, row...)
		}
		return all
	}
	must.Do(t, json.Unmarshal(text, &all))
	return all
}

// Models that testdata/train.py has trained, with missing values, of depth 1 to 12, and by a newer version with early
// stopping and with a base score for each class: margins, probabilities and numbers are the library's to 1e-6.
func TestAgainstTheLibrary(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-6*math.Abs(want) }
	for _, e := range examples(t) {
		m, err := Decode(e.Model, five, e.Classes)
		if err != nil {
			t.Fatal(e.Objective, e.Depth, err)
		}
		if m.Classes() != e.Classes {
			t.Errorf("%s: %d classes, want %d", e.Objective, m.Classes(), e.Classes)
		}
		outputs := basemodel.Outputs(e.Classes)
		margins, predictions := numbers(t, e.Margins), numbers(t, e.Predictions)
		scores, p := make([]float64, outputs), make([]float64, max(2, e.Classes))
		for j, row := range e.Rows {
			var cells []float64
			for _, k := range []int{4, 0, 1, 2, 3} { // columns in another order than features
				if row[k] == nil {
					cells = append(cells, math.NaN())
				} else {
					cells = append(cells, *row[k])
				}
			}
			m.Predict(scores, cells)
			for k, s := range scores {
				if want := margins[j*outputs+k]; !near(s, want) && math.Abs(s-want) > 1e-7 {
					t.Errorf("%s, depth %d, row %d: margin %v, want %v", e.Objective, e.Depth, j, s, want)
				}
			}
			switch e.Objective {
			case "reg:squarederror":
				if !near(scores[0], predictions[j]) {
					t.Errorf("depth %d, row %d: %v, want %v", e.Depth, j, scores[0], predictions[j])
				}
			case "binary:logistic":
				if basemodel.Probabilities(p, scores); !near(p[1], predictions[j]) {
					t.Errorf("depth %d, row %d: %v, want %v", e.Depth, j, p[1], predictions[j])
				}
			case "multi:softprob":
				basemodel.Probabilities(p, scores)
				for k := range p {
					if !near(p[k], predictions[j*e.Classes+k]) {
						t.Errorf("depth %d, row %d: %v, want %v", e.Depth, j, p, predictions[j*e.Classes:(j+1)*e.Classes])
					}
				}
			}
		}
	}
}

// A category's levels are columns of 0 and 1 for the library.
func TestLevels(t *testing.T) {
	text := strings.NewReplacer(`"a"`, `"f=x"`, `"b"`, `"f=y"`).Replace(string(examples(t)[0].Model))
	columns := []dataset.Column{
		{Name: "f", Kind: dataset.Categorical, Levels: []dataset.Level{{Name: "x"}, {Name: "y"}, {Name: "z"}}},
		five[0],
		five[3],
		five[4],
	}
	m := must.Get(Decode([]byte(text), columns, 0))(t)
	plain := must.Get(Decode(examples(t)[0].Model, five, 0))(t)
	for level, indicators := range [][2]float64{{1, 0}, {0, 1}, {0, 0}} {
		got, want := []float64{0}, []float64{0}
		m.Predict(got, []float64{float64(level), 7, 0, 3})
		plain.Predict(want, []float64{7, indicators[0], indicators[1], 0, 3})
		if got[0] != want[0] {
			t.Errorf("level %d: %v, want %v", level, got, want)
		}
	}
}

// A model that is expressed as functions of a row predicts what it predicts, for missing cells and categories too.
func TestExpressedFilesPredictTheSame(t *testing.T) {
	leveled := slices.Clone(five)
	leveled[1] = dataset.Column{Name: "f", Kind: dataset.Categorical, Levels: []dataset.Level{{Name: "x"}, {Name: "y"}}}
	for i, e := range examples(t) {
		for _, columns := range [][]dataset.Column{five, leveled} {
			text := string(e.Model)
			if columns[1].Name == "f" {
				text = strings.Replace(text, `"a"`, `"f=y"`, 1)
			}
			m := must.Get(Decode([]byte(text), columns, e.Classes))(t)
			type tree func(cells []float64) float64
			written := Express(m, func(v float64) tree { return func([]float64) float64 { return v } },
				func(b Branch, left, right tree) tree {
					return func(cells []float64) float64 {
						v := cells[b.Column]
						goesLeft := b.Missing
						if v == v {
							if b.Level >= 0 {
								v = map[bool]float64{true: 1}[int(v) == b.Level]
							}
							goesLeft = float32(v) < b.Limit
						}
						if goesLeft {
							return left(cells)
						}
						return right(cells)
					}
				})
			scores := make([]float64, basemodel.Outputs(e.Classes))
			for j, row := range e.Rows {
				cells := make([]float64, len(row))
				for k := range row {
					if cells[k] = math.NaN(); row[k] != nil {
						cells[k] = *row[k]
					}
				}
				if columns[1].Name == "f" && cells[1] == cells[1] {
					cells[1] = float64(j % 2)
				}
				m.Predict(scores, cells)
				for k, want := range scores {
					sum := m.Margin(k)
					for _, own := range written[k] {
						sum = float64(float32(sum + own(cells)))
					}
					if sum != want {
						t.Fatalf("example %d, row %d: %v, want %v", i, j, sum, want)
					}
				}
			}
		}
	}
}
