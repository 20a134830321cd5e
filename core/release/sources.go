package release

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"privadapt/core/data/dataset"
)

// Source is one of several public samples whose rows were united, in the order of the rows.
type Source struct {
	// As the caller named it; absent where releases were combined, whose callers may differ in it.
	Name   string `json:"name,omitempty"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
	// Weight is what the weights of its rows sum to, and EffectiveRows the number of equally weighted rows that these are
	// worth; both absent where there are no weights. They follow from the released weights at no privacy cost.
	Weight        *float64 `json:"weight,omitempty"`
	EffectiveRows *float64 `json:"effectiveRows,omitempty"`
}

// SourcesOf lists the samples that a source was united from, nil if it is one file. q, if not nil, are the weights of
// its rows.
func SourcesOf(s *dataset.Source, q []float64) []Source {
	var list []Source
	for _, part := range s.Parts {
		one := Source{Name: part.Name, SHA256: part.Digest, Rows: part.Rows}
		if q != nil {
			weight, effective := Share(q[:part.Rows])
			one.Weight, one.EffectiveRows = &weight, &effective
			q = q[part.Rows:]
		}
		list = append(list, one)
	}
	return list
}

// Share returns the sum of weights, and the number of equal ones that they are worth: (Σq)²/Σq², 0 if all are 0.
func Share(q []float64) (weight, effective float64) {
	squares := 0.0
	for _, v := range q {
		weight += v
		squares += v * v
	}
	if squares > 0 {
		effective = weight * weight / squares
	}
	return weight, effective
}

// checkSources compares the list of samples with the source.
func (p Provenance) checkSources(weighted bool) error {
	if p.Sources == nil {
		return nil
	}
	if len(p.Sources) < 2 || len(p.Sources) > dataset.MostParts {
		return fmt.Errorf("there are %d public samples, not 2 to %d", len(p.Sources), dataset.MostParts)
	}
	rows, known := 0, map[string]bool{}
	var digests []string
	for i, s := range p.Sources {
		if known[s.SHA256] {
			return fmt.Errorf("public sample %d has the SHA-256 of another", i+1)
		}
		known[s.SHA256] = true
		if !utf8.ValidString(s.Name) || len(s.Name) > 1000 {
			return fmt.Errorf("the name of public sample %d is too long or not UTF-8", i+1)
		}
		if s.Rows < 1 || s.Rows > p.SourceRows {
			return fmt.Errorf("public sample %d has %d rows of %d", i+1, s.Rows, p.SourceRows)
		}
		if (s.Weight != nil) != weighted || (s.EffectiveRows != nil) != weighted {
			return fmt.Errorf("public sample %d states a share of weights where there is none, or states none", i+1)
		}
		rows, digests = rows+s.Rows, append(digests, s.SHA256)
	}
	if rows != p.SourceRows || dataset.UnitedDigest(digests) != p.SourceSHA256 {
		return errors.New("the public samples do not make the source: their rows or their SHA-256 are others")
	}
	return nil
}
