package combine

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"privadapt/core/release"
)

// addend is what one release adds to a sum of releases of its own setting. To read it takes about a twentieth of the time that it takes to
// read and check the release.
type addend struct {
	Cohort               release.Cohort `json:"cohort"`
	SettingsAfterPreview *bool          `json:"settingsAfterPreview"`
	Entries              []byte         `json:"entries"` // each two words, the lower one first, in two's complement
}

// Addend returns as a text what a release adds to the sum of its Group, or "" where an entry has more than 126 bits, so that the
// release itself must be added. The release must be one that Check accepts. A keeper of releases makes it once, when
// the release arrives, and needs the release no more to add it.
func Addend(r *release.Release) (string, error) {
	single, err := sumOf(r)
	if err != nil {
		return "", err
	}
	a := addend{Cohort: single.cohorts[0], SettingsAfterPreview: single.preview}
	var words [2]uint64
	for _, v := range single.entries {
		if v.BitLen() > 126 {
			return "", nil
		}
		size := new(big.Int).Abs(v).FillBytes(make([]byte, 16))
		words[0], words[1] = binary.BigEndian.Uint64(size[8:]), binary.BigEndian.Uint64(size)
		if v.Sign() < 0 {
			words[0], words[1] = -words[0], ^words[1]
			if words[0] == 0 {
				words[1]++
			}
		}
		a.Entries = binary.LittleEndian.AppendUint64(a.Entries, words[0])
		a.Entries = binary.LittleEndian.AppendUint64(a.Entries, words[1])
	}
	text, err := json.Marshal(a)
	return string(text), err
}

// AddAddend adds what Addend returned of another release of the same Group. The sum must not be empty, because an addend has no
// setting. An error leaves the sum as it is.
func (a *Aggregate) AddAddend(text string) error {
	if a.setting == nil {
		return refuse("setting", "an addend can be added only to a sum that has a setting")
	}
	var read addend
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		return fmt.Errorf("combine: %w", err)
	}
	if len(read.Entries) != 16*len(a.entries) {
		return refuse("setting", "the addend has %d bytes of entries and the sum %d entries", len(read.Entries), len(a.entries))
	}
	other := &Aggregate{setting: a.setting, preview: read.SettingsAfterPreview, cohorts: []release.Cohort{read.Cohort}}
	numbers, high := make([]big.Int, len(a.entries)), new(big.Int)
	for k := range numbers {
		low, v := binary.LittleEndian.Uint64(read.Entries[16*k:]), &numbers[k]
		v.SetInt64(int64(binary.LittleEndian.Uint64(read.Entries[16*k+8:])))
		v.Lsh(v, 64).Add(v, high.SetUint64(low))
		other.entries = append(other.entries, v)
	}
	return a.merge(other)
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
