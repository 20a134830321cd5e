package progress

import (
	"testing"
	"time"
)

func TestTimeLeft(t *testing.T) {
	start := time.Unix(1e9, 0)
	at := func(r *Remaining, seconds float64, done float64) string {
		return r.After(start.Add(time.Duration(seconds*float64(time.Second))), "solve", done, 1000)
	}
	r := &Remaining{}
	for _, c := range []struct {
		seconds, done float64
		want          string
	}{
		{0, 10, ""}, {0.5, 20, ""}, // too early to estimate
		{10, 110, ", about 90 seconds left"}, // 89 s, in steps of five
		{10, 60, ", about 4 minutes left"},
		{1000, 60, ", about 5.2 hours left"},
		{10, 990, ", nearly done"},
		{10, 10, ""}, // no progress yet
	} {
		if c.seconds == 0 {
			r = &Remaining{}
		}
		if got := at(r, c.seconds, c.done); got != c.want {
			t.Errorf("%v s, %v done: %q", c.seconds, c.done, got)
		}
	}
	if got := r.After(start.Add(time.Hour), StageFit, 5, 1000); got != "" {
		t.Errorf("a new stage begins with %q", got)
	}
	if got := r.After(start.Add(2*time.Hour), StageFit, 50, 0); got != "" {
		t.Errorf("without an end: %q", got)
	}
}
