package csv

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// A decimal of any length is its own number: zeros that an exponent takes back do not change it.
func TestLongDecimalsAreRead(t *testing.T) {
	for _, n := range []int{700, 799, 800, 801, 9_000, 140_000} {
		zeros, count := strings.Repeat("0", n), strconv.Itoa(n)
		for cell, want := range map[string]float64{
			"9" + zeros + "e-" + count: 9, "-25" + zeros + ".0e-" + count: -25, "9" + zeros + ",5E-" + count: 9,
			zeros + "7": 7, "+" + zeros + ".5": 0.5, "0." + zeros + "1e" + strconv.Itoa(n+1): 1,
			"." + zeros + "3e+" + count: 0.3, zeros: 0, "0." + zeros + "e7": 0, zeros + "e99999": 0,
			"2." + zeros: 2, "0." + strings.Repeat("3", n): 1. / 3, "9" + zeros: math.Inf(1), "-9" + zeros: math.Inf(-1),
			"9007199254740993" + zeros + "e-" + count:              9007199254740992,
			"9007199254740993" + zeros + "1e-" + strconv.Itoa(n+1): 9007199254740994,
		} {
			if got, length := ScanDecimal([]byte(cell), true); length != len(cell) || math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%.20s… of %d characters is %v, not %v", cell, len(cell), got, want)
			}
		}
	}
}
