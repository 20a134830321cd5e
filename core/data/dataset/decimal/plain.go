package decimal

import "math/bits"

// Reach exceeds the length of a number that [Unsigned] reads, with a sign before it, together with the loads that read
// it.
const Reach = 80

// Unsigned reads the number without sign and exponent that b begins with, of
// at most 19 digits apart from zeros before them. It returns its value,
// correctly rounded, and its length, 0 if it does not have this form. b must have
// Reach−1 bytes.
func Unsigned(b []byte, point byte) (v float64, n int) {
	m, at := uint64(0), 0
	word := LoadDigits(b)
	stops := NonDigits(word)
	for stops == 0 {
		m = 100_000_000*m + JoinDigits(word)
		if at += 8; at > 16 {
			return 0, 0
		}
		word = LoadDigits(b[at : at+8])
		stops = NonDigits(word)
	}
	rest := bits.TrailingZeros64(stops) / 8
	m = uintPow10[rest&7]*m + JoinDigits(word<<(64-8*rest))
	at += rest
	significant, decimals := at, 0
	if c := b[at]; c == '.' || c == point {
		at++
		first, whole := at, m
		word = LoadDigits(b[at : at+8])
		zeros := bits.TrailingZeros64(word) / 8
		stops = NonDigits(word)
		for stops == 0 {
			m = 100_000_000*m + JoinDigits(word)
			if at += 8; at > first+16 {
				return 0, 0
			}
			word = LoadDigits(b[at : at+8])
			stops = NonDigits(word)
		}
		rest = bits.TrailingZeros64(stops) / 8
		m = uintPow10[rest&7]*m + JoinDigits(word<<(64-8*rest))
		at += rest
		decimals = at - first
		if whole == 0 && significant <= maxDigits { // with more digits, a multiple of 2⁶⁴ would be taken for zero
			significant = -zeros
		}
		significant += decimals
		if at == 1 {
			return 0, 0 // a point without digits
		}
	}
	if at == 0 || significant > maxDigits || decimals >= len(Pow10) {
		return 0, 0
	}
	if m <= 1<<53 {
		return float64(m) / Pow10[decimals], at
	}
	return quotient(m, decimals), at
}
