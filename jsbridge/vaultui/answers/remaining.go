package answers

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Remaining estimates from the progress so far how long a stage will still take.
type Remaining struct {
	stage string
	begun time.Time
	first float64
}

// settled is the time before the first estimate: the first rounds are not
// representative of the others.
const settled = time.Second

// After returns the words to append to the progress, or "" while there is no estimate.
func (r *Remaining) After(now time.Time, stage string, done, total float64) string {
	if stage != r.stage || r.begun.IsZero() {
		*r = Remaining{stage: stage, begun: now, first: done}
	}
	spent := now.Sub(r.begun)
	if total <= 0 || done <= r.first || spent < settled {
		return ""
	}
	seconds := spent.Seconds() * max(0, total-done) / (done - r.first)
	switch {
	case seconds < 5:
		return texts.LeftMoment
	case seconds < 90:
		return fmt.Sprintf(texts.LeftSeconds, int(5*math.Ceil(seconds/5)))
	case seconds < 90*60:
		return fmt.Sprintf(texts.LeftMinutes, int(math.Ceil(seconds/60)))
	}
	return fmt.Sprintf(texts.LeftHours, texts.Spoken(strconv.FormatFloat(min(seconds/3600, 1e6), 'f', 1, 64)))
}
