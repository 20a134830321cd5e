package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/symeigen"
)

// drawNoise draws symmetric noise as the mechanism adds it: σ² on the diagonal, σ²/2 off it, none on the entry of the
// intercept.
func drawNoise(r *rand.Rand, d int, sigma float64) *symeigen.Matrix {
	w := symeigen.NewMatrix(d, nil)
	for i := range d {
		for j := max(i, 1); j < d; j++ {
			w.Set(i, j, sigma*r.NormFloat64()/math.Sqrt2)
		}
		if i > 0 {
			w.Set(i, i, sigma*r.NormFloat64())
		}
	}
	return w
}

// identity is the moment of standardised columns that are independent, with the intercept c.
func identity(d int, c float64) *symeigen.Matrix {
	m := symeigen.NewMatrix(d, nil)
	for i := range d {
		m.Set(i, i, 1)
	}
	m.Set(0, 0, c*c)
	return m
}

// Noise alone is taken for a signal in four draws of a thousand. Of 10,000 draws that are 40, and 6 standard deviations
// more are 78: a false alarm of the test has a probability below 1e-6, if the share is the nominal one. (The stream is
// fixed as well.)
func TestNoiseIsNoSignal(t *testing.T) {
	const runs, most = 10_000, 78
	for _, d := range []int{2, 3, 9, 33} {
		r := rand.New(rand.NewPCG(91, uint64(d)))
		law, released, seen := Noise{Sigma: 0.1, Rows: 100, Order: d}, identity(d, 1.5), 0
		for range runs {
			if signal, _ := law.Signal(released, drawNoise(r, d, law.Sigma)); signal != nil {
				seen++
			}
		}
		if seen > most {
			t.Errorf("d = %d: %d of %d draws of noise are taken for a signal", d, seen, runs)
		}
	}
}

// Where n is private, an error of n̂ scales M̂₀ and is no signal, up to three of its standard deviations.
func TestAnErrorOfTheCountIsNoSignal(t *testing.T) {
	r := rand.New(rand.NewPCG(92, 1))
	law := Noise{Sigma: 1e-3, Rows: 100, Count: 5, Order: 6}
	released := identity(6, 1.5)
	for i, v := range drawNoise(r, 6, 0.3).Data {
		released.Data[i] += v
	}
	scaled := symeigen.NewMatrix(6, nil)
	for i, v := range released.Data {
		scaled.Data[i] = 3 * law.Count / law.Rows * v
	}
	if signal, _ := law.Signal(released, scaled); signal != nil {
		t.Error("an error of n̂ is taken for a signal")
	}
	law.Count = 0
	if signal, _ := law.Signal(released, scaled); signal == nil {
		t.Error("the same difference is no signal where n is public")
	}
}

// Eight columns that all vary less, by four and a half standard deviations of the noise in the mean of the diagonal,
// which is seen, while the spectral norm is mostly noise. A draw is seen with a probability of 0.87. Fewer than
// 145 of 200 are seen with a probability below 1e-6.
func TestSignalBelowTheNormIsSeen(t *testing.T) {
	const runs, d = 200, 9
	r := rand.New(rand.NewPCG(93, 1))
	law, released, seen, near := Noise{Sigma: 0.5, Rows: 100, Order: d}, identity(d, 1.5), 0, 0
	for range runs {
		difference := drawNoise(r, d, law.Sigma)
		for i := 1; i < d; i++ {
			difference.Set(i, i, difference.At(i, i)-4.5*law.Sigma/math.Sqrt(d-1))
		}
		if uniform := discrepancy.SpectralNorm(difference); law.Tolerance(released, uniform) == uniform {
			near++
		}
		if signal, left := law.Signal(released, difference); signal != nil {
			seen++
			if !(left < discrepancy.SpectralNorm(signal)) {
				t.Errorf("%v of noise is left in a signal of %v", left, discrepancy.SpectralNorm(signal))
			}
		}
	}
	if seen < 145 || near < runs/2 {
		t.Errorf("the signal is seen in %d of %d draws, and the norm is mostly noise in %d", seen, runs, near)
	}
}

// What stands far out is kept as it is, and nothing else: means that move, variances that move apart, and correlations.
func TestSignalKeepsWhatStandsOut(t *testing.T) {
	const d, size = 5, 0.5
	law, released := Noise{Sigma: 1e-4, Rows: 100, Order: d}, identity(d, 1.5)
	for name, entries := range map[string][][2]int{
		"means": {{0, 1}, {0, 3}}, "variances": {{1, 1}, {2, 2}}, "covariances": {{1, 2}, {3, 4}},
	} {
		r := rand.New(rand.NewPCG(94, 1))
		difference, sign := drawNoise(r, d, law.Sigma/2), 1.0
		for _, e := range entries {
			difference.Set(e[0], e[1], sign*size)
			sign = -sign
		}
		signal, left := law.Signal(released, difference)
		if signal == nil || !(left > 0 && left < law.Typical(Median)) {
			t.Fatalf("%s: %v, %v left", name, signal, left)
		}
		sign = 1.0
		for _, e := range entries {
			if got := signal.At(e[0], e[1]); math.Abs(got-sign*size) > size/100 {
				t.Errorf("%s: %v became %v", name, sign*size, got)
			}
			sign = -sign
			signal.Set(e[0], e[1], 0)
		}
		for i := range d {
			for j := i; j < d; j++ {
				if part := partOf(i, j); part != partOf(entries[0][0], entries[0][1]) && signal.At(i, j) != 0 {
					t.Errorf("%s: the entry (%d,%d) is %v", name, i, j, signal.At(i, j))
				}
			}
		}
	}
}

// Where the noise is so large that only an impossible difference could stand out, none does; with less noise the same
// one does.
func TestNoDifferenceIsThatLarge(t *testing.T) {
	const d = 9
	difference := symeigen.NewMatrix(d, nil)
	for i := 1; i < d; i++ {
		difference.Set(i, i, 100)
	}
	released := identity(d, 1.5)
	for i := 1; i < d; i++ {
		released.Set(i, i, 101)
	}
	for sigma, want := range map[float64]bool{10: false, 0.1: true} {
		if signal, _ := (Noise{Sigma: sigma, Rows: 100, Order: d}).Signal(released, difference); (signal != nil) != want {
			t.Errorf("σ = %v: a difference of 100 is seen: %v", sigma, !want)
		}
	}
}

// Where the rest of the difference is more than noise, the norm has to decide on the whole: covariances that point in
// one direction are more than noise in it, though as a part they are not.
func TestNothingThatStandsOutIsDropped(t *testing.T) {
	const d = 41
	law, released := Noise{Sigma: 0.05, Rows: 100, Order: d}, identity(d, 1.5)
	difference := symeigen.NewMatrix(d, nil)
	for k := 1; k < d; k++ {
		difference.Set(k, k, 0.5)
	}
	if signal, _ := law.Signal(released, difference); signal == nil {
		t.Fatal("variances that all grow are no signal")
	}
	// A direction of eight columns, with twice the norm that is rare, on the covariances alone.
	size := 2 * law.Typical(Rarely) / 7
	for i := 1; i <= 8; i++ {
		for j := i + 1; j <= 8; j++ {
			difference.Set(i, j, size)
		}
	}
	if signal, left := law.Signal(released, difference); signal != nil && signal.At(1, 2) < size/2 {
		t.Errorf("%v of %v is dropped, and %v is taken for noise", size-signal.At(1, 2), size, left)
	}
}
