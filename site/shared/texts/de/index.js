// The German texts of more than one room.
import { basesIn } from "../../../terms/bases.js";
import { grouped, list, percent, plain, rough } from "../../numbers.js";

const labels =
  "Ob das Ergebnis Ihre Daten besser vorhersagt als die öffentliche Stichprobe allein, kann nur ein Vergleich mit bekannten Werten entscheiden.";

/** What a run came to, by name, like `english` in the npm package's in-short.js. */
export const inShort = {
  few: (size, rows) =>
    `Vorsicht: Das Ergebnis stützt sich auf so viel wie nur ${grouped(Math.round(size))} der ${grouped(rows)} öffentlichen Zeilen; es kann vom Zufall geprägt sein.`,
  same: "Dieser Lauf fand keinen Unterschied, den das Rauschen nicht erklären könnte. Das Ergebnis ist das der öffentlichen Stichprobe allein, wie es ohne Ihre Daten wäre.",
  kept: "Die Gewichte bringen nichts, was vom Zufall zu unterscheiden wäre. Das Modell ist das der öffentlichen Stichprobe allein, wie es ohne Ihre Daten wäre. Neu ist, wie weit Ihre Spalten von denen der öffentlichen Stichprobe abweichen.",
  alike: `Die Spalten Ihrer Daten weichen deutlich von denen der öffentlichen Stichprobe ab, und die Gewichte gleichen beide weitgehend an. ${labels}`,
  partly: `Die Spalten Ihrer Daten weichen deutlich von denen der öffentlichen Stichprobe ab, und die Gewichte berichtigen einen Teil davon, vielleicht nicht alles. ${labels}`,
  maybe: `Die Spalten Ihrer Daten weichen vielleicht von denen der öffentlichen Stichprobe ab, aber das Rauschen ist zu groß, um zu sagen, ob die Gewichte beide einander näher bringen. ${labels}`,
  blind: `Dieses Verfahren misst nicht, wie ähnlich die Spalten Ihrer Daten und der öffentlichen Stichprobe sind. ${labels}`,
  labels:
    "Die bekannten Werte Ihrer Zeilen haben das Modell berichtigt, das an die öffentliche Stichprobe angepasst war. Das Ergebnis schätzt mit Rauschen die Fehler beider Modelle auf Ihren Daten.",
  doubtful:
    "Das Ergebnis wurde mit den bekannten Werten Ihrer Zeilen gemacht, aber es sind weniger, als das Rauschen zeigen kann. Ob sie das Modell berichtigt haben, ist nicht zu sagen. Nehmen Sie das öffentliche Modell, oder geben Sie mehr bekannte Werte.",
  report:
    "Der Bericht sagt mit Rauschen, wie gut ein festes Modell auf Ihren Daten ist. An Ihre Daten wurde nichts angepasst.",
  sums: "Das sind Mittelwerte und Produkte Ihrer Spalten und der Abstände Ihrer bekannten Werte von den Vorhersagen eines öffentlichen Modells, mit Rauschen. Daraus lässt sich ein Modell berechnen, das Ihre bekannten Werte berichtigen.",
  table:
    "Das sind Mittelwerte und Produkte Ihrer Spalten mit Rauschen. Daraus lassen sich Gewichte oder ein Modell berechnen.",
};

const bases = basesIn("de");
const ways = {
  unweighted: "alle öffentlichen Zeilen gleich",
  weighted: "nach den Gewichten",
  half: "halb nach den Gewichten",
  corrected: "alle öffentlichen Zeilen gleich, mit einer linearen Berichtigung nach den Gewichten",
};

/** What the private side of a release counts: people, where it protects people. */
const ours = (unit) => (unit === "person" ? "Personen" : "private Zeilen");

/** What a nonlinear model was chosen from. */
export const chosen = {
  bases,
  ways,
  underWeights: "das nach den Gewichten angepasste Modell",
  mixed: (own, rest) =>
    `${percent((100 - rest) / 100)} ${own} und ${percent(rest / 100)} das nach den Gewichten angepasste Modell`,
  corrected: (from) => `Das Modell: ${from}, berichtigt mit privaten bekannten Werten.`,
  blend: (parts, choice, kept) =>
    `Das Modell ist eine Mischung${kept ? " allein öffentlicher Anpassungen, weil die Gewichte nichts bringen" : ""}: ${list(parts)}. Die öffentliche Wahl ist ${choice}.`,
};

/** What each of several public samples has contributed. */
export const shares = {
  united: (parts) => `Vereinte öffentliche Stichproben: ${list(parts)}.`,
  part: (name, rows) => `${name} (${grouped(rows)} Zeilen)`,
  weighted: (name, rows, weight, effective) =>
    `${name} (${grouped(rows)} Zeilen mit ${percent(weight)} des Gewichts, so viel wert wie ${grouped(Math.round(effective))} Zeilen)`,
  unnamed: (sha256) => `die mit dem SHA-256 ${sha256.slice(0, 12)}…`,
};

/** An error and its interval; without a value it is smaller than the noise can show, without a high end it has none. */
function within({ value, low, high }) {
  const [from, to] = [rough(low), high !== null && rough(high)];
  if (value !== null)
    return `${rough(value)} (19 von 20 Mal ${to ? `zwischen ${from} und ${to}` : `mindestens ${from}; wie viel mehr, lässt sich nicht zeigen`})`;
  if (low > 0) return `${to ? `zwischen ${from} und ${to}` : `mindestens ${from}`} (19 von 20 Mal)`;
  return to
    ? `kleiner, als das Rauschen zeigen kann, höchstens ${to} (19 von 20 Mal)`
    : "ein Betrag, den das Rauschen verdeckt";
}

/** What a release that private labels corrected says of errors. */
export const labelErrors = {
  gains: {
    better: "Das herausgegebene Modell ist dort deutlich besser.",
    worse: "Das herausgegebene Modell ist dort deutlich schlechter: Verwenden Sie es nicht.",
    likely:
      "Dass das herausgegebene Modell dort besser ist, ist wahrscheinlich und nicht sicher: Die beiden Bereiche überschneiden sich.",
    none: "Ein Gewinn gegenüber dem öffentlichen Modell ist dort nicht zu sehen.",
  },
  short: {
    better: "Besser, wo Ihre Werte bekannt sind",
    worse: "Schlechter, wo Ihre Werte bekannt sind, verwenden Sie es nicht",
    likely: "Wahrscheinlich besser, wo Ihre Werte bekannt sind",
    none: "Kein Gewinn gegenüber dem öffentlichen Modell zu sehen",
  },
  off: (after, before) => `: liegt ${rough(after)} daneben, vorher ${rough(before)}.`,
  rows: (rows, noise, unit) =>
    `Etwa ${grouped(rows)} ${ours(unit)} haben einen brauchbaren bekannten Wert (das Rauschen in dieser Zahl: ± ${grouped(noise)}).`,
  said: ({ of, base, corrected }, label) =>
    of === undefined
      ? `Dort liegt das öffentliche Modell bei ${label} typischerweise daneben um: ${within(base)}; das herausgegebene um: ${within(corrected)}.`
      : `Dort ist der mittlere quadratische Fehler der Wahrscheinlichkeit von „${of}“ beim öffentlichen Modell: ${within(base)}; beim herausgegebenen: ${within(corrected)}. 0 ist vollkommen, und ${plain(0.25)} hat, wer immer ${percent(0.5)} sagt.`,
  predicted: (label) => `die Vorhersage von ${label}`,
  probability: (of) => `die Wahrscheinlichkeit von „${of}“`,
  ownPrediction: "die eigene Vorhersage des öffentlichen Modells",
  ownProbability: (of) => `die eigene Wahrscheinlichkeit des öffentlichen Modells von „${of}“`,
  slope: (change, name) => `${change} für ${name}`,
  change: (what, change, slopes) =>
    `Die bekannten Werte ändern ${what} einer durchschnittlichen Zeile um ${change}${slopes.length > 0 ? `, und mit jeder Standardabweichung über dem Mittelwert zusätzlich um: ${slopes.join(", ")}` : ""}.`,
};

const between = ({ low, high }, said = rough) => `19 von 20 Mal zwischen ${said(low)} und ${said(high)}`;
/** How often something is so; where the noise hides the estimate, the interval alone. */
const often = (number, of, note = "") =>
  number.value === null
    ? `in ${percent(number.low)} bis ${percent(number.high)} ${of} (${note}19 von 20 Mal)`
    : `in ${percent(number.value)} ${of} (${note}${between(number, percent)})`;
const has = (number, ...ends) => ends.every((end) => number?.[end] !== null && number?.[end] !== undefined);

export const report = {
  about: ({ model, base, modelSHA256 }) =>
    model === "public"
      ? `Es geht um das Modell, das allein auf der öffentlichen Stichprobe ausgewählt und angepasst wird (${base}). Sein SHA-256 ist ${modelSHA256}.`
      : `Das Modell war vorgegeben: die Ergebnisdatei mit dem SHA-256 ${modelSHA256}.`,
  rows: (labelled, unlabelled, unit) =>
    `Etwa ${grouped(Math.round(labelled.value))} ${ours(unit)} haben einen brauchbaren bekannten Wert${has(labelled, "low", "high") ? ` (${between(labelled, (value) => grouped(Math.round(value)))}, allein wegen des Rauschens)` : ""}, und etwa ${grouped(Math.round(unlabelled.value))} haben keinen.`,
  tooNoisy:
    "Das Rauschen ist zu groß, um zu sagen, wie gut das Modell ist: Sein Fehler hat kein Intervall. Mehr Daten oder ein größeres ε würden helfen.",
  main: {
    rmse(number, label) {
      const off = `Wo der Wert bekannt ist, liegt die Vorhersage von ${label} typischerweise daneben um`;
      if (!has(number, "high")) return `${off} mindestens ${rough(number.low)} (19 von 20 Mal).`;
      // An estimate that the noise could have made of next to nothing would be taken for more than it is.
      if (number.low < number.high / 4)
        return `${off} höchstens ${rough(number.high)} (19 von 20 Mal). Das Rauschen ist zu groß, um zu sagen, wie viel weniger es ist.`;
      return has(number, "value")
        ? `${off} ${rough(number.value)} (${between(number)}).`
        : `${off} ${rough(number.low)} bis ${rough(number.high)} (19 von 20 Mal).`;
    },
    auc: (number, _, classes) =>
      `Von zwei Fällen, einem der Klasse „${classes[1]}“ und einem der Klasse „${classes[0]}“, ordnet das Modell beide ${often(number, "der Fälle", "AUC; ")} richtig. Der Zufall allein kommt auf ${percent(0.5)}.`,
    accuracy: (number, label) =>
      `Wo der Wert bekannt ist, sagt das Modell ${label} ${often(number, "der Fälle")} richtig voraus.`,
  },
  explained(r2) {
    if (!has(r2, "low", "high")) return undefined;
    if (r2.high <= 0)
      return "Das Modell ist schlechter, als immer den Mittelwert vorherzusagen: Verwenden Sie es hier nicht.";
    if (r2.low <= 0) return "Das Modell ist vielleicht nicht besser, als immer den Mittelwert vorherzusagen.";
    if (r2.high >= 1) return `Das Modell erklärt mindestens ${percent(r2.low)} der Varianz (19 von 20 Mal).`;
    return `Das Modell erklärt ${percent(r2.value)} der Varianz (${between(r2, percent)}).`;
  },
  bias(bias, label) {
    if (!has(bias, "value", "low", "high")) return undefined;
    if (bias.low > 0) return `Die Vorhersagen sind im Mittel zu hoch, um ${rough(bias.value)} (${between(bias)}).`;
    if (bias.high < 0)
      return `Die Vorhersagen sind im Mittel zu niedrig, um ${rough(-bias.value)} (${between({ low: -bias.high, high: -bias.low })}).`;
    return `Das Rauschen ist zu groß, um zu sagen, ob das Modell ${label} im Mittel zu hoch oder zu niedrig vorhersagt.`;
  },
  beyond: (beyond) =>
    has(beyond, "low") && beyond.low > 0.02
      ? `${percent(beyond.value)} liegen weiter daneben, als die Anzahlen zeigen können; die wahren Fehler sind also größer als jede Zahl hier.`
      : undefined,
  accuracy: (number) =>
    has(number, "value", "low", "high")
      ? `Das Modell sagt in ${percent(number.value)} der Fälle die richtige Klasse voraus (${between(number, percent)}).`
      : undefined,

  names: {
    rmse: "typischer Fehler",
    mae: "mittlerer absoluter Fehler",
    bias: "mittlerer Fehler (Vorhersage − Wert)",
    r2: "Anteil der erklärten Varianz",
    beyond: "Anteil an den Enden der Zählung",
    calibrationSlope: "Steigung der Werte gegen die Vorhersagen (1 ist richtig)",
    calibrationIntercept: "Achsenabschnitt der Werte gegen die Vorhersagen (0 ist richtig)",
    auc: "AUC",
    brier: "Brier-Score",
    logLoss: "logarithmischer Verlust",
    accuracy: "Genauigkeit",
    sensitivity: "Sensitivität bei einhalb",
    specificity: "Spezifität bei einhalb",
    precision: "positiver Vorhersagewert bei einhalb",
    share: "Anteil der zweiten Klasse",
  },
  marks: { weighted: "Schätzung, mit ihrem Intervall" },
  measure: "Maß",
  head: ["Schätzung", "Von", "Bis"],
  unknown: "nicht bekannt",
  fewRows: "zu wenige Daten",
  open: "keine Grenze",
  numbers: "Zahlen",
  everybody: "alle zusammen",
  otherLevel: "keiner der Werte der Stichprobe",
  axis: { numbers: (label) => `in der Einheit von ${label}`, two: () => "Anteil", more: () => "Anteil" },
  errors: {
    title: "Wie gut das Modell ist, wo der Wert bekannt ist",
    help: "Berechnet aus verrauschten Anzahlen. Jeder Balken enthält den wahren Wert 19 von 20 Mal: Er berücksichtigt das Rauschen und dass die Daten eine Stichprobe sind. Ein Pfeil steht, wo ein Bereich keine Grenze hat.",
  },
  groups: {
    title: (measure, column) => `Für jeden Wert von „${column}“: ${measure}`,
    help: "Die Balken sind länger, wo es wenige Daten gibt. Werte, die die öffentliche Stichprobe nicht hat, stehen zusammen. Ein Wert mit zu wenigen Daten steht nur in der Tabelle.",
  },
  calibration: {
    title: "Was vorhergesagt wird, und was sich findet",
    help: "Wo ein Modell im Mittel recht hat, liegen beide Zeichen einer Zeile am selben Ort.",
    axis: (label, classes) => (classes ? `Wahrscheinlichkeit, dass ${label} „${classes[1]}“ ist` : label),
    predicted: "vorhergesagt",
    found: "im Mittel gefunden, mit seinem Intervall",
    // At one half there are two places, for the rows that are taken for either class.
    row: (prediction, classes, below) =>
      `vorhergesagt ${below ? "knapp unter " : ""}${classes ? percent(prediction) : rough(prediction).replace(/^-/, "−")}`,
    head: "Vorhersage",
  },
  residuals: {
    title: "Wie die Abweichungen verteilt sind",
    help: "Eine Abweichung ist der Wert minus die Vorhersage. Jede Zeile zeigt die Abweichung, unter der dieser Anteil liegt.",
    row: percent,
    head: "Darunter",
  },
  roc: {
    title: "Bei anderen Schwellen (ROC)",
    help: (second) =>
      `Jeder Punkt ist eine Schwelle für die Wahrscheinlichkeit von „${second}“. Darüber wird „${second}“ vorhergesagt. Nach oben: der Anteil von „${second}“, der gefunden wird. Nach rechts: der Anteil der anderen Klasse, der fälschlich dafür gehalten wird. Beide haben ihr Intervall. Wo das Rauschen einen Punkt über den Rand hinausgetragen hat, verläuft die Linie am Rand, ohne Zeichen. Der Zufall allein liegt auf der gestrichelten Linie.`,
    axes: { across: "fälschlich dafür gehalten", up: "gefunden" },
    row: percent,
    head: ["Ab der Wahrscheinlichkeit", "Gefunden", "Von", "Bis", "Fälschlich", "Von", "Bis"],
  },
  confusion: {
    title: "Welche Klassen womit verwechselt werden",
    help: "Anteile an allem mit bekanntem Wert, mit Rauschen geschätzt: Ein Anteil nahe 0 kann 0 sein.",
    head: "Vorhergesagt",
    predicted: (name) => `vorhergesagt ${name}`,
    atMost: (share) => `höchstens ${rough(share)}`,
  },
  owners: {
    title: (measure) => `Mehrere Datengeber: ${measure} eines Modells`,
    help: (digest) => `Die offenen Berichte über das Modell mit dem SHA-256 ${digest}.`,
    head: "Bericht",
  },
};

/**
 * A sentence for each problem with the public sample, by code. `detail` is a number, a text of ours, or a sentence that
 * quotes the receiver.
 */
export const sampleProblems = {
  "too-many": (most) => `Höchstens ${most} öffentliche Stichproben lassen sich vereinen.`,
  "integrity-count": () =>
    "Geben Sie zu jeder Adresse einen SHA-256 an, in ihrer Reihenfolge und mit Leerzeichen dazwischen, oder keinen.",
  "not-a-url": () => "Das ist keine Webadresse. Sie beginnt mit https:// und führt auf die Datei selbst.",
  "no-label": () => "Geben Sie den Namen der Zielspalte an, wie er in der Kopfzeile der Datei steht.",
  "bad-integrity": () => "Der SHA-256 besteht aus sha256- und 44 Base64-Zeichen, oder aus 64 Hexadezimalziffern.",
  unreachable: () =>
    "Die Adresse konnte nicht gelesen werden. Entweder fehlt die Verbindung, oder der Server erlaubt anderen Seiten das Lesen nicht (es fehlt der CORS-Header Access-Control-Allow-Origin). Fragen Sie den Herausgeber der Stichprobe, oder versuchen Sie eine andere Adresse.",
  "http-status": (status) =>
    `Der Server hat ${status} geantwortet statt der Datei. ${status === 404 ? "Prüfen Sie die Adresse auf Tippfehler." : "Versuchen Sie es später noch einmal, oder fragen Sie den Herausgeber der Stichprobe."}`,
  redirected: () =>
    "Die Adresse führt auf eine andere weiter, und diese wurde nicht geöffnet: Ein Link muss die Adresse der Datei selbst nennen.",
  html: () =>
    "Die Adresse führt auf eine Webseite und nicht auf eine CSV- oder TSV-Datei. Suchen Sie die Adresse der Datei selbst, oft „raw“ oder „download“ genannt.",
  "too-large": () =>
    "Die Datei hat mehr als 2 GB; das fasst kein Browser. Bitten Sie den Herausgeber der Stichprobe um einen Teil davon.",
  interrupted: () =>
    "Die Übertragung brach ab, bevor die Datei vollständig war. Nichts davon wurde verwendet. Versuchen Sie es noch einmal.",
  integrity: () =>
    "Die Datei ist nicht die mit diesem SHA-256: Sie wurde geändert, oder der Wert wurde falsch abgeschrieben. Sie wurde nicht verwendet.",
  "base-file": (sentence) => `Die Datei des gewünschten Modells kann nicht verwendet werden. ${sentence}`,
  model: (sentence) => `Das Modell, um das es im Bericht gehen soll, kann nicht verwendet werden. ${sentence}`,
  "empty-file": () => "Die Datei unter dieser Adresse ist leer.",
  insecure: () =>
    "Was diese Seite braucht, bieten Browser nur über https:// oder auf localhost. Öffnen Sie die Seite dort.",
  engine: () =>
    "Das Programm selbst konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.",
  outdated: () =>
    "Die Seite und das Programm haben verschiedene Versionen, wie kurz nach einer Aktualisierung. Es wurde nichts gestartet. Laden Sie die Seite neu.",
  "no-wasm": () =>
    "Dieser Browser führt kein WebAssembly aus, das das Programm braucht: Er ist zu alt, oder WebAssembly ist ausgeschaltet, wie in manchen Sicherheitsstufen. Erlauben Sie es für diese Seite, oder nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.",
  "damaged-kit": (name) =>
    `${name} in dieser Datei ist nicht, was ihr Inhaltsverzeichnis sagt: Die Datei wurde unterwegs geändert. Es wurde nichts gestartet. Bitten Sie noch einmal darum.`,
  stopped: () => "Angehalten.",
  receiver: (sentence) => sentence,
  source: (sentence) => `Die Stichprobe wurde geladen und kann nicht verwendet werden: ${sentence}`,
  label: (sentence) => `Die Stichprobe wurde geladen, aber ihre Zielspalte kann nicht verwendet werden: ${sentence}`,
};

/** With a network and without; see offline.js. */
export const network = {
  kept: "Diese Seite ist gespeichert und geht ohne Netz.",
  offline: "Sie sind ohne Netz. Nichts kann dieses Gerät verlassen, bis Sie sich wieder verbinden.",
  newer: "Eine neue Version dieser Seite liegt bereit. Sie gilt, sobald Sie alle ihre Fenster geschlossen haben.",
};

/** The frame in which a private file is read. */
export const vault = { title: "Der Tresor" };
