package release

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// DisjointOwners is the assumption under which releases of several owners compose in parallel: no person's record was
// read by two of them. It cannot be checked from releases alone, so the document names it.
const DisjointOwners = "disjoint-owners"

// MostMembers is the largest number of combined releases that a document lists; with more it has their digest alone.
const MostMembers = 10_000

// Combination says which releases of several owners a document was made from, by package combine.
type Combination struct {
	Assumption string `json:"assumption"` // DisjointOwners
	// Releases of the same noise and claim together, in the order of Cohort.Compare.
	Cohorts []Cohort `json:"cohorts"`
	// Of the members' digests, ascending, each with a line feed after it.
	MembersSHA256 string   `json:"membersSHA256"`
	Members       []Member `json:"members"` // ascending by digest; null if there are more than MostMembers
}

// Cohort are the releases among those combined that state the same privacy and the same noise.
type Cohort struct {
	Releases         int64   `json:"releases"`
	N                int64   `json:"n,omitempty"` // their private records together; absent under add-remove adjacency
	Epsilon          float64 `json:"epsilon"`
	Delta            float64 `json:"delta"`
	Rho              float64 `json:"rho"`
	DiagonalVariance string  `json:"diagonalVariance"` // of each of them, as in Noise
	LabelVariance    string  `json:"labelVariance,omitempty"`
}

// Compare orders cohorts by the statements of their releases.
func (c Cohort) Compare(o Cohort) int {
	return cmp.Or(cmp.Compare(c.Epsilon, o.Epsilon), cmp.Compare(c.Delta, o.Delta), cmp.Compare(c.Rho, o.Rho),
		strings.Compare(c.DiagonalVariance, o.DiagonalVariance), strings.Compare(c.LabelVariance, o.LabelVariance))
}

// Owners is the number of releases that were combined.
func (c *Combination) Owners() (n int64) {
	for _, cohort := range c.Cohorts {
		n += cohort.Releases
	}
	return n
}

// Member names a release.
type Member struct {
	ReleaseID string `json:"releaseId"`
	SHA256    string `json:"sha256"` // Digest
}

// Digest returns the SHA-256, in hexadecimal, of the document as Encode writes it: it does not depend on white space or
// on how a number was spelled in the file.
func (r *Release) Digest() (string, error) {
	text, err := r.Encode()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// MembersSHA256 identifies members by their digests in ascending order.
func MembersSHA256(members []Member) string {
	sum := sha256.New()
	for _, m := range members {
		fmt.Fprintln(sum, m.SHA256)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// checkShape compares the list of members with its digest and order.
func (c *Combination) checkShape() error {
	if len(c.Cohorts) == 0 {
		return errors.New("a combination has no cohorts")
	}
	if c.Members == nil {
		return nil
	}
	listed := map[string]bool{}
	for i, m := range c.Members {
		if listed[m.ReleaseID] {
			return fmt.Errorf("combined release %d has the identifier of an earlier one", i+1)
		}
		listed[m.ReleaseID] = true
		if i > 0 && c.Members[i-1].SHA256 >= m.SHA256 {
			return errors.New("the combined releases are not listed once each, in the order of their digests")
		}
	}
	if MembersSHA256(c.Members) != c.MembersSHA256 {
		return errors.New("the list of the combined releases has another digest")
	}
	return nil
}

func isDigest(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && text == strings.ToLower(text)
}
