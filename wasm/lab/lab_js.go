package main

import (
	"syscall/js"

	"privadapt/core/lab/experiment/command"
	"privadapt/core/lab/experiment/evaluate"
	"privadapt/core/lab/experiment/figure1"
	"privadapt/core/lab/experiment/owners"
	"privadapt/jsbridge"
)

// serve answers a host that sends messages, if there is one, and then does not return.
func serve() bool {
	if !js.Global().Get("privadapt").Truthy() {
		return false
	}
	jsbridge.ServeJobs(map[string]jsbridge.Job{"figure1": computeFigure1})
	return true
}

func computeFigure1(options []byte, progress func(stage string, done, total int64) error) (any, error) {
	var o struct {
		Repetitions int
		Epsilons    []float64
		Rows        []int
		Iterations  int
	}
	err := jsbridge.Decode(options, map[string]any{
		"repetitions": &o.Repetitions, "epsilons": &o.Epsilons, "rows": &o.Rows, "iterations": &o.Iterations,
	})
	if err != nil {
		return nil, err
	}
	settings := figure1.Options(o)
	if err := settings.Check(); err != nil {
		return nil, &jsbridge.Error{Code: "bad-option", Message: err.Error()}
	}
	return figure1.Run(settings, progress)
}

// There are no fonts here to draw with; the site draws its own charts.
var (
	drawFigure1    command.Draw[*figure1.Result]
	drawOwners     command.Draw[*owners.Result]
	drawEvaluation command.Draw[*evaluate.Report]
)
