package evaluate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Options choose how much to compute.
type Options struct {
	Data        string    // folder of the real tasks
	Tasks       []string  // parts of names; nil: all real tasks that are there, and all made-up ones
	Ways        []string  // names; nil: all
	Epsilons    []float64 // of every way
	Repetitions int       // splits of each task
	Rows        int       // of either side of a made-up task
}

// Figure is what was measured of one way on one task at one ε.
type Figure struct {
	Error    float64 // mean over the splits; 0 where there is none
	Ratio    float64 // Error over the public choice's
	Stated   int     // intervals
	Held     int     // of them
	NoHigher int     // of them: without an upper end
	// Of verdicts on gains: where the test rows' gain is above a tenth, and where there is none, and how many of either say
	// that the model is better, or probably.
	Gains, Told, Nones, Wrong int
}

// Outcome is what was measured on one task.
type Outcome struct {
	Task        string
	Real        bool
	PrivateRows int
	Figures     map[string][]Figure // of each way, by ε
}

// Command runs what the arguments ask for and prints the tables.
func Command(args []string, out io.Writer) error {
	o := Options{Epsilons: []float64{0.1, 0.3, 1}}
	flags := flag.NewFlagSet("evaluate", flag.ContinueOnError)
	flags.SetOutput(out)
	list := func(to *[]string) func(string) error {
		return func(text string) error { *to = strings.Split(text, ","); return nil }
	}
	flags.StringVar(&o.Data, "data", "../shared/data", "`folder` of the real tasks")
	flags.Func("tasks", "comma-separated `list` of parts of names (default all)", list(&o.Tasks))
	flags.Func("methods", "comma-separated `list` beside the public choice (default all)", list(&o.Ways))
	flags.Func("epsilons", "comma-separated `list` (default 0.1,0.3,1)", func(text string) error {
		o.Epsilons = nil
		for _, part := range strings.Split(text, ",") {
			epsilon, err := strconv.ParseFloat(part, 64)
			if err != nil || !(epsilon > 0 && epsilon <= 1e6) {
				return fmt.Errorf("%q is no epsilon from 0 to 1e6", part)
			}
			o.Epsilons = append(o.Epsilons, epsilon)
		}
		return nil
	})
	flags.IntVar(&o.Repetitions, "repetitions", 2, "splits of each task")
	flags.IntVar(&o.Rows, "rows", 2000, "rows on either side of a made-up task")
	estimates := flags.Bool("estimates", false, "estimates of the mean label alone, with so many draws as repetitions")
	file := flags.String("json", "", "`file` to write the figures to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	begun := time.Now()
	if *estimates {
		_, err := o.Estimates(out)
		return err
	}
	outcomes, err := Run(o, out)
	if err != nil {
		return err
	}
	printTables(out, outcomes, o)
	fmt.Fprintf(out, "\n%d tasks, %d splits each, δ = %g, in %.0f s\n", len(outcomes), o.Repetitions, Delta,
		time.Since(begun).Seconds())
	if *file == "" {
		return nil
	}
	return os.WriteFile(*file, written(outcomes, o), 0o666)
}

// written returns the figures as JSON with a line for each task. The owner's page shows them: a copy is kept in
// site/build/evaluation.json.
func written(outcomes []Outcome, o Options) []byte {
	encode := func(v any) []byte {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // numbers and names
		}
		return text
	}
	var lines [][]byte
	for _, t := range outcomes {
		public, ratios := t.Figures[ways[0].name][0].Error, map[string][]float64{}
		for name, figures := range t.Figures {
			for _, f := range figures {
				if f.Ratio > 0 && name != ways[0].name {
					ratios[name] = append(ratios[name], math.Round(1e4*f.Ratio)/1e4)
				}
			}
		}
		lines = append(lines, encode(map[string]any{"task": t.Task, "real": t.Real, "rows": t.PrivateRows,
			"public": math.Round(1e4*public) / 1e4, "ratios": ratios}))
	}
	return fmt.Appendf(nil, "{\n\"delta\": %g, \"repetitions\": %d, \"epsilons\": %s, \"tasks\": [\n%s\n]}\n", Delta,
		o.Repetitions, encode(o.Epsilons), bytes.Join(lines, []byte(",\n")))
}

// chosen returns the ways that the options name, the public choice first.
func (o Options) chosen() ([]way, error) {
	if o.Ways == nil {
		return ways, nil
	}
	list := ways[:1:1]
	for _, name := range o.Ways {
		at := slices.IndexFunc(ways, func(w way) bool { return w.name == name })
		if at < 0 {
			return nil, fmt.Errorf("evaluate: there is no method %q", name)
		}
		if at > 0 {
			list = append(list, ways[at])
		}
	}
	return list, nil
}

// tasks are how to read or draw each task that the options name; real says which are real.
func (o Options) tasks(out io.Writer) (read []func() (*Task, error), real int, err error) {
	asked := func(name string) bool {
		return o.Tasks == nil || slices.ContainsFunc(o.Tasks, func(part string) bool { return strings.Contains(name, part) })
	}
	folders, err := os.ReadDir(o.Data)
	if err != nil {
		fmt.Fprintf(out, "The folder %s is not here: the real tasks are left out.\n", o.Data)
	}
	for _, f := range folders {
		if f.IsDir() && asked(f.Name()) {
			read = append(read, func() (*Task, error) { return Load(filepath.Join(o.Data, f.Name())) })
		}
	}
	real = len(read)
	for _, f := range families {
		if asked(f.name) {
			read = append(read, func() (*Task, error) { return f.task(o.Rows, 1) })
		}
	}
	if len(read) == 0 {
		return nil, 0, errors.New("evaluate: there is no such task")
	}
	return read, real, nil
}

// Run measures all that the options ask for, as many tasks at a time as there are processors.
func Run(o Options, out io.Writer) ([]Outcome, error) {
	if o.Repetitions < 1 || o.Rows < 50 || o.Rows > 100_000 {
		return nil, errors.New("evaluate: choose at least 1 repetition and 50 to 100000 rows")
	}
	chosen, err := o.chosen()
	if err != nil {
		return nil, err
	}
	tasks, real, err := o.tasks(out)
	if err != nil {
		return nil, err
	}
	var (
		outcomes, failures = make([]Outcome, len(tasks)), make([]error, len(tasks))
		slots              = make(chan struct{}, runtime.GOMAXPROCS(0))
		group              sync.WaitGroup
	)
	for i, read := range tasks {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			task, err := read()
			if err == nil {
				outcomes[i], err = o.measure(task, chosen)
				outcomes[i].Real = i < real
			}
			failures[i] = err
		})
	}
	group.Wait()
	return outcomes, errors.Join(failures...)
}

// measure runs the ways on the splits of a task.
func (o Options) measure(t *Task, chosen []way) (Outcome, error) {
	out := Outcome{Task: t.Name, Figures: map[string][]Figure{}}
	s := &split{Task: t, fits: map[method.Base]*adapt.Preparation{method.Auto: {}, method.Linear: {}}}
	p, err := plan.New(adapt.Options{Epsilon: 1, Delta: Delta, Base: method.Auto, UseLabels: true,
		Preparation: s.fits[method.Auto]}, t.Source)
	if err != nil {
		return out, fmt.Errorf("%s: %w", t.Name, err)
	}
	if s.public, err = p.Prepare(nil); err != nil {
		return out, fmt.Errorf("%s: %w", t.Name, err)
	}
	for k := range o.Repetitions {
		s.private, s.test = t.split(uint64(k))
		out.PrivateRows = len(s.private)
		if s.held, err = t.Rows(s.test); err != nil {
			return out, fmt.Errorf("%s: %w", t.Name, err)
		}
		for _, w := range chosen {
			if out.Figures[w.name] == nil {
				out.Figures[w.name] = make([]Figure, len(o.Epsilons))
			}
			for i, epsilon := range o.Epsilons {
				made, err := w.run(s, epsilon)
				if err != nil {
					return out, fmt.Errorf("%s, %s at ε = %g: %w", t.Name, w.name, epsilon, err)
				}
				if made != nil {
					out.Figures[w.name][i].add(made, s, o.Repetitions)
				}
			}
		}
	}
	public := out.Figures[ways[0].name]
	for _, figures := range out.Figures {
		for i := range figures {
			figures[i].Ratio = figures[i].Error / public[i].Error
		}
	}
	return out, nil
}

func (f *Figure) add(made *outcome, s *split, of int) {
	if made.model != nil {
		f.Error += Error(made.model, s.held) / float64(of)
	}
	for _, stated := range made.stated {
		f.Stated++
		if stated.interval.High == nil {
			f.NoHigher++
		}
		value, error := stated.truth(s.held)
		f.Held += count(stated.holds(value, error))
		if stated.other == nil {
			continue
		}
		better := stated.verdict == release.Better || stated.verdict == release.ProbablyBetter
		f.Gains, f.Told = f.Gains+count(value > 0.1), f.Told+count(value > 0.1 && better)
		f.Nones, f.Wrong = f.Nones+count(value <= 0), f.Wrong+count(value <= 0 && better)
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Summary is one way at one ε over several tasks: the geometric mean of its error over the public choice's, and the
// largest.
type Summary struct {
	Mean, Worst float64
	Where       string
	Tasks       int
}

// Summarise sums up the outcomes of a way at the i-th ε.
func Summarise(outcomes []Outcome, name string, i int) (s Summary) {
	for _, o := range outcomes {
		figures := o.Figures[name]
		if figures == nil || figures[i].Ratio == 0 {
			continue
		}
		s.Mean, s.Tasks = s.Mean+math.Log(figures[i].Ratio), s.Tasks+1
		if figures[i].Ratio > s.Worst {
			s.Worst, s.Where = figures[i].Ratio, o.Task
		}
	}
	s.Mean = math.Exp(s.Mean / float64(s.Tasks))
	return s
}

// printTables prints Markdown.
func printTables(out io.Writer, outcomes []Outcome, o Options) {
	chosen, _ := o.chosen()
	var names []string
	for _, w := range chosen {
		fmt.Fprintf(out, "- _%s_: %s\n", w.name, w.about)
		if slices.ContainsFunc(outcomes, func(o Outcome) bool { return o.Figures[w.name][0].Error > 0 }) {
			names = append(names, w.name)
		}
	}
	line := func(cells ...string) { fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | ")) }
	head := func(first string, names []string) {
		line(append([]string{first}, names...)...)
		line(slices.Repeat([]string{"---"}, 1+len(names))...)
	}
	for i, epsilon := range o.Epsilons {
		fmt.Fprintf(out, "\nε = %g: mean squared error over the variance of the labels, or log-loss of classes\n\n", epsilon)
		head("task, private rows", names)
		for _, t := range outcomes {
			cells := []string{fmt.Sprintf("%s, %d", t.Task, t.PrivateRows)}
			for _, name := range names {
				cells = append(cells, number(t.Figures[name][i].Error))
			}
			line(cells...)
		}
	}
	epsilons := make([]string, len(o.Epsilons))
	for i, epsilon := range o.Epsilons {
		epsilons[i] = fmt.Sprintf("ε = %g", epsilon)
	}
	for _, real := range []bool{true, false} {
		part := slices.DeleteFunc(slices.Clone(outcomes), func(o Outcome) bool { return o.Real != real })
		if len(part) == 0 {
			continue
		}
		fmt.Fprintf(out, "\n%s tasks: geometric mean of the error over the public choice's (worst task)\n\n",
			map[bool]string{true: "real", false: "made-up"}[real])
		head("", append(epsilons, "worst task"))
		for _, name := range names[1:] {
			cells, worst := []string{name}, Summary{}
			for i := range o.Epsilons {
				s := Summarise(part, name, i)
				cells = append(cells, fmt.Sprintf("%.3f (%.3f)", s.Mean, s.Worst))
				worst = slices.MaxFunc([]Summary{worst, s}, func(a, b Summary) int { return cmp.Compare(a.Worst, b.Worst) })
			}
			line(append(cells, worst.Where)...)
		}
	}
	fmt.Fprint(out, "\nreal tasks: how many stated intervals of 95% hold what the test rows say (no upper end); how many verdicts say "+
		"better or probably better where the gain is above 10%, and where there is none\n\n")
	head("", epsilons)
	for _, w := range chosen {
		cells, any := []string{w.name}, false
		for i := range o.Epsilons {
			var f Figure
			for _, t := range outcomes {
				if one := t.Figures[w.name][i]; t.Real {
					f.Stated, f.Held, f.NoHigher = f.Stated+one.Stated, f.Held+one.Held, f.NoHigher+one.NoHigher
					f.Gains, f.Told = f.Gains+one.Gains, f.Told+one.Told
					f.Nones, f.Wrong = f.Nones+one.Nones, f.Wrong+one.Wrong
				}
			}
			any = any || f.Stated > 0
			cells = append(cells, fmt.Sprintf("%d of %d (%d); %d of %d, %d of %d", f.Held, f.Stated, f.NoHigher, f.Told, f.Gains,
				f.Wrong, f.Nones))
		}
		if any {
			line(cells...)
		}
	}
}

// number has three digits.
func number(v float64) string {
	switch {
	case v == 0 || math.IsNaN(v):
		return "–"
	case v < 0.1:
		return fmt.Sprintf("%.4f", v)
	}
	return fmt.Sprintf("%.3f", v)
}
