package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strings"

	"privadapt/wasm/edge/campaign"
)

// Bucket keeps public samples. They are read from another host by the platform's own streaming, without this program.
type Bucket interface {
	// Put keeps the bytes, whose SHA-256 in hexadecimal the store checks once more. The same key always has the same bytes.
	Put(ctx context.Context, key string, body []byte, sha256 string) error
}

// mostSample bounds a sample: it passes through this program's memory, of which a worker has 128 MB.
const mostSample = 16 << 20

var sampleName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\.(csv|tsv)$`)

// uploadSample keeps a public sample of the signed-in analyst under its SHA-256. It is not parsed: owners' engines read it, and
// the digest in the invitation holds them to these bytes.
func (s *Server) uploadSample(r *http.Request) (int, any, error) {
	if _, err := s.Analysts.who(r); err != nil {
		return 0, nil, err
	}
	name, stated := r.URL.Query().Get("name"), strings.ToLower(r.URL.Query().Get("sha256"))
	if !sampleName.MatchString(name) {
		return 0, nil, fail(http.StatusUnprocessableEntity, "bad-name", "name is a file name of letters, digits, dots, dashes and underscores that ends in .csv or .tsv")
	}
	body, err := readBody(r, mostSample, "a sample has at most 16 MiB")
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
	return http.StatusCreated, map[string]any{"source": s.Place.Samples + "/" + digest + "/" + name, "sha256": digest, "bytes": len(body)}, nil
}
