package adapt

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// estimatesOf are the estimates of a release that verifies, with its sample as well.
func estimatesOf(t *testing.T, source *dataset.Source, r *release.Release) *release.Estimates {
	t.Helper()
	read := reread(t, r)
	holds(t, "an estimate", source, read)
	return must.Get(read.Estimates())(t)
}

// An estimate says what labels are on average in the private rows: by predictions alone, and by the labels of those
// that have one where the model is wrong. A group without rows has no estimate and no number of rows that is not noise.
func TestEstimates(t *testing.T) {
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := nearTask(t, 4000, task)
		truth, n := 0.0, 0.0
		rows := must.Get(dataset.Labelled(strings.NewReader(table), source.Schema))(t)
		for cells := make([]float64, len(source.Schema.Used())+1); rows.Next(cells); n++ {
			truth += cells[len(cells)-1]
		}
		truth /= n
		for _, a := range method.Adjacencies {
			for _, labels := range []bool{false, true} {
				o := estimating(func(o *Options) { o.Adjacency, o.UseLabels, o.GroupBy = a, labels, "c" })
				e := estimatesOf(t, source, adapted(t, source, o, table))
				m := e.All.Means[0]
				if m.Estimate.Value == nil || math.Abs(*m.Estimate.Value-truth) > 0.25 || m.Noise.Low == nil ||
					m.Noise.High == nil || *m.Noise.High-*m.Noise.Low > 0.6 {
					t.Fatalf("%s, labels %v: the mean is %v, and the estimate says %s, by the noise %s", a, labels, truth,
						inWords(m.Estimate), inWords(m.Noise))
				}
				low, high := m.Estimate.Low, m.Estimate.High // one is open where many labels are beyond the public ones
				if ends := low != nil || high != nil; ends != labels {
					t.Errorf("%s, labels %v: the interval is %s", a, labels, inWords(m.Estimate))
				} else if low != nil && *low > truth+0.1 || high != nil && *high < truth-0.1 {
					t.Errorf("%s: the interval %s is far from %v", a, inWords(m.Estimate), truth)
				}
				if (m.Class != nil) != (task == dataset.Classification) || labels != (e.All.Labelled != nil) || len(e.Groups) != 3 {
					t.Errorf("%s, labels %v: %+v", a, labels, e)
				}
				empty := e.Groups[2]
				if v := empty.Rows.Low; v == nil || *v > 60 {
					t.Errorf("a group without rows has %s", inWords(empty.Rows))
				}
				if g := e.Groups[0].Means[0].Estimate.Value; g == nil || math.Abs(*g-truth) > 0.5 {
					t.Errorf("%s: a group's estimate is %v", a, g)
				}
			}
		}
	}
}

// More than two classes have a share each. They sum to 1, but for the noise. Each group is beside its own public rows.
func TestEstimatesOfManyClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(77, 78))
	row := func(int) string {
		k := rng.IntN(3)
		return []string{"1,red,x", "2,blue,y", "3,red,z"}[k]
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(tableOf("a,c,y", 300, row)), dataset.SourceOptions{Label: "y"}))(t)
	table := tableOf("a,c,y", 3000, row)
	_, err := NewQuery(source, Options{Release: release.Estimate, Base: method.Linear}, "duckdb", "people", "", nil)
	refuses(t, "three classes in a database", err, "refused", "more than two classes")
	for _, labels := range []bool{false, true} {
		o := estimating(func(o *Options) { o.UseLabels, o.GroupBy = labels, "c" })
		e := estimatesOf(t, source, adapted(t, source, o, table))
		sum := 0.0
		for k, m := range e.All.Means {
			if m.Estimate.Value == nil || *m.Class != []string{"x", "y", "z"}[k] {
				t.Fatalf("labels %v: %s is %s", labels, *m.Class, inWords(m.Estimate))
			}
			sum += *m.Estimate.Value
		}
		if of := e.Sample.Groups; fmt.Sprint(of[0], of[2]) != "[0 1 0] []" || of[1][1] != 0 ||
			math.Abs(of[1][0]+of[1][2]-1) > 1e-12 {
			t.Errorf("of blue, red and no public row the shares are %v", of)
		}
		if len(e.All.Means) != 3 || len(e.Sample.Averages) != 3 || math.Abs(sum-1) > 0.1 {
			t.Errorf("labels %v: shares sum to %v: %+v", labels, sum, e)
		}
	}
}

// The second draw, of residuals, costs ρ as well: the variances of both together give the ρ that was charged, and a
// document whose second variance is smaller does not hold what it claims.
func TestALaterDrawIsCharged(t *testing.T) {
	source, table := labelledTask(t, 200, dataset.Regression)
	for _, a := range method.Adjacencies {
		o := estimating(func(o *Options) { o.UseLabels, o.Adjacency = true, a })
		r := adapted(t, source, o, table)
		spent := 0.0
		for _, text := range []string{r.Certificate.Noise.DiagonalVariance, r.Certificate.Noise.LabelVariance} {
			variance, _ := new(big.Float).SetString(text)
			v, _ := variance.Float64()
			squared := math.Pow(appraisal.Unit, 4)
			if a == method.ReplaceOne {
				squared *= 2
			}
			spent += squared / (2 * v)
		}
		if !(spent <= r.Certificate.Rho*(1+1e-12) && spent > 0.99*r.Certificate.Rho) {
			t.Errorf("%s: the draws cost %v, and %v was charged", a, spent, r.Certificate.Rho)
		}
		v, _ := new(big.Int).SetString(r.Certificate.Noise.LabelVariance, 10)
		r.Certificate.Noise.LabelVariance = v.Mul(v, big.NewInt(9)).Quo(v, big.NewInt(10)).String()
		r.Certificate.Noise.LabelDeviation *= math.Sqrt(0.9)
		if verify.Certificate(r).OK {
			t.Error("a document with less noise on the residuals is taken for what it claims")
		}
	}
}

// What a record adds to either counts is a function of itself alone, whatever is in it: the counts of a file are the
// total of its records'. So neither its place nor its group follows other rows.
func TestARowOfAnEstimateIsAFunctionOfItsRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(79, 80))
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := labelledTask(t, 60, task)
		records := spoilt(rng, table, `""""`)
		o := estimating(func(o *Options) { o.GroupBy, o.Adjacency, o.UseLabels = "c", method.AddRemove, true })
		read := func(records ...string) *Target {
			return readTarget(t, source, o, "a,b,c,y\n"+strings.Join(records, "\n")+"\n")
		}
		all := cellsOf(read(records...))
		for _, record := range records {
			sum := int64(0)
			for k, v := range cellsOf(read(record)) {
				if all[k], sum = all[k]-v, sum+v; v < 0 {
					t.Fatalf("%q adds %d to cell %d", record, v, k)
				}
			}
			if sum != 4*appraisal.Unit*appraisal.Unit {
				t.Errorf("%q adds %d to the tables of all rows and of groups", record, sum)
			}
		}
		for k, v := range all {
			if v != 0 {
				t.Errorf("cell %d of a file is not the total of its records", k)
			}
		}
	}
}

func TestNeighboursWithABrokenRowOfAnEstimate(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 75))
	compareSpoilt(t, rng, 2, func() Options {
		return estimating(func(o *Options) {
			o.Adjacency, o.GroupBy = method.Adjacencies[rng.IntN(2)], []string{"", "c"}[rng.IntN(2)]
			o.UseLabels = rng.IntN(2) > 0
		})
	})
}

// What no estimate can be made of is refused before anything is charged; one row is enough.
func TestEstimatesAreRefusedWhereTheyMeanNothing(t *testing.T) {
	source, table := labelledTask(t, 50, dataset.Regression)
	for name, o := range map[string]Options{
		"a mechanism":         estimating(func(o *Options) { o.Mechanism = method.Moment }),
		"a column of numbers": estimating(func(o *Options) { o.GroupBy = "a" }),
	} {
		if _, _, err := ReadTarget(source, o, filesOf(table), nil); !isRefused(err, "bad-option") {
			t.Errorf("%s: %v", name, err)
		}
	}
	labels := estimating(func(o *Options) { o.UseLabels = true })
	if _, _, err := ReadTarget(source, labels, filesOf("a,b,c\n1,1,red\n"), nil); !isRefused(err, "no-labels") {
		t.Errorf("without labels: %v", err)
	}
	constant := must.Get(dataset.ReadSource(strings.NewReader(tableOf("a,y", 100, func(k int) string {
		return []string{"1,2", "3,2", "4,2"}[k%3]
	})), dataset.SourceOptions{Label: "y"}))(t)
	if _, _, err := ReadTarget(constant, estimating(nil), filesOf("a\n1\n"), nil); !isRefused(err, "constant-label") {
		t.Errorf("a constant label: %v", err)
	}
	if e := estimatesOf(t, source, adapted(t, source, labels, "a,b,c,y\n1,1,red,\n")); e.All.Means[0].Estimate.Low != nil &&
		*e.All.Means[0].Estimate.High-*e.All.Means[0].Estimate.Low < 1 {
		t.Errorf("one row without a label gives %+v", e.All)
	}
}

// A forecast says what the noise leaves of an estimate, and what such estimates of parts of the sample were worth.
func TestForecastOfAnEstimate(t *testing.T) {
	source, _ := labelledTask(t, 200, dataset.Regression)
	forecaster := &Forecaster{Source: source}
	last := math.Inf(1)
	for _, rows := range []int64{100, 1000, 100_000} {
		f := must.Get(forecaster.Forecast(estimating(func(o *Options) { o.Delta, o.GroupBy = 1e-7, "c" }), rows, nil))(t)
		n := f.Intervals["noise"]
		if n.Low == nil || n.High == nil || !(*n.High-*n.Low < last) || f.Yardstick == nil ||
			!strings.Contains(f.Text, "were off by") {
			t.Errorf("%d rows: %s, %q", rows, inWords(n), f.Text)
			continue
		}
		last = *n.High - *n.Low
	}
}
