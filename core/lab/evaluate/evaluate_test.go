package evaluate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release/appraisal"
)

const dataFolder = "../../../../shared/data"

// The whole of it on a small made-up task: what is printed, written and summed up.
func TestTables(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a hundred releases or so")
	}
	file := filepath.Join(t.TempDir(), "e.json")
	var out bytes.Buffer
	must.Do(t, Command([]string{"-data", "nowhere", "-tasks", "shrink", "-repetitions", "1", "-rows", "150", "-epsilons",
		"1", "-json", file}, &out))
	var result struct {
		Tasks []struct {
			Rows   int
			Public float64
			Ratios map[string][]float64
		}
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(file))(t), &result))
	if w := result.Tasks[0]; w.Rows != 105 || !(w.Public > 0) || len(w.Ratios) != len(ways)-3 || !(w.Ratios["labels"][0] > 0) {
		t.Errorf("%+v", w)
	}
	o := Options{Repetitions: 2, Rows: 400, Epsilons: []float64{1, 1e6}, Tasks: []string{"shrink"}, Ways: []string{
		"blend", "ten owners", "labels", "200 labels", "report"}}
	outcome := must.Get(Run(o, io.Discard))(t)[0]
	for name, figures := range outcome.Figures {
		for i, f := range figures {
			public := outcome.Figures["public choice"][i].Error
			if name != "report" && (!(f.Error > 0) || math.Abs(f.Ratio-f.Error/public) > 1e-12) {
				t.Errorf("%s: %+v", name, f)
			}
			if want := map[string]int{"labels": 4, "200 labels": 4, "report": 2}[name]; f.Stated != want || f.Held > want {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
	// Without noise labels help, and ten owners are one.
	exact := func(name string) float64 { return outcome.Figures[name][1].Ratio }
	if !(exact("blend") < 0.9 && exact("labels") < 0.9) || math.Abs(exact("ten owners")-exact("blend")) > 0.02 {
		t.Errorf("%+v", outcome.Figures)
	}
	for _, want := range []string{
		"ε = 1: mean squared error", "| made up: columns shrink, 105 | ", "made-up tasks: geometric mean",
		"| AdaSSP | ", "The folder nowhere is not here",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing of %q in\n%s", want, out.String())
		}
	}
	s := Summarise([]Outcome{
		{Task: "a", Figures: map[string][]Figure{"x": {{Ratio: 0.5}}}},
		{Task: "b", Figures: map[string][]Figure{"x": {{Ratio: 2}}}},
		{Task: "none", Figures: map[string][]Figure{"x": {{}}}},
	}, "x", 0)
	if math.Abs(s.Mean-1) > 1e-12 || s.Worst != 2 || s.Where != "b" || s.Tasks != 2 {
		t.Errorf("%+v", s)
	}
}

func TestCommandChecksItsArguments(t *testing.T) {
	for _, args := range [][]string{
		{"-repetitions", "0"}, {"-epsilons", "0"}, {"-epsilons", "inf"}, {"-methods", "none"}, {"-tasks", "nothing"},
		{"-rows", "1"}, {"-some"},
	} {
		if err := Command(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v are no error", args)
		}
	}
}

// An interval is widened by the standard error of the mean that it is compared with.
func TestStatedIntervalsAreCounted(t *testing.T) {
	task := drawn(t, 400)
	rows := must.Get(task.Rows(task.Everybody()))(t)
	all := squares(zero{}, rows)
	mean, square := 0.0, 0.0
	for _, v := range all {
		mean, square = mean+v/float64(len(all)), square+v*v/float64(len(all))
	}
	error := math.Sqrt((square - mean*mean) / float64(len(all)))
	number := func(low, value, high float64) appraisal.IntervalNumber {
		return appraisal.Of(value, low, high, appraisal.Positive)
	}
	for _, c := range []struct {
		interval appraisal.IntervalNumber
		want     bool
	}{
		{number(mean/2, mean, 2*mean), true},
		{number(mean+error, mean+error, mean+error), true},
		{number(mean+3*error, mean+3*error, mean+3*error), false},
		{number(mean-3*error, mean-3*error, mean-3*error), false},
		{number(0, mean/4, math.Inf(1)), true},
	} {
		one := stated{interval: c.interval, model: zero{}}
		if got := one.holds(one.truth(rows)); got != c.want {
			t.Errorf("%+v beside %v ± %v: %v", c.interval, mean, error, got)
		}
	}
	if gain, error := (stated{model: half{}, other: zero{}}).truth(rows); math.Abs(gain-0.7) > 0.1 || !(error > 0 && error < 0.05) {
		t.Errorf("half of what is to be predicted takes %v ± %v off the squared error", gain, error)
	}
}

// half predicts half of a label that is close to the first column.
type half struct{}

func (half) Predict(scores, cells []float64) { scores[0] = cells[0] / 2 }

type zero struct{}

func (zero) Predict(scores, _ []float64) { scores[0] = 0 }

// drawn is a task whose labels are −a in the public sample and a on the target.
func drawn(t *testing.T, rows int) *Task {
	t.Helper()
	r := rand.New(rand.NewPCG(9, 9))
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	source, target, labels := "a,b,y\n", "a,b\n", "y\n"
	for range rows {
		a, b := r.NormFloat64(), r.NormFloat64()
		source += text(a) + "," + text(b) + "," + text(-a+r.NormFloat64()/10) + "\n"
		a, b = r.NormFloat64(), r.NormFloat64()
		target += text(a) + "," + text(b) + "\n"
		labels += text(a+r.NormFloat64()/10) + "\n"
	}
	return must.Get(newTask("drawn", source, target, labels, "y"))(t)
}

// With hardly any noise the peers are least squares on the private rows, and labels correct the public model: all find
// the target's slope, which the public sample does not have.
func TestLabelsAtALargeEpsilon(t *testing.T) {
	o := Options{Repetitions: 1, Rows: 50, Epsilons: []float64{1e5},
		Ways: []string{"labels", "AdaSSP", "Boosted AdaSSP"}}
	out := must.Get(o.measure(drawn(t, 3000), must.Get(o.chosen())(t)))(t)
	for name, figures := range out.Figures {
		if e := figures[0].Error; (name == "public choice") != (e > 1) || name != "public choice" && e > 0.06 {
			t.Errorf("the error of %s is %v", name, e)
		}
	}
}

// The table of make run: the default's discrepancy is less than a quarter of the unweighted one, and nothing is far
// below the optimum without privacy.
func TestCompare(t *testing.T) {
	folder := t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	texts := map[string]*strings.Builder{}
	for name, header := range map[string]string{"source": "a,b,y", "target": "a,b", "labels": "y"} {
		texts[name] = &strings.Builder{}
		texts[name].WriteString(header + "\n")
	}
	for i := range 1000 {
		share, a, b := 0.3, -2+r.NormFloat64(), 1+r.NormFloat64()
		if i >= 400 {
			share = 0.9
		}
		y := -a + 2*b + r.NormFloat64()
		if r.Float64() < share {
			a, b = a+4, b-2
			y = 3*a - b + r.NormFloat64()
		}
		if i < 400 {
			fmt.Fprintf(texts["source"], "%g,%g,%g\n", a, b, y)
			continue
		}
		fmt.Fprintf(texts["target"], "%g,%g\n", a, b)
		fmt.Fprintln(texts["labels"], y)
	}
	var args []string
	for _, name := range []string{"source", "target", "labels"} {
		args = append(args, filepath.Join(folder, name))
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(texts[name].String()), 0o666))
	}
	var out strings.Builder
	must.Do(t, Compare(append(args, "y"), &out))
	line := func(name string) (norm, error float64) {
		for line := range strings.Lines(out.String()) {
			if rest, found := strings.CutPrefix(line, "  "+name); found {
				fields := strings.Fields(rest[max(0, 54-len([]rune(name))):])
				return must.Get(strconv.ParseFloat(fields[0], 64))(t), must.Get(strconv.ParseFloat(fields[1], 64))(t)
			}
		}
		t.Fatalf("no line %q in\n%s", name, out.String())
		return
	}
	uniform, errorOfAll := line("all public rows alike")
	moment, _ := line("moment, projected-gradient")
	selection, _ := line("selection, frank-wolfe")
	exact, least := line("without privacy")
	if !(moment < uniform/4 && selection < 1.1*uniform && exact < 2*min(moment, selection) && least < errorOfAll) {
		t.Errorf("%s", out.String())
	}
	if !strings.Contains(out.String(), "no release may state them") {
		t.Errorf("%s", out.String())
	}
	if err := Compare(args, &out); err == nil {
		t.Error("three arguments are enough")
	}
}

// The defaults on real tasks at ε = 1, δ = 1e-6: the median error of five linear models over the variance of the
// labels.
func TestDefaultsOnRealTasks(t *testing.T) {
	for name, bound := range map[string]float64{
		"calhousing_ratio_inland_to_coast": 0.90, "abalone_adult_to_infant": 0.76,
		"bikehour_springautumn_to_summer": 0.52, "powerplant_tilt_hot": 0.180,
	} {
		folder := filepath.Join(dataFolder, name)
		if _, err := os.Stat(folder); err != nil {
			t.Skip("the real tasks are not here (", dataFolder, "): the figures on them are not checked")
		}
		task := must.Get(Load(folder))(t)
		s := &split{Task: task, private: task.Everybody()}
		s.held = must.Get(task.Rows(s.private))(t)
		var errors []float64
		for range 5 {
			made := must.Get(ways[3].run(s, 1))(t)
			errors = append(errors, Error(made.model, s.held))
		}
		slices.Sort(errors)
		if errors[2] > bound {
			t.Errorf("%s: the errors are %.4f, and the median's bound %.3f", name, errors, bound)
		}
	}
}
