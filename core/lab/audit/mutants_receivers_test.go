//go:build !js

package audit

const (
	objectionFile   = "core/terms/objection.go"
	runPlanFile     = "core/adapt/plan/plan.go"
	linkFieldsFile  = "core/terms/invitation/fields.go"
	addressFile     = "core/terms/invitation/address.go"
	receiverFile    = "core/adapt/plan/receiver.go"
	extentFile      = "core/release/extent.go"
	edgeArrivalFile = "wasm/edge/campaign/arrival.go"
	termsPackage    = "core/terms"
	linksPackage    = "core/terms/invitation"
	adaptFolder     = "core/adapt"
	edgePackage     = "wasm/edge/api"
	foreseen        = "TestNoReleaseIsLargerThanItsBound"
	refusedBefore   = "TestWhatAReceiverRefusesIsNotCharged"
	sidesOfLimits   = "TestTermsAndTheirLinks"
	privateRowsAre  = "TestThePrivateCountIsNotAnswered"
)

// receiverMutants are faults by which a run is charged and its release refused, or an unfit release is taken.
var receiverMutants = []mutant{
	byTest("receiver: a report on any model that was given", "TestObjection", termsPackage,
		edit{objectionFile, "about.Model == release.GivenModel && about.ModelSHA256 == t.ModelSHA256",
			"about.Model == release.GivenModel"}),
	byTest("receiver: a report on the public model for one that was given", "TestObjection", termsPackage,
		edit{objectionFile, "about.Model == release.GivenModel && about.ModelSHA256 == t.ModelSHA256",
			"about.ModelSHA256 == t.ModelSHA256"}),
	byTest("receiver: a report on a model that was given for the public one", "TestObjection", termsPackage,
		edit{objectionFile, "		return about.Model == release.PublicModel\n", "		return true\n"}),
	byTest("receiver: a report divided by any column", "TestObjection", termsPackage,
		edit{objectionFile, "about.GroupBy != nil && *about.GroupBy == t.GroupBy", "about.GroupBy != nil"}),
	byTest("receiver: a report divided by no column", "TestObjection", termsPackage,
		edit{objectionFile, `about.GroupBy == nil && t.GroupBy == ""`, "about.GroupBy == nil"}),
	byTest("receiver: any ε", "TestObjection", termsPackage,
		edit{objectionFile, "t.EpsilonMax > 0 && f.Epsilon > t.EpsilonMax", "false"}),
	byTest("receiver: any δ", "TestObjection", termsPackage,
		edit{objectionFile, "t.Delta > 0 && f.Delta > t.Delta", "false"}),
	byTest("receiver: any sample", "TestObjection", termsPackage,
		edit{objectionFile, "f.Sources == nil && f.SourceSHA256 == t.SHA256", "f.Sources == nil"}),
	byTest("receiver: samples in any order", "TestObjectionToSamples", termsPackage,
		edit{objectionFile, "places[i] < 0 || i > 0 && places[i] <= places[i-1] && source.LeftOut == f.Sources[i-1].LeftOut",
			"places[i] < 0"}),
	byTest("receiver: moments with labels among those without", "TestObjection", termsPackage,
		edit{objectionFile, "kind == release.Moments && t.Labels == NoLabels && used", "false"}),
	byTest("receiver: any file of a model", "TestObjection", termsPackage,
		edit{objectionFile, "named.SHA256 == t.BaseSHA256", "true"}),
	byTest("receiver: any file of the model that a report is about", "TestObjection", termsPackage,
		edit{objectionFile, "		named = f.Report.File\n", "		return true\n"}),
	byTest("receiver: a column that was to be left out", "TestObjection", termsPackage,
		edit{objectionFile, "slices.Contains(t.Ignore, c.Name)", "false"}),
	byTest("receiver: dates in another order", "TestObjection", termsPackage,
		edit{objectionFile, "ordered && (!c.Dates || c.DateOrder != order)", "ordered && !c.Dates"}),

	byTest("charge: before the rows are compared with the receiver's", refusedBefore, adaptFolder,
		edit{runPlanFile, "	return p.CheckReceiver(rows)\n", "	return nil\n"}),
	byTest("charge: the receiver's terms after the file is read", refusedBefore, adaptFolder,
		edit{targetFile, "p.CheckReceiver(0)", "p.CheckReceiver(1)"}),
	byTest("charge: a δ that no receiver takes", "TestAReceiverTakesNoLargeDelta", adaptFolder,
		edit{runPlanFile, "(!p.AcceptLargeDelta || p.Receiver != nil)", "!p.AcceptLargeDelta"}),
	byTest("rows: a private number compared with the receiver's", privateRowsAre, adaptFolder,
		edit{objectionFile, "f.RowsPrivate && (", "false && ("}, edit{receiverFile, "	if private {\n		rows = 0\n	}\n", ""}),
	byTest("receiver: bounds on a private number", "TestObjection", termsPackage,
		edit{objectionFile, "f.RowsPrivate && (", "false && ("}),
	byTest("size: weights of fewer characters than they may have", "TestTheBoundOnWeightsIsReached", "core/release",
		edit{extentFile, "bytes + weightBytes*e.Known.SourceRows\n	case e.Kind == Model && e.Base > 0",
			"bytes + (weightBytes-4)*e.Known.SourceRows\n	case e.Kind == Model && e.Base > 0"}),
	byTest("size: the sums of rows with labels left out", foreseen, adaptFolder,
		edit{extentFile, "with, without := d+2*t, d+t", "with, without := 0, d+t"}),
	byTest("size: sums of one digit", foreseen, adaptFolder,
		edit{extentFile, "int(math.Log10(math.Max(e.Largest, 1))) + 1", "int(0*e.Largest*math.Pi) + 1"}),
	byTest("size: no noise in sums", "TestNoiseHasRoom", adaptFolder,
		edit{receiverFile, "40/math.Sqrt(", "0*math.Sqrt("}),
	byTest("size: models without their encoded form", foreseen, adaptFolder,
		edit{receiverFile, "e.Base = p.mostBase()", "e.Base = 1000"}),

	byTest("arrival: certificates believed", "TestArrivalsAreVerified", edgePackage,
		edit{edgeArrivalFile, "	if !report.OK {\n", "	if false {\n"}),
	byTest("arrival: terms forgotten", "TestCampaignsAskForReports", edgePackage,
		edit{edgeArrivalFile, "objection != nil {", "objection != nil && objection.Code == \"\" {"}),
	byTest("campaign: links that are too long", "TestNoCampaignWithoutLinks", edgePackage,
		edit{"wasm/edge/api/campaigns.go", "	if _, err := s.link(&c, sampler.Identifier()); err != nil {",
			"	if err := error(nil); err != nil {"}),
	byTest("campaign: releases that are too large", "TestNoCampaignForReleasesThatAreTooLarge", edgePackage,
		edit{"wasm/edge/campaign/campaign.go", "least.MostBytes() > MostBytes", "false"}),
	byTest("campaign: a δ that gives rows away", sidesOfLimits, linksPackage,
		edit{linkFieldsFile, "Least: 1e-12, Most: 1e-4", "Least: 1e-12, Most: 1"}),
	byTest("campaign: an ε that protects nothing", sidesOfLimits, linksPackage,
		edit{linkFieldsFile, "value >= f.Least && value <= f.Most", "value >= f.Least"}),
	byTest("campaign: an address that hides its target", sidesOfLimits, linksPackage,
		edit{addressFile, `r == '#' || r == '\\' || `, ""}),
	byTest("campaign: an address that is not encrypted", sidesOfLimits, linksPackage,
		edit{addressFile, "(a.secure || local)", "(a.secure || local || true)"}),
}
