package warehouse

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// planOf is the plan of a sample with the radius that a run would choose.
func planOf(t testing.TB, source *dataset.Source, radius float64) Plan {
	t.Helper()
	m := features.Identity(source.Schema)
	if radius == 0 {
		radius = m.Norm()
	}
	g := must.Get(grid.New(radius, radius/3))(t)
	return Plan{Source: source, Map: m, Grid: g}
}

// readSource reads a public sample by its label y. Where the labels are classes, the first column that holds numbers is
// the label.
func readSource(t testing.TB, file []byte) *dataset.Source {
	t.Helper()
	header, _, _ := strings.Cut(string(file), "\n")
	source, err := dataset.ReadSource(bytes.NewReader(file), dataset.SourceOptions{Label: "y"})
	for _, name := range strings.Split(header, ",") {
		if err == nil {
			break
		}
		source, err = dataset.ReadSource(bytes.NewReader(file), dataset.SourceOptions{Label: name, Ignore: []string{"y"}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// readerSum is the sum of the file reader.
func readerSum(t testing.TB, p Plan, file string) *moment.Sum {
	t.Helper()
	reader := must.Get(dataset.NewTargetReader(strings.NewReader(file), p.Source.Schema))(t)
	a, row := moment.NewAccumulator(p.Grid, p.Map.Dim()), make([]float64, p.Map.Dim())
	for reader.Next(row) {
		a.Add(row)
	}
	return a.Sum()
}

// differences counts the entries in which two sums differ.
func differences(a, b *moment.Sum) int {
	if a.Rows != b.Rows || a.Order != b.Order {
		return -1
	}
	count := 0
	for i := range a.Order {
		for j := i; j < a.Order; j++ {
			if a.Entry(i, j).Cmp(b.Entry(i, j)) != 0 {
				count++
			}
		}
	}
	return count
}

func mustGrid(t testing.TB, radius, intercept float64) grid.Grid {
	t.Helper()
	return must.Get(grid.New(radius, intercept))(t)
}

// times is a whole number, written in decimal, times another.
func times(t testing.TB, number string, factor int64) string {
	t.Helper()
	n, ok := new(big.Int).SetString(number, 10)
	if !ok {
		t.Fatalf("%q is no whole number", number)
	}
	return n.Mul(n, big.NewInt(factor)).String()
}

// labelledPlan is the plan of a run with private labels.
func labelledPlan(t testing.TB, source *dataset.Source, base method.Base, radius float64) Plan {
	t.Helper()
	p := must.Get(plan.New(plan.Options{
		Epsilon: 1, Delta: 1e-6, UseLabels: true, Base: base, Radius: radius, Features: features.Linear,
	}, source))(t)
	public := must.Get(p.Prepare(nil))(t)
	return Plan{Source: source, Map: p.Map, Grid: p.Grid, Offset: public.Offset}
}

// labelledReaderSums are the sums of the file reader, as package adapt has them.
func labelledReaderSums(t testing.TB, p Plan, file string) (with, without *moment.Sum) {
	t.Helper()
	rows := must.Get(dataset.Labelled(strings.NewReader(file), p.Source.Schema))(t)
	columns, d, count := p.Source.Schema.Used(), p.Map.Dim(), p.residuals()
	labelled, others := moment.NewAccumulator(p.Grid, p.dim()), moment.NewAccumulator(p.Grid, d+count)
	encoding, cells, x := basemodel.NewEncoding(columns), make([]float64, len(columns)+1), make([]float64, p.dim())
	for rows.Next(cells) {
		encoding.Apply(x[:d], cells[:len(columns)])
		if p.Offset.Columns(x[d:d+count], x[d+count:], cells[:len(columns)], cells[len(columns)]) {
			labelled.Add(x)
		} else {
			others.Add(x[:d+count])
		}
	}
	return labelled.Sum(), others.Sum()
}

func readLabelled(t testing.TB, file string) *dataset.Source {
	t.Helper()
	return must.Get(dataset.ReadSource(strings.NewReader(file), dataset.SourceOptions{Label: "y"}))(t)
}
