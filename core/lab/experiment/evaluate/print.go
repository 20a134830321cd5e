package evaluate

import (
	"fmt"
	"io"
)

// print writes what was measured on a task.
func (t Task) print(out io.Writer) {
	kind := "synthetic: " + t.About
	if t.Real {
		kind = "real"
	}
	verdict := fmt.Sprintf("the reference gains %.1f%%: counts", 100*t.Gain)
	switch {
	case !t.harmless():
		verdict = fmt.Sprintf("the reference does %.1f%% harm", -100*t.Gain)
	case !t.Counts:
		verdict = fmt.Sprintf("the reference gains %.1f%%: too little to count", 100*t.Gain)
	}
	fmt.Fprintf(out, "%s (%s; m = %d, n = %d, d = %d); %s\n  ", t.Name, kind, t.SourceRows, t.TargetRows, t.Features,
		verdict)
	for i, id := range []string{unweighted, reference, "oracle", "kmm", "kliep", "ratio"} {
		c := t.curve(id, nil)
		if i > 0 {
			fmt.Fprint(out, ", ")
		}
		fmt.Fprintf(out, "%s %.4f", id, c.Mean)
		if c.Size != nil && id != unweighted {
			fmt.Fprintf(out, " (%.0f)", *c.Size)
		}
	}
	fmt.Fprintf(out, "\n  %5s  %-25s %6s %7s  %-18s %12s %12s\n", "ε", "engine", "kept", "n_eff", "harm, 95th",
		"algorithm 2", "algorithm 3")
	for _, c := range t.Curves {
		if c.Method != engine {
			continue
		}
		kept := "–"
		if c.Kept != nil {
			kept = fmt.Sprintf("%.2f", *c.Kept)
		}
		fmt.Fprintf(out, "  %5s  %-25s %6s %7.0f  %-18s %12.4f %12.4f\n", epsilonText(c.Epsilon),
			fmt.Sprintf("%.4f (%.4f–%.4f)", c.Mean, c.P5, c.P95), kept, *c.Size,
			fmt.Sprintf("%+.1f%%, %+.1f%%", 100*c.Harm, 100*c.Harm95),
			t.curve("algorithm2", c.Epsilon).Mean, t.curve("algorithm3", c.Epsilon).Mean)
	}
	fmt.Fprintln(out)
}

// print writes the medians and the violations.
func (s Summary) print(out io.Writer) {
	fmt.Fprintf(out,
		"fraction of the non-private gain kept by the engine, median over the tasks whose reference gains 5%% or more\n")
	fmt.Fprintf(out, "  %5s  %-20s %-20s\n", "ε", "real tasks", "synthetic families")
	for _, k := range s.Kept {
		fmt.Fprintf(out, "  %5s  %-20s %-20s\n", epsilonText(k.Epsilon), fraction(k.Real, k.Tasks),
			fraction(k.Families, k.Drawn))
	}
	fmt.Fprintf(
		out,
		"\nharm rule: where the reference does no harm at most %.0f%% on average and %.0f%% in the 95th percentile above unweighted, elsewhere\n"+
			"no more harm than the reference (within %.1f%%): %d violations\n",
		100*meanHarm,
		100*worstHarm,
		100*harmMargin,
		len(s.Violations),
	)
	for _, v := range s.Violations {
		fmt.Fprintf(out, "  %s\n", v)
	}
	if h := s.WorstHarm; h != nil {
		fmt.Fprintf(out, "worst mean harm where the reference does none: %+.1f%% (95th percentile %+.1f%%), %s at ε = %s\n",
			100*h.Mean, 100*h.P95, h.Task, epsilonText(h.Epsilon))
	}
}

func fraction(median *float64, of int) string {
	if median == nil {
		return "none counts"
	}
	return fmt.Sprintf("%.2f (of %d)", *median, of)
}
