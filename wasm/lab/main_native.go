//go:build !js

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"privadapt/core/lab/evaluate"
	"privadapt/core/lab/figure1"
)

// serve runs the experiment that the first argument names.
func serve() {
	run, known := map[string]func(args []string, out io.Writer) error{
		"compare": evaluate.Compare, "evaluate": evaluate.Command, "figure1": figure1.Command,
	}[append(os.Args, "")[1]]
	if !known {
		fmt.Fprintln(os.Stderr, "lab: name one of compare, evaluate and figure1")
		os.Exit(2)
	}
	// The help that was requested has been printed.
	if err := run(os.Args[2:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}
