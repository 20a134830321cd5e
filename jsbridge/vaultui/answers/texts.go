package answers

import (
	"bytes"
	_ "embed"
	"encoding/json"

	"privadapt/core/words"
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

// language holds all texts of the vault in one language, and the sentences of the engine.
type language struct {
	words.Language
	Tag, Opening, Steps, Progress string

	Request, RequestBy, RequestByNobody, RequestUntitled, Unchecked, Stays, StaysNoAsker, Columns,
	Column, ColumnsMore, ColumnsLabel, Details, AskedReport, AskedEstimate, AskedMean, AskedPublicModel, AskedMeasures,
	AskedModel, AskedModelKind, Blend, AskedGroups, AskedTitle, AskedBy, AskedUnchecked, AskedReply,
	AskedReplyOnly, AskedSample, AskedAddress, AskedRows,
	AskedColumns, AskedColumn, AskedHolds, AskedLabel, AskedTask, AskedBase, AskedCompared, AskedFile,
	AskedDigest, ColumnNumeric, ColumnDates, ColumnIgnored, DayFirst, MonthFirst, YearFirst,
	ColumnLevels, MoreLevels, SourceFailed, ModelFailed, SourceCrashed, SourceRetry, ReceiverRefuses,
	SettingsFailed string

	Rows, EpsilonLegend, EpsilonOther, EpsilonAsked, EpsilonValue, EpsilonHelp, WishMin, Wish, WishMax,
	DeltaLabel, DeltaHelp, ReleaseLegend, Recommend, Recommended, Labels, LabelsYes, LabelsNo, Unit, UnitNo, UnitYes,
	UnitColumn, RowsPeople, GroupBy, Forecast, Fixed, FixedLabels, FixedGroups, FixedUnit, FixedLate string

	FileLabel, FileFixes, SheetLabel, SheetHelp, FileSample, DropTooEarly, DropNoFile, FileReading,
	FileReadingNo, FileFailed, DecoderMissing, DecoderFailed, FileNoLabels, FileNoReport, FileDropped,
	AskHeaders, AskNone, AskSheet, AskDone, AskTwice string

	CheckHeading, ReportBadge, Leaves, LeavesPeople, Repeats, RepeatsName, RepeatsRows, UnitFilledIn, LeavesMore,
	LeavesReport, LeavesEstimate, LeavesResiduals, LeavesGroups,
	LeavesLabels, LeavesSums, LeavesAll, RunSample, Run, RunLeft, Runs, RunOne, Stop, Cancel,
	CancelPaid, WaitingCharge, Solving, SolvingNo, Fitting, LeftMoment, LeftSeconds, LeftMinutes,
	LeftHours, Cancelling, RunCancelled, CancelCharged, NotCharged, RunFailedPaid, RunFailed, Died,
	DiedCharged, VaultPanic string

	DoneHeading, DoneIntro, DonePublic, DoneExplanation, DoneExplained, StaysHeading, DoneCSV, DoneCut,
	DoneUnproven, DoneLabel, Again string

	// For the owner's eyes only, beside the lines of the engine's report.
	ReportManyRows, ReportOwnDelta, OwnerNoteTooFewRows, OwnerNoteSaysNothing string

	MatchFound, MatchMissing, MatchExpected, MatchFar, MatchFine, MatchRepaired string

	MatchHead []string

	// What a run would bring.
	ForecastLine, ForecastLineNo, ForecastShort, ForecastRefused, ForecastFailed, ForecastNotices, ForecastExample,
	ForecastSmaller, ForecastNoise, ForecastBlind, ForecastLineLabels, ForecastLabelsOnly, ForecastLabels, ForecastGain,
	ForecastUnlabelled, ForecastLabelsNo, ForecastReport, ForecastCountsBlind, ForecastInterval, ForecastLineAverage,
	ForecastLineNoise, ForecastAverage, ForecastAverageNoise, ForecastYardstick, MeasureError,
	MeasureExplained, MeasureAUC, MeasureAccuracy string

	// Problems with the settings, shown beside the field.
	ProblemRows, ProblemEpsilonNone, ProblemEpsilonRange, ProblemEpsilonLarge, ProblemEpsilonMax,
	ProblemBudget, ProblemUnit, ProblemDemanded, ProblemDelta, ProblemDeltaMax, ProblemDeltaRows string

	// Lists of texts, and the values that can be chosen, in the order in which they stand in the form. The values are the
	// same in every language.

	StepNames, Stayed []string
	LeavesWhat        map[string]string // what the result is, by its kind, in the middle of a sentence

	// EngineFailures are by their code. English has none: the engine speaks it.
	EngineFailures map[string]string

	// EpsilonChoices are offered, none of them preselected: ε is the owner's consent.
	EpsilonChoices              []Choice
	ReleaseChoices, GroupByNone []Choice
}

// Choice is one labelled value of a setting.
type Choice struct{ Value, Label, Help string }

// Current are the texts of the language that the vault speaks, once Speak has read them: an engine without a vault needs
// none. The page chooses it when it opens the vault, by nothing private.
var Current language

var texts = &Current

// Speak chooses the language by its tag; an unknown one means English.
func Speak(tag string) {
	if _, known := languages[tag]; !known {
		tag = "en"
	}
	Current = textsOf(tag)
}

func textsOf(tag string) (read language) {
	if tag == "en" {
		read.Language = words.English()
	}
	texts := json.NewDecoder(bytes.NewReader(languages[tag]))
	texts.DisallowUnknownFields()
	if err := texts.Decode(&read); err != nil {
		panic(err) // a fault of this folder's file
	}
	return read
}

// Explained is what a failure of the engine means: its reason, or else by its code.
func Explained(code, message string, reason *words.Message) string {
	if reason != nil {
		message = texts.Say(*reason)
	} else if known, ok := texts.EngineFailures[code]; ok {
		return known
	}
	return words.Sentence(message)
}
