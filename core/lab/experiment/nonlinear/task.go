// Package nonlinear measures nonlinear base models and the choice between them. It compares them with the choice of
// cross-validation on the public sample alone, on real tasks of regression and of classification and on synthetic
// families.
package nonlinear

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/lab/experiment"
	"privadapt/core/model/basemodel"
)

// Task is a task whose target the experimenter knows, in the form that base models take.
type Task struct {
	Name   string
	Sample basemodel.Sample // the source
	Target basemodel.Table
	Labels []float64 // of the target
	// Private is the same task in the engine's form, from which weights are found. Classes are numbers in it.
	Private *experiment.Task
}

// Load reads a folder with source.csv, label y, target.csv and target_labels.csv. Labels that are text are classes,
// numbered in the order of their names.
func Load(folder string) (*Task, error) {
	read := func(name string) ([][]string, error) {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		return csv.NewReader(bytes.NewReader(text)).ReadAll()
	}
	source, err := read("source.csv")
	if err != nil {
		return nil, err
	}
	truth, err := read("target_labels.csv")
	if err != nil {
		return nil, err
	}
	target, err := os.ReadFile(filepath.Join(folder, "target.csv"))
	if err != nil {
		return nil, err
	}
	at := slices.Index(source[0], "y")
	if at < 0 {
		return nil, fmt.Errorf("nonlinear: %s has no column y", folder)
	}
	var classes []string
	if _, err := strconv.ParseFloat(source[1][at], 64); err != nil {
		for _, row := range source[1:] {
			if !slices.Contains(classes, row[at]) {
				classes = append(classes, row[at])
			}
		}
		slices.Sort(classes)
		for _, row := range source[1:] {
			row[at] = strconv.Itoa(slices.Index(classes, row[at]))
		}
	}
	var labels []float64
	for i, row := range truth[1:] {
		y, err := strconv.ParseFloat(row[0], 64)
		if classes != nil {
			y, err = float64(slices.Index(classes, row[0])), nil
		}
		if err != nil || classes != nil && y < 0 {
			return nil, fmt.Errorf("nonlinear: %s: the target's label %d is %q, which the source does not have", folder, i+1,
				row[0])
		}
		labels = append(labels, y)
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(source); err != nil {
		return nil, err
	}
	return New(filepath.Base(folder), b.String(), string(target), labels, len(classes))
}

// New makes a task of two tables, the first with the label y, and the target's labels.
func New(name, source, target string, labels []float64, classes int) (*Task, error) {
	public, err := dataset.ReadSource(strings.NewReader(source), dataset.SourceOptions{Label: "y"})
	if err != nil {
		return nil, err
	}
	t := &Task{Name: name, Labels: labels}
	t.Sample = basemodel.Sample{Labels: public.Labels, Classes: classes}
	if t.Sample.Table, err = basemodel.ReadTable(strings.NewReader(source), public.Schema); err != nil {
		return nil, err
	}
	if t.Target, err = basemodel.ReadTable(strings.NewReader(target), public.Schema); err != nil {
		return nil, err
	}
	if t.Target.Rows() != len(labels) || t.Sample.Rows() != public.Rows {
		return nil, fmt.Errorf("nonlinear: %s: %d target rows have %d labels", name, t.Target.Rows(), len(labels))
	}
	t.Private, err = experiment.New(public, func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(target)), nil
	}, labels)
	return t, err
}
