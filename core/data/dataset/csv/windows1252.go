package csv

import "unicode/utf8"

// windows1252 has the bytes 0x80 to 0x9f; the others are as in Latin-1.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// FromWindows1252 returns a Windows-1252 text in UTF-8. Every sequence of bytes is such a text.
func FromWindows1252(text []byte) []byte {
	out := make([]byte, 0, 2*len(text))
	for _, b := range text {
		r := rune(b)
		if 0x80 <= b && b < 0xa0 {
			r = windows1252[b-0x80]
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}
