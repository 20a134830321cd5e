package projectedgradient

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/must"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// instance is a problem that another program can reconstruct from a rule of a few lines.
type instance struct {
	rows   []float64        // m×d
	target *symeigen.Matrix // M₀
}

func (i instance) order() int { return i.target.Order }
func (i instance) size() int  { return len(i.rows) / i.order() }

// objective starts at uniform weights.
func (i instance) objective(mu, lambda float64) *discrepancy.Objective {
	o := &discrepancy.Objective{Target: i.target, Rows: i.rows, Smoothing: discrepancy.Softmax{Mu: mu}, Lambda: lambda}
	o.Start(simplex.Uniform(i.size()))
	return o
}

// secondMoment returns (1/n) Σ xxᵀ.
func secondMoment(rows []float64, d int) *symeigen.Matrix {
	m := mat.NewSymDense(d, nil)
	for j := 0; j < len(rows); j += d {
		m.SymRankOne(m, float64(d)/float64(len(rows)), mat.NewVecDense(d, rows[j:j+d]))
	}
	return symeigen.NewMatrix(d, m.RawSymmetric().Data)
}

// generator is the linear congruential generator s ← 6364136223846793005·s + 1442695040888963407 mod 2⁶⁴, whose upper
// 53 bits make a uniform number, and two of these a normal one: √(−2 log(1−u))·cos 2πv.
type generator uint64

func (g *generator) uniform() float64 {
	*g = *g*6364136223846793005 + 1442695040888963407
	return float64(*g>>11) / (1 << 53)
}

func (g *generator) normal() float64 {
	u, v := g.uniform(), g.uniform()
	return math.Sqrt(-2*math.Log(1-u)) * math.Cos(2*math.Pi*v)
}

// synthetic is the paper's experiment (d = 10, σ² = 1/(9d), a source row from the target's law with probability 1/4)
// with n = 2000: m times a uniform number that decides the law and the row, then the target's rows.
func synthetic(seed uint64, m int) instance {
	const d, n = 10, 2000
	g := generator(seed)
	draw := func(rows []float64, fromTarget bool) []float64 {
		for i := range d {
			mean := 1 / math.Sqrt(2*d)
			if fromTarget && i%2 == 0 {
				mean = -mean
			}
			rows = append(rows, mean+math.Sqrt(1.0/(9*d))*g.normal())
		}
		return rows
	}
	var source, target []float64
	for range m {
		source = draw(source, g.uniform() < 0.25)
	}
	for range n {
		target = draw(target, true)
	}
	return instance{source, secondMoment(target, d)}
}

const dataFolder = "../../../../shared/data"

// real is one of the tasks with every k-th source row from the first, k = ⌈m/limit⌉ (0: all rows), and all target rows.
// Features are standardised by mean and population standard deviation of the whole source and shortened to
// 1.5√(features), and a row begins with 1: the product's default without the rounding to its grid.
func real(t testing.TB, task string, limit int) instance {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dataFolder, task)); err != nil {
		t.Skip("the real tasks are not here (", dataFolder, "): the solver is not checked on", task)
	}
	source, target := readTable(t, task, "source.csv"), readTable(t, task, "target.csv")
	features := len(target[0])
	d := features + 1
	mean, scale := make([]float64, features), make([]float64, features)
	for _, row := range source {
		for i := range features {
			mean[i] += row[i] / float64(len(source))
		}
	}
	for _, row := range source {
		for i := range features {
			scale[i] += (row[i] - mean[i]) * (row[i] - mean[i]) / float64(len(source))
		}
	}
	encode := func(rows, cells []float64) []float64 {
		rows = append(rows, 1)
		square := 0.0
		for i := range features {
			z := (cells[i] - mean[i]) / math.Sqrt(scale[i])
			rows = append(rows, z)
			square += z * z
		}
		if shorten := 1.5 * math.Sqrt(float64(features)) / math.Sqrt(square); shorten < 1 {
			for i := range features {
				rows[len(rows)-1-i] *= shorten
			}
		}
		return rows
	}
	step := 1
	if limit > 0 {
		step = (len(source) + limit - 1) / limit
	}
	var sourceRows, targetRows []float64
	for j := 0; j < len(source); j += step {
		sourceRows = encode(sourceRows, source[j])
	}
	for _, row := range target {
		targetRows = encode(targetRows, row)
	}
	return instance{sourceRows, secondMoment(targetRows, d)}
}

func readTable(t testing.TB, task, name string) [][]float64 {
	t.Helper()
	file := must.Get(os.Open(filepath.Join(dataFolder, task, name)))(t)
	defer file.Close()
	records := must.Get(csv.NewReader(file).ReadAll())(t)
	var table [][]float64
	for _, record := range records[1:] {
		row := make([]float64, len(record))
		for i, cell := range record {
			row[i] = must.Get(strconv.ParseFloat(cell, 64))(t)
		}
		table = append(table, row)
	}
	return table
}
