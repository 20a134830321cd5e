package jsbridge

import (
	"slices"
	"testing"
	"time"
)

// posted lists the rounds of a run whose progress is posted, given how long each round takes.
func posted(rounds int64, lasts func(round int64) time.Duration) (at []int64) {
	var c cadence
	now := time.Duration(0)
	for round := range rounds {
		now += lasts(round)
		if c.due("solve", round+1, rounds, now) {
			at = append(at, round+1)
		}
	}
	return at
}

func TestProgressFollowsCountsAlone(t *testing.T) {
	for _, rounds := range []int64{1, 2, 49, 99, 100, 101, 999, 1_000_000} {
		want := posted(rounds, func(int64) time.Duration { return time.Microsecond })
		for name, lasts := range map[string]func(int64) time.Duration{
			"slow":         func(int64) time.Duration { return time.Second },
			"slower later": func(round int64) time.Duration { return time.Duration(round) * time.Millisecond },
			"in fits":      func(round int64) time.Duration { return time.Duration(round%7) * 20 * time.Millisecond },
		} {
			if got := posted(rounds, lasts); !slices.Equal(got, want) {
				t.Errorf("%d rounds, %s: posted at %v, others at %v", rounds, name, got, want)
			}
		}
		if n := int64(len(want)); n < min(rounds, 99) || n > 101 || want[n-1] != rounds {
			t.Errorf("%d rounds: posted at %v", rounds, want)
		}
	}
}

// If the end is not known, time decides; a new stage starts again.
func TestProgressWithoutAnEndFollowsTime(t *testing.T) {
	var c cadence
	count := 0
	for ms := range 1000 {
		if c.due("target", int64(ms), 0, time.Duration(ms)*time.Millisecond) {
			count++
		}
	}
	if count != 20 {
		t.Errorf("%d messages in a second", count)
	}
	if !c.due("solve", 1, 1000, time.Second) || c.due("solve", 2, 1000, time.Minute) {
		t.Error("a new stage is not reported once at its start")
	}
}
