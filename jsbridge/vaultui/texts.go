package vaultui

// All English texts of the vault, in this file and texts_help.go, so that they
// can be translated and read as a whole. Sentences with a %s or %d are filled by fmt.Sprintf.
const (
	textOpening  = "Opening the public sample…"
	textSteps    = "Steps"
	textProgress = "Progress"

	textRequest          = "What you are asked for"
	textRequestBy        = "%s asks: %s"
	textRequestByNobody  = "You are asked: %s"
	textRequestUntitled  = "a result"
	textUnchecked        = "The sender is not verified."
	textStays            = "They get %s. Your file stays here."
	textStaysNoAsker     = "What leaves is %s. Your file stays here."
	textColumns          = "Your table needs %d columns: %s"
	textColumn           = "Your table needs 1 column: %s"
	textColumnsMost      = 12
	textColumnsMore      = "… (all under Details)"
	textColumnsLabel     = "%s (to compare with)"
	textDetails          = "Details"
	textAskedReport      = "Model to be judged"
	textAskedPublicModel = "the one that is chosen and fitted on the public sample alone"
	textAskedMeasures    = "You are asked how good it is on your rows: how far its predictions are from %s, with an interval for each number. Nothing is fitted to your data. Rows without a label count as such."
	textAskedModel       = "Its kind and SHA-256"
	textAskedModelKind   = "%s, from a release"
	textBlend            = "a blend of several kinds"
	textAskedGroups      = "Also for each"
	textAskedTitle       = "Campaign"
	textAskedBy          = "Asked by"
	textAskedUnchecked   = "%s (so the link says; nobody has checked it)"
	textAskedReply       = "Result may go to"
	textAskedReplyOnly   = "%s, if you send it there afterwards; no result is sent by itself"
	textAskedSample      = "Public sample"
	textAskedOneOf       = "Public sample %d of %d"
	textAskedPart        = "%s; SHA-256 %s"
	textAskedLeftOut     = "left out: %s"
	textAskedAddress     = "Address"
	textAskedRows        = "Rows"
	textAskedColumns     = "The columns your file should have"
	textAskedColumn      = "Column"
	textAskedHolds       = "In the sample"
	textAskedLabel       = "Label, to be predicted"
	textAskedTask        = "Task"
	textAskedBase        = "Model"
	textAskedCompared    = "Model that labels are compared with"
	textAskedFile        = "Model's file"
	textAskedDigest      = "SHA-256"
	textColumnNumeric    = "numbers, %s to %s"
	textColumnDates      = "dates, %s to %s"
	textColumnIgnored    = "not used"
	textDayFirst         = ", day before month"
	textMonthFirst       = ", month before day"
	textYearFirst        = ", year before month"
	textDates            = "Use of the dates in %s"
	textColumnLevels     = "one of: %s"
	textMoreLevels       = "%s and %d more"
	textSourceFailed     = "The public sample cannot be used: %s Correct the address or the label on the page, then load it again."
	textModelFailed      = "The model that comes with the link cannot be used: %s Ask whoever sent the link for another."
	textSourceCrashed    = "The worker stopped while it opened the public sample, perhaps for lack of memory."
	textSourceRetry      = "Try to open the sample again"
	textReceiverRefuses  = "The receiver would refuse this result: %s"
	textSettingsFailed   = "These settings cannot be used: %s Nothing was charged, and nothing has left the vault."

	textRows            = "About how many rows?"
	textEpsilonLegend   = "Protection of one person"
	textEpsilonOther    = "Another ε, under Details"
	textEpsilonAsked    = "As the link suggests"
	textEpsilonValue    = "Your own value of ε"
	textEpsilonHelp     = "Epsilon (ε) bounds what the result may reveal about one row, or one person: whatever somebody believes, it changes the odds by a factor of at most e to the power of ε. Very strong is 0.1, strong 0.5, moderate 1, weak 3."
	textWishMin         = "The link asks for at least %s; less is your right, and may be too noisy for whoever asks."
	textWish            = "The link suggests %s."
	textWishMax         = "The link asks for at most %s, so more is not accepted here."
	textDeltaLabel      = "Failure probability (delta, δ)"
	textDeltaHelp       = "Computed from the number of rows: at most %v divided by ten times as many."
	textReleaseLegend   = "What leaves the vault"
	textLabels          = "Is %s known for some rows?"
	textLabelsYes       = "Yes, use it: better result, same price"
	textLabelsNo        = "No"
	textUnit            = "Can one person have several rows?"
	textUnitNo          = "No"
	textUnitYes         = "Yes, named by the column"
	textUnitColumn      = "Column that names the person"
	textRowsPeople      = "About how many people?"
	textGroupBy         = "Say it for each value of a column as well, for example for each ward"
	textAdvanced        = "Advanced"
	textAdvancedHelp    = "Leave a field empty to let the program choose from public values."
	textForecast        = "What these settings would buy: a forecast"
	textComparison      = "The predicted error of each mechanism in the distance between the samples at these settings, as a share of the largest possible distance. At 100% the prediction says nothing."
	textComparisonError = "Predicted error"
	textMechanism       = "Mechanism"
	textSolver          = "Solver"
	textCalibration     = "Calibration"
	textIterations      = "Rounds (K)"
	textMu              = "Smoothing (μ)"
	textLambda          = "Weight penalty (λ)"
	textRadius          = "Row radius (r)"
	textRadiusHint      = "The sample suggests %s."
	textFixed           = "ε = %s, δ = %s; %s leaves."
	textFixedLabels     = "Your labels are used."
	textFixedGroups     = "Divided by the column “%s”."
	textFixedUnit       = "The column “%s” names the people."
	textFixedLate       = "These settings were changed after you saw a report on your file. The released certificate will say so, because a choice made after looking is not covered by the guarantee."

	textFileLabel      = "Choose my file…"
	textFileFixes      = "Choosing it fixes your answers."
	textSheetLabel     = "Sheet of an Excel workbook"
	textSheetHelp      = "Left empty, the first sheet that is not hidden is read. Files may be CSV, TSV (also .gz), Parquet or .xlsx; several are read as one."
	textFileSample     = "Use the invented file"
	textDropTooEarly   = "Nothing was read: a file can be dropped on the first screen."
	textDropNoFile     = "What was dropped is not a file. Choose a CSV or TSV file."
	textFileReading    = "Reading your file: %s of %s"
	textFileReadingNo  = "Reading your file"
	textFileFailed     = "The file could not be read: %s Nothing has left the vault. You can choose another file."
	textDecoderMissing = "this is a Parquet file or a workbook, and the program that reads such files could not be loaded with the page. Save the table as CSV, or reload the page."
	textDecoderFailed  = "the file could not be decoded, perhaps for lack of memory. Save the table as CSV."
	textFileNoLabels   = "The file has no column “%s”. Answer “No” to go on without it, or choose a file that has it. Nothing was charged, and nothing has left the vault."
	textFileNoReport   = "The file has no column “%s”, with whose labels the model is compared. Choose a file that has it. Nothing was charged, and nothing has left the vault."
	textFileDropped    = "Stopped. Nothing was charged, and nothing has left the vault."

	textCheckHeading  = "Check"
	textReportBadge   = "Only you see this"
	textLeaves        = "What leaves: %s and the number of rows. No row."
	textLeavesPeople  = "What leaves: %s and the number of people. No row."
	textRepeats       = "The texts of the column “%s” repeat, so one person may have several rows. This run would protect each row, not each person."
	textRepeatsName   = "Protect people: name the column"
	textRepeatsRows   = "Protect each row all the same"
	textUnitFilledIn  = "Nothing was charged, and nothing has left the vault. The column that names the person is filled in; choose your file again."
	textLeavesMore    = "What exactly leaves"
	textLeavesReport  = "What leaves is noisy counts of the model’s errors on your rows with a label; all figures and intervals are computed from these counts."
	textLeavesGroups  = "They are given for each value of the column “%s” as well."
	textLeavesLabels  = "Your labels correct it, and the certificate says with noise how many of your rows have one and how far the public model and this one are off on them."
	textLeavesSums    = "Two tables: of your rows with a label, with how far each label is from what the public model predicts, and of the others. They say with noise how many rows have one."
	textLeavesAll     = "With it goes the certificate, which holds public numbers. The page also gets the numbers for its plots, computed from the same noisy result. Stopping because of what the report says is your own decision; the guarantee does not cover that choice."
	textRunSample     = "This file is invented, so nothing is counted on your privacy budget."
	textRun           = "Make the result"
	textRunUses       = "Make the result · uses 1 of %s"
	textRunLeft       = "Uses 1 of %s."
	textRuns          = "%s runs"
	textRunOne        = "1 run"
	textStop          = "Stop, costs nothing"
	textCancel        = "Cancel"
	textCancelPaid    = "Cancel (the run stays counted)"
	textWaitingCharge = "Recording the privacy spent…"
	textSolving       = "Computing: round %s of %s"
	textSolvingNo     = "Computing"
	textFitting       = "Comparing models on the public sample: %d%%"
	textLeftMoment    = ", nearly done"
	textLeftSeconds   = ", about %d seconds left"
	textLeftMinutes   = ", about %d minutes left"
	textLeftHours     = ", about %.1f hours left"
	textCancelling    = "Cancelling…"
	textRunCancelled  = "Cancelled. Nothing has left the vault."
	textCancelCharged = "Cancelled. Nothing has left the vault, but the privacy for this run has already been recorded as spent."
	textNotCharged    = "The privacy for this run was not recorded as spent, so nothing was computed and nothing has left the vault."
	textRunFailedPaid = "The run failed: %s Nothing has left the vault, but the privacy for this run has already been recorded as spent."
	textRunFailed     = "The run failed: %s Nothing has left the vault. You can try again."
	textDied          = "The worker stopped unexpectedly, perhaps for lack of memory. Nothing has left the vault. A fresh worker has been started; choose the file again."
	textDiedCharged   = "The worker stopped unexpectedly, after the privacy for this run was recorded as spent. Nothing has left the vault. A fresh worker has been started; choose the file again."
	textVaultPanic    = "Something went wrong inside the vault. Nothing has left it. Load the sample again on the page to open a fresh vault."

	textDoneHeading     = "Exactly what left"
	textDoneIntro       = "One text was handed to the page, with the numbers for its plots. You can read both here, character for character."
	textDonePublic      = "Besides, the page has learnt what is public: which step was on the screen before a file was picked, that one was picked and under which settings, that a run was asked for, its price ε and δ, and that the certificate was checked."
	textDoneExplanation = "The numbers for the plots on the page"
	textDoneExplained   = "Computed from the noisy result and public data alone, so they reveal nothing beyond what was paid for. The page has them, too; they are in no file."
	textStaysHeading    = "What stayed"
	textDoneCSV         = "The weights were also handed over as a CSV file, with the same numbers."
	textDoneCut         = "The first %s of %s characters are shown. The page offers the whole file."
	textDoneUnproven    = "The second calculation does not confirm the certificate: %s"
	textDoneLabel       = "The exact text"
	textAgain           = "Make another run"
)

// Report lines, for the owner's eyes only.
const (
	textWas            = "1 %s was"   // 1 row was
	textWere           = "%s %s were" // 2 rows were
	wordRow            = "row"
	wordRows           = "rows"
	wordCell           = "cell"
	wordCells          = "cells"
	wordPerson         = "person"
	wordPeople         = "people"
	reportRows         = "%s read."
	reportClean        = "No cell had to be repaired."
	reportRepaired     = "%s missing or unreadable and replaced by the sample’s average: %s."
	reportRagged       = "%s with too many or too few cells; what could be read was used."
	reportUnusable     = "%s could not be used at all; counted as an average row."
	reportUnclosed     = "%s with a quotation mark that is not closed; each was read as one line."
	reportClipped      = "%s far from the sample and shortened to fit (%s)."
	reportManyRows     = "Your file has far more rows than you said. Stop and give their number: δ is computed from it."
	reportOwnDelta     = "δ is above 0.001 over the number of rows, on which whoever checks the result will remark. Stop and leave δ empty: it is computed."
	reportPeople       = "They are of %s; the most rows of one: %s."
	reportNameless     = "%s without a name count together as one person."
	reportFinding      = "%s: %s %s (%s)."
	reportTooFew       = "%s and these settings mean so much noise that only a column whose average is %s standard deviations away would be noticed. The result would most likely be that of the public sample alone, at the full price. So far nothing is spent."
	reportTooFewRounds = "%s and these settings mean so much noise that the result would be no better than that of the public sample alone, at the full price. So far nothing is spent."
	reportTooFewReport = "%s and these settings mean so much noise that the report would say nothing, at the full price. So far nothing is spent."
	reportUnit         = "%s: the numbers seem to be %s those of the sample. If they are in another unit, convert them before you run."
	unitLarger         = "%s times"
	unitSmaller        = "%s times smaller than"
	findingRow         = "row %s"
	findingFile        = "file %s, %s"
	findingValue       = "%s: “%s”"
	reportSurplus      = "Not in the sample, ignored: %s."
)

// The columns of the file beside those of the sample, likewise.
const (
	matchFound    = "✓"
	matchMissing  = "missing; the sample’s average stands in"
	matchExpected = "%s (%s)"
	matchFar      = ": other units?"
	matchFine     = "%d of %d columns fit"
	matchRepaired = "; %s repaired (%s)"
)

var matchHead = []string{"Column", "Your average", "Public average"}

// The forecast.
const (
	forecastLine         = "Notices a column that differs by %s standard deviations."
	forecastLineNo       = "Too noisy to notice anything."
	forecastLineRounds   = "Predicted error %s: may help."
	forecastLineRoundsNo = "Predicted error %s: no better than doing nothing."
	forecastNoEpsilon    = "Choose one to see what the result still notices."
	forecastShort        = "Still notices an average %s of %s instead of %s."
	forecastRefused      = "No forecast with these settings: %s"
	forecastFailed       = "The forecast could not be computed. You can go on without it."
	forecastNotices      = "A difference as large as one column whose average is %s standard deviations away will be noticed and corrected."
	forecastExample      = " For example an average %s of %s instead of %s."
	forecastSmaller      = "Smaller differences are lost in the noise. The sample is then left as it is, which does no harm."
	forecastNoise        = "In numbers: the noise will typically move the measured distance between the samples by %s of the largest possible distance."
	forecastBlind        = "That is so much noise that only a column %s standard deviations away would be noticed. The result would most likely be that of the public sample alone: running is hardly worth its price. More rows, fewer columns or a larger ε would help."
	forecastRounds       = "This mechanism is predicted to leave a distance of about %s of the largest possible, at its best settings. That can correct one column whose average is a standard deviation away."
	forecastRoundsNo     = "This mechanism is predicted to leave a distance of about %s of the largest possible, even at its best settings. That does not correct one column whose average is a standard deviation away: doing nothing would be as good."
	forecastInstead      = "The second moment, which is the default, has a predicted error of %s."
	forecastLineLabels   = "Estimates the public model’s error to within %s."
	forecastLabelsOnly   = "Only a column %s standard deviations away would be noticed, so the weights will most likely be uniform, and any gain will come from the labels."
	forecastLabels       = "With labels: how far the public model is off on your rows, as a mean squared error, will be estimated to within %s of itself at best (19 times in 20), if all your rows have a label and it is off as much as on the public sample."
	forecastGain         = "A correction that takes %s off that error can then be told from noise."
	forecastUnlabelled   = "Without labels a model rarely gains from your rows on natural data. What is learnt is how different they are."
	forecastLabelsNo     = "With labels: the noise is so large that the estimated error of the public model would say nothing, even if all your rows have a label."
	forecastReport       = "If all your rows have a label and are like those of the public sample, the report would say:"
	forecastReportBlind  = "The noise is so large that a report would say nothing. More rows or a larger ε would help."
	forecastInterval     = "%s between %s and %s."
	measureError         = "Typical error"
	measureExplained     = "Share of the variance explained"
	measureAUC           = "AUC"
	measureAccuracy      = "Share predicted right"
)

// Problems with the settings, shown beside the field.
const (
	problemRows         = "The number of rows must be a whole number of at least 1, for example 1200."
	problemEpsilonNone  = "Choose how strongly one person is protected."
	problemEpsilonRange = "ε must be a number above 0, for example 1."
	problemEpsilonLarge = "ε = %s gives hardly any protection: values up to 10 are the usual ones, and 1 is common. Choose the file once more if you mean it."
	problemEpsilonMax   = "ε must not be above %s; the page set this limit."
	problemBudget       = "Your privacy budget has too little left for this. Choose a stronger protection, or see “Privacy budget” below."
	problemUnit         = "Write the name of the column that names the person."
	problemDemanded     = "The receiver takes no result without it."
	problemDelta        = "δ must be a number above 0 and below 1, for example 1e-6."
	problemDeltaMax     = "δ must not be above %s, which the link asks for: a result with a larger one would not be taken."
	problemDeltaRows    = "δ must be below one over the number of rows, which you say is %s. Leave it empty for %s, which is computed."
	problemIterations   = "The number of rounds must be a whole number of at least 1."
	problemMu           = "μ must be a number above 0."
	problemLambda       = "λ must be 0 or a number above 0."
	problemRadius       = "The radius must be a number from 0.001."
	problemPair         = "Moments can only be released by the moment mechanism."
	problemLabels       = "Labels can be used with the mechanism “Automatic” or “Second moment”, and not with the solver “Single stage”."
	problemChoice       = "Choose one of the values offered."
)

// choice is one labelled value of a setting.
type choice struct{ value, label, help string }

// epsilonChoices are offered, none of them preselected: ε is the owner's consent.
var epsilonChoices = []choice{
	{"0.1", "very strong", ""},
	{"0.5", "strong", ""},
	{"1", "moderate", ""},
	{"3", "weak", ""},
}

// What the result is, in the middle of a sentence.
var leavesWhat = map[string]string{
	"model":       "one model file",
	"weights":     "weights of the public rows",
	"moments":     "a noisy table of averages and products",
	releaseReport: "a report on a model",
}

var releaseChoices = []choice{
	{"model", "A model", "It predicts the label, ready to use. The weights of the public rows leave with it."},
	{"weights", "Weights", "One for each public row, so that the analyst can fit a model."},
	{"moments", "Moments", "A noisy table of averages and products of your columns. The most general result."},
	{releaseReport, "A report on a model", "It says how good a fixed model is on your rows. Nothing is fitted to them."},
}

var groupByNone = []choice{{"", "no column", ""}}

// reportLabelled counts the labels in the owner's file, by the kind of result for which they are used.
var reportLabelled = map[string]string{
	"model":       "%s (%s) with a label that can be read in the column “%s”; they correct the model.",
	"moments":     "%s (%s) with a label that can be read in the column “%s”; they enter the moments.",
	releaseReport: "%s (%s) with a label that can be read in the column “%s”; the model is compared with these.",
}

const datesIgnored = "ignore"

var dateChoices = []choice{
	{"days", "used as a number of days", ""},
	{datesIgnored, "left out", ""},
}
