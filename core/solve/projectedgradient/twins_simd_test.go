//go:build simd && wasm

package projectedgradient

import (
	"math"
	"slices"
	"testing"

	"privadapt/core/kernel"
	"privadapt/core/must"
	"privadapt/core/solve/dualgap"
)

// The same moment gives the same weights, to 1e-9, with the SIMD loops and with the portable ones.
func TestTwinsGiveTheSameWeights(t *testing.T) {
	if !kernel.SIMD {
		t.Fatal("only the portable loops are here")
	}
	defer func() { kernel.SIMD = true }()
	var first []float64
	for _, simd := range []bool{true, false} {
		kernel.SIMD = simd
		o := synthetic(5, 1500).objective(100, 5)
		must.Get(Minimise(o, dualgap.Settings{Curvature: 5}))(t)
		if first == nil {
			first = slices.Clone(o.Point())
			continue
		}
		for j, v := range o.Point() {
			if math.Abs(v-first[j]) > 1e-9 {
				t.Fatalf("weight %d is %v by SIMD and %v by the portable loops", j, first[j], v)
			}
		}
	}
}
