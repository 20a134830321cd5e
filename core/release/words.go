package release

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"privadapt/core/data/features"
	"privadapt/core/terms/method"
)

// Distributions are the laws of noise that a certificate names.
var Distributions = []string{"discrete-gaussian", "exponential-mechanism", "discrete-laplace",
	"discrete-gaussian-gradient"}

// CheckWords refuses a text that is not one of those which a document has in its place: one of a few words, or a
// number, a digest, an identifier or a version of a fixed form and a bounded length. So nothing in a document is free
// text but what the public sample is called: its columns, levels and classes, which whoever has the sample can compare
// (see dataset.Schema), the column that names the people in the private data, which the owner or the analyst chose, and
// the name and the address under which a caller has it.
func (r *Release) CheckWords() (wrong error) {
	check := func(name, text string, known bool) {
		if !known && wrong == nil {
			wrong = fmt.Errorf("the %s is %q, which no release has there", name, shorten(text))
		}
	}
	c, p := &r.Certificate, &r.Provenance
	check("format", r.Format, r.Format == Format)
	check("kind", string(r.Kind), slices.Contains(Kinds, r.Kind))
	check("release's id", r.ReleaseID, isIdentifier(r.ReleaseID))
	if r.CampaignID != nil {
		check("campaign", *r.CampaignID, IsCampaign(*r.CampaignID))
	}
	check("mechanism", string(c.Mechanism), c.Mechanism == method.Tally ||
		slices.Contains(method.Mechanisms, c.Mechanism))
	check("solver", string(c.Solver), c.Solver == method.NoSolver || slices.Contains(method.Solvers, c.Solver))
	check("smoothing", string(c.Smoothing), c.Smoothing == "" || slices.Contains(method.Smoothings, c.Smoothing))
	check("calibration", string(c.Calibration), slices.Contains(method.Calibrations, c.Calibration))
	check("adjacency", string(c.Adjacency), slices.Contains(method.Adjacencies, c.Adjacency))
	check("unit", string(c.Unit), c.Unit == method.Record || c.Unit == method.Person)
	// The owners of a combination may call the column differently.
	check("column of the unit", c.UnitColumn, c.UnitColumn == "" && (c.Unit == method.Record || c.Combination != nil) ||
		c.Unit == method.Person && c.Combination == nil && IsColumnName(c.UnitColumn))
	check("accountant", c.Accountant, c.Accountant == "zcdp")
	check("name of the features", c.Features,
		c.Features == string(features.Linear) || c.Features == string(features.Labels))
	check("distribution of the noise", c.Noise.Distribution, slices.Contains(Distributions, c.Noise.Distribution))
	check("variance of the noise", c.Noise.DiagonalVariance,
		c.Noise.DiagonalVariance == "" || isVariance(c.Noise.DiagonalVariance))
	check("variance of the labels' noise", c.Noise.LabelVariance,
		c.Noise.LabelVariance == "" || isVariance(c.Noise.LabelVariance))
	if combined := c.Combination; combined != nil {
		check("assumption", combined.Assumption, combined.Assumption == DisjointOwners)
		check("digest of the combined releases", combined.MembersSHA256, isDigest(combined.MembersSHA256))
		for _, cohort := range combined.Cohorts {
			check("variance of an owner's noise", cohort.DiagonalVariance, isVariance(cohort.DiagonalVariance))
			check("variance of an owner's noise", cohort.LabelVariance, cohort.LabelVariance == "" || isVariance(cohort.LabelVariance))
		}
		for _, m := range combined.Members {
			check("id of a combined release", m.ReleaseID, isIdentifier(m.ReleaseID))
			check("digest of a combined release", m.SHA256, isDigest(m.SHA256))
		}
	}
	if l := c.Labels; l != nil {
		check("base of the labels", string(l.Base), slices.Contains(method.Bases, l.Base))
		check("digest of the labels' model", l.OffsetSHA256, isDigest(l.OffsetSHA256))
		for _, e := range l.Errors {
			check("verdict on the labels", string(e.Verdict), slices.Contains(Verdicts, e.Verdict))
		}
		if l.Choice != nil {
			check("base of the labels", string(l.Choice.Base),
				l.Choice.Base == method.Auto || slices.Contains(method.Bases, l.Choice.Base))
		}
	}
	if a := c.Report; a != nil {
		check("kind of the report's model", a.Model, a.Model == PublicModel || a.Model == GivenModel)
		check("digest of the report's model", a.ModelSHA256, isDigest(a.ModelSHA256))
	}
	check("SHA-256 of the source", p.SourceSHA256, isDigest(p.SourceSHA256))
	check("version of the engine", p.EngineVersion, isVersion(p.EngineVersion))
	if p.WasmSHA256 != nil {
		check("SHA-256 of the engine", *p.WasmSHA256, isDigest(*p.WasmSHA256))
	}
	return wrong
}

// isIdentifier recognises a release's identifier: a random UUID or, for what was computed from releases, the first
// half of a SHA-256.
func isIdentifier(text string) bool {
	if len(text) == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' {
		text = text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:]
	}
	return len(text) == 32 && madeOf(text, "0123456789abcdef")
}

// MostColumnName is how many bytes the name of a column of private files may have.
const MostColumnName = 200

// IsColumnName recognises the name of a column of private files as a document states it: one line of visible characters
// and plain blanks.
func IsColumnName(text string) bool {
	return text != "" && len(text) <= MostColumnName && utf8.ValidString(text) && strings.TrimSpace(text) == text &&
		strings.IndexFunc(text, func(c rune) bool { return !unicode.IsPrint(c) }) < 0
}

// IsCampaign recognises the name of a campaign: such a text cannot be mistaken for another one, nor for markup or a
// path.
func IsCampaign(text string) bool {
	return len(text) >= 1 && len(text) <= 64 &&
		madeOf(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
}

// isVersion recognises three numbers below 1000: the version of the engine or, after its name, of the edge, which
// combines releases.
func isVersion(text string) bool {
	numbers := strings.Split(strings.TrimPrefix(text, "edge "), ".")
	for _, n := range numbers {
		if len(n) < 1 || len(n) > 3 || !madeOf(n, digits) {
			return false
		}
	}
	return len(numbers) == 3
}

// isVariance recognises a whole number of at most 100 digits; the engine's have 70 at most.
func isVariance(text string) bool {
	return len(text) >= 1 && len(text) <= 100 && madeOf(text, digits) && (text[0] != '0' || text == "0")
}

const digits = "0123456789"

func madeOf(text, letters string) bool { return strings.Trim(text, letters) == "" }
