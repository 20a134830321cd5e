package jsbridge

import (
	"errors"
	"io"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
)

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
		if err != nil {
			checkCoded(t, err)
			return
		}
		if o.Label == "" {
			t.Fatalf("no label in %+v", o)
		}
		source, err := dataset.ReadSource(strings.NewReader(fuzzTable), o.SourceOptions)
		if err != nil {
			checkCoded(t, err)
			return
		}
		if err := checkIntegrity("public sample", source.Digest, o.Integrity); err != nil {
			checkCoded(t, err)
		}
	})
}

var errNotPaid = errors.New("not paid")

// For any text, the options of a run are refused with a code, or they are a plan whose noise can be calibrated. The run
// goes up to the charge, which this test refuses.
func FuzzAdaptOptions(f *testing.F) {
	for _, seed := range []string{
		`{"epsilon":1,"delta":1e-6}`,
		`{"epsilon":1.5,"delta":1e-6,"release":"weights","mechanism":"selection","solver":"frank-wolfe","calibration":"paper","mu":3,"lambda":0,"iterations":7,"radius":4.5,"settingsAfterPreview":true}`,
		`{"epsilon":8,"delta":0.1,"mechanism":"gradient","smoothing":"pnorm","p":2.5,"iterations":"auto"}`,
		`{"epsilon":0.1,"delta":1e-9,"mechanism":"selection","solver":"single-stage","modelNorm":2}`,
		`{"epsilon":1,"delta":1e-5,"mu":"auto","lambda":"auto","radius":"auto","modelNorm":"auto","p":"auto"}`,
		`{"epsilon":1,"delta":1e-5,"release":"moments","mechanism":"moment","solver":"mirror-descent"}`,
		`{"epsilon":null}`, `{"release":null}`, `{"settingsAfterPreview":null}`, `{"epsilon":1e-300,"delta":0.99}`,
		`{"epsilon":1e308,"delta":1e-308}`, `{}`, `null`, ``,
	} {
		f.Add([]byte(seed))
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(fuzzTable), dataset.SourceOptions{Label: "y"}))(f)
	f.Fuzz(func(t *testing.T, object []byte) {
		o, err := DecodeAdaptOptions(object)
		if err != nil {
			checkCoded(t, err)
			return
		}
		target, _, err := adapt.ReadTarget(source, o, []io.Reader{strings.NewReader("a,c\n1,red\n2,blue\n")}, nil)
		if err != nil {
			checkCoded(t, err)
			return
		}
		_, err = target.Adapt(release.Engine{}, func(c adapt.Charge) error {
			if c.Epsilon != o.Epsilon || c.Delta != o.Delta || !(c.Rho >= 0 && c.Rho < 1e30) {
				t.Fatalf("charged %+v for %+v", c, o)
			}
			return errNotPaid
		}, nil)
		if !errors.Is(err, errNotPaid) {
			checkCoded(t, err)
		}
	})
}

// checkCoded requires an error that the other side can distinguish from a failure of the platform.
func checkCoded(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		t.Fatal("neither a value nor an error")
	}
	if e := describe(err); e.Code == "" || e.Code == "unreadable" || e.Message == "" || e.Line < 0 || e.Column < 0 {
		t.Fatalf("%#v of %v", e, err)
	}
}
