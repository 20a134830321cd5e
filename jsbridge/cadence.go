package jsbridge

import "time"

// reportEvery is how often progress is reported where the end is not known: often enough to move smoothly.
const reportEvery = 50 * time.Millisecond

// cadence decides which progress leaves the engine. Where the end is known, that is one message for each whole percent, whatever
// time it took: a round that draws from private scores takes as long as these make it, and so the messages of a run depend on
// how many rounds it makes, which is public, and not on how fast they are.
// Test: TestProgressFollowsCountsAlone.
type cadence struct {
	stage   string
	percent int64
	at      time.Duration
}

// due reports whether this progress is to be posted at the time now.
func (c *cadence) due(stage string, done, total int64, now time.Duration) bool {
	if stage != c.stage {
		*c = cadence{stage: stage, percent: -1, at: now - reportEvery}
	}
	if total <= 0 {
		if now-c.at < reportEvery {
			return false
		}
		c.at = now
		return true
	}
	percent := 100 * done / total
	if percent <= c.percent {
		return false
	}
	c.percent = percent
	return true
}
