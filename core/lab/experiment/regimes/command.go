package regimes

import (
	"fmt"
	"io"

	"privadapt/core/lab/experiment/command"
)

// Command prints the map of regimes and writes it as JSON and, where the build can draw, as SVG.
func Command(args []string, out io.Writer, draw command.Draw[*Map]) error {
	flags := command.NewFlags("regimes", out)
	simulate := flags.Bool("simulate", true, "check the predictions by simulations")
	files := command.NewOutput(flags, draw, "SVG `file` to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("experiment regimes: %q is no option", flags.Arg(0))
	}
	if err := files.Check(flags); err != nil {
		return err
	}
	var points []Point
	if *simulate {
		points = Points()
	}
	result, err := Run(points)
	if err != nil {
		return err
	}
	result.print(out)
	return files.Write(result)
}
