package warehouse

import (
	"fmt"
	"math"

	"privadapt/core/model/xgboost"
)

// Models of files as SQL, whose arithmetic is in numbers of 4 bytes.

// file adds to each output's constant the values of its trees. The sum of two of them in doubles, rounded to 4 bytes,
// is their sum in 4 bytes, since a double has more than twice their digits.
func (w *writer) file(m *xgboost.Model) {
	values := xgboost.Express(m, w.double, w.fileBranch)
	w.layer(each(len(values), func(k int) string { return as(w.double(m.Margin()), f(k)) })...)
	most := 0
	for _, own := range values {
		most = max(most, len(own))
	}
	for first := 0; first < most; first += w.perLayer() {
		w.layer(each(len(values), func(k int) string {
			sum, own := f(k), values[k-1]
			for _, value := range own[min(first, len(own)):min(first+w.perLayer(), len(own))] {
				sum = cast(cast(sum+" + "+value, w.single), w.float)
			}
			return w.added(k, sum)
		})...)
	}
}

// fileBranch chooses between two sides. A comparison with a missing cell is not true.
func (w *writer) fileBranch(b xgboost.Branch, left, right string) string {
	v, l := fmt.Sprintf("v%d", b.Column), fmt.Sprintf("l%d", b.Column)
	one, zero := 1 < b.Limit, 0 < b.Limit // whether that level, and the others, go left
	switch {
	case b.Level < 0 && b.Missing:
		return either(v+" > "+w.double(largestBelow(b.Limit)), right, left)
	case b.Level < 0:
		return either(v+" <= "+w.double(largestBelow(b.Limit)), left, right)
	case one && b.Missing:
		return left
	case one:
		return either(l+" IS NULL", right, left)
	case zero && b.Missing:
		return either(fmt.Sprintf("%s = %d", l, b.Level), right, left)
	case zero:
		return either(fmt.Sprintf("%s <> %d", l, b.Level), left, right)
	case b.Missing:
		return either(l+" IS NULL", left, right)
	}
	return right
}

// largestBelow is the largest number that is less than a finite limit once it is rounded to 4 bytes. What is nearer to
// the limit than to the number before it rounds to the limit, and of what is halfway the arithmetic decides. Test:
// TestNumbersBelowALimitOfAFile.
func largestBelow(limit float32) float64 {
	before := math.Max(float64(math.Nextafter32(limit, float32(math.Inf(-1)))), -0x1p128)
	half := (before + float64(limit)) / 2
	if float32(half) < limit {
		return half
	}
	return math.Nextafter(half, math.Inf(-1))
}
