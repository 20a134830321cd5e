package release

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"

	"privadapt/core/model/labelled"
	"privadapt/core/model/trees"
)

// File names a file of an XGBoost model, which package trees reads.
type File struct {
	URL    string `json:"url,omitempty"` // where it was loaded from, if it was
	SHA256 string `json:"sha256"`
}

// FileOf names a file. A release is given away, and a query, a fragment or a user's name in an address may grant
// access, so that only the origin and the path are named.
func FileOf(m *trees.XGBoost, url string) *File {
	return &File{URL: originAndPath(url), SHA256: m.Digest()}
}

func originAndPath(url string) string {
	if end := strings.IndexAny(url, "?#"); end >= 0 {
		url = url[:end]
	}
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		return url
	}
	host, path, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	return scheme + "://" + host + "/" + path
}

// Check allows only what can be shown and followed without a surprise, and nothing that FileOf leaves out.
func (f *File) Check() error {
	web := strings.HasPrefix(f.URL, "https://") || strings.HasPrefix(f.URL, "http://")
	plain := !strings.ContainsFunc(f.URL, func(c rune) bool { return c <= ' ' || c > '~' })
	if !isDigest(f.SHA256) || f.URL != "" && !(web && plain && f.URL == originAndPath(f.URL) && len(f.URL) <= 2000) {
		return errors.New("the file of the base is not named by a SHA-256 and, if at all, by an address of the web")
	}
	return nil
}

// ReadFile reads the file that the base model is in. It refuses one whose digest is another than the document names.
// Errors are of type *words.Error .
func (r *Release) ReadFile(data []byte) error {
	named := r.NamedFile()
	if named == nil {
		return refuse("a file with a model was given, but the release names none")
	}
	sum := sha256.Sum256(data)
	if own := hex.EncodeToString(sum[:]); own != named.SHA256 {
		return refuse("the file with the model is not the one that the release names: its SHA-256 is %s, not %s", own,
			named.SHA256)
	}
	m, err := trees.DecodeXGBoost(data, r.Provenance.Schema.Used(), len(r.Provenance.Schema.Classes))
	if err == nil {
		r.file = m
	}
	return err
}

// NamedFile returns the file with a model that the certificate names: of a base, of what the model was chosen from with
// which labels are compared, or of what the model of a report was chosen from. It is nil if there is none.
func (r *Release) NamedFile() *File {
	switch c := r.Certificate; {
	case c.Base != nil:
		return c.Base.File
	case c.Labels != nil && c.Labels.Choice != nil:
		return c.Labels.Choice.File
	case c.Report != nil:
		return c.Report.File
	}
	return nil
}

// SetFile takes a file that was read for the public sample of the release; it may be nil or another one.
func (r *Release) SetFile(m *trees.XGBoost) { r.file = m }

// GivenFile returns the file that ReadFile or SetFile took, or nil.
func (r *Release) GivenFile() *trees.XGBoost { return r.file }

// GiveFile ends sentences about a model's file that is missing.
const GiveFile = "give that file as well (baseFile)"

// NeedsFile returns an error of type *words.Error if the model is in a file that has not been given.
func (r *Release) NeedsFile(m labelled.Model) error {
	if m.File() == "" || r.file != nil && r.file.Digest() == m.File() {
		return nil
	}
	from := ""
	if url := r.Certificate.Base.File.URL; url != "" {
		from = ", published at " + url
	}
	return refuse("the model is in a file with the SHA-256 %s%s; %s", m.File(), from, GiveFile)
}
