//go:build !js

package sampler

import "math/big"

// A slang is the denotation of a term of SLang, the language of SampCert (de Medeiros et al., "Verified Foundations for
// Differential Privacy", PLDI 2025): the probabilities of its outcomes, in units of 2^−precision, rounded down. The
// loss by rounding and by loops that are cut off is known exactly, because all probabilities add up to 1.
type slang[T comparable] map[T]*big.Int

func pure[T comparable](x T) slang[T] { return slang[T]{x: certain} }

// lost is the largest amount by which a probability can exceed its stated value.
func (p slang[T]) lost() *big.Int {
	rest := new(big.Int).Set(certain)
	for _, w := range p {
		rest.Sub(rest, w)
	}
	return rest
}

func (p slang[T]) add(x T, w *big.Int) {
	if p[x] == nil {
		p[x] = new(big.Int)
	}
	p[x].Add(p[x], w)
}

// bind is the composition x ← p; f x.
func bind[T, U comparable](p slang[T], f func(T) slang[U]) slang[U] {
	q := slang[U]{}
	for x, w := range p {
		for y, v := range f(x) {
			q.add(y, product(1, w, v))
		}
	}
	return q
}

// probUntil repeats p until an outcome meets the condition.
func probUntil[T comparable](p slang[T], condition func(T) bool) slang[T] {
	total := p.lost()
	for x, w := range p {
		if condition(x) {
			total.Add(total, w)
		}
	}
	q := slang[T]{}
	for x, w := range p {
		if condition(x) {
			v := new(big.Int).Lsh(w, precision)
			q[x] = v.Quo(v, total)
		}
	}
	return q
}

// probWhile repeats the body as long as the state meets the condition. States with a probability below 2⁻⁹⁰ are given
// up.
func probWhile[T comparable](condition func(T) bool, body func(T) slang[T], state T) slang[T] {
	least := new(big.Int).Rsh(certain, 90)
	done, open := slang[T]{}, pure(state)
	for len(open) > 0 {
		next := slang[T]{}
		for x, w := range open {
			if !condition(x) {
				done.add(x, w)
				continue
			}
			if w.Cmp(least) < 0 {
				continue
			}
			for y, v := range body(x) {
				next.add(y, product(1, w, v))
			}
		}
		open = next
	}
	return done
}
