package dataset

// missingTokens stand for "no value" in any column, in any case of letters.
var missingTokens = [...]string{"na", "n/a", "null", "?", "-"}

// nonFiniteWords are the words that programs print for NaN and infinity, after
// an optional sign.
var nonFiniteWords = [...]string{"nan", "inf", "infinity"}

// isMissing reports whether a trimmed cell is empty or a missing token.
func isMissing(cell []byte) bool {
	if len(cell) == 0 {
		return true
	}
	for _, token := range missingTokens {
		if equalFold(cell, token) {
			return true
		}
	}
	return false
}

// isNonFiniteWord reports whether a trimmed cell names NaN or an infinity.
func isNonFiniteWord(cell []byte) bool {
	if len(cell) > 0 && (cell[0] == '+' || cell[0] == '-') {
		cell = cell[1:]
	}
	for _, word := range nonFiniteWords {
		if equalFold(cell, word) {
			return true
		}
	}
	return false
}

// equalFold compares with a word in lower-case ASCII.
func equalFold(cell []byte, word string) bool {
	if len(cell) != len(word) {
		return false
	}
	for i, c := range cell {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// trimSpaces removes outer spaces and tabs.
func trimSpaces(b []byte) []byte {
	for len(b) > 0 && isSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }
