package release

import (
	"bytes"
	"encoding/json"
)

const (
	// MostBytes is the size of the largest document that is read: 32 MB. A million weights take 25 to 29.
	MostBytes = 32 << 20
	// MostDepth is how deeply objects and arrays may be nested. The format needs 10.
	MostDepth = 64
	// WeightBytes is the length of the longest weight in a document, with what separates it from the one before.
	WeightBytes = 29
)

// checkSize refuses a document that is too large or too deep before anything is parsed. The error is an *words.Error.
func checkSize(text []byte) error {
	if len(text) > MostBytes {
		return TooLarge()
	}
	return walk(text, func(_ byte, depth int) error {
		if depth > MostDepth {
			return refuse("objects and arrays are nested more than %d deep; a release needs 10", MostDepth)
		}
		return nil
	})
}

// TooLarge is the error for a document of more than MostBytes. A caller that knows the size need not load the text.
func TooLarge() error {
	return refuse("the document has more than %d MB; choose a file that privadapt released", MostBytes>>20)
}

// walk calls visit with the first byte of every string, bracket, number and word of a JSON text, and with the depth
// there, until visit returns an error. If the text is not JSON the calls are arbitrary, but walk adds no error of its
// own.
func walk(text []byte, visit func(first byte, depth int) error) error {
	depth := 0
	for i := 0; i < len(text); i++ {
		first := text[i]
		switch first {
		case ' ', '\t', '\n', '\r', ',', ':':
			continue
		case '{', '[':
			depth++
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '}', ']':
			depth--
		default:
			for i+1 < len(text) && !delimits(text[i+1]) {
				i++
			}
		}
		if err := visit(first, depth); err != nil {
			return err
		}
	}
	return nil
}

func delimits(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ':', '{', '}', '[', ']', '"':
		return true
	}
	return false
}

// isWhatWasWritten encodes the release again and compares. This decoder accepts "Epsilon" for "epsilon" and takes the
// last of two fields of one name, other readers do not: a document must not say one thing to the verifier and another
// to a person.
func (r *Release) isWhatWasWritten(text []byte) bool {
	again, err := json.Marshal(r)
	if err != nil {
		return false
	}
	if sameButSpace(text, again) {
		return true // as every document that this program wrote
	}
	// Fields may be in another order, and numbers and letters spelled in another way.
	var a, b any
	return countTokens(text) == countTokens(again) && json.Unmarshal(text, &a) == nil &&
		json.Unmarshal(again, &b) == nil &&
		SameText(a, b)
}

// SameText reports whether two values are written as the same JSON. What cannot be written is not the same as anything.
func SameText(a, b any) bool {
	one, errOne := json.Marshal(a)
	other, errOther := json.Marshal(b)
	return errOne == nil && errOther == nil && bytes.Equal(one, other)
}

// sameButSpace compares a JSON text with another one that has no white space outside its strings.
func sameButSpace(text, compact []byte) bool {
	k, inString := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !inString && (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
			continue
		}
		if k == len(compact) || compact[k] != c {
			return false
		}
		k++
		switch {
		case c == '"':
			inString = !inString
		case c == '\\' && inString: // the next one does not end the string
			i++
			if i == len(text) || k == len(compact) || compact[k] != text[i] {
				return false
			}
			k++
		}
	}
	return k == len(compact)
}

// countTokens counts names, values and brackets, so a repeated field counts twice.
func countTokens(text []byte) (n int) {
	_ = walk(text, func(byte, int) error { n++; return nil })
	return n
}
