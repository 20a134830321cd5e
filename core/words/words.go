// Package words is how the engine speaks: a [Message] is a key and values, and its sentence stands in a catalogue of
// data, once for each language. The English catalogue is en.json; the German one is in the data of the vault, de.json of
// jsbridge/vaultui/answers, and a further language is a further file beside it. Call [New] to say something and
// [Language.Say] to have it in another language.
package words

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// Message is something that is said to people.
type Message struct {
	Key     string `json:"key"`
	Values  []any  `json:"values,omitempty"` // strings, numbers, messages, and lists of these
	Text    string `json:"text,omitempty"`   // the sentence in English
	Warning bool   `json:"warning,omitempty"`
}

// New says something in English. Inlined, these functions would take 20 kB of what owners load.
//
//go:noinline
func New(key string, values ...any) Message {
	m := Message{Key: key, Values: values}
	m.Text = English().Say(m)
	return m
}

// Part is a message inside another, whose text is in that of the other.
//
//go:noinline
func Part(key string, values ...any) Message { return Message{Key: key, Values: values} }

// Names lists names, in quotation marks.
func Names(names []string) []any {
	list := make([]any, len(names))
	for i, name := range names {
		list[i] = Part("name", name)
	}
	return list
}

func (m Message) String() string { return m.Text }

// Error is a refusal: a code for programs, and for people a sentence that names what to do.
type Error struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Reason  *Message `json:"reason,omitempty"` // the same for other languages; nil where the code must do
	Line    int      `json:"line,omitempty"`   // in a public file, from 1; 0 if the error has no place
	Column  int      `json:"column,omitempty"` // likewise
}

func (e *Error) Error() string { return e.Message }

// Refuse is a refusal that is said in English alone.
//
//go:noinline
func Refuse(code, format string, values ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, values...)}
}

// RefuseFor is a refusal for a reason that is said in any language.
func RefuseFor(code string, reason Message) *Error {
	return &Error{Code: code, Message: reason.Text, Reason: &reason}
}

// Language is a catalogue, and how numbers are written. A sentence takes its values in their order, each as %s. Where
// the first is 1, the sentence of the key with ".one" is taken if there is one.
type Language struct {
	Decimal, Thousands string
	Sentences          map[string]string
}

//go:embed en.json
var english []byte

// English is the language of the engine.
var English = sync.OnceValue(func() (l Language) {
	if err := json.Unmarshal(english, &l); err != nil {
		panic(err) // a fault of this folder's file
	}
	return l
})

// Say puts a message into the language. One that has come as JSON is a map inside of another.
func (l Language) Say(m Message) string {
	values := make([]any, len(m.Values))
	for i, v := range m.Values {
		values[i] = l.value(v)
	}
	if len(values) > 0 && values[0] == "1" {
		if one, known := l.Sentences[m.Key+".one"]; known {
			return fmt.Sprintf(one, values...)
		}
	}
	return fmt.Sprintf(l.Sentences[m.Key], values...)
}

func (l Language) value(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return l.Grouped(v)
	case int64:
		return l.Grouped(int(v))
	case float64:
		if v == float64(int(v)) && max(v, -v) < 1e15 {
			return l.Grouped(int(v))
		}
		return l.Plain(v)
	case Message:
		return l.Say(v)
	case map[string]any:
		key, _ := v["key"].(string)
		values, _ := v["values"].([]any)
		return l.Say(Message{Key: key, Values: values})
	case []any:
		parts := make([]string, len(v))
		for i, part := range v {
			parts[i] = l.value(part)
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(v)
}
