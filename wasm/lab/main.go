// Lab runs the experiments, with privacy and without. It is no part of what a data owner loads. Natively and in Node it is
// a command; in a browser's worker it answers the requests of the page "Reproduce the paper".
package main

import (
	"fmt"
	"os"

	"privadapt/core/experiment"
)

func main() {
	if serve() {
		return
	}
	if err := experiment.Run(os.Args[1:], os.Stdout, experiment.Draw{Figure1: drawFigures, Regimes: drawRegimes}); err != nil {
		fmt.Fprintln(os.Stderr, "privadapt:", err)
		os.Exit(1)
	}
}
