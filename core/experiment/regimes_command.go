package experiment

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
)

// regimesCommand prints the map of regimes and writes it as JSON and, where the build can draw, as SVG.
func regimesCommand(args []string, out io.Writer, draw func(result *Regimes, path string) error) error {
	flags := flag.NewFlagSet("experiment regimes", flag.ContinueOnError)
	flags.SetOutput(out)
	simulate := flags.Bool("simulate", true, "check the predictions by simulations")
	file := flags.String("json", "", "`file` to write the result to")
	svg := flags.String("svg", "", "SVG `file` to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("experiment regimes: %q is no option", flags.Arg(0))
	}
	var points []RegimePoint
	if *simulate {
		points = RegimePoints()
	}
	result, err := RunRegimes(points)
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
