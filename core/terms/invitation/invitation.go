// Package invitation makes links that state terms; the page of an owner reads them. Call [Check] when terms are made, and
// then [Fragment] for each owner. The page reads links by jsbridge/npm/invitation.js, which runs the same
// vectors (testdata).

package invitation

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/terms"
)

// MostLink is how many characters a link's fragment may have: the owner's page reads no longer one.
const MostLink = 12_000

// Fragment writes terms as the part of an invitation's link after the #, for a release that goes to the address
// reply with a token. It refuses, with a *words.Error of code bad-settings, what would be too long for the owner's
// page.
func Fragment(t terms.Terms, reply, campaign, token string) (string, error) {
	text := fragment(t, reply, campaign, token)
	if len(text) > MostLink {
		return "", refuse(
			fmt.Sprintf(
				"the invitations would have links of %d characters, and owners' pages read %d; shorten the addresses or other texts",
				len(text),
				MostLink,
			),
		)
	}
	return text, nil
}

func fragment(t terms.Terms, reply, campaign, token string) string {
	stated := statedBy(t)
	for name, text := range map[string]string{"reply": reply, "campaign": campaign, "token": token} {
		stated[name] = []string{text}
	}
	fields := url.Values{}
	for name, texts := range stated {
		for _, text := range texts {
			if text != "" {
				fields.Add(name, text)
			}
		}
	}
	return fields.Encode()
}

// statedBy has the texts that terms state, by the names of the fields. One that is empty is left out of the link.
func statedBy(t terms.Terms) map[string][]string {
	stated := map[string][]string{}
	state(reflect.ValueOf(t), stated)
	return stated
}

// state adds the texts of a struct's fields by their names in JSON, which are those of the fields of a link.
func state(v reflect.Value, stated map[string][]string) {
	for k := range v.NumField() {
		if v.Type().Field(k).Anonymous {
			state(v.Field(k), stated)
			continue
		}
		name, _, _ := strings.Cut(v.Type().Field(k).Tag.Get("json"), ",")
		switch value := v.Field(k); value.Kind() {
		case reflect.String:
			stated[name] = []string{value.String()}
		case reflect.Float64:
			stated[name] = []string{number(value.Float())}
		case reflect.Int64:
			stated[name] = []string{count(name, value.Int())}
		default:
			switch value := value.Interface().(type) {
			case []string:
				stated[name] = value
			case map[string]csv.DateOrder:
				for _, column := range slices.Sorted(maps.Keys(value)) {
					stated[name] = append(stated[name], string(value[column])+":"+column)
				}
			}
		}
	}
}

// count writes a whole number; what is the same as no statement is left out.
func count(name string, x int64) string {
	is := func(f Field) bool { return f.Name == name && f.Silent == float64(x) }
	if x == 0 || slices.ContainsFunc(Fields, is) {
		return ""
	}
	return strconv.FormatInt(x, 10)
}

// number writes a number in as few digits as tell it from its neighbours; one that was not given is 0 and left out. The
// page reads at most 20 decimals, so that some need an exponent.
func number(x float64) string {
	if x == 0 {
		return ""
	}
	if text := strconv.FormatFloat(x, 'f', -1, 64); len(text) <= 20 {
		return text
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
