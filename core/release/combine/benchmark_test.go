package combine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
)

// What one arrival of moments of fifty columns costs, as a fold of a campaign handles it: the document is read, its
// certificate checked, its entries added.
func BenchmarkArrival(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 7))
	table := func(rows int, label string) string {
		var t strings.Builder
		for i := range 50 {
			fmt.Fprintf(&t, "c%d,", i)
		}
		t.WriteString(label + "\n")
		for range rows {
			for range 51 {
				fmt.Fprintf(&t, "%.3f,", r.NormFloat64())
			}
			t.WriteString("\n")
		}
		return strings.ReplaceAll(t.String(), ",\n", "\n")
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(table(200, "y")), dataset.SourceOptions{Label: "y"}))(b)
	owner := ownerOf(b, source, adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}, table(200, "z"))
	text := must.Get(owner.Encode())(b)
	b.Logf("a document of %d bytes", len(text))
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			must.Get(release.Decode(text))(b)
		}
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if report := verify.Certificate(owner); !report.OK {
				b.Fatal(report.Problems)
			}
		}
	})
	b.Run("check and add", func(b *testing.B) {
		sum := new(combine.Aggregate)
		for b.Loop() {
			must.Do(b, sum.Add(owner))
		}
	})
}
