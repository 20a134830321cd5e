// Package labels measures what private labels are worth: the engine with them and without, on rows of the target that
// are held out, against the public model, the labels without privacy, and a peer that has the private rows alone.
package labels

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/lab/experiment/nonlinear"
	"privadapt/core/lab/experiment/synthetic"
	"privadapt/core/model/basemodel"
)

// Task is a public sample and a target whose labels the experimenter knows.
type Task struct {
	source *dataset.Source
	header []string
	rows   [][]string // of the target, the label last
}

// load reads a folder with source.csv, label y, target.csv and target_labels.csv.
func load(folder string) (*Task, error) {
	var texts [3]string
	for i, name := range []string{"source.csv", "target.csv", "target_labels.csv"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		texts[i] = string(text)
	}
	return newTask(texts[0], texts[1], texts[2])
}

// draw makes a task of a family.
func draw(f synthetic.Family, rows int, seed uint64) (*Task, error) {
	source, target, labels := f.Tables(rows, seed)
	text := "y\n"
	for _, y := range labels {
		text += strconv.FormatFloat(y, 'g', -1, 64) + "\n"
	}
	return newTask(source, target, text)
}

func newTask(source, target, labels string) (*Task, error) {
	t := &Task{}
	var err error
	if t.source, err = dataset.ReadSource(strings.NewReader(source), dataset.SourceOptions{Label: "y"}); err != nil {
		return nil, err
	}
	table, err := csv.NewReader(strings.NewReader(target)).ReadAll()
	if err != nil {
		return nil, err
	}
	truth, err := csv.NewReader(strings.NewReader(labels)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(table) != len(truth) {
		return nil, fmt.Errorf("labels: %d target rows have %d labels", len(table)-1, len(truth)-1)
	}
	t.header = append(table[0], "y")
	for i, row := range table[1:] {
		t.rows = append(t.rows, append(row, truth[i+1][0]))
	}
	return t, nil
}

// split is a division of the target: private rows in random order, and rows that models are scored on.
type split struct {
	task          *Task
	private, test []int
}

// split holds out three rows of ten. The seed fixes which.
func (t *Task) split(seed uint64) split {
	order := rand.New(rand.NewPCG(seed, 0x1abe1)).Perm(len(t.rows))
	private := len(order) * 7 / 10
	return split{t, order[:private], order[private:]}
}

// table returns rows as a table of text. Only the first of them have a label.
func (s split) table(rows []int, labelled int) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(s.task.header) // a strings.Builder has no errors
	for k, i := range rows {
		row := s.task.rows[i]
		if k >= labelled {
			row = append(slices.Clone(row[:len(row)-1]), "")
		}
		w.Write(row)
	}
	w.Flush()
	return b.String()
}

// cells reads rows in the form that base models take, with their labels.
func (s split) cells(rows []int) (basemodel.Sample, error) {
	schema := s.task.source.Schema
	sample := basemodel.Sample{Table: basemodel.Table{Columns: schema.Used()}, Classes: len(schema.Classes)}
	reader, err := dataset.Labelled(strings.NewReader(s.table(rows, len(rows))), schema)
	if err != nil {
		return sample, err
	}
	for row := make([]float64, len(sample.Columns)+1); reader.Next(row); {
		sample.Cells = append(sample.Cells, row[:len(row)-1]...)
		sample.Labels = append(sample.Labels, row[len(row)-1])
	}
	return sample, reader.Err()
}

// score returns how well a model does on rows.
func score(m basemodel.Model, rows basemodel.Sample) nonlinear.Score {
	outputs := rows.Outputs()
	scores := make([]float64, outputs*len(rows.Labels))
	for i := range rows.Labels {
		m.Predict(scores[i*outputs:(i+1)*outputs], rows.Row(i))
	}
	return nonlinear.ScoreOf(scores, rows.Labels, rows.Classes)
}
