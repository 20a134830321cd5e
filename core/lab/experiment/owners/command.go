package owners

import (
	"fmt"
	"io"

	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/command"
)

// Command prints the curve over the number of owners and writes it as JSON and, where the build can draw, as SVG.
func Command(args []string, out io.Writer, draw command.Draw[*Result]) error {
	flags := command.NewFlags("owners", out)
	o := Default()
	folder := flags.String(
		"task",
		"",
		"`folder` with source.csv, target.csv and target_labels.csv, all of it treated as public; the label is y",
	)
	flags.IntVar(&o.Rows, "rows", o.Rows, "rows of each owner")
	flags.IntVar(&o.Repetitions, "repetitions", o.Repetitions, "repetitions")
	flags.Float64Var(&o.Epsilon, "epsilon", o.Epsilon, "epsilon of each owner")
	flags.Float64Var(&o.Delta, "delta", o.Delta, "delta of each owner")
	files := command.NewOutput(flags, draw, "SVG `file` to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *folder == "" || flags.NArg() > 0 || o.Rows < 1 || o.Repetitions < 2 {
		return fmt.Errorf("experiment owners: give --task, at least 1 row and 2 repetitions")
	}
	if err := files.Check(flags); err != nil {
		return err
	}
	task, err := experiment.LoadFolder(*folder)
	if err != nil {
		return err
	}
	result, err := Run(task, o)
	if err != nil {
		return err
	}
	result.print(out)
	return files.Write(result)
}
