//go:build linux

package warehouse

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/xgboost"
	"privadapt/core/must"
)

// The scores of models that XGBoost has trained, of numbers and of classes, are the same as by package xgboost, bit
// for bit: with missing cells, a category, cells at the limits of trees, and cells beyond the numbers of 4 bytes.
func TestScoresOfFilesAreTheReaders(t *testing.T) {
	file := must.Get(os.Open("../model/xgboost/testdata/cases.json.gz"))(t)
	defer file.Close()
	text := must.Get(gzip.NewReader(file))(t)
	var examples []struct {
		Classes int
		Model   json.RawMessage
	}
	must.Do(t, json.NewDecoder(text).Decode(&examples))
	seen := map[int]bool{}
	for _, example := range examples {
		if seen[example.Classes] {
			continue
		}
		seen[example.Classes] = true
		columns := []dataset.Column{
			{Name: "f", Kind: dataset.Categorical, Levels: []dataset.Level{{Name: "x"}, {Name: "y"}, {Name: "z"}}},
		}
		for _, name := range []string{"b", "c", "d", "e"} {
			columns = append(columns, dataset.Column{Name: name, Kind: dataset.Numeric, Scale: 1})
		}
		m := must.Get(xgboost.Decode([]byte(strings.Replace(string(example.Model), `"a"`, `"f=y"`, 1)), columns,
			example.Classes))(t)
		rows := fileRows(m)
		outputs := basemodel.Outputs(example.Classes)
		for _, d := range databases(t) {
			w := writer{dialect: dialects[d.dialect]}
			var values []string
			for i, cells := range rows {
				list := []string{strconv.Itoa(i), "NULL"}
				if cells[0] == cells[0] {
					list[1] = fmt.Sprint(int(cells[0]))
				}
				for _, v := range cells[1:] {
					if list = append(list, w.double(v)); v != v {
						list[len(list)-1] = cast("NULL", w.float)
					}
				}
				values = append(values, "("+strings.Join(list, ", ")+")")
			}
			w.kept = []string{"number", "l0", "v1", "v2", "v3", "v4"}
			prepare, table := d.given(values, w.kept...)
			w.from = "FROM " + table
			w.file(m)
			printed := each(outputs, func(k int) string { return cast(f(k), w.varchar) })
			out := must.Get(d.run(t,
				prepare+"SELECT "+strings.Join(printed, " || ' ' || ")+" "+w.from+" ORDER BY number;\n"))(t)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			if len(lines) != len(rows) {
				t.Fatalf("%s: %d lines of %d rows", d.dialect, len(lines), len(rows))
			}
			scores := make([]float64, outputs)
			for i, line := range lines {
				m.Predict(scores, rows[i])
				for k, text := range strings.Fields(line) {
					if got, err := strconv.ParseFloat(text, 64); err != nil || got != scores[k] {
						t.Fatalf("%s, %d classes, row %v: %s, want %v", d.dialect, example.Classes, rows[i], text, scores[k])
					}
				}
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("there are models of %v classes", seen)
	}
}

// fileRows are rows of a category and four numbers, some of them at the limits of a model and beside them, some
// missing.
func fileRows(m *xgboost.Model) (rows [][]float64) {
	var limits [5][]float64
	xgboost.Express(m, func(float64) bool { return true }, func(b xgboost.Branch, _, _ bool) bool {
		limits[b.Column] = append(limits[b.Column], float64(b.Limit))
		return true
	})
	r := rand.New(rand.NewPCG(61, 62))
	for range 600 {
		cells := []float64{float64(r.IntN(3)), 0, 0, 0, 0}
		for k := 1; k < len(cells); k++ {
			if cells[k] = 2 * r.NormFloat64(); len(limits[k]) > 0 && r.IntN(2) == 0 {
				below := largestBelow(float32(limits[k][r.IntN(len(limits[k]))]))
				cells[k] = []float64{below, math.Nextafter(below, math.Inf(1))}[r.IntN(2)]
			}
			if r.IntN(20) == 0 {
				cells[k] = []float64{1e60, -1e60, 1e-60, 3.5e38, -3.5e38, 0}[r.IntN(6)]
			}
		}
		if r.IntN(3) == 0 {
			cells[r.IntN(5)] = math.NaN()
		}
		rows = append(rows, cells)
	}
	return rows
}

// A number is below a limit of a file's tree where its rounding to 4 bytes is: at the border, for limits of all sizes.
func TestNumbersBelowALimitOfAFile(t *testing.T) {
	for _, limit := range float32s() {
		most := largestBelow(limit)
		if next := nextAfter(most); !(float32(most) < limit) || float32(next) < limit {
			t.Errorf("%v: %v is said to be the largest below it; the next is %v", limit, most, next)
		}
	}
}

// float32s are numbers of 4 bytes of every exponent, and those at the ends of each.
func float32s() (all []float32) {
	for bits := uint32(0); bits < 0x7f800000; bits += 1 << 21 {
		for _, own := range []uint32{bits, bits + 1, bits + 0x1234, bits | 1<<31, (bits + 1) | 1<<31} {
			all = append(all, math.Float32frombits(own))
		}
	}
	return append(all, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32)
}

func nextAfter(v float64) float64 { return math.Nextafter(v, math.Inf(1)) }
