package main

import (
	"privadapt/core/lab/figure1"
	"privadapt/jsbridge"
)

// serve answers the messages of a page and does not return.
func serve() { jsbridge.ServeJobs(map[string]jsbridge.Job{"figure1": computeFigure1}) }

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
