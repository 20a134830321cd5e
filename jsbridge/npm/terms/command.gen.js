// Generated from core/terms: go generate ./core/terms

/** The options of each request, as node:util parseArgs takes them. */
export const OPTIONS = {
  run: {
    epsilon: { type: "number" }, delta: { type: "number" }, release: { type: "string" }, base: { type: "string" },
    "use-labels": { type: "boolean" }, model: { type: "string" }, "group-by": { type: "string" },
    campaign: { type: "string" }, "accept-large-delta": { type: "boolean" }, mechanism: { type: "string" },
    solver: { type: "string" }, calibration: { type: "string" }, adjacency: { type: "string" },
    unit: { type: "string" }, headers: { type: "string", multiple: true }, smoothing: { type: "string" },
    mu: { type: "number", auto: true }, p: { type: "number", auto: true }, lambda: { type: "number", auto: true },
    iterations: { type: "number", auto: true }, radius: { type: "number", auto: true },
    "model-norm": { type: "number", auto: true },
  },
  forecast: {
    epsilon: { type: "number" }, delta: { type: "number" }, release: { type: "string" }, base: { type: "string" },
    "use-labels": { type: "boolean" }, model: { type: "string" }, "group-by": { type: "string" },
    campaign: { type: "string" }, "accept-large-delta": { type: "boolean" }, mechanism: { type: "string" },
    solver: { type: "string" }, calibration: { type: "string" }, adjacency: { type: "string" },
    unit: { type: "string" }, smoothing: { type: "string" }, mu: { type: "number", auto: true },
    p: { type: "number", auto: true }, lambda: { type: "number", auto: true },
    iterations: { type: "number", auto: true }, radius: { type: "number", auto: true },
    "model-norm": { type: "number", auto: true },
  },
  query: {
    release: { type: "string" }, base: { type: "string" }, "use-labels": { type: "boolean" },
    model: { type: "string" }, "group-by": { type: "string" }, unit: { type: "string" },
    radius: { type: "number", auto: true },
  },
  after: {
    release: { type: "string" }, base: { type: "string" }, solver: { type: "string" }, smoothing: { type: "string" },
    mu: { type: "number", auto: true }, p: { type: "number", auto: true }, lambda: { type: "number", auto: true },
    iterations: { type: "number", auto: true }, "model-norm": { type: "number", auto: true },
  },
  sample: {
    label: { type: "string" }, task: { type: "string" }, categorical: { type: "string", multiple: true },
    ignore: { type: "string", multiple: true }, "date-order": { type: "string", multiple: true },
    integrity: { type: "string" }, "base-file": { type: "string" }, "base-integrity": { type: "string" },
  },
};

/** The words of options that state one for each column, as A=word; of none, any text. */
export const BY_COLUMN = {
  headers: [],
  dateOrder: ["dmy", "mdy", "ymd"],
};

/** The lines of the help, by section: what each option means. */
export const HELP = {
  required: `  --epsilon E           the privacy loss you accept, above 0; smaller is more private, 1 is a common choice
  --delta D             the probability that the guarantee does not hold, above 0; at most 0.001 ÷ rows
  --label NAME          the column of the source to predict
  --task T              regression: the label is a number; classification: it is a class (default for a text)`,
  released: `  --release KIND        model (default): ready to predict; linear ones as coefficients in the columns' units
                        weights: one weight for each row of the source, also as a CSV file beside it
                        moments: the private second moment, from which weights and models can be computed
                        report: how good a fixed model is on the private rows that have a label, each figure with an
                        interval; nothing is fitted to them
                        estimate: the mean label of the private rows, by what a public model predicts of them
  --base B              the model: linear, smooth, trees, file, or auto (default), a blend of these chosen by
                        cross-validation under the released weights; none costs further privacy
  --use-labels          correct the model or the estimate by the labels of the private rows that have one, at the same
                        price; with --release moments add them to the moments, for combine
  --model FILE          for a report or an estimate: the model to judge or to use, a release of this sample (default:
                        the one that the public sample alone chooses)
  --group-by COLUMN     for a report or an estimate: give the figures for each value of a categorical column as well
  --campaign NAME       the purpose, stated in the release
  --base-file FILE|URL  a model of your own, saved by XGBoost's save_model("model.json"): one more candidate of auto
                        or, with --base file, the only one; train it on other rows than the source's, on columns with
                        the same names (for a category one of 0 and 1 for each level, named "column=level"); the
                        release names it by SHA-256
  --base-integrity DIGEST    refuse the file unless its SHA-256 is this`,
  columns: `  --headers A=HEADER    HEADER is what the private file calls the sample's column A; repeat it for each such column
  --categorical A,B     columns to read as categories although they look like numbers
  --ignore A,B          columns to leave out; a name that has a comma in double quotes
  --date-order A=dmy    the order of day, month and year in dates such as 03/04/2021, for columns that do not settle
                        it: dmy, mdy or ymd; by the same order the private file is read
  --integrity DIGEST    refuse the source unless its SHA-256 is this: sha256-<base64> or 64 hexadecimal digits`,
  computed: `  --accept-large-delta  accept a delta of 1 ÷ rows or more, at which a row may be published in full
  --mechanism M         moment (default), selection, gradient
  --solver S            projected-gradient, frank-wolfe, mirror-descent, single-stage; default by the mechanism
  --calibration C       tight (default), paper
  --adjacency A         replace-one (default): the number of private rows is public; add-remove: it is private too
  --unit COLUMN         the column of the private files that names the person of each row: protect each person, with
                        all of their rows, and count them once (default: protect and count each row)
  --smoothing S         softmax (default), pnorm
  --mu X                a number, or auto (default): 300/r², or 20/r² where rounds draw noise
  --p X                 the exponent of the p-norm
  --lambda X            the weight of the penalty on uneven weights
  --iterations K        the rounds of the solver
  --radius R            the norm to which private rows are clipped, in standardised units
  --model-norm L        a bound on the norm of a linear model, in place of ridge regression`,
};

/** The options of each request without their meaning, for commands that take them as adapt does. */
export const USAGE = {
  forecast: `  --epsilon E  --delta D  --release KIND  --base B  --use-labels  --model FILE  --group-by COLUMN  --campaign NAME
  --accept-large-delta  --mechanism M  --solver S  --calibration C  --adjacency A  --unit COLUMN  --smoothing S
  --mu X  --p X  --lambda X  --iterations K  --radius R  --model-norm L`,
  query: `  --release KIND  --base B  --use-labels  --model FILE  --group-by COLUMN  --unit COLUMN  --radius R`,
  after: `  --release KIND  --base B  --solver S  --smoothing S  --mu X  --p X  --lambda X  --iterations K  --model-norm L`,
  sample: `  --label NAME  --task T  --categorical A,B  --ignore A,B  --date-order A=dmy  --integrity DIGEST
  --base-file FILE|URL  --base-integrity DIGEST`,
};

/** The names of what stops a run before the charge unless the owner accepts it. */
export const STOPS = [
  "missing-columns",
  "unreadable-column",
  "unreadable-labels",
  "blank-rows",
  "clipped-rows",
  "repeated-identifier",
];
