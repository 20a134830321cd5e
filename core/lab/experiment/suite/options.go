// Package suite has what the evaluations share: the real tasks and synthetic families that they run on, how these are
// named on the command line, and the running of many runs at a time.
package suite

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"privadapt/core/lab/experiment/command"
)

// Delta is δ of every run.
const Delta = 1e-6

// Options choose how much to compute.
type Options struct {
	Data        string    // folder of the real tasks; empty: none
	Tasks       []string  // names of folders in it; nil: all
	Families    []string  // names of families; nil: all
	Epsilons    []float64 // ascending
	Repetitions int       // runs on a real task, draws of a synthetic one
	Rows        int       // m = n of the families
}

// Flags declares the options with the values at hand as defaults; repetitions says what is repeated.
func (o *Options) Flags(flags *flag.FlagSet, repetitions string) {
	flags.StringVar(
		&o.Data,
		"data",
		"../shared/data",
		"`folder` of the real tasks, each a folder with source.csv, label y, target.csv and target_labels.csv",
	)
	names := func(to *[]string) func(string) error {
		return func(list string) error { *to = command.Names(list); return nil }
	}
	flags.Func(
		"tasks",
		"comma-separated `list` of real tasks; alone it leaves out the families (default all)",
		names(&o.Tasks),
	)
	flags.Func(
		"families",
		"comma-separated `list` of synthetic families; alone it leaves out the real tasks (default all)",
		names(&o.Families),
	)
	flags.IntVar(&o.Repetitions, "repetitions", o.Repetitions, repetitions)
	flags.IntVar(&o.Rows, "rows", o.Rows, "rows on either side of a synthetic family")
}

// EpsilonsFlag declares the list of ε, which a command without it has fixed.
func (o *Options) EpsilonsFlag(flags *flag.FlagSet) {
	standard := strings.Trim(strings.ReplaceAll(fmt.Sprint(o.Epsilons), " ", ","), "[]")
	flags.Func("epsilons", "comma-separated `list` (default "+standard+")", func(list string) (err error) {
		o.Epsilons, err = command.Epsilons(list)
		slices.Sort(o.Epsilons)
		o.Epsilons = slices.Compact(o.Epsilons)
		return err
	})
}

// Check reports options that cannot be run. If only real tasks are named, it leaves out the families, and the other way
// round. Real tasks whose folder is missing are left out too.
func (o *Options) Check(flags *flag.FlagSet, leastRows int, out io.Writer) error {
	const mostRows = 10_000 // a matrix of rows² numbers has to fit
	if o.Repetitions < 1 || o.Repetitions > 1000 || o.Rows < leastRows || o.Rows > mostRows {
		return fmt.Errorf("%s: choose 1 to 1000 repetitions and %d to %d rows", flags.Name(), leastRows, mostRows)
	}
	switch {
	case o.Tasks == nil && o.Families != nil:
		o.Data = ""
	case o.Tasks != nil && o.Families == nil:
		o.Families = []string{}
	}
	if _, err := os.Stat(o.Data); o.Data != "" && err != nil {
		fmt.Fprintf(out, "the folder %s is not here: the real tasks are left out\n", o.Data)
		o.Data = ""
	}
	return nil
}
