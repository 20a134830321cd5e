package basemodel

// Progress is called repeatedly during a fit with the steps that are done and the largest number that there can be. If
// it returns an error, the fit ends. It may be nil.
type Progress func(done, of int) error

// At calls it.
func (p Progress) At(done, of int) error {
	if p == nil {
		return nil
	}
	return p(done, of)
}

// Part returns the progress of a piece of work that is one of several, from the share first to the share last of all,
// in hundredths.
func (p Progress) Part(first, last int) Progress {
	return func(done, of int) error { return p.At(first*of+(last-first)*done, 100*of) }
}
