package figure1

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Command prints the figures as a table and writes them as JSON. It makes no release: Algorithm 1 as printed
// chooses its iterate by values that its privacy proof does not cover, and the runs without noise have no privacy.
func Command(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("figure1", flag.ContinueOnError)
	flags.SetOutput(out)
	var o Options
	flags.IntVar(&o.Repetitions, "repetitions", 10, "draws of the data")
	flags.IntVar(&o.Iterations, "iterations", 1000, "K")
	flags.Func("epsilons", "comma-separated `list`; without privacy is always included (default 0.5,1,2,4,8)",
		func(list string) (err error) { o.Epsilons, err = numbers(list, strconv.ParseFloat); return err })
	flags.Func("rows", "comma-separated `list` of n (default 1000,2000,4000,8000)",
		func(list string) (err error) {
			o.Rows, err = numbers(list, func(s string, _ int) (int, error) { return strconv.Atoi(s) })
			return err
		})
	file := flags.String("json", "", "`file` to write the result to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return err
	}
	begun := time.Now()
	result, err := Run(o, nil)
	if err != nil {
		return err
	}
	result.print(out)
	fmt.Fprintf(out, "figure1: %d points in %.0f s\n", len(result.Points), time.Since(begun).Seconds())
	if *file == "" {
		return nil
	}
	text, err := json.MarshalIndent(result, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(*file, append(text, '\n'), 0o666)
}

func numbers[T any](list string, parse func(string, int) (T, error)) (all []T, err error) {
	for _, name := range strings.Split(list, ",") {
		v, err := parse(strings.TrimSpace(name), 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no number of its kind", name)
		}
		all = append(all, v)
	}
	return all, nil
}

// Check refuses options that the experiment cannot run.
func (o Options) Check() error {
	if o.Repetitions < 0 || o.Repetitions > 1000 || o.Iterations < 0 || o.Iterations == 1 || o.Iterations > 100_000 {
		return errors.New("figure1: choose 1 to 1000 repetitions and 2 to 100000 iterations")
	}
	for _, n := range o.Rows {
		if n < 1 || n > 10_000_000 {
			return errors.New("figure1: choose 1 to 10000000 rows")
		}
	}
	for _, epsilon := range o.Epsilons {
		if !(epsilon > 0 && epsilon < 1e6) {
			return errors.New("figure1: choose epsilons above 0 and below 1e6")
		}
	}
	return nil
}

// print writes the points and the grid as a table.
func (f *Result) print(out io.Writer) {
	s := f.Settings
	fmt.Fprintf(out, "d = %d, m = %d, K = %d, μ = %v, λ = %v, δ = 1/8000, %d repetitions; mean ± standard deviation\n%s\n\n",
		dim, s.SourceRows, s.Iterations, s.Mu, s.Lambda, s.Repetitions, s.Rule)
	fmt.Fprintf(out, "%-15s %-7s %5s %6s  %-19s %-23s %8s\n", "method", "noise", "ε", "n", "‖M(q)‖₂", "target error",
		"n_eff")
	for _, p := range f.Points {
		epsilon, norm, size := "∞", "", ""
		if p.Epsilon != nil {
			epsilon = strconv.FormatFloat(*p.Epsilon, 'g', -1, 64)
		}
		if p.Norm != nil {
			norm = fmt.Sprintf("%.4f ± %.4f", *p.Norm, *p.NormSD)
			size = fmt.Sprintf("%.0f", *p.EffectiveSampleSize)
		}
		fmt.Fprintf(out, "%-15s %-7s %5s %6d  %-19s %-23s %8s\n", p.Method, p.Noise, epsilon, p.Rows, norm,
			fmt.Sprintf("%.6f ± %.6f", p.Error, p.ErrorSD), size)
	}
	fmt.Fprintf(out, "\nsingle stage without privacy, n = %d: the grid and what the rule chose\n%6s %10s %14s %14s\n",
		s.Rows[len(s.Rows)-1], "μ", "Λ/2‖w‖", "played error", "target error")
	for _, p := range f.Grid {
		mark := ""
		if p.Chosen {
			mark = "  chosen"
		}
		fmt.Fprintf(out, "%6g %10g %14.6f %14.6f%s\n", p.Mu, p.ModelNorm, p.PlayedError, p.Error, mark)
	}
}
