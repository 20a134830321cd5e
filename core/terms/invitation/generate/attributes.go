package main

import (
	"fmt"
	"strings"
	"unicode"

	"privadapt/core/terms/invitation"
)

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
	b.WriteString(notice + "/** The attributes that describe a request: the field of a link that each gives, and how its value is read. */\n")
	b.WriteString("export const ATTRIBUTES = {\n")
	for _, f := range invitation.Fields {
		if !f.Attribute {
			continue
		}
		entry := []string{property("field", f.Name)}
		for _, is := range []struct {
			name string
			so   bool
		}{
			{"isAddress", f.Kind == invitation.Address},
			{"ofSample", f.OfSample},
			{"ofColumns", f.Listed},
			{"byColumn", f.Kind == invitation.Order},
		} {
			if is.so {
				entry = append(entry, property(is.name, true))
			}
		}
		fmt.Fprintf(&b, "  %s: { %s },\n", quotedIfNeeded(attributeOf(f.Name)), strings.Join(entry, ", "))
	}
	return b.String() + "};\n"
}

// attributeTypes are the types of the markup's attributes in TypeScript.
func attributeTypes() string {
	var b strings.Builder
	b.WriteString(notice + "/** The attributes that describe a request. */\nexport interface RequestAttributes {\n")
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
		fmt.Fprintf(&b, "  %s?: %s | undefined;\n", quotedIfNeeded(attributeOf(f.Name)), values)
	}
	return b.String() + "}\n"
}

func quotedIfNeeded(name string) string {
	if strings.Contains(name, "-") {
		return fmt.Sprintf("%q", name)
	}
	return name
}
