package projectedgradient

import (
	"slices"
	"testing"

	"privadapt/core/must"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/discrepancy/shards"
	"privadapt/core/solve/dualgap"
)

// localWorker answers at once.
type localWorker struct {
	server shards.Server
	answer []byte
}

func (w *localWorker) Send(pieces ...[]byte) {
	whole := slices.Concat(pieces...)
	request := w.server.Room(len(whole))
	copy(request, whole)
	w.answer = w.server.Answer(request)
}

func (w *localWorker) Receive(answer []byte) error {
	copy(answer, w.answer)
	return nil
}

// For any number of workers that hold the rows, the same moment gives the same weights, to the last bit, in the same
// number of rounds. Backtracking and stopping depend on the last bits of values, so the test would notice any
// difference.
func TestWorkersChangeNoWeight(t *testing.T) {
	var first []float64
	var result dualgap.Result
	for _, sharers := range []int{1, 2, 3, 8} {
		i := synthetic(5, 1500)
		o := i.objective(100, 5)
		q := slices.Clone(o.Point())
		o = &discrepancy.Objective{Target: i.target, Rows: i.rows, Smoothing: discrepancy.Softmax{Mu: 100}, Lambda: 5}
		for range sharers - 1 {
			o.Workers = append(o.Workers, &localWorker{})
		}
		o.Start(q)
		got := must.Get(Minimise(o, dualgap.Settings{Curvature: 5}))(t)
		if first == nil {
			first, result = slices.Clone(o.Point()), got
		} else if got != result || !slices.Equal(o.Point(), first) {
			t.Errorf("%d sharers: %+v, one alone %+v", sharers, got, result)
		}
	}
}
