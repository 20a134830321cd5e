package jsbridge

import "time"

// reportEvery is the interval of progress reports when the end is not known, short enough to look smooth.
const reportEvery = 50 * time.Millisecond

// cadence decides which progress leaves the engine. If the end is known, it is one message for each whole percent,
// independent of time. The duration of a round that draws from private scores depends on those scores, so the messages
// of a run depend on its number of rounds, which is public, and not on their speed. Test:
// TestProgressFollowsCountsAlone.
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
