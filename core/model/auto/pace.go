package auto

// Steps is the number of times that progress is called in a fit. How far the fit has come at each is an estimate.
const Steps = 40

// pace turns what a fit says of itself into that many calls.
type pace struct {
	call func() error // may be nil
	made int
	err  error // of a call, which stays
}

// reach is a basemodel.Progress. If a search ends early, the calls that are missing are made together later.
func (p *pace) reach(done, of int) error {
	for p.call != nil && p.err == nil && p.made*of < Steps*done {
		p.made++
		p.err = p.call()
	}
	return p.err
}
