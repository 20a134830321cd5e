package vaultui

import (
	"fmt"
	"math"
	"time"
)

// remaining estimates how long a stage still takes, from what is done.
type remaining struct {
	stage string
	begun time.Time
	first float64
}

// settled is how long to watch before the first estimate: the rounds right
// after the start are no measure of the others.
const settled = time.Second

// after returns the words to put behind the progress, "" while nothing can be said.
func (r *remaining) after(now time.Time, stage string, done, total float64) string {
	if stage != r.stage || r.begun.IsZero() {
		*r = remaining{stage: stage, begun: now, first: done}
	}
	spent := now.Sub(r.begun)
	if total <= 0 || done <= r.first || spent < settled {
		return ""
	}
	seconds := spent.Seconds() * max(0, total-done) / (done - r.first)
	switch {
	case seconds < 5:
		return textLeftMoment
	case seconds < 90:
		return fmt.Sprintf(textLeftSeconds, int(5*math.Ceil(seconds/5)))
	case seconds < 90*60:
		return fmt.Sprintf(textLeftMinutes, int(math.Ceil(seconds/60)))
	}
	return fmt.Sprintf(textLeftHours, min(seconds/3600, 1e6))
}
