package invitation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
)

// Kind says how the text of a field is read.
type Kind string

const (
	Address Kind = "address" // https, or http on this machine, with nothing hidden in it
	Digest  Kind = "digest"  // a SHA-256 in hexadecimal digits
	Text    Kind = "text"    // plain characters, at most Most
	Column  Kind = "column"  // a column of private files, as a release can state it, at most Most bytes
	Number  Kind = "number"  // from Least to Most
	Count   Kind = "count"   // a whole number from Least to Most
	Word    Kind = "word"    // one of Words
	Handle  Kind = "handle"  // Least to Most letters without accents, digits and Marks
	Order   Kind = "order"   // one of Words, a colon, and a column's name of plain characters, at most Most
)

// Field is a field of an invitation's link. The owner's page reads it by what is generated from here, and Check by
// this.
type Field struct {
	Name        string
	Kind        Kind
	Subject     string // what it is, as a sentence begins
	Least, Most float64
	Words       []string
	Marks       string  // what a handle has besides letters and digits
	Because     string  // ends the sentence about a number
	Missing     string  // what is said of a link without it; "" where it may be left out
	Digest      string  // of the address of a public file: the field with the file's SHA-256
	Silent      float64 // of a Count: what it is where nothing is stated, so that a link leaves it out
	OfSample    bool    // there once for each public sample
	Listed      bool    // there once for each column or option that it names
	Attribute   bool    // <private-adapt> has it, as an attribute
}

const mostColumn = release.MostColumnName

// Fields are all that a link can state, in the order in which problems are told.
var Fields = []Field{
	{Name: "source", Kind: Address, Subject: "The address of the public sample", Digest: "sha256", OfSample: true,
		Missing: "The address of the public sample is missing.", Attribute: true},
	{Name: "sha256", Kind: Digest, Subject: "The SHA-256 of the sample", OfSample: true, Attribute: true},
	{Name: "name", Kind: Text, Subject: "The name of a sample", Most: 120, OfSample: true},
	{Name: "label", Kind: Text, Subject: "The name of the label column", Most: 200,
		Missing: "The name of the label column is missing.", Attribute: true},
	{Name: "epsilonMin", Kind: Number, Subject: "The smallest ε", Least: 0.01, Most: 10},
	{Name: "epsilonMax", Kind: Number, Subject: "The largest ε", Least: 0.01, Most: 10,
		Because: ": beyond that hardly anything is protected", Attribute: true},
	{Name: "epsilon", Kind: Number, Subject: "The suggested ε", Least: 0.01, Most: 10},
	{Name: "delta", Kind: Number, Subject: "δ", Least: 1e-12, Most: 1e-4,
		Because: ": a larger one would give single rows away"},
	{Name: "release", Kind: Word, Subject: "The kind of result", Words: words(release.Kinds...), Attribute: true},
	{Name: "task", Kind: Word, Subject: "The task", Words: words(dataset.Regression, dataset.Classification)},
	{Name: "base", Kind: Word, Subject: "The model", Words: words(append([]method.Base{method.Auto},
		method.Bases...)...), Attribute: true},
	{Name: "baseFile", Kind: Address, Subject: "The address of the model's file", Digest: "baseSHA256",
		Attribute: true},
	{Name: "baseSHA256", Kind: Digest, Subject: "The SHA-256 of the model's file", Attribute: true},
	{Name: "labels", Kind: Word, Subject: "What is asked of the labels",
		Words: words(terms.WishLabels, terms.RequiredLabels), Attribute: true},
	{Name: "model", Kind: Address, Subject: "The address of the model that the report is about",
		Digest: "modelSHA256", Attribute: true},
	{Name: "modelSHA256", Kind: Digest, Subject: "The SHA-256 of the model that the report is about",
		Attribute: true},
	{Name: "groupBy", Kind: Text, Subject: "The name of the column that divides a report", Most: 200,
		Attribute: true},
	{Name: "unit", Kind: Column, Subject: "The name of the column that names the person of a row", Most: mostColumn,
		Attribute: true},
	{Name: "ignore", Kind: Text, Subject: "The name of a column to leave out", Most: 200, Listed: true,
		Attribute: true},
	{
		Name: "dateOrder", Kind: Order, Subject: "The order of dates", Most: 200, Listed: true, Attribute: true,
		Words: []string{"dmy", "mdy", "ymd"},
	},
	{Name: "rowsMin", Kind: Count, Subject: "The fewest rows of a file", Least: 1, Most: terms.MostRows,
		Silent: 1},
	{Name: "rowsMax", Kind: Count, Subject: "The most rows of a file", Least: 1, Most: terms.MostRows,
		Silent: terms.MostRows},
	{Name: "reply", Kind: Address, Subject: "The address for the reply"},
	{Name: "campaign", Kind: Handle, Subject: "The name of the campaign", Least: 1, Most: 64, Marks: "._-",
		Attribute: true},
	{Name: "title", Kind: Text, Subject: "The title", Most: 120},
	{Name: "asker", Kind: Text, Subject: "The name of who asks", Most: 120},
	{Name: "token", Kind: Handle, Subject: "The token", Least: 16, Most: 128, Marks: "_-"},
}

func words[S ~string](list ...S) []string {
	texts := make([]string, len(list))
	for k, word := range list {
		texts[k] = string(word)
	}
	return texts
}

// Fault is the sentence about any problem with the field. It says what is right, and repeats nothing of the link.
func (f Field) Fault() string {
	switch f.Kind {
	case Address:
		return f.Subject + " must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, " +
			"without a user name, a password or a part after #."
	case Digest:
		return f.Subject + " must be 64 hexadecimal digits."
	case Text:
		return fmt.Sprintf("%s must be plain text of at most %v characters, without line breaks, control characters or "+
			"characters that turn the writing direction.", f.Subject, f.Most)
	case Column:
		return fmt.Sprintf("%s must be visible characters and plain blanks of at most %v bytes; a letter with an "+
			"accent has two.", f.Subject, f.Most)
	case Number:
		return fmt.Sprintf("%s must be a number from %s to %s%s.", f.Subject, short(f.Least), short(f.Most), f.Because)
	case Count:
		return fmt.Sprintf("%s must be a whole number from %s to %s.", f.Subject, whole(f.Least), whole(f.Most))
	case Order:
		return fmt.Sprintf("%s must be %s, a colon and the name of a column, of at most %v characters.",
			f.Subject, strings.Join(f.Words, ", "), f.Most)
	case Word:
		last := len(f.Words) - 1
		if last == 0 {
			return f.Subject + " must be " + f.Words[0] + ", or left out."
		}
		return f.Subject + " must be " + strings.Join(f.Words[:last], ", ") + " or " + f.Words[last] + "."
	case Handle:
		return fmt.Sprintf("%s must be %v to %v letters without accents, digits%s.", f.Subject, f.Least, f.Most,
			map[string]string{"._-": ", dots, hyphens or underscores", "_-": ", hyphens or underscores"}[f.Marks])
	}
	panic("invitation: there is no kind " + f.Kind)
}

// Accepts reports whether a text is a value of the field, which terms can state: a Handle is read by the page alone.
func (f Field) Accepts(text string) bool {
	switch f.Kind {
	case Address:
		return webAddress(text)
	case Digest:
		return isDigest(text)
	case Text:
		return plain(text, int(f.Most))
	case Column:
		return plain(text, int(f.Most)) && release.IsColumnName(text)
	case Number:
		value, err := strconv.ParseFloat(text, 64)
		return err == nil && value >= f.Least && value <= f.Most
	case Count:
		value, err := strconv.ParseInt(text, 10, 64)
		return err == nil && float64(value) >= f.Least && float64(value) <= f.Most
	case Word:
		return slices.Contains(f.Words, text)
	case Order:
		word, name, _ := strings.Cut(text, ":")
		return slices.Contains(f.Words, word) && name != "" && plain(name, int(f.Most))
	}
	panic("invitation: there is no kind " + f.Kind)
}

func whole(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// short writes a limit as people do: 0.01, but 1e-4.
func short(x float64) string {
	format := byte('g')
	if x < 1e-3 {
		format = 'e'
	}
	return strings.Replace(strconv.FormatFloat(x, format, -1, 64), "e-0", "e-", 1)
}
