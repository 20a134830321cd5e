package combine_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
)

var engine = release.Engine{Version: "0.0.0"}

func publicSource(t testing.TB, label string) *dataset.Source {
	t.Helper()
	table := "a,b,c,y\n1,5,red,3\n2,1,blue,4\n3,2,red,1\n0,4,red,2\n5,2,blue,0\n4,0,blue,2\n2,3,red,5\n1,1,blue,3\n"
	return must.Get(dataset.ReadSource(strings.NewReader(table), dataset.SourceOptions{Label: label}))(t)
}

// ownersRows is the private table of an owner.
func ownersRows(owner, rows int) string {
	r := rand.New(rand.NewPCG(uint64(owner), 7))
	var b strings.Builder
	b.WriteString("a,b,c\n")
	for range rows {
		fmt.Fprintf(&b, "%.2f,%.2f,%s\n", 2+r.NormFloat64(), 3+r.NormFloat64(), []string{"red", "blue"}[r.IntN(2)])
	}
	return b.String()
}

func owner(t testing.TB, i, rows int, change func(*adapt.Options)) *release.Release {
	t.Helper()
	o := adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}
	if change != nil {
		change(&o)
	}
	return ownerOf(t, publicSource(t, "y"), o, ownersRows(i, rows))
}

func ownerOf(t testing.TB, source *dataset.Source, o adapt.Options, table string) *release.Release {
	t.Helper()
	target, _ := must.Both(adapt.ReadTarget(source, o, []io.Reader{strings.NewReader(table)}, nil))(t)
	r := must.Get(target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil))(t)
	return reread(t, r)
}

func reread(t testing.TB, r *release.Release) *release.Release {
	t.Helper()
	text := must.Get(r.Encode())(t)
	return must.Get(release.Decode(text))(t)
}

func mustCombine(t testing.TB, parts ...*release.Release) *release.Release {
	t.Helper()
	combined := must.Get(combine.Combine(engine, parts))(t)
	return reread(t, combined)
}

func addRemove(o *adapt.Options) { o.Adjacency = method.AddRemove }
