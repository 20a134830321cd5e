package verify

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// partsOfRow is the number of parts into which a report divides a row.
const partsOfRow = 1 << 20

// tallySpent returns ρ of all counts of a report or of an estimate.
func tallySpent(r *release.Release) (rho, pure float64, err error) {
	c := r.Certificate
	if c.Noise.Distribution != "discrete-gaussian" || c.Calibration != method.Tight {
		return 0, 0, errors.New("counts come with tightly calibrated discrete Gaussian noise only")
	}
	variances, err := variancesOf(c.Noise.DiagonalVariance, c.Noise.LabelVariance)
	if err != nil {
		return 0, 0, err
	}
	if c.Combination != nil {
		rho, err = combinedRho(c, variances)
	} else if rho = rhoOf(c, variances); c.Draws != len(variances) {
		err = fmt.Errorf("counts are released once, and those of residuals once more, not by %d draws", c.Draws)
	}
	for i, stated := range []float64{c.Noise.StandardDeviation, c.Noise.LabelDeviation}[:len(variances)] {
		root, _ := new(big.Float).Sqrt(new(big.Float).SetInt(variances[i])).Float64()
		err = cmp.Or(err, checkDeviation(stated, root/partsOfRow))
	}
	return rho, math.Inf(1), err
}

// table is a report's counts: of all rows, and of each group, cell by cell.
type table struct {
	all    []float64
	groups [][]float64
	sigma  float64 // of each count, in rows
	rows   float64 // n, or NaN where it is private
}

// checkCounts refuses counts that the mechanism cannot have drawn. Each is a whole number of parts of a row. Without
// noise a count is at least 0, and its groups sum to it; all counts together are the number of rows, and so are the
// counts of all groups.
func checkCounts(r *release.Release) error {
	c, counts := r.Certificate, r.Values.Counts
	layouts, _ := r.Layouts() // whose cells CheckShape has counted
	for _, v := range counts {
		if in := v * partsOfRow; math.Abs(in) < 1<<53 && in != math.Round(in) {
			return fmt.Errorf("a count of %.9g is not a whole number of parts of a row", v)
		}
	}
	for i, layout := range layouts {
		size, own := layout.Table(), counts[:layout.Cells()]
		counts = counts[layout.Cells():]
		t := table{own[:size], slices.Collect(slices.Chunk(own[size:], size)), c.Noise.StandardDeviation, math.NaN()}
		if i > 0 {
			t.sigma = c.Noise.LabelDeviation
		}
		if c.Adjacency == method.ReplaceOne {
			t.rows = float64(c.N)
		}
		rows := func() error { return t.checkRows(rowsOf(c)) }
		if i > 0 && c.Adjacency == method.AddRemove { // the number of rows is estimated by the first counts
			rows = func() error { return t.checkAgain(rowsOf(c), c.Noise.StandardDeviation, layouts[0].Table()) }
		}
		for _, check := range []func() error{t.checkCells, t.checkGroups, rows} {
			if err := check(); err != nil {
				return err
			}
		}
		if err := checkParts(own, t.sigma); err != nil {
			return err
		}
	}
	return nil
}

// checkAgain compares the sum of the second counts with the number of rows that the first ones, of so many cells, gave.
func (t table) checkAgain(rows, sigma float64, cells int) error {
	z, sum := deviations(2), total(t.all)
	if !(math.Abs(sum-rows) <= 1+z*math.Hypot(sigma*math.Sqrt(float64(cells)), t.sigma*math.Sqrt(float64(len(t.all))))) {
		return fmt.Errorf("the counts of residuals sum to %.6g, which neither the %.6g rows nor the stated noise explain", sum, rows)
	}
	return nil
}

// checkRows compares the sums of counts with the number of rows. Where that is private it is the sum of the counts of
// all rows, at least 1.
func (t table) checkRows(rows float64) error {
	sum, size := total(t.all), float64(len(t.all))
	if math.IsNaN(t.rows) {
		if !(math.Abs(math.Max(1, sum)-rows) <= 1e-6*rows) {
			return fmt.Errorf("the number of rows is estimated as %.6g, but the counts sum to %.6g", rows, sum)
		}
		return nil
	}
	grouped := 0.0
	for _, g := range t.groups {
		grouped += total(g)
	}
	z := t.sigma * deviations(2)
	if !(math.Abs(sum-rows) <= z*math.Sqrt(size)+slack*rows) {
		return fmt.Errorf("the counts sum to %.6g, which neither the %.6g rows nor the stated noise explain", sum, rows)
	}
	if t.groups != nil && !(math.Abs(grouped-rows) <= z*math.Sqrt(size*float64(len(t.groups)))+slack*rows) {
		return fmt.Errorf("the counts of the groups sum to %.6g, which neither the %.6g rows nor the stated noise explain",
			grouped, rows)
	}
	return nil
}

// checkCells compares each count with 0 and with what it is a part of: a group's count with all rows' count in the
// same cell, and a count of all rows with n or, where n is private, with their sum.
func (t table) checkCells() error {
	size, all := len(t.all), len(t.all)*(1+len(t.groups))
	z, below, sum := t.sigma*deviations(all+len(t.groups)), 0.0, total(t.all)
	refused := func(v, whole, doubt float64) bool { return !(v <= whole+z*doubt+slack*math.Abs(whole)) }
	for i, cells := range append([][]float64{t.all}, t.groups...) {
		for k, v := range cells {
			whole, doubt := t.rows, 1.0
			switch {
			case i > 0:
				whole, doubt = t.all[k], math.Sqrt2
			case math.IsNaN(t.rows):
				whole, doubt = sum, math.Sqrt(float64(size-1)) // which holds the noise of the count itself
			}
			if !(v >= -z) || refused(v, whole, doubt) {
				return fmt.Errorf("a count is %.6g, which neither the %.6g rows that it is part of nor the stated noise explain", v,
					whole)
			}
			below += math.Pow(math.Min(v, 0), 2)
		}
		root, own := math.Sqrt(float64(size)), total(cells)
		if i > 0 && (!(own >= -z*root) || refused(own, sum, root*math.Sqrt2)) {
			return fmt.Errorf(
				"the counts of a group sum to %.6g and the counts of all rows to %.6g, which the stated noise does not explain",
				own,
				sum,
			)
		}
	}
	if !(math.Sqrt(below) <= t.sigma*longest(all)) {
		return errors.New("more counts are below 0, or farther below, than the stated noise explains")
	}
	return nil
}

// checkGroups compares the counts of all rows with the sums of the groups': a row counts in the same cell of both, so
// each difference is noise of 1 + G draws, and neither too large nor too small. Where groups overlap, or leave rows
// out, the differences have the shape of the rows. That shape is estimated from the mean of both, weighted so that its
// noise is independent of theirs.
func (t table) checkGroups() error {
	if t.groups == nil {
		return nil
	}
	groups, sum, length, along, shape := float64(len(t.groups)), 0.0, 0.0, 0.0, 0.0
	sigma := t.sigma * math.Sqrt(1+groups)
	z, doubt := sigma*deviations(len(t.all)+2), slack*math.Abs(total(t.all))
	for k, v := range t.all {
		parts := 0.0
		for _, g := range t.groups {
			parts += g[k]
		}
		difference, mean := parts-v, (groups*v+parts)/(1+groups)
		if !(math.Abs(difference) <= z+doubt) {
			return fmt.Errorf("a count is %.6g, but its groups' counts sum to %.6g, which the stated noise does not explain", v,
				parts)
		}
		sum, length = sum+difference, length+difference*difference
		along, shape = along+mean*difference, shape+mean*mean
	}
	size := len(t.all)
	if !(math.Abs(sum) <= z*math.Sqrt(float64(size))+doubt) {
		return fmt.Errorf("the groups sum to %.6g rows more than there are, which the stated noise does not explain", sum)
	}
	if length = math.Sqrt(length); !(length <= sigma*longest(size)+doubt) {
		return errors.New("the counts differ from the sums of their groups by more than the stated noise explains")
	}
	if t.sigma*partsOfRow < smooth {
		return nil
	}
	if !(length >= sigma*shortest(size)) {
		return errors.New("the counts of the groups sum to the counts of all rows, and each should have noise of its own")
	}
	if !(math.Abs(along) <= math.Sqrt(shape)*(z+doubt)) {
		return errors.New(
			"rows count in several groups or in none: the sums of the groups differ from the counts of all rows as these do from 0",
		)
	}
	return nil
}

// smooth is the σ in steps from which noise is taken for Gaussian: a sum over the integers of its density, or of the
// density's square, differs from the integral by less than exp(−9σ²) of it.
const smooth = 1 << 10

// checkParts refuses counts if too many have the same fraction of a row, such as whole numbers: the noise of a
// count is in parts of 2⁻²⁰ of a row, and each bit of the parts is random.
func checkParts(counts []float64, sigma float64) error {
	residues := map[float64]int{}
	for modulus := 2.0; modulus <= partsOfRow; modulus *= 2 {
		clear(residues)
		most := 0
		for _, v := range counts {
			in := math.Mod(v*partsOfRow, modulus)
			if in < 0 {
				in += modulus
			}
			residues[in]++
			most = max(most, residues[in])
		}
		p, whole := congruent(modulus, sigma*partsOfRow), residues[0]
		if rare(whole, len(counts), float64(whole)*math.Log(p)) || rare(most, len(counts), float64(most-1)*math.Log(p)) {
			return fmt.Errorf(
				"%d of %d counts have the same fraction in steps of %v rows; noise in parts of a row leaves them different ones",
				max(whole, most),
				len(counts),
				modulus/partsOfRow,
			)
		}
	}
	return nil
}

func total(cells []float64) (sum float64) {
	for _, v := range cells {
		sum += v
	}
	return sum
}
