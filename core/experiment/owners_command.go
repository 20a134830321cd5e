package experiment

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
)

// ownersCommand prints the curve over the number of owners and writes it as JSON and, where the build can draw, as SVG.
func ownersCommand(args []string, out io.Writer, draw func(result *Owners, path string) error) error {
	flags := flag.NewFlagSet("experiment owners", flag.ContinueOnError)
	flags.SetOutput(out)
	o := DefaultOwners()
	folder := flags.String("task", "", "`folder` with source.csv, target.csv and target_labels.csv, all of it treated as public; the label is y")
	flags.IntVar(&o.Rows, "rows", o.Rows, "rows of each owner")
	flags.IntVar(&o.Repetitions, "repetitions", o.Repetitions, "repetitions")
	flags.Float64Var(&o.Epsilon, "epsilon", o.Epsilon, "epsilon of each owner")
	flags.Float64Var(&o.Delta, "delta", o.Delta, "delta of each owner")
	file := flags.String("json", "", "`file` to write the result to")
	svg := flags.String("svg", "", "SVG `file` to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *folder == "" || flags.NArg() > 0 || o.Rows < 1 || o.Repetitions < 2 {
		return fmt.Errorf("experiment owners: give --task, at least 1 row and 2 repetitions")
	}
	task, err := LoadFolder(*folder)
	if err != nil {
		return err
	}
	result, err := RunOwners(task, o)
	if err != nil {
		return err
	}
	result.print(out)
	if *file != "" {
		text, err := json.MarshalIndent(result, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(*file, append(text, '\n'), 0o666); err != nil {
			return err
		}
	}
	if *svg != "" {
		return draw(result, *svg)
	}
	return nil
}
