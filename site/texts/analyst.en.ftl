# All English sentences of the pages for analysts, as in en.ftl: what begins with page stands in their markup, by the keys
# there, and the build puts it in; the others are in analyst/texts.js. Names that one language has alone, analyst-package-…,
# are of what the npm package says in English.

## What the program says: other languages say that it is English.
analyst-problem = { $message }

## Making an invitation.
analyst-invite-loading = Loading the sample
analyst-invite-loaded = { $rows } rows, { $size }. The sample can be used.
analyst-invite-columns = Columns of the sample
analyst-invite-columnsHead-0 = Column
analyst-invite-columnsHead-1 = Used as
analyst-invite-columnsHead-2 = Values
analyst-invite-kinds-numeric = number
analyst-invite-kinds-dates = date
analyst-invite-kinds-categorical = category
analyst-invite-kinds-ignored = left out
analyst-invite-kinds-label = label
analyst-invite-range = { $min } to { $max }
analyst-invite-levels = { $names } and { $more } more
analyst-invite-empty = (empty)
analyst-invite-digest = SHA-256 { $hex }
analyst-invite-template = Template of the owner’s table (CSV)
analyst-invite-noAddress = A link names the address of the sample. Save the request as one file, or give an address above.
analyst-invite-packing = Packing the file
analyst-invite-kit = The file is saved ({ $size }). Send it to the owner, who opens it by a double click, and send its SHA-256 by another way:
analyst-invite-saveAgain = Save it again
analyst-invite-loadFirst = Load the sample first, so that the link is to one that works.
analyst-invite-copied = Copied.
analyst-invite-notCopied = The browser did not allow copying. The link is selected: copy it with Ctrl-C or the menu.
analyst-invite-made = The link is made ({ $length } characters). Everything in it is after the # sign, which browsers do not send to a server.
analyst-invite-who-we = We would like
analyst-invite-who-named = { $asker } would like
analyst-invite-wish-report = how good a model is on your data
analyst-invite-wish-estimate = what the outcome is on average in your data
analyst-invite-wish-other = whether a model can be made to fit your data
analyst-invite-letter =
    Dear colleague,

    { $who } to find out { $what }{ $about }.

    Your data need not leave your computer. Open the link below, choose your file, and look at what would leave before you decide. It is one small file with noise in it, from which next to nothing can be learnt about any one person. The page makes a record for your data protection officer.

    { $link }

## Releases: a file each.
analyst-releases-opened =
    { $n ->
        [one] 1 release is open.
       *[other] { $n } releases are open.
    }
analyst-releases-closed = All releases are closed.
analyst-releases-reading = Checking { $name }
analyst-releases-holds = The certificate holds: ε = { $epsilon } at δ = { $delta }.
analyst-releases-fails = The certificate does not hold. Do not rely on this file.
analyst-releases-late = Settings were changed after the owner had seen a report on the private file. The guarantee does not cover that choice.
analyst-releases-otherEngine = It was made by another build of the engine than the one on this site.
analyst-releases-noEngine = It does not say which build of the engine made it.
analyst-releases-aside = Noise alone could explain the distance, so the weights are uniform and the result comes from the public sample alone.
analyst-releases-asideLabels = Noise alone could explain the distance of the columns, so the weights are uniform, and what the labels changed is all that was changed.
analyst-releases-brokenReport = Its certificate does not hold, so its figures are not shown.
analyst-releases-samples = These releases were made with different public samples. Their distances and bounds cannot be compared.
analyst-releases-fact-kind = Result
analyst-releases-fact-rows = Protects each of
analyst-releases-fact-mechanism = Mechanism
analyst-releases-fact-distance = Distance, before → after
analyst-releases-fact-effective = Effective rows
# Who is protected; a person with all of their rows.
analyst-releases-rows-exact =
    { $rows } { $unit ->
        [person] people
       *[row] rows
    }
analyst-releases-rows-about =
    about { $rows } { $unit ->
        [person] people
       *[row] rows
    }
analyst-releases-effective = { $size } of { $all }
analyst-releases-mechanisms-moment = moment
analyst-releases-mechanisms-selection = selection
analyst-releases-mechanisms-gradient = gradient
analyst-releases-mechanisms-tally = tally
analyst-releases-kinds-model = model
analyst-releases-kinds-weights = weights
analyst-releases-kinds-moments = moments
analyst-releases-kinds-report = report
analyst-releases-kinds-estimate = estimate
analyst-releases-counted-report = It says how good a fixed model is on the owner’s rows; the figures are below, under “Reports and estimates”.
analyst-releases-counted-estimate = It says what the label is on average in the owner’s rows; the figures are below, under “Reports and estimates”.
analyst-releases-twice = The same release as { $first }.
analyst-releases-problems-too_large = This file is too large for a release (the limit is 32 MB), so it was not read.
analyst-releases-problems-too_many = This page opens at most 50 releases. To combine more, use privadapt combine.
analyst-releases-problems-unreadable = This file could not be read.
analyst-releases-problems-wrong_engine = This page and the program that checks releases have different versions, as can happen shortly after an update of this site. Reload the page.
analyst-releases-problems-engine = The program that checks releases could not be loaded from this site. Check the connection and try again.
analyst-releases-problems-crashed = The check stopped unexpectedly, perhaps because memory ran out. The file was not opened.

## Adding up what several owners released.
analyst-combination-none = Choose at least one release.
analyst-combination-noSample = Choose the public sample first: weights and models are computed for its rows.
analyst-combination-noAssumption = First confirm that the owners are disjoint: the stated ε depends on it.
analyst-combination-running = Combining
analyst-combination-done =
    { $n ->
        [one] 1 release is combined.
       *[other] { $n } releases are combined. The result has a card above.
    }
analyst-combination-assumption =
    { $n ->
        [one] 1 release
       *[other] { $n } releases
    } combined, assuming that no person’s rows are held by two of the owners. The certificate names this assumption: “disjoint-owners”.
analyst-combination-loss = ε = { $epsilon } at δ = { $delta }: the largest of the owners’ (parallel composition).
analyst-combination-noise = Standard deviation of the noise in an average: { $combined }; in the least noisy release alone { $least }.
analyst-combination-countNoise = Standard deviation of the noise in a count: { $combined } rows; in the least noisy release alone { $least }.
analyst-combination-distance = Distance between the private rows of all owners and the public sample: { $uniform } before, { $weighted } with the weights found, ± { $noise }.
analyst-combination-download = Download the combined release (JSON)
analyst-combination-downloadWeights = Download the weights (CSV)

## A model in a file that the release names and does not hold.
analyst-modelFile-published = The release names this file and does not hold it. It was published at{ " " }
analyst-modelFile-save = . Open that address, save the file and choose it here. Its server will see that you asked for it.
analyst-modelFile-unpublished = The release names this file and does not hold it. It gives no address: ask for the file where the release comes from.
analyst-modelFile-digest = Its SHA-256 must be{ " " }
analyst-modelFile-missing = Choose the model’s file first: the release does not hold it.
analyst-modelFile-compared = The owners compared their labels with the model in a file, or with one that was chosen from it and others.

## What is written of a release.
analyst-exported-formats-onnx = ONNX
analyst-exported-formats-duckdb = SQL for DuckDB
analyst-exported-formats-postgres = SQL for PostgreSQL
analyst-exported-onnx = Saved model.onnx. The model’s columns are its inputs.
analyst-exported-table = your_table
analyst-exported-sql = Saved model.sql. Put the name of your table in place of your_table.
analyst-exported-page = Save a page for the records
analyst-exported-pageOf = Save a page for the records of { $name }
analyst-exported-records = Saved { $name }. It prints on at most two sheets.

## Applying a model.
analyst-prediction-option = { $name } (predicts { $label })
analyst-prediction-running = Computing predictions
analyst-prediction-noFile = Choose a CSV or TSV file first.
analyst-prediction-count =
    { $n ->
        [one] 1 prediction.
       *[other] { $n } predictions.
    }
analyst-prediction-summary = Predicted { $label }: from { $least } to { $most }, median { $median }.
analyst-prediction-unlabelled = The file has no usable column “{ $label }”, so there is nothing to compare the predictions with.
analyst-prediction-truth =
    The file has the true { $label } for { $rows ->
        [one] 1 row
       *[other] { $rows } rows
    }.
analyst-prediction-explained = Typical error (root of the mean squared error): { $rmse }; { $share } of their variance is explained.
analyst-prediction-worse = Typical error (root of the mean squared error): { $rmse }; that is worse than their mean, at best.
analyst-prediction-right = { $share } of them are predicted right. { $scores }.
analyst-prediction-download = Download the predictions (CSV)

## Delivering what a kit released.
analyst-delivery-fact-title = Asked for
analyst-delivery-fact-asker = By, in their own words
analyst-delivery-fact-release = Result
analyst-delivery-fact-label = Label
analyst-delivery-fact-epsilon = At most ε
analyst-delivery-fact-campaign = Campaign
analyst-delivery-fact-address = Sent to
analyst-delivery-fact-token = One-time code
analyst-delivery-once = goes with it
analyst-delivery-noReply = It names no address for the release: send the file to whoever asked for it in your own way.
analyst-delivery-unreadable = The file cannot be read.
analyst-delivery-tooLarge = The file has more than { $size }.
analyst-delivery-another = Start again
analyst-delivery-checking = Checking the release
analyst-delivery-fits = It is what was asked for, and its certificate holds: { $kind }, ε = { $epsilon } at δ = { $delta }. Nothing is sent yet.
analyst-delivery-notSent = This file is not sent. { $why }
analyst-delivery-text = The text of the release
analyst-delivery-narrowed = From here on this page can connect to its own site and to { $host }, and to nothing else.

## The words in the markup of analyst.html, by the keys there.
analyst-page-inviteDescription = Make a link that asks the owner of private data for a differentially private result.
analyst-page-inviteTitle = For analysts: invitations
analyst-page-inviteSkip = Skip to the form
analyst-page-inviteHeading = Ask a data owner for a private result
analyst-page-inviteLead = You have a public table with known outcomes. An owner has data of the same kind that must not leave their device. Make a link here and send it to them. It opens the owner’s page with your sample and your wishes filled in. What comes back to you is one file, which you
analyst-page-inviteOpened = open on the page for releases
analyst-page-inviteSample = The public sample
analyst-page-inviteSampleHelp = A CSV or TSV file with a header, at an address that allows other sites to read it (CORS).
analyst-page-inviteSource = Address of the sample
analyst-page-inviteFile = Or your own file, for a request in one file
analyst-page-inviteLabelHelp = The column to predict.
analyst-page-inviteTask = The label is
analyst-page-inviteTaskAuto = What its values suggest
analyst-page-inviteTaskNumber = A number
analyst-page-inviteTaskClass = A class
analyst-page-inviteReading = How the columns are read (optional)
analyst-page-inviteIgnore = Columns to leave out
analyst-page-inviteIgnoreHelp = One on each line.
analyst-page-inviteDateOrder = Order of dates
analyst-page-inviteDateOrderHelp = On each line dmy, mdy or ymd, a colon and a column, such as dmy:born.
analyst-page-invitePin = Accept only this file: its SHA-256 goes into the link
analyst-page-inviteWishes = What you ask for
analyst-page-inviteWishesHelp = Everything here is a wish and may be left empty. The owner sees it and decides.
analyst-page-inviteRelease = What you want to receive
analyst-page-inviteReport = Check: how good a model is on their rows
analyst-page-inviteEstimate = Estimate: what the label is there on average
analyst-page-inviteModel = Improve: a model that fits their rows
analyst-page-inviteWeights = Weights for the public rows
analyst-page-inviteMoments = Moments of the private columns, also to pool several owners
analyst-page-inviteAny = Whatever the owner prefers
analyst-page-inviteAbout = What it is about
analyst-page-inviteAboutExample = Prices of homes, 2026
analyst-page-inviteAsker = Who asks
analyst-page-inviteAskerExample = Example University, department of statistics
analyst-page-inviteMore = More: strength, labels, people, models of your own, where the result goes
analyst-page-inviteHowPrivate = How private
analyst-page-inviteHowPrivateHelp = ε measures how much the result may reveal about one row: smaller is more private, and less accurate. 1 is usual. δ is computed from the number of the owner’s rows, so that it needs no number here.
analyst-page-inviteEpsilonMin = Smallest ε
analyst-page-inviteEpsilon = Suggested ε
analyst-page-inviteEpsilonMax = Largest ε
analyst-page-inviteDelta = Largest δ
analyst-page-inviteComputed = computed
analyst-page-inviteBase = Kind of model
analyst-page-inviteBaseHelp = The one that is released, that a check or an estimate is about, or that labels in moments are compared with.
analyst-page-inviteBaseAuto = The usual, by cross-validation
analyst-page-inviteBaseFile = My own, in a file
analyst-page-inviteLabels = Labels in the owner’s file
analyst-page-inviteLabelsHelp = Ask for them: on 17 real tasks rows without labels lowered the error of the best public model by 2%, rows with labels by 15%. They cost no further ε, and the result then states its error on the owner’s rows. An estimate needs none, and with some it has an interval. Moments with labels give such a model later. They cannot be added to moments without labels, so ask all owners for labels, or none.
analyst-page-inviteLabelsNone = Not asked for
analyst-page-inviteLabelsWish = Asked for
analyst-page-inviteLabelsRequired = Required: no result without them
analyst-page-inviteUnit = Column that names the person of a row
analyst-page-inviteUnitHelp = If one person can have several rows: each person is then protected, with all of their rows, at no more noise. Every owner’s file needs the column. Empty: each row is protected.
analyst-page-inviteReportFold = What a check or an estimate is about (optional)
analyst-page-inviteReportHelp = The owner’s rows need the label column for a check. Without a model here it is about the one that is chosen and fitted on your sample alone. The number of values of the column does not change the price.
analyst-page-inviteModelAddress = Address of a model that privadapt released
analyst-page-inviteModelSHA256 = SHA-256 of that file
analyst-page-inviteGroupBy = Also for each value of the column
analyst-page-inviteGroupByHelp = A column of words with at most 50 values.
analyst-page-inviteFileFold = A model of my own (optional)
analyst-page-inviteFileHelp = A file that XGBoost saved as JSON, trained on rows that are not in the public sample. The usual choice compares it with other models.
analyst-page-inviteBaseAddress = Address of the file
analyst-page-inviteBaseSHA256 = Its SHA-256
analyst-page-inviteReplyFold = Where the result goes (optional)
analyst-page-inviteReplyFoldHelp = Without an address the owner saves the result as a file and sends it in a way of their own.
analyst-page-inviteReply = Address that receives the result
analyst-page-inviteReplyHelp = It is sent there by POST, after the owner has confirmed. The server must allow other sites to do so (CORS).
analyst-page-inviteCampaign = Name of the campaign
analyst-page-inviteCampaignHelp = Letters, digits and hyphens, for your own files.
analyst-page-inviteToken = Token
analyst-page-inviteTokenHelp = For one owner and one answer. It shows your server that an answer belongs to this link.
analyst-page-inviteDraw = Draw one
analyst-page-inviteLink = The link, or one file
analyst-page-inviteLinkHelp = One file holds the sample, what you ask for and the program. Its owner opens it without a network.
analyst-page-inviteMake = Make the link
analyst-page-inviteKit = Save as one file
analyst-page-inviteSend = Send this to the owner of the data
analyst-page-inviteCopy = Copy the link
analyst-page-inviteLook = See what the owner will see
analyst-page-inviteLetter = A letter to go with it

## The words in the markup of releases.html, by the keys there.
analyst-page-releasesDescription = Check, compare, combine and apply differentially private releases.
analyst-page-releasesTitle = For analysts: releases
analyst-page-releasesSkip = Skip to the files
analyst-page-releasesHeading = Check and use what you have received
analyst-page-releasesLead = A release states how private it is. This page recomputes that from the release’s own parameters, compares several releases, combines the releases of several owners, and applies a model to data of yours. The files stay in this page.
analyst-page-releasesOpen = Releases
analyst-page-releasesFiles = Open release files
analyst-page-releasesFilesHelp = JSON files, several at once. You can also drop them here. What a kit released is sent to its receiver on
analyst-page-releasesDeliver = a page of its own
analyst-page-releasesDeliverEnd = .
analyst-page-releasesCompared = Compared
analyst-page-releasesComparedHelp = The certificate holds if its parameters give the ε and δ that it claims. The file cannot prove that the owner’s device really ran this program.
analyst-page-releasesFacts = What the facts mean
analyst-page-releasesEpsilon = ε and δ
analyst-page-releasesEpsilonText = How much the result may reveal about one private row, recomputed. Smaller is more private.
analyst-page-releasesDistance = Distance, before → after
analyst-page-releasesDistanceText = How far the averages of products of the private columns are from the public sample’s, first with equal weights and then with the weights found. The privacy noise may move either by the number after ±.
analyst-page-releasesEffective = Effective rows
analyst-page-releasesEffectiveText = How many equally weighted public rows the weights are worth. The fewer, the less certain a model is.
analyst-page-releasesClose = Close all
analyst-page-releasesReports = Reports and estimates
analyst-page-releasesReportsHelp = How good a fixed model is on an owner’s rows whose label is known, each figure with an interval that holds the true value 19 times in 20; or what the label is on average in an owner’s rows. The certificate was checked first.
analyst-page-releasesCombine = Combine owners
analyst-page-releasesCombineHelp = This adds up what several owners of one target population released: the counts of their reports or estimates, or their second moments, weighted by their private rows, from which weights or a model are computed. The more rows there are, the less noise is in the averages. Nothing new is drawn, so no more budget is spent. Over disjoint owners ε and δ do not add up (parallel composition), and the result states the largest.
analyst-page-releasesMembers = Releases to combine
analyst-page-releasesResult = Result
analyst-page-releasesModelKind = A model
analyst-page-releasesWeights = Weights for the public rows
analyst-page-releasesMoments = The combined second moment
analyst-page-releasesSource = Public sample
analyst-page-releasesSourceHelp = The file with which the owners compared their data. Its SHA-256 must be the one in the releases.
analyst-page-releasesModelFile = Model’s file
analyst-page-releasesDisjoint = I assume disjoint owners: no person’s rows are held by two of them. This cannot be checked from releases. Where k owners hold the same person, up to k of their losses add up for that person.
analyst-page-releasesCombineButton = Combine
analyst-page-releasesApply = Apply a model
analyst-page-releasesNoModel = None of the open releases is a model.
analyst-page-releasesModel = Model
analyst-page-releasesData = Data to predict
analyst-page-releasesDataHelp = CSV, TSV, Parquet or .xlsx; the first two may be packed as .gz.
analyst-page-releasesApplyHelp = Columns are found by name. If the file has the label too, predictions are compared with it.
analyst-page-releasesPredict = Predict
analyst-page-releasesFormat = Save as
analyst-page-releasesSaveModel = Save the model

## The words in the markup of deliver.html, by the keys there.
analyst-page-deliverDescription = Check a release that a kit made, and send it to whoever asked for it.
analyst-page-deliverTitle = Deliver a release
analyst-page-deliverSkip = Skip to the kit
analyst-page-deliverHeading = Deliver what a kit released
analyst-page-deliverLead = Open the kit and then the release that it made. The page checks that the kit asks for this release, shows where it would go, and sends it once you have confirmed. It needs no private file: open none here.
analyst-page-deliverKit = The kit
analyst-page-deliverOpenKit = Open the kit
analyst-page-deliverPaste = Or paste an invitation’s link
analyst-page-deliverRead = Read the link
analyst-page-deliverRelease = The release
analyst-page-deliverOpenRelease = Open the release that the kit made
