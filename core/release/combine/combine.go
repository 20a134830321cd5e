package combine

import "privadapt/core/release"

// Combine adds up one or more releases of different owners and writes the sum as a release of moments. The order does
// not matter: the same releases give the same document. A single release that is itself combined is returned as it is,
// if its certificate holds, so that a model can be computed from a sum that another party has made. Errors are of type
// *Error and name the release by its place.
func Combine(engine release.Engine, releases []*release.Release) (*release.Release, error) {
	if len(releases) == 1 && releases[0].Certificate.Combination != nil {
		return alreadyCombined(releases[0])
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
	members, draws := make([]release.Member, 0, len(releases)), make([]draw, 0, len(releases))
	seen := map[string]int{} // place by id, by digest and by values
	for i, r := range releases {
		digest, err := r.Digest()
		if err != nil {
			return nil, Members{}, err
		}
		for _, mark := range []string{"id " + r.ReleaseID, "digest " + digest, "values " + ValuesDigest(r)} {
			if first, twice := seen[mark]; twice {
				return nil, Members{}, refuse("duplicate", "release %d is the same as release %d", i+1, first)
			}
			seen[mark] = i + 1
		}
		single, err := newAggregate(r)
		if err == nil {
			err = sum.Merge(single)
		}
		if err != nil {
			return nil, Members{}, atPlace(err, i)
		}
		draws = append(draws, drawOf(r, single))
		members = append(members, release.Member{ReleaseID: r.ReleaseID, SHA256: digest})
	}
	if first, second, found := findCopy(draws); found {
		return nil, Members{}, refuse(
			"duplicate",
			"release %d has the noise of release %d, which two draws never have: it is the same one, changed a little; take it out",
			second+1,
			first+1,
		)
	}
	return sum, NewMembers(members), nil
}

// alreadyCombined returns a combined release whose certificate holds.
func alreadyCombined(r *release.Release) (*release.Release, error) {
	if r.Kind != release.Moments {
		return nil, refuse("kind",
			"the release is a result already, of kind %q; weights and models are computed from moments", r.Kind)
	}
	if err := holds(r); err != nil {
		return nil, err
	}
	return r, nil
}

// ValuesDigest is equal for releases of equal values. Independent noise does not repeat itself, so these are one
// release under two names. It does not recognise a copy whose values were changed; findCopy does.
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
