package combine

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"privadapt/core/moment"
	"privadapt/core/release"
)

// Engine identifies the program in a release.
type Engine struct {
	Version    string
	WasmSHA256 string // empty where the engine is no wasm
}

// Combine adds up releases of different owners, one at least, and writes the sum as a release of moments. The order does not
// matter: the same releases give the same document. Errors are of type *Error and name the release by its place.
func Combine(engine Engine, releases []*release.Release) (*release.Release, error) {
	sum := new(Aggregate)
	members := make([]release.Member, 0, len(releases))
	seen := map[string]int{} // place by id, by digest and by values
	for i, r := range releases {
		digest, err := r.Digest()
		if err != nil {
			return nil, err
		}
		for _, mark := range []string{"id " + r.ReleaseID, "digest " + digest, "values " + ValuesDigest(r)} {
			if first, twice := seen[mark]; twice {
				return nil, refuse("duplicate", "release %d is release %d once more", i+1, first)
			}
			seen[mark] = i + 1
		}
		if err := sum.Add(r); err != nil {
			return nil, atPlace(err, i)
		}
		members = append(members, release.Member{ReleaseID: r.ReleaseID, SHA256: digest})
	}
	return sum.Release(engine, NewMembers(members))
}

// ValuesDigest is the same for releases of the same values: independent noise does not repeat itself, so these are one release
// under two names.
func ValuesDigest(r *release.Release) string {
	twin := release.Release{Values: r.Values}
	mark, _ := twin.Digest() // numbers of a decoded document are finite
	return mark
}

func atPlace(err error, i int) error {
	if e, ok := err.(*Error); ok {
		return refuse(e.Code, "release %d: %s", i+1, e.Message)
	}
	return err
}

// Members say which releases are in a sum.
type Members struct {
	SHA256 string
	List   []release.Member // nil if there are more than release.MostMembers
}

// NewMembers sorts members and takes their digest.
func NewMembers(list []release.Member) Members {
	var roll Roll
	for _, m := range slices.SortedFunc(slices.Values(list), func(a, b release.Member) int { return strings.Compare(a.SHA256, b.SHA256) }) {
		roll.Add(m)
	}
	return roll.Members()
}

// Roll takes members one by one, ascending by digest, in memory that does not grow beyond a list that is written out.
type Roll struct {
	hash  release.MembersHash
	list  []release.Member
	count int
}

// Add takes the next member.
func (r *Roll) Add(m release.Member) {
	r.hash.Add(m.SHA256)
	if r.count++; r.count <= release.MostMembers {
		r.list = append(r.list, m)
	}
}

// Members returns those that were added.
func (r *Roll) Members() Members {
	if r.count > release.MostMembers {
		return Members{SHA256: r.hash.Sum()}
	}
	return Members{r.hash.Sum(), r.list}
}

// Release writes the sum of the members as a release of moments, without anything drawn: its id is part of the members' digest.
func (a *Aggregate) Release(engine Engine, members Members) (*release.Release, error) {
	if a.setting == nil {
		return nil, refuse("none", "there is no release to combine")
	}
	s := a.setting
	variance, epsilon, delta, rho := new(big.Int), 0.0, 0.0, 0.0
	for _, c := range a.cohorts {
		one, _ := new(big.Int).SetString(c.DiagonalVariance, 10) // verified
		variance.Add(variance, one.Mul(one, big.NewInt(c.Releases)))
		epsilon, delta, rho = math.Max(epsilon, c.Epsilon), math.Max(delta, c.Delta), math.Max(rho, c.Rho)
	}
	rows := big.NewRat(a.Rows(), 1)
	if s.Adjacency == "add-remove" {
		c2 := big.NewInt(s.InterceptSteps * s.InterceptSteps)
		rows.SetFrac(a.entries[0], c2)
	}
	grid, err := moment.NewGrid(s.Radius, 0)
	if err != nil {
		return nil, err
	}
	count, _ := rows.Float64()
	sigma, _ := new(big.Float).Sqrt(new(big.Float).SetInt(variance)).Float64()
	provenance := release.Provenance{
		SourceSHA256: s.SourceSHA256, SourceRows: s.SourceRows, Schema: s.Schema, Features: s.Features,
		EngineVersion: engine.Version, SettingsAfterPreview: a.preview,
	}
	features := provenance.FeatureMap()
	document := &release.Release{
		Format: release.Format, Version: release.Version,
		ReleaseID: members.SHA256[:32], CampaignID: s.Campaign, Kind: release.Moments,
		Values: release.Values{
			Names:   append([]string{"(intercept)"}, features.Names()...),
			Moments: a.mean(grid, rows),
		},
		Certificate: release.Certificate{
			Mechanism: "moment", Solver: "none", Calibration: "tight", Adjacency: s.Adjacency, N: a.Rows(),
			Epsilon: epsilon, Delta: delta, Rho: rho, Accountant: "zcdp",
			Features: string(features.Kind), Order: s.Order, Radius: s.Radius, SourceRadius: s.SourceRadius, GridSteps: s.GridSteps, InterceptSteps: s.InterceptSteps,
			Draws: int(a.Releases()),
			Noise: release.Noise{
				Distribution: "discrete-gaussian", DiagonalVariance: variance.String(),
				StandardDeviation: sigma / moment.Steps / moment.Steps * s.Radius * s.Radius / count,
			},
			Combination: &release.Combination{
				Assumption: release.DisjointOwners, Cohorts: slices.Clone(a.cohorts), MembersSHA256: members.SHA256, Members: members.List,
			},
		},
		Provenance: provenance,
	}
	if s.Adjacency == "add-remove" {
		document.Certificate.RowsEstimate = count
	}
	if engine.WasmSHA256 != "" {
		document.Provenance.WasmSHA256 = &engine.WasmSHA256
	}
	return document, nil
}

// mean returns the sum over rows, d×d and symmetric, in the units of M₀.
func (a *Aggregate) mean(grid moment.Grid, rows *big.Rat) [][]float64 {
	d := a.setting.Order
	mean := make([][]float64, d)
	for i := range mean {
		mean[i] = make([]float64, d)
	}
	k := 0
	for i := range d {
		for j := i; j < d; j++ {
			mean[i][j] = grid.Float(a.entries[k], rows)
			mean[j][i] = mean[i][j]
			k++
		}
	}
	return mean
}
