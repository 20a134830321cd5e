package nonlinear

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"privadapt/core/lab/experiment/suite"
)

// Peer is the result of another library's models of one family on a task, with the source alone.
type Peer struct {
	Loss  float64 `json:"loss"` // mean over the source's rows out of fold, with the settings that were chosen by it
	Error float64 `json:"error"`
	AUC   float64 `json:"auc,omitempty"`
}

// chosenPeer is the name of the peer of least loss out of fold.
func chosenPeer(peers map[string]Peer) (name string) {
	for _, other := range slices.Sorted(maps.Keys(peers)) {
		if name == "" || peers[other].Loss < peers[name].Loss {
			name = other
		}
	}
	return name
}

// addPeers measures the peers and writes the public choice and the public blend over the peer that the folds choose.
func addPeers(out io.Writer, outcomes []Outcome, o suite.Options) error {
	peers, err := measurePeers(o.Data, o.Tasks)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "errors of the public choice and of the public blend over the error of scikit-learn's model which the same folds choose")
	choice, blend, worst, n := 0.0, 0.0, 0.0, 0.0
	for i, t := range outcomes {
		of := peers[t.Task]
		if of == nil {
			continue
		}
		outcomes[i].Peers = of
		name := chosenPeer(of)
		a, b := t.Public.Error/of[name].Error, t.Blend.Error/of[name].Error
		choice, blend, worst, n = choice+math.Log(a), blend+math.Log(b), math.Max(worst, a), n+1
		fmt.Fprintf(out, "  %-34s %.3f %.3f  %.4f (%s), %.4f; %s chosen of", t.Task, a, b, t.Public.Error, t.Base,
			t.Blend.Error, name)
		for _, name := range slices.Sorted(maps.Keys(of)) {
			fmt.Fprintf(out, " %s %.4f", name, of[name].Error)
			if of[name].AUC > 0 {
				fmt.Fprintf(out, " (AUC %.4f)", of[name].AUC)
			}
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(
		out,
		"geometric mean over %.0f tasks: %.3f of the public choice (aim 1.01; worst %.3f, aim 1.05), %.3f of the public blend\n",
		n,
		math.Exp(choice/n),
		worst,
		math.Exp(blend/n),
	)
	return nil
}
