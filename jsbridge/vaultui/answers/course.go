package answers

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Course is the way of one bar through the stages of a piece of work: from 0 to 1, once, and never back. Each stage has
// a part of what is left when it begins, so that one that does not come leaves no gap.
type Course struct {
	ahead       []Leg // the present one first
	start, size float64
	at          float64
}

// Leg is a stage and how much of the work it is thought to be, beside the others.
type Leg struct {
	stage string
	work  float64
}

// The stages that the engine reports.
const (
	StageTarget  = "target"
	StageSolve   = "solve"
	StagePrepare = "prepare" // fits of models to the public sample
	StageFit     = "fit"     // the same under the released weights
)

// The end is for the check of the certificate, after which the bar is gone.
const stageEnd = "end"

// The ways of reading a file and of a run.
var (
	ReadingCourse = []Leg{{StagePrepare, 4}, {StageTarget, 4}, {stageEnd, 0.5}}
	RunCourse     = []Leg{{StagePrepare, 4}, {StageSolve, 2}, {StageFit, 4}, {stageEnd, 0.5}}
)

func NewCourse(legs []Leg) *Course { return &Course{ahead: legs} }

// Reach returns the place of the bar when so much of a stage is done; a total of 0 means that its end is not known.
func (c *Course) Reach(stage string, done, total float64) float64 {
	for k, next := range c.ahead {
		if next.stage != stage {
			continue
		}
		if k > 0 || c.size == 0 {
			work := 0.0
			for _, l := range c.ahead[k:] {
				work += l.work
			}
			c.ahead, c.start, c.size = c.ahead[k:], c.at, (1-c.at)*next.work/work
		}
		if total > 0 {
			c.at = max(c.at, c.start+c.size*min(1, done/total))
		}
		break
	}
	return c.at
}

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
