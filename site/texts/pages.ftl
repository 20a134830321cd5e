# The English sentences of the pages for analysts, of the operator's page and of the page that reproduces the paper, by the
# keys in their texts.js, as in en.ftl.

invite-loading = Loading the sample
invite-columns = Columns of the sample
invite-template = Template of the owner’s table (CSV)
invite-noAddress = A link names the address of the sample. Save the request as one file, or give an address above.
invite-packing = Packing the file
invite-saveAgain = Save it again
invite-loadFirst = Load the sample first, so that the link is to one that works.
invite-copied = Copied.
invite-notCopied = The browser did not allow copying. The link is selected: copy it with Ctrl-C or the menu.
invite-columnsHead-0 = Column
invite-columnsHead-1 = Used as
invite-columnsHead-2 = Values
invite-kinds-numeric = number
invite-kinds-dates = date
invite-kinds-categorical = category
invite-kinds-ignored = left out
invite-kinds-label = label
invite-digest = SHA-256 { $hex }

releases-closed = All releases are closed.
releases-holds = The certificate holds: ε = { $epsilon } at δ = { $delta }.
releases-fails = The certificate does not hold. Do not rely on this file.
releases-late = Settings were changed after the owner had seen a report on the private file. The guarantee does not cover that choice.
releases-otherEngine = It was made by another build of the engine than the one on this site.
releases-noEngine = It does not say which build of the engine made it.
releases-aside = Noise alone could explain the distance, so the weights are uniform and the result comes from the public sample alone.
releases-asideLabels = Noise alone could explain the distance of the columns, so the weights are uniform, and what the labels changed is all that was changed.
releases-brokenReport = Its certificate does not hold, so its figures are not shown.
releases-samples = These releases were made with different public samples. Their distances and bounds cannot be compared.
releases-fact-kind = Result
releases-fact-rows = Protects each of
releases-fact-mechanism = Mechanism
releases-fact-distance = Distance, before → after
releases-fact-effective = Effective rows
releases-problems-too_large = This file is too large for a release (the limit is 32 MB), so it was not read.
releases-problems-too_many = This page opens at most 50 releases. To combine more, use privadapt combine.
releases-problems-unreadable = This file could not be read.
releases-problems-wrong_engine = This page and the program that checks releases have different versions, as can happen shortly after an update of this site. Reload the page.
releases-problems-engine = The program that checks releases could not be loaded from this site. Check the connection and try again.
releases-problems-crashed = The check stopped unexpectedly, perhaps because memory ran out. The file was not opened.
releases-kinds-model = model
releases-kinds-weights = weights
releases-kinds-moments = moments
releases-kinds-report = report
releases-kinds-estimate = estimate
releases-counted-report = It says how good a fixed model is on the owner’s rows; the figures are below, under “Reports and estimates”.
releases-counted-estimate = It says what the label is on average in the owner’s rows; the figures are below, under “Reports and estimates”.
releases-reading = Checking { $name }
releases-twice = The same release as { $first }.

combination-none = Choose at least one release.
combination-noAssumption = First confirm that the owners are disjoint: the stated ε depends on it.
combination-running = Combining
combination-download = Download the combined release (JSON)
combination-downloadWeights = Download the weights (CSV)

modelFile-published = The release names this file and does not hold it. It was published at{ " " }
modelFile-save = . Open that address, save the file and choose it here. Its server will see that you asked for it.
modelFile-unpublished = The release names this file and does not hold it. It gives no address: ask for the file where the release comes from.
modelFile-digest = Its SHA-256 must be{ " " }
modelFile-missing = Choose the model’s file first: the release does not hold it.
modelFile-compared = The owners compared their labels with the model in a file, or with one that was chosen from it and others.

exported-onnx = Saved model.onnx. The model’s columns are its inputs.
exported-table = your_table
exported-sql = Saved model.sql. Put the name of your table in place of your_table.
exported-page = Save a page for the records
exported-formats-onnx = ONNX
exported-formats-duckdb = SQL for DuckDB
exported-formats-postgres = SQL for PostgreSQL
exported-pageOf = Save a page for the records of { $name }
exported-records = Saved { $name }. It prints on at most two sheets.

prediction-running = Computing predictions
prediction-download = Download the predictions (CSV)
prediction-noFile = Choose a CSV or TSV file first.
prediction-unlabelled = The file has no usable column “{ $label }”, so there is nothing to compare the predictions with.

delivery-once = goes with it
delivery-fact-title = Asked for
delivery-fact-asker = By, in their own words
delivery-fact-release = Result
delivery-fact-label = Label
delivery-fact-epsilon = At most ε
delivery-fact-campaign = Campaign
delivery-fact-address = Sent to
delivery-fact-token = One-time code
delivery-noReply = It names no address for the release: send the file to whoever asked for it in your own way.
delivery-unreadable = The file cannot be read.
delivery-another = Start again
delivery-checking = Checking the release
delivery-text = The text of the release
delivery-narrowed = From here on this page can connect to its own site and to { $host }, and to nothing else.

operator-working = Asking the edge
operator-signedIn = Signed in. The token stays in this page until it is closed or reloaded.
operator-noEdge = No edge answers at this address. This page works only on a site that an edge serves. Check the connection.
operator-failed = This page has failed. Reload it; what the edge has kept is safe.
operator-untitled = (no title)
operator-open = Open
operator-cancel = Cancel
operator-deleted = Deleted.
operator-deleteCampaign = Delete the campaign
operator-deleteCampaignQuestion = All its invitations and releases are deleted as well. This cannot be undone.
operator-closeCampaign = Accept no more releases
operator-deleteSample = Delete
operator-deleteSampleQuestion = Links to this sample stop working.
operator-revoke = Withdraw
operator-remove = Delete
operator-removeQuestion = The release is deleted. This cannot be undone.
operator-certificate = Certificate
operator-save = Save the file
operator-saveJSON = Save all as JSON
operator-uploaded = Uploaded.
operator-created = The campaign is made. Make invitations to it below.
operator-notANumber = A number is needed.
operator-none-campaigns = There are no campaigns yet.
operator-none-samples = There are no samples yet.
operator-none-invitations = There are no invitations yet.
operator-none-releases = No release has arrived yet.
operator-tables-campaigns = Table of campaigns
operator-tables-samples = Table of samples
operator-tables-invitations = Table of invitations
operator-tables-releases = Table of releases
operator-certificateOf = Certificate of { $id }

paper-shown = Shown: ε ={ " " }
paper-downloadJSON = Download the result (JSON)
paper-nothingShown = There is nothing to draw. The table below has all numbers.
paper-dash = –
paper-noises-none = without privacy
paper-noises-paper = the paper’s noise
paper-noises-tight = tight noise
paper-noises-moment = second moment
paper-figures-a = Figure (a): mismatch
paper-figures-b = Figure (b): test error
paper-captions-a = Between the weighted public rows and the private ones. Lower is better.
paper-captions-b = Mean squared error of the model on fresh target data. Lower is better.
paper-axis-a = ‖M(q)‖₂
paper-axis-b = test error
paper-axis-rows = private rows n
paper-table-head-0 = Method
paper-table-head-1 = Noise
paper-table-head-2 = ε
paper-table-head-3 = n
paper-table-head-4 = ‖M(q)‖₂
paper-table-head-5 = Test error
paper-table-head-6 = Effective rows
paper-table-head-7 = Repetitions
paper-grid-head-0 = μ
paper-grid-head-1 = Λ / 2‖w‖₂
paper-grid-head-2 = Error on played targets
paper-grid-head-3 = Test error
paper-grid-head-4 = Choice
operator-heads-campaigns-0 = Campaign
operator-heads-campaigns-1 = Made
operator-heads-campaigns-2 = State
operator-heads-campaigns-3 = { "" }
operator-heads-samples-0 = Sample
operator-heads-samples-1 = Uploaded
operator-heads-samples-2 = Size
operator-heads-samples-3 = { "" }
operator-heads-invitations-0 = Invitation
operator-heads-invitations-1 = For
operator-heads-invitations-2 = State
operator-heads-invitations-3 = Made
operator-heads-invitations-4 = Ends
operator-heads-invitations-5 = Release
operator-heads-invitations-6 = { "" }
operator-heads-releases-0 = Release
operator-heads-releases-1 = From
operator-heads-releases-2 = Invitation
operator-heads-releases-3 = Arrived
operator-heads-releases-4 = ε
operator-heads-releases-5 = Rows or people
operator-heads-releases-6 = What it says
operator-heads-releases-7 = { "" }
paper-table-name = All numbers
paper-grid-name = The parameters of the single stage
paper-grid-chosen = chosen
paper-run-starting = Starting
paper-run-cancelling = Cancelling
paper-run-cancelled = Cancelled. What was computed so far is discarded.
paper-problems-unreachable = The program could not be loaded from this site. Check the connection and try again.
paper-problems-http_status = The program could not be loaded from this site. Check the connection and try again.
paper-problems-interrupted = The program could not be loaded from this site. Check the connection and try again.
paper-problems-engine_missing = The program on this site does not fit the page. Reload the page; if that does not help, the site was built wrongly.
paper-problems-crashed = The run stopped unexpectedly, perhaps for lack of memory. Try again with fewer or smaller values.
paper-problems-failed = The lab refused or failed: { $message }
invite-we = We
invite-wish-report = how good a model is on your data
invite-wish-estimate = what the outcome is on average in your data
invite-wish-other = whether a model can be made to fit your data
invite-letter =
    Dear colleague,

    { $who } would like to find out { $what }{ $about }.

    Your data need not leave your computer. Open the link below, choose your file, and look at what would leave before you decide. It is one small file with noise in it, from which next to nothing can be learnt about any one person. The page makes a record for your data protection officer.

    { $link }
