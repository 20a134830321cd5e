package bending

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"privadapt/core/lab/experiment/suite"
)

// Peer is the result of another library on a task with the source alone.
type Peer struct {
	Error float64 `json:"error"`
	AUC   float64 `json:"auc,omitempty"`
}

// addPeers measures the peers and writes them beside the public choice and auto at the largest ε.
func addPeers(out io.Writer, outcomes []Outcome, o suite.Options) error {
	peers, err := measurePeers(o.Data, o.Tasks)
	if err != nil {
		return err
	}
	fmt.Fprintln(
		out,
		"peers by scikit-learn, of the source alone, beside the public choice, the public blend and auto at the largest ε",
	)
	for i, t := range outcomes {
		of := peers[t.Task]
		if of == nil {
			continue
		}
		outcomes[i].Peers = of
		fmt.Fprintf(out, "  %-34s %.4f, %.4f, %.4f;", t.Task, t.Public.Error, t.Blend.Error, t.At[len(t.At)-1].Mean.Error)
		for _, name := range slices.Sorted(maps.Keys(of)) {
			fmt.Fprintf(out, " %s %.4f", name, of[name].Error)
			if of[name].AUC > 0 {
				fmt.Fprintf(out, " (AUC %.4f)", of[name].AUC)
			}
		}
		fmt.Fprintln(out)
	}
	return nil
}
