package campaign

import (
	"context"
	"encoding/json"

	"privadapt/core/release"
	"privadapt/core/release/combine"
)

// foldRounds bounds one invocation: each round makes three requests to the database, and the platform allows at most
// 1000.
const foldRounds = 100

// Fold adds arrivals to the sums of their groups until none are left or foldRounds is reached. An
// empty id means all campaigns. Releases are added exactly once: the new sum is kept only if no other fold has written
// one since, in one transaction with the marks on the releases that it adds.
func Fold(ctx context.Context, s Store, id string) error {
	for range foldRounds {
		arrivals, err := s.Unfolded(ctx, id)
		if err != nil || len(arrivals) == 0 {
			return err
		}
		if err := foldInto(ctx, s, arrivals); err != nil {
			return err
		}
	}
	return nil
}

// foldInto adds arrivals of one group. If another fold was faster it does nothing, and the next round reads what is
// left.
func foldInto(ctx context.Context, s Store, arrivals []Received) error {
	before, err := s.Sum(ctx, arrivals[0].Campaign, arrivals[0].Group)
	if err != nil {
		return err
	}
	var total combine.Aggregate
	if before.Releases > 0 {
		if err := json.Unmarshal([]byte(before.State), &total); err != nil {
			return err
		}
	}
	var sequences []int64
	for _, a := range arrivals {
		if a.Body == "" && total.Releases() == 0 {
			break // those before it were set aside; in the next round it is the first and has its body
		}
		// Arrivals were checked, and a group has one setting. If one still does not fit, for example because an earlier
		// version checked less, it must not delay the others.
		if err := add(&total, a); err != nil {
			if err := s.SetAside(ctx, a.Sequence); err != nil {
				return err
			}
			continue
		}
		sequences = append(sequences, a.Sequence)
	}
	if len(sequences) == 0 {
		return nil
	}
	state, err := json.Marshal(&total)
	if err != nil {
		return err
	}
	next := Sum{arrivals[0].Campaign, arrivals[0].Group, before.Version + 1, total.Releases(), string(state)}
	_, err = s.Fold(ctx, next, sequences)
	return err
}

// add adds an arrival to the sum of its group: by its addend, if it has one and there is a sum that has the group's
// setting.
func add(total *combine.Aggregate, a Received) error {
	if a.Addend != "" && total.Releases() > 0 {
		return total.AddAddend(a.Addend)
	}
	document, err := release.Decode([]byte(a.Body))
	if err != nil {
		return err
	}
	return total.Add(document)
}
