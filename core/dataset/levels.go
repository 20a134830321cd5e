package dataset

import "math"

// levelSet counts the levels of a categorical column in the order of their
// first appearance.
type levelSet struct {
	order  map[string]int
	names  []string
	counts []int
}

// add counts a cell and returns its level's place; false if there are too many.
func (s *levelSet) add(cell []byte) (int, bool) {
	k, ok := s.order[string(cell)]
	if !ok {
		k = len(s.names)
		if k == maxLevels {
			return 0, false
		}
		if s.order == nil {
			s.order = make(map[string]int)
		}
		name := string(cell)
		s.order[name] = k
		s.names = append(s.names, name)
		s.counts = append(s.counts, 0)
	}
	s.counts[k]++
	return k, true
}

// describe returns the levels with their shares of n cells. Missing cells are
// not among the n, so that each feature has mean 0 over the source.
func (s *levelSet) describe(n int) []Level {
	levels := make([]Level, len(s.names))
	for k, name := range s.names {
		mean := float64(s.counts[k]) / float64(n)
		levels[k] = Level{Name: name, Mean: mean, Scale: math.Sqrt(mean * (1 - mean))}
	}
	return levels
}
