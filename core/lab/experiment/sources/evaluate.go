package sources

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/nonlinear"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/model/sources"
)

// cuts say by which column, and into how many groups, the public sample of each real task is cut.
var cuts = []struct {
	task, column string
	groups       int
}{
	{"abalone_adult_to_infant", "height", 3},
	{"adult_private_to_others", "age", 4},
	{"airfoil_tilt", "velocity_ms", 4},
	{"autompg_us_to_abroad", "model_year", 3},
	{"bikehour_springautumn_to_summer", "temp", 2},
	{"calhousing_ratio_inland_to_coast", "housing_median_age", 5},
	{"communities_nonsouth_to_south", "population", 3},
	{"german_credit_older_to_younger", "duration", 2},
	{"powerplant_tilt_hot", "AT_C", 4},
	{"puma8fh_to_puma8nh", "theta1", 3},
	{"puma8nm_to_puma8fm", "tau1", 3},
	{"wine_red_to_white", "alcohol", 3},
	{"wine_white_to_red", "density", 4},
}

// Outcome is a task with one group poisoned, means over the repetitions. Errors are mean squared errors on the target
// over the variance of its labels, or log-losses of classes.
type Outcome struct {
	Task   string `json:"task"`
	Column string `json:"column"`
	Groups int    `json:"groups"`
	Poison Poison `json:"poison"`
	// Asked counts the runs in which the engine asked about a unit in place of an answer; Dropped those in which it left
	// the poisoned group out, and Wrong those in which it left out another one.
	Runs    int `json:"runs"`
	Asked   int `json:"asked"`
	Dropped int `json:"dropped"`
	Wrong   int `json:"wrong"`
	// Ours is the engine on several files, Union the engine on all rows as one file, Best the engine on the group with
	// the least error on the target, which no user can know, and Without on all groups but the poisoned one.
	Ours    float64 `json:"ours"`
	Union   float64 `json:"union"`
	Best    float64 `json:"best"`
	Without float64 `json:"without"`
}

// Options choose how much to compute.
type Options struct {
	Data        string
	Tasks       []string
	Epsilon     float64
	Repetitions int
	Rows        int // most rows of the source and of the target; 0: all
}

type task struct {
	public table
	target []byte
	labels []string
}

func load(folder string, rows int) (*task, error) {
	var tables [3]table
	for i, name := range []string{"source.csv", "target.csv", "target_labels.csv"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		if tables[i], err = parse(text); err != nil {
			return nil, err
		}
	}
	public, target, truth := tables[0], tables[1], tables[2]
	if len(target.rows) != len(truth.rows) {
		return nil, errors.New("sources: the target's rows and labels differ in number")
	}
	t := &task{}
	random := rand.New(rand.NewPCG(1, 0x50))
	order := random.Perm(len(public.rows))
	if rows > 0 && len(order) > rows {
		order = order[:rows]
	}
	t.public.header = public.header
	for _, i := range order {
		t.public.rows = append(t.public.rows, public.rows[i])
	}
	order = random.Perm(len(target.rows))
	if rows > 0 && len(order) > 2*rows {
		order = order[:2*rows]
	}
	private := table{header: target.header}
	for _, i := range order {
		private.rows, t.labels = append(private.rows, target.rows[i]), append(t.labels, truth.rows[i][0])
	}
	t.target = private.text()
	return t, nil
}

// errorOn runs the engine on files and scores its model on the target. One file is read as a single file.
func (t *task) errorOn(epsilon float64, groups ...table) (float64, *dataset.Source, error) {
	source, err := sources.Read(files(groups), sources.Options{SourceOptions: dataset.SourceOptions{Label: "y"}}, nil)
	if err != nil {
		return 0, nil, err
	}
	read, err := experiment.New(source, func() (reader, error) { return open(t.target), nil }, nil)
	if err != nil {
		return 0, nil, err
	}
	released, err := read.Adapt(adapt.Options{Epsilon: epsilon, Delta: suite.Delta, Base: "auto"})
	if err != nil {
		return 0, nil, err
	}
	made, _, err := released.Predict(bytes.NewReader(t.target), nil)
	if err != nil {
		return 0, nil, err
	}
	classes := source.Schema.Classes
	if classes == nil {
		labels := make([]float64, len(t.labels))
		for i, text := range t.labels {
			if labels[i], err = strconv.ParseFloat(text, 64); err != nil {
				return 0, nil, err
			}
		}
		return nonlinear.ScoreOf(made.Numbers, labels, 0).Error, source, nil
	}
	loss := 0.0
	for i, text := range t.labels {
		p := 1e-15 // of a class that the source lacks
		for k, name := range classes {
			if name == text {
				p = math.Max(p, made.Probabilities[i*len(classes)+k])
			}
		}
		loss -= math.Log(p) / float64(len(t.labels))
	}
	return loss, source, nil
}

// evaluate runs a task with one group poisoned, another one in each repetition.
func (t *task) evaluate(out *Outcome, o Options) error {
	for i := range o.Repetitions {
		groups, err := t.public.cut(out.Column, out.Groups)
		if err != nil {
			return err
		}
		bad := i % len(groups)
		groups[bad] = groups[bad].poisoned(out.Poison, rand.New(rand.NewPCG(uint64(i), 0x51)))
		out.Runs++
		own, source, err := t.errorOn(o.Epsilon, groups...)
		var asked *dataset.Error
		if errors.As(err, &asked) && asked.Code == dataset.CodeUnitsDiffer {
			out.Asked++
			continue
		}
		if err != nil {
			return err
		}
		for _, part := range source.LeftOut {
			if part.Name == nameOf(bad) && out.Poison != Clean {
				out.Dropped++
			} else {
				out.Wrong++
			}
		}
		all, others := table{header: t.public.header}, []table{}
		best := math.Inf(1)
		for k, g := range groups {
			all.rows = append(all.rows, g.rows...)
			if k != bad {
				others = append(others, g)
			}
			single, _, err := t.errorOn(o.Epsilon, g)
			if err == nil {
				best = math.Min(best, single)
			}
		}
		union, _, err := t.errorOn(o.Epsilon, all)
		if err != nil {
			return err
		}
		without := table{header: t.public.header}
		for _, g := range others {
			without.rows = append(without.rows, g.rows...)
		}
		left, _, err := t.errorOn(o.Epsilon, without)
		if err != nil {
			return err
		}
		out.Ours, out.Union, out.Best, out.Without = out.Ours+own, out.Union+union, out.Best+best, out.Without+left
	}
	if n := float64(out.Runs - out.Asked); n > 0 {
		out.Ours, out.Union, out.Best, out.Without = out.Ours/n, out.Union/n, out.Best/n, out.Without/n
	}
	return nil
}

// nameOf is what files calls a group.
func nameOf(k int) string { return fmt.Sprintf("group %d", k+1) }
