//go:build !js

package api_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/wasm/edge/campaign"
)

// overtaken is a store in which another fold has added everything when a fold reads the sum.
type overtaken struct {
	*memory
	once sync.Once
}

func (o *overtaken) Sum(ctx context.Context, id, group string) (sum campaign.Sum, err error) {
	o.once.Do(func() { err = campaign.Fold(ctx, o.memory, "") })
	if err != nil {
		return sum, err
	}
	return o.memory.Sum(ctx, id, group)
}

// A fold that reads the sum after another one has added the same releases does not add them again.
func TestAFoldThatIsOvertakenAddsNothing(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(3)
	for _, bearer := range tokens {
		e.call("POST", "/api/campaigns/"+id+"/releases", bearer, ownersRelease(t, 100, nil), nil)
	}
	must.Do(t, campaign.Fold(t.Context(), &overtaken{memory: e.store}, ""))
	var combined release.Release
	e.call("GET", "/api/campaigns/"+id+"/combined", token, "", &combined)
	if combined.Certificate.Draws != 3 || combined.Certificate.N != 300 {
		t.Errorf("%d draws of %d rows", combined.Certificate.Draws, combined.Certificate.N)
	}
}

// Compared and trimmed are the releases that are in the sum, or will be: not those that the analyst has excluded or
// that were set aside.
func TestWhatIsInNoSumIsNotCompared(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(4)
	for _, bearer := range tokens {
		e.call("POST", "/api/campaigns/"+id+"/releases", bearer, ownersRelease(t, 100, nil), nil)
	}
	e.store.releases[3].Folded = -1
	must.Get(e.store.Exclude(t.Context(), id, e.store.releases[1].ReleaseID, true))(t)
	must.Do(t, campaign.Fold(t.Context(), e.store, ""))
	list, err := campaign.Compared(t.Context(), e.store, id)
	if err != nil || len(list) != 2 || list[0].ReleaseID != e.store.releases[0].ReleaseID ||
		list[1].ReleaseID != e.store.releases[2].ReleaseID {
		t.Errorf("%d releases are compared: %v", len(list), err)
	}
}

// failing is a store one of whose requests fails, or in which another fold is always faster.
type failing struct {
	*memory
	request  string
	overtake bool
	rounds   int
}

var errStore = errors.New("the store cannot be reached")

func (f *failing) fails(request string) error {
	if request == f.request {
		return errStore
	}
	return nil
}

func (f *failing) Unfolded(ctx context.Context, id string) ([]campaign.Received, error) {
	f.rounds++
	list, err := f.memory.Unfolded(ctx, id)
	return list, errors.Join(err, f.fails("unfolded"))
}

func (f *failing) Sum(ctx context.Context, id, group string) (campaign.Sum, error) {
	sum, err := f.memory.Sum(ctx, id, group)
	return sum, errors.Join(err, f.fails("sum"))
}

func (f *failing) SetAside(ctx context.Context, sequence int64) error {
	return errors.Join(f.memory.SetAside(ctx, sequence), f.fails("set aside"))
}

func (f *failing) Fold(ctx context.Context, next campaign.Sum, sequences []int64) (bool, error) {
	if f.overtake {
		return false, nil
	}
	done, err := f.memory.Fold(ctx, next, sequences)
	return done, errors.Join(err, f.fails("fold"))
}

func (f *failing) Largest(ctx context.Context, id string) (campaign.Sum, error) {
	sum, err := f.memory.Largest(ctx, id)
	return sum, errors.Join(err, f.fails("largest"))
}

func (f *failing) Releases(ctx context.Context, id string, after int64, limit int, bodies bool) ([]campaign.Received,
	error) {
	list, err := f.memory.Releases(ctx, id, after, limit, bodies)
	if !bodies {
		for i := range list {
			list[i].Body = ""
		}
	}
	return list, errors.Join(err, f.fails("releases"))
}

// A fold and a comparison tell whatever the store cannot do, and what it holds that cannot be read.
func TestErrorsOfTheStoreArePassedOn(t *testing.T) {
	for _, request := range []string{"unfolded", "sum", "set aside", "fold", "largest", "releases", "", "state", "body"} {
		e := newEdge(t)
		id, tokens := e.campaign(3)
		for _, bearer := range tokens[:2] {
			e.call("POST", "/api/campaigns/"+id+"/releases", bearer, ownersRelease(t, 100, nil), nil)
		}
		s := &failing{memory: e.store, request: request}
		if request == "set aside" {
			e.store.releases[0].Body, e.store.releases[0].Addend = "{}", ""
		}
		compares := request == "largest" || request == "releases" || request == "body"
		if err := campaign.Fold(t.Context(), s, id); (err != nil) != (request != "" && request != "state" && !compares) {
			t.Errorf("a fold whose %q fails: %v", request, err)
		}
		if request == "state" {
			e.store.sums[0].State = "{"
			e.call("POST", "/api/campaigns/"+id+"/releases", tokens[2], ownersRelease(t, 100, nil), nil)
			if campaign.Fold(t.Context(), s, id) == nil || e.store.releases[2].Folded != 0 {
				t.Error("a release is folded into a sum that cannot be read")
			}
		}
		if request == "body" {
			e.store.releases[1].Body = "{}"
		}
		if _, err := campaign.Compared(t.Context(), s, id); (err != nil) != compares {
			t.Errorf("a comparison whose %q fails: %v", request, err)
		}
	}
}

// A fold that is always overtaken ends after a hundred rounds, as the platform's limit on requests demands.
func TestAFoldEnds(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(1)
	e.call("POST", "/api/campaigns/"+id+"/releases", tokens[0], ownersRelease(t, 100, nil), nil)
	s := &failing{memory: e.store, overtake: true}
	if err := campaign.Fold(t.Context(), s, ""); err != nil || s.rounds != 100 {
		t.Errorf("%d rounds: %v", s.rounds, err)
	}
}

// Up to 500 releases of the largest sum are compared, those too that wait to be folded, and none of another group or
// kind; more are refused.
func TestTheMostReleasesThatAreCompared(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(1)
	e.call("POST", "/api/campaigns/"+id+"/releases", tokens[0], ownersRelease(t, 100, nil), nil)
	must.Do(t, campaign.Fold(t.Context(), e.store, ""))
	one := e.store.releases[0]
	add := func(change func(r *campaign.Received)) {
		twin := one
		e.store.received++
		if twin.Sequence = e.store.received; change != nil {
			change(&twin)
		}
		e.store.releases = append(e.store.releases, twin)
	}
	add(func(r *campaign.Received) { r.Group = "another" })
	add(func(r *campaign.Received) { r.Group = "" })
	add(func(r *campaign.Received) { r.Excluded = true })
	add(func(r *campaign.Received) { r.Folded = -1 })
	for range 499 {
		add(func(r *campaign.Received) { r.Folded = 0 })
	}
	s := &failing{memory: e.store}
	if list, err := campaign.Compared(t.Context(), s, id); err != nil || len(list) != 500 {
		t.Errorf("%d releases: %v", len(list), err)
	}
	add(nil)
	var refused *campaign.Error
	if list, err := campaign.Compared(t.Context(), s, id); !errors.As(err, &refused) || refused.Code != "too-many" ||
		list != nil {
		t.Errorf("%d releases: %v", len(list), err)
	}
}

// What is kept of a release is its own: moments, and they alone, have a group and an addend, and what holds noise is
// known by its values.
func TestWhatIsKeptOfARelease(t *testing.T) {
	for kind, text := range map[release.Kind]string{
		release.Moments: ownersRelease(t, 100, func(o *adapt.Options) { o.Adjacency = "add-remove" }),
		release.Weights: ownersRelease(t, 100, func(o *adapt.Options) { o.Release = release.Weights }),
		release.Report:  releaseOf(t, "", adapt.Options{Release: release.Report, Base: "linear"}, labelled),
	} {
		r := must.Get(release.Decode([]byte(text)))(t)
		kept := must.Get(campaign.NewReceived("c", "digest", r, []byte(text)))(t)
		digest, _ := r.Digest()
		again, err := release.Decode([]byte(kept.Body))
		if err != nil || !release.SameText(again, r) || len(kept.Body) >= len(text) {
			t.Errorf("%s: the body is %.200s: %v", kind, kept.Body, err)
		}
		c := r.Certificate
		if kept.Campaign != "c" || kept.Token != "digest" || kept.ReleaseID != r.ReleaseID || kept.SHA256 != digest ||
			kept.Epsilon != c.Epsilon || kept.Delta != c.Delta || kept.N != c.N || kept.Rows != c.RowsEstimate ||
			kept.Received == 0 || kept.Folded != 0 || kept.Excluded {
			t.Errorf("%s: %+v", kind, kept)
		}
		values, group, addend := digest, "", ""
		if kind != release.Weights {
			values = combine.ValuesDigest(r)
		}
		if kind == release.Moments {
			group, _ = combine.Group(r)
			addend, _ = combine.Addend(r)
		}
		if kept.Values != values || kept.Group != group || kept.Addend != addend {
			t.Errorf("%s: values %q, group %q, addend %q", kind, kept.Values, kept.Group, kept.Addend)
		}
		if slices.Contains([]string{kept.Values, kept.SHA256}, "") {
			t.Errorf("%s has no digest", kind)
		}
	}
	if _, err := campaign.NewReceived("c", "digest", new(release.Release), []byte("{")); err == nil {
		t.Error("what is no JSON is kept")
	}
}

// Folds that run at the same time add every release once.
func TestFoldsAtTheSameTime(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(30)
	var group sync.WaitGroup
	texts := make([]string, len(tokens))
	for i := range texts {
		texts[i] = ownersRelease(t, 100, nil)
	}
	for i, bearer := range tokens {
		group.Go(func() {
			if status := e.call("POST", "/api/campaigns/"+id+"/releases", bearer, texts[i],
				nil); status != http.StatusCreated {
				t.Errorf("release %d: %d", i, status)
			}
			if err := campaign.Fold(t.Context(), e.store, ""); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	var combined release.Release
	e.call("GET", "/api/campaigns/"+id+"/combined", token, "", &combined)
	if combined.Certificate.Draws != 30 || len(combined.Certificate.Combination.Members) != 30 ||
		combined.Certificate.N != 3000 {
		t.Errorf("%d draws, %d members, n = %d", combined.Certificate.Draws, len(combined.Certificate.Combination.Members),
			combined.Certificate.N)
	}
}
