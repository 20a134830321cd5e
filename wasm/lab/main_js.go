package main

import (
	"privadapt/core/lab/figure1"
	"privadapt/core/words"
	"privadapt/jsbridge"
)

// serve answers the messages of a page and does not return.
func serve() { jsbridge.ServeJobs(map[string]jsbridge.Job{"figure1": computeFigure1}) }

func computeFigure1(options []byte, progress func(stage string, done, total int64) error) (any, error) {
	var o figure1.Options
	err := jsbridge.Decode(options, map[string]any{
		"repetitions": &o.Repetitions, "epsilons": &o.Epsilons, "rows": &o.Rows, "iterations": &o.Iterations,
	})
	if err != nil {
		return nil, err
	}
	if err := o.Check(); err != nil {
		return nil, words.Refuse("bad-option", "%s", err)
	}
	return figure1.Run(o, progress)
}
