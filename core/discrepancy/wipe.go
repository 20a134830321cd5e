package discrepancy

// Wipe overwrites the target moment, which the caller must not use afterwards either, and all that the objective has computed
// from it: for a target that is private. The weights stay. What workers hold ends with them.
func (o *Objective) Wipe() {
	clear(o.Target.Data)
	if o.matrix != nil {
		clear(o.matrix.Data)
	}
	h := &o.hyperbolic
	for _, numbers := range append(h.power[:],
		o.slopes, o.g, o.sketch.g, h.sinh, h.cosh, h.low, h.other, o.spectrum.values, o.spectrum.vectors, o.spectrum.residual,
	) {
		clear(numbers[:cap(numbers)])
	}
	o.spectrum.eigen.Wipe()
	if o.rows != nil {
		o.rows.Wipe()
	}
}
