package invitation

import (
	"fmt"
	"slices"
	"strconv"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
)

// Rule says which fields do not fit together: those for which all conditions hold. Check and the page's reader of links
// (jsbridge/npm/invitation.js) both interpret the rules.
type Rule struct {
	Field    string // at which a form tells it
	Text     string
	When     []Condition
	Campaign bool // a campaign has it, and a link does not
}

// Condition is what a rule asks of one field.
type Condition struct {
	Field    string
	Relation Relation
	Of       []string // words, or the name of another field
}

// Relation is a question about the values of a field.
type Relation string

const (
	Stated  Relation = "stated"
	Missing Relation = "missing"
	Is      Relation = "is"    // one of the words
	IsNot   Relation = "isNot" // none of the words, or missing
	Same    Relation = "same"  // a value of the other field
	Above   Relation = "above" // a larger number than the other field's
)

func when(field string, is Relation, of ...string) Condition { return Condition{field, is, of} }

// holds reports whether texts, by the names of the fields, meet the condition.
func (c Condition) holds(texts map[string][]string) bool {
	own := texts[c.Field]
	isStated := func(text string) bool { return text != "" }
	isWord := func(text string) bool { return slices.Contains(c.Of, text) }
	switch c.Relation {
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
			return text != "" && slices.Contains(texts[c.Of[0]], text)
		})
	case Above:
		return slices.ContainsFunc(own, func(text string) bool {
			larger, err := strconv.ParseFloat(text, 64)
			return err == nil && slices.ContainsFunc(texts[c.Of[0]], func(other string) bool {
				smaller, err := strconv.ParseFloat(other, 64)
				return err == nil && larger > smaller
			})
		})
	}
	panic("invitation: there is no relation " + c.Relation)
}

func (r Rule) broken(texts map[string][]string) bool {
	return !slices.ContainsFunc(r.When, func(c Condition) bool { return !c.holds(texts) })
}

// Sentences of several rules, and of what is asked of samples.
const (
	unordered  = "The three values of ε are not in order: smallest ≤ suggested ≤ largest."
	baseless   = "A kind of model goes with the results “model” and “report”, and with “moments” where labels are required."
	fileless   = "A model's file goes with the results “model” and “report”, and with “moments” where labels are required; its kind is auto or file."
	noFile     = "It does not say where the model's file is."
	reportOnly = "A model to be judged and a column that divides go with the result “report”."
	incomplete = "A model that a report is about needs both its address and its SHA-256."
	leftOut    = "The label, and a column that divides a report, cannot be left out."
)

// Kinds of results without a model: never, and unless labels are required.
var (
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
	{Field: "labels", Text: "Labels go with the results “model” and “moments”; a report always needs them.",
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
	{Field: "model", Text: reportOnly,
		When: []Condition{when("model", Stated), when("release", IsNot, string(release.Report))}},
	{Field: "groupBy", Text: reportOnly,
		When: []Condition{when("groupBy", Stated), when("release", IsNot, string(release.Report))}},
	{Field: "modelSHA256", Text: incomplete, When: []Condition{when("model", Stated), when("modelSHA256", Missing)}},
	{Field: "model", Text: incomplete, When: []Condition{when("modelSHA256", Stated), when("model", Missing)}},
	{Field: "base", Text: "The report is about the model at the address, so no kind of model is to be chosen.",
		When: []Condition{when("model", Stated), when("base", Stated)}},
	{Field: "groupBy", Text: "A report cannot be divided by its label.",
		When: []Condition{when("groupBy", Same, "label")}},
	{Field: "unit", Text: "The label cannot name the person of a row.", When: []Condition{when("unit", Same, "label")}},
	{Field: "ignore", Text: leftOut, When: []Condition{when("ignore", Same, "label")}},
	{Field: "ignore", Text: leftOut, When: []Condition{when("ignore", Same, "groupBy")}},
	{Field: "token", Text: "A token goes with a reply, and there is no address for the reply.",
		When: []Condition{when("token", Stated), when("reply", Missing)}},
}

// OfLists are the sentences about fields that are there several times, which Check and the page's reader each find out.
var OfLists = map[string]string{
	"many":    fmt.Sprintf("It names more than %d public samples.", dataset.MostParts),
	"sha256":  "Of several public samples the SHA-256 is stated for each or for none.",
	"name":    "Of several public samples the name is stated for each or for none.",
	"twice":   "It names one public sample, or one name, twice.",
	"ordered": "It states two orders of the dates in one column.",
}

// keep are the words of a list of which something is true.
func keep[W ~string](list []W, is func(W) bool) []string {
	return words(slices.DeleteFunc(slices.Clone(list), func(word W) bool { return !is(word) })...)
}
