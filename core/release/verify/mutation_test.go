package verify

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// A document that verifies claims no ε below what its noise gives, however it was changed: 10⁵ mutations of genuine
// releases are compared with an oracle that shares nothing with the verifier. Each is tried unchanged and with the
// least claim that its parameters let pass.
func TestNoMutationVerifiesBelowItsNoise(t *testing.T) {
	mutations := 100_000
	if runtime.GOOS == "js" {
		mutations = 5_000
	}
	documents := genuineReleases(t)
	rng := rand.New(rand.NewPCG(11, 12))
	verified := map[method.Mechanism]int{}
	for i := range mutations {
		text := make([]byte, 1+changeBytes*(1+rng.IntN(5)))
		for i := range text {
			text[i] = byte(rng.Uint32())
		}
		r := mutate(documents, text)
		if attack(t, r, text, i%16 == 0) {
			verified[r.Certificate.Mechanism]++
		}
	}
	t.Logf("verified under the least claim, of %d: %v", mutations, verified)
	for _, m := range []method.Mechanism{"moment", "selection", "gradient"} {
		// Otherwise the test would attack implausible documents alone.
		if verified[m] < mutations/100 {
			t.Errorf("only %d of %d mutations verify as %s", verified[m], mutations, m)
		}
	}
}

func FuzzMutatedCertificate(f *testing.F) {
	documents := genuineReleases(f)
	for i := range documents {
		f.Add([]byte{byte(i), 10, 0, 0, 0})
		f.Add([]byte{byte(i), 7, 0, 1, 0, 0, byte(i), 2, 0, 10, 0, 0, 0})
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		attack(t, mutate(documents, text), text, true)
	})
}

// attack checks a document and the same document with the least claim that verifies, if there is one, which, if written
// is set, is checked as it is read again from its file.
func attack(t *testing.T, r *release.Release, text []byte, written bool) (verified bool) {
	t.Helper()
	check(t, r, text, false)
	report := Certificate(r)
	if !(report.Epsilon > 0) {
		return false
	}
	r.Certificate.Epsilon, r.Certificate.Rho = report.Epsilon*(1-0.99*slack), report.Rho*(1-0.99*slack)
	return check(t, r, text, written)
}

func check(t *testing.T, r *release.Release, text []byte, written bool) (ok bool) {
	t.Helper()
	report := Certificate(r)
	if report.OK != (len(report.Problems) == 0) {
		t.Fatalf("%v: OK is %v with the problems %q", text, report.OK, report.Problems)
	}
	if !report.OK {
		return false
	}
	if written {
		read, err := reread(r)
		if err != nil {
			return false // no such document can be read
		}
		if r, report = read, Certificate(read); !report.OK {
			t.Fatalf("%v: verified before it was written and not after: %q", text, report.Problems)
		}
	}
	c := r.Certificate
	if math.IsInf(report.Epsilon, 0) || math.IsNaN(report.Epsilon) || c.Epsilon < report.Epsilon*(1-slack) {
		t.Fatalf("%v: ε = %v recomputed, %v claimed", text, report.Epsilon, c.Epsilon)
	}
	if err := supports(r); err != nil {
		t.Fatalf("%v verifies: %v\n%+v", text, err, c)
	}
	return true
}
