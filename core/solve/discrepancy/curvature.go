package discrepancy

import (
	"math"

	"privadapt/core/kernel"
)

// curvature is the second derivative of f at M(q), in the basis of M's eigenvectors. By the formula of Daleckii and
// Krein the derivative of G = V diag(s) Vᵀ in the direction E is V K Vᵀ where, with Ê = VᵀEV,
//
//	K_ij = (s_i − s_j)/(λ_i − λ_j)·Ê_ij for i ≠ j,  K_ii = Σ_j ∂s_i/∂λ_j·Ê_jj.
type curvature struct {
	n       int       // the order of the matrices below, a multiple of 4; entries beyond d are zero
	vectors []float64 // V
	rows    []float64 // Vᵀ
	// slopes has (s_i − s_j)/(λ_i − λ_j) off the diagonal, which is ∂s_i/∂λ_i − ∂s_i/∂λ_j where the two are equal.
	slopes []float64

	jacobian []float64 // ∂s_i/∂λ_j in row j, d×d

	argument, half, mirrored, k []float64
	result                      []float64 // d×d
}

func (c *curvature) resize(d int) {
	if len(c.jacobian) != d*d {
		c.n = (d + 3) &^ 3
		for _, m := range []*[]float64{&c.vectors, &c.rows, &c.slopes, &c.argument, &c.half, &c.mirrored, &c.k} {
			*m = make([]float64, c.n*c.n)
		}
		c.jacobian, c.result = make([]float64, d*d), make([]float64, d*d)
	}
}

// set takes the curvature at a decomposition. The derivatives of the slopes are differences over a step that is small
// beside the eigenvalues; an error of a millionth only slows a solver down.
func (c *curvature) set(s *spectrum, f Smoothing) {
	d := len(s.values)
	c.resize(d)
	for i := range d {
		copy(c.rows[i*c.n:], s.vectors[i*d:(i+1)*d])
		for k, v := range s.vectors[i*d : (i+1)*d] {
			c.vectors[k*c.n+i] = v
		}
	}
	clear(c.slopes)
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
				c.slopes[i*c.n+j], c.slopes[j*c.n+i] = slope, slope
			}
		}
	}
}

// apply returns the derivative of G in the direction of the symmetric matrix whose upper triangle is e, d×d; so is the
// result.
func (c *curvature) apply(e []float64) []float64 {
	n, d := c.n, int(math.Sqrt(float64(len(e))))
	for i := range d {
		for j := i; j < d; j++ {
			c.argument[i*n+j], c.argument[j*n+i] = e[i*d+j], e[i*d+j]
		}
	}
	c.multiply(c.argument, c.vectors)
	kernel.Product(c.k, c.vectors, c.half, n) // Ê
	for i := range d {
		c.half[i] = c.k[i*n+i]
	}
	for i, slope := range c.slopes {
		c.k[i] *= slope
	}
	for j, x := range c.half[:d] {
		for i, v := range c.jacobian[j*d : (j+1)*d] {
			c.k[i*n+i] += v * x
		}
	}
	c.multiply(c.k, c.rows)
	kernel.Product(c.argument, c.rows, c.half, n)
	for i := range d {
		copy(c.result[i*d+i:(i+1)*d], c.argument[i*n+i:])
	}
	return c.result
}

// multiply writes the product of a symmetric matrix and another to half. kernel.Product computes Σ_k a_ki·b_kj for i ≤
// j alone; with a and b the other way round these are the entries of the product below the diagonal.
func (c *curvature) multiply(a, b []float64) {
	n := c.n
	kernel.Product(c.half, a, b, n)
	kernel.Product(c.mirrored, b, a, n)
	for i := range n {
		copy(c.half[i*n:i*n+i], c.mirrored[i*n:i*n+i])
	}
}

// Bend takes the second derivative at the point, for Curve.
func (o *Objective) Bend() {
	if !o.decomposed && !o.spectrum.decompose(o.matrix) {
		panic("discrepancy: M(q) is not finite")
	}
	o.curvature.set(&o.spectrum, o.Smoothing)
}

// Curve writes the product of the second derivative that Bend took with p into dst: (x_jᵀKx_j + λp_j)_j, K the
// derivative of G in the direction Σ p_j x_jx_jᵀ. It does not depend on the point. It returns the change of Image along
// p, good until the next Curve.
func (o *Objective) Curve(dst, p []float64) (change []float64) {
	gram := o.rows.Gram(p)
	for i, v := range gram {
		gram[i] = -v // M falls as rows get weight
	}
	o.rows.Forms(dst, o.curvature.apply(gram))
	kernel.AddScaled(dst, o.Lambda, p)
	return gram
}
