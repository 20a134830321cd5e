package adapt_test

import (
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
func flats(rows, from int, rent bool) string {
	var b strings.Builder
	b.WriteString(map[bool]string{true: "area,km,rent\n", false: "area,km\n"}[rent])
	for k := range rows {
		area, km := 40+k*37%80, from+k*13%20
		fmt.Fprintf(&b, "%d,%d", area, km)
		if rent {
			fmt.Fprintf(&b, ",%d", area*(20-km/2))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Noisy Frank–Wolfe by the paper: Algorithm 2, whose every round draws a public row by the exponential mechanism, and a
// certificate that a verifier checks by an accountant of its own.
func Example() {
	source, err := dataset.ReadSource(strings.NewReader(flats(400, 0, true)), dataset.SourceOptions{Label: "rent"})
	if err != nil {
		fmt.Println(err)
		return
	}
	options := adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Weights, Mechanism: method.Selection, Iterations: 50}
	private := []io.Reader{strings.NewReader(flats(2000, 10, false))}
	target, report, err := adapt.ReadTarget(source, options, private, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Rows, "private rows")
	charge := func(cost adapt.Charge) error { // a ledger would record it, or refuse
		fmt.Println("costs ε =", cost.Epsilon)
		return nil
	}
	made, err := target.Adapt(release.Engine{Version: "0.1.0"}, charge, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(made.Values.Weights), "weights, made by", made.Certificate.Mechanism)
	fmt.Println("the certificate holds:", verify.Certificate(made).OK)
	// Output:
	// 2000 private rows
	// costs ε = 1
	// 400 weights, made by selection
	// the certificate holds: true
}
