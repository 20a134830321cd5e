package verify

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

var lies = slices.Concat(aboutNoise, aboutValues, aboutBases, aboutCounts, aboutWords, aboutUnits, truths)

// kindOf names the kind of a document, as far as what it holds and what is checked of it differ.
func kindOf(r *release.Release) string {
	if r.Certificate.Unit == method.Person {
		return ofRows(r) + " of people"
	}
	return ofRows(r)
}

func ofRows(r *release.Release) string {
	kind := string(r.Kind)
	switch {
	case r.Nonlinear() && r.Certificate.Labels != nil:
		return "corrected " + kind
	case r.Nonlinear():
		return "nonlinear " + kind
	case r.Certificate.Labels != nil:
		return kind + " with labels"
	case r.Kind == release.Report && r.Certificate.Report.GroupBy != nil:
		return kind + " with groups"
	}
	return kind
}

// lieAbout forges a given number of documents of each kind, and checks the outcome of each.
func lieAbout(t *testing.T, forgeries int) {
	t.Helper()
	kinds := map[string][]*release.Release{}
	for _, r := range genuineReleases(t) {
		kinds[kindOf(r)] = append(kinds[kindOf(r)], r)
	}
	if len(kinds) != 12 {
		t.Errorf("there are documents of the kinds %v", slices.Sorted(maps.Keys(kinds)))
	}
	tried := map[string]int{}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		rng := rand.New(rand.NewPCG(31, 32))
		outcomes := map[string]int{}
		for made := 0; made < forgeries; {
			name, outcome := tryLie(t, kinds[kind], binary.LittleEndian.AppendUint64(nil, rng.Uint64()))
			if outcome != "" {
				made++
				tried[name]++
				outcomes[outcome]++
			}
		}
		t.Logf("%s: %d forged documents of %d genuine ones: %v", kind, forgeries, len(kinds[kind]), outcomes)
	}
	for _, l := range lies {
		if tried[l.name] == 0 {
			t.Errorf("%q was never tried", l.name)
		}
	}
}

// No lie passes that lowers ε below what the stated noise gives, or that changes fields or values to what no run
// returns. Harmless ones pass. TestCampaignLies forges 10⁵ documents of each kind.
func TestNoLieVerifies(t *testing.T) {
	forgeries := 5_000
	if runtime.GOOS == "js" {
		forgeries = 1_000
	}
	lieAbout(t, forgeries)
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

// tryLie tries one lie on one genuine release, chosen by eight bytes, and returns its name and the outcome, which is
// empty if the lie does not apply.
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
		t.Fatalf("%v: %q, by %v, of %s %s %s %s: %s: %q\n%+v", text, l.name, by, made.Certificate.Mechanism,
			made.Certificate.Solver, made.Kind, made.Certificate.Adjacency, what, report.Problems, r.Certificate)
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
	c.Values.Weights, c.Values.Counts = slices.Clone(r.Values.Weights), slices.Clone(r.Values.Counts)
	c.Values.Moments = slices.Clone(r.Values.Moments)
	c.Values.LabelledSum, c.Values.UnlabelledSum = slices.Clone(r.Values.LabelledSum),
		slices.Clone(r.Values.UnlabelledSum)
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
