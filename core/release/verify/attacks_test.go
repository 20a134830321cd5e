package verify

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"privadapt/core/internal/private/mechanism"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/terms/method"
)

var lies = slices.Concat(aboutNoise, aboutValues, aboutCounts, truths)

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
	if runtime.GOOS == "js" || testing.Short() {
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

// A document that verifies claims no ε below what its noise gives, however it was changed: 10⁵ mutations of genuine
// releases are compared with an oracle that shares nothing with the verifier. Each is tried unchanged and with the
// least claim that its parameters let pass.
func TestNoMutationVerifiesBelowItsNoise(t *testing.T) {
	mutations := 100_000
	if testing.Short() {
		mutations = 20_000
	}
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

// A mutation is a text of bytes: the first chooses a genuine release, each further group of four one change to it. The
// same text is the same document in the deterministic test, in the fuzzer and in its corpus.
const changeBytes = 4

// factors have changes that are hard to notice, changes that are easy to notice, and some that exceed the slack of a
// comparison.
var factors = []float64{0.5, 2, 0.9, 1.1, 0.1, 10, 1e-3, 1e3, 1e-9, 1e9, 1e-100, 1e100, 1 - 1e-9, 1 + 1e-9, 1 - 1e-7,
	1 + 1e-7, math.Sqrt2 / 2, math.Sqrt2, 0.99, -1}

var extremes = []float64{0, -1, 1, 2, 1e-300, 5e-324, 1e300, math.MaxFloat64, 1 << 30, 1<<30 - 1, 1 << 31, 1e6, 1e9,
	1e15, 0.5, 1 - 1e-16, 1 + 1e-15, math.MaxInt64, math.MinInt64, 1e-12}

var someWords = []string{"", "moment", "selection", "gradient", "projected-gradient", "frank-wolfe", "mirror-descent",
	"single-stage", "none", "softmax", "pnorm", "tight", "paper", "replace-one", "add-remove", "zcdp",
	"discrete-gaussian", "exponential-mechanism", "discrete-laplace", "discrete-gaussian-gradient", "0", "2", "-2", "1e9",
	"+4", "007", "340282366920938463463374607431768211456"}

// mutate returns a changed copy of a genuine release.
func mutate(genuine []*release.Release, text []byte) *release.Release {
	pick := func(b byte) *release.Release { return genuine[int(b)%len(genuine)] }
	if len(text) == 0 {
		return clone(genuine[0])
	}
	r := clone(pick(text[0]))
	for text = text[1:]; len(text) >= changeBytes; text = text[changeBytes:] {
		apply(r, clone(pick(text[3])), text[0], text[1], text[2])
	}
	return r
}

// apply makes one change: what selects it, to and how are its operands, and other is a second genuine release.
func apply(r, other *release.Release, what, to, how byte) {
	numbers, texts := leaves(r)
	othersNumbers, othersTexts := leaves(other)
	n, s := int(to)%len(numbers), int(to)%len(texts)
	switch what % 11 {
	case 0, 1:
		set(numbers[n], get(numbers[n])*factors[int(how)%len(factors)])
	case 2:
		set(numbers[n], extremes[int(how)%len(extremes)])
	case 3: // two fields of one document exchanged
		m := int(how) % len(numbers)
		a, b := get(numbers[n]), get(numbers[m])
		set(numbers[n], b)
		set(numbers[m], a)
	case 4:
		set(numbers[n], get(othersNumbers[n]))
	case 5:
		texts[s].SetString(othersTexts[s].String())
	case 6:
		texts[s].SetString(someWords[int(how)%len(someWords)])
	case 7:
		scaleVariance(r, factors[int(how)%len(factors)])
	case 8: // whole parts exchanged between releases
		switch how % 4 {
		case 0:
			r.Certificate.Noise = other.Certificate.Noise
		case 1:
			r.Certificate = other.Certificate
		case 2:
			r.Kind, r.Values = other.Kind, other.Values
		case 3:
			r.Provenance.SourceRows = other.Provenance.SourceRows
		}
	case 9:
		if p := numbers[n]; p.Kind() == reflect.Pointer {
			p.SetZero()
		}
	case 10:
		understate(r)
	}
}

// leaves lists the numbers and the texts of a certificate, and the rows of the source, in the order of the fields.
func leaves(r *release.Release) (numbers, texts []reflect.Value) {
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.String:
			texts = append(texts, v)
		case reflect.Pointer:
			if k := v.Type().Elem().Kind(); k == reflect.Float64 || k == reflect.Int {
				numbers = append(numbers, v)
			}
		default:
			numbers = append(numbers, v)
		}
	}
	walk(reflect.ValueOf(&r.Certificate).Elem())
	walk(reflect.ValueOf(&r.Provenance.SourceRows).Elem())
	return numbers, texts
}

// get and set read and write a number of any type; an absent one reads as 0 and is created when it is set.
func get(v reflect.Value) float64 {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return 0
		}
		return get(v.Elem())
	case reflect.Float64:
		return v.Float()
	}
	return float64(v.Int())
}

func set(v reflect.Value, x float64) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		set(v.Elem(), x)
	case reflect.Float64:
		v.SetFloat(x)
	default:
		v.SetInt(int64(math.Max(math.MinInt64, math.Min(x, math.MaxInt64-1024))))
	}
}

func scaleVariance(r *release.Release, factor float64) {
	v, ok := new(big.Float).SetPrec(300).SetString(r.Certificate.Noise.DiagonalVariance)
	if !ok {
		return
	}
	whole, _ := v.Mul(v, big.NewFloat(factor)).Int(nil)
	whole.SetBit(whole, 0, 0) // an odd variance is refused at once
	r.Certificate.Noise.DiagonalVariance = whole.String()
}

// understate is an adversary who knows the verifier: every number that it compares with a bound is set to that bound.
func understate(r *release.Release) {
	c := &r.Certificate
	if c.Lambda == nil || c.Iterations == nil || c.N == 0 {
		return
	}
	if checkSmoothing(*c) != nil {
		return
	}
	low := 1 - 0.99*slack
	switch {
	case c.Mechanism == method.Gradient:
		c.Noise.Sensitivity = low * sensitivity(*c, r.Provenance.SourceRows)
		c.Noise.ScoreError = low * scoreRounding(*c, 1)
	case c.Solver == method.SingleStage && c.ModelNorm != nil:
		unit := 4 * *c.ModelNorm * *c.ModelNorm
		c.Noise.ScoreRange = low * unit * scoreRange(*c)
		c.Noise.ScoreError = low * stagedRounding(*c, unit, r.Provenance.SourceRows)
	default:
		c.Noise.ScoreRange = low * scoreRange(*c)
		c.Noise.ScoreError = low * scoreRounding(*c, *c.Iterations-1)
	}
}

// clone copies everything that a mutation can change.
func clone(r *release.Release) *release.Release {
	c := *r
	v := reflect.ValueOf(&c.Certificate).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Pointer && !f.IsNil() {
			fresh := reflect.New(f.Type().Elem())
			fresh.Elem().Set(f.Elem())
			f.Set(fresh)
		}
	}
	return &c
}

// oracleSlack is how far a verified claim may be below the oracle's: the verifier's own slack, 1e-9, in the claim, in
// the range and in the error of the scores, whose square is in ρ, and the rounding of two programs.
const oracleSlack = 1e-8

// supports is the oracle: it returns an error if the noise of a certificate gives less than its claim, by the
// engine's own formulas for sensitivities, errors and composition. The verifier shares none of them. It takes the
// noise and the public parameters from the certificate, and recomputes the range, sensitivity and error of the
// scores.
func supports(r *release.Release) error {
	rho, pure := spent(r)
	c := r.Certificate
	rho *= 1 - oracleSlack
	// ε below 1e-12 protects no differently than 0: e^ε is 1 to twelve digits.
	epsilon := c.Epsilon * (1 + oracleSlack)
	if pure*(1-oracleSlack) <= epsilon || noise.Delta(rho, epsilon) <= c.Delta*(1+oracleSlack) ||
		someOrder(rho, epsilon, c.Delta) {
		return nil
	}
	return fmt.Errorf("ε = %v is claimed at δ = %v; the noise gives ε = %v from ρ = %v, and a pure ε of %v", c.Epsilon,
		c.Delta, noise.Epsilon(rho, c.Delta), rho, pure)
}

// gaussian is ρ of the stated variance, Δ²/(2σ²).
func gaussian(c release.Certificate, sensitivity2 *big.Int) float64 {
	variance, _ := new(big.Int).SetString(c.Noise.DiagonalVariance, 10)
	rho, _ := new(big.Rat).SetFrac(sensitivity2, variance.Lsh(variance, 1)).Float64()
	return rho
}

// spent returns ρ and the pure ε of all draws.
func spent(r *release.Release) (rho, pure float64) {
	c := r.Certificate
	g := discrepancy.Geometry{Radius: c.Radius, SourceRadius: c.SourceRadius, Rows: c.N, Order: c.Order}
	switch c.Mechanism {
	case "moment":
		return gaussian(c, noise.MomentSensitivity2(c.InterceptSteps, c.Adjacency)), math.Inf(1)
	case "tally":
		tables := 1
		if c.Report.GroupBy != nil {
			tables = 2
		}
		return gaussian(c, noise.CountsSensitivity2(tables, c.Adjacency)), math.Inf(1)
	case "selection":
		draws, unit := *c.Iterations-1, 1.0
		moves := draws
		if c.Solver == method.SingleStage {
			draws, moves, unit = *c.Iterations+1, *c.Iterations, 4**c.ModelNorm**c.ModelNorm
		}
		span, e := 0.0, 0.0
		if c.Smoothing == "pnorm" {
			span, e = g.PNormRange(*c.P), g.PNormScoreError(*c.P, *c.Lambda, moves)
		} else {
			span, e = g.SoftmaxRange(*c.Mu), g.ScoreError(*c.Mu, *c.Lambda, moves)
		}
		e *= unit
		if c.Solver == method.SingleStage { // as adapt charges it, for labels of one standard deviation
			losses := math.Pow(*c.ModelNorm*c.SourceRadius+1, 2)
			terms := float64(r.Provenance.SourceRows + *c.Iterations + 16)
			e += terms * 0x1p-53 * (5*losses + unit*g.ScoreSpread(*c.Lambda))
		}
		perDraw := (unit*span+4*e)/c.Noise.Scale + 2.0/mechanism.ScoreResolution
		if draws == 0 {
			return 0, 0
		}
		if c.Noise.Distribution == "discrete-laplace" {
			return noise.PureRho(draws, perDraw), float64(draws) * perDraw
		}
		return noise.BoundedRangeRho(draws, perDraw), float64(draws) * perDraw
	default:
		draws := *c.Iterations - 1
		moved, e := 0.0, 0.0
		if c.Smoothing == "pnorm" {
			moved, e = g.PNormSensitivity2(*c.P, c.SourceQuartic), g.PNormScoreError(*c.P, *c.Lambda, 1)
		} else {
			moved, e = g.SoftmaxSensitivity2(*c.Mu, c.SourceQuartic), g.ScoreError(*c.Mu, *c.Lambda, 1)
		}
		root := math.Sqrt(float64(r.Provenance.SourceRows))
		total := (moved+2*root*e)/c.Noise.Scale + root/mechanism.GradientResolution
		return float64(draws) * total * total / 2, math.Inf(1)
	}
}

// someOrder reports whether a Rényi order proves (ε,δ) from ρ. At orders near 1 and beyond 10¹⁰ the engine's accountant
// rounds up so much that it does not find every proof. This function has only the rounding of float64, about 1e-15 of
// the terms.
func someOrder(rho, epsilon, delta float64) bool {
	at := func(x float64) float64 { // ε of the order 1 + eˣ; it falls, then rises
		excess := math.Exp(x)
		return (1+excess)*rho + (-math.Log(delta)-excess*math.Log1p(1/excess)-math.Log1p(excess))/excess
	}
	low, high := -60.0, 80.0
	for range 200 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if at(a) < at(b) {
			high = b
		} else {
			low = a
		}
	}
	return at(low) <= epsilon*(1+1e-12)
}
