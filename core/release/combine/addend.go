package combine

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"privadapt/core/release"
)

// addend is what one release adds to a sum of releases of its own setting, beside its entries.
type addend struct {
	Cohort               release.Cohort `json:"cohort"`
	SettingsAfterPreview *bool          `json:"settingsAfterPreview"`
}

// An entry of an addend is a sign, its first bit, and a size below 2¹²⁷, the highest byte first.
const (
	entryBytes = 16
	minus      = 0x80
)

// Addend returns as a text what a release adds to the sum of its Group, or "" where an entry is 2¹²⁷ or more, so that
// the release itself must be added. The release must be one that Check accepts. A keeper of releases makes it once,
// when the release arrives, and needs the release no more to add it.
//
// The text is an addend as JSON, a space, and the entries in base64.
func Addend(r *release.Release) (string, error) {
	single, err := sumOf(r)
	if err != nil {
		return "", err
	}
	entries := make([]byte, entryBytes*len(single.entries))
	for k, v := range single.entries {
		if v.BitLen() >= 8*entryBytes {
			return "", nil
		}
		entry := v.FillBytes(entries[entryBytes*k : entryBytes*(k+1)])
		if v.Sign() < 0 {
			entry[0] |= minus
		}
	}
	head, err := json.Marshal(addend{single.cohorts[0], single.preview})
	return string(head) + " " + base64.StdEncoding.EncodeToString(entries), err
}

// AddAddend adds what Addend returned of another release of the same Group. The sum must not be empty, because an
// addend has no setting. An error leaves the sum as it is.
func (a *Aggregate) AddAddend(text string) error {
	if a.setting == nil {
		return refuse("setting", "an addend can be added only to a sum that has a setting")
	}
	at := strings.LastIndexByte(text, ' ')
	if at < 0 {
		return refuse("setting", "the addend has no entries")
	}
	var head addend
	if err := json.Unmarshal([]byte(text[:at]), &head); err != nil {
		return fmt.Errorf("combine: %w", err)
	}
	entries, err := base64.StdEncoding.DecodeString(text[at+1:])
	if err != nil {
		return fmt.Errorf("combine: %w", err)
	}
	if len(entries) != entryBytes*len(a.entries) {
		return refuse("setting", "the addend has %d bytes of entries and the sum %d entries", len(entries), len(a.entries))
	}
	if err := a.merge(&Aggregate{preview: head.SettingsAfterPreview,
		cohorts: []release.Cohort{head.Cohort}}); err != nil {
		return err
	}
	var v big.Int
	for k, sum := range a.entries {
		entry := entries[entryBytes*k : entryBytes*(k+1)]
		negative := entry[0]&minus != 0
		entry[0] &^= minus
		if v.SetBytes(entry); negative {
			v.Neg(&v)
		}
		sum.Add(sum, &v)
	}
	return nil
}

// merge is Merge of an aggregate of the same setting.
func (a *Aggregate) merge(other *Aggregate) error {
	if a.Rows() > mostRows-other.Rows() {
		return refuse("rows", "the releases together have more private rows than can be counted")
	}
	for k, v := range other.entries {
		a.entries[k].Add(a.entries[k], v)
	}
	for _, c := range other.cohorts {
		at, found := slices.BinarySearchFunc(a.cohorts, c, release.Cohort.Compare)
		if found {
			a.cohorts[at].Releases += c.Releases
			a.cohorts[at].N += c.N
		} else {
			a.cohorts = slices.Insert(a.cohorts, at, c)
		}
	}
	a.preview = eitherPreview(a.preview, other.preview)
	return nil
}
