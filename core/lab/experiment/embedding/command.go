package embedding

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
)

const heading = `weights from a private mean embedding beside those from the private second moment; δ = 10⁻⁶, %d draws of each task. bending: error
of the blend that auto chooses under the weights over that of the public choice; linear: that of the linear model over that of the
unweighted one. Ways: equal weights; the engine's; by kernel mean matching the second moment, the kernel's mean, the kernel's and the
columns' means in one release, the second moment and the kernel's mean in one release.

`

// Command prints the experiment.
func Command(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("experiment embedding", flag.ContinueOnError)
	flags.SetOutput(out)
	data := flags.String("data", "../shared/data", "`folder` of the real tasks, as for evaluate")
	tasks := flags.String("tasks", "", "comma-separated `list` of tasks and families (default all)")
	draws := flags.Int("draws", 1, "draws of every task")
	rows := flags.Int("rows", 1000, "rows on either side of a synthetic family")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *draws < 1 || *draws > 1000 || *rows < 200 || *rows > 10_000 {
		return errors.New("experiment embedding: choose 1 to 1000 draws and 200 to 10000 rows")
	}
	if _, err := os.Stat(*data); err != nil {
		fmt.Fprintf(out, "the folder %s is not here: the real tasks are left out\n", *data)
		*data = ""
	}
	var only []string
	if *tasks != "" {
		only = strings.Split(*tasks, ",")
	}
	all, err := subjects(*data, *rows, only)
	if err != nil {
		return err
	}
	if len(all) == 0 || only != nil && len(all) < len(only) {
		return fmt.Errorf("experiment embedding: one of the tasks %q does not exist", *tasks)
	}
	fmt.Fprintf(out, heading, *draws)
	epsilons := []float64{1, 0.3, 0.1}
	var outcomes []Outcome
	for _, s := range all {
		measured, err := s.measure(epsilons, *draws)
		if err != nil {
			return err
		}
		for _, o := range measured {
			o.print(out)
		}
		outcomes = append(outcomes, measured...)
	}
	fmt.Fprintln(out, "\ngeometric means")
	for _, epsilon := range epsilons {
		geometric(outcomes, epsilon).print(out)
	}
	return nil
}

// geometric returns the geometric means at one ε over the tasks that have the error.
func geometric(outcomes []Outcome, epsilon float64) Outcome {
	mean := Outcome{Task: "all", Epsilon: epsilon, Bending: map[string]float64{}, Linear: map[string]float64{}}
	for _, way := range ways {
		for _, kind := range []struct {
			to   map[string]float64
			from func(Outcome) float64
		}{
			{mean.Bending, func(o Outcome) float64 { return o.Bending[way] }},
			{mean.Linear, func(o Outcome) float64 { return o.Linear[way] }},
		} {
			sum, n := 0.0, 0.0
			for _, o := range outcomes {
				if v := kind.from(o); o.Epsilon == epsilon && v > 0 {
					sum += math.Log(v)
					n++
				}
			}
			kind.to[way] = math.Exp(sum / n)
		}
	}
	return mean
}
