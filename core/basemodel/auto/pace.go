package auto

// Steps is how often progress is called in a fit, at shares of it that are estimated.
const Steps = 10

// pace turns what a fit says of itself into that many calls.
type pace struct {
	call func() error // may be nil
	made int
	err  error // of a call, which stays
}

// reach is a basemodel.Progress. What is left out, as where a search ends early, is called later at once.
func (p *pace) reach(done, of int) error {
	for p.call != nil && p.err == nil && p.made*of < Steps*done {
		p.made++
		p.err = p.call()
	}
	return p.err
}
