package solve

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"privadapt/core/must"
	"privadapt/core/solve/simplex"
)

// distance is ½‖q − centre‖², the textbook problem: its minimum over the simplex is the projection of the centre.
type distance struct {
	centre, q []float64
}

func (d *distance) Point() []float64 { return d.q }

func (d *distance) Gradient(dst []float64) float64 {
	value := 0.0
	for j := range dst {
		dst[j] = d.q[j] - d.centre[j]
		value += dst[j] * dst[j] / 2
	}
	return value
}

func (d *distance) Move(j int, eta float64) {
	for i := range d.q {
		d.q[i] *= 1 - eta
	}
	d.q[j] += eta
}

// With curvature constant 2 and the step 3/(k+2) the excess after k steps is below 9·2/(2(k+2)) (Jaggi 2013, by the
// same induction as for the step 2/(k+2)).
func TestConvergesAtItsRate(t *testing.T) {
	centre := []float64{0.5, 0.3, 0.2, 0} // lies in the simplex: the minimum is 0
	for _, k := range []int{2, 10, 100, 1000} {
		d := &distance{centre, simplex.Uniform(4)}
		must.Do(t, FrankWolfe(d, simplex.Minimise, FrankWolfeSettings{Iterations: k}))
		if value := d.Gradient(make([]float64, 4)); value > 9/float64(k+1) {
			t.Errorf("K = %d: value %v", k, value)
		}
		total := 0.0
		for _, v := range d.q {
			total += v
			if v < 0 {
				t.Errorf("K = %d: negative weight %v", k, v)
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("K = %d: weights sum to %v", k, total)
		}
	}
}

// The oracle is called exactly K−1 times: the draws are exactly those that are charged for K iterations.
func TestAsksTheOracleKMinusOneTimes(t *testing.T) {
	for _, k := range []int{1, 2, 3, 17} {
		asked := 0
		d := &distance{[]float64{1, 0}, simplex.Uniform(2)}
		err := FrankWolfe(d, func([]float64) int { asked++; return 0 }, FrankWolfeSettings{Iterations: k})
		if err != nil || asked != k-1 {
			t.Errorf("K = %d: asked %d times, error %v", k, asked, err)
		}
	}
}

func TestRecorderEndsTheRun(t *testing.T) {
	stop := errors.New("stop")
	d := &distance{[]float64{1, 0}, simplex.Uniform(2)}
	err := FrankWolfe(d, simplex.Minimise, FrankWolfeSettings{Iterations: 100, Recorder: func(round int) error {
		if round == 5 {
			return stop
		}
		return nil
	}})
	if err != stop {
		t.Errorf("error %v", err)
	}
}

// A function is given by its gradient and its moves, the simplex by an oracle; a private run has an oracle that draws.
func ExampleFrankWolfe() {
	d := &distance{centre: []float64{0.7, 0.3, 0}, q: simplex.Uniform(3)}
	if err := FrankWolfe(d, simplex.Minimise, FrankWolfeSettings{Iterations: 2000}); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%.2f\n", d.Point())
	// Output: [0.70 0.30 0.00]
}
