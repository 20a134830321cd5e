package correction

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/must"
	"privadapt/core/solve/symeigen"
)

// drawn sums rows of d features and of one that correlates with the first, whose residuals are truth·(1, φ) and normal
// noise of deviation 0.5, and adds noise of the law that a mechanism has. Seeds fix both.
func drawn(labelled, unlabelled, d int, truth []float64, sigma float64, seed uint64) Drawn {
	const c, gamma = 0.8, 0.7
	r := rand.New(rand.NewPCG(seed, 17))
	p := d + 2
	sum := func(order, rows int) *symeigen.Matrix {
		m := symeigen.NewMatrix(order, nil)
		v := make([]float64, p+1)
		for range rows {
			v[0] = c
			for i := 1; i < p; i++ {
				v[i] = r.NormFloat64()
			}
			v[p-1] = 0.6*v[1] + 0.8*v[p-1]
			v[p] = 0.5 * r.NormFloat64()
			for i, w := range truth {
				if i == 0 {
					w /= c
				}
				v[p] += w * v[i]
			}
			v[p] *= gamma
			for i := range order {
				for j := i; j < order; j++ {
					m.Set(i, j, m.At(i, j)+v[i]*v[j])
				}
			}
		}
		for i := range order {
			m.Set(i, i, m.At(i, i)+sigma*r.NormFloat64())
			for j := i + 1; j < order; j++ {
				m.Set(i, j, m.At(i, j)+sigma/math.Sqrt2*r.NormFloat64())
			}
		}
		return m
	}
	return Drawn{Labelled: sum(p+1, labelled), Unlabelled: sum(p, unlabelled), Sigma: sigma, Intercept: c,
		Gamma: gamma, Scales: []float64{1, 0.9, 0.8, 0.7}[:d+1], Residuals: 1, Rows: float64(labelled + unlabelled)}
}

var truth = []float64{0.5, -0.4, 0, 0.2, 0.7}

func fit(t *testing.T, d Drawn, alternatives ...Alternative) *Fitted {
	t.Helper()
	return must.Get(Fit(d, alternatives...))(t)
}

func minus(x, y []float64) []float64 { return floats.SubTo(make([]float64, len(x)), x, y) }

// A mean over many draws: the more noise, the less correction, and the error is never more than 2% above the error
// without any correction. Seeds fix the draws, so there are no false alarms.
func TestShrinksWithTheNoise(t *testing.T) {
	const draws = 60
	before := math.Inf(1)
	for _, sigma := range []float64{10, 100, 1000, 10_000} {
		norm, gain := 0.0, 0.0
		for seed := range uint64(draws) {
			f := fit(t, drawn(500, 500, 3, truth, sigma, 100+seed))
			norm += floats.Norm(f.Delta[0], 2) / draws
			// The mean square of a residual is 0.25 plus the mean square of (truth − Δ)·(1, φ), whose covariance the rows
			// fix.
			e := minus(truth, f.Delta[0])
			gain += (excess(truth) - excess(e)) / draws
		}
		if norm > before || gain < -0.02*(0.25+excess(truth)) {
			t.Errorf("σ = %v: corrections of norm %.3f after %.3f, gain %.3f", sigma, norm, before, gain)
		}
		t.Logf("σ = %v: norm %.3f, gain %.3f of %.3f", sigma, norm, gain, excess(truth))
		before = norm
	}
}

// excess is E(w·(1, φ))².
func excess(w []float64) float64 {
	return 2*0.6*w[1]*w[4] + floats.Dot(w, w)
}

// Labels that contradict the alternative take its share, labels that agree with f more than with it give it to f.
func TestLabelsDecideOnTheAlternative(t *testing.T) {
	none := make([]float64, 5)
	wrong := Alternative{[][]float64{{-2, 1, 1, -1, 1}}, Reweighted}
	if f := fit(t, drawn(5000, 0, 3, none, 50, 3), wrong); f.Shares[0] < 0.99 {
		t.Errorf("a wrong alternative keeps the share %v", f.Shares[1])
	}
	right := Alternative{[][]float64{truth}, Reweighted}
	f := fit(t, drawn(5000, 0, 3, truth, 50, 3), right)
	if f.Shares[1] < 0.99 || floats.Distance(f.Delta[0], none, 2) > 0.05 {
		t.Errorf("the right alternative has the share %v and is corrected by %v", f.Shares[1], f.Delta[0])
	}
}

// 300 labelled rows among 10,000: the others' columns serve to tell how much correction the labels ask for.
func TestRowsWithoutALabelHelp(t *testing.T) {
	var with, without float64
	for seed := range uint64(50) {
		d := drawn(300, 9700, 3, truth, 40, 500+seed)
		with += floats.Distance(fit(t, d).Delta[0], truth, 2)
		d.Unlabelled, d.Rows = nil, 300
		without += floats.Distance(fit(t, d).Delta[0], truth, 2)
	}
	if with >= without {
		t.Errorf("the distance from the truth is %.3f with the other rows and %.3f without them", with/50, without/50)
	}
}

// The same sums give the same bits natively and as wasm: the correction, and what is stated of it.
func TestSameBitsEverywhere(t *testing.T) {
	f := fit(t, drawn(300, 700, 3, truth, 30, 6), Alternative{[][]float64{{0.3, -0.2, 0, 0.1, 0.4}}, Reweighted})
	for _, c := range []struct {
		what, want string
		values     []float64
	}{
		{"the correction", "bbc88409d7a16b32", append(append([]float64(nil), f.Delta[0]...), f.Shares...)},
		{"what is stated", "71fc4f8f637f762d", []float64{f.Base[0].Value, f.Base[0].Noise, f.Base[0].Count,
			f.Gains[0].Sum, f.Gains[0].Error, f.Gains[0].Expected}},
	} {
		h := sha256.New()
		for _, v := range c.values {
			binary.Write(h, binary.LittleEndian, v)
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != c.want {
			t.Errorf("%s: the digest is %s, not %s", c.what, got, c.want)
		}
	}
}

// Whatever the sums are, the result is finite, and shares add up to one.
func TestAnyFiniteSumsAreTaken(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for k := range 600 {
		d := Drawn{
			Residuals: 1 + r.IntN(3),
			Intercept: math.Exp(60 * (r.Float64() - 0.5)),
			Gamma:     math.Exp(20 * (r.Float64() - 0.5)),
			Sigma:     math.Exp(120 * (r.Float64() - 0.5)),
			Rows:      1 + math.Exp(30*r.Float64()),
		}
		for range r.IntN(6) {
			d.Scales = append(d.Scales, math.Exp(20*(r.Float64()-0.5)))
		}
		if k%5 == 0 {
			d.Sigma = 0
		}
		random := func(order int) *symeigen.Matrix {
			m := symeigen.NewMatrix(order, nil)
			size := math.Exp(120 * (r.Float64() - 0.5))
			for i := range m.Data {
				if r.IntN(4) > 0 {
					m.Data[i] = size * r.NormFloat64()
				}
			}
			return m
		}
		p := d.order()
		d.Labelled = random(p + d.Residuals)
		if k%3 > 0 {
			d.Unlabelled = random(p)
		}
		var alternatives []Alternative
		for range r.IntN(3) {
			a := Alternative{Chance: 0.4}
			for range d.Residuals {
				own := make([]float64, p)
				for i := range own {
					own[i] = r.NormFloat64() * math.Exp(40*(r.Float64()-0.5))
				}
				a.Coefficients = append(a.Coefficients, own)
			}
			alternatives = append(alternatives, a)
		}
		f := fit(t, d, alternatives...)
		total := 0.0
		for _, s := range f.Shares {
			total += s
		}
		numbers := []float64{total}
		for k, own := range f.Delta {
			numbers = append(numbers, own...)
			e, g := f.Base[k], f.Gains[k]
			low, high := e.Ends(2, 1e30)
			share, from, to := g.Share(2)
			if !(low >= 0 && low <= high && from <= share && share <= to && to <= 1) {
				t.Fatalf("case %d, %+v, %+v: from %v to %v, from %v to %v", k, e, g, low, high, from, to)
			}
			numbers = append(numbers, e.Value, e.Noise, e.Rows, e.Count, low, high, g.Sum, g.Error, g.Expected, share, to)
		}
		for _, v := range numbers {
			if v-v != 0 {
				t.Fatalf("case %d, %+v: %v", k, d, numbers)
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("the shares add up to %v", total)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Drawn){
		"an entry that is NaN":   func(d *Drawn) { d.Labelled.Set(0, 1, math.NaN()) },
		"an infinite entry":      func(d *Drawn) { d.Unlabelled.Set(0, 1, math.Inf(1)) },
		"no residual":            func(d *Drawn) { d.Residuals = 0 },
		"an order":               func(d *Drawn) { d.Scales = d.Scales[1:] },
		"a scale of 0":           func(d *Drawn) { d.Scales[1] = 0 },
		"a γ of 0":               func(d *Drawn) { d.Gamma = 0 },
		"a negative deviation":   func(d *Drawn) { d.Sigma = -1 },
		"an intercept of 0":      func(d *Drawn) { d.Intercept = 0 },
		"no rows":                func(d *Drawn) { d.Rows = 0 },
		"an order of the second": func(d *Drawn) { d.Unlabelled = symeigen.NewMatrix(2, nil) },
	} {
		d := drawn(10, 10, 3, truth, 1, 1)
		spoil(&d)
		if _, err := Fit(d); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	d := drawn(10, 10, 3, truth, 1, 1)
	for _, a := range []Alternative{
		{}, {[][]float64{{1}}, Linear}, {[][]float64{{0, 0, math.NaN(), 0, 0}}, Linear}, {[][]float64{truth}, 0},
		{[][]float64{truth}, 1},
	} {
		if _, err := Fit(d, a); err == nil {
			t.Errorf("the alternative %v is taken", a)
		}
	}
}

// Intervals of 95% hold the mean square of a large sample before the correction, and the share that the correction takes
// off it, where rows are few, where noise is little and where it is nearly all there is. Of corrections that take off a
// tenth or more, most are called likely where that can be seen, and few where there is nothing to correct. Seeds fix the
// draws.
func TestIntervalsHoldTheErrors(t *testing.T) {
	const draws = 300
	none := make([]float64, 5)
	for _, c := range []struct {
		rows          int
		sigma         float64
		truth         []float64
		least, likely float64
	}{
		{30, 1, truth, 0.3, 1}, {100, 5, truth, 0.9, 1}, {1000, 5, truth, 0.9, 1}, {1000, 80, truth, 0.9, 1},
		{1000, 500, truth, 0, 1}, {30, 1, none, 0, 0.05}, {100, 5, none, 0, 0.05}, {1000, 100, none, 0, 0.05},
		{1000, 500, none, 0, 0.05},
	} {
		var before, gains, likely float64
		for seed := range uint64(draws) {
			f := fit(t, drawn(c.rows, c.rows, 3, c.truth, c.sigma, 1000+seed))
			was := 0.25 + excess(c.truth)
			if f.Base[0].holds(was) {
				before += 1. / draws
			}
			gain := (excess(c.truth) - excess(minus(c.truth, f.Delta[0]))) / was
			if _, low, high := f.Gains[0].Share(2); low <= gain && gain <= high {
				gains += 1. / draws
			}
			if f.Gains[0].Likely() {
				likely += 1. / draws
			}
		}
		t.Logf("%d rows with a label, σ = %v: %.3f of the intervals before and %.3f of the gains, %.3f likely", c.rows, c.sigma,
			before, gains, likely)
		if before < 0.92 || gains < 0.92 || likely < c.least || likely > c.likely {
			t.Errorf("%d rows with a label, σ = %v, truth %v: %.3f of the intervals hold the error, %.3f the gain; %.3f are likely",
				c.rows, c.sigma, c.truth, before, gains, likely)
		}
	}
}

func (e Estimate) holds(v float64) bool {
	low, high := e.Ends(2, 100)
	return low <= v && v <= high
}

// What noise and chance make of a true mean square: an interval holds it in 95% of the draws or more, whatever it is
// beside its noise, and whatever squares are as heavy-tailed as the excess says. Seeds fix the draws. With a
// probability of 95% each, the share of 4000 draws would vary by 0.3%.
func TestEndsHoldTheTrueMean(t *testing.T) {
	const draws = 4000
	r := rand.New(rand.NewPCG(21, 22))
	for _, rows := range []int{10, 50, 300} {
		for _, excess := range []float64{2, 8} {
			for _, noise := range []float64{0, 0.3, 3} {
				for _, count := range []float64{0, 0.1} {
					below, above := 0, 0
					for range draws {
						sum := 0.0
						for range rows {
							x := r.NormFloat64()
							if excess == 2 {
								sum += x * x
							} else if r.IntN(3) == 0 { // a third of the rows has all residuals, so that E x⁴/(E x²)² − 1 is 3·3 − 1
								sum += 3 * x * x
							}
						}
						n := float64(rows) * (1 + count*r.NormFloat64())
						e := Estimate{
							Value: (sum + noise*float64(rows)*r.NormFloat64()) / n,
							Noise: noise * float64(rows) / n,
							Rows:  n,
							Count: count * float64(rows) / n,
						}
						low, high := e.Ends(excess, 100)
						if low > 1 {
							below++
						}
						if high < 1 {
							above++
						}
					}
					held := 1 - float64(below+above)/draws
					t.Logf("%d rows, excess %v, noise %v, count %v: %.3f held, %.3f too high, %.3f too low", rows, excess, noise,
						count, held, float64(below)/draws, float64(above)/draws)
					// The mean of ten squares, a third of them not 0, is far from a gamma variable.
					if held < 0.94 && (rows > 10 || excess == 2) || held < 0.91 {
						t.Errorf("%d rows, excess %v, noise %v, count %v: %.3f of the intervals hold", rows, excess, noise, count,
							held)
					}
				}
			}
		}
	}
}

// An estimate beyond what the mean can be has the interval of the nearest that it can be: with an upper end, and never
// empty.
func TestEndsOfAnImpossibleEstimate(t *testing.T) {
	at := func(value float64) (low, high float64) {
		return Estimate{Value: value, Noise: 0.4, Rows: 200}.Ends(2, 5)
	}
	zero, most := 0.0, 0.0
	if zero, most = at(0); zero != 0 || !(most > 0.78 && most < 0.9) {
		t.Errorf("of 0 the interval is from %v to %v", zero, most)
	}
	for _, v := range []float64{-0.1, -1.1, -100} {
		if low, high := at(v); low != 0 || high != most {
			t.Errorf("of %v the interval is from %v to %v, not from 0 to %v", v, low, high, most)
		}
	}
	if low, high := at(80); high != 5 || low >= 5 || low <= 3 {
		t.Errorf("of 80, where 5 is the most, the interval is from %v to %v", low, high)
	}
}

// A stated gain is without bias where the correction was fitted to the very sums that state it: where noise is most of
// what it was fitted to, where rows are few, and where there is nothing to correct. Seeds fix the draws; the mean of 400
// differences in units of the standard error of what is left has a deviation of 0.05.
func TestGainsHaveNoBias(t *testing.T) {
	const draws = 400
	for _, c := range []struct {
		rows  int
		sigma float64
		truth []float64
	}{{1000, 30, truth}, {1000, 100, truth}, {1000, 500, truth}, {60, 5, truth}, {200, 30, truth},
		{60, 5, make([]float64, 5)}, {1000, 100, make([]float64, 5)}} {
		mean := 0.0
		for seed := range uint64(draws) {
			f := fit(t, drawn(c.rows, c.rows, 3, c.truth, c.sigma, 3000+seed))
			g, left := f.Gains[0], excess(minus(c.truth, f.Delta[0]))
			one := 0.7 * 0.7 * g.Noise * float64(c.rows) / c.sigma // of a mean square in units of t
			mean += (g.Sum - (excess(c.truth)-left)*one) / math.Hypot(g.Noise, (0.25+left)*one*math.Sqrt(2*g.One)) / draws
		}
		t.Logf("%d rows with a label, σ = %v, truth %v: %.3f standard errors", c.rows, c.sigma, c.truth, mean)
		if math.Abs(mean) > 0.2 {
			t.Errorf("%d rows with a label, σ = %v, truth %v: a bias of %.3f standard errors", c.rows, c.sigma, c.truth, mean)
		}
	}
}

// Ends of shares: a sum that may be nothing bounds a gain on one side alone, and one that is far from nothing on both.
func TestAGainOfASumThatMayBeNothing(t *testing.T) {
	for _, c := range []struct {
		gain, before, noise float64
		open, above         bool
	}{{0.3, 1, 0.1, false, true}, {0.3, 1, 0.6, false, true}, {0.05, 1, 0.6, true, false}, {0.3, -0.2, 0.6, false, true}, {-0.3, 0.1, 0.6, true, false}} {
		g := Gain{Sum: c.gain, Error: 0.05, Before: c.before, Noise: c.noise, One: 1e-3}
		value, low, high := g.Share(2)
		if math.IsInf(low, -1) != c.open || (low > 0) != c.above || !(low <= value && value <= high && high <= 1) || (high < 0) != (c.gain < 0) {
			t.Errorf("%+v: %v from %v to %v", c, value, low, high)
		}
	}
}
