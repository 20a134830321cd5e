//go:build !js

package sampler

import "math/big"

// The samplers of SampCert, whose laws are proved in Lean 4, transcribed from their definitions (SampCert/Samplers,
// version of April 2026). Each definition is one function of the same name.

// sampcert holds values that are not part of the definitions: the outcomes to which the large uniform draw is
// restricted, and powers that have been computed.
type sampcert struct {
	only   []*big.Int // nil where there is no restriction
	powers []*big.Int // exp(−k)
}

// cutOff bounds the error of a probability due to all loops that end at 2⁻⁹⁰ and to expMinus.
var cutOff = new(big.Int).Rsh(certain, 75)

// toss is the law of a coin.
func toss(probability *big.Int) slang[bool] {
	return slang[bool]{true: probability, false: new(big.Int).Sub(certain, probability)}
}

func (c *sampcert) uniformPowerOfTwoSample(n int64) slang[int64] {
	size := int64(1) << (big.NewInt(n).BitLen() - 1)
	p := slang[int64]{}
	for x := range size {
		p[x] = new(big.Int).Quo(certain, big.NewInt(size))
	}
	return p
}

func (c *sampcert) uniformSample(n int64) slang[int64] {
	return probUntil(c.uniformPowerOfTwoSample(2*n), func(x int64) bool { return x < n })
}

// bernoulliSample has the law that its definition by uniformSample gives, which TestSampCertUniform tests; the
// denominators are too large to add up its outcomes each time.
func (c *sampcert) bernoulliSample(num, den *big.Int) slang[bool] {
	p := new(big.Int).Mul(certain, num)
	return toss(p.Quo(p, den))
}

// attempt is the state of the loops that count.
type attempt struct {
	goOn  bool
	count int64
}

func goesOn(a attempt) bool { return a.goOn }

func (c *sampcert) bernoulliExpNegSampleUnitLoop(num, den *big.Int, state attempt) slang[attempt] {
	coin := c.bernoulliSample(num, new(big.Int).Mul(big.NewInt(state.count), den))
	return bind(coin, func(a bool) slang[attempt] { return pure(attempt{a, state.count + 1}) })
}

func (c *sampcert) bernoulliExpNegSampleUnitAux(num, den *big.Int) slang[int64] {
	loop := probWhile(goesOn, func(state attempt) slang[attempt] {
		return c.bernoulliExpNegSampleUnitLoop(num, den, state)
	}, attempt{true, 1})
	return bind(loop, func(a attempt) slang[int64] { return pure(a.count) })
}

func (c *sampcert) bernoulliExpNegSampleUnit(num, den *big.Int) slang[bool] {
	return bind(c.bernoulliExpNegSampleUnitAux(num, den), func(k int64) slang[bool] { return pure(k%2 == 0) })
}

func (c *sampcert) bernoulliExpNegSampleGenLoop(times int64) slang[bool] {
	if c.powers == nil {
		c.powers = []*big.Int{certain}
		unit := c.bernoulliExpNegSampleUnit(one, one)[true]
		for last := certain; last.Sign() > 0; {
			last = product(1, unit, last)
			c.powers = append(c.powers, last)
		}
	}
	return toss(c.powers[min(times, int64(len(c.powers)-1))])
}

func (c *sampcert) bernoulliExpNegSample(num, den *big.Int) slang[bool] {
	if num.Cmp(den) <= 0 {
		return c.bernoulliExpNegSampleUnit(num, den)
	}
	whole, part := new(big.Int).QuoRem(num, den, new(big.Int))
	return bind(c.bernoulliExpNegSampleGenLoop(whole.Int64()), func(b bool) slang[bool] {
		if !b {
			return pure(false)
		}
		return c.bernoulliExpNegSampleUnit(part, den)
	})
}

// number is an integer of any size, in decimal: what a slang can have as an outcome.
type number string

func numberOf(x *big.Int) number { return number(x.String()) }

func (n number) big() *big.Int {
	x, _ := new(big.Int).SetString(string(n), 10)
	return x
}

type kept struct {
	x    number
	keep bool
}

func (c *sampcert) discreteLaplaceSampleLoopIn1Aux(t *big.Int) slang[kept] {
	uniform := slang[number]{}
	if c.only != nil {
		for _, u := range c.only {
			uniform[numberOf(u)] = new(big.Int).Quo(certain, big.NewInt(int64(len(c.only))))
		}
	} else {
		uniform = bind(c.uniformSample(t.Int64()), func(u int64) slang[number] { return pure(numberOf(big.NewInt(u))) })
	}
	return bind(uniform, func(u number) slang[kept] {
		return bind(c.bernoulliExpNegSample(u.big(), t), func(d bool) slang[kept] { return pure(kept{u, d}) })
	})
}

func (c *sampcert) discreteLaplaceSampleLoopIn1(t *big.Int) slang[number] {
	loop := probUntil(c.discreteLaplaceSampleLoopIn1Aux(t), func(k kept) bool { return k.keep })
	return bind(loop, func(k kept) slang[number] { return pure(k.x) })
}

func (c *sampcert) discreteLaplaceSampleLoopIn2(num, den *big.Int) slang[int64] {
	coin := c.bernoulliExpNegSample(num, den)
	loop := probWhile(goesOn, func(k attempt) slang[attempt] {
		return bind(coin, func(a bool) slang[attempt] { return pure(attempt{a, k.count + 1}) })
	}, attempt{true, 0})
	return bind(loop, func(k attempt) slang[int64] { return pure(k.count) })
}

// signed is a size with a coin for its sign.
type signed struct {
	negative bool
	size     number
}

func (c *sampcert) withSign(size *big.Int) slang[signed] {
	return bind(c.bernoulliSample(one, big.NewInt(2)),
		func(b bool) slang[signed] { return pure(signed{b, numberOf(size)}) })
}

// discreteLaplaceSampleLoopByScale is DiscreteLaplaceSampleLoop′, for a scale t with the denominator 1.
func (c *sampcert) discreteLaplaceSampleLoopByScale(t *big.Int) slang[signed] {
	return bind(c.discreteLaplaceSampleLoopIn1(t), func(u number) slang[signed] {
		return bind(c.discreteLaplaceSampleLoopIn2(one, one), func(v int64) slang[signed] {
			x := new(big.Int).Mul(t, big.NewInt(v-1))
			return c.withSign(x.Add(x, u.big()))
		})
	})
}

func (c *sampcert) discreteLaplaceSampleLoop(t *big.Int) slang[signed] {
	return bind(c.discreteLaplaceSampleLoopIn2(one, t),
		func(v int64) slang[signed] { return c.withSign(big.NewInt(v - 1)) })
}

// discreteLaplaceSampleMixed is SampCert's choice between DiscreteLaplaceSample and DiscreteLaplaceSampleOptimized.
func (c *sampcert) discreteLaplaceSampleMixed(t *big.Int, mix int64) slang[number] {
	loop := c.discreteLaplaceSampleLoopByScale
	if t.Cmp(big.NewInt(mix)) <= 0 {
		loop = c.discreteLaplaceSampleLoop
	}
	sample := probUntil(loop(t), func(x signed) bool { return !(x.negative && x.size == "0") })
	return bind(sample, func(x signed) slang[number] {
		if x.negative {
			return pure(numberOf(new(big.Int).Neg(x.size.big())))
		}
		return pure(x.size)
	})
}

func (c *sampcert) discreteGaussianSampleLoop(num, den, t *big.Int, mix int64) slang[kept] {
	return bind(c.discreteLaplaceSampleMixed(t, mix), func(y number) slang[kept] {
		n := new(big.Int).Abs(y.big())
		n.Mul(n, t).Mul(n, den).Sub(n, num)
		n.Mul(n, n)
		d := new(big.Int).Mul(t, t)
		d.Mul(d, num).Mul(d, den).Lsh(d, 1)
		return bind(c.bernoulliExpNegSample(n, d), func(b bool) slang[kept] { return pure(kept{y, b}) })
	})
}

// discreteGaussianSample takes the variance, which SampCert squares from a standard deviation; t = ⌊σ⌋ + 1 is the same.
func (c *sampcert) discreteGaussianSample(variance *big.Int, mix int64) slang[number] {
	t := new(big.Int).Sqrt(variance)
	t.Add(t, one)
	sample := probUntil(c.discreteGaussianSampleLoop(variance, one, t, mix), func(k kept) bool { return k.keep })
	return bind(sample, func(k kept) slang[number] { return pure(k.x) })
}

// sampcertMix is the scale up to which SampCert's Gaussian sampler uses its first Laplace sampler.
const sampcertMix = 7
