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
