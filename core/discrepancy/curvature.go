package discrepancy

import "math"

// curvature is the second derivative of f at M(q), in the basis of M's eigenvectors. By the formula of Daleckii and Krein the
// derivative of G = V diag(s) Vᵀ in the direction E is V K Vᵀ where, with Ê = VᵀEV,
//
//	K_ij = (s_i − s_j)/(λ_i − λ_j)·Ê_ij for i ≠ j,  K_ii = Σ_j ∂s_i/∂λ_j·Ê_jj.
type curvature struct {
	vectors []float64 // Vᵀ, row-major
	// slopes has (s_i − s_j)/(λ_i − λ_j) off the diagonal, which is ∂s_i/∂λ_i − ∂s_i/∂λ_j where the two are equal.
	slopes   []float64
	jacobian []float64 // ∂s_i/∂λ_j in row j

	image, product, k []float64
}

// set takes the curvature at a decomposition. The derivatives of the slopes are differences over a step that is small beside the
// eigenvalues; an error of a millionth only slows a solver down.
func (c *curvature) set(s *spectrum, f Smoothing) {
	d := len(s.values)
	if len(c.slopes) != d*d {
		*c = curvature{
			vectors: make([]float64, d*d), slopes: make([]float64, d*d), jacobian: make([]float64, d*d),
			image: make([]float64, d*d), product: make([]float64, d*d), k: make([]float64, d*d),
		}
	}
	copy(c.vectors, s.vectors)
	const relative = 1e-6
	step := relative * norm(s.values)
	clear(c.jacobian)
	if step > 0 {
		base, values := make([]float64, d), append([]float64(nil), s.values...)
		f.Evaluate(values, base)
		for j := range d {
			row := c.jacobian[j*d : (j+1)*d]
			values[j] += step
			f.Evaluate(values, row)
			values[j] = s.values[j]
			for i := range row {
				row[i] = (row[i] - base[i]) / step
			}
		}
		for i := range d {
			for j := range i {
				apart := s.values[i] - s.values[j]
				slope := (base[i] - base[j]) / apart
				if math.Abs(apart) <= step {
					slope = c.jacobian[i*d+i] - c.jacobian[j*d+i]
				}
				c.slopes[i*d+j], c.slopes[j*d+i] = slope, slope
			}
		}
	}
}

// apply returns the derivative of G in the direction of the symmetric matrix whose upper triangle is e.
func (c *curvature) apply(e []float64) []float64 {
	d := int(math.Sqrt(float64(len(e))))
	clear(c.image) // VᵀE
	for i := range d {
		into := c.image[i*d : (i+1)*d]
		for k, x := range c.vectors[i*d : (i+1)*d] {
			row := e[k*d : (k+1)*d]
			into[k] += x * row[k]
			for j := k + 1; j < d; j++ {
				into[j] += x * row[j]
				into[k] += row[j] * c.vectors[i*d+j]
			}
		}
	}
	clear(c.k)
	for i := range d {
		for j := i; j < d; j++ {
			v := 0.0
			for l, x := range c.image[i*d : (i+1)*d] {
				v += x * c.vectors[j*d+l]
			}
			if i == j {
				for l, x := range c.jacobian[i*d : (i+1)*d] {
					c.k[l*d+l] += x * v
				}
				continue
			}
			v *= c.slopes[i*d+j]
			c.k[i*d+j], c.k[j*d+i] = v, v
		}
	}
	clear(c.product) // KVᵀ
	for i := range d {
		into := c.product[i*d : (i+1)*d]
		for k, x := range c.k[i*d : (i+1)*d] {
			if x != 0 {
				for j, v := range c.vectors[k*d : (k+1)*d] {
					into[j] += x * v
				}
			}
		}
	}
	clear(c.image) // V(KVᵀ), the upper triangle
	for k := range d {
		for i, x := range c.vectors[k*d : (k+1)*d] {
			into, from := c.image[i*d:(i+1)*d], c.product[k*d:(k+1)*d]
			for j := i; j < d; j++ {
				into[j] += x * from[j]
			}
		}
	}
	return c.image
}

// Bend takes the second derivative at the point, for Curve.
func (o *Objective) Bend() {
	if !o.spectrum.decompose(o.matrix) {
		panic("discrepancy: M(q) is not finite")
	}
	o.curvature.set(&o.spectrum, o.Smoothing)
}

// Curve writes the product of the second derivative that Bend took with p into dst: (x_jᵀKx_j + λp_j)_j, K the derivative of G in
// the direction Σ p_j x_jx_jᵀ. It does not depend on the point.
func (o *Objective) Curve(dst, p []float64) {
	k := o.curvature.apply(o.rows.Gram(p))
	for i := range k {
		k[i] = -k[i]
	}
	o.rows.Forms(dst, k)
	for j, v := range p {
		dst[j] += o.Lambda * v
	}
}
