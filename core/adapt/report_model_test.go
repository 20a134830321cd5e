package adapt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"privadapt/core/dataset"
	"privadapt/core/method"
	"privadapt/core/release"
)

// Whoever asks for a report on a model knows the file by its digest, so a report states that of the bytes that were given, in whatever
// layout: another digest would be refused after it was paid for.
func TestAReportStatesTheDigestOfTheBytesThatWereGiven(t *testing.T) {
	source, table := labelledTask(t, 100, dataset.Regression)
	model, err := readTarget(t, source, budget(func(o *Options) { o.Base = method.Linear }), table).Adapt(release.Engine{Version: "test"}, free, nil)
	if err != nil {
		t.Fatal(err)
	}
	written, err := model.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, written); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"as it was written": written, "in one line": compact.Bytes(), "with blanks": append([]byte(" "), written...)} {
		r, err := readTarget(t, source, reporting(func(o *Options) { o.Model = text }), table).Adapt(release.Engine{Version: "test"}, free, nil)
		if err != nil {
			t.Fatal(err)
		}
		own := sha256.Sum256(text)
		if got, want := r.Certificate.Report.ModelSHA256, hex.EncodeToString(own[:]); got != want {
			t.Errorf("%s: %s is stated, and the file has %s", name, got, want)
		}
	}
}
