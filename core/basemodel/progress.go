package basemodel

// Progress is called again and again while a fit goes on, with how much is done of how much at most. An error of it ends the fit.
// It may be nil.
type Progress func(done, of int) error

// At calls it.
func (p Progress) At(done, of int) error {
	if p == nil {
		return nil
	}
	return p(done, of)
}
