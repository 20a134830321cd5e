package moment

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// numbersOf are the numbers from which Restore makes a sum.
func numbersOf(s *Sum) []big.Int {
	numbers := make([]big.Int, len(s.entries)-1)
	for k := range numbers {
		numbers[k].Set(&s.entries[k+1])
		if k < s.Order-1 {
			numbers[k].Quo(&numbers[k], big.NewInt(s.Grid.InterceptSteps()))
		}
	}
	return numbers
}

// What was added up elsewhere is the sum of the rows, also where features depend on each other or are 0 in every row.
func TestRestoredSumsAreThoseOfTheRows(t *testing.T) {
	g := mustGrid(t, 3)
	for n := range 12 {
		rows := randomRows(n, 4, 1, uint64(n))
		for _, row := range rows {
			row[2], row[3] = row[0], 0
		}
		want := sumOf(g, 4, rows)
		numbers := numbersOf(want)
		got, err := Restore(g, int64(n), 4, numbers)
		if err != nil || !equal(got, want) {
			t.Errorf("%d rows: %v", n, err)
		}
		Wipe(numbers)
		if n > 0 && !equal(got, want) {
			t.Error("the sum goes with the numbers")
		}
	}
}

// One step more or less than rows can have is refused, in exact arithmetic.
func TestImpossibleSumsAreRefused(t *testing.T) {
	g := mustGrid(t, 3)
	const n, d = 50, 3
	sum := sumOf(g, d, randomRows(n, d, 1, 1))
	refused := func(what string, n int64, change func(numbers []big.Int)) {
		t.Helper()
		numbers := numbersOf(sum)
		change(numbers)
		if s, err := Restore(g, n, d, numbers); err == nil || s != nil {
			t.Errorf("%s: not refused", what)
		}
	}
	refused("fewer than no rows", -1, func([]big.Int) {})
	refused("sums of rows in no row", 0, func([]big.Int) {})
	refused("fewer rows than have such means", 2, func([]big.Int) {})
	refused("a diagonal below zero", n, func(m []big.Int) { m[d].SetInt64(-1) })
	refused("a diagonal above n·N²", n, func(m []big.Int) { m[d].Lsh(big.NewInt(n), 60) })
	refused("a diagonal of 0 beside products", n, func(m []big.Int) { m[d].SetInt64(0) })
	refused("a mean beyond the ball", n, func(m []big.Int) { m[0].Lsh(big.NewInt(n), 30) })

	// Of one row every minor of two is 0: one step more or less in a product, or less in a square, is impossible. The
	// squares of this row leave room below the bound.
	sum = sumOf(g, d, [][]float64{{0.5, -1, 0.25}})
	if _, err := Restore(g, 1, d, numbersOf(sum)); err != nil {
		t.Error(err)
	}
	for k := range numbersOf(sum) {
		for _, step := range []int64{-1, 1} {
			square := k == d || k == 2*d || k == 3*d-1
			if step > 0 && square {
				continue
			}
			refused("one step", 1, func(m []big.Int) { m[k].Add(&m[k], big.NewInt(step)) })
		}
	}

	// The trace may be n·N² and not one more.
	most := new(
		big.Int,
	).Sub(big.NewInt(1<<60), new(big.Int).Mul(big.NewInt(g.InterceptSteps()), big.NewInt(g.InterceptSteps())))
	numbers := make([]big.Int, d+d*(d+1)/2)
	numbers[d].Set(most)
	if _, err := Restore(g, 1, d, numbers); err != nil {
		t.Errorf("the largest trace: %v", err)
	}
	numbers[d].Add(most, big.NewInt(1))
	if _, err := Restore(g, 1, d, numbers); err == nil {
		t.Error("a trace above the largest is accepted")
	}
}

// The exact test agrees with the definition for small integer matrices, by all principal minors.
func TestSemidefiniteMatricesAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	g := mustGrid(t, 3)
	found := 0
	for range 2000 {
		const order = 4
		s := &Sum{Grid: g, Order: order, entries: make([]big.Int, order*(order+1)/2)}
		var m [order][order]int64
		for i := range order {
			for j := i; j < order; j++ {
				v := int64(r.IntN(7) - 3)
				if i == j {
					v = int64(r.IntN(7))
				}
				s.Entry(i, j).SetInt64(v)
				m[i][j], m[j][i] = v, v
			}
		}
		if s.semidefinite() != principalMinorsAreNotNegative(m) {
			t.Fatalf("%v", m)
		}
		if s.semidefinite() {
			found++
		}
	}
	if found < 20 {
		t.Errorf("only %d matrices were semidefinite", found)
	}
}

// principalMinorsAreNotNegative is the definition by all principal minors.
func principalMinorsAreNotNegative(m [4][4]int64) bool {
	for set := 1; set < 16; set++ {
		var rows []int
		for i := range 4 {
			if set>>i&1 == 1 {
				rows = append(rows, i)
			}
		}
		if minor(m, rows, rows) < 0 {
			return false
		}
	}
	return true
}

func minor(m [4][4]int64, rows, columns []int) int64 {
	if len(rows) == 0 {
		return 1
	}
	sum, sign := int64(0), int64(1)
	for k, j := range columns {
		rest := append(append([]int(nil), columns[:k]...), columns[k+1:]...)
		sum += sign * m[rows[0]][j] * minor(m, rows[1:], rest)
		sign = -sign
	}
	return sum
}

// Shares of people are held to the same: a trace above n·N², a matrix that is none, fewer people than none.
func TestImpossibleSumsOfPeopleAreRefused(t *testing.T) {
	g := mustGrid(t, 3)
	const people, d = 10, 3
	a := NewAccumulator(g, d)
	for _, row := range randomRows(5*people, d, 1, 2) {
		a.AddShare(row, 5)
	}
	sum := a.Sum()
	numbers := func() []big.Int {
		list := make([]big.Int, len(sum.entries))
		for k := range list {
			list[k].Set(&sum.entries[k])
		}
		return list
	}
	if got, err := RestorePeople(g, people, d, numbers()); err != nil || got.Rows != people ||
		got.Entry(1, 2).Cmp(sum.Entry(1, 2)) != 0 {
		t.Fatalf("%v", err)
	}
	for what, change := range map[string]func(numbers []big.Int) (n int64, kept []big.Int){
		"fewer people than none":   func(m []big.Int) (int64, []big.Int) { return -1, m },
		"shares of people in none": func(m []big.Int) (int64, []big.Int) { return 0, m },
		"a diagonal below zero":    func(m []big.Int) (int64, []big.Int) { m[d+1].SetInt64(-1); return people, m },
		"a trace above n·N²": func(m []big.Int) (int64, []big.Int) {
			m[0].Lsh(big.NewInt(people), 60)
			return people, m
		},
		"an intercept beside no row": func(m []big.Int) (int64, []big.Int) { m[0].SetInt64(0); return people, m },
		"a product that is too large": func(m []big.Int) (int64, []big.Int) {
			m[1].Lsh(big.NewInt(people), 60)
			return people, m
		},
		"a number too few":  func(m []big.Int) (int64, []big.Int) { return people, m[1:] },
		"a number too many": func(m []big.Int) (int64, []big.Int) { return people, append(m, *big.NewInt(0)) },
	} {
		n, kept := change(numbers())
		if s, err := RestorePeople(g, n, d, kept); err == nil || s != nil {
			t.Errorf("%s: not refused", what)
		}
	}
}

// A sum that is refused is overwritten: whoever gets none cannot wipe it.
func TestRefusedSumsAreOverwritten(t *testing.T) {
	sum := NewAccumulator(mustGrid(t, 3), 2).Sum()
	for k := range sum.entries {
		sum.entries[k].Lsh(big.NewInt(77), uint(100+k))
	}
	held := words(sum.entries)
	if refused, err := sum.orNone(); err == nil || refused != nil || len(held) < 6 {
		t.Fatalf("a sum of no rows with %d words: %v", len(held), err)
	}
	for _, word := range held {
		if *word != 0 {
			t.Fatal("a word of the sum is left")
		}
	}
}
