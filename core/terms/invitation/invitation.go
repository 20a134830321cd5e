// Package invitation makes invitations of terms: the link that the page of an owner reads. Call [Check] when terms are
// made, and then [Fragment] for each owner. The page reads links by jsbridge/npm/invitation.js, which runs the same
// vectors (testdata).
package invitation

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"privadapt/core/terms"
)

// MostLink is how many characters a link's fragment may have: the owner's page reads no longer one.
const MostLink = 12_000

// Fragment writes terms as the part of an invitation's link after the #, for a release that goes to the address reply
// with a token. It refuses, with a *terms.Error of code bad-settings, what would be too long for the owner's page.
func Fragment(t terms.Terms, reply, campaign, token string) (string, error) {
	text := fragment(t, reply, campaign, token)
	if len(text) > MostLink {
		return "", refuse(
			fmt.Sprintf(
				"the invitations would have links of %d characters, and owners' pages read %d; shorten the addresses in source, the names or other texts",
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
	for name, text := range map[string]string{
		"title": t.Title, "asker": t.Asker, "label": t.Label,
		"epsilonMin": number(t.EpsilonMin), "epsilon": number(t.Epsilon), "epsilonMax": number(t.EpsilonMax),
		"delta": number(t.Delta), "release": string(t.Release), "task": string(t.Task), "base": string(t.Base),
		"baseFile": t.BaseFile, "baseSHA256": t.BaseSHA256, "labels": string(t.Labels),
		"rowsMin": count(t.RowsMin, 1), "rowsMax": count(t.RowsMax, terms.MostRows),
		"model": t.Model, "modelSHA256": t.ModelSHA256, "groupBy": t.GroupBy, "unit": t.Unit,
	} {
		stated[name] = []string{text}
	}
	stated["ignore"] = t.Ignore
	for _, column := range slices.Sorted(maps.Keys(t.DateOrder)) {
		stated["dateOrder"] = append(stated["dateOrder"], string(t.DateOrder[column])+":"+column)
	}
	for _, one := range t.PublicSamples() {
		stated["source"] = append(stated["source"], one.Source)
		stated["sha256"] = append(stated["sha256"], one.SHA256)
		stated["name"] = append(stated["name"], one.Name)
	}
	return stated
}

// count writes a whole number; the default, and one that was not given, are left out.
func count(x, byDefault int64) string {
	if x == 0 || x == byDefault {
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
