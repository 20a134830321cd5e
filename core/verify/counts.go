package verify

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"privadapt/core/method"
	"privadapt/core/release"
)

// partsOfRow is the number of parts into which a report divides a row.
const partsOfRow = 1 << 20

// tallyRho returns Δ²/(2σ²), rounded up, of all counts of a report, in parts of a row: a row adds non-negative parts, which sum to U, to the
// table of all rows and, with groups, to that of one group. So Δ² is U² for each of those tables for a row that is added or removed, and
// twice as much for one that is replaced.
func tallyRho(r *release.Release) (float64, error) {
	c := r.Certificate
	if c.Noise.Distribution != "discrete-gaussian" || c.Calibration != method.Tight {
		return 0, errors.New("counts come with tightly calibrated discrete Gaussian noise only")
	}
	if c.Draws != 1 {
		return 0, fmt.Errorf("counts are released once, not %d times", c.Draws)
	}
	variance, err := varianceOf(c.Noise.DiagonalVariance)
	if err != nil {
		return 0, err
	}
	sensitivity := new(big.Int).Mul(big.NewInt(partsOfRow), big.NewInt(partsOfRow))
	if c.Adjacency == method.ReplaceOne {
		sensitivity.Lsh(sensitivity, 1)
	}
	if c.Report.GroupBy != nil {
		sensitivity.Lsh(sensitivity, 1)
	}
	rho, exact := new(big.Rat).SetFrac(sensitivity, new(big.Int).Lsh(variance, 1)).Float64()
	if !exact {
		rho = math.Nextafter(rho, math.Inf(1))
	}
	want := deviationOfCount(variance)
	if !(math.Abs(c.Noise.StandardDeviation-want) <= 1e-6*want) {
		return 0, fmt.Errorf("the standard deviation of the noise is stated as %.6g, but its variance gives %.6g", c.Noise.StandardDeviation, want)
	}
	return rho, nil
}

func deviationOfCount(variance *big.Int) float64 {
	root, _ := new(big.Float).Sqrt(new(big.Float).SetInt(variance)).Float64()
	return root / partsOfRow
}

// checkCounts refuses counts that the mechanism cannot have drawn. Each is a whole number of parts of a row. Up to the noise it is between 0
// and the number of rows, the groups sum to all rows, and the sum over the table of all rows, as over those of all groups, is the number
// of rows.
func checkCounts(r *release.Release) error {
	c, counts := r.Certificate, r.Values.Counts
	layout, err := r.Layout()
	if err != nil {
		return err
	}
	noise := farthest * c.Noise.StandardDeviation
	rows := rowsOf(c)
	parts, size := [][]float64{counts}, layout.Table()
	if c.Report.GroupBy != nil {
		parts = [][]float64{counts[:size], counts[size:]}
	}
	for i, cells := range parts {
		sum, doubt := 0.0, noise*math.Sqrt(float64(len(cells)))
		for _, v := range cells {
			if in := v * partsOfRow; math.Abs(in) < 1<<53 && in != math.Round(in) {
				return fmt.Errorf("a count of %.9g is not a whole number of parts of a row", v)
			}
			// Where n is private the estimate of it has noise of its own.
			if !(v >= -noise && v <= rows*(1+slack)+noise+doubt) {
				return fmt.Errorf("a count is %.6g, which neither the number of rows nor the stated noise explains", v)
			}
			sum += v
		}
		if i > 0 && c.Adjacency == method.AddRemove {
			doubt *= 2
		}
		if !(math.Abs(sum-rows) <= doubt+slack*rows+1) {
			return fmt.Errorf("the counts sum to %.6g, which neither the %.6g rows nor the stated noise explain", sum, rows)
		}
		if i == 0 && c.Adjacency == method.AddRemove && !(math.Abs(math.Max(1, sum)-rows) <= 1e-6*rows) {
			return fmt.Errorf("the number of rows is estimated as %.6g, but the counts sum to %.6g", rows, sum)
		}
	}
	return checkGroups(counts, size, noise, rows)
}

// checkGroups compares each cell of the table of all rows with those of the groups, if there are any: a row counts in the same cell of both,
// so without noise they sum to it.
func checkGroups(counts []float64, size int, noise, rows float64) error {
	doubt := noise*math.Sqrt(float64(len(counts)/size)) + slack*rows
	for k, v := range counts[:size] {
		sum := 0.0
		for at := size + k; at < len(counts); at += size {
			sum += counts[at]
		}
		if len(counts) > size && !(math.Abs(v-sum) <= doubt) {
			return fmt.Errorf("a count is %.6g, but those of its groups sum to %.6g, which the stated noise does not explain", v, sum)
		}
	}
	return nil
}
