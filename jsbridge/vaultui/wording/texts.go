package wording

import (
	"bytes"
	_ "embed"
	"encoding/json"

	"privadapt/core/data/dataset"
)

// A language has its texts in a file of data, en.json or de.json, so that they can be translated and read as a whole.
// Sentences with a %s or %d are filled by fmt.Sprintf, and every language has the same ones:
// TestEveryLanguageHasEveryText. A further language is a further file and its tag among the languages.
//
//go:embed en.json
var english []byte

//go:embed de.json
var german []byte

var languages = map[string][]byte{"en": english, "de": german} // by BCP 47 tag

// language holds all texts of the vault in one language.
type language struct {
	formTexts
	reportTexts
	forecastTexts
	problemTexts
	choiceTexts
}

// formTexts are the texts of the steps.
type formTexts struct {
	Opening, Steps, Progress string

	Request, RequestBy, RequestByNobody, RequestUntitled, Unchecked, Stays, StaysNoAsker, Columns,
	Column, ColumnsMore, ColumnsLabel, Details, AskedReport, AskedPublicModel, AskedMeasures,
	AskedModel, AskedModelKind, Blend, AskedGroups, AskedTitle, AskedBy, AskedUnchecked, AskedReply,
	AskedReplyOnly, AskedSample, AskedOneOf, AskedPart, AskedAddress, AskedRows,
	AskedColumns, AskedColumn, AskedHolds, AskedLabel, AskedTask, AskedBase, AskedCompared, AskedFile,
	AskedDigest, ColumnNumeric, ColumnDates, ColumnIgnored, DayFirst, MonthFirst, YearFirst, Dates,
	ColumnLevels, MoreLevels, SourceFailed, ModelFailed, SourceCrashed, SourceRetry, ReceiverRefuses,
	SettingsFailed string

	Rows, EpsilonLegend, EpsilonOther, EpsilonAsked, EpsilonValue, EpsilonHelp, WishMin, Wish, WishMax,
	DeltaLabel, DeltaHelp, ReleaseLegend, Labels, LabelsYes, LabelsNo, Unit, UnitNo, UnitYes,
	UnitColumn, RowsPeople, GroupBy, Advanced, AdvancedHelp, Forecast, Mechanism,
	Calibration, Iterations, Radius, RadiusHint, Fixed, FixedLabels, FixedGroups,
	FixedUnit, FixedLate string

	FileLabel, FileFixes, SheetLabel, SheetHelp, FileSample, DropTooEarly, DropNoFile, FileReading,
	FileReadingNo, FileFailed, DecoderMissing, DecoderFailed, FileNoLabels, FileNoReport, FileDropped,
	AskHeaders, AskNone, AskSheet, AskDone, AskTwice string

	CheckHeading, ReportBadge, Leaves, LeavesPeople, Repeats, RepeatsName, RepeatsRows, UnitFilledIn, LeavesMore,
	LeavesReport, LeavesGroups,
	LeavesLabels, LeavesSums, LeavesAll, RunSample, Run, RunUses, RunLeft, Runs, RunOne, Stop, Cancel,
	CancelPaid, WaitingCharge, Solving, SolvingNo, Fitting, LeftMoment, LeftSeconds, LeftMinutes,
	LeftHours, Cancelling, RunCancelled, CancelCharged, NotCharged, RunFailedPaid, RunFailed, Died,
	DiedCharged, VaultPanic string

	DoneHeading, DoneIntro, DonePublic, DoneExplanation, DoneExplained, StaysHeading, DoneCSV, DoneCut,
	DoneUnproven, DoneLabel, Again string
}

// reportTexts are for the owner's eyes only: lines of the report, and the columns of the file beside the sample's.
type reportTexts struct {
	Was, Were, WordRow, WordRows, WordCell, WordCells, WordPerson, WordPeople, ReportRows, ReportClean,
	ReportRepaired, ReportRagged, ReportUnusable, ReportUnclosed, ReportClipped, ReportManyRows,
	ReportOwnDelta, ReportPeople, ReportNameless, ReportFinding, OwnerNoteTooFewRows, OwnerNoteReportSaysNothing,
	ReportUnit, UnitLarger, UnitSmaller, FindingRow, FindingFile, FindingValue, ReportSurplus string

	MatchFound, MatchMissing, MatchExpected, MatchFar, MatchFine, MatchRepaired string

	MatchHead []string
	// ReportLabelled counts the labels in the owner's file, by the kind of result for which they are used.
	ReportLabelled map[string]string
	// FindingTexts says for each cause what the cells contained and how they were treated.
	FindingTexts map[dataset.Cause]findingText
}

// forecastTexts say what a run would bring.
type forecastTexts struct {
	ForecastLine, ForecastLineNo, ForecastShort, ForecastRefused, ForecastFailed, ForecastNotices, ForecastExample,
	ForecastSmaller, ForecastNoise, ForecastBlind, ForecastLineLabels, ForecastLabelsOnly, ForecastLabels, ForecastGain,
	ForecastUnlabelled, ForecastLabelsNo, ForecastReport, ForecastReportBlind, ForecastInterval, MeasureError,
	MeasureExplained, MeasureAUC, MeasureAccuracy string
}

// problemTexts are problems with the settings, shown beside the field.
type problemTexts struct {
	ProblemRows, ProblemEpsilonNone, ProblemEpsilonRange, ProblemEpsilonLarge, ProblemEpsilonMax,
	ProblemBudget, ProblemUnit, ProblemDemanded, ProblemDelta, ProblemDeltaMax, ProblemDeltaRows,
	ProblemIterations, ProblemRadius, ProblemPair, ProblemLabels, ProblemChoice string
}

// choiceTexts are lists of texts, how numbers are written, and the values that can be chosen, in the order in which
// they stand in the form. The values are the same in every language.
type choiceTexts struct {
	Tag, Decimal, Thousands, Percent, ShareUnder, ShareOver string

	StepNames, Stayed []string
	TourNotes         map[string]string // guide through the form on the sample data, by the id of a step
	LeavesWhat        map[string]string // what the result is, by its kind, in the middle of a sentence

	// EngineFailures and Objections are by their code, and EngineWarnings by the engine's own format; see Explained,
	// Objected and Translated. English has none: the engine speaks it.
	EngineFailures, Objections, EngineWarnings map[string]string

	// EpsilonChoices are offered, none of them preselected: ε is the owner's consent.
	EpsilonChoices                                                                 []Choice
	ReleaseChoices, GroupByNone, DateChoices, MechanismChoices, CalibrationChoices []Choice
}

// Choice is one labelled value of a setting.
type Choice struct{ Value, Label, Help string }

// findingText is the text after the number of cells, and what the owner can do.
type findingText struct{ What, Advice string }

// ReleaseReport is the kind of result that says how good a fixed model is on the labelled rows.
const ReleaseReport = "report"

const DatesIgnored = "ignore" // of DateChoices

// Current are the texts of the language that the vault speaks. The page chooses it when it opens the vault, by nothing
// private.
var Current = textsOf("en")

var texts = &Current

// Speak chooses the language by its tag; an unknown one changes nothing.
func Speak(tag string) {
	if _, known := languages[tag]; known {
		Current = textsOf(tag)
	}
}

func textsOf(tag string) (read language) {
	texts := json.NewDecoder(bytes.NewReader(languages[tag]))
	texts.DisallowUnknownFields()
	if err := texts.Decode(&read); err != nil {
		panic(err) // a fault of this folder's file
	}
	return read
}
