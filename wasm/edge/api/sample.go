package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"privadapt/core/data/dataset"
	"privadapt/core/terms"
	"privadapt/wasm/edge/campaign"
)

// Bucket keeps public samples. They are read from another host by the platform's own streaming, without this program.
type Bucket interface {
	// Put keeps the bytes. The store checks their SHA-256, in hexadecimal, again. The same key always has the same bytes.
	Put(ctx context.Context, key string, body []byte, sha256 string) error
	Delete(ctx context.Context, key string) error
	// Get returns the bytes, or nil if there are none or more than most.
	Get(ctx context.Context, key string, most int) ([]byte, error)
}

// mostSample bounds a sample: it passes through this program's memory, and a worker has 128 MB.
const mostSample = 16 << 20

var sampleName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\.(csv|tsv|json)$`)

// uploadSample keeps a public sample of the signed-in analyst, or a model, under its SHA-256, and counts the records of
// a sample. It does not read their cells: owners' engines do, and the digest in the invitation ensures that they read
// these bytes.
func (s *Server) uploadSample(r *http.Request) (int, any, error) {
	analyst, err := s.Analysts.who(r)
	if err != nil {
		return 0, nil, err
	}
	name, stated := r.URL.Query().Get("name"), strings.ToLower(r.URL.Query().Get("sha256"))
	if !sampleName.MatchString(name) {
		return 0, nil, fail(
			http.StatusUnprocessableEntity,
			"bad-name",
			"the name of a sample has up to 68 letters, digits, dots, dashes and underscores and ends in .csv or .tsv; a model's ends in .json; rename the file",
		)
	}
	body, err := readBody(r, mostSample, "a file has at most 16 MiB")
	if err != nil {
		return 0, nil, err
	}
	if len(body) == 0 {
		return 0, nil, fail(http.StatusUnprocessableEntity, "empty", "the sample is empty")
	}
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:])
	if stated != "" && !campaign.SameDigest(stated, digest) {
		return 0, nil, fail(http.StatusUnprocessableEntity, "integrity", "the bytes that arrived have the SHA-256 "+digest)
	}
	if err := s.Bucket.Put(r.Context(), digest+"/"+name, body, digest); err != nil {
		return 0, nil, err
	}
	rows := 0
	if !strings.HasSuffix(name, ".json") {
		rows, _ = dataset.CountRecords(bytes.NewReader(body)) // 0 where it is no table; owners' engines say why
	}
	kept := campaign.Sample{
		Analyst: analyst, SHA256: digest, Name: name, Source: s.Place.Samples + "/" + digest + "/" + name, Bytes: len(body),
		Rows:    rows,
		Created: time.Now().UnixMilli(),
	}
	return http.StatusCreated, kept, s.Store.AddSample(r.Context(), kept)
}

// listSamples lists the samples of the signed-in analyst.
func (s *Server) listSamples(r *http.Request) (int, any, error) {
	analyst, err := s.Analysts.who(r)
	if err != nil {
		return 0, nil, err
	}
	list, err := s.Store.Samples(r.Context(), analyst)
	return http.StatusOK, map[string]any{"samples": list}, err
}

// listColumns lists the columns of a sample of the signed-in analyst, to choose from. Of one that is too large to be
// opened, and of what is no table, there are none.
func (s *Server) listColumns(r *http.Request) (int, any, error) {
	analyst, err := s.Analysts.who(r)
	if err != nil {
		return 0, nil, err
	}
	list, err := s.Store.Samples(r.Context(), analyst)
	if err != nil {
		return 0, nil, err
	}
	digest, name := r.PathValue("sha256"), r.PathValue("name")
	if !slices.ContainsFunc(list, func(o campaign.Sample) bool { return o.SHA256 == digest && o.Name == name }) {
		return 0, nil, fail(http.StatusNotFound, "no-sample", "you have uploaded no such sample")
	}
	body, err := s.Bucket.Get(r.Context(), digest+"/"+name, campaign.MostOpened)
	if err != nil {
		return 0, nil, err
	}
	columns, err := dataset.ColumnNames(bytes.NewReader(body))
	if err != nil {
		columns = []string{}
	}
	return http.StatusOK, map[string]any{"columns": columns}, nil
}

// deleteSample deletes a sample that no campaign of the analyst uses. Its bytes stay if another analyst has uploaded
// them too.
func (s *Server) deleteSample(r *http.Request) (int, any, error) {
	analyst, err := s.Analysts.who(r)
	if err != nil {
		return 0, nil, err
	}
	digest, name := r.PathValue("sha256"), r.PathValue("name")
	campaigns, err := s.Store.Campaigns(r.Context(), analyst)
	if err != nil {
		return 0, nil, err
	}
	for _, c := range campaigns {
		address := s.Place.Samples + "/" + digest + "/" + name
		isThis := func(p terms.Sample) bool { return p.Source == address }
		if t := c.Settings; slices.ContainsFunc(t.PublicSamples(), isThis) || t.BaseFile == address || t.Model == address {
			return 0, nil, fail(http.StatusConflict, "in-use", "a campaign uses this file; delete the campaign first")
		}
	}
	found, last, err := s.Store.DeleteSample(r.Context(), analyst, digest, name)
	if err == nil && !found {
		err = fail(http.StatusNotFound, "no-sample", "you have uploaded no such sample")
	}
	if err == nil && last {
		err = s.Bucket.Delete(r.Context(), digest+"/"+name)
	}
	return http.StatusOK, map[string]any{"sha256": digest, "name": name, "deleted": true}, err
}
