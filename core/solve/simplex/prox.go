package simplex

import "math"

// Prox computes the step of noisy mirror descent exactly as printed (algorithm 3 of Bassily, Mohri and Suresh 2022):
//
//	argmin_{q∈Δ_m} ⟨g, q−q_k⟩ + ‖q−q_k‖_p²/(η(p−1)),  p = 1 + 1/log m.
//
// The penalty is the square of a norm of the difference, not the Bregman divergence of ‖·‖_p²/(p−1).
//
// Optimality. Let z = q − q_k, L = log m = 1/(p−1) and ĝ = η(p−1)/2·(g − min g), so that the problem reads: minimise
// ⟨ĝ,z⟩ + ½‖z‖_p² subject to Σz = 0 and z ≥ −q_k. It is strictly convex, so z ≠ 0 is optimal if and only if there is a
// multiplier ν that satisfies, with τ = ‖z‖_p^{2−p},
//
//	ĝ_j + τ·sign(z_j)|z_j|^{1/L} = ν where z_j > −q_kj,  and ≥ ν where z_j = −q_kj.
//
// With w_j = (ν − ĝ_j)/τ this means
//
//	z_j = sign(w_j)|w_j|^L if w_j > −q_kj^{1/L} (j is free),  z_j = −q_kj otherwise (j is clamped),
//
// which leaves two unknowns, ν and θ = log τ, for the two equations
//
//	f(ν,θ) = log(Σ_{z_j>0} z_j / Σ_{z_j<0} |z_j|) = 0,   h(ν,θ) = θ − (L−1)/(L+1)·log Σ|z_j|^p = 0.
//
// Monotonicity. At fixed ν the |z_j| fall as θ grows, and ∂h/∂θ = 1 + (L−1)·Σ_free|z_j|^p/Σ|z_j|^p lies in [1, L]:
// there is one root θ(ν), at most |h| away. z(ν,θ(ν)) minimises ⟨ĝ−ν,z⟩ + ½‖z‖_p² over z ≥ −q_k, a value concave in ν
// with derivative −Σz_j: so Σz_j, and with it the sign of f(ν,θ(ν)), increases with ν. Since |∂f/∂θ| ≤ L, f(ν,θ) has
// that sign as soon as
// |f| > L|h|. This gives a bracket for ν that always contains the root.
//
// Cost. Newton's method in both unknowns at once, inside the bracket. It visits about six values of ν, each with one
// power per free coordinate. (Of 900 000 steps with weights down to 10⁻³⁰ and gradients over twelve decades, the worst
// took 122 passes.)
//
// A Prox holds the scratch space for one m; it must not be used by two goroutines at once.
type Prox struct {
	order    float64   // L
	gradient []float64 // ĝ
	weights  []float64 // q_k
	root     []float64 // q_k^{1/L}
	power    []float64 // |(ν−ĝ)/τ₀|^{L−1} for the ν of the visit, −1 where not computed yet
	logScale float64   // log τ₀ of the visit

	top     float64 // the largest ĝ_j with q_kj > 0
	movable float64 // Σ q_kj over ĝ_j > 0: no step moves more
}

// NewProx returns a Prox for Δ_m, m ≥ 1.
func NewProx(m int) *Prox {
	return &Prox{
		order:    math.Log(float64(m)),
		gradient: make([]float64, m),
		root:     make([]float64, m),
		power:    make([]float64, m),
	}
}

// Step writes the minimiser into dst, which may be qk itself. The gradient g may have any size but must be finite; η >
// 0, finite. Weights that are on the boundary at the minimum are exactly 0, and dst has the same sum as qk, up to
// rounding.
func (p *Prox) Step(dst, qk, g []float64, eta float64) {
	switch len(qk) {
	case 1:
		dst[0] = qk[0]
		return
	case 2:
		proxOfTwo(dst, qk, g, eta)
		return
	}
	p.prepare(qk, g, eta)
	if min(p.top, p.movable) < 1e-120 {
		// Either all weight is already where the gradient is least, and z = 0, or |z_j| ≤ min(movable, 2e·top) is below
		// rounding.
		copy(dst, qk)
		return
	}
	nu, theta := p.search()
	shrink := math.Exp((p.order - 1) * (p.logScale - theta))
	inverse := math.Exp(-theta)
	for j, v := range p.gradient {
		if w := (nu - v) * inverse; w > -p.root[j] {
			dst[j] = max(0, qk[j]+shrink*p.power[j]*w)
		} else {
			dst[j] = 0
		}
	}
}

// proxOfTwo is the case m = 2, where L < 1 and the problem is a parabola: with z = (t,−t), ‖z‖_p² = 2^{2/p}t².
func proxOfTwo(dst, qk, g []float64, eta float64) {
	order := math.Ln2
	p := 1 + 1/order
	t := (g[1]/2 - g[0]/2) * (eta / order) / math.Pow(2, 2/p)
	t = min(max(t, -qk[0]), qk[1])
	dst[0], dst[1] = qk[0]+t, qk[1]-t
}

// prepare computes everything that does not depend on ν and τ. Halves keep differences of huge components finite; at
// 1e300 a coordinate is clamped for any exact value.
func (p *Prox) prepare(qk, g []float64, eta float64) {
	p.weights, p.top, p.movable = qk, 0, 0
	least := g[Minimise(g)]
	for j, v := range g {
		v = min((v/2-least/2)*(eta/p.order), 1e300)
		p.gradient[j] = v
		p.root[j] = math.Exp(math.Log(qk[j]) / p.order)
		if v > 0 && qk[j] > 0 {
			p.movable += qk[j]
			p.top = max(p.top, v)
		}
	}
}

// search returns the root (ν, log τ), with power filled in for it.
func (p *Prox) search() (nu, theta float64) {
	L := p.order
	// ‖z‖_p^p ≤ 2·movable^p, and ½‖z‖_p² ≤ −⟨ĝ,z⟩ ≤ top·m^{1/(L+1)}·‖z‖_p with m^{1/(L+1)} < e: these bound τ. Then
	// |z_j| ≤ movable bounds ν. The factor keeps a root at the bound inside.
	theta = (L - 1) / L * min(L/(L+1)*math.Ln2+math.Log(p.movable), 1+math.Ln2+math.Log(p.top))
	lo, hi := 0.0, min(p.top, math.Exp(theta+math.Log(p.movable)/L))*(1+1e-9)
	nu = min(hi, p.top/2)
	p.visit(theta)
	thetaLo, thetaHi := math.Inf(-1), math.Inf(1)
	last, lastF := math.Inf(1), math.Inf(1)
	for pass := 1; ; pass++ {
		s := p.sum(nu, theta)
		loss := s.loss + s.clamped
		f := math.Log(s.gain / loss)
		h := theta - (L-1)/(L+1)*math.Log(s.norm)
		miss := math.Abs(f) + math.Abs(h)
		if miss <= (L+2)*0x1p-52 || miss < 1e-12 && miss > last/2 || pass == 1000 {
			return nu, theta // solved, as exactly as rounding allows
		}
		last = miss

		certain := math.Abs(f) > L*math.Abs(h)+1e-13
		if certain && f > 0 {
			hi = nu
		} else if certain {
			lo = nu
		}
		slope := 1 + (L-1)*s.freeNorm/s.norm // ∂h/∂θ
		// Stay at this ν while θ is so wrong that the wrong coordinates are free. After many passes, which only a contrived
		// q_k takes, stay until the sign of f is certain; the method is then a bisection.
		if math.Abs(h) > 0.1 || !certain && pass > 30 && math.Abs(h) > 1e-14 {
			if h > 0 {
				thetaLo, thetaHi = max(thetaLo, theta-h), theta
			} else {
				thetaLo, thetaHi = theta, min(thetaHi, theta-h)
			}
			theta -= h / slope
			if !(theta > thetaLo && theta < thetaHi) {
				theta = (thetaLo + thetaHi) / 2
			}
			continue
		}
		drift := L * s.clamped / loss                                                // −∂f/∂θ
		turn := (L - 1) * (s.gain - s.loss) / (math.Exp(theta) * s.norm * slope)     // dθ(ν)/dν
		rate := L/math.Exp(theta)*(s.gainSlope/s.gain+s.lossSlope/loss) - drift*turn // df(ν,θ(ν))/dν
		next := p.advance(nu, (f+drift*h/slope)/rate)
		if !(next >= lo && next <= hi) || math.Abs(f) > lastF/2 {
			next = lo + (hi-lo)/2 // outside the bracket, or oscillating
		}
		lastF = math.Abs(f)
		theta += min(max(turn*(next-nu)-h/slope, -1), 1) // a tangent that is followed too far gives no useful point
		nu = next
		p.visit(theta)
		thetaLo, thetaHi = math.Inf(-1), math.Inf(1)
	}
}

// advance makes Newton's step −s in the variable log ν − log(top−ν), in which f is nearly a straight line; without
// clamped coordinates and with two values of ĝ it is exactly one.
func (p *Prox) advance(nu, s float64) float64 {
	if nu >= p.top {
		return nu - s
	}
	odds := nu / (p.top - nu) * math.Exp(-s*(p.top/nu/(p.top-nu)))
	return p.top * (odds / (1 + odds))
}

// visit begins a new ν.
func (p *Prox) visit(logScale float64) {
	p.logScale = logScale
	for j := range p.power {
		p.power[j] = -1
	}
}

// sums is what a pass over the coordinates at (ν,τ) collects.
type sums struct {
	gain, loss           float64 // Σ z_j over z_j > 0, Σ |z_j| over the free z_j ≤ 0
	gainSlope, lossSlope float64 // Σ |w_j|^{L−1} over the same
	freeNorm             float64 // Σ |z_j|^p over the free coordinates
	clamped              float64 // Σ |z_j| over the clamped ones
	norm                 float64 // Σ |z_j|^p over all; at least 1e-300, which does not change z noticeably
}

// block is the number of terms in one partial sum: partial sums keep the rounding of a sum of m terms near m/block +
// block ulp.
const block = 128

func (p *Prox) sum(nu, theta float64) sums {
	var total sums
	inverse := math.Exp(-theta)
	for from := 0; from < len(p.gradient); from += block {
		p.addBlock(&total, from, min(from+block, len(p.gradient)), nu, inverse)
	}
	// The powers are powers of (ν−ĝ)/τ₀.
	shrink := math.Exp((p.order - 1) * (p.logScale - theta))
	total.gain *= shrink
	total.loss *= shrink
	total.gainSlope *= shrink
	total.lossSlope *= shrink
	total.freeNorm *= shrink
	total.norm = max(total.norm+total.freeNorm, 1e-300)
	return total
}

func (p *Prox) addBlock(total *sums, from, to int, nu, inverse float64) {
	order, inverseScale := p.order-1, math.Exp(-p.logScale)
	var s sums
	for j := from; j < to; j++ {
		difference := nu - p.gradient[j]
		w := difference * inverse
		if w <= -p.root[j] {
			s.clamped += p.weights[j]
			s.norm += p.weights[j] * p.root[j] // q^p = q·q^{1/L}
			continue
		}
		power := p.power[j]
		if power < 0 {
			power = math.Exp(order * math.Log(math.Abs(difference*inverseScale)))
			p.power[j] = power
		}
		z := power * w
		s.freeNorm += z * w // |z|^p = |z||w|
		if z > 0 {
			s.gain += z
			s.gainSlope += power
		} else {
			s.loss -= z
			s.lossSlope += power
		}
	}
	total.gain += s.gain
	total.loss += s.loss
	total.gainSlope += s.gainSlope
	total.lossSlope += s.lossSlope
	total.freeNorm += s.freeNorm
	total.clamped += s.clamped
	total.norm += s.norm
}
