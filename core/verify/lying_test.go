package verify

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"privadapt/core/release"
)

var lies = slices.Concat(aboutNoise, aboutValues, aboutBases, truths)

// No lie passes that lowers ε below what the stated noise gives, or that changes fields or values to what no run returns.
// Harmless ones pass. Each pair of a document and a lie is tried six times on average.
func TestNoLieVerifies(t *testing.T) {
	tries := 40_000
	if runtime.GOOS == "js" {
		tries = 8_000
	}
	documents := genuineReleases(t)
	rng := rand.New(rand.NewPCG(31, 32))
	tried, outcomes := map[string]int{}, map[string]int{}
	for range tries {
		text := binary.LittleEndian.AppendUint64(nil, rng.Uint64())
		name, outcome := tryLie(t, documents, text)
		if outcome != "" {
			tried[name]++
			outcomes[outcome]++
		}
	}
	t.Logf("%d lies about %d documents in %d tries: %v", len(lies), len(documents), tries, outcomes)
	for _, l := range lies {
		if tried[l.name] == 0 {
			t.Errorf("%q was never tried", l.name)
		}
	}
}

func FuzzLies(f *testing.F) {
	documents := genuineReleases(f)
	for i := range lies {
		for d := range documents {
			f.Add([]byte{byte(d), byte(i), 128, 0, 0, byte(d), 0, 0})
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) { tryLie(t, documents, text) })
}

// tryLie tries one lie on one genuine release, chosen by eight bytes, and returns its name and the outcome, which is empty if the
// lie does not apply.
func tryLie(t *testing.T, documents []*release.Release, text []byte) (name, outcome string) {
	t.Helper()
	if len(text) < 8 {
		return "", ""
	}
	made := documents[int(text[0])%len(documents)]
	l := lies[int(text[1])%len(lies)]
	// Half of the numbers are close to 1, at distances of every order.
	by := (float64(binary.LittleEndian.Uint16(text[2:])) + 0.5) / 0x1p16
	if text[4]%2 == 1 {
		by = 1 - by*math.Pow(10, -float64(text[4]/2%7))
	}
	r := cloneAll(made)
	verdict := l.change(r, by, int(binary.LittleEndian.Uint16(text[5:])))
	if verdict == pointless {
		return l.name, ""
	}
	report := Certificate(r)
	fail := func(what string) {
		t.Helper()
		t.Fatalf("%v: %q, by %v, of %s %s %s %s: %s: %q\n%+v", text, l.name, by, made.Certificate.Mechanism, made.Certificate.Solver, made.Kind, made.Certificate.Adjacency, what, report.Problems, r.Certificate)
	}
	switch {
	case verdict == harmless && !report.OK:
		fail("a harmless statement is refused")
	case verdict == ruledOut && report.OK:
		fail("what cannot be passed")
	case report.OK:
		if err := supportsAll(r); err != nil {
			fail(err.Error())
		}
		return l.name, "passed"
	}
	return l.name, "refused"
}

// supportsAll is the oracle for ε and for ρ.
func supportsAll(r *release.Release) error {
	if err := supports(r); err != nil {
		return err
	}
	if rho, _ := spent(r); !(r.Certificate.Rho >= rho*(1-oracleSlack)) {
		return fmt.Errorf("ρ = %v is claimed, the noise gives %v", r.Certificate.Rho, rho)
	}
	return nil
}

// cloneAll copies everything that a lie can change, the values included.
func cloneAll(r *release.Release) *release.Release {
	c := clone(r)
	c.Values.Weights = slices.Clone(r.Values.Weights)
	c.Values.Moments = slices.Clone(r.Values.Moments)
	c.Values.LabelledSum, c.Values.UnlabelledSum = slices.Clone(r.Values.LabelledSum), slices.Clone(r.Values.UnlabelledSum)
	for i, row := range c.Values.Moments {
		c.Values.Moments[i] = slices.Clone(row)
	}
	if b := c.Certificate.Base; b != nil {
		b.Candidates = slices.Clone(b.Candidates)
	}
	if l := c.Certificate.Labels; l != nil {
		l.Spread, l.Errors = slices.Clone(l.Spread), slices.Clone(l.Errors)
	}
	return c
}
