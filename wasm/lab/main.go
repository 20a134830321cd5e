// Lab runs the experiments, with privacy and without. A data owner never loads it. Natively and in Node it is
// a command; in a browser's worker it answers the requests of the page "Reproduce the paper".
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"privadapt/core/lab/experiment/accounting"
	"privadapt/core/lab/experiment/choices"
	"privadapt/core/lab/experiment/command"
	"privadapt/core/lab/experiment/evaluate"
	"privadapt/core/lab/experiment/figure1"
	"privadapt/core/lab/experiment/labels"
	"privadapt/core/lab/experiment/none"
	"privadapt/core/lab/experiment/nonlinear"
	"privadapt/core/lab/experiment/owners"
	"privadapt/core/lab/experiment/people"
	"privadapt/core/lab/experiment/sources"
)

// commands are the experiments by their names.
var commands = map[string]func(args []string, out io.Writer) error{
	"accounting": accounting.Command,
	"nonlinear":  nonlinear.Command,
	"choices":    choices.Command,
	"evaluate":   drawn(evaluate.Command, drawEvaluation),
	"figure1":    drawn(figure1.Command, drawFigure1),
	"labels":     labels.Command,
	"none":       none.Command,
	"owners":     drawn(owners.Command, drawOwners),
	"people":     people.Command,
	"sources":    sources.Command,
}

// drawn is a command with the drawing that this build has for it.
func drawn[Result any](
	run func([]string, io.Writer, command.Draw[Result]) error,
	draw command.Draw[Result],
) func([]string, io.Writer) error {
	return func(args []string, out io.Writer) error { return run(args, out, draw) }
}

func main() {
	if serve() {
		return
	}
	// The help that was requested has been printed.
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "privadapt:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	names := strings.Join(slices.Sorted(maps.Keys(commands)), ", ")
	if len(args) == 0 {
		return fmt.Errorf("experiment: name one of %s", names)
	}
	command, known := commands[args[0]]
	if !known {
		return fmt.Errorf("experiment: there is no %q; the experiments are %s", args[0], names)
	}
	return command(args[1:], os.Stdout)
}
