package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/synthetic"
)

// Subject is a real task or a synthetic family, in the form T of an evaluation.
type Subject[T any] struct {
	Name, About string // about is the shift of a family
	Real        bool
	Draws       int // different samples: one of a real task, one for each repetition of a family
	// Sample returns one of them. It is read or drawn at the first call, and safe for use by several goroutines.
	Sample func(draw int) (T, error)
}

// Source says where samples come from.
type Source[T any] struct {
	Read func(folder string) (T, error)
	Draw func(family synthetic.Family, rows int, seed uint64) (T, error)
	// Suits reports whether a real task is included if all tasks are asked for; nil: each is.
	Suits func(folder string) bool
}

// Subjects lists the real tasks and then the families that the options name. Data are seeded by the draw.
func Subjects[T any](o Options, from Source[T]) ([]Subject[T], error) {
	var all []Subject[T]
	if o.Data != "" {
		names := o.Tasks
		if names == nil {
			folders, err := os.ReadDir(o.Data)
			if err != nil {
				return nil, err
			}
			for _, f := range folders {
				if f.IsDir() && (from.Suits == nil || from.Suits(filepath.Join(o.Data, f.Name()))) {
					names = append(names, f.Name())
				}
			}
		}
		for _, name := range names {
			read := sync.OnceValues(func() (T, error) { return from.Read(filepath.Join(o.Data, name)) })
			all = append(all, Subject[T]{Name: name, Real: true, Draws: 1, Sample: func(int) (T, error) { return read() }})
		}
	}
	families := synthetic.Families()
	for _, name := range o.Families {
		if !slices.ContainsFunc(families, func(f synthetic.Family) bool { return f.Name == name }) {
			return nil, fmt.Errorf("there is no family %q", name)
		}
	}
	for _, f := range families {
		if o.Families != nil && !slices.Contains(o.Families, f.Name) {
			continue
		}
		draws := make([]func() (T, error), o.Repetitions)
		for i := range draws {
			draws[i] = sync.OnceValues(func() (T, error) { return from.Draw(f, o.Rows, uint64(i+1)) })
		}
		all = append(all, Subject[T]{Name: f.Name, About: f.Shift, Draws: o.Repetitions,
			Sample: func(draw int) (T, error) { return draws[draw]() }})
	}
	if len(all) == 0 {
		return nil, errors.New("there is no task to run")
	}
	return all, nil
}

// Regression lists the subjects whose labels are numbers, as the engine takes them.
func Regression(o Options) ([]Subject[*experiment.Task], error) {
	return Subjects(o,
		Source[*experiment.Task]{Read: experiment.LoadFolder, Draw: synthetic.Family.Task, Suits: numberLabels})
}

// numberLabels reports whether the first label of a task's target is a number.
func numberLabels(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, "target_labels.csv"))
	if err != nil {
		return true // loading the task says what is missing
	}
	lines := strings.SplitN(string(text), "\n", 3)
	if len(lines) < 2 {
		return true
	}
	_, err = strconv.ParseFloat(strings.TrimSpace(lines[1]), 64)
	return err == nil
}
