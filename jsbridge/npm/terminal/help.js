import { READABLE } from "../reading/formats.gen.js";
import { HELP, STOPS, USAGE } from "../terms/command.gen.js";

export const overview = `privadapt: differentially private domain adaptation, on your own machine.

Usage
  privadapt adapt --source FILE|URL --target FILE --label NAME --epsilon E --delta D [options]
  privadapt submit LINK --target FILE [options]
  privadapt forecast --source FILE|URL --label NAME --rows N --epsilon E --delta D [options]
  privadapt kit --source FILE|URL --label NAME --out FILE [options]
  privadapt kit --check FILE
  privadapt sql --source FILE|URL --label NAME --dialect NAME --table TABLE [options]
  privadapt combine --source FILE|URL --label NAME [options] r1.json r2.json …
  privadapt predict --model release.json --data FILE [--out FILE]
  privadapt export release.json --to onnx|sql --out FILE
  privadapt report report.json
  privadapt show release.json --out release.html
  privadapt verify release.json
  privadapt ledger [show|export|import|releases|cap|open|rename|reset]

  privadapt COMMAND --help says more. A file named - is standard input, once in a call; it is read as it arrives.

Exit status
  0    done: what was asked for is written in full
  1    failed, with a sentence and a code in brackets; verify also: the certificate does not hold
  2    called wrongly: an unknown command or option, a missing option, or text where a number is needed
  130  interrupted by Ctrl-C or SIGTERM; nothing is written
With --json every command prints one JSON document and nothing else on standard output, also when it fails:
{"ok": false, "error": {"code", "message", "line"?, "column"?, "charged"?, "kept"?}}; charged is true where budget was
spent, and kept is then the file that has the release.`;

const CHECK = `  --yes                 do not ask; without a terminal to ask on it goes on as well, unless there is a stop
  --accept NAME         go on past a stop: ${STOPS.slice(0, 3).join(", ")},
                        ${STOPS.slice(3).join(", ")}
  --dry-run             end after the check; nothing is spent
  --quiet               do not show the check, except stops`;

export const adapt = `privadapt adapt: make one differentially private release from a public sample and a private file.

Required
  --source FILE|URL     public labelled sample, a table with a header line: ${READABLE}
  --target FILE         private file with the same columns, in any of these formats; give it several times for one
                        population in many files; - is standard input, read as it arrives, in memory that does not grow
  --sheet NAME          for an .xlsx target: the sheet to read (default: the one with the sample's columns)
  --target-sums FILE    in place of --target: what the query of privadapt sql returned, for rows in a database
${HELP.required}

What is released
${HELP.released}
  --out FILE            where to write it (default: release.json, weights.json, moments.json or report.json), in full or
                        not at all; - is standard output. What cannot be written is kept: privadapt ledger releases
  --force               overwrite a file that exists

How the columns are read
${HELP.columns}

How it is computed (the defaults suit nearly everyone; of a number, auto is the default)
${HELP.computed}

What the run is charged to
  --account NAME        account of the privacy ledger (default: default); see privadapt ledger --help

The check, after the private file is read and before anything is charged
${CHECK}

Output
  --json                print the outcome as JSON

The check (counts of rows, repairs, clipping) is exact and therefore private: it goes to the terminal only (stderr),
never into the release. Choose the options before you read it.`;

export const submit = `privadapt submit LINK: do what an invitation asks for, from the link to the delivery.

  LINK                  the invitation link, in quotes: '…#source=…'; or a kit's file, to deliver what it released
  --target FILE         the private file, as for adapt; give it several times for one population in many files
  --sheet NAME          for an .xlsx target: the sheet to read (default: the one with the sample's columns)
  --epsilon E           the privacy loss you accept (default: the one that the invitation suggests; asked on a terminal)
  --delta D             instead of the one computed from --rows; at most the invitation's
  --release KIND        if the invitation names none
  --use-labels          let the labels of your rows correct the model
  --unit COLUMN         your column that names the person of each row: protect each person, not each row
  --headers A=HEADER    HEADER is what your file calls the sample's column A; repeat it for each such column
  --rows N              about how many rows you have, for the forecast and for delta (asked on a terminal)
  --account NAME        account of the privacy ledger (default: default)
  --out FILE            where a copy of the release is kept (default: release.json, or the kind, such as report.json)
  --force               overwrite a file that exists
  --release FILE        in place of --target: send a release that a kit or an earlier call made; nothing is spent again
${CHECK}
  --json                print the outcome as JSON

It shows what the link asks for; without a terminal to ask on it needs --yes for what follows. After your first yes it
asks the receiver whether it would take the release, fetches the public sample, checks its SHA-256, shows the
forecast, reads the private file and shows the check. After your second yes it charges the ledger, keeps the release
in a file and sends it. Redirects are not followed. Addresses on your machine or in a private network
are refused unless the link leads to such a host too.`;

export const sql = `privadapt sql: write the query by which a database adds up private rows that are kept there.

  privadapt sql --source sample.csv --label y --dialect duckdb --table patients > sums.sql
  duckdb hospital.db < sums.sql > sums.txt
  privadapt adapt --source sample.csv --label y --target-sums sums.txt --epsilon 1 --delta 1e-6

The public sample, as for adapt
  --source FILE|URL
${USAGE.sample}

The rows
  --dialect NAME        duckdb, postgres or spark
  --table TABLE         the table, or what gives one: "read_parquet('rows/*.parquet')"; pasted into the query as it is
  --where CONDITION     only rows for which it is true; pasted as it is. Whether it is true of a row may be private: see
                        the page on databases

The settings of the run that takes the sums
${USAGE.query}
                        with labels, and for a report, a base such as smooth, which SQL cannot compute, is refused

  --json                print the query as JSON

What the query returns is exact and as private as the rows: delete it after the run.`;

export const forecast = `privadapt forecast: what a run could achieve, before you make it. Nothing private is read, and nothing is spent.

  --source FILE|URL     the public sample
  --rows N              how many private rows you expect
${USAGE.sample}
${USAGE.forecast}
                        all as for adapt; with labels it also says how exactly the error of the public model will be
                        estimated, and of a report how wide the intervals will be
  --json                print the figures as JSON`;

export const kit = `privadapt kit: make one HTML file that holds the owner's page, the engine, the public sample and what you ask for. Its
owner opens it by a double click, on a machine without a network, and saves a release.

  --source FILE|URL     the public sample
  --label NAME          the label column
  --out FILE            where to write the kit (default: request.html)

What is asked for, as in an invitation's link; all may be left out
  --title TEXT  --asker TEXT  --task KIND
  --epsilon E  --epsilon-min E  --epsilon-max E  --delta D
  --release KIND        model, weights, moments, report or estimate
  --base KIND  --base-file FILE|URL  --labels wish|required  --unit COLUMN
  --model FILE|URL  --group-by COLUMN      for a report or an estimate
  --ignore A,B  --date-order A=dmy    how the sample is read, as for adapt
  --rows-min N  --rows-max N    fewest and most rows of a file, or people where they are protected
  --reply URL  --campaign NAME  --token TOKEN    where the release is delivered later, by privadapt submit or the page
                                                 deliver.html of a site; a kit itself sends nothing

  --force               overwrite a file that exists
  --check FILE          say what is in a kit, and whether this version makes the same bytes; exit status 1 if not
  --json                print the outcome as JSON

The same version, sample and terms give the same bytes on every machine. Send the SHA-256 that is printed by another way
than the file, so that its owner can compare.`;

export const combine = `privadapt combine FILE…: add up what several owners released: moments, and compute a model from the sum, or reports or estimates.

  --source FILE|URL     the public sample, as for the owners' runs; a model or weights need it
${USAGE.sample}
${USAGE.after}
                        all as for adapt
  --out FILE            where to write it (default: release.json, or KIND.json of another kind)
  --force               overwrite a file that exists
  --json                print the outcome as JSON

A file has one release of kind moments, report or estimate, or several: those of a campaign as the edge exports them, or one on each line.
All are made with one public sample and the same settings; their order does not matter.
Moments with labels (adapt --release moments --use-labels) give a model that the labels of all owners correct, with its
estimated error. Its base is the owners' base; --base need not be given.
Of reports or estimates the counts are added up: --release report or estimate.
The mean of N owners with equally many rows has 1/√N of one owner's noise. No privacy is spent. The result assumes that
no person's rows are with two of the owners; its certificate says so and lists the releases. A sum that was made
elsewhere can be given as the only release.`;

export const predict = `privadapt predict: apply a released model to the rows of a file.

  --model FILE   a release of kind model
  --data FILE    a table with the model's columns: ${READABLE}
  --out FILE     where to write the predictions (default: standard output): a column "prediction" and, for classes, one
                 with the probability of each; ' goes before a class that a spreadsheet would take for a formula
  --force        overwrite a file that exists

  --base-file FILE|URL   the file with the model, if the release names one; another is refused
  --score        the file has the label: say on standard error how well it is predicted (error and explained share of
                 numbers; accuracy, log-loss and, of two classes, Brier score and AUC)

Predictions are limited to the range of the labels in the public sample, labelRange in the release.

  --json         print the outcome as JSON, with the predictions if there is no --out`;

export const exports = `privadapt export FILE: write a released model in a form that other programs apply.

  --to onnx|sql          ONNX, opset 21, in numbers of 8 bytes, for onnxruntime 1.20 or newer; or one query that scores a
                         table
  --out FILE             where to write it
  --force                overwrite a file that exists
  --dialect NAME         for a query: duckdb or postgres
  --table TABLE          for a query: the table, or what gives one; pasted into the query as it is
  --keep COLUMNS         for a query: columns of the table that its result has too, such as one that names the row
  --base-file FILE|URL   the file with the model, if the release names one; another is refused
  --json                 print the outcome as JSON

Numbers, dates and categories are taken as the release has them; a category counts as missing unless it is written as in
the public sample. The inputs of ONNX are the columns by name, each N×1: numbers as float64 with NaN where a cell is
missing, dates as days since 1970-01-01, categories as texts. Its output
is "prediction", or "label" and "probabilities". ε, δ, the unit and the engine's digest are in the metadata. A query
has the column "prediction" and, for classes, one with the probability of each. A query is refused of a model with
numbers beyond 1e60 or below 1e-60, with which PostgreSQL fails. DuckDB's read_csv makes truth values of Yes and No,
which are no categories then: give it all_varchar = true.`;

export const report = `privadapt report FILE: what a release of the kind report or estimate says, with 95% intervals or the noise.

  --accept-large-delta   accept a delta of 1 ÷ rows or more, at which a row may be published in full
  --json                 print the figures as JSON

Exit status 0; 1 if FILE is neither or its certificate does not hold.`;

export const show = `privadapt show FILE: write one page for the records, which prints on at most two sheets.

  --out FILE             where to write it: HTML without a script
  --accept-large-delta   accept a delta of 1 ÷ rows or more, at which a row may be published in full
  --json                 print the outcome as JSON

It says what was asked, what is promised, what left, and the digests. Exit status 0 if the certificate holds, else 1; the
page is written in both cases and says which.`;

export const verify = `privadapt verify FILE: recompute from a release's certificate what it really guarantees.

  --accept-large-delta   accept a delta of 1 ÷ rows or more, at which a row may be published in full
  --source FILE|URL      compare it with its public sample too: a nonlinear model is fitted again under the weights
${USAGE.sample}
                         the public sample, as for adapt; of the file with the model, if the release names one, the
                         SHA-256 is checked, also without a source
  --json                 print the outcome as JSON

Exit status 0 if the certificate holds; 1 if it claims more than its noise gives, if it states what no run can have, or
if FILE is not a release. A file of more than 32 MB is refused.`;

export const ledger = `privadapt ledger [COMMAND]: what all runs have spent together, and the cap on it.

  show                                   what each account has spent, what is left and its history (default)
  export                                 the whole journal, one JSON entry on each line
  releases                               where the release of each charged run is; those that could not be written are
                                         kept beside the ledger: releases write RUN --out FILE [--force], which
                                         overwrites a file that exists, and releases drop RUN
  import FILE                            count the runs of an exported journal too, as of a kit's or another machine's;
                                         a run that both have counts once
  cap E D [--reason "TEXT" --yes]        change the cap: E at delta D for all runs together (at first 3 at 1e-5); a
                                         higher one needs a reason, and asks on a terminal if --yes is missing
  open NAME --other-people               open a second account; by this option you state that it is for data about other
                                         people: losses of the same people add up and belong in one account
  rename NAME NEW                        change an account's name; what is spent stays
  reset --reason "TEXT" --yes            count from zero, under the first cap where it was raised; asks on a terminal if
                                         --yes is missing. It restores no privacy

  --account NAME   the account that cap and reset change (default: default)
  --json           print the outcome as JSON

Each run of adapt is charged before its result is drawn, and refused if the cap does not admit it. The ledger is a
folder of numbered files for this user of the machine: $XDG_STATE_HOME/privadapt/ledger, or where the system keeps such
data (~/.local/state; %LOCALAPPDATA%; ~/Library/Application Support). Deleting the folder resets the ledger.`;
