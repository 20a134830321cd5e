package experiment

import (
	"fmt"
	"io"
)

// Draw makes SVG files of results.
type Draw struct {
	Figure1 func(result *Figure1, prefix string) error // two files that begin with the prefix
	Regimes func(result *Regimes, path string) error
	Owners  func(result *Owners, path string) error
}

// Run executes an experiment by its name, except evaluate, bending and choices, which build on this package.
func Run(args []string, out io.Writer, draw Draw) error {
	if len(args) == 0 {
		return fmt.Errorf("experiment: name one of figure1, regimes, evaluate, bending, embedding, choices, owners, none, accounting")
	}
	switch args[0] {
	case "figure1":
		return figure1Command(args[1:], out, draw.Figure1)
	case "none":
		return None(args[1:], out)
	case "accounting":
		return Accounting(args[1:], out)
	case "owners":
		return ownersCommand(args[1:], out, draw.Owners)
	case "regimes":
		return regimesCommand(args[1:], out, draw.Regimes)
	}
	return fmt.Errorf("experiment: there is no %q; the experiments are figure1, regimes, evaluate, bending, embedding, choices, owners, none and accounting", args[0])
}
