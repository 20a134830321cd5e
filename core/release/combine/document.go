package combine

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"privadapt/core/data/grid"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Release writes the sum of the members as a release of moments. It draws nothing, not even the id, which is part of
// the members' digest.
func (a *Aggregate) Release(engine release.Engine, members Members) (*release.Release, error) {
	if a.setting == nil {
		return nil, refuse("none", "there is no release to combine")
	}
	s := a.setting
	units, err := grid.New(s.Radius, s.Radius*(float64(s.InterceptSteps)+0.5)/grid.Steps) // rounded down to the grid
	if err != nil {
		return nil, err
	}
	provenance := release.Provenance{
		SourceSHA256: s.SourceSHA256, SourceRows: s.SourceRows, Sources: s.Sources, Schema: s.Schema, Features: s.Features,
		EngineVersion: engine.Version, SettingsAfterPreview: a.preview,
	}
	values := release.Values{Names: append([]string{"(intercept)"}, provenance.FeatureMap().Names()...)}
	var certificate release.Certificate
	if s.Labels == nil {
		rows := a.count()
		count, _ := rows.Float64()
		values.Moments, certificate = a.mean(units, rows), a.certificate(members, count)
	} else {
		certificate = a.labelled(units, members, &values)
	}
	document := &release.Release{
		Format: release.Format, Version: release.Version,
		ReleaseID: members.SHA256[:32], CampaignID: s.Campaign, Kind: release.Moments,
		Values: values, Certificate: certificate, Provenance: provenance,
	}
	document.Certificate.Features = string(provenance.FeatureMap().Kind)
	if engine.WasmSHA256 != "" {
		document.Provenance.WasmSHA256 = &engine.WasmSHA256
	}
	return document, nil
}

// certificate states the worst of the owners' claims and the sum of their noise. count is n or n̂.
func (a *Aggregate) certificate(members Members, count float64) release.Certificate {
	s := a.setting
	c := release.Certificate{
		Mechanism: method.Moment, Solver: method.NoSolver, Calibration: method.Tight, Adjacency: s.Adjacency,
		Unit: cmp.Or(s.Unit, method.Record), N: a.Rows(), Accountant: "zcdp",
		Order: s.Order, Radius: s.Radius, SourceRadius: s.SourceRadius, GridSteps: s.GridSteps,
		InterceptSteps: s.InterceptSteps,
		Draws:          int(a.Releases()),
		Combination: &release.Combination{
			Assumption: release.DisjointOwners, Cohorts: slices.Clone(a.cohorts), MembersSHA256: members.SHA256,
			Members: members.List,
		},
	}
	for _, cohort := range a.cohorts {
		c.Epsilon = math.Max(c.Epsilon, cohort.Epsilon)
		c.Delta = math.Max(c.Delta, cohort.Delta)
		c.Rho = math.Max(c.Rho, cohort.Rho)
	}
	if s.Adjacency == method.AddRemove {
		c.RowsEstimate = count
	}
	variance, sigma := a.noise()
	c.Noise = release.Noise{
		Distribution:      "discrete-gaussian",
		DiagonalVariance:  variance.String(),
		StandardDeviation: sigma / count,
	}
	return c
}

// noise returns the variance of the noise in a diagonal entry of the sum, in grid steps⁴, and its standard deviation in
// the units of the rows' products.
func (a *Aggregate) noise() (variance *big.Int, sigma float64) {
	variance = new(big.Int)
	for _, cohort := range a.cohorts {
		one, _ := new(big.Int).SetString(cohort.DiagonalVariance, 10) // verified when it was added
		variance.Add(variance, one.Mul(one, big.NewInt(cohort.Releases)))
	}
	sigma, _ = new(big.Float).Sqrt(new(big.Float).SetInt(variance)).Float64()
	return variance, sigma / grid.Steps / grid.Steps * a.setting.Radius * a.setting.Radius
}

// count returns n or, under add-remove adjacency, n̂.
func (a *Aggregate) count() *big.Rat {
	if a.setting.Adjacency == method.AddRemove {
		return new(big.Rat).SetFrac(a.entries[0], big.NewInt(a.setting.InterceptSteps*a.setting.InterceptSteps))
	}
	return big.NewRat(a.Rows(), 1)
}

// mean returns the sum over rows, d×d and symmetric, in the units of M₀.
func (a *Aggregate) mean(units grid.Grid, rows *big.Rat) [][]float64 {
	d := a.setting.Order
	mean := make([][]float64, d)
	for i := range mean {
		mean[i] = make([]float64, d)
	}
	k := 0
	for i := range d {
		for j := i; j < d; j++ {
			mean[i][j] = units.Float(a.entries[k], rows)
			mean[j][i] = mean[i][j]
			k++
		}
	}
	return mean
}
