package vaultui

// course is the way of one bar through the stages of a piece of work: from 0 to 1, once, and never back. Each stage has
// a part of what is left when it begins, so that one that does not come leaves no gap.
type course struct {
	ahead       []leg // the present one first
	start, size float64
	at          float64
}

// leg is a stage and how much of the work it is thought to be, beside the others.
type leg struct {
	stage string
	work  float64
}

// The stages that the engine reports.
const (
	stageTarget  = "target"
	stageSolve   = "solve"
	stagePrepare = "prepare" // fits of models to the public sample
	stageFit     = "fit"     // the same under the released weights
)

// The end is for the check of the certificate, after which the bar is gone.
const stageEnd = "end"

// The ways of reading a file and of a run.
var (
	readingCourse = []leg{{stagePrepare, 4}, {stageTarget, 4}, {stageEnd, 0.5}}
	runCourse     = []leg{{stagePrepare, 4}, {stageSolve, 2}, {stageFit, 4}, {stageEnd, 0.5}}
)

func newCourse(legs []leg) *course { return &course{ahead: legs} }

// reach returns the place of the bar when so much of a stage is done; a total of 0 means that its end is not known.
func (c *course) reach(stage string, done, total float64) float64 {
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
