package evaluate

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/tally"
	"privadapt/core/model/basemodel"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// labelsOf is how many rows have a label in the second table: so many, or all.
var labelsOf = []int{100, 300, 1000, 2000, math.MaxInt}

// Estimated is what was measured of estimates of the mean label of one task. Distances are in standard deviations of
// the private labels.
type Estimated struct {
	Task      string
	Rows      int
	Public    float64   // of the public average
	Exact     float64   // of the mean prediction over the private rows, without noise
	Distances []float64 // of the estimates, by ε: the mean over the draws
	Yardstick *float64  // that was stated, in deviations of the public labels
	Off       float64   // the distance without noise, in these
	// With labels, by ε and then by labelsOf: intervals, how many of them hold the truth, how many have two ends, how many of
	// these hold it, and the sum of their widths over those without privacy.
	Intervals, Held, Closed, Within [][]int
	Widths                          [][]float64
}

// Estimates measures estimates on each real task: without labels over the whole private file; with labels, missing at
// random, over samples of its rows with repetition, of which its mean is the truth, of the rows of a made-up task at most.
func (o Options) Estimates(out io.Writer) ([]Estimated, error) {
	read, real, err := o.tasks(out)
	if err != nil {
		return nil, err
	}
	list, failed := make([]Estimated, real), make([]error, real)
	slots, group := make(chan struct{}, runtime.GOMAXPROCS(0)), sync.WaitGroup{}
	for i, load := range read[:real] {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			t, err := load()
			if err == nil {
				list[i], err = o.estimates(t)
			}
			failed[i] = err
		})
	}
	group.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	printEstimates(out, list, o)
	return list, nil
}

// counter makes estimates of one task, as a run does between its reading and its release.
type counter struct {
	report *plan.Report
	rows   [][]appraisal.Row // where each private row counts, with its label
}

func newCounter(s *split, held basemodel.Sample, labels bool) (*counter, error) {
	p, err := plan.New(adapt.Options{Epsilon: 1, Delta: Delta, Base: method.Auto, Release: release.Estimate, UseLabels: labels,
		Preparation: s.fits[method.Auto]}, s.Source)
	if err != nil {
		return nil, err
	}
	c := &counter{}
	if c.report, err = p.PrepareReport(nil); err != nil {
		return nil, err
	}
	outputs := held.Outputs()
	scores := held.Each(outputs, c.report.Model().Predict)
	for j, y := range held.Labels {
		c.rows = append(c.rows, c.report.Rows(held.Row(j), y, scores[j*outputs:][:outputs]))
	}
	return c, nil
}

// estimate draws for rows, the first of which have a label.
func (c *counter) estimate(epsilon float64, rows []int, labels int) appraisal.EstimatedMean {
	layouts, parts := c.report.Layouts(), c.report.Parts(noise.Rho(epsilon, Delta))
	var counts, variances []float64
	for i, l := range layouts {
		sum, m := tally.New(l), mechanism.NewTally(l.Tables(), method.ReplaceOne, parts[i])
		for k, j := range rows {
			row := c.rows[j][i]
			row.Labelled = row.Labelled && (i == 0 || k < labels)
			sum.Add(row)
		}
		const whole = appraisal.Unit * appraisal.Unit
		variance, _ := m.Variance.Float64()
		counts, variances = append(counts, m.Release(sum, sampler.New())...), append(variances, variance/(whole*whole))
	}
	return c.report.Averages.Estimate(counts, variances, int64(len(rows)))[0].Means[0]
}

func (o Options) estimates(t *Task) (e Estimated, err error) {
	s := &split{Task: t, fits: map[method.Base]*adapt.Preparation{method.Auto: {}}}
	s.private = t.Everybody()
	held, err := t.Rows(s.private)
	if err != nil {
		return e, err
	}
	truth, deviation := stat.PopMeanStdDev(held.Labels, nil)
	e = Estimated{Task: t.Name, Rows: len(s.private)}
	plain, err := newCounter(s, held, false)
	if err != nil {
		return e, fmt.Errorf("%s: %w", t.Name, err)
	}
	powered, err := newCounter(s, held, true)
	if err != nil {
		return e, fmt.Errorf("%s: %w", t.Name, err)
	}
	predicted := make([]float64, held.Rows())
	scores := make([]float64, held.Outputs())
	for j := range predicted {
		plain.report.Model().Predict(scores, held.Row(j))
		if predicted[j] = scores[0]; held.Classes > 0 {
			predicted[j] = 1 / (1 + math.Exp(-scores[0]))
		}
	}
	off := func(m appraisal.EstimatedMean) float64 {
		if m.Estimate.Value == nil {
			return 1
		}
		return math.Abs(*m.Estimate.Value-truth) / deviation
	}
	said := plain.report.Stated.Sample
	e.Public, e.Exact = math.Abs(said.Averages[0]-truth)/deviation, off(plain.estimate(1e6, s.private, 0))
	e.Yardstick, e.Off = said.Yardstick, e.Exact*deviation/said.Deviation
	for _, epsilon := range o.Epsilons {
		mean := 0.0
		for range o.Repetitions {
			mean += off(plain.estimate(epsilon, s.private, 0)) / float64(o.Repetitions)
		}
		e.Distances = append(e.Distances, mean)
		intervals, holds, widths := make([]int, len(labelsOf)), make([]int, len(labelsOf)), make([]float64, len(labelsOf))
		closed, within := make([]int, len(labelsOf)), make([]int, len(labelsOf))
		for i, labels := range labelsOf {
			n := min(o.Rows, len(held.Labels))
			if labels >= n && labels < math.MaxInt {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(i), 71))
			for range o.Repetitions {
				rows := make([]int, n)
				for k := range rows {
					rows[k] = r.IntN(len(held.Labels))
				}
				m := powered.estimate(epsilon, rows, labels).Estimate
				intervals[i]++
				hold := count((m.Low == nil || *m.Low <= truth) && (m.High == nil || truth <= *m.High))
				if holds[i] += hold; m.Low != nil && m.High != nil {
					closed[i]++
					within[i] += hold
					widths[i] += (*m.High - *m.Low) / poweredWidth(predicted, held.Labels, rows, min(labels, n))
				}
			}
		}
		e.Intervals, e.Held, e.Widths = append(e.Intervals, intervals), append(e.Held, holds), append(e.Widths, widths)
		e.Closed, e.Within = append(e.Closed, closed), append(e.Within, within)
	}
	return e, nil
}

// poweredWidth is the width of the interval of prediction-powered inference without privacy (Angelopoulos et al. 2023), with
// the same number of standard errors to either side.
func poweredWidth(predicted, truth []float64, rows []int, labels int) float64 {
	p, r := make([]float64, len(rows)), make([]float64, labels)
	for k, i := range rows {
		if p[k] = predicted[i]; k < labels {
			r[k] = truth[i] - predicted[i]
		}
	}
	return 4 * math.Sqrt(stat.PopVariance(p, nil)/float64(len(p))+stat.PopVariance(r, nil)/float64(labels))
}

// printEstimates prints Markdown.
func printEstimates(out io.Writer, list []Estimated, o Options) {
	line := func(cells ...string) { fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | ")) }
	head := []string{"task, private rows", "public average", "no noise"}
	for _, epsilon := range o.Epsilons {
		head = append(head, fmt.Sprintf("ε = %g", epsilon))
	}
	fmt.Fprint(out, "\ndistance of the estimated mean label from the true one, without private labels, in standard deviations\n\n")
	line(append(head, "yardstick")...)
	line(slices.Repeat([]string{"---"}, 1+len(head))...)
	logs, within, counted := make([]float64, 1+len(o.Epsilons)), [2]int{}, 0
	for _, e := range list {
		cells := []string{fmt.Sprintf("%s, %d", e.Task, e.Rows), number(e.Public), number(e.Exact)}
		for i, d := range append([]float64{e.Exact}, e.Distances...) {
			logs[i] += math.Log(math.Max(d, 1e-3)/e.Public) / float64(len(list))
			if i > 0 {
				cells = append(cells, number(d))
			}
		}
		said := "–"
		if e.Yardstick != nil {
			said, counted = number(*e.Yardstick), counted+1
			within[0] += count(e.Off <= *e.Yardstick)
			within[1] += count(e.Off <= 2**e.Yardstick)
		}
		line(append(cells, said)...)
	}
	cells := []string{"geometric mean over the public average's", "1"}
	for _, v := range logs {
		cells = append(cells, fmt.Sprintf("%.3f", math.Exp(v)))
	}
	line(append(cells, fmt.Sprintf("%d and %d of %d within one and two", within[0], within[1], counted))...)
	fmt.Fprint(out, "\nwith labels: how many intervals of 95% hold the mean; how many have an open end; of the others, how many hold "+
		"it, and the mean width over that without privacy\n\n")
	head = []string{"labels"}
	for _, epsilon := range o.Epsilons {
		head = append(head, fmt.Sprintf("ε = %g", epsilon))
	}
	line(head...)
	line(slices.Repeat([]string{"---"}, len(head))...)
	for k, labels := range labelsOf {
		cells := []string{fmt.Sprint(labels)}
		if labels == math.MaxInt {
			cells[0] = "all"
		}
		for i := range o.Epsilons {
			held, closed, within, all, width := 0, 0, 0, 0, 0.0
			for _, e := range list {
				if e.Intervals[i][k] > 0 {
					held, all, width = held+e.Held[i][k], all+e.Intervals[i][k], width+e.Widths[i][k]
					closed, within = closed+e.Closed[i][k], within+e.Within[i][k]
				}
			}
			share := func(part, of int) float64 { return 100 * float64(part) / float64(max(1, of)) }
			cells = append(cells, fmt.Sprintf("%.1f%%; %.0f%%; %.1f%%, %.2f", share(held, all), share(all-closed, all), share(within, closed),
				width/float64(max(1, closed))))
		}
		line(cells...)
	}
}
