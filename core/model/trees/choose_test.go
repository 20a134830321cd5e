package trees

import (
	"errors"
	"math/rand/v2"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
)

// product is a sample whose label is the parity of three cells' halves, wrong in a share of the rows.
func product(rows int, wrong float64) basemodel.Sample {
	r := rand.New(rand.NewPCG(1, 9))
	s := basemodel.Sample{Classes: 2}
	for range 4 {
		s.Columns = append(s.Columns, dataset.Column{Kind: dataset.Numeric, Scale: 1})
	}
	for range rows {
		y := 0
		for i := range s.Columns {
			v := r.IntN(4)
			s.Cells = append(s.Cells, float64(v))
			if i < 3 {
				y ^= v & 1
			}
		}
		if r.Float64() < wrong {
			y = 1 - y
		}
		s.Labels = append(s.Labels, float64(y))
	}
	return s
}

// Large trees are chosen where there is much to learn, and single splits where there is nothing.
func TestSettingsAreChosenByTheirLoss(t *testing.T) {
	settings := []Settings{{Rounds: 30, Leaves: 2, LeastRows: 5}, {Rounds: 30, Leaves: 31, LeastRows: 5}}
	for _, c := range []struct{ wrong, leaves float64 }{{0, 31}, {0.5, 2}} {
		s, err := Choose(NewBinned(product(1500, c.wrong), 0), settings, nil)
		if err != nil || s.Leaves != int(c.leaves) {
			t.Errorf("%v of the labels are wrong: trees of %d leaves are chosen, want %v; %v", c.wrong, s.Leaves, c.leaves,
				err)
		}
	}
}

// The choice is judged by rows that the trees are not fitted to.
func TestSettingsAreJudgedByOtherRows(t *testing.T) {
	s := product(600, 0.4)
	settings := []Settings{{Rounds: 1, Leaves: 2, LeastRows: 5},
		{Rounds: 100, Leaves: 100, LeastRows: 1, LearningRate: 1}}
	if chosen, err := Choose(NewBinned(s, 0), settings, nil); err != nil || chosen.Leaves != 2 {
		t.Errorf("trees that learn the noise by heart are chosen: %v", err)
	}
	stop := errors.New("stop")
	if _, err := Choose(NewBinned(s, 0), settings, func(int, int) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the choice is not stopped: %v", err)
	}
}

// A node of masked trees may ask for about half of the columns, for one at least, and for others than the next node.
func TestHalfOfTheColumnsAreHidden(t *testing.T) {
	for _, columns := range []int{1, 2, 10} {
		s := search{Binned: &Binned{columns: make([]column, columns)}}
		hidden, seen := 0, make([]int, columns)
		const nodes = 2000
		for range nodes {
			s.nodes++
			open := 0
			for i := range columns {
				if s.hides(i) {
					hidden++
				} else {
					open++
					seen[i]++
				}
			}
			if open == 0 {
				t.Fatalf("%d columns: all are hidden", columns)
			}
		}
		want := 0.5 * float64(columns-1) / float64(columns) // the one that is never hidden
		if share := float64(hidden) / float64(nodes*columns); share < want-0.03 || share > want+0.03 {
			t.Errorf("%d columns: a share of %v is hidden, want %v", columns, share, want)
		}
		for i, n := range seen {
			if n < nodes*2/5 {
				t.Errorf("%d columns: column %d is asked for by %d of %d nodes", columns, i, n, nodes)
			}
		}
	}
}
