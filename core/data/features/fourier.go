package features

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
)

// pairs is the number of frequencies, each with a cosine and a sine. The error in the kernel falls with the square root
// of this number, but each pair adds two features, and the noise of the second moment grows with the number of
// features.
const pairs = 64

// frequencies returns ω_1 to ω_pairs, row-major, of the random Fourier features √2·cos(ω·z) and √2·sin(ω·z) of Rahimi
// and Recht (2007): products of the features of two rows approximate the Gaussian kernel exp(−‖z−z′‖²/2h²), ω ~ N(0,
// I/h²), and their sum of squares is 2·pairs in every row. The width h is √(2·dim), the root mean square distance of
// two standardised rows.
//
// The frequencies are public. They are drawn from SHA-256 of the source's digest, so that whoever reads a release has
// them as well. They hide nothing: the one place for randomness that does is noise/sampler, which has no seed, and none
// of its draws come here.
func frequencies(digest string, dim int) []float64 {
	w := make([]float64, pairs*dim)
	width := math.Sqrt(2 * float64(dim))
	for i := range w {
		h := sha256.Sum256(fmt.Appendf(nil, "privadapt fourier 1 %s %d", digest, i))
		// Two uniform numbers in (0,1) give a normal one (Box and Muller).
		u := (float64(binary.BigEndian.Uint64(h[0:8])>>11) + 0.5) * 0x1p-53
		v := (float64(binary.BigEndian.Uint64(h[8:16])>>11) + 0.5) * 0x1p-53
		w[i] = math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*v) / width
	}
	return w
}

func (m *Map) waves(dst, z []float64) {
	frequencies := m.frequencies()
	for k := range pairs {
		phase := 0.0
		for i, v := range z {
			phase += frequencies[k*m.dim+i] * v
		}
		sine, cosine := math.Sincos(phase)
		dst[2*k], dst[2*k+1] = math.Sqrt2*cosine, math.Sqrt2*sine
	}
}
