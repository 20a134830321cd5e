// German texts about a release: the model in it, the labels that corrected it, the public samples it was made of.
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

/** What a nonlinear model was chosen from. */
export const chosen = {
  bases,
  ways,
  underWeights: "das nach den Gewichten angepasste Modell",
  mixed: (own, rest) =>
    `${percent((100 - rest) / 100)} ${own} und ${percent(rest / 100)} das nach den Gewichten angepasste Modell`,
  corrected: (from) => `Das Modell: ${from}, berichtigt mit den bekannten Werten der privaten Zeilen.`,
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
    better: "Das herausgegebene Modell ist auf ihnen deutlich besser.",
    worse: "Das herausgegebene Modell ist auf ihnen deutlich schlechter: Verwenden Sie es nicht.",
    likely:
      "Dass das herausgegebene Modell auf ihnen besser ist, ist wahrscheinlich und nicht sicher: Die beiden Bereiche überschneiden sich.",
    none: "Ein Gewinn gegenüber dem öffentlichen Modell ist auf ihnen nicht zu sehen.",
  },
  short: {
    better: "Besser auf Ihren Zeilen mit bekanntem Wert",
    worse: "Schlechter auf Ihren Zeilen mit bekanntem Wert, verwenden Sie es nicht",
    likely: "Wahrscheinlich besser auf Ihren Zeilen mit bekanntem Wert",
    none: "Kein Gewinn gegenüber dem öffentlichen Modell zu sehen",
  },
  off: (after, before) => `: liegt ${rough(after)} daneben, vorher ${rough(before)}.`,
  rows: (rows, noise) =>
    `Etwa ${grouped(rows)} private Zeilen haben einen brauchbaren bekannten Wert (das Rauschen in dieser Zahl: ± ${grouped(noise)}).`,
  said: ({ of, base, corrected }, label) =>
    of === undefined
      ? `Auf ihnen liegt das öffentliche Modell bei ${label} typischerweise daneben um: ${within(base)}; das herausgegebene um: ${within(corrected)}.`
      : `Auf ihnen ist der mittlere quadratische Fehler der Wahrscheinlichkeit von „${of}“ beim öffentlichen Modell: ${within(base)}; beim herausgegebenen: ${within(corrected)}. 0 ist vollkommen, und ${plain(0.25)} hat, wer immer ${percent(0.5)} sagt.`,
  predicted: (label) => `die Vorhersage von ${label}`,
  probability: (of) => `die Wahrscheinlichkeit von „${of}“`,
  ownPrediction: "die eigene Vorhersage des öffentlichen Modells",
  ownProbability: (of) => `die eigene Wahrscheinlichkeit des öffentlichen Modells von „${of}“`,
  slope: (change, name) => `${change} für ${name}`,
  change: (what, change, slopes) =>
    `Die bekannten Werte ändern ${what} einer durchschnittlichen Zeile um ${change}${slopes.length > 0 ? `, und mit jeder Standardabweichung über dem Mittelwert zusätzlich um: ${slopes.join(", ")}` : ""}.`,
};
