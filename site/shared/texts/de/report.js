// The German texts of a report on a model.
import { grouped, percent, rough } from "../../numbers.js";

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
  rows: (labelled, unlabelled) =>
    `Etwa ${grouped(Math.round(labelled.value))} private Zeilen haben einen brauchbaren bekannten Wert${has(labelled, "low", "high") ? ` (${between(labelled, (value) => grouped(Math.round(value)))}, allein wegen des Rauschens)` : ""}, und etwa ${grouped(Math.round(unlabelled.value))} haben keinen.`,
  tooNoisy:
    "Das Rauschen ist zu groß, um zu sagen, wie gut das Modell ist: Sein Fehler hat kein Intervall. Mehr Zeilen oder ein größeres ε würden helfen.",
  main: {
    rmse(number, label) {
      const off = `Auf den privaten Zeilen mit bekanntem Wert liegt die Vorhersage von ${label} typischerweise daneben um`;
      if (!has(number, "high")) return `${off} mindestens ${rough(number.low)} (19 von 20 Mal).`;
      // An estimate that the noise could have made of next to nothing would be taken for more than it is.
      if (number.low < number.high / 4)
        return `${off} höchstens ${rough(number.high)} (19 von 20 Mal). Das Rauschen ist zu groß, um zu sagen, wie viel weniger es ist.`;
      return has(number, "value")
        ? `${off} ${rough(number.value)} (${between(number)}).`
        : `${off} ${rough(number.low)} bis ${rough(number.high)} (19 von 20 Mal).`;
    },
    auc: (number, _, classes) =>
      `Von zwei privaten Zeilen, einer der Klasse „${classes[1]}“ und einer der Klasse „${classes[0]}“, ordnet das Modell beide ${often(number, "der Fälle", "AUC; ")} richtig. Der Zufall allein kommt auf ${percent(0.5)}.`,
    accuracy: (number, label) =>
      `Das Modell sagt ${label} ${often(number, "der privaten Zeilen mit bekanntem Wert")} richtig voraus.`,
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
      ? `${percent(beyond.value)} der Zeilen liegen weiter daneben, als die Anzahlen zeigen können; die wahren Fehler sind also größer als jede Zahl hier.`
      : undefined,
  accuracy: (number) =>
    has(number, "value", "low", "high")
      ? `Das Modell sagt für ${percent(number.value)} der Zeilen die richtige Klasse voraus (${between(number, percent)}).`
      : undefined,

  names: {
    rmse: "typischer Fehler",
    mae: "mittlerer absoluter Fehler",
    bias: "mittlerer Fehler (Vorhersage − Wert)",
    r2: "Anteil der erklärten Varianz",
    beyond: "Anteil der Zeilen an den Enden der Zählung",
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
  fewRows: "zu wenige Zeilen",
  open: "keine Grenze",
  numbers: "Zahlen",
  everybody: "alle Zeilen",
  otherLevel: "keiner der Werte der Stichprobe",
  axis: { numbers: (label) => `in der Einheit von ${label}`, two: () => "Anteil", more: () => "Anteil" },
  errors: {
    title: "Wie gut das Modell auf den privaten Zeilen mit bekanntem Wert ist",
    help: "Berechnet aus verrauschten Anzahlen. Jeder Balken enthält den wahren Wert 19 von 20 Mal: Er berücksichtigt das Rauschen und dass die Zeilen eine Stichprobe sind.",
  },
  groups: {
    title: (measure, column) => `Für jeden Wert von „${column}“: ${measure}`,
    help: "Die Balken sind länger, wo es wenige Zeilen gibt. Zeilen, deren Wert die öffentliche Stichprobe nicht hat, stehen zusammen. Ein Wert mit zu wenigen Zeilen steht nur in der Tabelle.",
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
    help: "Eine Abweichung ist der Wert minus die Vorhersage. Jede Zeile zeigt die Abweichung, unter der dieser Anteil der Zeilen liegt.",
    row: (share) => `${percent(share)} der Zeilen`,
    head: "Darunter",
  },
  roc: {
    title: "Bei anderen Schwellen (ROC)",
    help: (second) =>
      `Jeder Punkt ist eine Schwelle für die Wahrscheinlichkeit von „${second}“. Darüber wird „${second}“ vorhergesagt. Nach oben: der Anteil seiner Zeilen, die gefunden werden. Nach rechts: der Anteil der Zeilen der anderen Klasse, die fälschlich dafür gehalten werden. Beide haben ihr Intervall. Der Zufall allein liegt auf der gestrichelten Linie.`,
    axes: { across: "fälschlich dafür gehalten", up: "gefunden" },
    row: percent,
    head: ["Ab der Wahrscheinlichkeit", "Gefunden", "Von", "Bis", "Fälschlich", "Von", "Bis"],
  },
  confusion: {
    title: "Welche Klassen womit verwechselt werden",
    help: "Anteile aller Zeilen mit bekanntem Wert, mit Rauschen geschätzt: Ein Anteil nahe 0 kann 0 sein.",
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
