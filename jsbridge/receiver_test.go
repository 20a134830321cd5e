package jsbridge

import (
	"errors"
	"testing"

	"privadapt/core/release"
)

// A receiver may state more than this engine knows; what it states in another form is not taken for nothing.
func TestDecodeReceiver(t *testing.T) {
	r, err := DecodeReceiver(
		[]byte(
			`{"state":"open","expires":0,"campaign":"c","mostBytes":1048576,"release":"moments","epsilonMax":2,"rowsMax":1000000000,"new":[1]}`,
		),
	)
	if err != nil || r.Campaign != "c" || r.MostBytes != 1<<20 || r.Release != release.Moments || r.EpsilonMax != 2 ||
		r.RowsMax != 1e9 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := DecodeReceiver(nil); r != nil || err != nil {
		t.Errorf("no receiver: %+v, %v", r, err)
	}
	for _, bad := range []string{`{"epsilonMax":"2"}`, `{"rowsMin":0.5}`, `{"rowsMax":1e30}`, `{"samples":1}`,
		`{"release":["moments"]}`, `[]`, `1`, `{`} {
		var refused *Error
		if r, err := DecodeReceiver([]byte(bad)); r != nil || !errors.As(err, &refused) ||
			refused.Code != "refused-by-receiver" {
			t.Errorf("%s: %+v, %v", bad, r, err)
		}
	}
}
