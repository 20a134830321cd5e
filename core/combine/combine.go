package combine

import "privadapt/core/release"

// Combine adds up releases of different owners, one at least, and writes the sum as a release of moments. The order does not
// matter: the same releases give the same document. One release alone that is itself combined is returned as it is, if its
// certificate holds: what somebody else has added up can be computed with. Errors are of type *Error and name the release by
// its place.
func Combine(engine release.Engine, releases []*release.Release) (*release.Release, error) {
	if len(releases) == 1 && releases[0].Certificate.Combination != nil {
		return asItIs(releases[0])
	}
	sum, members, err := gather(releases)
	if err != nil {
		return nil, err
	}
	return sum.Release(engine, members)
}

// gather adds up releases and lists them.
func gather(releases []*release.Release) (*Aggregate, Members, error) {
	sum := new(Aggregate)
	members := make([]release.Member, 0, len(releases))
	seen := map[string]int{} // place by id, by digest and by values
	for i, r := range releases {
		digest, err := r.Digest()
		if err != nil {
			return nil, Members{}, err
		}
		for _, mark := range []string{"id " + r.ReleaseID, "digest " + digest, "values " + ValuesDigest(r)} {
			if first, twice := seen[mark]; twice {
				return nil, Members{}, refuse("duplicate", "release %d is release %d once more", i+1, first)
			}
			seen[mark] = i + 1
		}
		if err := sum.Add(r); err != nil {
			return nil, Members{}, atPlace(err, i)
		}
		members = append(members, release.Member{ReleaseID: r.ReleaseID, SHA256: digest})
	}
	return sum, NewMembers(members), nil
}

// asItIs returns a combined release that holds.
func asItIs(r *release.Release) (*release.Release, error) {
	if r.Kind != release.Moments {
		return nil, refuse("kind", "the release is a result already, of kind %q; weights and models are computed from moments", r.Kind)
	}
	if err := holds(r); err != nil {
		return nil, err
	}
	return r, nil
}

// ValuesDigest is the same for releases of the same values: independent noise does not repeat itself, so these are one release
// under two names.
func ValuesDigest(r *release.Release) string {
	twin := release.Release{Values: r.Values}
	mark, _ := twin.Digest() // numbers of a decoded document are finite
	return mark
}

func atPlace(err error, i int) error {
	if e, ok := err.(*Error); ok {
		return refuse(e.Code, "release %d: %s", i+1, e.Message)
	}
	return err
}
