package verify

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/model/trees"
	"privadapt/core/must"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Two implementations of one conversion agree up to rounding.
func TestEpsilonAgreesWithTheEnginesAccountant(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		rho := math.Pow(10, 6*r.Float64()-5)
		delta := math.Pow(10, -12*r.Float64()-0.05)
		a, b := epsilonOf(rho, delta), noise.Epsilon(rho, delta)
		if math.Abs(a-b) > 1e-8*(a+b)+1e-12 { // at large δ both are 0 up to the end of a bisection
			t.Errorf("ρ = %v, δ = %v: %v in the verifier, %v in the engine", rho, delta, a, b)
		}
	}
}

// So do two implementations of the sensitivities and of the rounding, for any parameters.
func TestRoundsAgreeWithTheEnginesGeometry(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	const m, quartic = 50, 1e9 // above what is derived from the rows' lengths
	for range 1000 {
		g := discrepancy.Geometry{
			Radius: 1 + 9*r.Float64(), Rows: int64(math.Exp(12 * r.Float64())), Order: 1 + r.IntN(30),
		}
		g.SourceRadius = g.Radius * r.Float64()
		lambda, mu, p, moves := r.ExpFloat64(), math.Exp(10*r.Float64()-5), 1+math.Exp(5*r.Float64()-2), 1+r.IntN(1000)
		c := release.Certificate{
			Radius: g.Radius, SourceRadius: g.SourceRadius, N: g.Rows, Order: g.Order, Lambda: &lambda, Mu: &mu, P: &p,
			SourceQuartic: quartic,
		}
		agree := func(name string, here, engine float64) {
			if math.Abs(here-engine) > 1e-11*engine {
				t.Errorf("%s %s of %+v: %v in the verifier, %v in the engine", c.Smoothing, name, g, here, engine)
			}
		}
		c.Smoothing = "softmax"
		agree("range", scoreRange(c), g.SoftmaxRange(mu))
		agree("sensitivity", sensitivity(c, m), g.SoftmaxSensitivity2(mu, quartic))
		agree("error", scoreRounding(c, moves), g.ScoreError(mu, lambda, moves))
		c.Smoothing = "pnorm"
		agree("range", scoreRange(c), g.PNormRange(p))
		agree("sensitivity", sensitivity(c, m), g.PNormSensitivity2(p, quartic))
		agree("error", scoreRounding(c, moves), g.PNormScoreError(p, lambda, moves))
	}
}

// Whatever a document states, the fourth moments of m source rows are at least the fourth power of the longest
// one's length, and at least m times the fourth power of the intercept, which all of them share.
func TestFourthMomentsAreThoseOfTheRowsAtLeast(t *testing.T) {
	const radius, m = 2.0, 1000
	mu, p, steps := 3.0, 2.5, int64(gridSteps/math.Sqrt(10))
	shared := m * math.Pow(radius*float64(steps)/gridSteps, 4)
	for _, c := range []release.Certificate{
		{Smoothing: "softmax", Mu: &mu, SourceRadius: radius},       // 16 of the longest row
		{Smoothing: "softmax", Mu: &mu, SourceRadius: 0.7 * radius}, // 3.8
		{Smoothing: "pnorm", P: &p, SourceRadius: radius},
	} {
		c.Radius, c.N, c.Order, c.InterceptSteps = radius, 500, 4, steps
		for rows, least := range map[int]float64{m: shared, 2: math.Pow(c.SourceRadius, 4)} {
			stated, unstated := c, c
			stated.SourceQuartic, unstated.SourceQuartic = 1e6, 1e-6
			want := sensitivity(stated, rows) * math.Sqrt(least/1e6)
			if got := sensitivity(unstated, rows); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s, r̂ = %v, %d rows: Δ₂ = %v, want %v", c.Smoothing, c.SourceRadius, rows, got, want)
			}
		}
	}
}

// A certificate is recomputed from its own parameters, and one that claims too little does not hold.
func ExampleCertificate() {
	text, err := os.ReadFile("../../adapt/testdata/golden/model-blend.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	made, err := release.Decode(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Certificate(made).OK)
	made.Certificate.Epsilon /= 2
	fmt.Println(Certificate(made).OK)
	// Output:
	// true
	// false
}

// Of numbers, the public choice may be trees although another model's loss is up to 2% smaller, and then has to be.
func TestThePublicChoiceKeepsToItsRule(t *testing.T) {
	for _, c := range []struct {
		smooth  float64
		numbers bool
		want    int // the candidate that must be the public choice
	}{{0.985, true, 1}, {0.975, true, 0}, {0.985, false, 0}} {
		for public := range 2 {
			b := &release.Base{Public: public, Kept: true, Candidates: []auto.Scored{
				{Base: method.Smooth, Way: "unweighted", Public: c.smooth, Weighted: 1},
				{Base: method.Trees, Way: "unweighted", Public: 1, Weighted: 1, Share: 1},
			}}
			problems := strings.Join(unmet(baseRequirements(b, c.numbers)), "; ")
			if refused := strings.Contains(problems, "the public choice is not"); refused == (public == c.want) {
				t.Errorf("smooth %v, numbers %v, choice %d: %q", c.smooth, c.numbers, public, problems)
			}
		}
	}
}

// The report states δ·n, or δ·n̂ where n is private, remarks on it above 10⁻³, with the limit, and refuses δ ≥ 1/n
// unless that is allowed by name.
func TestDeltaAgainstTheNumberOfRows(t *testing.T) {
	for _, name := range []string{"moments", "model-linear", "weights-selection", "weights-gradient", "report",
		"model-add-remove"} {
		r := must.Get(release.Decode(must.Get(os.ReadFile("../../adapt/testdata/golden/" + name + ".json"))(t)))(t)
		rows := float64(r.Certificate.N) + r.Certificate.RowsEstimate // one of them is 0
		for _, c := range []struct {
			times    float64
			remarked bool
			refused  bool
		}{{0.9e-3, false, false}, {1.1e-3, true, false}, {0.999, true, false}, {1.001, true, true}, {10, true, true}} {
			r.Certificate.Delta = c.times / rows
			r.Certificate.Epsilon = 1e3 // enough at any of these δ
			report := Certificate(r)
			if d := report.DeltaRows - c.times; d > 1e-9*c.times || -d > 1e-9*c.times {
				t.Errorf("%s: δ·n is stated as %v, not %v", name, report.DeltaRows, c.times)
			}
			if remarked := len(report.Remarks) > 0; remarked != c.remarked {
				t.Errorf("%s at δ·n = %v: the remarks are %q", name, c.times, report.Remarks)
			}
			if c.remarked && !strings.Contains(report.Remarks[0], "at most 0.001 divided by the number of rows") {
				t.Errorf("%s at δ·n = %v: the remark %q does not state the rule", name, c.times, report.Remarks[0])
			}
			if report.OK == c.refused || c.refused && !strings.Contains(report.Problems[0], "below one over") {
				t.Errorf("%s at δ·n = %v: the problems are %q", name, c.times, report.Problems)
			}
			if asked := Certificate(r, LargeDelta); !asked.OK || len(asked.Remarks) == 0 && c.remarked {
				t.Errorf("%s at δ·n = %v, allowed: %+v", name, c.times, asked)
			}
			// The allowance covers δ alone.
			small := *r
			small.Certificate.Epsilon, small.Certificate.Rho = 1e-9, 0
			if Certificate(&small, LargeDelta).OK {
				t.Errorf("%s at δ·n = %v: a false claim passed", name, c.times)
			}
		}
	}
}

// Many owners together may have δ·n above 1, with a remark; a single owner may not.
func TestDeltaIsRefusedOwnerByOwner(t *testing.T) {
	owners := func(cohorts ...release.Cohort) release.Certificate {
		c := release.Certificate{Adjacency: "replace-one", Combination: &release.Combination{Cohorts: cohorts}}
		for _, cohort := range cohorts {
			c.N, c.Draws, c.Delta = c.N+cohort.N, c.Draws+int(cohort.Releases), max(c.Delta, cohort.Delta)
		}
		return c
	}
	hidden := func(delta float64) release.Certificate {
		return release.Certificate{Adjacency: "add-remove", RowsEstimate: 5e5, Draws: 1000, Delta: delta,
			Combination: &release.Combination{Cohorts: []release.Cohort{{Releases: 1000}}}}
	}
	small := release.Cohort{Releases: 1000, N: 500_000, Delta: 1e-5}
	large, few := release.Cohort{Releases: 1, N: 1_000_000, Delta: 2e-6}, release.Cohort{Releases: 1, N: 20, Delta: 0.01}
	for _, c := range []struct {
		of      release.Certificate
		refused bool
	}{
		{owners(small), false},
		// By the mean of all owners, 1,499 rows, none of these could be told from the other.
		{owners(small, large), true}, {owners(large, small), true}, {owners(small, few), false}, {owners(few, small), false},
		{owners(release.Cohort{Releases: 4, N: 396, Delta: 0.01}), false},
		{owners(release.Cohort{Releases: 4, N: 400, Delta: 0.01}), true},
		{owners(release.Cohort{Releases: 4, N: 404, Delta: 0.01}), true},
		{hidden(1e-5), false}, {hidden(0.01), true},
	} {
		if remark, err := checkDelta(c.of); remark == "" || (err != nil) != c.refused {
			t.Errorf("%+v: %q, %v", c.of, remark, err)
		}
	}
}

// The suggested δ suits ten times as many rows, and a link's δ is its maximum.
func TestTheSuggestedDelta(t *testing.T) {
	for _, c := range []struct{ rows, most, want float64 }{
		{1, 0, 1e-6}, {100, 0, 1e-6}, {101, 0, 1e-7}, {1000, 0, 1e-7}, {5000, 0, 1e-8}, {1e6, 0, 1e-10},
		{3000, 1e-6, 1e-8}, {100, 1e-6, 1e-6}, {100, 1e-7, 1e-7}, {100, 3e-8, 3e-8}, {3000, 1e-4, 1e-8},
	} {
		got := SuggestedDelta(c.rows, c.most)
		if got/c.want < 1-1e-9 || got/c.want > 1+1e-9 {
			t.Errorf("%v rows, at most %v: %v instead of %v", c.rows, c.most, got, c.want)
		}
		if product := got * c.rows * deltaRoom; product > LargestDeltaRows*(1+1e-9) {
			t.Errorf("%v rows: the verifier remarks on δ·n = %v", c.rows, product)
		}
	}
}

// genuine returns releases of every kind, mechanism, solver, calibration and smoothing that the engine makes, each
// under several budgets and radii. They are made once and must not be changed.
var genuine = sync.OnceValues(func() (made []*release.Release, err error) {
	samples, err := Samples()
	if err != nil {
		return nil, err
	}
	file, err := Stump(samples["numbers"])
	if err != nil {
		return nil, err
	}
	for _, o := range everySetting() {
		of := cmp.Or(samples[o.Campaign], samples["numbers"])
		if o.Base == method.File || o.Campaign == "file" {
			o.BaseFile = file
		}
		r, err := run(of, o)
		var refused *words.Error
		if errors.As(err, &refused) && refused.Code == "refused" {
			continue // a pair that does not exist
		}
		if err != nil {
			return nil, err
		}
		made = append(made, r)
	}
	return made, nil
})

// everySetting crosses all names; adapt refuses those that do not belong together.
func everySetting() (all []adapt.Options) {
	pairs := []adapt.Options{}
	for _, m := range []method.Mechanism{method.Moment, method.Selection, method.Gradient} {
		for _, s := range []method.Solver{method.ProjectedGradient, method.FrankWolfe, method.MirrorDescent,
			method.SingleStage} {
			for _, c := range []method.Calibration{method.Tight, method.Paper} {
				for _, f := range []method.Smoothing{method.Softmax, method.PNorm} {
					pairs = append(
						pairs,
						adapt.Options{Mechanism: m, Solver: s, Calibration: c, Smoothing: f, Epsilon: 1, Delta: 1e-5,
							Iterations: 12},
					)
				}
			}
		}
	}
	for _, o := range pairs {
		for _, kind := range []release.Kind{release.Model, release.Weights, release.Moments} {
			o.Release = kind
			all = append(all, o)
		}
		o.Release = release.Weights
		small, one, narrow := o, o, o
		small.Epsilon, small.Delta = 0.05, 1e-9
		one.Iterations, one.Epsilon = 1, 8        // selection and gradient draw nothing
		narrow.Radius, narrow.Delta = 0.02, 0.003 // nearly every row is clipped
		all = append(all, small, one, narrow)
		for _, kind := range []release.Kind{release.Model, release.Weights, release.Moments} {
			hidden := o
			hidden.Adjacency, hidden.Release = method.AddRemove, kind
			all = append(all, hidden)
		}
		wide := o
		if o.Smoothing == method.Softmax { // λ of the p-norm would be beyond its limit
			wide.Radius = 1e6
			all = append(all, wide)
		}
	}
	for _, a := range method.Adjacencies {
		for _, s := range []method.Solver{method.ProjectedGradient, method.MirrorDescent} {
			all = append(all, adapt.Options{UseLabels: true, Adjacency: a, Solver: s, Epsilon: 1, Delta: 1e-5,
				Iterations: 12})
		}
	}
	// Nonlinear models, of numbers and of the classes of another sample, one of them in a file: formats 2 and 3.
	for _, a := range method.Adjacencies {
		for _, o := range []adapt.Options{
			{Base: method.Trees}, {Base: method.Smooth, Solver: method.MirrorDescent}, {Base: method.File},
			{Base: method.Auto, Campaign: "file"},
			{Base: method.Linear, Campaign: "classes"}, {Base: method.Trees, Campaign: "classes", UseLabels: true},
			{Base: method.File, UseLabels: true},
			{Base: method.Smooth, Mechanism: method.Selection}, {Base: method.Trees, Mechanism: method.Gradient},
		} {
			o.Adjacency, o.Epsilon, o.Delta, o.Iterations = a, 1, 1e-5, 12
			all = append(all, o)
		}
		// Reports of numbers and of three classes, of models of the sample and one in a file: format 4.
		for _, o := range []adapt.Options{{Base: method.Linear}, {Base: method.Trees, GroupBy: "c"}, {Base: method.File},
			{Base: method.Linear, Campaign: "classes", GroupBy: "c"}} {
			o.Release, o.Adjacency, o.Epsilon, o.Delta = release.Report, a, 1, 1e-5
			all = append(all, o)
		}
		// Sums of rows with labels: format 6.
		for _, o := range []adapt.Options{{Base: method.Linear}, {Base: method.Auto, Campaign: "file"},
			{Base: method.Linear, Campaign: "classes"}} {
			o.Release, o.UseLabels, o.Adjacency, o.Epsilon, o.Delta = release.Moments, true, a, 1, 1e-5
			all = append(all, o)
		}
		// People of several rows.
		for _, o := range []adapt.Options{
			{Release: release.Model}, {Release: release.Moments},
			{Release: release.Moments, Base: method.Linear, UseLabels: true},
			{Release: release.Report, Base: method.Linear, GroupBy: "c"},
		} {
			o.Unit, o.Adjacency, o.Epsilon, o.Delta, o.Iterations = "who", a, 1, 1e-5, 12
			all = append(all, o)
		}
	}
	return all
}

func run(source *dataset.Source, o adapt.Options) (*release.Release, error) {
	table := "a,c,y\n" + strings.Repeat("1,red,2\n2,blue,3\n2,red,\n", 100)
	if o.Unit != "" {
		table = "a,c,y," + o.Unit + "\n"
		for person := range 150 { // of one to three rows
			who := fmt.Sprintf(",p%d\n", person)
			table += strings.Join([]string{"1,red,2", "2,blue,3", "2,red,"}[person%3:], who) + who
		}
	}
	return Made(source, o, table)
}

func genuineReleases(t testing.TB) []*release.Release {
	t.Helper()
	return must.Get(genuine())(t)
}

func TestEveryGenuineReleaseVerifies(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range genuineReleases(t) {
		c := r.Certificate
		seen[fmt.Sprintln(c.Mechanism, c.Solver, c.Calibration, c.Smoothing)] = true
		if report := Certificate(r); !report.OK {
			t.Errorf("%s %s %s %s: %v", c.Mechanism, c.Solver, c.Calibration, c.Smoothing, report.Problems)
		}
		if err := supports(r); err != nil {
			t.Errorf("%s %s %s %s: the oracle refuses it: %v", c.Mechanism, c.Solver, c.Calibration, c.Smoothing, err)
		}
	}
	// moment: 2 solvers × 2 smoothings, the single stage, and none; selection: 3 + 2; gradient: 3; reports: none.
	if len(seen) != 15 {
		t.Errorf("%d combinations were made: %v", len(seen), seen)
	}
}

// Samples are public samples of two columns: of numbers, and of three classes.
var Samples = sync.OnceValues(func() (map[string]*dataset.Source, error) {
	read := map[string]*dataset.Source{}
	for name, text := range map[string]string{
		"numbers": "a,c,y\n1,red,3\n2,blue,4\n3,red,1\n0,red,2\n5,blue,0\n4,blue,2\n",
		"classes": "a,c,y\n1,red,no\n2,blue,yes\n3,red,yes\n0,red,no\n5,blue,maybe\n4,blue,yes\n",
	} {
		source, err := dataset.ReadSource(strings.NewReader(text), dataset.SourceOptions{Label: "y"})
		if err != nil {
			return nil, err
		}
		read[name] = source
	}
	return read, nil
})

// Stump is a model in a file, for the columns of a sample.
func Stump(source *dataset.Source) (*trees.XGBoost, error) {
	text, err := os.ReadFile("../../model/trees/testdata/stump.json")
	if err != nil {
		return nil, err
	}
	return trees.DecodeXGBoost(text, source.Schema.Used(), 0)
}

// Made is what a reader of the written document gets of a run on a private table.
func Made(source *dataset.Source, o adapt.Options, table string) (*release.Release, error) {
	var counted []io.Reader
	if o.Unit != "" {
		counted = append(counted, strings.NewReader(table))
	}
	target, _, err := adapt.ReadTargetTwice(source, o, counted, []io.Reader{strings.NewReader(table)}, nil)
	if err != nil {
		return nil, err
	}
	made, err := target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil)
	if err != nil {
		return nil, err
	}
	return reread(made)
}

// reread returns what a reader of the written document gets.
func reread(r *release.Release) (*release.Release, error) {
	text, err := r.Encode()
	if err != nil {
		return nil, err
	}
	return release.Decode(text)
}

// combinedOf is the certificate of a combination of a given number of owners in each cohort, of 100 rows each, whose
// variance is a multiple of 1000·2¹¹⁰.
func combinedOf(variances []int64, owners ...int64) (c release.Certificate, total *big.Int) {
	c = release.Certificate{
		Adjacency:      method.ReplaceOne,
		Radius:         3,
		GridSteps:      gridSteps,
		InterceptSteps: 339546978,
		Delta:          1e-6,
		Epsilon:        1e9,
		Rho:            1e9,
		Combination:    &release.Combination{},
	}
	total = new(big.Int)
	for i, n := range owners {
		variance := new(big.Int).Lsh(big.NewInt(1000*variances[i]), 110)
		c.Combination.Cohorts = append(c.Combination.Cohorts, release.Cohort{
			Releases: n, N: 100 * n, Epsilon: 1e8 + float64(i), Delta: 1e-6, Rho: 1e8, DiagonalVariance: variance.String(),
		})
		c.Draws, c.N = c.Draws+int(n), c.N+100*n
		total.Add(total, variance.Mul(variance, big.NewInt(n)))
	}
	return c, total
}

// The list of members has as many entries as there are releases, and is left out only where there are more than a
// document lists.
func TestMembersAreCounted(t *testing.T) {
	for _, k := range []struct {
		owners, listed int // −1: no list
		refused        bool
	}{
		{3, 3, false}, {3, 2, true}, {3, 4, true}, {3, -1, true}, {3, 0, true},
		{release.MostMembers, release.MostMembers, false}, {release.MostMembers, -1, true},
		{release.MostMembers + 1, -1, false}, {release.MostMembers + 1, release.MostMembers, true},
	} {
		c, total := combinedOf([]int64{1}, int64(k.owners))
		if k.listed >= 0 {
			c.Combination.Members = make([]release.Member, k.listed)
		}
		if _, err := combinedRho(c, []*big.Int{total}); (err != nil) != k.refused ||
			err != nil && !strings.Contains(err.Error(), "as many entries") {
			t.Errorf("%d owners, %d listed: %v", k.owners, k.listed, err)
		}
	}
}

// The ρ of the whole is the ρ of the owner with the least noise, whichever place it has among the cohorts. Each
// cohort is counted.
func TestTheWorstOwnerDecides(t *testing.T) {
	for _, variances := range [][]int64{{1, 2, 4}, {2, 1, 4}, {4, 2, 1}} {
		c, total := combinedOf(variances, 11_000, 2, 1)
		one, _ := combinedOf([]int64{1}, 1)
		want := rhoOf(one, []*big.Int{new(big.Int).Lsh(big.NewInt(1000), 110)})
		if rho, err := combinedRho(c, []*big.Int{total}); err != nil || rho != want {
			t.Errorf("%v: ρ = %v, not %v: %v", variances, rho, want, err)
		}
		for name, change := range map[string]func(c *release.Certificate, total *big.Int){
			"more noise":    func(_ *release.Certificate, total *big.Int) { total.Add(total, big.NewInt(2)) },
			"another order": func(c *release.Certificate, _ *big.Int) { c.Combination.Cohorts[0].Epsilon = 2e8 },
			"a cohort twice, all of it counted": func(c *release.Certificate, total *big.Int) {
				at := c.Combination
				at.Cohorts = append(at.Cohorts, at.Cohorts[2])
				c.Draws, c.N = c.Draws+int(at.Cohorts[2].Releases), c.N+at.Cohorts[2].N
				variance, _ := new(big.Int).SetString(at.Cohorts[2].DiagonalVariance, 10)
				total.Add(total, variance.Mul(variance, big.NewInt(at.Cohorts[2].Releases)))
			},
			"less noise": func(_ *release.Certificate, total *big.Int) { total.Sub(total, big.NewInt(2)) },
			"more owners than rows": func(c *release.Certificate, _ *big.Int) {
				cohort := &c.Combination.Cohorts[0]
				c.N -= cohort.N - (cohort.Releases - 1)
				cohort.N = cohort.Releases - 1
			},
			"more than all":   func(c *release.Certificate, _ *big.Int) { c.Rho = 1e7 },
			"more ε than all": func(c *release.Certificate, _ *big.Int) { c.Epsilon = 1e8 },
			"more δ than all": func(c *release.Certificate, _ *big.Int) { c.Delta = 1e-7 },
		} {
			c, total := combinedOf(variances, 11_000, 2, 1)
			change(&c, total)
			if _, err := combinedRho(c, []*big.Int{total}); err == nil {
				t.Errorf("%v: %s passes", variances, name)
			}
		}
	}
}

// Rows that together are more than 64 bits count are not taken for what they wrap around to.
func TestRowsOfOwnersDoNotWrapAround(t *testing.T) {
	c, total := combinedOf([]int64{1, 2, 4, 8, 16}, 1, 11_000, 1, 1, 1)
	c.N = c.Combination.Cohorts[1].N
	for i := range c.Combination.Cohorts {
		if i != 1 {
			c.Combination.Cohorts[i].N = 1 << 62
		}
	}
	if _, err := combinedRho(c, []*big.Int{total}); err == nil || !strings.Contains(err.Error(), "more rows than there can be") {
		t.Errorf("2⁶⁴ rows and %d: %v", c.N, err)
	}
}
