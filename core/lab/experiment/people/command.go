package people

import (
	"fmt"
	"io"
	"path/filepath"

	"privadapt/core/lab/experiment/command"
	"privadapt/core/lab/experiment/suite"
)

const heading = `people of several rows; ε = %g for a person, δ = %g, %d repetitions, a linear model corrected by private labels. Mean squared error on
people who are held out, over the public model's. Without a unit the noise covers all rows of a person that are kept.

`

// Command prints the comparison and writes it as JSON.
func Command(args []string, out io.Writer) error {
	flags := command.NewFlags("people", out)
	data := flags.String("data", "", "`folder` of tasks as tasks.py makes them: each a folder with source.csv, label y, and target.csv with person and y")
	budget := flags.Float64("epsilon", 1, "ε for a person")
	repetitions := flags.Int("repetitions", 20, "choices of the private people")
	var file command.JSON
	file.Flag(flags)
	if err := flags.Parse(args); err != nil {
		return err
	}
	folders, err := filepath.Glob(filepath.Join(*data, "*", "target.csv"))
	if err != nil {
		return err
	}
	if *data == "" || len(folders) == 0 {
		return fmt.Errorf("people: give by -data a folder of tasks; core/lab/experiment/people/tasks.py makes them")
	}
	if *repetitions < 1 || !(*budget > 0) {
		return fmt.Errorf("people: give an ε above 0 and at least one repetition")
	}
	fmt.Fprintf(out, heading, *budget, suite.Delta, *repetitions)
	var outcomes []Outcome
	for _, path := range folders {
		folder := filepath.Dir(path)
		task, err := Load(folder)
		if err != nil {
			return err
		}
		outcome, err := task.Evaluate(filepath.Base(folder), *budget, *repetitions)
		if err != nil {
			return fmt.Errorf("people: %s: %w", folder, err)
		}
		outcome.print(out)
		outcomes = append(outcomes, *outcome)
	}
	return file.Write(outcomes)
}

func (o *Outcome) print(out io.Writer) {
	fmt.Fprintf(out, "%s: %d people, %.0f rows, at most %d of one\n", o.Task, o.People, o.Rows, o.Most)
	for _, way := range Ways {
		fmt.Fprintf(out, "  %-18s %.3f\n", way.Name, o.Errors[way.Name])
	}
}
