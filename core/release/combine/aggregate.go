package combine

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"privadapt/core/release"
)

// Aggregate is the exact sum of releases of one setting. The zero value is the empty sum. Adding is associative and
// commutative, bit for bit, so arrivals may be added one by one, in batches or in parallel. It does not know which
// releases it holds: its keeper must add each once. As JSON it has the size of one release.
type Aggregate struct {
	setting *setting
	preview *bool            // settingsAfterPreview of all: true if it is true of one, else null if it is null of one
	cohorts []release.Cohort // in the order of Cohort.Compare
	// entries are the upper triangle of Σ n_i·M̂_i in squared grid steps, row-major; with labels first the sum of rows
	// with a label, and then the sum of rows without one.
	entries []*big.Int
}

// Releases returns how many releases were added.
func (a *Aggregate) Releases() int64 {
	n := int64(0)
	for _, c := range a.cohorts {
		n += c.Releases
	}
	return n
}

// Rows returns n or, under add-remove adjacency, 0.
func (a *Aggregate) Rows() int64 {
	n := int64(0)
	for _, c := range a.cohorts {
		n += c.N
	}
	return n
}

// Add adds a release, or refuses it with an *Error and stays as it is. It checks the certificate.
func (a *Aggregate) Add(r *release.Release) error {
	single, err := newAggregate(r)
	if err != nil {
		return err
	}
	return a.Merge(single)
}

// Merge adds everything that another aggregate holds, or refuses it and stays as it is. The other is not changed.
func (a *Aggregate) Merge(other *Aggregate) error {
	if other.setting == nil {
		return nil
	}
	if a.setting == nil {
		a.setting, a.preview = other.setting, other.preview
		a.cohorts = slices.Clone(other.cohorts)
		for _, v := range other.entries {
			a.entries = append(a.entries, new(big.Int).Set(v))
		}
		return nil
	}
	if err := a.setting.agrees(other.setting); err != nil {
		return err
	}
	return a.merge(other)
}

// eitherPreview is true if one is, else unknown if one is.
func eitherPreview(a, b *bool) *bool {
	switch {
	case a != nil && *a:
		return a
	case b != nil && *b:
		return b
	case a == nil:
		return nil
	}
	return b
}

// stored is the JSON form of an Aggregate.
type stored struct {
	Setting              *setting         `json:"setting"`
	SettingsAfterPreview *bool            `json:"settingsAfterPreview"`
	Cohorts              []release.Cohort `json:"cohorts"`
	Entries              []*big.Int       `json:"entries"`
}

// MarshalJSON writes the sum, so that it can be read and added to elsewhere.
func (a *Aggregate) MarshalJSON() ([]byte, error) {
	return json.Marshal(stored{a.setting, a.preview, a.cohorts, a.entries})
}

// UnmarshalJSON reads what MarshalJSON wrote. It is for the keeper's own store and does not check the numbers.
func (a *Aggregate) UnmarshalJSON(text []byte) error {
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("combine: %w", err)
	}
	if s.Setting != nil && len(s.Entries) != s.Setting.size() || slices.Contains(s.Entries, nil) {
		return errors.New("combine: the stored sum has lost entries")
	}
	if s.Setting != nil && s.Setting.Features != nil {
		if err := s.Setting.Features.Restore(s.Setting.Schema); err != nil {
			return fmt.Errorf("combine: %w", err)
		}
	}
	*a = Aggregate{s.Setting, s.SettingsAfterPreview, s.Cohorts, s.Entries}
	return nil
}
