// Package command has what the commands of the experiments share: flags, lists in arguments, and files for results.
package command

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
)

// NewFlags returns the flags of the command of an experiment, which prints its help to out.
func NewFlags(experiment string, out io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet("experiment "+experiment, flag.ContinueOnError)
	flags.SetOutput(out)
	return flags
}

// JSON is the file to which a result is written as JSON. If it is empty, no file is written.
type JSON string

// Flag declares the option.
func (j *JSON) Flag(flags *flag.FlagSet) {
	flags.StringVar((*string)(j), "json", "", "`file` to write the result to")
}

// Write writes a result.
func (j JSON) Write(result any) error {
	if j == "" {
		return nil
	}
	text, err := json.MarshalIndent(result, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(string(j), append(text, '\n'), 0o666)
}

// Draw draws a result as SVG: one file, or several whose names begin with the path.
type Draw[Result any] func(result Result, path string) error

// Output holds the files to which a result is written, as JSON and as SVG.
type Output[Result any] struct {
	draw Draw[Result] // nil in a build that cannot draw
	json JSON
	svg  string
}

// NewOutput declares the options; files says which SVG files there are.
func NewOutput[Result any](flags *flag.FlagSet, draw Draw[Result], files string) *Output[Result] {
	o := &Output[Result]{draw: draw}
	o.json.Flag(flags)
	flags.StringVar(&o.svg, "svg", "", files)
	return o
}

// Check reports an SVG file that this build cannot draw. It is called before the experiment runs.
func (o *Output[Result]) Check(flags *flag.FlagSet) error {
	if o.svg != "" && o.draw == nil {
		return fmt.Errorf("%s: SVG files are drawn by the native program; run it by make in a checkout", flags.Name())
	}
	return nil
}

// Write writes the files.
func (o *Output[Result]) Write(result Result) error {
	if err := o.json.Write(result); err != nil || o.svg == "" {
		return err
	}
	return o.draw(result, o.svg)
}
