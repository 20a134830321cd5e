// Bench measures the engine for jsbridge/npm/bench. As wasm it answers requests like the lab; natively it reads them,
// one a line, and writes answers. No page loads it.
package main

import (
	"encoding/json"
	"fmt"

	"privadapt/core/lab/bench"
)

// request says what to measure.
type request struct {
	Kind        string // selection, moment, trees, scores64 or scores32
	Rows        int
	Order       int
	Iterations  int
	Repetitions int
}

// measure answers a request given as JSON.
func measure(options []byte, progress func(stage string, done, total int64) error) (any, error) {
	var r request
	if err := json.Unmarshal(options, &r); err != nil {
		return nil, err
	}
	c := bench.Case{Rows: r.Rows, Order: r.Order, Iterations: r.Iterations}
	switch r.Kind {
	case "selection":
		return c.Selection(r.Repetitions, func(done, total int64) error { return progress("solve", done, total) })
	case "moment":
		return c.Moment(r.Repetitions)
	case "trees":
		return c.Trees(r.Repetitions)
	case "scores64", "scores32":
		return c.Scores(r.Repetitions, r.Kind == "scores32"), nil
	}
	return nil, fmt.Errorf("bench: there is no measurement %q", r.Kind)
}
