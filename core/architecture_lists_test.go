//go:build !js

package core_test

import (
	"slices"
	"strings"
)

// rule names all that some packages may link, directly or not, besides themselves and the standard library. Names of
// this module are written without privadapt/; a name that ends in /... is a folder and all below it. What is not named
// is refused.
type rule struct {
	of, may []string
	why     string
}

var rules = []rule{
	{[]string{"wasm/engine"}, slices.Concat(library, []string{"jsbridge/vaultui/...", "honnef.co/go/js/dom/v2"}),
		"the owner's engine has no audit and nothing that computes without privacy"},
	{[]string{"wasm/lab"}, slices.Concat(library, []string{"core/lab/experiment/...", "gonum.org/v1/gonum/..."}),
		"the lab is the engine and the experiments"},
	{[]string{"wasm/bench"}, slices.Concat(library, []string{"core/lab/experiment/bench", "gonum.org/v1/gonum/..."}),
		"the benchmarks time the engine"},
	{[]string{"wasm/edge"}, edge, "the edge checks and combines releases; it cannot compute on private rows"},
	{[]string{"core/release/verify"}, verifier,
		"the verifier shares the document's types with the engine and nothing else"},
	{[]string{"core/adapt/postprocess"}, postprocessing, "what is made after the draw is made of public values"},
	{
		models,
		slices.Concat(
			models,
			[]string{"core/data/dataset/...", "core/terms/formats", "core/terms/method", "core/kernel", "core/solve/simplex",
				"core/solve/symeigen"},
		),
		"base models see public data alone",
	},
	{
		[]string{"core/model/sources"},
		[]string{"core/model/basemodel", "core/model/elementary", "core/model/linear", "core/model/ridge",
			"core/model/trees",
			"core/model/wire", "core/data/dataset/...", "core/terms/formats", "core/kernel", "core/solve/simplex",
			"core/solve/symeigen"},
		"what becomes of several public files is decided from them alone",
	},
	{[]string{"core/model/correction"}, []string{"core/model/elementary", "core/kernel", "core/solve/symeigen"},
		"a correction sees what a mechanism returned, and nothing before it"},
	{solvers, slices.Concat(solvers, []string{"core/solve/symeigen"}),
		"a solver knows nothing of privacy; noise reaches it through an oracle"},
}

var solvers = []string{
	"core/solve/discrepancy", "core/solve/discrepancy/shards", "core/solve/dualgap", "core/solve/frankwolfe",
	"core/kernel", "core/solve/mirrordescent", "core/solve/projectedgradient",
	"core/model/regression", "core/solve/simplex", "core/solve/singlestage",
}

// What package postprocess may link. All of it is public: names, the plan, solvers, documents.
var postprocessing = slices.Concat(bases, []string{
	"core/adapt/drawn", "core/adapt/plan", "core/adapt/solve", "core/release/appraisal", "core/model/effects",
	"core/model/correction", "core/data/dataset/...", "core/terms/formats", "core/solve/discrepancy",
	"core/solve/discrepancy/shards", "core/noise/accountant", "core/noise/momentnoise", "core/solve/dualgap",
	"core/data/features", "core/solve/frankwolfe",
	"core/data/grid", "core/release/interval", "core/kernel", "core/release/learningbound", "core/terms/method",
	"core/terms/settings",
	"core/solve/mirrordescent", "core/release/pair", "core/solve/projectedgradient", "core/model/regression",
	"core/release", "core/solve/simplex", "core/solve/singlestage", "core/solve/symeigen", "core/terms",
	"gonum.org/v1/gonum/floats/...", "gonum.org/v1/gonum/internal/asm/...",
})

// What a nonlinear model links, where it is fitted and where it is read.
var bases = []string{
	"core/model/basemodel", "core/model/auto", "core/model/elementary", "core/model/labelled", "core/model/linear",
	"core/model/ridge", "core/model/smooth",
	"core/model/trees", "core/model/wire", "core/model/xgboost",
}

// Every package of base models.
var models = slices.Concat(bases, []string{"core/model/effects"})

// The engine as a program of any binary links it.
var library = slices.Concat(postprocessing, []string{
	"core/adapt", "core/adapt/draw", "core/adapt/postprocess", "core/release/combine", "core/internal/private/mechanism",
	"core/noise/sampler", "core/internal/private/moment", "core/internal/private/people", "core/model/sources",
	"core/internal/private/tally", "core/terms/settings",
	"core/release/verify", "core/warehouse", "jsbridge",
})

// What package verify may link: the document, its features, the models in it, the shape of the counts of a report and
// the public reader of columns.
var verifier = slices.Concat(
	bases,
	[]string{"core/release/appraisal", "core/data/dataset/...", "core/terms/formats", "core/data/features",
		"core/release/interval", "core/kernel", "core/terms/method", "core/release", "core/solve/simplex",
		"core/solve/symeigen"},
)

var edge = slices.Concat(verifier, []string{
	"core/release/combine", "core/noise/sampler", "core/data/grid", "core/release/pair", "core/terms",
	"core/terms/invitation", "core/terms/settings", "core/release/verify", "wasm/edge/...",
	"github.com/syumai/workers/...",
})

func anyMatches(patterns []string, part string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return matches(pattern, part) })
}

// matches reports whether a package is what a name of a list stands for.
func matches(pattern, part string) bool {
	folder, below := strings.CutSuffix(pattern, "/...")
	return part == folder || below && strings.HasPrefix(part, folder+"/")
}

// standard reports whether a package is one of the standard library: its name begins with no domain and not with this
// module's.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first != "privadapt" && !strings.Contains(first, ".")
}
