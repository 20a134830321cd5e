package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"privadapt/core/model/auto"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/terms/invitation"
	"privadapt/core/terms/method"
)

// link has the fields of a link, and what is said of any problem with it.
func link() string {
	var b strings.Builder
	b.WriteString(notice + "\n/**\n * The fields of a link, in the order in which problems are told: how each is read, and what is said of any problem\n")
	b.WriteString(" * with it. None of these sentences repeats text of the link.\n */\nexport const FIELDS = [\n")
	for _, f := range invitation.Fields {
		b.WriteString("  " + object(struct {
			invitation.Field
			Fault string `json:"fault"`
		}{f, f.Fault()}) + ",\n")
	}
	b.WriteString("];\n\n/** What a link has at most, in characters, and of its files, in bytes. */\n")
	fmt.Fprintf(&b, "export const LIMITS = { link: %d, address: %d, modelFile: %d, release: %d };\n",
		invitation.MostLink, invitation.MostAddress, trees.MostXGBoost, release.MostBytes)
	b.WriteString("\n/**\n * Kinds of results, those that private labels may correct or enter, those that hold counts of rows, and those to which a\n" +
		" * public model belongs whether labels are used or not.\n */\n")
	b.WriteString("export const " + list("RELEASES", release.Kinds, func(release.Kind) bool { return true }))
	b.WriteString("export const " + list("LABELLED", release.Kinds, release.Kind.TakesLabels))
	b.WriteString("export const " + list("COUNTED", release.Kinds, release.Kind.Counted))
	b.WriteString("export const " + list("BASED", release.Kinds, func(k release.Kind) bool { return k.HasBase(false) }))
	b.WriteString("\n/**\n * Fields that do not fit together: those for which all conditions of a rule hold, [field, relation, words or another\n")
	b.WriteString(" * field].\n */\nexport const RULES = [\n")
	for _, r := range invitation.Rules {
		if !r.Campaign {
			b.WriteString("  " + object(r) + ",\n")
		}
	}
	fmt.Fprintf(&b, "];\n\n/** What is said of a link that states the order of the dates in one column twice. */\nexport const TWO_ORDERS = %q;\n",
		invitation.TwoOrders)
	return b.String()
}

// words are what a list of what is asked for has before each value, in English.
func words() string {
	var b strings.Builder
	b.WriteString(notice + "\n/** What stands before the value of each field in a list of what is asked for. */\nexport const TERMS = {\n")
	for _, f := range invitation.Fields {
		if f.Term != "" {
			fmt.Fprintf(&b, "  %s: %q,\n", f.Name, f.Term)
		}
	}
	return b.String() + "};\n"
}

// bases are the kinds of models, without auto.
func bases() string {
	var b strings.Builder
	b.WriteString(notice + "\n/** What people call each kind of model, by language. */\nexport const BASES = {\n")
	for _, base := range method.Bases {
		fmt.Fprintf(&b, "  %s: { en: %q, de: %q },\n", base, sentences.Bases[base].En, sentences.Bases[base].De)
	}
	return b.String() + "};\n\n" + `/** Them in one of the languages. */
export const basesIn = (language) =>
  Object.fromEntries(Object.entries(BASES).map(([base, words]) => [base, words[language]]));
`
}

// schema is the published one, in which the kinds of models and the number of candidates are generated.
func schema(there string) string {
	kinds := strings.ReplaceAll(fmt.Sprintf("%q", method.Bases), `" "`, `", "`)
	for before, own := range map[string]string{
		`("kindOfModel": \{ "enum": )\[.*\]`:                   kinds,
		`(?s)("candidates": \{.*?"maxItems": )\d+`:             fmt.Sprint(auto.MostCandidates),
		`(that cross-validation .*\n.*\n.*\n *"maximum": )\d+`: fmt.Sprint(auto.MostCandidates - 1),
	} {
		place := regexp.MustCompile(before)
		if !place.MatchString(there) {
			panic("the schema has no " + before)
		}
		there = place.ReplaceAllString(there, "${1}"+own)
	}
	return there
}

// list is a constant with the words that are kept.
func list[W ~string](name string, words []W, keep func(W) bool) string {
	var texts []string
	for _, word := range words {
		if keep(word) {
			texts = append(texts, fmt.Sprintf("%q", word))
		}
	}
	return name + " = [" + strings.Join(texts, ", ") + "];\n"
}

// object is a value as JSON, which is JavaScript as well.
func object(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSpace(text.String())
}

// attributeOf is a name as HTML writes it: baseSHA256 is base-sha256.
func attributeOf(name string) string {
	var b strings.Builder
	after := true // a capital letter, or the beginning
	for _, c := range name {
		if unicode.IsUpper(c) && !after {
			b.WriteByte('-')
		}
		after = unicode.IsUpper(c)
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// attributes are the attributes of <private-adapt> that describe the request.
func attributes() string {
	var b strings.Builder
	b.WriteString(notice + "\n/** The attributes that describe a request: the field of a link that each gives, and how its value is read. */\n")
	b.WriteString("export const ATTRIBUTES = {\n")
	for _, f := range invitation.Fields {
		if !f.Attribute {
			continue
		}
		fmt.Fprintf(&b, "  %s: %s,\n", key(attributeOf(f.Name)), object(map[string]any{
			"field": f.Name, "kind": f.Kind, "listed": f.Listed,
		}))
	}
	return b.String() + "};\n"
}

// attributeTypes are the types of the markup's attributes in TypeScript.
func attributeTypes() string {
	var b strings.Builder
	b.WriteString(notice + "\n/** The attributes that describe a request. */\nexport interface RequestAttributes {\n")
	for _, f := range invitation.Fields {
		if !f.Attribute {
			continue
		}
		values := "string"
		switch {
		case f.Kind == invitation.Word:
			values = strings.ReplaceAll(fmt.Sprintf("%q", f.Words), `" "`, `" | "`)
			values = strings.Trim(values, "[]")
		case f.Kind == invitation.Number:
			values = "string | number"
		}
		fmt.Fprintf(&b, "  %s?: %s | undefined;\n", key(attributeOf(f.Name)), values)
	}
	return b.String() + "}\n"
}
