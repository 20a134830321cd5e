package vaultui

// steps is the overview at the top: where the owner stands among five steps.
type steps struct {
	element
	items []element
}

func newSteps() *steps {
	s := &steps{element: with(el("ol", "steps"), "aria-label", textSteps)}
	for _, name := range stepNames {
		item := el("li", "", name)
		s.items = append(s.items, item)
		s.AppendChild(item)
	}
	return s
}

func (s *steps) enter(p Phase) {
	current := map[Phase]int{Choosing: 1, Fixed: 2, Reading: 2, Preview: 3, Running: 3, Done: 4}[p]
	for i, item := range s.items {
		item.RemoveAttribute("aria-current")
		class := ""
		if i < current {
			class = "past"
		}
		item.SetAttribute("class", class)
		if i == current {
			item.SetAttribute("aria-current", "step")
		}
	}
}
