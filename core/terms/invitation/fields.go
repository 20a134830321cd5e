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
	Name      string   `json:"name"`
	Kind      Kind     `json:"kind"`
	Subject   string   `json:"-"` // what it is, as a sentence begins
	Term      string   `json:"-"` // before its value in lists of what is asked for; "" where it is told with another field
	Least     float64  `json:"least,omitempty"`
	Most      float64  `json:"most,omitempty"`
	Words     []string `json:"words,omitempty"`
	Marks     string   `json:"marks,omitempty"`   // what a handle has besides letters and digits
	Because   string   `json:"-"`                 // ends the sentence about a number
	Missing   string   `json:"missing,omitempty"` // what is said of a link without it; "" where it may be left out
	Digest    string   `json:"digest,omitempty"`  // of the address of a public file: the field with the file's SHA-256
	Silent    float64  `json:"silent,omitempty"`  // of a Count: what it is where nothing is stated; links leave it out
	Listed    bool     `json:"listed,omitempty"`  // there once for each column or option that it names
	Attribute bool     `json:"-"`                 // <private-adapt> has it, as an attribute
}

const mostColumn = release.MostColumnName

// Fields are all that a link can state, in the order in which problems are told.
var Fields = []Field{
	{Name: "source", Kind: Address, Term: "public sample", Subject: "The address of the public sample",
		Digest: "sha256", Missing: "The address of the public sample is missing.", Attribute: true},
	{Name: "sha256", Kind: Digest, Subject: "The SHA-256 of the sample", Attribute: true},
	{Name: "label", Kind: Text, Term: "label", Subject: "The name of the label column", Most: 200,
		Missing: "The name of the label column is missing.", Attribute: true},
	{Name: "epsilonMin", Kind: Number, Term: "smallest ε", Subject: "The smallest ε", Least: 0.01, Most: 10},
	{Name: "epsilonMax", Kind: Number, Term: "largest ε", Subject: "The largest ε", Least: 0.01, Most: 10,
		Because: ": beyond that hardly anything is protected", Attribute: true},
	{Name: "epsilon", Kind: Number, Term: "privacy loss ε", Subject: "The suggested ε", Least: 0.01, Most: 10},
	{Name: "delta", Kind: Number, Term: "δ", Subject: "δ", Least: 1e-12, Most: 1e-4,
		Because: ": a larger one would give single rows away"},
	{Name: "release", Kind: Word, Term: "result", Subject: "The kind of result",
		Words: method.Texts(release.Kinds), Attribute: true},
	{Name: "task", Kind: Word, Term: "task", Subject: "The task",
		Words: method.Texts([]dataset.Task{dataset.Regression, dataset.Classification})},
	{Name: "base", Kind: Word, Term: "model", Subject: "The model", Words: method.Texts(append([]method.Base{method.Auto},
		method.Bases...)), Attribute: true},
	{Name: "baseFile", Kind: Address, Term: "model's file", Subject: "The address of the model's file",
		Digest: "baseSHA256", Attribute: true},
	{Name: "baseSHA256", Kind: Digest, Subject: "The SHA-256 of the model's file", Attribute: true},
	{Name: "labels", Kind: Word, Term: "labels", Subject: "What is asked of the labels",
		Words: method.Texts([]terms.Labels{terms.WishLabels, terms.RequiredLabels}), Attribute: true},
	{Name: "model", Kind: Address, Term: "about the model", Subject: "The address of the model to be judged or used",
		Digest: "modelSHA256", Attribute: true},
	{Name: "modelSHA256", Kind: Digest, Subject: "The SHA-256 of the model to be judged or used",
		Attribute: true},
	{Name: "groupBy", Kind: Text, Term: "for each", Subject: "The name of the column that divides the result", Most: 200,
		Attribute: true},
	{Name: "unit", Kind: Column, Term: "protected", Subject: "The name of the column that names the person of a row",
		Most: mostColumn, Attribute: true},
	{Name: "ignore", Kind: Text, Term: "columns left out", Subject: "The name of a column to leave out",
		Most: 200, Listed: true, Attribute: true},
	{
		Name: "dateOrder", Kind: Order, Term: "order of dates", Subject: "The order of dates",
		Most: 200, Listed: true, Attribute: true,
		Words: []string{"dmy", "mdy", "ymd"},
	},
	{Name: "rowsMin", Kind: Count, Term: "fewest rows", Subject: "The fewest rows of a file",
		Least: 1, Most: terms.MostRows, Silent: 1},
	{Name: "rowsMax", Kind: Count, Term: "most rows", Subject: "The most rows of a file",
		Least: 1, Most: terms.MostRows, Silent: terms.MostRows},
	{Name: "reply", Kind: Address, Term: "sent to", Subject: "The address for the reply"},
	{Name: "campaign", Kind: Handle, Term: "campaign", Subject: "The name of the campaign",
		Least: 1, Most: 64, Marks: "._-", Attribute: true},
	{Name: "title", Kind: Text, Term: "title", Subject: "The title", Most: 120},
	{Name: "asker", Kind: Text, Term: "asker", Subject: "The name of who asks", Most: 120},
	{Name: "token", Kind: Handle, Term: "token", Subject: "The token", Least: 16, Most: 128, Marks: "_-"},
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

// Rule says which fields do not fit together: those for which all conditions hold. Check and the page's reader of links
// (jsbridge/npm/invitation.js) both interpret the rules.
type Rule struct {
	Field    string      `json:"field"` // at which a form tells it
	When     []Condition `json:"when"`
	Text     string      `json:"text"`
	Campaign bool        `json:"-"` // a campaign has it, and a link does not
}

// Condition is what a rule asks of one field: its name, a relation, and words or the name of another field.
type Condition []string

// Relations, which are questions about the values of a field.
const (
	Stated  = "stated"
	Missing = "missing"
	Is      = "is"    // one of the words
	IsNot   = "isNot" // none of the words, or missing
	Same    = "same"  // a value of the other field
	Above   = "above" // a larger number than the other field's
)

func when(field, relation string, of ...string) Condition {
	return append(Condition{field, relation}, of...)
}

// holds reports whether texts, by the names of the fields, meet the condition.
func (c Condition) holds(texts map[string][]string) bool {
	own, of := texts[c[0]], c[2:]
	isStated := func(text string) bool { return text != "" }
	isWord := func(text string) bool { return slices.Contains(of, text) }
	switch c[1] {
	case Stated:
		return slices.ContainsFunc(own, isStated)
	case Missing:
		return !slices.ContainsFunc(own, isStated)
	case Is:
		return slices.ContainsFunc(own, isWord)
	case IsNot:
		return !slices.ContainsFunc(own, isWord)
	case Same:
		return slices.ContainsFunc(own, func(text string) bool {
			return text != "" && slices.Contains(texts[of[0]], text)
		})
	case Above:
		return slices.ContainsFunc(own, func(text string) bool {
			larger, err := strconv.ParseFloat(text, 64)
			return err == nil && slices.ContainsFunc(texts[of[0]], func(other string) bool {
				smaller, err := strconv.ParseFloat(other, 64)
				return err == nil && larger > smaller
			})
		})
	}
	panic("invitation: there is no relation " + c[1])
}

func (r Rule) broken(texts map[string][]string) bool {
	return !slices.ContainsFunc(r.When, func(c Condition) bool { return !c.holds(texts) })
}

// Sentences of several rules, and of what is asked of samples.
const (
	unordered  = "The three values of ε are not in order: smallest ≤ suggested ≤ largest."
	baseless   = "A kind of model goes with the results “model”, “report” and “estimate”, and with “moments” where labels are required."
	fileless   = "A model's file goes with the results “model”, “report” and “estimate”, and with “moments” where labels are required; its kind is auto or file."
	noFile     = "It does not say where the model's file is."
	counted    = "A model to be judged or used and a column that divides go with the results “report” and “estimate”."
	incomplete = "A model to be judged or used needs both its address and its SHA-256."
	leftOut    = "The label, and a column that divides the result, cannot be left out."
)

// Kinds of results without a model: never, and unless labels are required; and those that count rows.
var (
	counts     = keep(release.Kinds, release.Kind.Counted)
	never      = keep(release.Kinds, func(k release.Kind) bool { return !k.HasBase(true) })
	unlabelled = keep(release.Kinds, func(k release.Kind) bool { return k.HasBase(true) && !k.HasBase(false) })
)

// Rules are told in this order.
var Rules = []Rule{
	{Field: "epsilon", Text: unordered, When: []Condition{when("epsilonMin", Above, "epsilon")}},
	{Field: "epsilon", Text: unordered, When: []Condition{when("epsilon", Above, "epsilonMax")}},
	{Field: "epsilon", Text: unordered, When: []Condition{when("epsilonMin", Above, "epsilonMax")}},
	{Field: "rowsMax", Text: "The fewest rows of a file are more than the most.",
		When: []Condition{when("rowsMin", Above, "rowsMax")}},
	{Field: "base", Text: baseless, When: []Condition{when("base", Stated), when("release", Is, never...)}},
	{Field: "base", Text: baseless, When: []Condition{when("base", Stated), when("release", Is, unlabelled...),
		when("labels", IsNot, string(terms.RequiredLabels))}},
	{Field: "labels", Text: "Labels go with the results “model”, “moments” and “estimate”; a report always needs them.",
		When: []Condition{when("labels", Stated),
			when("release", Is, keep(release.Kinds, func(k release.Kind) bool { return !k.TakesLabels() })...)}},
	{Field: "labels",
		Text: "Moments with labels and moments without do not add up: labels are required of all, or not asked for.",
		When: []Condition{when("labels", Is, string(terms.WishLabels)), when("release", Is, string(release.Moments))}},
	{Field: "base", Text: "A model of this kind predicts numbers, and the task is classification.",
		When: []Condition{when("task", Is, string(dataset.Classification)),
			when("base", Is, keep(method.Bases, method.Base.OfNumbers)...)}},
	{Field: "baseFile", Text: noFile,
		When: []Condition{when("base", Is, string(method.File)), when("baseFile", Missing)}},
	{Field: "baseFile", Text: fileless, When: []Condition{when("baseFile", Stated), when("release", Is, never...)}},
	{Field: "baseFile", Text: fileless, When: []Condition{when("baseFile", Stated), when("release", Is, unlabelled...),
		when("labels", IsNot, string(terms.RequiredLabels))}},
	{Field: "baseFile", Text: fileless, When: []Condition{when("baseFile", Stated),
		when("base", Is, keep(method.Bases, func(b method.Base) bool { return b != method.File })...)}},
	{Field: "baseSHA256", Text: noFile, When: []Condition{when("baseSHA256", Stated), when("baseFile", Missing)}},
	{Field: "baseSHA256", Text: "A campaign states the SHA-256 of the model's file.", Campaign: true,
		When: []Condition{when("baseFile", Stated), when("baseSHA256", Missing)}},
	{Field: "model", Text: counted, When: []Condition{when("model", Stated), when("release", IsNot, counts...)}},
	{Field: "groupBy", Text: counted, When: []Condition{when("groupBy", Stated), when("release", IsNot, counts...)}},
	{Field: "modelSHA256", Text: incomplete, When: []Condition{when("model", Stated), when("modelSHA256", Missing)}},
	{Field: "model", Text: incomplete, When: []Condition{when("modelSHA256", Stated), when("model", Missing)}},
	{Field: "base", Text: "The result is about the model at the address, so no kind of model is to be chosen.",
		When: []Condition{when("model", Stated), when("base", Stated)}},
	{Field: "groupBy", Text: "A result cannot be divided by its label.",
		When: []Condition{when("groupBy", Same, "label")}},
	{Field: "unit", Text: "The label cannot name the person of a row.", When: []Condition{when("unit", Same, "label")}},
	{Field: "ignore", Text: leftOut, When: []Condition{when("ignore", Same, "label")}},
	{Field: "ignore", Text: leftOut, When: []Condition{when("ignore", Same, "groupBy")}},
	{Field: "token", Text: "A token goes with a reply, and there is no address for the reply.",
		When: []Condition{when("token", Stated), when("reply", Missing)}},
}

// TwoOrders is said of a link that states the order of the dates in one column twice. Terms cannot.
const TwoOrders = "It states two orders of the dates in one column."

// keep are the words of a list of which something is true.
func keep[W ~string](list []W, is func(W) bool) []string {
	return method.Texts(slices.DeleteFunc(slices.Clone(list), func(word W) bool { return !is(word) }))
}
