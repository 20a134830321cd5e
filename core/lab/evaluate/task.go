// Package evaluate measures what the engine's releases are worth on tasks whose private labels the experimenter knows:
// task × method × ε × measure → table. Run prints the tables of EVALUATION.md, and Compare is the one that make run
// prints. Its figures are about data that are public or made up, and nothing here may be linked into the owner's engine.
package evaluate

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
)

// Task is a public sample and a target whose labels the experimenter knows.
type Task struct {
	Name   string
	Source *dataset.Source

	header []string
	rows   [][]string // of the target, the label last
}

// Load reads a folder with source.csv, label y, target.csv and target_labels.csv.
func Load(folder string) (*Task, error) {
	at := func(name string) string { return filepath.Join(folder, name) }
	return LoadFiles(filepath.Base(folder), at("source.csv"), at("target.csv"), at("target_labels.csv"), "y")
}

// LoadFiles reads a task from files. The target's labels are the first column of theirs.
func LoadFiles(name, source, target, labels, label string) (*Task, error) {
	var texts [3]string
	for i, file := range []string{source, target, labels} {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		texts[i] = string(text)
	}
	return newTask(name, texts[0], texts[1], texts[2], label)
}

func newTask(name, source, target, labels, label string) (*Task, error) {
	t := &Task{Name: name}
	var err error
	t.Source, err = dataset.ReadSource(strings.NewReader(source), dataset.SourceOptions{Label: label})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	table, err := csv.NewReader(strings.NewReader(target)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	truth, err := csv.NewReader(strings.NewReader(labels)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(table) != len(truth) || len(table) < 2 {
		return nil, fmt.Errorf("%s: %d target rows have %d labels", name, len(table)-1, len(truth)-1)
	}
	t.header = append(table[0], label)
	for i, row := range table[1:] {
		t.rows = append(t.rows, append(row, truth[i+1][0]))
	}
	return t, nil
}

// Sample is the public sample as base models take it.
func (t *Task) Sample() basemodel.Sample { return plan.SampleOf(t.Source) }

// Everybody returns the numbers of all target rows.
func (t *Task) Everybody() []int {
	all := make([]int, len(t.rows))
	for i := range all {
		all[i] = i
	}
	return all
}

// split holds out three target rows of ten to score models on; the others are private, in random order.
func (t *Task) split(seed uint64) (private, test []int) {
	order := rand.New(rand.NewPCG(seed, 0x1abe1)).Perm(len(t.rows))
	n := len(order) * 7 / 10
	return order[:n], order[n:]
}

// table returns target rows as a table of text. Only the first of them have a label.
func (t *Task) table(rows []int, labelled int) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(t.header) // a strings.Builder has no errors
	for k, i := range rows {
		row := t.rows[i]
		if k >= labelled {
			row = append(slices.Clone(row[:len(row)-1]), "")
		}
		w.Write(row)
	}
	w.Flush()
	return b.String()
}

// Rows reads target rows as base models take them, with their labels.
func (t *Task) Rows(rows []int) (basemodel.Sample, error) {
	schema := t.Source.Schema
	sample := basemodel.Sample{Table: basemodel.Table{Columns: schema.Used()}, Classes: len(schema.Classes)}
	reader, err := dataset.Labelled(strings.NewReader(t.table(rows, len(rows))), schema)
	if err != nil {
		return sample, err
	}
	for row := make([]float64, len(sample.Columns)+1); reader.Next(row); {
		sample.Cells = append(sample.Cells, row[:len(row)-1]...)
		sample.Labels = append(sample.Labels, row[len(row)-1])
	}
	return sample, reader.Err()
}

// Error is the mean squared error of a model over the variance of the labels, or its log-loss of classes.
func Error(m basemodel.Model, rows basemodel.Sample) float64 {
	total, scores := 0.0, make([]float64, rows.Outputs())
	for i, y := range rows.Labels {
		m.Predict(scores, rows.Row(i))
		total += basemodel.Loss(scores, y, rows.Classes) / float64(rows.Rows())
	}
	if rows.Classes == 0 {
		total /= stat.PopVariance(rows.Labels, nil)
	}
	return total
}

// squares returns the squared error of a model on each row: of a number, or of the probability of the second class.
func squares(m basemodel.Model, rows basemodel.Sample) []float64 {
	all, scores, p := make([]float64, rows.Rows()), make([]float64, rows.Outputs()), make([]float64, max(2, rows.Classes))
	for i, y := range rows.Labels {
		m.Predict(scores, rows.Row(i))
		off := y - scores[0]
		if rows.Classes > 0 {
			basemodel.Probabilities(p, scores)
			off = p[1]
			if y == 1 {
				off--
			}
		}
		all[i] = off * off
	}
	return all
}
