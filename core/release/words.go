package release

import (
	"fmt"
	"regexp"
	"slices"

	"privadapt/core/features"
	"privadapt/core/method"
)

var (
	// identifier is that of a release: a random UUID or, of what was computed from releases, the first half of a SHA-256.
	identifier = regexp.MustCompile(`^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})$`)
	campaign   = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)
	// engineVersion is that of the engine, or of the edge, which combines releases.
	engineVersion = regexp.MustCompile(`^(?:edge )?[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$`)
	wholeNumber   = regexp.MustCompile(`^(?:0|[1-9][0-9]{0,99})$`)
)

// Distributions are the laws of noise that a certificate names.
var Distributions = []string{"discrete-gaussian", "exponential-mechanism", "discrete-laplace", "discrete-gaussian-gradient"}

// CheckWords refuses a text that is not one of those which a document has in its place: one of a few words, or a number, a digest, an identifier
// or a version of a fixed form and a bounded length. So nothing in a document is free text but what the public sample is called: its columns,
// levels and classes, which whoever has the sample can compare (see dataset.Schema), and the name and the address under which a caller has it.
func (r *Release) CheckWords() (wrong error) {
	check := func(name, text string, known bool) {
		if !known && wrong == nil {
			wrong = fmt.Errorf("the %s is %q, which no release has there", name, shorten(text))
		}
	}
	c, p := &r.Certificate, &r.Provenance
	check("format", r.Format, r.Format == Format)
	check("kind", string(r.Kind), slices.Contains([]Kind{Model, Weights, Moments, Report}, r.Kind))
	check("release's id", r.ReleaseID, identifier.MatchString(r.ReleaseID))
	if r.CampaignID != nil {
		check("campaign", *r.CampaignID, campaign.MatchString(*r.CampaignID))
	}
	check("mechanism", string(c.Mechanism), c.Mechanism == method.Tally || slices.Contains(method.Mechanisms, c.Mechanism))
	check("solver", string(c.Solver), c.Solver == method.NoSolver || slices.Contains(method.Solvers, c.Solver))
	check("smoothing", string(c.Smoothing), c.Smoothing == "" || slices.Contains(method.Smoothings, c.Smoothing))
	check("calibration", string(c.Calibration), slices.Contains(method.Calibrations, c.Calibration))
	check("adjacency", string(c.Adjacency), slices.Contains(method.Adjacencies, c.Adjacency))
	check("unit", string(c.Unit), c.Unit == method.Record)
	check("accountant", c.Accountant, c.Accountant == "zcdp")
	check("name of the features", c.Features, c.Features == "" || slices.Contains(features.Kinds, features.Kind(c.Features)))
	check("distribution of the noise", c.Noise.Distribution, slices.Contains(Distributions, c.Noise.Distribution))
	check("variance of the noise", c.Noise.DiagonalVariance, c.Noise.DiagonalVariance == "" || wholeNumber.MatchString(c.Noise.DiagonalVariance))
	if combined := c.Combination; combined != nil {
		check("assumption", combined.Assumption, combined.Assumption == DisjointOwners)
		check("method of the combination", combined.Method, combined.Method == "" || combined.Method == TrimmedMean)
		check("digest of the combined releases", combined.MembersSHA256, isDigest(combined.MembersSHA256))
		for _, cohort := range combined.Cohorts {
			check("variance of an owner's noise", cohort.DiagonalVariance, wholeNumber.MatchString(cohort.DiagonalVariance))
		}
		for _, m := range combined.Members {
			check("id of a combined release", m.ReleaseID, identifier.MatchString(m.ReleaseID))
			check("digest of a combined release", m.SHA256, isDigest(m.SHA256))
		}
	}
	if l := c.Labels; l != nil {
		check("base of the labels", string(l.Base), slices.Contains(method.Bases, l.Base))
		check("digest of the labels' model", l.OffsetSHA256, isDigest(l.OffsetSHA256))
		if l.Choice != nil {
			check("base of the labels", string(l.Choice.Base), l.Choice.Base == method.Auto || slices.Contains(method.Bases, l.Choice.Base))
		}
	}
	if a := c.Report; a != nil {
		check("kind of the report's model", a.Model, a.Model == PublicModel || a.Model == GivenModel)
		check("digest of the report's model", a.ModelSHA256, isDigest(a.ModelSHA256))
	}
	check("SHA-256 of the source", p.SourceSHA256, isDigest(p.SourceSHA256))
	for _, s := range p.Sources {
		check("SHA-256 of a public sample", s.SHA256, isDigest(s.SHA256))
	}
	check("version of the engine", p.EngineVersion, engineVersion.MatchString(p.EngineVersion))
	if p.WasmSHA256 != nil {
		check("SHA-256 of the engine", *p.WasmSHA256, isDigest(*p.WasmSHA256))
	}
	return wrong
}
