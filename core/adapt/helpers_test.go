package adapt

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
)

func publicSource(t *testing.T) *dataset.Source {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	b.WriteString("age,colour,income,y\n")
	for range 120 {
		age, income := 20+40*r.Float64(), math.Exp(r.NormFloat64())
		colour := []string{"red", "blue", "green"}[r.IntN(3)]
		fmt.Fprintf(&b, "%.3f,%s,%.4f,%.4f\n", age, colour, income, 0.1*age+income+r.NormFloat64())
	}
	return must.Get(dataset.ReadSource(strings.NewReader(b.String()), dataset.SourceOptions{Label: "y"}))(t)
}

func privateTable(rows int) string {
	r := rand.New(rand.NewPCG(2, 2))
	var b strings.Builder
	b.WriteString("income;age;colour\n")
	for range rows {
		fmt.Fprintf(&b, "%.4f;%.3f;%s\n", math.Exp(1+r.NormFloat64()), 30+30*r.Float64(),
			[]string{"red", "blue"}[r.IntN(2)])
	}
	return b.String()
}

var engine = release.Engine{Version: "0.0.0"}

func filesOf(tables ...string) (files []io.Reader) {
	for _, table := range tables {
		files = append(files, strings.NewReader(table))
	}
	return files
}

func free(Charge) error { return nil }

func adaptTable(t *testing.T, o Options, tables ...string) (*release.Release, error) {
	t.Helper()
	target, _, err := ReadTarget(publicSource(t), o, filesOf(tables...), nil)
	if err != nil {
		return nil, err
	}
	return target.Adapt(engine, free, nil)
}

func budget(change func(*Options)) Options {
	o := Options{Epsilon: 1, Delta: 1e-5, Iterations: 50}
	if change != nil {
		change(&o)
	}
	return o
}

func readTarget(t *testing.T, source *dataset.Source, o Options, table string) *Target {
	t.Helper()
	target, _ := must.Both(ReadTarget(source, o, filesOf(table), nil))(t)
	return target
}

func adapted(t *testing.T, source *dataset.Source, o Options, table string) *release.Release {
	t.Helper()
	return must.Get(readTarget(t, source, o, table).Adapt(engine, free, nil))(t)
}

// reread is the release as its document has it.
func reread(t *testing.T, r *release.Release) *release.Release {
	t.Helper()
	return must.Get(release.Decode(must.Get(r.Encode())(t)))(t)
}

func isRefused(err error, code string) bool {
	var refused *plan.Error
	return errors.As(err, &refused) && refused.Code == code
}
