package sources

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
)

// BenchmarkRead reads 500,000 rows of ten columns, of one file and of five.
func BenchmarkRead(b *testing.B) {
	const rows = 500_000
	for _, parts := range []int{1, 5} {
		texts := make([]string, parts)
		for k := range texts {
			random := rand.New(rand.NewPCG(uint64(k), 3))
			var t strings.Builder
			t.WriteString("a,b,c,d,e,f,g,h,i,j,y\n")
			for range rows / parts {
				y := 0.0
				for range 10 {
					v := random.NormFloat64()
					y += v
					fmt.Fprintf(&t, "%.4f,", v)
				}
				fmt.Fprintf(&t, "%.4f\n", y+random.NormFloat64())
			}
			texts[k] = t.String()
		}
		b.Run(fmt.Sprintf("files=%d", parts), func(b *testing.B) {
			for range b.N {
				files := make([]dataset.File, parts)
				for k, text := range texts {
					files[k] = dataset.File{Name: fmt.Sprint("part ", k+1), Data: strings.NewReader(text)}
				}
				if s, err := Read(files, label, nil); err != nil || s.Rows != rows {
					b.Fatal(err)
				}
			}
		})
	}
}
