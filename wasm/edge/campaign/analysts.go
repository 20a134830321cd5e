package campaign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"

	"privadapt/core/data/dataset"
	"privadapt/core/noise/sampler"
	"privadapt/core/terms/invitation"
)

const (
	// mostInvitations bounds one request; each is a row.
	mostInvitations = 200
	// mostSample bounds an upload: it passes through this program's memory, and a worker has 128 MB.
	mostSample = 16 << 20
	// mostOpened bounds the samples that are opened: their cells are in memory several times.
	mostOpened = 8 << 20
	// mostExported is how many releases one answer has whole.
	mostExported = 20
)

func (s *Server) listCampaigns(_ *http.Request, analyst string) (any, error) {
	all, err := s.Store.Campaigns(analyst)
	return map[string]any{"campaigns": all}, err
}

func (s *Server) createCampaign(r *http.Request, analyst string) (any, error) {
	c := Campaign{ID: sampler.Identifier(), Analyst: analyst, Created: time.Now().UnixMilli()}
	if err := readJSON(r, &c.Settings); err != nil {
		return nil, err
	}
	if err := invitation.Check(&c.Settings); err != nil {
		return nil, err
	}
	if _, err := s.link(&c, sampler.Identifier()); err != nil { // as long as the owners' links will be
		return nil, err
	}
	return created{c}, s.Store.AddCampaign(c)
}

// closeCampaign ends a campaign: it accepts no more releases. What was received stays.
func (s *Server) closeCampaign(_ *http.Request, c *Campaign) (any, error) {
	c.Closed = true
	return c, s.Store.CloseCampaign(c.ID)
}

// deleteCampaign deletes a campaign and everything that was received for it. Samples stay.
func (s *Server) deleteCampaign(_ *http.Request, c *Campaign) (any, error) {
	return map[string]any{"id": c.ID, "deleted": true}, s.Store.DeleteCampaign(c.ID)
}

// invite makes links for owners, each with a token of its own that is valid for one release. Only the tokens' digests
// are kept, so the links appear in this answer and nowhere else.
func (s *Server) invite(r *http.Request, c *Campaign) (any, error) {
	var wish struct {
		Count   int      `json:"count"`
		Expires int64    `json:"expires"` // Unix time in milliseconds; 0 or absent: never
		Names   []string `json:"names"`   // the analyst's words for whom they are, of the first ones
	}
	if err := readJSON(r, &wish); err != nil {
		return nil, err
	}
	now := time.Now()
	switch {
	case c.Closed:
		return nil, fail(http.StatusConflict, "closed",
			"the campaign is closed and takes no releases, so it makes no invitations; make another campaign")
	case wish.Count < 1 || wish.Count > mostInvitations:
		return nil, fail(http.StatusUnprocessableEntity, "bad-count",
			"invitations are made 1 to 200 at a time; choose such a number")
	case len(wish.Names) > wish.Count || slices.ContainsFunc(wish.Names, func(name string) bool { return !IsName(name) }):
		return nil, fail(http.StatusUnprocessableEntity, "bad-names",
			"names are at most as many as invitations, each one line of up to 80 visible characters")
	case wish.Expires != 0 && (wish.Expires <= now.UnixMilli() || wish.Expires > now.AddDate(10, 0, 0).UnixMilli()):
		return nil, fail(http.StatusUnprocessableEntity, "bad-expiry",
			"the invitations must end within the next ten years; choose a time between now and then")
	}
	names := make([]string, wish.Count)
	copy(names, wish.Names)
	var links []string
	var list []Invitation
	for _, name := range names {
		token := sampler.Identifier()
		link, err := s.link(c, token)
		if err != nil {
			return nil, err
		}
		links = append(links, link)
		list = append(list, NewInvitation(c.ID, token, name, now, wish.Expires))
	}
	return created{map[string]any{"links": links}}, s.Store.AddInvitations(list)
}

// link is an invitation with the terms in the fragment, which browsers never send to a server, so that the site does
// not learn who is invited to which campaign.
func (s *Server) link(c *Campaign, token string) (string, error) {
	fragment, err := invitation.Fragment(c.Settings, s.API+"/api/campaigns/"+c.ID+"/releases", c.ID, token)
	return s.Site + "#" + fragment, err
}

// listInvitations lists them with their states and the releases for which they were used.
func (s *Server) listInvitations(_ *http.Request, c *Campaign) (any, error) {
	list, err := s.Store.Invitations(c.ID)
	for i := range list {
		list[i].State = list[i].StateAt(time.Now())
	}
	return map[string]any{"invitations": list}, err
}

// revokeInvitation ends an unused invitation. The release of a used one stays.
func (s *Server) revokeInvitation(r *http.Request, c *Campaign) (any, error) {
	id := r.PathValue("invitation")
	found, err := s.Store.Revoke(c.ID, id)
	if err == nil && !found {
		err = fail(http.StatusNotFound, "no-invitation", "the campaign has no such invitation")
	}
	return map[string]any{"id": id, "revoked": true}, err
}

// listReleases lists what was received, without the releases themselves.
func (s *Server) listReleases(_ *http.Request, c *Campaign) (any, error) {
	list, err := s.Store.Releases(c.ID)
	return map[string]any{"releases": list}, err
}

// showRelease returns one release as a file, indented as its owner's engine wrote it.
func (s *Server) showRelease(r *http.Request, c *Campaign) (any, error) {
	kept, err := s.Store.Release(c.ID, r.PathValue("release"))
	if err == nil && kept == nil {
		err = noRelease
	}
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := json.Indent(&text, []byte(kept.Body), "", " "); err != nil {
		return nil, err
	}
	text.WriteByte('\n')
	return document(text.Bytes()), nil
}

var noRelease = fail(http.StatusNotFound, "no-release", "the campaign has no such release")

// deleteRelease deletes a release. The invitation by which it came stays used.
func (s *Server) deleteRelease(r *http.Request, c *Campaign) (any, error) {
	id := r.PathValue("release")
	found, err := s.Store.DeleteRelease(c.ID, id)
	if err == nil && !found {
		err = noRelease
	}
	return map[string]any{"releaseId": id, "deleted": true}, err
}

// export returns releases whole, a few at a time. Next is where it goes on, null at the end.
func (s *Server) export(r *http.Request, c *Campaign) (any, error) {
	after, err := strconv.ParseUint(cmp.Or(r.URL.Query().Get("after"), "0"), 10, 63)
	if err != nil {
		return nil, fail(http.StatusUnprocessableEntity, "bad-page",
			"the export cannot go on from there; ask for it from its beginning")
	}
	list, err := s.Store.Export(c.ID, int64(after), mostExported)
	if err != nil {
		return nil, err
	}
	bodies := make([]json.RawMessage, len(list))
	for i, kept := range list {
		bodies[i] = json.RawMessage(kept.Body)
	}
	var next *int64
	if len(list) == mostExported {
		next = &list[mostExported-1].Sequence
	}
	return map[string]any{"releases": bodies, "next": next}, nil
}

func (s *Server) listSamples(_ *http.Request, analyst string) (any, error) {
	list, err := s.Store.Samples(analyst)
	return map[string]any{"samples": list}, err
}

var sampleName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\.(csv|tsv|json)$`)

// uploadSample keeps a public sample of the signed-in analyst, or a model, under its SHA-256. It does not read it:
// owners' engines do, and the digest in the invitation ensures that they read these bytes.
func (s *Server) uploadSample(r *http.Request, analyst string) (any, error) {
	name := r.URL.Query().Get("name")
	if !sampleName.MatchString(name) {
		return nil, fail(http.StatusUnprocessableEntity, "bad-name", "the name of a sample has up to 68 letters, digits, "+
			"dots, dashes and underscores and ends in .csv or .tsv; a model's ends in .json; rename the file")
	}
	body, err := readBody(r, mostSample)
	if err != nil {
		return nil, err
	}
	if len(body) == 0 {
		return nil, fail(http.StatusUnprocessableEntity, "empty", "the sample is empty")
	}
	digest := digestOfBytes(body)
	key := digest + "/" + name
	if err := s.Bucket.Put(key, body, digest); err != nil {
		return nil, err
	}
	kept := Sample{
		Analyst: analyst, SHA256: digest, Name: name, Source: s.Samples + "/" + key, Bytes: len(body),
		Created: time.Now().UnixMilli(),
	}
	return created{kept}, s.Store.AddSample(kept)
}

// listColumns lists the columns of a sample of the signed-in analyst, to choose from. Of one that is too large to be
// opened, and of what is no table, there are none.
func (s *Server) listColumns(r *http.Request, analyst string) (any, error) {
	list, err := s.Store.Samples(analyst)
	if err != nil {
		return nil, err
	}
	digest, name := r.PathValue("sha256"), r.PathValue("name")
	if !slices.ContainsFunc(list, func(o Sample) bool { return o.SHA256 == digest && o.Name == name }) {
		return nil, noSample
	}
	body, err := s.Bucket.Get(digest+"/"+name, mostOpened)
	if err != nil {
		return nil, err
	}
	columns, err := dataset.ColumnNames(bytes.NewReader(body))
	if err != nil {
		columns = []string{}
	}
	return map[string]any{"columns": columns}, nil
}

var noSample = fail(http.StatusNotFound, "no-sample", "you have uploaded no such sample")

// deleteSample deletes a sample that no campaign of the analyst uses. Its bytes stay if another analyst has uploaded
// them too.
func (s *Server) deleteSample(r *http.Request, analyst string) (any, error) {
	digest, name := r.PathValue("sha256"), r.PathValue("name")
	campaigns, err := s.Store.Campaigns(analyst)
	if err != nil {
		return nil, err
	}
	address := s.Samples + "/" + digest + "/" + name
	for _, c := range campaigns {
		if t := c.Settings; t.Source == address || t.BaseFile == address || t.Model == address {
			return nil, fail(http.StatusConflict, "in-use", "a campaign uses this file; delete the campaign first")
		}
	}
	found, last, err := s.Store.DeleteSample(analyst, digest, name)
	if err == nil && !found {
		err = noSample
	}
	if err == nil && last {
		err = s.Bucket.Delete(digest + "/" + name)
	}
	return map[string]any{"sha256": digest, "name": name, "deleted": true}, err
}
