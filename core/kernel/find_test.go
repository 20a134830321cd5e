package kernel

import "testing"

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
