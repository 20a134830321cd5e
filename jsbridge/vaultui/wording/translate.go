package wording

import (
	"fmt"
	"strconv"
	"strings"
)

// The engine speaks English, to programs as well as to owners. What owners meet often is put into their language here,
// by the code of a failure or of a receiver's objection, and by the format of a warning.

// Explained is what a failure means to the owner: with its values where the message is known, or else by its code.
func Explained(code, message string) string {
	if own := Translated(message); own != message {
		return own
	}
	if known, ok := texts.EngineFailures[code]; ok {
		return known
	}
	return Sentence(message)
}

// Objection is why the receiver of a result would not take it: its code, and the values in the sentence.
type Objection struct {
	Code   string
	Values []string
}

// Objected says it. The message is the engine's.
func (o Objection) Objected(message string) string {
	known, ok := texts.Objections[o.Code]
	if !ok {
		return Sentence(message)
	}
	values := make([]any, len(o.Values))
	for i, value := range o.Values {
		values[i] = value
	}
	return fmt.Sprintf(known, values...)
}

// Translated puts a warning of the engine into the owner's language.
func Translated(warning string) string {
	for format, own := range texts.EngineWarnings {
		if values, ok := valuesIn(format, warning); ok {
			for i, value := range values {
				values[i] = Translated(value.(string)) // some are sentences, too
			}
			return fmt.Sprintf(own, values...)
		}
	}
	return warning
}

// valuesIn returns what stands in a text in the place of a format's verbs, numbers as the language writes them. The
// verbs that it knows are %s, %d, %q and %.Nf; a text that the format cannot have made is refused.
func valuesIn(format, text string) (values []any, ok bool) {
	for {
		before, rest, found := strings.Cut(format, "%")
		if strings.HasPrefix(rest, "%") { // a percent sign
			before, rest, found = before+"%", rest[1:], true
			if !strings.HasPrefix(text, before) {
				return nil, false
			}
			text, format = text[len(before):], rest
			continue
		}
		if !strings.HasPrefix(text, before) {
			return nil, false
		}
		text = text[len(before):]
		if !found {
			return values, text == ""
		}
		verb := strings.IndexAny(rest, "sdqf")
		format = rest[verb+1:]
		end := len(text)
		if next, _, _ := strings.Cut(format, "%"); next != "" || format != "" {
			if strings.HasPrefix(format, "%%") {
				next = "%"
			}
			if end = strings.Index(text, next); end < 0 {
				return nil, false
			}
		}
		value := strings.ReplaceAll(text[:end], `"`, "")
		if n, err := strconv.Atoi(value); rest[verb] == 'd' && err == nil {
			value = Grouped(n)
		} else if rest[verb] == 'f' {
			value = Spoken(value)
		}
		values, text = append(values, value), text[end:]
	}
}
