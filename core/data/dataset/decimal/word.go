package decimal

// Eight characters are eight bytes of one machine word, and one operation on
// the word works on all of them. Parsing is most of the time that a large file
// takes. Byte by byte it would take twice as long in WebAssembly, where a branch
// costs more than several multiplications.

// Each times a byte is that byte eight times.
const Each = 0x0101010101010101

// LoadDigits loads b[0] … b[7], b[0] lowest, so that digits become 0 … 9. The
// compiler turns this into one load. It does the same for encoding/binary, but the
// build keeps that package from being inlined, and a call costs more than the
// rest of a number.
func LoadDigits(b []byte) uint64 {
	b = b[:8]
	return (uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56) ^ '0'*Each
}

// NonDigits has the top bit set in each byte of t that exceeds 9, and no other.
func NonDigits(t uint64) uint64 { return (t&(0x7f*Each) + 0x76*Each | t) & (0x80 * Each) }

// JoinDigits returns the number that eight digits write, the lowest byte being
// the first: neighbours are joined to pairs, pairs to fours, fours to eight.
func JoinDigits(t uint64) uint64 {
	const pairs = 0x000000ff_000000ff
	t = 10*t + t>>8
	return (t&pairs*(100+1_000_000<<32) + t>>16&pairs*(1+10_000<<32)) >> 32
}

// Load64 loads b[0] … b[7] as they are, b[0] lowest; see LoadDigits.
func Load64(b []byte) uint64 {
	b = b[:8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}
