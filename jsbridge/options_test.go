package jsbridge

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/terms/settings"
	"privadapt/core/words"
)

// auto is the default of each.
func TestDecodeAdaptOptions(t *testing.T) {
	zero, yes := 0.0, true
	for object, want := range map[string]adapt.Options{
		`{"epsilon":1.5,"delta":1e-6,"release":"weights","mechanism":"selection","solver":"frank-wolfe","calibration":"paper",
		"mu":3,"lambda":0,"iterations":7,"radius":4.5,"settingsAfterPreview":true,"base":"linear"}`: {
			Epsilon: 1.5, Delta: 1e-6, Release: release.Weights, Mechanism: method.Selection, Solver: method.FrankWolfe,
			Calibration: "paper", Mu: 3, Lambda: &zero, Iterations: 7, Radius: 4.5, SettingsAfterPreview: &yes,
			Base: method.Linear,
		},
		`{"adjacency":"add-remove","campaign":"spring","smoothing":"pnorm","p":2.5,"modelNorm":0.5,
		"useLabels":true}`: {
			Adjacency: method.AddRemove, Campaign: "spring", Smoothing: method.PNorm, P: 2.5,
			ModelNorm: 0.5, UseLabels: true, Base: method.Auto,
		},
		`{"mu":"auto","p":"auto","lambda":"auto","iterations":"auto","radius":"auto","modelNorm":"auto"}`: {
			Base: method.Auto,
		},
	} {
		if o, err := DecodeAdaptOptions([]byte(object)); err != nil || !reflect.DeepEqual(o, want) {
			t.Errorf("%s: %+v, %v", object, o, err)
		}
	}
}

func TestDecodeRefusesBadOptions(t *testing.T) {
	for _, c := range []struct{ object, code, says string }{
		{`{"mu":"automatic"}`, "bad-option", "auto"},
		{`{"epsilon":"auto"}`, "bad-epsilon", "epsilon"}, // ε has no default
		{`{"epsilom":1}`, "unknown-option", "epsilom"},
		{`{"Epsilon":1}`, "unknown-option", "Epsilon"},
		{`{"epsilon":"1"}`, "bad-epsilon", "epsilon"},
		{`{"epsilon":null}`, "bad-epsilon", "finite"}, // NaN and Infinity in JSON
		{`{"delta":null}`, "bad-delta", "finite"},
		{`{"delta":[1]}`, "bad-delta", "delta"},
		{`{"iterations":0}`, "bad-iterations", "at least 1"},
		{`{"iterations":2.5}`, "bad-iterations", "whole"},
		{`{"iterations":1e99}`, "bad-iterations", "whole"},
		{`{"mu":0}`, "bad-option", "above 0"},
		{`{"radius":-2}`, "bad-option", "above 0"},
		{`{"lambda":null}`, "bad-option", "finite"},
		{`{"release":3}`, "bad-option", "text"},
		{`{"release":null}`, "bad-option", "text"}, // not a word for the default
		{`{"useLabels":"yes"}`, "bad-option", "true or false"},
		{`{"settingsAfterPreview":null}`, "bad-option", "true or false"},
		{`{"settingsAfterPreview":"yes"}`, "bad-option", "true or false"},
		{`[]`, "bad-option", "object"},
		{`null`, "bad-option", "object"},
		{``, "bad-option", "object"},
	} {
		_, err := DecodeAdaptOptions([]byte(c.object))
		var known *words.Error
		if !errors.As(err, &known) || known.Code != c.code || !strings.Contains(known.Message, c.says) {
			t.Errorf("%s: %v, want code %s and %q", c.object, err, c.code, c.says)
		}
	}
}

func TestDecodeSourceOptions(t *testing.T) {
	const object = `{"label":"y","categorical":["c"],"ignore":["id"],"dateOrder":{"sold":"dmy"},"integrity":"sha256-x"}`
	o, err := DecodeSourceOptions([]byte(object))
	if err != nil || o.Label != "y" || len(o.Categorical) != 1 || o.Ignore[0] != "id" || o.DateOrder["sold"] != "dmy" ||
		o.Integrity != "sha256-x" {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := DecodeSourceOptions([]byte(`{}`)); err == nil {
		t.Error("a missing label was accepted")
	}
}

func TestCheckIntegrity(t *testing.T) {
	const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // of "abc", FIPS 180-2
	for stated, ok := range map[string]bool{
		digest:                  true,
		strings.ToUpper(digest): true,
		"sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=": true,
		strings.Repeat("0", 64):                               false,
		"sha256-!!!":                                          false,
		"short":                                               false,
	} {
		if err := CheckIntegrity("file", digest, stated); (err == nil) != ok {
			t.Errorf("%s: %v", stated, err)
		}
	}
}

func TestErrorsKeepTheirCodeAndPlace(t *testing.T) {
	inner := &dataset.Error{Code: "not-a-number", Line: 7, Column: 3, Message: "fix it"}
	got := Describe(fmt.Errorf("private file 2: %w", inner))
	if got.Code != "not-a-number" || got.Line != 7 || got.Column != 3 ||
		!strings.Contains(got.Message, "file 2") {
		t.Errorf("%+v", got)
	}
	for err, code := range map[error]string{
		ErrCancelled:                  "cancelled",
		words.Refuse("refused", "no"): "refused",
		errors.New("disk"):            "unreadable",
	} {
		if got := Describe(err); got.Code != code {
			t.Errorf("%v became %s", err, got.Code)
		}
	}
}

// Each setting of the table has its place: a request takes it, and a value of another type is refused by its name. A
// field that was forgotten in plan.Options, or whose tag is misspelt, would be an unknown option.
func TestEverySettingHasAPlace(t *testing.T) {
	for _, request := range []struct {
		place  settings.Place
		decode func([]byte) error
	}{
		{settings.Run, func(b []byte) error { _, err := DecodeAdaptOptions(b); return err }},
		{settings.Forecast, func(b []byte) error { _, err := DecodeAdaptOptions(b); return err }},
		{settings.Query, func(b []byte) error { _, err := DecodeQueryOptions(b); return err }},
		{settings.After, func(b []byte) error { _, err := DecodeSolveOptions(b); return err }},
		{settings.Sample, func(b []byte) error { _, err := DecodeSourceOptions(b); return err }},
	} {
		for _, f := range settings.Of(request.place) {
			if f.Type == settings.File {
				continue // its bytes come beside the options
			}
			err := request.decode(fmt.Appendf(nil, `{%q:{"x":{}}}`, f.Name))
			var known *words.Error
			if !errors.As(err, &known) || known.Code == "unknown-option" ||
				!strings.Contains(known.Message, strconv.Quote(f.Name)) {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
}

// Each place of a setting has its setting: an option whose line in the table was forgotten could be stated by nobody.
func TestEveryPlaceHasASetting(t *testing.T) {
	for _, into := range []any{&QueryOptions{}, &SourceOptions{}} {
		for name := range settings.PlacesIn(into) {
			if !slices.ContainsFunc(settings.Fields, func(f settings.Field) bool { return f.Name == name }) {
				t.Errorf("core/terms/settings has no line for %q of %T", name, into)
			}
		}
	}
}

// A receiver may state more than this engine knows; what it states in another form is not taken for nothing.
func TestDecodeReceiver(t *testing.T) {
	r, err := DecodeReceiver([]byte(`{"state":"open","expires":0,"campaign":"c","mostBytes":1048576,"release":"moments",
		"epsilonMax":2,"rowsMax":1000000000,"new":[1]}`))
	if err != nil || r.Campaign != "c" || r.MostBytes != 1<<20 || r.Release != release.Moments || r.EpsilonMax != 2 ||
		r.RowsMax != 1e9 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := DecodeReceiver(nil); r != nil || err != nil {
		t.Errorf("no receiver: %+v, %v", r, err)
	}
	for _, bad := range []string{`{"epsilonMax":"2"}`, `{"rowsMin":0.5}`, `{"rowsMax":1e30}`,
		`{"release":["moments"]}`, `[]`, `1`, `{`} {
		var refused *words.Error
		if r, err := DecodeReceiver([]byte(bad)); r != nil || !errors.As(err, &refused) ||
			refused.Code != "refused-by-receiver" {
			t.Errorf("%s: %+v, %v", bad, r, err)
		}
	}
}

// posted lists the rounds of a run whose progress is posted, given how long each round takes.
func posted(rounds int64, lasts func(round int64) time.Duration) (at []int64) {
	var c Cadence
	now := time.Duration(0)
	for round := range rounds {
		now += lasts(round)
		if c.Due("solve", round+1, rounds, now) {
			at = append(at, round+1)
		}
	}
	return at
}

func TestProgressFollowsCountsAlone(t *testing.T) {
	for _, rounds := range []int64{1, 2, 49, 99, 100, 101, 999, 1_000_000} {
		want := posted(rounds, func(int64) time.Duration { return time.Microsecond })
		for name, lasts := range map[string]func(int64) time.Duration{
			"slow":         func(int64) time.Duration { return time.Second },
			"slower later": func(round int64) time.Duration { return time.Duration(round) * time.Millisecond },
			"in fits":      func(round int64) time.Duration { return time.Duration(round%7) * 20 * time.Millisecond },
		} {
			if got := posted(rounds, lasts); !slices.Equal(got, want) {
				t.Errorf("%d rounds, %s: posted at %v, others at %v", rounds, name, got, want)
			}
		}
		if n := int64(len(want)); n < min(rounds, 99) || n > 101 || want[n-1] != rounds {
			t.Errorf("%d rounds: posted at %v", rounds, want)
		}
	}
}

// If the end is not known, time decides; a new stage starts again.
func TestProgressWithoutAnEndFollowsTime(t *testing.T) {
	var c Cadence
	count := 0
	for ms := range 1000 {
		if c.Due("target", int64(ms), 0, time.Duration(ms)*time.Millisecond) {
			count++
		}
	}
	if count != 20 {
		t.Errorf("%d messages in a second", count)
	}
	if !c.Due("solve", 1, 1000, time.Second) || c.Due("solve", 2, 1000, time.Minute) {
		t.Error("a new stage is not reported once at its start")
	}
}

const fuzzTable = "a,c,b,y\n1,red,3,1\n2,blue,1,5\n4,red,2,2\n0,blue,7,3\n"

// For any text, the options of a sample are refused with a code, or the sample is read or refused with a code.
func FuzzSourceOptions(f *testing.F) {
	for _, seed := range []string{
		`{"label":"y"}`, `{"label":"y","categorical":["c"],"ignore":["a","b"],"integrity":"sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="}`,
		`{"label":"c"}`, `{"label":""}`, `{"label":"y","ignore":["y"]}`, `{"label":"y","categorical":["a"],"ignore":["a"]}`,
		`{"label":null}`, `{"label":"y","dateOrder":{"a":"mdy"}}`, `{"label":"y","dateOrder":{"a":"","b":"x"}}`,
		`{"ignore":"a"}`, `[]`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, object []byte) {
		o, err := DecodeSourceOptions(object)
		if coded(t, err) {
			return
		}
		if o.Label == "" {
			t.Fatalf("no label in %+v", o)
		}
		source, err := dataset.ReadSource(strings.NewReader(fuzzTable), o.SourceOptions)
		if coded(t, err) {
			return
		}
		coded(t, CheckIntegrity("public sample", source.Digest, o.Integrity))
	})
}

// For any text, the options of a run are refused with a code, or read. What a plan makes of any options is tested where
// they are planned: FuzzOptions in core/adapt.
func FuzzAdaptOptions(f *testing.F) {
	for _, seed := range []string{
		`{"epsilon":1.5,"delta":1e-6,"release":"weights","mechanism":"selection","mu":3,"lambda":0,"iterations":7}`,
		`{"epsilon":1,"delta":1e-5,"mu":"auto","lambda":"auto","radius":"auto","modelNorm":"auto","p":"auto"}`,
		`{"epsilon":null}`, `{"release":null}`, `{"settingsAfterPreview":null}`, `{"epsilon":1e-300,"delta":0.99}`,
		`{"epsilon":1e308,"delta":1e-308}`, `{}`, `null`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, object []byte) {
		_, err := DecodeAdaptOptions(object)
		coded(t, err)
	})
}

// coded reports whether there is an error, which the other side has to distinguish from a failure of the platform.
func coded(t *testing.T, err error) bool {
	t.Helper()
	if err == nil {
		return false
	}
	if e := Describe(err); e.Code == "" || e.Code == "unreadable" || e.Message == "" || e.Line < 0 || e.Column < 0 {
		t.Fatalf("%#v of %v", e, err)
	}
	return true
}
