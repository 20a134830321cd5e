package main

import (
	"errors"
	"syscall/js"

	"privadapt/core/experiment"
	"privadapt/core/experiment/evaluate"
	"privadapt/jsbridge"
)

// serve answers a host that sends messages, if there is one, and then does not return.
func serve() bool {
	if !js.Global().Get("privadapt").Truthy() {
		return false
	}
	jsbridge.ServeJobs(map[string]jsbridge.Job{"figure1": figure1})
	return true
}

func figure1(options []byte, progress func(stage string, done, total int64) error) (any, error) {
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
	settings := experiment.Figure1Options(o)
	if err := settings.Check(); err != nil {
		return nil, &jsbridge.Error{Code: "bad-option", Message: err.Error()}
	}
	return experiment.RunFigure1(settings, progress)
}

// drawFigures is not available as wasm, which has no fonts; the site draws its own charts.
func drawFigures(*experiment.Figure1, string) error {
	return errors.New("experiment figure1: SVG files are drawn by the native program; run make figure1")
}

func drawRegimes(*experiment.Regimes, string) error {
	return errors.New("experiment regimes: the SVG file is drawn by the native program; run make regimes")
}

func drawOwners(*experiment.Owners, string) error {
	return errors.New("experiment owners: the SVG file is drawn by the native program; run make owners")
}

var drawEvaluation evaluate.Draw // nil, as there is nothing to draw with
