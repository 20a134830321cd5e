//go:build !js

package adapt

import (
	"strings"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms"
)

// The sums of a database are refused as rows are.
func TestWhatAReceiverRefusesOfSumsIsNotCharged(t *testing.T) {
	source, o := publicSource(t), budget(func(o *Options) { o.Release = release.Moments })
	text := sumsText(readTarget(t, source, o, privateTable(200)))
	for rows, want := range map[int64]bool{199: false, 200: true} {
		o.Receiver = &terms.Receiver{Terms: terms.Terms{RowsMax: rows}}
		_, _, err := ReadSums(source, o, strings.NewReader(text), nil)
		if (err == nil) != want || err != nil && !isRefused(err, "refused-by-receiver") {
			t.Errorf("at most %d rows: %v", rows, err)
		}
	}
	o.Receiver = &terms.Receiver{Terms: terms.Terms{Release: release.Weights}}
	if _, _, err := ReadSums(source, o, unread{t}, nil); err == nil {
		t.Error("sums for another kind of release are read")
	}
}
