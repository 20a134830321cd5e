package correction

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/must"
	"privadapt/core/solve/symeigen"
)

// drawn sums rows of d columns and of a prediction, whose residuals are truth·(1, z, g) and normal noise of deviation
// 0.5, and adds noise of the law that a mechanism has. Seeds fix both.
func drawn(labelled, unlabelled, d int, truth []float64, sigma float64, seed uint64) Drawn {
	const c = 0.8
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
		Features: d, Predictions: 1, Residuals: 1, Rows: float64(labelled + unlabelled)}
}

var truth = []float64{0.5, -0.4, 0, 0.2, 0.7}

func fit(t *testing.T, d Drawn, alternatives ...Alternative) *Fitted {
	t.Helper()
	return must.Get(Fit(d, alternatives...))(t)
}

func distance(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += (x[i] - y[i]) * (x[i] - y[i])
	}
	return math.Sqrt(s)
}

// With no noise and many rows the correction is what the residuals follow, and the errors are theirs.
func TestLittleNoiseGivesLeastSquares(t *testing.T) {
	f := fit(t, drawn(20_000, 5000, 3, truth, 0, 1))
	if off := distance(f.Delta[0], truth); off > 0.03 {
		t.Errorf("the correction is %v, %.3f from the truth", f.Delta[0], off)
	}
	if v := f.Corrected[0].Value; math.Abs(v-0.25) > 0.02 {
		t.Errorf("the corrected mean square is %v, not 0.25", v)
	}
}

// Noise that drowns everything leaves f, or the alternative, as it is.
func TestNoiseAloneCorrectsLittle(t *testing.T) {
	d := drawn(1000, 1000, 3, truth, 1e7, 2)
	if off := distance(fit(t, d).Delta[0], make([]float64, 5)); off > 0.05 {
		t.Errorf("noise corrects by %v", off)
	}
	f := fit(t, d, Alternative{[][]float64{{0.3, 0, 0.3, 0, 0}}, Reweighted})
	if f.Shares[1] < 0.8 || distance(f.Delta[0], make([]float64, 5)) > 0.08 {
		t.Errorf("the alternative has the share %v and is corrected by %v", f.Shares[1], f.Delta[0])
	}
}

// A mean over many draws: the more noise, the less correction, and the error is never more than 2% above the error
// without any correction. Seeds fix the draws, so there are no false alarms.
func TestShrinksWithTheNoise(t *testing.T) {
	const draws = 60
	before := math.Inf(1)
	for _, sigma := range []float64{10, 100, 1000, 10_000} {
		norm, gain := 0.0, 0.0
		for seed := range uint64(draws) {
			f := fit(t, drawn(500, 500, 3, truth, sigma, 100+seed))
			norm += distance(f.Delta[0], make([]float64, 5)) / draws
			// The mean square of a residual is 0.25 plus the mean square of (truth − Δ)·(1, z, g), whose covariance the rows
			// fix.
			e := make([]float64, 5)
			for i := range e {
				e[i] = truth[i] - f.Delta[0][i]
			}
			gain += (excess(truth) - excess(e)) / draws
		}
		if norm > before || gain < -0.02*(0.25+excess(truth)) {
			t.Errorf("σ = %v: corrections of norm %.3f after %.3f, gain %.3f", sigma, norm, before, gain)
		}
		t.Logf("σ = %v: norm %.3f, gain %.3f of %.3f", sigma, norm, gain, excess(truth))
		before = norm
	}
}

// excess is E(w·(1, z, g))².
func excess(w []float64) float64 {
	s := 2 * 0.6 * w[1] * w[4]
	for _, v := range w {
		s += v * v
	}
	return s
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
	if f.Shares[1] < 0.99 || distance(f.Delta[0], none) > 0.05 {
		t.Errorf("the right alternative has the share %v and is corrected by %v", f.Shares[1], f.Delta[0])
	}
}

// 300 labelled rows among 10,000: the others' columns serve to tell how much correction the labels ask for.
func TestRowsWithoutALabelHelp(t *testing.T) {
	var with, without float64
	for seed := range uint64(50) {
		d := drawn(300, 9700, 3, truth, 40, 500+seed)
		with += distance(fit(t, d).Delta[0], truth)
		d.Unlabelled, d.Rows = nil, 300
		without += distance(fit(t, d).Delta[0], truth)
	}
	if with >= without {
		t.Errorf("the distance from the truth is %.3f with the other rows and %.3f without them", with/50, without/50)
	}
}

// Turning the columns turns the correction: the prior prefers no direction among them. The correction has the sign
// of the residuals.
func TestEquivariance(t *testing.T) {
	d := drawn(400, 200, 3, truth, 20, 4)
	want := fit(t, d).Delta[0]
	sine, cosine := math.Sincos(0.7)
	turned := d
	turned.Labelled, turned.Unlabelled = turn(d.Labelled, sine, cosine), turn(d.Unlabelled, sine, cosine)
	got := fit(t, turned).Delta[0]
	back := append([]float64(nil), got...)
	back[1], back[2] = cosine*got[1]-sine*got[2], sine*got[1]+cosine*got[2]
	if off := distance(back, want); off > 1e-9 {
		t.Errorf("after a turn of the columns the correction is %v, not %v", back, want)
	}
	// The sign of a residual.
	p := d.order()
	flipped := d
	flipped.Labelled = symeigen.NewMatrix(p+1, append([]float64(nil), d.Labelled.Data...))
	for i := range p {
		flipped.Labelled.Set(i, p, -d.Labelled.At(i, p))
	}
	for i, v := range fit(t, flipped).Delta[0] {
		if math.Abs(v+want[i]) > 1e-12 {
			t.Errorf("coefficient %d of −t is %v, and of t %v", i, v, want[i])
		}
	}
}

// turn rotates columns 1 and 2: new 1 = cos·1 + sin·2, new 2 = −sin·1 + cos·2.
func turn(m *symeigen.Matrix, sine, cosine float64) *symeigen.Matrix {
	full := symeigen.NewMatrix(m.Order, nil)
	for i := range m.Order {
		for j := range m.Order {
			full.Data[i*m.Order+j] = m.At(i, j)
		}
	}
	n := m.Order
	for i := range n {
		a, b := full.Data[i*n+1], full.Data[i*n+2]
		full.Data[i*n+1], full.Data[i*n+2] = cosine*a+sine*b, cosine*b-sine*a
	}
	for j := range n {
		a, b := full.Data[n+j], full.Data[2*n+j]
		full.Data[n+j], full.Data[2*n+j] = cosine*a+sine*b, cosine*b-sine*a
	}
	return full
}

// The same sums give the same bits natively and as wasm: the correction, and what is stated of it.
func TestSameBitsEverywhere(t *testing.T) {
	f := fit(t, drawn(300, 700, 3, truth, 30, 6), Alternative{[][]float64{{0.3, -0.2, 0, 0.1, 0.4}}, Reweighted})
	for _, c := range []struct {
		what, want string
		values     []float64
	}{
		{"the correction", "c6d2a3a339ccafb5", append(append([]float64(nil), f.Delta[0]...), f.Shares...)},
		{"what is stated", "ae520119869d2ef8", []float64{f.Base[0].Value, f.Base[0].Noise, f.Base[0].Count,
			f.Corrected[0].Value, f.Corrected[0].Noise, f.Corrected[0].Rows}},
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
