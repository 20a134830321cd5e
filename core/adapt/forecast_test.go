package adapt

import (
	"errors"
	"math"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/symeigen"
)

// The forecast for n rows states what a run on n rows then certifies: the reason, and the noise up to its median factor.
func TestForecastIsWhatTheRunCertifies(t *testing.T) {
	o := budget(func(o *Options) { o.Release = release.Moments })
	f, err := NewForecast(publicSource(t), o, 200)
	if err != nil {
		t.Fatal(err)
	}
	result, err := adaptTable(t, o, privateTable(200))
	if err != nil {
		t.Fatal(err)
	}
	c := result.Certificate
	if c.Reason != f.Reason || !strings.Contains(c.Reason, "n = 200,") {
		t.Errorf("forecast %q, certificate %q", f.Reason, c.Reason)
	}
	e := plan.Noise{Sigma: c.Noise.StandardDeviation, Rows: 200, Order: c.Order, Radius: c.Radius}
	if math.Abs(*f.Noise/e.Typical(plan.Median)-1) > 1e-12 {
		t.Errorf("noise %v, certified %v", *f.Noise, e.Typical(plan.Median))
	}
	// The same σ is computed for the radius 1 there.
	if math.Abs(f.Errors[method.Moment]*f.Radius2 / *f.Noise - 1) > 1e-6 {
		t.Errorf("predicted %v of r², noise %v", f.Errors[method.Moment], *f.Noise)
	}
	// From the detectable discrepancy on the solver no longer attributes all of it to noise.
	moment := symeigen.NewMatrix(c.Order, nil)
	for _, factor := range []float64{0.999, 1.001} {
		uniform := factor * *f.Detectable
		if all := e.Tolerance(moment, uniform) == uniform; all != (factor < 1) {
			t.Errorf("%v of what is detectable: all of it noise is %v", factor, all)
		}
	}
}

// Under add-remove adjacency the reason must not reveal n; where the user chose the mechanism there is no reason.
func TestReasonTellsNothingPrivate(t *testing.T) {
	for _, change := range []func(*Options){
		func(o *Options) { o.Adjacency = method.AddRemove },
		func(o *Options) { o.Mechanism = method.Moment },
	} {
		a, errA := adaptTable(t, budget(change), privateTable(60))
		b, errB := adaptTable(t, budget(change), privateTable(61))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if a.Certificate.Reason != b.Certificate.Reason || strings.ContainsAny(a.Certificate.Reason, "0123456789") {
			t.Errorf("%q and %q", a.Certificate.Reason, b.Certificate.Reason)
		}
	}
}

// More rows never make a forecast worse, every setting has one, and what a run refuses a forecast refuses.
func TestForecasts(t *testing.T) {
	source := publicSource(t)
	for _, change := range []func(*Options){
		nil,
		func(o *Options) { o.Adjacency = method.AddRemove },
		func(o *Options) { o.Mechanism = method.Selection },
		func(o *Options) { o.Mechanism = method.Gradient },
	} {
		o := budget(change)
		o.AcceptLargeDelta = true // δ is 1e-5, and there are up to 1e12 rows
		before := false
		for _, n := range []int64{1, 1000, 1e6, 1e9, 1e12} {
			f, err := NewForecast(source, o, n)
			if err != nil {
				t.Fatal(err)
			}
			if before && !f.BeatsNothing {
				t.Errorf("%s: %d rows are worse than fewer", f.Mechanism, n)
			}
			before = f.BeatsNothing
			if strings.ContainsAny(f.Text, "{}") || strings.Contains(f.Text, "NaN") || strings.Contains(f.Text, "Inf") {
				t.Errorf("text %q", f.Text)
			}
		}
		if !before {
			t.Errorf("%s: 1e12 rows are too few", o.Mechanism)
		}
	}
	var known *Error
	if _, err := NewForecast(source, budget(nil), 0); !errors.As(err, &known) || known.Code != "bad-option" {
		t.Errorf("no rows: %v", err)
	}
	if _, err := NewForecast(source, budget(func(o *Options) { o.Epsilon = -1 }), 10); !errors.As(err, &known) || known.Code != "bad-epsilon" {
		t.Errorf("ε < 0: %v", err)
	}
	if _, err := NewForecast(source, budget(func(o *Options) { o.Delta = 0.01 }), 100); !errors.As(err, &known) || known.Code != "bad-delta" {
		t.Errorf("δ = 1/n: %v", err)
	}
}
