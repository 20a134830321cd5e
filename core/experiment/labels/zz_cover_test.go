package labels

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/cryptotest"

	"privadapt/core/adapt/plan"
	"privadapt/core/basemodel"
	"privadapt/core/basemodel/labelled"
	"privadapt/core/method"
)

func zzFloats(s string) (out []float64) {
	for _, p := range strings.Split(s, ",") {
		v, _ := strconv.ParseFloat(p, 64)
		out = append(out, v)
	}
	return
}

func zzEnv(k, d string) string {
	if v := os.Getenv(k); v != "" {
		return v
	}
	return d
}

func TestZZCover(t *testing.T) {
	folder := os.Getenv("TASKS")
	entries, _ := os.ReadDir(folder)
	out, _ := os.Create(os.Getenv("OUT"))
	defer out.Close()
	seeds, _ := strconv.Atoi(zzEnv("SEEDS", "1"))
	epsilons, sizes := zzFloats(zzEnv("EPS", "0.1,0.3,1,3")), zzFloats(zzEnv("SIZES", "100,300,2000"))
	every, _ := strconv.Atoi(zzEnv("EVERY", "1"))
	from, _ := strconv.Atoi(zzEnv("FROM", "0"))
	most, _ := strconv.Atoi(zzEnv("MOSTD", "1000"))
	for ei, e := range entries {
		if ei%every != from || !strings.Contains(e.Name(), os.Getenv("ONLY")) {
			continue
		}
		task, err := load(filepath.Join(folder, e.Name()))
		if err != nil {
			continue
		}
		o := options(1, true)
		o.Base = method.Base(zzEnv("BASE", "linear"))
		p, err := plan.New(o, task.source)
		if err != nil || p.Map.Dim() > most {
			continue
		}
		prepared, err := p.Prepare(nil)
		if err != nil {
			fmt.Println(e.Name(), err)
			continue
		}
		f := prepared.Offset
		all := make([]int, len(task.rows))
		for i := range all {
			all[i] = i
		}
		pop, err := split{task, all, all}.cells(all)
		if err != nil || pop.Rows() != len(all) {
			continue
		}
		N, outputs := pop.Rows(), f.Outputs()
		truth := func(m basemodel.Model) []float64 {
			scores, pr, sum := make([]float64, pop.Outputs()), make([]float64, max(2, pop.Classes)), make([]float64, outputs)
			for i := range N {
				m.Predict(scores, pop.Row(i))
				y := pop.Labels[i]
				if pop.Classes == 0 {
					sum[0] += (y - scores[0]) * (y - scores[0]) / float64(N)
					continue
				}
				basemodel.Probabilities(pr[:pop.Classes], scores)
				for k := range outputs {
					own := 0.0
					if int(y) == k+1 {
						own = 1
					}
					sum[k] += (own - pr[k+1]) * (own - pr[k+1]) / float64(N)
				}
			}
			return sum
		}
		before := truth(f.Model)
		hash := fnv.New64a()
		hash.Write([]byte(e.Name()))
		for seed := range seeds {
			for _, size := range sizes {
				n := int(math.Min(size, float64(N)))
				if size > 400 && n <= 300 {
					continue
				}
				for _, labels := range []int{n, 200} {
					if labels > n || labels == 200 && n < 400 {
						continue
					}
					rng := rand.New(rand.NewPCG(uint64(seed)*1000+uint64(n), hash.Sum64()+uint64(labels)))
					idx := make([]int, n)
					for i := range idx {
						idx[i] = rng.IntN(N)
					}
					for ei, epsilon := range epsilons {
						t.Run("", func(t *testing.T) {
							cryptotest.SetGlobalRandom(t, hash.Sum64()^uint64(seed*1000003+n*7+labels*13+ei))
							r := &runner{split: split{task, idx, all}, prepared: prepared}
							o.Epsilon = epsilon
							made, err := r.engine(o, labels)
							if err != nil {
								fmt.Println(e.Name(), err)
								return
							}
							model, err := made.BaseModel()
							if err != nil {
								fmt.Println(e.Name(), err)
								return
							}
							after := truth(model)
							_, share := model.(*labelled.Corrected).Other()
							ess := 0.0
							for _, q := range made.Values.Weights {
								ess += q * q
							}
							for k := range outputs {
								b, c := zzEnds(made.Certificate.Labels.Errors[k])
								rec := map[string]any{"task": e.Name(), "seed": seed, "n": n, "labels": labels, "eps": epsilon, "k": k, "classes": pop.Classes, "m": task.source.Rows, "ess": 1 / ess, "share": share, "p": p.Order(),
									"base": f.Base, "spread": f.Spread[k], "tb": before[k], "tc": after[k], "bl": b[0], "bv": b[1], "bh": b[2], "cl": c[0], "cv": c[1], "ch": c[2]}
								text, err := json.Marshal(rec)
								if err == nil {
									out.Write(append(text, '\n'))
								}
							}
						})
					}
				}
			}
		}
	}
}
