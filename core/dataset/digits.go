package dataset

// Eight characters are eight bytes of one machine word, and one operation on
// the word works on all of them. Parsing is most of the time that a large file
// takes; byte by byte it would take twice as long in WebAssembly, where a
// branch costs more than several multiplications.

const each = 0x0101010101010101 // times a byte: that byte eight times

// loadDigits loads b[0] … b[7], b[0] lowest, so that digits become 0 … 9. The
// compiler makes one load of it. It does of encoding/binary's, too, but the
// build keeps that package from being inlined, and a call costs more than the
// rest of a number.
func loadDigits(b []byte) uint64 {
	b = b[:8]
	return (uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56) ^ '0'*each
}

// nonDigits has the top bit set in each byte of t that exceeds 9, and no other.
func nonDigits(t uint64) uint64 { return (t&(0x7f*each) + 0x76*each | t) & (0x80 * each) }

// joinDigits returns the number that eight digits write, the lowest byte being
// the first: neighbours are joined to pairs, pairs to fours, fours to eight.
func joinDigits(t uint64) uint64 {
	const pairs = 0x000000ff_000000ff
	t = 10*t + t>>8
	return (t&pairs*(100+1_000_000<<32) + t>>16&pairs*(1+10_000<<32)) >> 32
}

// scanDigits appends the digits that start at b[i] to m and returns it with
// the place of the first byte that is none. m wraps around after 19 digits.
func scanDigits(b []byte, i int, m uint64) (end int, joined uint64) {
	for len(b)-i >= 8 {
		t := loadDigits(b[i:])
		if nonDigits(t) != 0 {
			break
		}
		m = 100_000_000*m + joinDigits(t)
		i += 8
	}
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		m = 10*m + uint64(b[i]-'0')
	}
	return i, m
}
