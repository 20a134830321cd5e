package adapt_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// flats are made-up rows of area, distance and, where it is wanted, rent. The private ones are farther out.
func flats(rows, from int, rent bool) io.Reader {
	var b bytes.Buffer
	b.WriteString(map[bool]string{true: "area,km,rent\n", false: "area,km\n"}[rent])
	for k := range rows {
		area, km := 40+k*37%80, from+k*13%20
		fmt.Fprintf(&b, "%d,%d", area, km)
		if rent {
			fmt.Fprintf(&b, ",%d", area*(20-km/2))
		}
		b.WriteString("\n")
	}
	return &b
}

// made returns the value of a call. A program would handle the error.
func made[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// A run with the defaults: a model for the private rows, made from the labels of the public ones. Whoever receives the document
// checks its certificate before using it.
func Example() {
	source := made(dataset.ReadSource(flats(400, 0, true), dataset.SourceOptions{Label: "rent"}))
	options := adapt.Options{Epsilon: 1, Delta: 1e-6}
	target, report, err := adapt.ReadTarget(source, options, []io.Reader{flats(2000, 10, false)}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Rows, "private rows")
	charge := func(cost adapt.Charge) error { // record it in a ledger, or refuse it
		fmt.Println("costs ε =", cost.Epsilon)
		return nil
	}
	text := made(made(target.Adapt(release.Engine{Version: "0.1.0"}, charge, nil)).Encode())

	received := made(release.Decode(text))
	fmt.Println("a", received.Kind, "whose certificate holds:", verify.Certificate(received).OK)
	predictions, _, err := received.Predict(strings.NewReader("area,km\n70,12\n50,25\n"), nil)
	fmt.Println(predictions.Rows, "predictions", err)
	// Output:
	// 2000 private rows
	// costs ε = 1
	// a model whose certificate holds: true
	// 2 predictions <nil>
}

// Noisy Frank–Wolfe by the paper: Algorithm 2, whose every round draws a public row by the exponential mechanism.
func Example_noisyFrankWolfe() {
	source := made(dataset.ReadSource(flats(400, 0, true), dataset.SourceOptions{Label: "rent"}))
	options := adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Weights, Mechanism: method.Selection, Iterations: 50}
	target, _, err := adapt.ReadTarget(source, options, []io.Reader{flats(2000, 10, false)}, nil)
	if err != nil {
		panic(err)
	}
	uncharged := func(adapt.Charge) error { return nil } // the rows are made up
	released := made(target.Adapt(release.Engine{Version: "0.1.0"}, uncharged, nil))
	fmt.Println(len(released.Values.Weights), "weights by", released.Certificate.Mechanism)
	fmt.Println("the certificate holds:", verify.Certificate(released).OK)
	// Output:
	// 400 weights by selection
	// the certificate holds: true
}
