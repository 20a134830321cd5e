package verify

import (
	"math"
	"math/big"
	"reflect"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// A mutation is a text of bytes: the first chooses a genuine release, each further group of four one change to it. The
// same text is the same document in the deterministic test, in the fuzzer and in its corpus.
const changeBytes = 4

// factors have changes that are hard to notice, changes that are easy to notice, and some that exceed the slack of a
// comparison.
var factors = []float64{0.5, 2, 0.9, 1.1, 0.1, 10, 1e-3, 1e3, 1e-9, 1e9, 1e-100, 1e100, 1 - 1e-9, 1 + 1e-9, 1 - 1e-7,
	1 + 1e-7, math.Sqrt2 / 2, math.Sqrt2, 0.99, -1}

var extremes = []float64{0, -1, 1, 2, 1e-300, 5e-324, 1e300, math.MaxFloat64, 1 << 30, 1<<30 - 1, 1 << 31, 1e6, 1e9,
	1e15, 0.5, 1 - 1e-16, 1 + 1e-15, math.MaxInt64, math.MinInt64, 1e-12}

var words = []string{"", "moment", "selection", "gradient", "projected-gradient", "frank-wolfe", "mirror-descent",
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
		texts[s].SetString(words[int(how)%len(words)])
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
