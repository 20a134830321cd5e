// Lab runs the experiments, with privacy and without. A data owner never loads it. Natively and in Node it is
// a command; in a browser's worker it answers the requests of the page "Reproduce the paper".
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"privadapt/core/experiment"
	"privadapt/core/experiment/bending"
	"privadapt/core/experiment/embedding"
	"privadapt/core/experiment/evaluate"
)

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
	if len(args) > 0 { // these build on package experiment, which so cannot know them
		switch args[0] {
		case "evaluate":
			return evaluate.Command(args[1:], os.Stdout, drawEvaluation)
		case "choices":
			return evaluate.ChoicesCommand(args[1:], os.Stdout)
		case "bending":
			return bending.Command(args[1:], os.Stdout)
		case "embedding":
			return embedding.Command(args[1:], os.Stdout)
		}
	}
	return experiment.Run(args, os.Stdout, experiment.Draw{Figure1: drawFigures, Regimes: drawRegimes, Owners: drawOwners})
}
