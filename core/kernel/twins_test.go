package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The loops in use equal the portable ones to the last bit. They are the SIMD loops if the test is built with the tag
// simd and run by wasm/kernel/go-test-exec.mjs.
func TestTwinsAgree(t *testing.T) {
	if !SIMD {
		t.Skip("only the portable loops are here; make test-part PARTS=wasm runs both")
	}
	r := rand.New(rand.NewPCG(4, 2))
	for range 50 {
		d, m := 1+r.IntN(40), 1+r.IntN(400)
		rows, upper := random(r, m*d), random(r, d*d)
		compareForms(t, rows, upper, d)
		form, tile, forms := NewForm[float64](d), make([]float64, 8*even(d)), make([]float64, (m+7)/8*8)
		form.Set(upper, d, -1)
		rowForms(forms, rows, d, form, tile)
		same := make([]float64, len(forms))
		portableRowForms(same, rows, d, form, tile)
		equal(t, "rowForms", forms, same)

		n := 4 * (1 + r.IntN(12))
		a, b := random(r, n*n), random(r, n*n)
		got, want := random(r, n*n), make([]float64, n*n)
		Product(got, a, b, n)
		portableProduct(want, a, b, n, n)
		equal(t, "Product", got, want)
		Linear(got, 0.7, a, -1.3, b)
		portableLinear(want, 0.7, a, -1.3, b)
		equal(t, "Linear", got, want)

		even := 2 * m
		narrow := make([]float32, even)
		for i := range narrow {
			narrow[i] = r.Float32()
		}
		q := random(r, even)
		got, want = make([]float64, even), make([]float64, even)
		if Regularise(got, narrow, 3, q) != portableRegularise(want, narrow, 3, q) {
			t.Error("Regularise finds another minimum")
		}
		equal(t, "Regularise", got, want)

		whole, part := make([]uint64, 32), make([]uint64, 1024)
		for i := range part {
			whole[i%32], part[i] = r.Uint64N(1<<31), r.Uint64N(1<<32)
		}
		sums, wanted := make([]uint64, even), make([]uint64, even)
		Weigh(sums, got, slices.Min(got), 3000, whole, part)
		portableWeigh(wanted, got, slices.Min(got), 3000, whole, part)
		equal(t, "Weigh", sums, wanted)

		padded, some := (d+3)&^3, random(r, m)
		for j := range some {
			some[j] *= float64(r.IntN(2))
		}
		plain, weighted := make([]float64, gramRows*padded), make([]float64, gramRows*padded)
		expectedPlain, expectedWeighted := make([]float64, gramRows*padded), make([]float64, gramRows*padded)
		through, filled := spread(plain, weighted, rows, d, padded, some)
		if a, b := portableSpread(expectedPlain, expectedWeighted, rows, d, padded, some); a != through || b != filled {
			t.Errorf("spread goes through %d rows and fills %d; the portable loop %d and %d", through, filled, a, b)
		}
		equal(t, "spread", plain, expectedPlain)
		equal(t, "spread", weighted, expectedWeighted)
		sum, count := above(q, 0.3)
		if a, b := portableAbove(q, 0.3); a != sum || b != count {
			t.Errorf("above finds %v in %d numbers; the portable loop %v in %d", sum, count, a, b)
		}

		x, y, sameX, sameY := random(r, even), random(r, even), make([]float64, even), make([]float64, even)
		copy(sameX, x)
		copy(sameY, y)
		turn(x, y, 0.6, -0.8)
		portableTurn(sameX, sameY, 0.6, -0.8)
		equal(t, "turn", x, sameX)
		equal(t, "turn", y, sameY)
		divide(x, y, 0.7)
		portableDivide(sameX, sameY, 0.7)
		equal(t, "divide", x, sameX)

		n = 4 * (1 + r.IntN(12))
		u, column := random(r, n*n), 4*r.IntN(n/4)
		got, want = make([]float64, 4*n), make([]float64, 4*n)
		Inner(got, u, n, column)
		portableInner(want, u, n, column)
		for row := range 4 {
			equal(t, "Inner", got[row*n+column:(row+1)*n], want[row*n+column:(row+1)*n])
		}

		width := 1 + r.IntN(20)
		starts, bins, pairs := make([]uint32, width), make([]uint8, width*m), make([][2]float64, m)
		for i := range starts {
			starts[i] = uint32(256 * i)
		}
		for i := range bins {
			bins[i] = uint8(r.IntN(256))
		}
		var chosen []int32
		for j := range pairs {
			pairs[j] = [2]float64{r.NormFloat64(), r.Float64()}
			if r.IntN(3) > 0 {
				chosen = append(chosen, int32(j))
			}
		}
		counted, expected := make([]Bin, 256*width), make([]Bin, 256*width)
		Histograms(counted, starts, bins, chosen, pairs)
		portableHistograms(expected, starts, bins, chosen, pairs)
		equal(t, "Histograms", counted, expected)

		var sides [256]uint8
		for b := range sides {
			sides[b] = uint8(r.IntN(2))
		}
		scratch, others := make([]int32, m), make([]int32, m)
		parted, wish := slices.Clone(chosen), slices.Clone(chosen)
		if len(chosen) > 0 {
			i := r.IntN(width)
			a, b := partition(parted, scratch, bins[i:], width, &sides),
				portablePartition(wish, others, bins[i:], width, &sides)
			if a != b {
				t.Errorf("partition sends %d rows left; the portable loop %d", a, b)
			}
			equal(t, "partition", parted[:a], wish[:b])
			equal(t, "partition", scratch[:len(chosen)-a], others[:len(chosen)-b])
		}

		got, want = make([]float64, m), make([]float64, m)
		Distances(got, upper[:d], rows)
		portableDistances(want, upper[:d], rows)
		equal(t, "Distances", got, want)
		Dots(got[:len(chosen)], upper[:d], rows, chosen)
		portableDots(want[:len(chosen)], upper[:d], rows, chosen)
		equal(t, "Dots", got, want)
	}
}

func compareForms(t *testing.T, rows, upper []float64, d int) {
	t.Helper()
	width, form := lanes[float32](), NewForm[float32](d)
	form.Set(upper, d, -1)
	padded := (len(rows)/d + width - 1) / width * width
	tiles, got, want := make([]float32, padded*even(d)), make([]float32, padded), make([]float32, padded)
	portableArrange(tiles, rows, d)
	forms(got, tiles, form, even(d))
	portableForms(want, tiles, form, even(d))
	equal(t, "forms", got, want)
}

func equal[T comparable](t *testing.T, name string, got, want []T) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: value %d is %v, by the portable loop %v", name, i, got[i], want[i])
		}
	}
}
