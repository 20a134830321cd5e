package moment

import (
	"math/big"
	"testing"
)

// After Wipe, every word that the numbers own is zero. A copy keeps its values.
func TestWipedSumsHoldNothing(t *testing.T) {
	g := mustGrid(t, 3)
	a := NewAccumulator(g, 3)
	for _, z := range randomRows(100, 3, 1, 5) {
		a.Add(z)
	}
	sum := a.Sum()
	twin := sum.Clone()
	held := append(words(sum.entries), words(a.total)...)
	shrunk := make([]big.Int, 1)
	shrunk[0].Lsh(big.NewInt(-77), 200)
	held = append(held, words(shrunk)...)
	shrunk[0].SetInt64(3) // the words beyond its length keep what they had
	Wipe(shrunk)
	sum.Wipe()
	a.Wipe()
	if len(held) < 20 || sum.Rows != 0 || sum.Entry(1, 1).Sign() != 0 || a.rows != 0 || norm2(a.row) != 0 {
		t.Errorf("%d words were held; n is %d", len(held), sum.Rows)
	}
	for i := range a.block {
		if norm2(a.block[i][:]) != 0 {
			t.Errorf("rows that were added are left: %v", a.block[i])
		}
	}
	for _, word := range held {
		if *word != 0 {
			t.Fatal("a word of the sum is left")
		}
	}
	if twin.Rows != 100 || twin.Entry(1, 1).Sign() <= 0 {
		t.Error("the copy was wiped, too")
	}
}

// words are the places in memory of what the numbers own.
func words(numbers []big.Int) (places []*big.Word) {
	for k := range numbers {
		w := numbers[k].Bits()
		w = w[:cap(w)]
		for i := range w {
			places = append(places, &w[i])
		}
	}
	return places
}
