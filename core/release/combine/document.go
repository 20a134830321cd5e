package combine

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strings"

	"privadapt/core/data/grid"
	"privadapt/core/release"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// document writes the sum of the members, which are different documents, as a release of their kind. It draws nothing, not
// even the id, which is part of the members' digest.
func (t *total) document(engine release.Engine, members []release.Member) (*release.Release, error) {
	s := t.setting
	units, err := grid.New(s.Radius, s.Radius*(float64(s.InterceptSteps)+0.5)/grid.Steps) // rounded down to the grid
	if err != nil {
		return nil, err
	}
	provenance := release.Provenance{
		SourceSHA256: s.SourceSHA256, SourceRows: s.SourceRows, Schema: s.Schema, Features: s.Features,
		EngineVersion: engine.Version, SettingsAfterPreview: t.preview,
	}
	var values release.Values
	var certificate release.Certificate
	if s.Kind.Counted() {
		certificate = t.counted(provenance, &values)
	} else {
		values.Names = append([]string{"(intercept)"}, provenance.FeatureMap().Names()...)
		if s.Labels == nil {
			rows := t.count()
			count, _ := rows.Float64()
			values.Moments, certificate = t.mean(units, rows), t.certificate(count)
		} else {
			certificate = t.labelled(units, &values)
		}
	}
	certificate.Combination.MembersSHA256, certificate.Combination.Members = listed(members)
	document := &release.Release{
		Format: release.Format, Version: release.Version,
		ReleaseID: certificate.Combination.MembersSHA256[:32], CampaignID: s.Campaign, Kind: s.Kind,
		Values: values, Certificate: certificate, Provenance: provenance,
	}
	document.Certificate.Features = string(provenance.FeatureMap().Kind)
	if engine.WasmSHA256 != "" {
		document.Provenance.WasmSHA256 = &engine.WasmSHA256
	}
	return document, nil
}

// certificate states the worst of the owners' claims and the sum of their noise. count is n or n̂.
func (t *total) certificate(count float64) release.Certificate {
	s := t.setting
	c := release.Certificate{
		Mechanism: method.Moment, Solver: method.NoSolver, Calibration: method.Tight, Adjacency: s.Adjacency,
		Unit: cmp.Or(s.Unit, method.Record), N: t.rows(), Accountant: "zcdp",
		Order: s.Order, Radius: s.Radius, SourceRadius: s.SourceRadius, GridSteps: s.GridSteps,
		InterceptSteps: s.InterceptSteps,
		Combination:    &release.Combination{Assumption: release.DisjointOwners, Cohorts: t.cohorts},
	}
	for _, cohort := range t.cohorts {
		c.Draws += s.Draws * int(cohort.Releases)
		c.Epsilon = math.Max(c.Epsilon, cohort.Epsilon)
		c.Delta = math.Max(c.Delta, cohort.Delta)
		c.Rho = math.Max(c.Rho, cohort.Rho)
	}
	if s.Adjacency == method.AddRemove {
		c.RowsEstimate = count
	}
	variance, sigma := t.noise(0)
	c.Noise = release.Noise{
		Distribution:      "discrete-gaussian",
		DiagonalVariance:  variance.String(),
		StandardDeviation: sigma / count,
	}
	return c
}

// counted writes the counts of all owners' rows.
func (t *total) counted(provenance release.Provenance, values *release.Values) release.Certificate {
	for _, v := range t.entries {
		count, _ := new(big.Rat).SetFrac(v, big.NewInt(partsOfRow)).Float64()
		values.Counts = append(values.Counts, count)
	}
	c := t.certificate(1)
	c.Mechanism, c.Report = method.Tally, t.Report
	if t.Draws == 2 {
		variance, sigma := t.noise(1)
		c.Noise.LabelVariance, c.Noise.LabelDeviation = variance.String(), sigma
	}
	if t.Adjacency == method.AddRemove { // as a run estimates the number of its rows
		layouts, _ := (&release.Release{Kind: t.Kind, Certificate: c, Provenance: provenance}).Layouts() // as each owner's
		c.RowsEstimate = 0
		for _, v := range values.Counts[:layouts[0].Table()] {
			c.RowsEstimate += v
		}
		c.RowsEstimate = math.Max(1, c.RowsEstimate)
	}
	return c
}

// noise returns the variance of the noise of the owners' first or second draws in a diagonal entry of the sum, in grid
// steps⁴, or of a count, in squared parts of a row, and its standard deviation in the units of the rows' products, or in
// rows.
func (t *total) noise(draw int) (variance *big.Int, sigma float64) {
	variance = new(big.Int)
	for _, cohort := range t.cohorts {
		one, _ := new(big.Int).SetString([]string{cohort.DiagonalVariance, cohort.LabelVariance}[draw], 10) // verified when it was added
		variance.Add(variance, one.Mul(one, big.NewInt(cohort.Releases)))
	}
	sigma, _ = new(big.Float).Sqrt(new(big.Float).SetInt(variance)).Float64()
	if t.Kind.Counted() {
		return variance, sigma / partsOfRow
	}
	return variance, sigma / grid.Steps / grid.Steps * t.Radius * t.Radius
}

// count returns n or, under add-remove adjacency, n̂.
func (t *total) count() *big.Rat {
	if t.Adjacency == method.AddRemove {
		return new(big.Rat).SetFrac(t.entries[0], big.NewInt(t.InterceptSteps*t.InterceptSteps))
	}
	return big.NewRat(t.rows(), 1)
}

// mean returns the sum over rows, d×d and symmetric, in the units of M₀.
func (t *total) mean(units grid.Grid, rows *big.Rat) [][]float64 {
	d := t.Order
	mean := make([][]float64, d)
	for i := range mean {
		mean[i] = make([]float64, d)
	}
	k := 0
	for i := range d {
		for j := i; j < d; j++ {
			mean[i][j] = units.Float(t.entries[k], rows)
			mean[j][i] = mean[i][j]
			k++
		}
	}
	return mean
}

// labelled writes the sums of rows with labels and without, and what a run computes from such sums of its own: the
// moments of all rows, and how many have a label. The noise on each sum has the sum of the owners' variances.
func (t *total) labelled(g grid.Grid, values *release.Values) release.Certificate {
	l := *t.Labels
	first := release.PairSize(l.Order)
	sums := &release.PairSums{Grid: g, Labelled: release.PairTriangle{Order: l.Order, Entries: t.entries[:first]},
		Unlabelled: release.PairTriangle{Order: l.Order - l.Residuals, Entries: t.entries[first:]}}
	with, without := sums.Matrices()
	mean, count := release.PairTogether(with, without, t.Order, g.Intercept(), t.rows())
	values.LabelledSum, values.UnlabelledSum = sums.Text()
	values.Moments = rowsOf(mean)
	c := t.certificate(count)
	_, l.SumDeviation = t.noise(0)
	l.RowsEstimate, l.RowsNoise = release.PairLabelledRows(with, without, t.Adjacency, g.Intercept(), l.SumDeviation, count)
	c.Noise.StandardDeviation *= math.Sqrt2 // M̂₀ is the sum of two, each with noise of its own
	c.Labels = &l
	return c
}

func rowsOf(m *symeigen.Matrix) [][]float64 {
	rows := make([][]float64, m.Order)
	for i := range rows {
		rows[i] = make([]float64, m.Order)
		for j := range rows[i] {
			rows[i][j] = m.At(i, j)
		}
	}
	return rows
}

// listed returns the digest of members and, unless there are more than a document lists, the members, ascending by
// digest.
func listed(members []release.Member) (string, []release.Member) {
	slices.SortFunc(members, bySHA256)
	digest := release.MembersSHA256(members)
	if len(members) > release.MostMembers {
		members = nil
	}
	return digest, members
}

func bySHA256(a, b release.Member) int { return strings.Compare(a.SHA256, b.SHA256) }
