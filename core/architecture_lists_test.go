//go:build !js

package core_test

import (
	"slices"
	"strings"
)

// rule names all that some packages may link, directly or not, besides themselves and the standard library. Names of this module
// are written without privadapt/; a name that ends in /... is a folder and all below it. What is not named is refused.
type rule struct {
	of, may []string
	why     string
}

var rules = []rule{
	{[]string{"wasm/engine"}, slices.Concat(library, []string{"jsbridge/vaultui", "honnef.co/go/js/dom/v2"}),
		"the owner's engine has no audit and nothing that computes without privacy"},
	{[]string{"wasm/lab"}, slices.Concat(library, []string{"core/experiment/...", "core/basemodel/...", "gonum.org/v1/gonum/..."}), "the lab is the engine and the experiments"},
	{[]string{"wasm/bench"}, slices.Concat(library, []string{"core/experiment/bench", "gonum.org/v1/gonum/..."}), "the benchmarks time the engine"},
	{[]string{"wasm/edge"}, edge, "the edge checks and combines releases; it cannot compute on private rows"},
	{[]string{"core/verify"}, verifier, "the verifier shares the document's types with the engine and nothing else"},
	{[]string{"core/adapt/postprocess"}, postprocessing, "what is made after the draw is made of public values"},
	{[]string{"core/basemodel/..."}, []string{"core/basemodel/...", "core/dataset/...", "core/terms/formats", "core/kernel", "core/simplex", "core/symeigen"}, "base models see public data alone"},
	{[]string{"core/sources"}, []string{"core/basemodel", "core/basemodel/elementary", "core/basemodel/linear", "core/basemodel/ridge", "core/basemodel/trees",
		"core/basemodel/wire", "core/dataset/...", "core/terms/formats", "core/kernel", "core/simplex", "core/symeigen"}, "what becomes of several public files is decided from them alone"},
	{[]string{"core/correction"}, []string{"core/basemodel/elementary", "core/kernel", "core/symeigen"}, "a correction sees what a mechanism returned, and nothing before it"},
	{solvers, slices.Concat(solvers, []string{"core/symeigen", "gonum.org/v1/gonum/floats/...", "gonum.org/v1/gonum/internal/asm/..."}), "a solver knows nothing of privacy; noise reaches it through an oracle"},
}

var solvers = []string{
	"core/discrepancy", "core/discrepancy/shards", "core/dualgap", "core/frankwolfe", "core/kernel", "core/mirrordescent", "core/projectedgradient",
	"core/regression", "core/simplex", "core/singlestage",
}

// What package postprocess may link. All of it is public: names, the plan, solvers, documents.
var postprocessing = slices.Concat(bases, []string{
	"core/adapt/drawn", "core/adapt/plan", "core/adapt/solve", "core/appraisal", "core/basemodel/effects",
	"core/correction", "core/dataset/...", "core/terms/formats", "core/discrepancy", "core/discrepancy/shards", "core/dp/accountant", "core/dp/momentnoise", "core/dualgap", "core/features", "core/frankwolfe",
	"core/grid", "core/interval", "core/kernel", "core/learningbound", "core/method", "core/mirrordescent", "core/pair", "core/projectedgradient", "core/regression",
	"core/release", "core/simplex", "core/singlestage", "core/symeigen", "core/terms", "gonum.org/v1/gonum/floats/...", "gonum.org/v1/gonum/internal/asm/...",
})

// What a nonlinear model links, where it is fitted and where it is read.
var bases = []string{
	"core/basemodel", "core/basemodel/auto", "core/basemodel/elementary", "core/basemodel/labelled", "core/basemodel/linear", "core/basemodel/ridge", "core/basemodel/smooth",
	"core/basemodel/trees", "core/basemodel/wire", "core/basemodel/xgboost",
}

// The engine as a program of any binary links it.
var library = slices.Concat(postprocessing, []string{
	"core/adapt", "core/adapt/draw", "core/adapt/postprocess", "core/combine", "core/dp/mechanism", "core/dp/sampler", "core/moment", "core/sources", "core/tally", "core/terms/settings",
	"core/verify", "core/warehouse", "jsbridge",
})

// What package verify may link: the document, its features, the models in it, the shape of the counts of a report and the public reader of columns.
var verifier = slices.Concat(bases, []string{"core/appraisal", "core/dataset/...", "core/terms/formats", "core/features", "core/interval", "core/kernel", "core/method", "core/release", "core/simplex", "core/symeigen"})

var edge = slices.Concat(verifier, []string{
	"core/combine", "core/dp/sampler", "core/grid", "core/pair", "core/terms", "core/terms/invitation", "core/verify", "wasm/edge/...", "github.com/syumai/workers/...",
})

func anyMatches(patterns []string, part string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return matches(pattern, part) })
}

// matches reports whether a package is what a name of a list stands for.
func matches(pattern, part string) bool {
	folder, below := strings.CutSuffix(pattern, "/...")
	return part == folder || below && strings.HasPrefix(part, folder+"/")
}

// standard reports whether a package is one of the standard library: its name begins with no domain and not with this module's.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first != "privadapt" && !strings.Contains(first, ".")
}
