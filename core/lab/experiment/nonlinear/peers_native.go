//go:build !js

package nonlinear

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

//go:embed peers.py
var peersScript string

// measurePeers runs scikit-learn on the real tasks, on a processor that this program does not use meanwhile.
func measurePeers(data string, tasks []string) (map[string]map[string]Peer, error) {
	const python = "python3"
	if exec.Command(python, "-c", "import sklearn").Run() != nil {
		return nil, errors.New("python3 of the PATH has no scikit-learn (python3 -m venv peers; peers/bin/pip install scikit-learn; PATH=$PWD/peers/bin:$PATH)")
	}
	command := exec.Command(python, append([]string{"-W", "ignore", "-", data}, tasks...)...)
	command.Stdin = strings.NewReader(peersScript)
	command.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1")
	var faults bytes.Buffer
	command.Stderr = &faults
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("scikit-learn failed: %w: %s", err, faults.String())
	}
	all := map[string]map[string]Peer{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var of struct {
			Task  string
			Peers map[string]Peer
		}
		if err := json.Unmarshal([]byte(line), &of); err != nil {
			return nil, err
		}
		all[of.Task] = of.Peers
	}
	return all, nil
}
