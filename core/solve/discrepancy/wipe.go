package discrepancy

// Wipe overwrites everything that the objective has computed from the target moment, except the weights. It is for a
// private target, which its owner overwrites. Test: TestARunThatIsWipedHoldsPublicNumbersAlone, in core/adapt/draw.
func (o *Objective) Wipe() {
	if o.matrix != nil {
		clear(o.matrix.Data)
	}
	h := &o.hyperbolic
	for _, numbers := range append(h.power[:],
		o.slopes, o.g, o.sketch.g, h.sinh, h.cosh, h.low, h.other, o.spectrum.values, o.spectrum.vectors,
		o.spectrum.residual,
	) {
		clear(numbers[:cap(numbers)])
	}
	o.sketch.size = 0
	o.spectrum.eigen.Wipe()
	if o.rows != nil {
		o.rows.Wipe()
	}
	if o.estimator != nil {
		o.estimator.wipe()
	}
}
