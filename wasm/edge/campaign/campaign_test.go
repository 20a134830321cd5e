package campaign_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
	"privadapt/wasm/edge/campaign"
)

// A campaign is too large if owners' engines would refuse to make its release on its own sample, whose rows were
// counted; the reason has the figures. Only what has weights grows with the rows.
func TestTheMostRowsOfWeights(t *testing.T) {
	const fit, most = 20_000, 40_000
	counted := func(sha256 string, rows int) []campaign.Sample {
		return []campaign.Sample{{SHA256: "other", Rows: 1 << 40}, {SHA256: sha256, Rows: rows}}
	}
	for _, c := range []struct {
		t       terms.Terms
		weights bool
	}{
		{terms.Terms{Release: release.Weights}, true},
		{terms.Terms{Release: release.Moments, Base: method.Trees, Labels: terms.RequiredLabels}, false},
		{terms.Terms{Release: release.Report, Base: method.Trees}, false},
		{terms.Terms{Release: release.Model}, true},
		{terms.Terms{Release: release.Model, Base: method.Auto, Labels: terms.WishLabels}, true},
		{terms.Terms{Release: release.Model, Base: method.Linear, Task: dataset.Regression}, false},
		{terms.Terms{Release: release.Model, Base: method.Trees}, true},
		{terms.Terms{Release: release.Model, Base: method.Linear, Task: dataset.Classification}, true},
		{terms.Terms{Release: release.Model, Base: method.Linear, Labels: terms.RequiredLabels}, true},
	} {
		c.t.SHA256 = "own"
		asked := &campaign.Campaign{Settings: c.t}
		if err := errors.Join(asked.CheckSize(counted("own", fit)),
			asked.CheckSize(counted("another", most))); err != nil {
			t.Errorf("%+v: %v", c.t, err)
		}
		var refused *campaign.Error
		err := asked.CheckSize(counted("own", most))
		want := fmt.Sprintf("of %d rows can have %d kB, and 1048 kB are taken at most", most,
			c.t.Extent(release.Provenance{SourceRows: most}).MostBytes()/1000)
		if errors.As(err, &refused) != c.weights ||
			c.weights && (refused.Code != "bad-settings" || !strings.Contains(refused.Message, want)) {
			t.Errorf("%+v, more rows: %v", c.t, err)
		}
	}
}

// The name of an invitation is one line of at most 80 characters that can be seen, or nothing.
func TestNamesOfInvitations(t *testing.T) {
	for _, c := range []struct {
		name string
		is   bool
	}{
		{"", true}, {"Ward 3, Jane Doe", true}, {strings.Repeat("x", 80), true}, {strings.Repeat("é", 80), true},
		{strings.Repeat("x", 81), false}, {strings.Repeat("é", 81), false}, {" a", false}, {"a ", false}, {" ", false},
		{"a\nb", false}, {"a\tb", false}, {"a\u202eb", false}, {"a\u00a0b", false}, {"a\xffb", false},
	} {
		if campaign.IsName(c.name) != c.is {
			t.Errorf("%q is a name: %v", c.name, !c.is)
		}
	}
}

// An invitation is known by the first 16 digits of its token's digest, and holds the digest in place of the token. Used
// it stays used, and it ends at the moment that it names.
func TestStatesOfAnInvitation(t *testing.T) {
	now := time.UnixMilli(1_000_000)
	digest := campaign.DigestOf("token")
	made := campaign.NewInvitation("c", "token", "Jane", now, 7)
	if want := (campaign.Invitation{ID: digest[:16], Digest: digest, Campaign: "c", Created: 1_000_000, Expires: 7,
		Name: "Jane"}); made != want {
		t.Errorf("%+v", made)
	}
	if got := campaign.InvitationID("short"); got != "short" {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		i    campaign.Invitation
		want campaign.State
	}{
		{campaign.Invitation{}, campaign.Open}, {campaign.Invitation{Expires: 1_000_001}, campaign.Open},
		{campaign.Invitation{Expires: 1_000_000}, campaign.Expired}, {campaign.Invitation{Expires: 1}, campaign.Expired},
		{campaign.Invitation{Revoked: true}, campaign.Revoked},
		{campaign.Invitation{Revoked: true, Expires: 1}, campaign.Revoked},
		{campaign.Invitation{UsedBy: "r", Revoked: true, Expires: 1}, campaign.Used},
	} {
		if got := c.i.StateAt(now); got != c.want {
			t.Errorf("%+v is %s", c.i, got)
		}
	}
}

// A digest belongs to its token, and two are the same only as a whole.
func TestDigestsOfTokens(t *testing.T) {
	const ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if campaign.DigestOf("") != ofNothing || campaign.DigestOf("a") == ofNothing {
		t.Error("the digest is not the SHA-256")
	}
	for other, same := range map[string]bool{ofNothing: true, ofNothing[1:]: false, "": false, ofNothing + "0": false,
		ofNothing[:63] + "6": false} {
		if campaign.SameDigest(ofNothing, other) != same {
			t.Errorf("%q: same is %v", other, !same)
		}
	}
}
