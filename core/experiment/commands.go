package experiment

import (
	"fmt"
	"io"
)

// Run executes an experiment by its name, but for evaluate, which builds on this package. draw makes SVG files.
func Run(args []string, out io.Writer, draw Draw) error {
	if len(args) == 0 {
		return fmt.Errorf("experiment: name one of figure1, evaluate, none, accounting")
	}
	switch args[0] {
	case "figure1":
		return figure1Command(args[1:], out, draw)
	case "none":
		return None(args[1:], out)
	case "accounting":
		return Accounting(args[1:], out)
	}
	return fmt.Errorf("experiment: there is no %q; the experiments are figure1, evaluate, none and accounting", args[0])
}
