package sampler

import (
	"fmt"
	"math"
	"math/big"
)

// fits lists the samplers that are composed of others, each at six or more scales. (Uniform numbers and coins are exact
// by enumeration: TestPrimitiveDrawsAreFair, TestPrimitiveDrawsAtWordSizes and TestExactLaws.)
func fits() []fit {
	var all []fit
	for _, t := range []int64{1, 3, 50, 1 << 20, 1<<40 + 1, maxLaplaceScale} {
		all = append(all, laplaceFit(t))
	}
	for _, sigma := range []uint64{1, 2, 3, 40, 1000, 1 << 24, MaxSigma} {
		all = append(all, gaussianFit64(sigma))
	}
	for _, c := range []struct {
		factor int64
		power  uint
	}{{1, 0}, {2, 0}, {10, 0}, {1000, 0}, {1, 40}, {111 * 111, 120}, {1, 200}} {
		all = append(all, gaussianFit(c.factor, c.power))
	}
	for _, unit := range []uint64{1, 3, 1000, 1 << 20, 1 << 30, 1 << 60} {
		all = append(all, exponentialFit(unit))
	}
	return all
}

// laplaceFit takes cells of w integers, w = 1 for small scales: P(X < x) is exp(−(1−x)/t)/(1+exp(−1/t)) for x ≤ 0.
func laplaceFit(t int64) fit {
	width := max(t/8, 1)
	return fit{
		name: fmt.Sprintf("DiscreteLaplace/t=%d", t),
		cost: 1,
		draw: func(s *Sampler) int64 { return floorDiv(s.DiscreteLaplace(uint64(t)), width) },
		last: 16 * t / width,
		law: func(scale float64) cellLaw {
			t := float64(t) * scale
			return func(cell int64) float64 {
				x := float64(cell) * float64(width)
				if x <= 0 {
					return math.Exp((x-1)/t) / (1 + math.Exp(-1/t))
				}
				return 1 - math.Exp(-x/t)/(1+math.Exp(-1/t))
			}
		},
	}
}

func floorDiv(x, width int64) int64 {
	if x < 0 {
		return -((-x-1)/width + 1)
	}
	return x / width
}

func gaussianFit64(sigma uint64) fit {
	width := int64(max(sigma/8, 1))
	return fit{
		name: fmt.Sprintf("DiscreteGaussian64/σ=%d", sigma),
		cost: 1,
		draw: func(s *Sampler) int64 { return floorDiv(s.DiscreteGaussian64(sigma), width) },
		last: 8 * int64(sigma) / width,
		law:  func(scale float64) cellLaw { return gaussianLaw(float64(sigma)*scale, float64(width)) },
	}
}

// gaussianFit tests the variance factor·2ᵖ.
func gaussianFit(factor int64, power uint) fit {
	variance := new(big.Int).Lsh(big.NewInt(factor), power)
	sigma := math.Sqrt(float64(factor)) * math.Ldexp(1, int(power/2))
	shift := uint(max(math.Ilogb(sigma)-3, 0))
	var x big.Int
	return fit{
		name: fmt.Sprintf("DiscreteGaussian/σ²=%d·2^%d", factor, power),
		cost: 4,
		draw: func(s *Sampler) int64 {
			s.DiscreteGaussian(&x, variance)
			return x.Rsh(&x, shift).Int64() // rounds down
		},
		last: int64(math.Ldexp(8*sigma, -int(shift))) + 2,
		law:  func(scale float64) cellLaw { return gaussianLaw(sigma*scale, math.Ldexp(1, int(shift))) },
	}
}

// gaussianLaw takes cells of w integers. For σ ≥ 1000 the sum of exp(−x²/2σ²)/(σ√2π) over the integers below x is
// Φ((x−½)/σ) by the midpoint rule, to within ∫|f″|/24 < 1/(24σ²) < 5·10⁻⁸: over all 10⁷ draws less than half a draw.
// The normalising sum is 1 to within 2·exp(−2π²σ²) (Poisson).
func gaussianLaw(sigma, width float64) cellLaw {
	if sigma > 900 {
		return func(cell int64) float64 { return math.Erfc(-(float64(cell)*width-0.5)/sigma/math.Sqrt2) / 2 }
	}
	reach := int64(40*sigma) + 40
	below := make([]float64, 2*reach+2) // the sums of exp(−x²/2σ²) over x < i − reach
	for i := range 2*reach + 1 {
		x := float64(i - reach)
		below[i+1] = below[i] + math.Exp(-x*x/(2*sigma*sigma))
	}
	return func(cell int64) float64 { return below[cell*int64(width)+reach] / below[2*reach+1] }
}

// exponentialFit draws from 40 scores, an eighth of a unit apart where that is an integer.
func exponentialFit(unit uint64) fit {
	scores := make([]uint64, 40)
	for j := range scores {
		scores[j] = 1000 + uint64(j)*(unit/8) + uint64(j)*(unit%8)/8
	}
	return fit{
		name: fmt.Sprintf("Exponential/unit=%d", unit),
		cost: 2,
		draw: func(s *Sampler) int64 { return int64(s.Exponential(scores, unit)) },
		last: int64(len(scores)),
		law: func(scale float64) cellLaw {
			below := make([]float64, len(scores)+1)
			for j, v := range scores {
				below[j+1] = below[j] + math.Exp(-float64(v-1000)/float64(unit)/scale)
			}
			return func(cell int64) float64 { return below[min(max(cell, 0), 40)] / below[40] }
		},
	}
}
