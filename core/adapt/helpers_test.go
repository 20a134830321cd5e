package adapt

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// tableOf is a table of a header and of rows.
func tableOf(header string, rows int, row func(k int) string) string {
	lines := []string{header}
	for k := range rows {
		lines = append(lines, row(k))
	}
	return strings.Join(lines, "\n") + "\n"
}

func publicSource(t *testing.T) *dataset.Source {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	table := tableOf("age,colour,income,y", 120, func(int) string {
		age, income := 20+40*r.Float64(), math.Exp(r.NormFloat64())
		colour := []string{"red", "blue", "green"}[r.IntN(3)]
		return fmt.Sprintf("%.3f,%s,%.4f,%.4f", age, colour, income, 0.1*age+income+r.NormFloat64())
	})
	return must.Get(dataset.ReadSource(strings.NewReader(table), dataset.SourceOptions{Label: "y"}))(t)
}

func privateTable(rows int) string {
	r := rand.New(rand.NewPCG(2, 2))
	return tableOf("income;age;colour", rows, func(int) string {
		income, age := math.Exp(1+r.NormFloat64()), 30+30*r.Float64()
		return fmt.Sprintf("%.4f;%.3f;%s", income, age, []string{"red", "blue"}[r.IntN(2)])
	})
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

func changed(o Options, change func(*Options)) Options {
	if change != nil {
		change(&o)
	}
	return o
}

func budget(change func(*Options)) Options {
	return changed(Options{Epsilon: 1, Delta: 1e-5, Iterations: 50}, change)
}

func withLabels(change func(*Options)) Options {
	return changed(budget(func(o *Options) { o.UseLabels = true }), change)
}

func reporting(change func(*Options)) Options {
	return changed(budget(func(o *Options) { o.Release, o.Base = release.Report, method.Linear }), change)
}

func estimating(change func(*Options)) Options {
	return changed(budget(func(o *Options) { o.Release, o.Base = release.Estimate, method.Linear }), change)
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
	var refused *words.Error
	return errors.As(err, &refused) && refused.Code == code
}

// refuses checks that an error is a refusal with a code, in words that it has among others.
func refuses(t *testing.T, what string, err error, code, says string) {
	t.Helper()
	if !isRefused(err, code) || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v, want the code %s and %q", what, err, code, says)
	}
}

// holds checks that a release verifies, by itself and with its sample.
func holds(t *testing.T, what string, source *dataset.Source, r *release.Release) {
	t.Helper()
	if report := verify.Certificate(r); !report.OK {
		t.Errorf("%s: %q", what, report.Problems)
	}
	shows(t, what, source, r, "")
}

// shows checks what a sample shows to be wrong with a release: something in these words, or nothing.
func shows(t *testing.T, what string, source *dataset.Source, r *release.Release, says string) {
	t.Helper()
	problems, err := CheckSource(source, r, nil)
	if err != nil || (says == "") != (len(problems) == 0) || !strings.Contains(fmt.Sprint(problems), says) {
		t.Errorf("%s, with its sample: %q, %v; want %q", what, problems, err, says)
	}
}

// labelOf is the label of a task: a number or, of classes, whether it is above a limit.
func labelOf(task dataset.Task, y, limit float64) string {
	if task == dataset.Classification {
		return map[bool]string{false: "low", true: "high"}[y > limit]
	}
	return fmt.Sprintf("%.4f", y)
}

// labelledTask is a public sample and a private table whose labels are higher by shift, and rise with b where the
// sample's fall. Where they are classes, the label is whether the number is above 1.
func labelledTask(t testing.TB, rows int, task dataset.Task) (*dataset.Source, string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(61, 62))
	row := func(a, x, y float64) string {
		return fmt.Sprintf("%.4f,%.4f,%s,%s", a, x, []string{"red", "blue"}[rng.IntN(2)], labelOf(task, y, 1))
	}
	public := tableOf("a,b,c,y", 200, func(int) string {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		return row(a, b, a-0.5*b+0.3*rng.NormFloat64())
	})
	private := tableOf("a,b,c,y", rows, func(int) string {
		a, b := 0.3+rng.NormFloat64(), rng.NormFloat64()
		return row(a, b, 1.5+a+0.5*b+0.3*rng.NormFloat64())
	})
	return must.Get(dataset.ReadSource(strings.NewReader(public), dataset.SourceOptions{Label: "y", Task: task}))(t), private
}

// someLabels adds a column y to a table: a number in four rows of five.
func someLabels(table string) string {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	for i := range lines {
		switch {
		case i == 0:
			lines[i] += ";y"
		case i%5 == 0:
			lines[i] += ";"
		default:
			lines[i] += fmt.Sprintf(";%d", i%17)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// errorOf is the mean squared error of a release's predictions, or minus the mean log-probability of the class.
func errorOf(t *testing.T, r *release.Release, table string) float64 {
	t.Helper()
	p, _ := must.Both(r.Predict(strings.NewReader(table), nil))(t)
	lines := strings.Split(strings.TrimSpace(table), "\n")[1:]
	sum := 0.0
	for i, line := range lines {
		label := line[strings.LastIndexByte(line, ',')+1:]
		if p.Numbers == nil {
			for k, name := range r.Provenance.Schema.Classes {
				if name == label {
					sum -= math.Log(p.Probabilities[i*2+k])
				}
			}
			continue
		}
		var y float64
		fmt.Sscan(label, &y)
		sum += (p.Numbers[i] - y) * (p.Numbers[i] - y)
	}
	return sum / float64(len(lines))
}

// entriesOf are the entries of a reading's exact sums.
func entriesOf(target *Target) (entries []*big.Int) {
	for _, s := range []*moment.Sum{target.labelled, target.sum} {
		for i := 0; s != nil && i < s.Order; i++ {
			for j := i; j < s.Order; j++ {
				entries = append(entries, new(big.Int).Set(s.Entry(i, j)))
			}
		}
	}
	return entries
}

// spoilt are a labelledTask's records, some with another cell, which may be quotes, or with fewer cells.
func spoilt(rng *rand.Rand, table, quote string) []string {
	labels := []string{"", "NA", "1e300", "-1e99", "high", "low", quote, "7", "\xff", "9e999"}
	others := []string{"", "1e200", "-1e308", "blue", "green", "\x00", "nan"}
	records := strings.Split(strings.TrimSpace(table), "\n")[1:]
	for i := range records {
		cells := strings.Split(records[i], ",")
		switch rng.IntN(4) {
		case 0:
			cells[3] = labels[rng.IntN(len(labels))]
		case 1:
			cells[rng.IntN(3)] = others[rng.IntN(len(others))]
		case 2:
			if rng.IntN(3) == 0 {
				cells = cells[:rng.IntN(4)]
			}
		}
		records[i] = strings.Join(cells, ",")
	}
	return records
}

// compareSpoilt compares files that differ in one row, broken in any way, or in one of its cells from the given one on,
// the label being the last.
func compareSpoilt(t *testing.T, rng *rand.Rand, from int, options func() Options) {
	t.Helper()
	for _, task := range []dataset.Task{dataset.Regression, dataset.Classification} {
		source, table := labelledTask(t, 6, task)
		rows := strings.Split(strings.TrimSpace(table), "\n")
		for range 40 {
			o, changed, at := options(), slices.Clone(rows), 1+rng.IntN(len(rows)-1)
			if rng.IntN(3) == 0 {
				changed[at] = brokenRow(rng)
			} else {
				cells := strings.Split(changed[at], ",")
				cells[from+rng.IntN(4-from)] = strings.ReplaceAll(brokenCells[rng.IntN(len(brokenCells))], ",", "")
				changed[at] = strings.Join(cells, ",")
			}
			a, b := strings.Join(rows, "\n")+"\n", strings.Join(changed, "\n")+"\n"
			compare(t, source, o, []byte(a), []byte(b), whole, whole)
		}
	}
}

func labelledTable(rows int) string {
	r := rand.New(rand.NewPCG(3, 2))
	return tableOf("income;age;colour;y", rows, func(int) string {
		return fmt.Sprintf("%.4f;%.3f;%s;%s", r.ExpFloat64(), 30+30*r.Float64(), []string{"red", "blue"}[r.IntN(2)],
			[]string{"", fmt.Sprint(9 * r.Float64())}[r.IntN(2)])
	})
}

// publicPart is the document without the released values and the figures that its mechanism, and no other, computes
// from what it has drawn: a figure that a mechanism may not state is compared.
func publicPart(t *testing.T, r *release.Release) []byte {
	t.Helper()
	public := *r
	public.ReleaseID, public.Values = "", release.Values{}
	c := &public.Certificate
	if r.Kind != release.Moments {
		c.EffectiveSampleSize, c.RidgePenalty = nil, nil // of the weights
	}
	if c.Mechanism == method.Moment && r.Kind != release.Moments {
		c.Discrepancy = nil
		if c.Solver != method.SingleStage {
			c.Tolerance = nil
		}
		if c.Solver == method.ProjectedGradient {
			c.Rounds, c.Gap = nil, nil
		}
	}
	if c.Mechanism == method.Moment && c.Adjacency == method.AddRemove {
		c.RowsEstimate, c.Noise.StandardDeviation = 0, 0
	}
	if r.Kind.Counted() {
		c.RowsEstimate = 0
	}
	if c.Labels != nil { // what was computed from the sums, and how the base was chosen under the weights
		labels := *c.Labels
		labels.RowsEstimate, labels.Share, labels.Errors = 0, nil, nil
		c.Labels, c.Base = &labels, nil
	}
	return must.Get(json.Marshal(public))(t)
}
