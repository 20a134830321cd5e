package verify

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// BenchmarkLargest reads and verifies documents of nearly 30 MB, each with most of its bytes in another part, and
// reports the time over the time for parsing the same text into the same types: times-parsing should stay below 2.
func BenchmarkLargest(b *testing.B) {
	for name, r := range largest30(b) {
		text := must.Get(r.Encode())(b)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var whole, parsing time.Duration
			for range b.N {
				start := time.Now()
				decoded, err := release.Decode(text)
				if err == nil {
					Certificate(decoded)
				}
				whole += time.Since(start)
				start = time.Now()
				must.Do(b, json.Unmarshal(text, new(release.Release)))
				parsing += time.Since(start)
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(whole.Seconds()/parsing.Seconds(), "times-parsing")
		})
	}
}

// largest30 are documents by their size, made from genuine ones; their values and claims need not hold, but they are
// decoded.
func largest30(b *testing.B) map[string]*release.Release {
	rng := rand.New(rand.NewPCG(5, 5))
	find := func(kind release.Kind, mechanism method.Mechanism) *release.Release {
		made := genuineReleases(b)
		return cloneAll(made[slices.IndexFunc(made, func(r *release.Release) bool {
			return r.Kind == kind && r.Certificate.Mechanism == mechanism && r.Certificate.Features == "linear"
		})])
	}
	documents := map[string]*release.Release{}
	for _, mechanism := range method.Mechanisms {
		r := find(release.Weights, mechanism)
		r.Values.Weights = make([]float64, 1_000_000)
		sum := 0.0
		for j := range r.Values.Weights {
			r.Values.Weights[j] = rng.Float64()
			sum += r.Values.Weights[j]
		}
		for j := range r.Values.Weights {
			r.Values.Weights[j] /= sum
		}
		r.Provenance.SourceRows = len(r.Values.Weights)
		documents["weights/"+string(mechanism)] = r
	}

	columns := func(r *release.Release, count int) {
		r.Provenance.Schema.Columns = nil
		for k := range count {
			r.Provenance.Schema.Columns = append(r.Provenance.Schema.Columns, dataset.Column{
				Name: fmt.Sprintf("column %d", k), Kind: dataset.Numeric, Mean: rng.Float64(), Scale: 1 + rng.Float64(), Max: 1,
			})
		}
		r.Certificate.Order = count + 1
	}
	moments := find(release.Moments, method.Moment)
	columns(moments, 1100)
	d := 1101
	moments.Values.Names, moments.Values.Moments = append(
		[]string{"(intercept)"},
		features.Identity(moments.Provenance.Schema).Names()...), make(
		[][]float64,
		d,
	)
	for i := range d {
		moments.Values.Moments[i] = make([]float64, d)
		for j := range i + 1 {
			v := rng.NormFloat64()
			moments.Values.Moments[i][j], moments.Values.Moments[j][i] = v, v
		}
	}
	documents["moments"] = moments

	model := find(release.Model, method.Moment)
	columns(model, 100_000)
	model.Values.Coefficients = nil
	for _, c := range model.Provenance.Schema.Columns {
		model.Values.Coefficients = append(model.Values.Coefficients,
			release.Coefficient{Column: c.Name, Value: rng.NormFloat64()})
	}
	documents["model"] = model

	directed := find(release.Weights, method.Moment)
	const mapped = 1000
	columns(directed, mapped)
	directions := &features.Map{Kind: features.Directions}
	for range mapped {
		row := make([]float64, mapped)
		for k := range row {
			row[k] = rng.NormFloat64()
		}
		directions.Matrix = append(directions.Matrix, row)
	}
	directed.Provenance.Features, directed.Certificate.Features = directions, string(features.Directions)
	documents["directions"] = directed

	combined := find(release.Moments, method.Moment)
	c := &combined.Certificate
	variance, _ := new(big.Int).SetString(c.Noise.DiagonalVariance, 10)
	total := new(big.Int)
	c.Combination = &release.Combination{Assumption: release.DisjointOwners, MembersSHA256: strings.Repeat("0", 64)}
	c.N, c.Draws = 0, 0
	for k := range 150_000 {
		epsilon := 1 + float64(k)*1e-6
		c.Combination.Cohorts = append(c.Combination.Cohorts, release.Cohort{
			Releases: 1, N: 200, Epsilon: epsilon, Delta: c.Delta, Rho: c.Rho, DiagonalVariance: variance.String(),
		})
		c.Epsilon, c.N, c.Draws = epsilon, c.N+200, c.Draws+1
		total.Add(total, variance)
	}
	c.Noise.DiagonalVariance = total.String()
	state(c)
	documents["cohorts"] = combined
	return documents
}
