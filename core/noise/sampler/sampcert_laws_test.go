//go:build !js

package sampler

import (
	"fmt"
	"math/big"
	"testing"
)

// For all n up to 130 the rejection of powers of two gives each number below n the probability 1/n.
func TestSampCertUniform(t *testing.T) {
	c := &sampcert{}
	for n := int64(1); n <= 130; n++ {
		p := c.uniformSample(n)
		want := new(big.Int).Quo(certain, big.NewInt(n))
		for x := range n {
			if d := new(big.Int).Sub(want, p[x]); d.CmpAbs(big.NewInt(2)) > 0 {
				t.Errorf("n = %d: %d has the probability %v", n, x, unit(p[x]))
			}
		}
	}
}

// sameLaw compares the draws of one of this package's samplers with a law of SampCert. The draw's law is the law of
// a round given that the round is accepted (TestRejectedRoundsAreForgotten). Both probabilities are known as
// intervals. The intervals must intersect, and they must be narrow unless the probability is negligible.
func sameLaw(t *testing.T, name string, round weights, theirs slang[number]) (outcomes int) {
	t.Helper()
	least := new(big.Int)
	for _, w := range round.accepted {
		least.Add(least, w)
	}
	most, lost := new(big.Int).Add(least, round.lost), theirs.lost()
	share := func(w, of *big.Int) *big.Int {
		v := new(big.Int).Lsh(w, precision)
		return v.Quo(v, of)
	}
	all := map[number]bool{}
	for x := range theirs {
		all[x] = true
	}
	for x := range round.accepted {
		all[numberOf(big.NewInt(x))] = true
	}
	for x := range all {
		ours := round.accepted[x.big().Int64()]
		if ours == nil || !x.big().IsInt64() {
			ours = new(big.Int)
		}
		low, high := share(ours, most), share(new(big.Int).Add(ours, round.lost), least)
		their := theirs[x]
		if their == nil {
			their = new(big.Int)
		}
		upper := new(big.Int).Add(their, lost)
		if new(big.Int).Sub(low, cutOff).Cmp(upper) > 0 || new(big.Int).Sub(their, cutOff).Cmp(high) > 0 {
			t.Errorf("%s: %s has a probability from %v to %v, by SampCert from %v to %v", name, x, unit(low), unit(high),
				unit(their), unit(upper))
		}
		if width := new(big.Int).Sub(high, low); unit(high) > 1e-4 {
			if unit(width) > 1e-9*unit(low) || unit(lost) > 1e-9*unit(their) {
				t.Errorf("%s: the probability of %s is not known to one part in 10⁹", name, x)
			}
			outcomes++
		}
	}
	return outcomes
}

// few restricts the uniform draw if the scale is large: the laws are compared conditional on these outcomes, which
// include both ends. At small scales the whole laws are compared.
func few(t *big.Int) []*big.Int {
	if t.Cmp(big.NewInt(16)) <= 0 {
		return nil
	}
	third, half := new(big.Int).Quo(t, big.NewInt(3)), new(big.Int).Rsh(t, 1)
	return []*big.Int{new(big.Int), one, third, half, new(big.Int).Sub(t, big.NewInt(2)), new(big.Int).Sub(t, one)}
}

// among are dice whose draw below the scale is one of few.
type among struct {
	dice
	only []*big.Int
}

func (a among) below(n uint64) uint64 { return a.only[a.dice.below(uint64(len(a.only)))].Uint64() }

func (a among) bigBelow(dst, n *big.Int) { dst.Set(a.only[a.dice.below(uint64(len(a.only)))]) }

// restricted is enumerate with the draws below the scale restricted to few, if there is a restriction.
func restricted(only []*big.Int, round func(s *Sampler) (int64, bool)) weights {
	return enumerate(func(s *Sampler) (int64, bool) {
		if only != nil {
			s = &Sampler{dice: among{s.dice, only}}
		}
		return round(s)
	})
}

// The discrete Laplace and the discrete Gaussian of this package have SampCert's laws, by exact arithmetic, on every
// case of TestExactLaws and at the scales of TestSamplersFollowTheirLaws, for both of SampCert's Laplace samplers.
func TestLawsAreThoseOfSampCert(t *testing.T) {
	outcomes := 0
	laplace := func(scale int64) {
		s := big.NewInt(scale)
		c := &sampcert{only: few(s)}
		mixes := []int64{0}
		if c.only == nil {
			mixes = append(mixes, scale)
		}
		for _, mix := range mixes {
			theirs := c.discreteLaplaceSampleMixed(s, mix)
			outcomes += sameLaw(t, fmt.Sprintf("laplaceRound(%d)", scale),
				restricted(c.only, func(s *Sampler) (int64, bool) { return s.laplaceRound(uint64(scale)) }), theirs)
			var x big.Int
			outcomes += sameLaw(t, fmt.Sprintf("bigLaplaceRound(%d)", scale),
				restricted(c.only, func(d *Sampler) (int64, bool) { ok := d.bigLaplaceRound(&x, s); return x.Int64(), ok }),
				theirs)
		}
	}
	for scale := int64(1); scale <= 10; scale++ {
		laplace(scale)
	}
	for _, scale := range []int64{50, 1 << 20, 1<<40 + 1, maxLaplaceScale} {
		laplace(scale)
	}
	gaussian := func(variance *big.Int) slang[number] {
		scale := new(big.Int).Sqrt(variance)
		scale.Add(scale, one)
		c := &sampcert{only: few(scale)}
		theirs := c.discreteGaussianSample(variance, sampcertMix)
		var x big.Int
		outcomes += sameLaw(
			t,
			fmt.Sprintf("DiscreteGaussian(%v)", variance),
			restricted(c.only,
				func(s *Sampler) (int64, bool) { ok := s.gaussianRound(&x, variance, scale); return x.Int64(), ok }),
			theirs,
		)
		return theirs
	}
	for variance := int64(1); variance <= 12; variance++ {
		gaussian(big.NewInt(variance))
	}
	gaussian(big.NewInt(1000))
	gaussian(new(big.Int).Lsh(one, 40))
	for _, sigma := range []int64{1, 2, 3, 4, 40, 1000, 1 << 24, MaxSigma} {
		theirs := gaussian(big.NewInt(sigma * sigma))
		only := few(big.NewInt(sigma + 1))
		outcomes += sameLaw(t, fmt.Sprintf("DiscreteGaussian64(%d)", sigma),
			restricted(only, func(s *Sampler) (int64, bool) { return s.gaussianRound64(uint64(sigma)) }), theirs)
	}
	t.Logf("%d probabilities above 1e-4", outcomes)
	if outcomes < 500 {
		t.Errorf("only %d probabilities were compared", outcomes)
	}
}
