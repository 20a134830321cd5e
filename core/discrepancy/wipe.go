package discrepancy

// Wipe overwrites the target moment and everything that the objective has computed from it, except the weights. It is for a
// private target. The caller must not use the target moment afterwards. The memory of workers ends with the workers.
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
	if o.estimator != nil {
		o.estimator.wipe()
	}
}
