# All English sentences of the site's pages for owners, and those that several rooms share, in the format of Project
# Fluent. Those inside the vault are in jsbridge/vaultui/answers; those of plots and of what a run came to in short are
# the npm package's (figures/texts.js, in-short.js), and stand only in the files of the other languages.
#
# A key names the place of a sentence in shared/texts.js or owner/texts.js: budget-limit-title is budget.limit.title. A
# hyphen within a name is written _, and names that are numbers make a list. Numbers and moments come already written
# in the page's language, but for counts that a sentence chooses its plural by.

## The words that stand in the page itself (index.html), by the keys there: the build puts them in.
page-ownName = English
page-description = Adapt a model to your private data in your own browser, with differential privacy.
page-noscript = This page needs JavaScript and WebAssembly: everything is computed in your browser, nothing on a server. Allow them for this site, or open it in an up-to-date Chrome, Firefox, Edge or Safari.
page-skip = Skip to the steps
page-pages = Pages
page-help = Help
page-late = This page has not started yet. If this sentence stays, the connection is very slow, an extension keeps the page from running, or this browser is too old for it: reload the page, or use an up-to-date Chrome, Firefox, Edge or Safari.
page-steps = Steps
page-stepRequest = Request
page-stepCheck = Check
page-stepResult = Result
page-kept = Results that are not saved yet
page-ownData = With your own data
page-noLink = Nobody has sent you a link? Whoever wants a result from your data makes one on the page for analysts:
page-makeLink = make an invitation
page-publicFile = The public table, with the outcomes
page-publicHelp = CSV or TSV with a header. The program takes it for public: its columns and averages go out with the result. The private table is chosen next, and stays here.
page-otherSample = Or by its address
page-sampleHelp = A CSV or TSV file with a header and a label column, at an address that allows other sites to read it.
page-source = Address of the public sample
page-label = Name of the label column
page-integrityFold = Check that the sample is the one you expect (optional)
page-integrity = SHA-256 of the file: sha256-… or 64 hexadecimal digits
page-load = Load the sample
page-loading = Loading the sample
page-stop = Stop
page-result = The result
page-sendsNothing = This page sends nothing. Save the file, and send it to whoever gave you this page.
page-plot = A plot of the result
page-vault = The vault
page-template = Template
page-restart = Start with another sample
page-more = More about the result
page-panels = Budget and help
page-budget = Privacy budget
page-budgetHelp = Every result gives away a little about the people in your data, and several results add up. How much is measured by ε (epsilon): the smaller it is, the less is given away. Your browser keeps the count here, for this site and this browser profile, and a run that would go beyond the limit is refused. The count is sent nowhere.
page-budgetHelpInKit = Every result gives away a little about the people in your data, and several results add up. How much is measured by ε (epsilon): the smaller it is, the less is given away. Your browser keeps the count here, for this browser profile, and a run that would go beyond the limit is refused. The count is sent nowhere.
page-budgetKept = A browser keeps one count for all files that it opens from a disk, and any other such page can delete it. Save it after a run, and read it in where this file or another program goes on.
page-promise = What is promised
page-promised = Promised
page-promisedPrivacy = What is released is (ε, δ)-differentially private when one row of your file is replaced by another, or all rows of one person where you protect people. Their number is public.
page-promisedFile = The page never holds your file. It is read by a worker inside the vault.
page-promisedBlocked = Requests and navigation out of the vault are tested blocked in Chromium, Firefox and WebKit.
page-promisedLoaded = Everything is loaded before you choose a file. To see for yourself, disconnect first, and close this page before you connect again.
page-promisedInKit = The whole program is in this file, whose policy allows no connection at all.
page-notPromised = Not promised
page-notOthers = Protection from browser extensions, from other programs on your machine, or from a host that serves altered code.
page-notOthersInKit = Protection from browser extensions, or from other programs on your machine.
page-notSame = That this file is the one that was sent to you: compare its SHA-256 with the one that you got by another way. “certutil -hashfile FILE SHA256” computes it on Windows, “shasum -a 256 FILE” elsewhere.
page-notDuration = That the duration of a run stays secret.
page-notComplete = That the count of the privacy budget is complete: runs in another browser, profile or program are not in it, and it ends when you delete this site’s data.
page-notPolicies = Ways out that policies do not cover: name look-ups by the browser, and WebRTC, which the vault removes before anything else runs.
page-officers = For data protection officers
page-officersWhat = What happens
page-officersWhatText = Somebody reads a table in a browser. The program counts and averages it, adds random noise, and makes one small file of that: figures on a model, an average, or a model. The file leaves only if it is handed on.
page-officersWhere = Where the data are
page-officersWhereText = On the computer on which the file was opened. It is read inside a frame that may connect to nothing. Nobody runs a server for it, so there is no processor.
page-officersPersonal = Is the result personal data?
page-officersPersonalText = It holds no row, no name and no cell. What it says of one person is bounded by differential privacy: whatever somebody believes about a person, it changes the odds by a factor of at most e to the power of ε, 2.7 at moderate strength. Whether that is anonymous under your law is for you to judge; the numbers are in the record.
page-officersRisk = What remains
page-officersRiskText = A small probability δ that the bound fails, below one thousandth divided by the number of people. What is true of a whole group can still be learnt: that is what the result is for. Extensions and other programs on the computer are outside this protection.
page-officersAgain = Several results
page-officersAgainText = Their losses add up. The browser counts them, and refuses a run beyond the limit that you set.
page-officersCheck = How it can be checked
page-officersCheckText = Each result has a certificate, from which anybody can compute its ε and δ again without the data. The program is open, its proofs and tests are public, and its SHA-256 is in each result.
page-officersFile = What to file
page-officersFileText = The record of each result: who asked, for what, when, the file, people or rows, ε in words and as a number, what leaves, the digests; a page to print, and JSON.
page-licence = Licensed under Apache-2.0.
# At the foot of every page of the site, around two commands.
page-engine = Engine SHA-256
page-engineBuild = To check it, build the program from its source with
page-engineCompare = and compare with
page-engineNamed = Each result names the engine that made it in the same way.

## The first page of the site: words of its markup, by the keys there, with the numbers that build/uses.mjs gives. No kit has
## them.
front-heading = Find out how good a model is on data nobody may see – and make it better
front-lead = Your file is read in your own browser and stays there. One small result leaves, with so much noise in it that it tells next to nothing about any one person (differential privacy).
front-try = Try it
front-tryText = Check, estimate and improve on invented data, in 90 seconds. Nothing is counted.
front-tryButton = Start the tour
front-sent = I was sent a link
front-link = The link
front-open = Open it
front-tables = I have two tables
front-tablesText = A public one with known outcomes, and a private one that stays here.
front-mine = Choose the public table
front-uses = Four uses
front-story = An institute can predict house prices in a city. A council has { $rows } houses in the country; it knows the prices of the { $sold } that were sold, in thousands, and may show nobody the list. The houses are invented; the results are real, of moderate strength (ε = 1), and the tour makes them anew.
front-check = Check
front-checkAsks = How good is the model there?
front-checkAnswer = Off by { $check }, not by { $checkPublic }
front-checkText = Typical error on the council’s houses (95% interval { $checkLow } to { $checkHigh }). On public ones it is { $checkPublic }.
front-estimate = Estimate
front-estimateAsks = What do houses cost there?
front-estimateAnswer = { $estimate }, not { $estimatePublic }
front-estimateText = The average without a single price of the council’s, ± { $noise } for the noise. The public average says { $estimatePublic }; the truth is { $truth }.
front-improve = Improve
front-improveAsks = Can it be made better?
front-improveAnswer = { $improve } smaller error
front-improveText = With the prices that are known (95% interval { $improveLow } to { $improveHigh }). On { $tasks } real tasks it was { $tasksGain } on average.
front-pool = Pool
front-poolAsks = What do several know together?
front-poolAnswer = At least { $pool } smaller
front-poolText = Three councils with { $share } houses each, together. Alone, one of them can be sure of { $alone }.
front-file = The file that left
front-public = public
front-private = private
front-estimated = estimate
front-truth = truth
front-improved = improved
front-alone = one
front-together = three
front-errorAxis = typical error
front-priceAxis = average price
front-shareAxis = squared error, % of the public
front-few = too few
front-fit = Is it for my data?
front-fitRows = Rows or people
front-fitCheck = Check: error known to within
front-fitEstimate = Estimate: known to within
front-fitHelp = At moderate strength, for the invented houses: of the error itself, and of the spread of prices. Very strong protection needs ten times as many rows.
front-fitColumns = Columns
front-fitColumnsText = Numbers, categories and dates, with the names that the public table has. Further columns are ignored.
front-fitLabels = Outcomes
front-fitLabelsText = Checking and improving need the outcome for some private rows. Estimating needs none.
front-fitPeople = People
front-fitPeopleText = If one person can have several rows, name the column that says who it is: all rows of a person are then protected together, at no more noise.
front-fitStrength = Strength
front-fitStrengthText = Most choose moderate (ε = 1): whatever somebody believes about one person, the result changes the odds by a factor of at most 2.7.
front-files = CSV, TSV, Excel or Parquet. Also without a network: an analyst can send the whole program as one file.
front-navHome = Start
front-navAnalyst = Ask for a result
front-navReleases = Open a result
front-navReviewers = How it is protected
front-navDocuments = Documentation
front-navPaper = The paper
front-officersLead = What to know before somebody evaluates a table with this program, and what to file afterwards.
front-odds = What ε means for one person
front-oddsText = Somebody thinks that something is as likely as not about one person in the table. After the result they are at most this sure of it:
front-oddsVeryStrong = very strong protection (ε = 0.1): 52%
front-oddsStrong = strong (ε = 0.5): 62%
front-oddsModerate = moderate (ε = 1): 73%
front-oddsWeak = weak (ε = 3): 95%
front-oddsBound = That is the worst case: somebody who knows everything about everybody else. It holds whatever other data they have, now and later.
front-officersAsk = What to ask before you agree
front-officersAskUnit = Can one person have several rows? Then the column that names the person has to be stated, or only single rows are protected.
front-officersAskStrength = Which ε, and was it chosen before anybody looked at the file?
front-officersAskWho = Who gets the result? The page does not check who made a link.
front-officersAskBefore = How many results have been made on the same people, here and elsewhere? The count knows only those of this browser.
front-officersAskGroup = Can what the result says of a whole group harm it? That is not hidden.
front-officersEntry = A sentence for the records of processing
front-officersEntryHelp = To be adapted; the record of each result has what goes in the places of the dots.
front-officersEntryText = Statistical evaluation of … for … with privadapt. The table was read on our own computer and transmitted to nobody. One file of noisy counts or averages (SHA-256 …) was made under differential privacy, ε = … at δ = …, which protects each person with all of their rows, and handed to … on …. It holds no row, no name and no identifier. All results on these people are counted together; the limit is ε = 3.
front-officersMore = Every claim with its proof and the test that attacks it (in English):
front-strengths = What a stronger protection costs
front-strengthsText = Six results on the same houses, made before. The smaller ε, the more each house is protected, and the less is certain.
front-strength = Strength of the protection

## The switch of languages, at the foot of the page.
languages-lost-answers = Your answers would be lost. No file has been read, and nothing was counted.
languages-lost-file = Your answers would be lost, and you would have to choose your file again. A result that is not saved is kept.
languages-lost-open = What is open or filled in here would be lost.
languages-go = Continue in { $name }

## The section “Privacy budget”. An account is as the ledger gives it.
budget-ownName = My data
budget-link = Privacy budget
budget-none = –
budget-line = : { $spent } { $left }
budget-lineOf = { " " }of “{ $name }”{ $line }
budget-lineBroken = : it cannot be read, so a run on your own data will be refused.
budget-spent-nothing = Nothing of ε = { $limit } has been spent yet.
budget-spent-some =
    ε = { $spent } of { $limit } has been spent in { $runs ->
        [one] 1 run
       *[other] { $runs } runs
    }.
budget-left-some =
    { $runs ->
        [0] The next run fits if its ε is at most { $epsilon }.
        [one] About 1 more run of moderate strength (ε = 1) fits.
       *[other] About { $runs } more runs of moderate strength (ε = 1) fit.
    }
budget-left-nothing = Nothing is left for a further run.
budget-bar = Share of the privacy budget that is spent
budget-notASum = All runs are counted together, at δ = { $delta }. That comes to less than the sum of their ε, so more is left than subtracting would give.
budget-chooser = Whose data is it?
budget-chosen = Runs in this tab are now recorded on “{ $name }”.
budget-mayBeEvicted = Your browser has not promised to keep this count when the disk gets full. Save a copy now and then.
budget-history = History ({ $n })
budget-historyLabel = History of the privacy budget
budget-historyHead-0 = Time
budget-historyHead-1 = What
budget-historyHead-2 = ε
budget-historyHead-3 = δ
budget-noHistory = There are no entries yet.
budget-entry-run = Run
budget-entry-interrupted = Run, interrupted: no result
budget-entry-cap = Limit changed to
budget-entry-rename = Renamed to “{ $name }”
budget-entry-open = Opened as “{ $name }”, stated to be about other people
budget-entry-reset = Count set back to zero: “{ $reason }”
budget-export = Save a copy of the history
budget-exportDamaged = Save a copy of what is there
budget-notCounted = Sample data: not counted.
budget-runsLeft =
    { $runs ->
        [one] About 1 more run like this.
       *[other] About { $runs } more runs like this.
    }
budget-booked = Recorded: a run with ε = { $epsilon } and δ = { $delta }. All runs together, at δ = { $all }: { $spent }
budget-exhausted = This run asks for ε = { $epsilon } and δ = { $delta }, and that would go beyond the limit of your privacy budget. { $spent } { $left } Choose a smaller ε, or work with the results you have. The limit can be changed under “Privacy budget”; a higher one protects the people in the data less.
# What the ledger, the browser or a form has against it. Of the rest, English is what the ledger says itself.
budget-problem-unknown = The privacy budget could not be used, so nothing is released. Reload the page; if that does not help, restart the browser.
budget-problem-damaged = The history of your privacy budget is damaged, so what has been spent is not known and runs on your own data are refused. In the section “Privacy budget” you can save a copy of what is there and start anew.
budget-unconfirmed = Tick the box above if you mean it.
budget-noName = Give a name.
budget-import-title = Read in a copy of another history
budget-import-intro = Runs on the same people that another browser, file or program has recorded then count here as well. What both have counts once.
budget-import-file = A history that was saved there
budget-import-none = Choose the file.
budget-import-button = Read it in
budget-import-done =
    { $entries ->
        [0] Nothing was new in it.
        [one] 1 entry was taken over.
       *[other] { $entries } entries were taken over.
    }
budget-limit-title = Change the limit
budget-limit-intro = The limit holds for all runs together. A run that would go beyond it is refused.
budget-limit-epsilon = Limit of ε
budget-limit-epsilonHelp = 3 is the default. Smaller protects better.
budget-limit-delta = at δ
budget-limit-deltaHelp = 1e-5 is the default. Keep it far below one divided by the number of rows, or of people.
budget-limit-raise = This raises the limit. All results together may then reveal more about each person in your data than you had allowed so far, and lowering the limit later does not take that back. The change is kept in the history.
budget-limit-consent = I want the people in the data to be protected less.
budget-limit-button = Set the limit
budget-limit-badEpsilon = The limit of ε must be a number above 0, for example 3.
budget-limit-badDelta = δ must be a number above 0 and below 1, for example 1e-5.
budget-limit-done = The limit is now ε = { $epsilon } at δ = { $delta }.
budget-rename-title = Rename
budget-rename-name = New name
budget-rename-help = Only for your own eyes. What is spent stays as it is.
budget-rename-button = Rename
budget-rename-done = The name is now “{ $name }”. What is spent stays as it is.
budget-other-title = This data is about other people
budget-other-intro = One count is enough for all your data about the same people, whatever the files are called: what is revealed about them adds up. A second count is right only for data about entirely other people.
budget-other-name = Name of the second count
budget-other-help = For example “Branch office Lyon”. Only for your own eyes.
budget-other-statement = I state that nobody in this data is also in the data counted so far.
budget-other-unstated = A second count needs this statement. If some people are in both, stay with the count you have.
budget-other-button = Start a second count
budget-other-done = “{ $name }” has a count of its own now. Runs in this tab are recorded on it.
budget-reset-title = Set the count back to zero
budget-reset-warning = This does not take anything back. Whoever has the earlier results keeps them, and what they and new results reveal together can go beyond your limit without this page noticing. It is right only if the earlier results were never passed on and are deleted. The history keeps all earlier entries, and this one.
budget-reset-reason = Your reason
budget-reset-help = Kept in the history.
budget-reset-consent = I have read this and want to count from zero.
budget-reset-button = Set back to zero
budget-reset-noReason = Give a reason, in a few words.
budget-reset-done = “{ $name }” counts from zero again. The history keeps this.
budget-damaged-title = Start anew
budget-damaged-warning = What has been spent can no longer be known. A new count begins at zero: set its limit so low that it and what you remember having spent stay within what you allow.
budget-damaged-consent = I have read this and want a new count.
budget-damaged-button = Delete the damaged history and start anew
budget-damagedReason = The history before this entry was damaged and has been deleted.
budget-startedAnew = A new count has begun at zero. Its history says why.
budget-changedElsewhere = Another tab has changed the history meanwhile; nothing was deleted.

## What a link asks for. The vault says the first three again where the request goes on.
invitation-heading-by = { $asker } asks: { $title }
invitation-heading-named = You are asked: { $title }
invitation-heading-bare = What you are asked for
invitation-heading-result = a result
invitation-unchecked = The sender is not verified.
invitation-stays = They get { $what }. Your file stays here.
invitation-leaves-model = one model file
invitation-leaves-weights = weights of the public rows
invitation-leaves-moments = a noisy table of averages and products
invitation-leaves-report = a report on a model
invitation-leaves-estimate = an estimate of the average
invitation-intro = The link that brought you here says the following. Whoever made it wrote it; nobody has checked it, and nothing has been loaded yet.
invitation-asker = Asked by
invitation-nobody = not stated
invitation-terms-source = Public sample
invitation-terms-label = Label, to be predicted
invitation-terms-sha256 = SHA-256
invitation-noHash = not stated, so another file could be put in its place
invitation-terms-epsilon = Privacy (ε)
invitation-range-suggested = { $value } suggested
invitation-range-min = at least { $value }
invitation-range-max = at most { $value }
invitation-free = left to you
invitation-epsilonHelp = you decide; your own limit holds as well
invitation-terms-release = What is asked for
invitation-terms-baseFile = Model's file
invitation-kinds-model = a model
invitation-kinds-weights = weights
invitation-kinds-moments = moments
invitation-kinds-report = a report: how good a fixed model is on your rows
invitation-kinds-estimate = an estimate: what the label is on average in your rows
invitation-terms-model = Model it is about
invitation-publicModel = the one that is chosen and fitted on the public sample alone
invitation-publicModelHelp = the vault fits it
invitation-neededLabels = are needed, in the column “{ $label }”
invitation-measured = the model is compared with them; what leaves is noisy counts of its errors, and nothing is fitted to your data
invitation-estimated = of your rows counts only what it predicts of them; what leaves is noisy counts of that, and nothing is fitted to your data
invitation-terms-groupBy = Also for each value of
invitation-terms-ignore = Columns of the sample that are left out
invitation-terms-dateOrder = Order of dates
invitation-terms-unit = Who is protected: the people named in
invitation-terms-rowsMin = Rows of your file
invitation-unitHelp = a column of your file; all rows of a person count as one
invitation-anyKind = a result of your choice
invitation-terms-labels = Labels in your file
# What the link asks of the labels, by the kind of result; with any the owner chooses it.
invitation-labelsAsked-wish-any = may correct a model or enter the moments
invitation-labelsAsked-wish-model = may correct the model
invitation-labelsAsked-wish-estimate = may correct the average
invitation-labelsAsked-required-any = must correct a model or enter the moments; no other result is accepted
invitation-labelsAsked-required-model = must correct the model; no other result is accepted
invitation-labelsAsked-required-estimate = must correct the average; no other result is accepted
invitation-labelsAsked-required-moments = must enter the moments, compared with a public model{ $base }; no other result is accepted
invitation-labelsHelp = you decide; they are used only if you choose so
invitation-reply = Result may go to
invitation-noReply = nowhere by itself; you can download it
invitation-replyHelp = { $host }, after you have confirmed it
invitation-asks-plain = This page also asks { $host } whether it still accepts a result.
invitation-asks-code = This page also asks { $host } whether it still accepts a result, with the one-time code from the link.
invitation-most = The request is for an ε of at most { $epsilon }.
invitation-loads = Loads a public sample from { $host }.
invitation-details = Details
invitation-load = Open
invitation-broken = This link is not a valid invitation
invitation-brokenIntro = Nothing of it is used:
invitation-brokenHelp = Ask whoever sent it for a new link, or enter the address of the sample yourself.

## What the receiver answers before anything is spent.
receiver-open-always = { $host } says that the invitation is open.
receiver-open-until = { $host } says that the invitation is open until { $time }.
receiver-silent = { $host } cannot be asked in advance whether it accepts the result.
receiver-refused = { $host } does not accept a result for this invitation. It says: “{ $reason }”. Nothing was loaded and nothing was spent. Ask whoever invited you for a new link.

## The help.
help-glossary = Words used on this page
help-troubles = If something goes wrong

## Each term with one sentence.
glossary-publicSample-term = Public sample
glossary-publicSample-text = A table that anybody may see, with the answers (labels) filled in, on which a model can be trained.
glossary-label-term = Label
glossary-label-text = The column that a model is to predict; of the private file only a report needs it.
glossary-vault-term = Vault
glossary-vault-text = A sealed frame in this page that reads your file; the rules of the browser forbid it every connection.
glossary-differentialPrivacy-term = Differential privacy
glossary-differentialPrivacy-text = A promise that a result would look nearly the same if one row of your file were another, or all rows of one person where people are protected, so that nobody can tell from it what they say.
glossary-epsilon-term = Epsilon (ε)
glossary-epsilon-text = How much a result may reveal about any one row, or person: the smaller, the safer and the noisier.
glossary-delta-term = Delta (δ)
glossary-delta-text = The very small probability that this guarantee does not hold.
glossary-privacyBudget-term = Privacy budget
glossary-privacyBudget-text = What all results together may reveal; your browser keeps count of it and refuses more.
glossary-noise-term = Noise
glossary-noise-text = Random numbers that are added on purpose, so that no single row, or person, can be made out.
glossary-mechanism-term = Mechanism
glossary-mechanism-text = The place where the noise enters: once into a table of averages, or into every round of the search for weights.
glossary-secondMoment-term = Second moment
glossary-secondMoment-text = The table of the averages of all products of two columns; the only thing the default mechanism takes from your rows.
glossary-calibration-term = Calibration
glossary-calibration-text = Whether the noise is as small as the promise allows (tight) or as large as in the published paper.
glossary-rounds-term = Rounds (K)
glossary-rounds-text = How often the weights are improved; where noise enters each round, more rounds mean more noise in each.
glossary-rowRadius-term = Row radius (r)
glossary-rowRadius-text = How far a row may lie from the sample’s average before it is shortened, which bounds what one row, or person, can do.
glossary-weights-term = Weights
glossary-weights-text = One number for each public row: how much it counts, so that the weighted sample resembles your file.
glossary-effectiveSampleSize-term = Effective sample size
glossary-effectiveSampleSize-text = How many rows, all counting alike, would be worth as much as the weighted ones.
glossary-distance-term = Distance (discrepancy)
glossary-distance-text = How far apart two tables are in averages and products of the columns; 0 means alike.
glossary-standardDeviation-term = Standard deviation
glossary-standardDeviation-text = The usual distance of a value from its column’s average.
glossary-forecast-term = Forecast
glossary-forecast-text = What the noise will allow, computed before your file is opened from public numbers and the number of rows or people you state.
glossary-linearModel-term = Linear model
glossary-linearModel-text = A rule that predicts by a weighted sum of the columns and nothing else.
glossary-typicalError-term = Typical error
glossary-typicalError-text = About how far predictions are off, in the unit of the label: the root of the mean squared error.
glossary-coefficient-term = Coefficient
glossary-coefficient-text = The number by which a linear model multiplies a column.
glossary-intercept-term = Intercept
glossary-intercept-text = What a linear model predicts where all columns are 0.
glossary-moments-term = Moments
glossary-moments-text = A noisy table of averages and products of your columns, from which weights and models can be computed.
glossary-reportOnAModel-term = Report on a model
glossary-reportOnAModel-text = Noisy counts that say how good a fixed model is where private labels are known, from which figures with intervals are computed.
glossary-estimate-term = Estimate of the average
glossary-estimate-text = Noisy counts of what a public model predicts of your rows, from which follows what the label is there on average, also without labels.
glossary-release-term = Release
glossary-release-text = The one result that leaves the vault, with its certificate.
glossary-certificate-term = Certificate
glossary-certificate-text = All public numbers from which anybody can compute again how much privacy a result has cost.
glossary-sha256-term = SHA-256
glossary-sha256-text = A fingerprint of a file: the same fingerprint means the same file, to the last character.
glossary-cors-term = CORS
glossary-cors-text = The permission that a server gives to other sites’ pages to read its files or to send it something.

## Each trouble with what to do.
troubles-sampleUnread-term = The sample cannot be read.
troubles-sampleUnread-text = Open its address in another tab. If it downloads there, its server does not allow other sites to read it (CORS): ask whoever publishes it to allow that. If it does not, the address or the connection is wrong.
troubles-sampleUnusable-term = The vault says that the sample cannot be used.
troubles-sampleUnusable-text = The message names line and column. The sample is not yours to mend: send the message to whoever publishes it, or check the name of the label column.
troubles-fileUnread-term = The vault says that my file cannot be read.
troubles-fileUnread-text = Save it as CSV in UTF-8, with the column names in the first line. Then compare the names with those in the request. Nothing has left the vault.
troubles-repaired-term = Many cells were repaired, or all rows were shortened.
troubles-repaired-text = Your columns probably hold other units or another way of writing numbers than the sample. Stop, bring the file into the same units, and choose it again. Stopping costs nothing.
troubles-tooNoisy-term = The forecast says that the noise is too large.
troubles-tooNoisy-text = More rows, fewer columns in the sample or a larger ε would help. Without them the result would come from the public sample alone, so there is little reason to run.
troubles-noBudget-term = The run was refused because of the privacy budget.
troubles-noBudget-text = Choose a smaller ε, or work with the results you have. The section “Privacy budget” shows what was spent on what.
troubles-slow-term = A run takes too long, or nothing moves.
troubles-slow-text = Press Cancel; the form is ready again at once, and the run stays counted. If it is not, load the sample anew: that opens a fresh vault.
troubles-broken-term = The frame is empty or says that something went wrong inside.
troubles-broken-text = Reload this page in an up-to-date Chrome, Firefox, Edge or Safari, without extensions that change pages, and load the sample again.
troubles-notSent-term = The result could not be sent.
troubles-notSent-text = Download it and hand it to the analyst by mail or in any other way. It is the same file.
troubles-closed-term = I have closed the page before I saved the result.
troubles-closed-text = This browser keeps the result until you save it or drop it: open the page again, and it offers the result.

## The kinds of results.
kinds-model = A model
kinds-weights = Weights for the public rows
kinds-moments = Moments of the private columns
kinds-report = A report on a model
kinds-estimate = What it is like here on average

## Where the noise was added, by mechanism.
mechanisms-moment = The noise was added once, to a table of averages of the private columns. Everything after that is computed from the noisy table.
mechanisms-selection = The noise was added in every round of the search for weights.
mechanisms-gradient = The noise was added to every step of the search for weights.
mechanisms-tally = The noise was added to counts of the private data, once. All figures and intervals are computed from the noisy counts.

## The result.
result-guarantee =
    Whatever somebody believes about one { $unit ->
        [person] person in
       *[row] row of
    } the private file, this result changes the odds by a factor of at most { $factor }, except in about one in { $odds } cases (ε = { $epsilon }, δ = { $delta }).
result-rows-about = About { $rows } { $who } took part; how many exactly stays private.
result-rows-exact = { $rows } { $who } took part. Their number is public.
result-mechanism = The mechanism was “{ $mechanism }”.
result-late = The settings were changed after a report on the private file had been seen. That choice is not covered by the guarantee.
result-verified = Privacy confirmed: ε = { $epsilon }.
result-unverified = The certificate was not confirmed. Do not rely on it.
result-unreadable = The vault handed out something that is not a release of this program. It is not shown.
result-inWords = What it means, in words
result-numbers = More plots, and the released numbers
result-each-person = { $rows } people, each with all their rows.
result-each-row = { $rows } rows, each by itself.
result-whoever = whoever asked you
result-saveAndSend = Save and see how to send it
result-saved = Saved as { $file }. Send this file to { $asker }, for example by mail; they open it under “Open a result”. Nothing else leaves this computer.
result-analyst = Details
result-print = Print

## The record of a result.
record-heading = The record for your data protection officer
record-asker = Asked by
record-title = For what
record-time = Made
record-file = File
record-data = Data
record-left = What leaves
record-leaves = This one file (“{ $kind }”), and only if it is handed on. The private file, the check of it and the plots stay where they are.
record-stayed = What cannot be learnt from it
record-never = No row, name or cell of the private file is in it. Whether somebody is in the file, and what it says of them, cannot be told from it beyond what is promised here.
record-promise = Promise
record-how = How
record-checked = Checked
record-late = To be known
record-booked = Budget
record-id = Id of the result
record-sha256 = SHA-256 of the file
record-engine = SHA-256 of the program
record-json = Save as JSON

## The result, continued.
result-downloadRelease = Save the file
result-downloadWeights = Download the weights (CSV)
result-codebook = Codebook
result-downloadCodebook = Save as a table (CSV)

## A result that is paid for and not yet saved.
kept-waits = A result is kept here until you save it: { $name }.
kept-show = Show it
kept-drop = Drop it …
kept-sure = Yes, drop the result “{ $name }”

## What the numbers mean.
words-verdict-same = This is the public model: no difference beyond the noise was found. Its predictions are the same from run to run.
words-verdict-kept = This is the public model: adapting it to your data gave no measurable improvement. Its predictions are the same from run to run.
words-verdict-mostly = { $share } of it is the public model.
words-verdict-differ = Your data differ, and the result follows. Without labels that rarely helps much; only they can tell.
words-verdict-maybe = Your data may differ, and the result follows what stands out of the noise. Without labels that rarely helps much; only they can tell.
words-verdict-blind = Your labels were not used, and this mechanism measures no difference, so nobody can say yet how good it is.
words-verdict-doubtful = There are too few labels to stand out of the noise, so nobody can say whether they corrected the model. Use the public model, or give more labels.
words-verdict-labels = Your labels corrected the model. Details say how far off it is.
words-verdict-moments = Averages and products of your columns, with noise. A model can be made from them.
words-answer-better-value = About { $value } smaller error
words-answer-better-range = At least { $low } smaller error
words-answer-probably_better-value = Probably about { $value } smaller error
words-answer-probably_better-range = Probably a smaller error
words-answer-no_difference = No gain that the noise would show
words-answer-worse = A larger error: do not use it
words-differs = What differs: { $list }
words-average = { $name } { $there } instead of { $here }
words-apart = The private data differ from the public sample: the distance between them is estimated at { $uniform }, which is { $share } of the largest possible and { $times } times what the noise alone could explain.
words-close = The distance between the private data and the public sample is estimated at { $uniform }. The noise alone can reach { $noise }, so they may be alike.
words-aside = At this ε and this size of the private data the noise alone would explain the distance that is left: there is no evidence that the private data differ from the public sample. So all public rows count alike, and the result comes from the public sample alone. A larger ε or more private data would tell more.
words-asideLabels = At this ε and this size of the private data the noise alone would explain the distance that is left: there is no evidence that the columns of the private data differ from the public sample’s. So all public rows count alike, and only the labels changed anything.
words-unmeasured = This mechanism does not measure how different the private data are, so nothing can be said about how much the weights helped.
words-helped-whole = The weights reduce the distance to { $weighted }, by { $share }.
words-helped-part = A part of the difference stands out of the noise, and the weights follow that part. The distance as a whole is too noisy to show it.
words-sure =
    How sure is that? With a probability of { $confidence } the noise moves each of the two distances by at most { $noise }. So the true distance was between { $low } and { $high }, and with the weights it is at most { $most }{ $helps ->
        [yes] , so they do help the match.
       *[perhaps] . That they help the match is likely and not certain.
    }
words-effective = The result draws on the equivalent of { $size } of the { $all } public rows (effective sample size).
words-caution = When not to use it
words-clipped = The errors are estimated on rows that were shortened where they are far from the public sample. If your rows are quite unlike the sample, the true errors can be larger, and the difference another.
words-fewRows = It rests on the equivalent of only { $size } rows for { $columns } coefficients: chance may have shaped it. Treat single predictions with care.
words-fewRowsNonlinear = It rests on the equivalent of only { $size } rows, and a nonlinear model needs many: chance may have shaped it. Treat single predictions with care.
words-remains = A distance of at least { $distance } remains: the public sample has too few rows like the private ones. Where it has none, the result is a guess.
words-report = The intervals hold one at a time: of twenty figures one may lie outside its own. They say how good the model is on rows like those in the file; for other rows, or later ones, it may be better or worse.
words-estimate = The interval is right if it is by chance which rows have a label. If those with a label are unlike the others in what the model misses, it is not.
words-labels = Weights correct for differences in the columns, and not for differences in the labels. If similar rows have other labels in the private data (prices that rose since, another way of measuring), no method without labels can notice. Before anybody relies on the result, compare it with a few labels that are known.

## How a result is sent.
send-title = Send it to { $host }
send-start = Send it to { $host } …
send-what = This sends the release, exactly the text shown ({ $bytes }), to { $address }.
send-token = The one-time code from the link goes with it, so that the receiver knows which invitation it answers.
send-who = Whoever runs { $host } can keep it for good and learns your network address. Nobody has checked who that is: go on only if you know this address. Nothing else is sent.
send-confirm = Yes, send it to { $host }
send-cancel = Do not send
send-sending = Sending …
send-sent = Sent. { $host } has accepted it.
send-problems-offline = You are offline, so nothing was sent. Connect and try again, or hand on the file of the release yourself.
send-problems-unreachable = Nothing arrived at { $host }, as far as this page can tell: there is no connection to it, it forwards to another address, or it does not accept results from web pages (CORS). Hand on the file of the release yourself.
send-problems-timeout = { $host } did not answer within 30 seconds. It may have received the release or not. Ask before you send it again.
send-problems-refused = { $host } did not accept the release. It says: “{ $reason }”. You can send it again without another run; if that does not help, ask whoever invited you.

## What is loaded.
loading-sample = Loading the sample: { $done }
loading-part = { $done } of { $total }
loading-engine = Loading the program
loading-opening = Opening the vault…
loading-dropped = Nothing was read. Drop a file inside the frame of the vault, on the first screen; this page itself must not get it.
loading-ready = The sample is loaded. Everything needed is here now: you can disconnect from the network before you go on.

## The form for one's own data.
ownData-noInvitation = This is not an invitation: a link that asks for something contains a #, followed by what is asked for.

## Why a run was not recorded is said by the vault alone.
runProblems-cancelled = The run was cancelled. Nothing was released.
runProblems-crashed = The run stopped unexpectedly. Nothing was released. Follow the message in the vault, or load the sample again.
runProblems-wrong_engine = The vault refused the program it was given, because its SHA-256 is not the expected one. Reload the page.
runProblems-run_failed = The run failed. Nothing was released. The vault says why.
runProblems-no_vault = The vault does not start. Perhaps this browser is too old for it, or an extension keeps it from running. Nothing was read. Reload the page, or use an up-to-date Chrome, Firefox, Edge or Safari.
runProblems-broken_rules = The vault sent a message that is not allowed, so it was closed and the message was not used. Nothing was released. Reload the page; if that happens again, do not use this site, and tell whoever runs it.

## For a page that somebody has put into a frame.
framed-why = Another page shows this one inside itself and could lead your clicks in it, so it does nothing here.
framed-open = Open it in a window of its own

## What is drawn of a result.

## What the private side of a release counts: people, where it protects people.
who-person = people
who-row = private rows

## What a nonlinear model was chosen from.
chosen-underWeights = the model fitted under the weights
chosen-mixed = { $share } { $own } and { $rest } the model fitted under the weights
chosen-corrected = The model: { $from }, corrected by private labels.
chosen-blend-free = The model is a blend: { $parts }. The public choice is { $choice }.
chosen-blend-kept = The model is a blend of public fits alone, because the weights gain nothing: { $parts }. The public choice is { $choice }.

## What a release that private labels corrected says of errors.
labelErrors-rows = About { $rows } { $who } have a label that could be used (the noise in this number: ± { $noise }).
labelErrors-said-number = There the predicted { $label } of the public model is typically off by { $value } (19 times in 20 between { $low } and { $high }).
labelErrors-said-class = There the mean squared error of the probability of “{ $of }” is { $value } for the public model (19 times in 20 between { $low } and { $high }); 0 is perfect, and 0.25 is what always saying 50% has.
labelErrors-of = “{ $of }”:{ " " }
labelErrors-predicted = the predicted { $label }
labelErrors-probability = the probability of “{ $of }”
labelErrors-ownPrediction = the public model’s own prediction
labelErrors-ownProbability = the public model’s own probability of “{ $of }”
labelErrors-slope = { $change } for { $name }
labelErrors-change-alone = The labels change { $what } of an average row by { $change }.
labelErrors-change-slopes = The labels change { $what } of an average row by { $change }, and by this much more for each standard deviation above the average: { $slopes }.

## A report on a model.
report-about-public = The model is the one that is chosen and fitted on the public sample alone ({ $base }). Its SHA-256 is { $modelSHA256 }.
report-about-given = The model was given: the release with the SHA-256 { $modelSHA256 }.
report-rows-range = About { $labelled } { $who } have a label that could be used ({ $between }, for the noise alone), and about { $unlabelled } have none.
report-rows-about = About { $labelled } { $who } have a label that could be used, and about { $unlabelled } have none.
report-between = 19 times in 20 between { $low } and { $high }
# How often something is so; where the noise hides the estimate, the interval alone.
report-often-value = { $value } of the time ({ $note }{ $between })
report-often-range = { $low } to { $high } of the time ({ $note }19 times in 20)
report-tooNoisy = The noise is too large to say how good the model is: its error has no interval. More data or a larger ε would help.
report-main-rmse-least = Where the label is known, the predicted { $label } is typically off by at least { $low } (19 times in 20).
report-main-rmse-most = Where the label is known, the predicted { $label } is typically off by at most { $high } (19 times in 20). The noise is too large to say how much less it is.
report-main-rmse-value = Where the label is known, the predicted { $label } is typically off by { $value } ({ $between }).
report-main-rmse-range = Where the label is known, the predicted { $label } is typically off by { $low } to { $high } (19 times in 20).
report-main-auc = Given one case of the class “{ $second }” and one of the class “{ $first }”, the model picks the right one { $often }. Chance alone gives 50%.
report-main-accuracy = Where the label is known, the model predicts the right { $label } { $often }.
report-answer-rmse = Off by about { $value } (public sample: { $public })
report-answer-auc = AUC { $value }
report-answer-accuracy = { $value } right
report-explained-worse = The model is worse than always predicting the average: do not use it here.
report-explained-nothing = The model may be no better than always predicting the average.
report-explained-least = The model explains at least { $low } of the variance (19 times in 20).
report-explained-value = The model explains { $value } of the variance ({ $between }).
report-bias-high = The predictions are too high on average, by { $value } ({ $between }).
report-bias-low = The predictions are too low on average, by { $value } ({ $between }).
report-bias-unknown = The noise is too large to say whether the model predicts the { $label } too high or too low on average.
# What follows for the use of the model: above, below or about what it does on the public sample, or what chance does.
report-worth-rmse-above = That is more than on the public sample: correct the model with labels before anybody relies on it here.
report-worth-rmse-below = That is less than on the public sample: the model can be used here.
report-worth-rmse-within = No difference from the public sample stands out of the noise: nothing speaks against using the model here.
report-worth-auc-above = So it is better than chance here.
report-worth-auc-below = So it is worse than chance: do not use it here.
report-worth-auc-within = So it may be no better than chance: do not rely on it here.
report-beyond = { $share } are off by more than the counts can show, so the true errors are larger than any figure here.
report-accuracy = The model predicts the right class { $value } of the time ({ $between }).
report-confusion-title = Which classes are mistaken for which
report-confusion-help = Shares of all whose label is known, estimated with noise: a share near 0 may be 0.
report-confusion-head = Predicted
report-confusion-predicted = predicted { $name }
report-confusion-atMost = at most { $share }
report-owners-title = Several owners: the { $measure } of one model
report-owners-help = The open results about the model with the SHA-256 { $digest }.
report-owners-head = Report

## An estimate of the average label.
estimate-answer = About { $value } (public sample: { $public })
estimate-shares = About { $list }
estimate-share = { $value } “{ $name }” (public sample: { $public })
estimate-nothing = The noise is too large to say what it is like here on average. More data or a larger ε would help.
estimate-noise-number = This is the average { $label } in the private data, ± { $noise } for the noise.
estimate-noise-class = This is the share of “{ $second }” in the private data, ± { $noise } for the noise.
estimate-interval-number = This is the average { $label } in the private data, { $between }.
estimate-interval-class = This is the share of “{ $second }” in the private data, { $between }.
estimate-open-most = This is the average { $label } in the private data, 19 times in 20 at most { $end }. Labels lie beyond what the public ones explain, so how much less it is cannot be said.
estimate-open-least = This is the average { $label } in the private data, 19 times in 20 at least { $end }. Labels lie beyond what the public ones explain, so how much more it is cannot be said.
estimate-open-both = Labels lie beyond what the public ones explain, so how far off it is cannot be said.
estimate-unseen = What the model gets wrong about these data comes on top, and nobody can see that without labels.
estimate-yardstick = Between parts of the public sample such estimates were off by { $off }; where labels mean something else, it is more.
# Whether the estimate is worth taking instead of the public average.
estimate-worth-outside = The public average lies outside the interval: take the estimate instead.
estimate-worth-inside = The public average lies within the interval, so it may do as well.
estimate-worth-far = The public average is farther away than such estimates are usually off: take the estimate instead.
estimate-worth-near = The public average is nearer than such estimates are usually off, so it may do as well.
estimate-labelled = About { $labelled } { $who } have a label that could be used.

## A sentence for each problem with the public sample, by code.
sampleProblems-not_a_url = This is not a web address. It should start with https:// and point to the file itself.
sampleProblems-no_label = Give the name of the label column, as it is in the header of the file.
sampleProblems-bad_integrity = The SHA-256 must be sha256- followed by 44 base64 characters, or 64 hexadecimal digits.
sampleProblems-unreachable = The address could not be read. Either there is no connection to it, or its server does not allow other sites to read it (the CORS header Access-Control-Allow-Origin is missing). Ask whoever publishes the sample, or try another address.
sampleProblems-http_status =
    The server answered { $status } instead of the file. { $status ->
        [404] Check the address for a misspelling.
       *[other] Try again later, or ask whoever publishes the sample.
    }
sampleProblems-redirected = The address leads on to another one, which was not opened: a link has to name the address of the file itself.
sampleProblems-html = The address leads to a web page and not to a CSV or TSV file. Look for the address of the file itself, often called “raw” or “download”.
sampleProblems-too_large = The file has more than 2 GB, which no browser holds. Ask whoever publishes the sample for a part of it.
sampleProblems-interrupted = The transfer stopped before the file was complete. Nothing of it was used. Try again.
sampleProblems-integrity = The file is not the one with this SHA-256: it was changed, or the value was copied wrongly. It was not used.
sampleProblems-base_file = The requested model's file cannot be used. { $sentence }
sampleProblems-model = The model to be judged cannot be used. { $sentence }
sampleProblems-empty_file = The file at this address is empty.
sampleProblems-insecure = Browsers offer the functions this page needs only over https:// or on localhost. Open the page there.
sampleProblems-engine = The program could not be loaded from this site. Check the connection and try again.
sampleProblems-outdated = This page and the program have different versions, as can happen shortly after an update of this site. Nothing was started. Reload the page.
sampleProblems-no_wasm = This browser does not run WebAssembly, which the program needs: it is too old, or WebAssembly is switched off in it, as some security modes do. Allow it for this site, or use an up-to-date Chrome, Firefox, Edge or Safari.
sampleProblems-damaged_kit = { $name } in this file is not what its list of contents says: the file was changed on its way. Nothing was started. Ask for it again.
sampleProblems-stopped = Stopped.
# Of the receiver of an invitation: a sentence of ours, with the receiver's own in quotes.
sampleProblems-receiver = { $sentence }
sampleProblems-source = The sample was loaded and cannot be used: { $sentence }
sampleProblems-label = The sample was loaded, but its label cannot be used: { $sentence }

## With a network and without; see offline.js.
network-kept = This site is kept in your browser and works without a network.
network-offline = You are offline. Nothing can leave this device until you connect again.
network-newer = A newer version of this site is ready. It takes over when you have closed all its pages.

## The frame in which a private file is read.
vault-title = The vault

## What a kit alone says.
kit-alone = This one file holds everything and asks nothing of any network. Save the result, and send it to whoever gave you this file.
kit-notAsked = The result is for { $host }. Nothing is asked of it now.
kit-later = On a machine with a network, the page deliver.html of any privadapt site or “privadapt submit THIS-FILE --release RELEASE” delivers the result to { $address }.
kit-damaged = This file is damaged: its terms or its list of contents were changed. Nothing was started. Ask for it again.

## The page for frames of other sites; what begins with page stands in its markup (embed.html), by the keys there.
embed-alone = This page is made to be shown inside another one. There is nothing to do on it alone.
embed-waiting = Waiting for the page around this frame.
embed-askedBy = { $origin } asks for a differentially private result. It gets nothing else.
embed-noStorage = This browser lets a page inside another one store nothing, so no run could be counted on your privacy budget. Nothing was loaded. Make the result in a window of its own, save it there, and bring its file back here.
embed-ownWindow = Go on in a window of its own
embed-tooLarge = It is too large for a release.
embed-notBrought = This file is not handed over.
embed-again = Load the sample again
embed-handOver = { $origin } gets the result below and nothing else. Handing it over cannot be undone.
embed-handed = Handed over to { $origin }.
embed-kept = Kept. The page around learns only that it gets nothing.
embed-unseen = The button waits until the browser sees it uncovered and in full for a moment.
embed-refusals-embedder = The page around this frame has no address that could be shown, or it belongs to this service itself. Open this page by its own address.
embed-refusals-sandboxed = The page around this frame has switched off the protection of your file. This page does not work inside it.
embed-refusals-insecure = Browsers offer the functions this page needs only if the page around is loaded by https:// as well, or from localhost.
embed-refusals-bad_request = The request of the page around is not valid:
embed-page-heading = A result from your private data
embed-page-sealed = Your file is read inside a sealed frame in this page, and neither this page nor the one around it can read it. At the end you see the result and decide whether to hand it over.
embed-page-picture = A page can show a picture of anything, even of this frame. If you do not trust the page around it,
embed-page-ownWindow = open this in a window of its own
embed-page-send = , look at the address there, and send the result yourself.
embed-page-made = The file with the result that you made in that window
embed-page-madeHelp = Save the result there and choose its file here. This page checks that it is what was asked for and shows it. Then you decide whether to hand it over.
embed-page-start = Load the sample and open the vault
embed-page-question = Hand the result over?
embed-page-handOver = Hand it over
embed-page-keep = Keep it
embed-page-fold = Privacy budget, and what this page cannot prevent
embed-page-budget = Privacy budget
embed-page-adds = Every result gives away a little about the people in your data, and several add up.
embed-page-apart = Browsers keep the storage of embedded pages separate for each site around them. So the count below, and its limit, hold only for runs inside
embed-page-elsewhere = . Runs on the same people elsewhere, even at this service’s own address, are not in it, and you have to add them yourself.
embed-page-limits = What this page cannot prevent
embed-page-picker = The page around this frame can put a false picker in its place, or over it. That page gets any file that you choose there or drop beside this frame. The address bar shows the address of that page, not of this frame.
embed-page-cover = It can lay something over this frame to lead your clicks. The button that hands the result over works only while the browser reports that it is fully visible; only browsers of the Chromium family can report that.
embed-page-time = It can measure how long a run takes, and it can remove this frame at any time. The budget of the run is then spent.
embed-page-others = Browser extensions, other programs on your machine, and a host that serves altered code are not stopped by the frame.

## The tour: three runs on the sample data, and what leaves. Each note stands above the vault and the result.
tour-of = Tour, { $n } of 4: { $name }
tour-names-0 = Check
tour-names-1 = Estimate
tour-names-2 = Improve
tour-names-3 = What leaves
tour-titles-0 = How good is the model on the council’s houses?
tour-titles-1 = What do the council’s houses cost on average?
tour-titles-2 = A model that fits the council’s houses
tour-notes-0 = The institute’s model was made from houses in a city. The council has houses in the country, and prices of those that were sold.
tour-notes-1 = The same houses, and no price of them is used. The public average is that of a city.
tour-notes-2 = The known prices correct the model, and the result says by how much, at no further cost.
tour-notes-3 = This one text leaves, and nothing else. Whatever somebody believes about one house in the list, the text changes the odds by a factor of at most 2.7. The record says so to your data protection officer; the frame below shows the text, to the last character.
tour-next = Next: { $name }
tour-own = With my own data
