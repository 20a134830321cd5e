package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func random(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

func randomSymmetric(r *rand.Rand, d int) *mat.SymDense {
	full := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			full.SetSym(i, j, r.NormFloat64())
		}
	}
	return full
}

// For any number of rows, features and requested results. Sums of d² products in another order differ by at most d²
// roundings of the sum of absolute terms, which is below 10·(d+2) in this test.
func TestQuadraticFormsAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range []int{1, 2, 3, 10, 33} {
		for _, m := range []int{1, 7, 8, 50, 3000} {
			rows := random(r, m*d)
			full := randomSymmetric(r, d)
			upper := full.RawSymmetric().Data
			wide, narrow, narrowForm := NewForms(d), NewTiles(rows, d), NewForm[float32](d)
			wide.Set(upper, -1)
			narrowForm.Set(upper, d, -1)
			got, padded := make([]float64, m), make([]float32, narrow.Padded())
			wide.Rows(got, rows)
			narrow.QuadraticForms(padded, narrowForm)
			for j := range m {
				x := mat.NewVecDense(d, rows[j*d:(j+1)*d])
				want := -mat.Inner(x, full, x)
				if tolerance := 10 * math.Pow(float64(d+2), 3); !(math.Abs(got[j]-want) <= 0x1p-53*tolerance) ||
					!(math.Abs(float64(padded[j])-want) <= 0x1p-24*tolerance) {
					t.Errorf("d=%d row %d: %v and %v, want %v", d, j, got[j], padded[j], want)
				}
			}
			for _, v := range padded[m:] {
				if v != padded[m-1] {
					t.Errorf("a row that fills up has the form %v, the last one %v", v, padded[m-1])
				}
			}
		}
	}
}

// The forms of rows that are put into the order of tiles one tile after the other equal the forms of tiles of all
// rows, to the last bit.
func TestFormsOfRowsEqualThoseOfTiles(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	for _, d := range []int{1, 2, 7, 20, 21} {
		for _, m := range []int{1, 7, 8, 9, 8*callTiles - 1, 8 * callTiles, 8*callTiles + 1, 3000} {
			rows, padded := random(r, m*d), (m+7)/8*8
			f := NewForms(d)
			f.Set(random(r, d*d), -1)
			got, want, tiles := make([]float64, m), make([]float64, padded), make([]float64, padded*even(d))
			f.Rows(got, rows)
			portableArrange(tiles, rows, d)
			portableForms(want, tiles, f.form, even(d))
			if !slices.Equal(got, want[:m]) {
				t.Errorf("%d rows of %d features: the forms differ", m, d)
			}
		}
	}
}

func TestProductAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for _, n := range []int{4, 8, 12, 100} {
		a := mat.DenseCopyOf(randomSymmetric(r, n))
		var b, want mat.Dense
		b.Mul(a, a) // which commutes with a
		want.Mul(a, &b)
		got := make([]float64, n*n)
		Product(got, a.RawMatrix().Data, b.RawMatrix().Data, n)
		if !mat.EqualApprox(mat.NewDense(n, n, got), &want, 1e-13*float64(n*n)) {
			t.Errorf("n=%d: the product differs", n)
		}
		for i := range n {
			for j := range i {
				if got[i*n+j] != got[j*n+i] {
					t.Errorf("n=%d: entry (%d,%d) is %v, its mirror image %v", n, i, j, got[i*n+j], got[j*n+i])
				}
			}
		}
	}
}

func TestWeightedGramAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const m, d = 40, 6
	rows, q := random(r, m*d), random(r, m)
	q[5] = 0
	got := make([]float64, d*d)
	WeightedGram(got, rows, d, q)
	x := mat.NewDense(m, d, rows)
	var scaled, want mat.Dense
	scaled.Apply(func(i, _ int, v float64) float64 { return q[i] * v }, x)
	want.Mul(x.T(), &scaled)
	if !mat.EqualApprox(mat.NewDense(d, d, got), &want, 1e-13) {
		t.Error("the weighted Gram matrix differs")
	}
}

// Weigh compared with its definition, at steps that are written out in the test.
func TestWeigh(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	whole, part := make([]uint64, 32), make([]uint64, 1024)
	for i := range whole {
		whole[i] = r.Uint64N(1<<31 + 1)
	}
	for i := range part {
		part[i] = r.Uint64N(1<<32 + 1)
	}
	scores := []float64{2, 2 + 0.5/1024, 2 + 1.5/1024, 3 - 1e-6, 33.9, 34, 100, 1e12}
	steps := []int{0, 0, 1, 1023, 31*1024 + 921, 32767, 32767, 32767}
	sums, sum := make([]uint64, len(scores)), uint64(0)
	Weigh(sums, scores, 2, 1024, whole, part)
	for j, s := range steps {
		sum += whole[s/1024]*part[s%1024]/(1<<23) + 1
		if sums[j] != sum {
			t.Errorf("sum %d is %d, want %d", j, sums[j], sum)
		}
	}
}

// Every number below the sum of some weights belongs to one of them, also if adjacent weights are 1.
func TestFind(t *testing.T) {
	weights := []uint64{3, 1, 1, 5, 1, 2}
	var sums []uint64
	sum := uint64(0)
	for _, w := range weights {
		sum += w
		sums = append(sums, sum)
	}
	u := uint64(0)
	for j, w := range weights {
		for range w {
			if at, weight := Find(sums, u); at != j || weight != w {
				t.Errorf("%d is found in weight %d of %d, want %d of %d", u, at, weight, j, w)
			}
			u++
		}
	}
}

// The loops in use equal the portable ones to the last bit. They are the SIMD loops if the test is built with the tag
// simd and run by wasm/kernel/go-test-exec.mjs.
func TestTwinsAgree(t *testing.T) {
	if !SIMD {
		t.Skip("only the portable loops are here; make test-part PARTS=wasm runs both")
	}
	r := rand.New(rand.NewPCG(4, 2))
	// twins runs both loops on numbers of their own, and compares what they leave there.
	twins := func(name string, start []float64, loop, portable func(dst []float64)) {
		got, want := slices.Clone(start), slices.Clone(start)
		loop(got)
		portable(want)
		equal(t, name, got, want)
	}
	for range 50 {
		d, m := 1+r.IntN(40), 1+r.IntN(400)
		rows, upper := random(r, m*d), random(r, d*d)
		compareForms(t, rows, upper, d)
		form, tile := NewForm[float64](d), make([]float64, 8*even(d))
		form.Set(upper, d, -1)
		twins("rowForms", make([]float64, (m+7)/8*8), func(dst []float64) { rowForms(dst, rows, d, form, tile) },
			func(dst []float64) { portableRowForms(dst, rows, d, form, tile) })

		n := 4 * (1 + r.IntN(12))
		a, b := random(r, n*n), random(r, n*n)
		twins("Product", a, func(dst []float64) { Product(dst, a, b, n) }, func(dst []float64) { portableProduct(dst, a, b, n, n) })
		twins("Linear", a, func(dst []float64) { Linear(dst, 0.7, a, -1.3, b) },
			func(dst []float64) { portableLinear(dst, 0.7, a, -1.3, b) })
		column := 4 * r.IntN(n/4)
		inner := func(dst []float64, loop func(sums, u []float64, n, j int)) {
			loop(dst, a, n, column)
			for row := range 4 {
				clear(dst[row*n : row*n+column]) // to be ignored
			}
		}
		twins("Inner", make([]float64, 4*n), func(dst []float64) { inner(dst, Inner) },
			func(dst []float64) { inner(dst, portableInner) })

		even := 2 * m
		narrow := make([]float32, even)
		for i := range narrow {
			narrow[i] = r.Float32()
		}
		q, y := random(r, even), random(r, even)
		var least [2]float64
		twins("Regularise", y, func(dst []float64) { least[0] = Regularise(dst, narrow, 3, q) },
			func(dst []float64) { least[1] = portableRegularise(dst, narrow, 3, q) })
		if least[0] != least[1] {
			t.Error("Regularise finds another minimum")
		}
		whole, part := make([]uint64, 32), make([]uint64, 1024)
		for i := range part {
			whole[i%32], part[i] = r.Uint64N(1<<31), r.Uint64N(1<<32)
		}
		sums, wanted := make([]uint64, even), make([]uint64, even)
		Weigh(sums, y, slices.Min(y), 3000, whole, part)
		portableWeigh(wanted, y, slices.Min(y), 3000, whole, part)
		equal(t, "Weigh", sums, wanted)
		sum, count := above(q, 0.3)
		if a, b := portableAbove(q, 0.3); a != sum || b != count {
			t.Errorf("above finds %v in %d numbers; the portable loop %v in %d", sum, count, a, b)
		}
		both := append(slices.Clone(q), y...)
		twins("turn", both, func(dst []float64) { turn(dst[:even], dst[even:], 0.6, -0.8) },
			func(dst []float64) { portableTurn(dst[:even], dst[even:], 0.6, -0.8) })
		twins("divide", q, func(dst []float64) { divide(dst, y, 0.7) }, func(dst []float64) { portableDivide(dst, y, 0.7) })

		padded, some := (d+3)&^3, random(r, m)
		for j := range some {
			some[j] *= float64(r.IntN(2))
		}
		var through, filled [2]int
		spreadBy := func(k int, loop func(plain, weighted, rows []float64, d, n int, q []float64) (int, int)) func([]float64) {
			return func(dst []float64) {
				through[k], filled[k] = loop(dst[:gramRows*padded], dst[gramRows*padded:], rows, d, padded, some)
			}
		}
		twins("spread", make([]float64, 2*gramRows*padded), spreadBy(0, spread), spreadBy(1, portableSpread))
		if through[0] != through[1] || filled[0] != filled[1] {
			t.Errorf("spread goes through %v rows and fills %v", through, filled)
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
			a := partition(parted, scratch, bins[i:], width, &sides)
			if b := portablePartition(wish, others, bins[i:], width, &sides); a != b {
				t.Errorf("partition sends %d rows left; the portable loop %d", a, b)
			}
			equal(t, "partition", parted[:a], wish[:a])
			equal(t, "partition", scratch[:len(chosen)-a], others[:len(chosen)-a])
		}
		grown := &Tree{Nodes: []Node{Leaf(0)}, Sets: make([]Set, 3)}
		for i := range grown.Sets {
			for j := range grown.Sets[i] {
				grown.Sets[i][j] = r.Uint64()
			}
		}
		leaves := []int{0}
		for range r.IntN(40) {
			i, k, set := r.IntN(len(leaves)), len(grown.Nodes), max(0, r.IntN(8)-4)
			grown.Nodes[leaves[i]] = Node{Left: int32(k), Set: int32(set), Cell: uint16(r.IntN(width)), Bin: uint8(r.IntN(256))}
			grown.Nodes, leaves = append(grown.Nodes, Leaf(k), Leaf(k+1)), append(leaves, k+1)
			leaves[i] = k
		}
		for i := range grown.Nodes {
			grown.Nodes[i].Value = float32(r.NormFloat64())
		}
		outputs := 1 + r.IntN(3)
		twins("Tree.Add", random(r, m*outputs)[r.IntN(outputs):], func(dst []float64) { grown.Add(dst, outputs, bins, width) },
			func(dst []float64) { grown.portableAdd(dst, outputs, bins, width) })
		twins("Distances", some, func(dst []float64) { Distances(dst, upper[:d], rows) },
			func(dst []float64) { portableDistances(dst, upper[:d], rows) })
		twins("Dots", some[:len(chosen)], func(dst []float64) { Dots(dst, upper[:d], rows, chosen) },
			func(dst []float64) { portableDots(dst, upper[:d], rows, chosen) })
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

// Both functions agree with package math to a few units in the last place over their whole range.
func TestAgainstPackageMath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	near := func(got, want float64) bool { return math.Abs(got-want) <= 6e-16*math.Abs(want) }
	for range 200_000 {
		x := r.Float64()*1400 - 705
		if got := Exp(x); x < 709 && !near(got, math.Exp(x)) {
			t.Fatalf("exp(%v) = %v, want %v", x, got, math.Exp(x))
		}
		if x = r.NormFloat64(); !near(Exp(x), math.Exp(x)) {
			t.Fatalf("exp(%v) = %v, want %v", x, Exp(x), math.Exp(x))
		}
		y := math.Ldexp(r.Float64()+0.5, r.IntN(2000)-1000)
		if got := Log(y); !near(got, math.Log(y)) {
			t.Fatalf("log(%v) = %v, want %v", y, got, math.Log(y))
		}
		if y = 1 + r.NormFloat64()*1e-3; !near(Log(y), math.Log(y)) {
			t.Fatalf("log(%v) = %v, want %v", y, Log(y), math.Log(y))
		}
	}
}

// From 0 down to where it is 0, each number of a row has the bits that it has alone, also where the row is its own
// result. This is no matter of course with SIMD alone, by make test-part PARTS=wasm.
func TestEachIsExp(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for rows := range 40 {
		x, factor := make([]float64, 101*rows), -math.Exp(r.NormFloat64())
		want := make([]float64, len(x))
		for i := range x {
			x[i] = math.Ldexp(r.Float64(), r.IntN(24)-12) / -factor
			if r.IntN(20) == 0 {
				x[i] = []float64{0, 5e-324, 708 / -factor, 1e300, math.Inf(1), math.NaN()}[r.IntN(6)]
			}
			want[i] = Exp(x[i] * factor)
		}
		ExpEach(x, factor, x)
		for i, v := range want {
			if math.Float64bits(x[i]) != math.Float64bits(v) && (x[i] == x[i] || v == v) {
				t.Fatalf("number %d of %d is %v, want %v", i, len(x), x[i], v)
			}
		}
	}
}

// The bits are fixed: this test runs natively and as wasm, and both must give the same sum.
func TestBitsAreFixed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	hash := uint64(14695981039346656037)
	for range 10_000 {
		x := r.NormFloat64() * 20
		for _, v := range []float64{Exp(x), Log(math.Abs(x)), Sigmoid(x)} {
			hash = (hash ^ math.Float64bits(v)) * 1099511628211
		}
	}
	if hash != 0x1b9bd2256d819bfd {
		t.Errorf("the bits have changed, or differ on this machine: %#x", hash)
	}
}

func TestEnds(t *testing.T) {
	if Exp(math.Inf(-1)) != 0 || Exp(-1e6) != 0 || !math.IsInf(Exp(800), 1) || Exp(0) != 1 ||
		!math.IsNaN(Exp(math.NaN())) {
		t.Error("ends of Exp")
	}
	if !math.IsInf(Log(0), -1) || !math.IsNaN(Log(-1)) || Log(1) != 0 || !math.IsInf(Log(math.Inf(1)), 1) {
		t.Error("ends of Log")
	}
	if Sigmoid(-1e9) != 0 || Sigmoid(1e9) != 1 || Sigmoid(0) != 0.5 {
		t.Error("ends of Sigmoid")
	}
}
