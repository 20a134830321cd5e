package combine

import (
	"maps"
	"slices"

	"privadapt/core/release"
)

// Members are the releases in a sum.
type Members struct {
	SHA256 string
	List   []release.Member // nil if there are more than release.MostMembers
}

// NewMembers sorts members, which are different documents, and takes their digest.
func NewMembers(list []release.Member) Members {
	var roll Roll
	identifiers := map[string]string{}
	for _, m := range list {
		identifiers[m.SHA256] = m.ReleaseID
	}
	for _, digest := range slices.Sorted(maps.Keys(identifiers)) {
		roll.Add(release.Member{ReleaseID: identifiers[digest], SHA256: digest})
	}
	return roll.Members()
}

// Roll takes members one by one, ascending by digest. It keeps no more of them than a document lists.
type Roll struct {
	hash  release.MembersHash
	list  []release.Member
	count int
}

// Add takes the next member.
func (r *Roll) Add(m release.Member) {
	r.hash.Add(m.SHA256)
	if r.count++; r.count <= release.MostMembers {
		r.list = append(r.list, m)
	}
}

// Members returns those that were added.
func (r *Roll) Members() Members {
	if r.count > release.MostMembers {
		return Members{SHA256: r.hash.Sum()}
	}
	return Members{r.hash.Sum(), r.list}
}
