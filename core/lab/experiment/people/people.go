// Package people measures what a unit of privacy is worth on data where people have several rows: the engine with the
// unit, against what is done without one at the same guarantee for a person.
package people

import (
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/noise/accountant"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// most is how many private people a run has; the others are held out.
const most = 500

// Way is how rows of people are made private at the same (ε,δ) for a person.
type Way struct {
	Name string
	Unit bool // by people
	Rows int  // most rows of a person that are kept, in a random order; 0: all
}

// Ways, in the order in which they are printed. Without a unit ε is lowered until all rows of a person that are kept
// are protected together: ρ of a row is ρ/k² for k rows (group privacy of zero-concentrated privacy, Bun and Steinke
// 2016, Proposition 27).
var Ways = []Way{
	{"by people", true, 0}, {"one row each", false, 1}, {"at most 5 rows", false, 5}, {"at most 10 rows", false, 10},
	{"all rows, by rows", false, 0},
}

// epsilon is the ε of a row with which k rows are together (ε,δ)-private.
func epsilon(of float64, k int) float64 {
	return accountant.Epsilon(accountant.Rho(of, suite.Delta)/float64(k*k), suite.Delta)
}

// Task is a public sample, and private rows of people, each with a label, in the columns person and y.
type Task struct {
	source *dataset.Source
	header []string
	people [][][]string // the rows of each
}

// Load reads a folder with source.csv and target.csv.
func Load(folder string) (*Task, error) {
	public, err := os.ReadFile(filepath.Join(folder, "source.csv"))
	if err != nil {
		return nil, err
	}
	private, err := os.ReadFile(filepath.Join(folder, "target.csv"))
	if err != nil {
		return nil, err
	}
	return newTask(string(public), string(private))
}

func newTask(public, private string) (*Task, error) {
	source, err := dataset.ReadSource(strings.NewReader(public), dataset.SourceOptions{Label: "y"})
	if err != nil {
		return nil, err
	}
	table, err := csv.NewReader(strings.NewReader(private)).ReadAll()
	if err != nil {
		return nil, err
	}
	t := &Task{source: source, header: table[0]}
	at := slices.Index(t.header, "person")
	if at < 0 {
		return nil, fmt.Errorf("people: the target has no column person")
	}
	places := map[string]int{}
	for _, row := range table[1:] {
		place, known := places[row[at]]
		if !known {
			place = len(t.people)
			places[row[at]], t.people = place, append(t.people, nil)
		}
		t.people[place] = append(t.people[place], row)
	}
	return t, nil
}

// Outcome is the mean squared error of each way on people who are held out, each of whom counts once, over the
// public model's error; means over repetitions.
type Outcome struct {
	Task   string             `json:"task"`
	People int                `json:"people"`
	Rows   float64            `json:"rows"`
	Most   int                `json:"most"`
	Errors map[string]float64 `json:"errors"`
}

// Evaluate runs every way with private labels, at ε for a person.
func (t *Task) Evaluate(name string, budget float64, repetitions int) (*Outcome, error) {
	out := &Outcome{Task: name, Errors: map[string]float64{}}
	for seed := range uint64(repetitions) {
		random := rand.New(rand.NewPCG(seed, 0x9e0))
		order := random.Perm(len(t.people))
		private := min(most, len(order)*7/10)
		var all [][]string
		for _, i := range order[:private] {
			random.Shuffle(len(t.people[i]), func(a, b int) {
				t.people[i][a], t.people[i][b] = t.people[i][b], t.people[i][a]
			})
			all, out.Most = append(all, t.people[i]...), max(out.Most, len(t.people[i]))
		}
		out.People, out.Rows = private, out.Rows+float64(len(all))/float64(repetitions)
		reference := 0.0
		for _, way := range Ways {
			k := way.Rows
			if k == 0 {
				k = out.Most
			}
			of := budget
			if !way.Unit {
				of = epsilon(budget, k)
			}
			model, err := t.run(t.table(order[:private], way.Rows), way, of)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", way.Name, err)
			}
			if reference == 0 {
				if reference, err = t.score(model.Offset().Model, order[private:]); err != nil {
					return nil, err
				}
			}
			loss, err := t.score(model, order[private:])
			if err != nil {
				return nil, err
			}
			out.Errors[way.Name] += loss / reference / float64(repetitions)
		}
	}
	return out, nil
}

// run releases a model that private labels correct.
func (t *Task) run(table string, way Way, budget float64) (*labelled.Corrected, error) {
	o := adapt.Options{
		Epsilon: budget, Delta: suite.Delta, Release: release.Model, Base: method.Linear, UseLabels: true,
	}
	files := func() []io.Reader { return []io.Reader{strings.NewReader(table)} }
	var again []io.Reader
	if way.Unit {
		o.Unit, again = "person", files()
	}
	target, _, err := adapt.ReadTargetTwice(t.source, o, again, files(), nil)
	if err != nil {
		return nil, err
	}
	made, err := target.Adapt(experiment.Engine, func(adapt.Charge) error { return nil }, nil)
	if err != nil {
		return nil, err
	}
	model, err := made.BaseModel()
	if err != nil {
		return nil, err
	}
	return model.(*labelled.Corrected), nil
}

// table writes rows of people, at most a number of each, or all for 0.
func (t *Task) table(people []int, rows int) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(t.header) // a strings.Builder has no errors
	for _, i := range people {
		for k, row := range t.people[i] {
			if rows == 0 || k < rows {
				w.Write(row)
			}
		}
	}
	w.Flush()
	return b.String()
}

// score is the mean squared error over people, each of whom has the mean over their rows.
func (t *Task) score(m basemodel.Model, people []int) (float64, error) {
	sum := 0.0
	schema := t.source.Schema
	for _, i := range people {
		reader, err := dataset.Labelled(strings.NewReader(t.table([]int{i}, 0)), schema)
		if err != nil {
			return 0, err
		}
		row, f, own := make([]float64, len(schema.Used())+1), make([]float64, 1), 0.0
		for reader.Next(row) {
			m.Predict(f, row[:len(row)-1])
			own += (row[len(row)-1] - f[0]) * (row[len(row)-1] - f[0])
		}
		sum += own / float64(len(t.people[i]))
	}
	return sum / float64(len(people)), nil
}
