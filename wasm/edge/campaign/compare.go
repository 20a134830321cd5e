package campaign

import (
	"context"

	"privadapt/core/release"
)

// MostCompared is how many releases are held in memory at once to be compared or trimmed.
const MostCompared = 500

// Compared returns the releases in the largest sum of a campaign, or those that will be once all have been folded. More
// than MostCompared are refused with an *Error.
func Compared(ctx context.Context, s Store, id string) ([]*release.Release, error) {
	const page = 50
	largest, err := s.Largest(ctx, id)
	if err != nil {
		return nil, err
	}
	var list []*release.Release
	for after := int64(0); ; {
		received, err := s.Releases(ctx, id, after, page, true)
		if err != nil {
			return nil, err
		}
		for _, r := range received {
			after = r.Sequence
			if r.Group == "" || r.Group != largest.Group || r.Excluded || r.Folded < 0 {
				continue
			}
			document, err := release.Decode([]byte(r.Body))
			if err != nil {
				return nil, err
			}
			list = append(list, document)
		}
		if len(list) > MostCompared {
			return nil, &Error{
				Code:    "too-many",
				Message: "more than 500 releases are too many for one request; export them and run privadapt combine",
			}
		}
		if len(received) < page {
			return list, nil
		}
	}
}
