// German texts of the section “Datenschutz-Budget”.
import { capital, grouped, moment, plain, threeDigits } from "../../../shared/numbers.js";

const atLeast = (value) => plain(threeDigits(value, Math.floor));
const atMost = (value) => plain(threeDigits(value, Math.ceil));
const runs = (n) => (n === 1 ? "1 Lauf" : `${grouped(n)} Läufen`);
const sentence = (message) => `${capital(message)}${/[.!?]$/.test(message) ? "" : "."}`;

/** The section “Datenschutz-Budget”. An account is as the ledger gives it. */
export const budget = {
  ownName: "Meine Daten",
  link: "Datenschutz-Budget",
  none: "–",

  // Behind the link.
  line: (account) => `: ${budget.spent(account)} ${budget.left(account)}`,
  lineOf: (name, account) => ` von „${name}“${budget.line(account)}`,
  lineBroken: ": nicht lesbar, deshalb würde ein Lauf auf Ihren eigenen Daten abgelehnt.",

  spent: ({ cap, spent }) =>
    spent.runs === 0
      ? `Von ε = ${plain(cap.epsilon)} ist noch nichts verbraucht.`
      : `ε = ${atMost(spent.epsilon)} von ${plain(cap.epsilon)} ist verbraucht, in ${runs(spent.runs)}.`,
  left: ({ cap, left }) =>
    threeDigits(left.epsilon, Math.floor) > 0
      ? `Der nächste Lauf passt, wenn sein ε höchstens ${atLeast(left.epsilon)} und sein δ höchstens ${plain(cap.delta)} ist.`
      : "Für einen weiteren Lauf ist nichts übrig.",
  bar: "Verbrauchter Anteil des Datenschutz-Budgets",
  notASum: (account) =>
    `Alle Läufe zählen zusammen, bei δ = ${plain(account.cap.delta)}. Das ergibt weniger als die Summe ihrer ε, deshalb ist mehr übrig, als Abziehen ergäbe.`,
  chooser: "Um wessen Daten geht es?",
  chosen: (name) => `Läufe in diesem Fenster werden jetzt auf „${name}“ verbucht.`,
  mayBeEvicted:
    "Ihr Browser hat nicht zugesagt, diesen Stand zu behalten, wenn der Speicher voll wird. Speichern Sie ab und zu eine Kopie.",

  history: (n) => `Verlauf (${grouped(n)})`,
  historyLabel: "Verlauf des Datenschutz-Budgets",
  historyHead: ["Zeit", "Was", "ε", "δ"],
  noHistory: "Noch keine Einträge.",
  time: moment,
  entry: (entry, interrupted) => {
    const price = { epsilon: plain(entry.epsilon ?? 0), delta: plain(entry.delta ?? 0) };
    switch (entry.kind) {
      case "charge":
        return {
          what: [
            interrupted ? "Lauf, unterbrochen: kein Ergebnis" : "Lauf",
            entry.about.from,
            entry.about.source?.slice(0, 8),
          ]
            .filter(Boolean)
            .join(" · "),
          ...price,
        };
      case "cap":
        return { what: "Grenze geändert auf", ...price };
      case "rename":
        return { what: `Umbenannt in „${entry.name}“` };
      case "open":
        return { what: `Eröffnet als „${entry.name}“, laut Erklärung über andere Personen` };
      case "reset":
        return { what: `Stand auf null gesetzt: „${entry.reason}“` };
    }
    return { what: entry.kind };
  },

  export: "Kopie des Verlaufs speichern",
  exportDamaged: "Kopie dessen speichern, was da ist",

  notCounted: "Beispieldaten: nicht angerechnet.",
  runsLeft: (left) => `Noch ${left === 1 ? "1 Lauf" : `${grouped(left)} Läufe`} übrig.`,
  booked: ({ epsilon, delta }, account) =>
    `Verbucht: ein Lauf mit ε = ${plain(epsilon)} und δ = ${plain(delta)}. Alle Läufe zusammen, bei δ = ${plain(account.cap.delta)}: ${budget.spent(account)}`,
  exhausted: ({ epsilon, delta }, account) =>
    `Dieser Lauf verlangt ε = ${plain(epsilon)} und δ = ${plain(delta)}, und das ginge über die Grenze Ihres Datenschutz-Budgets. ${budget.spent(account)} ${budget.left(account)} Wählen Sie ein kleineres ε, oder arbeiten Sie mit den Ergebnissen, die Sie haben. Die Grenze lässt sich unter „Datenschutz-Budget“ ändern; eine höhere schützt die Personen in den Daten weniger.`,
  /** What the ledger, the browser or a form has against it. */
  problem: (error) => {
    switch (error.code) {
      case "ledger-corrupt":
        return "Der Verlauf Ihres Datenschutz-Budgets ist beschädigt. Deshalb ist nicht bekannt, was verbraucht ist, und Läufe auf Ihren eigenen Daten werden abgelehnt. Im Abschnitt „Datenschutz-Budget“ können Sie eine Kopie dessen speichern, was da ist, und neu beginnen.";
      case "ledger-unavailable":
        return "Der Browser lässt diese Seite nichts speichern, deshalb kann kein Lauf verbucht werden, und nichts wird herausgegeben. Erlauben Sie es für diese Seite, schaffen Sie Platz, oder nehmen Sie ein gewöhnliches Fenster statt eines privaten.";
      case "bad-ledger-file":
        return "Diese Datei ist kein vollständiger, unveränderter Verlauf eines Datenschutz-Budgets. Es wurde nichts übernommen. Wählen Sie die Datei, die dort gespeichert wurde.";
      case "budget-exhausted":
        return "Das ginge über die Grenze Ihres Datenschutz-Budgets.";
      case "ledger-account":
        return `Das geht mit diesem Stand nicht (${error.message}). Ein Name hat 1 bis 64 sichtbare Zeichen und ist noch nicht vergeben; alle Läufe eines Standes schützen entweder Zeilen oder Personen.`;
      case undefined:
        return "Das Datenschutz-Budget ließ sich nicht verwenden, deshalb wird nichts herausgegeben. Laden Sie die Seite neu; wenn das nicht hilft, starten Sie den Browser neu.";
    }
    return sentence(error.message);
  },
  unconfirmed: "Setzen Sie oben das Häkchen, wenn Sie es so wollen.",
  noName: "Geben Sie einen Namen an.",

  import: {
    title: "Kopie eines anderen Verlaufs einlesen",
    intro:
      "Läufe über dieselben Personen, die ein anderer Browser, eine andere Datei oder ein anderes Programm verbucht hat, zählen dann auch hier. Was beide haben, zählt einmal.",
    file: "Ein dort gespeicherter Verlauf",
    none: "Wählen Sie die Datei.",
    button: "Einlesen",
    done: (added) =>
      added === 0
        ? "Darin war nichts Neues."
        : `${added === 1 ? "1 Eintrag wurde" : `${grouped(added)} Einträge wurden`} übernommen.`,
  },
  limit: {
    title: "Grenze ändern",
    intro: "Die Grenze gilt für alle Läufe zusammen. Ein Lauf darüber hinaus wird abgelehnt.",
    epsilon: "Grenze von ε",
    epsilonHelp: "3 ist die Voreinstellung. Kleiner schützt besser.",
    delta: "bei δ",
    deltaHelp: "1e-5 ist die Voreinstellung. Bleiben Sie weit unter eins geteilt durch die Zahl der Zeilen.",
    raise:
      "Das erhöht die Grenze. Alle Ergebnisse zusammen können dann mehr über jede Person in Ihren Daten verraten, als Sie bisher erlaubt haben, und ein späteres Senken nimmt das nicht zurück. Die Änderung bleibt im Verlauf.",
    consent: "Ich will, dass die Personen in den Daten weniger geschützt werden.",
    button: "Grenze setzen",
    badEpsilon: "Die Grenze von ε muss eine Zahl über 0 sein, zum Beispiel 3.",
    badDelta: "δ muss eine Zahl über 0 und unter 1 sein, zum Beispiel 1e-5.",
    done: ({ cap }) => `Die Grenze ist jetzt ε = ${plain(cap.epsilon)} bei δ = ${plain(cap.delta)}.`,
  },
  rename: {
    title: "Umbenennen",
    name: "Neuer Name",
    help: "Nur für Sie selbst. Was verbraucht ist, bleibt.",
    button: "Umbenennen",
    done: (name) => `Der Name ist jetzt „${name}“. Was verbraucht ist, bleibt.`,
  },
  other: {
    title: "Diese Daten handeln von anderen Personen",
    intro:
      "Ein Stand genügt für alle Ihre Daten über dieselben Personen, wie die Dateien auch heißen: Was über sie verraten wird, summiert sich. Ein zweiter Stand ist nur für Daten über ganz andere Personen richtig.",
    name: "Name des zweiten Standes",
    help: "Zum Beispiel „Zweigstelle Köln“. Nur für Sie selbst.",
    statement: "Ich erkläre, dass niemand aus diesen Daten auch in den bisher gezählten Daten ist.",
    unstated:
      "Ein zweiter Stand braucht diese Erklärung. Sind manche Personen in beiden, bleiben Sie bei dem Stand, den Sie haben.",
    button: "Zweiten Stand beginnen",
    done: (name) => `„${name}“ hat jetzt einen eigenen Stand. Läufe in diesem Fenster werden darauf verbucht.`,
  },
  reset: {
    title: "Stand auf null setzen",
    warning:
      "Das nimmt nichts zurück. Wer die früheren Ergebnisse hat, behält sie, und was sie und neue zusammen verraten, kann über Ihre Grenze gehen, ohne dass diese Seite es merkt. Richtig ist es nur, wenn die früheren Ergebnisse nie weitergegeben wurden und gelöscht sind. Der Verlauf behält alle früheren Einträge und diesen.",
    reason: "Ihr Grund",
    help: "Bleibt im Verlauf.",
    consent: "Ich habe das gelesen und will von null an zählen.",
    button: "Auf null setzen",
    noReason: "Geben Sie in wenigen Worten einen Grund an.",
    done: (name) => `„${name}“ zählt wieder von null. Der Verlauf hält das fest.`,
  },
  damaged: {
    title: "Neu beginnen",
    warning:
      "Was verbraucht ist, lässt sich nicht mehr feststellen. Ein neuer Stand beginnt bei null: Setzen Sie seine Grenze so niedrig, dass sie und der Verbrauch, an den Sie sich erinnern, in dem bleiben, was Sie erlauben.",
    consent: "Ich habe das gelesen und will einen neuen Stand.",
    button: "Den beschädigten Verlauf löschen und neu beginnen",
  },
  damagedReason: "Der Verlauf vor diesem Eintrag war beschädigt und wurde gelöscht.",
  startedAnew: "Ein neuer Stand hat bei null begonnen. Sein Verlauf sagt, warum.",
  changedElsewhere: "Ein anderer Tab hat den Verlauf inzwischen geändert; gelöscht wurde nichts.",
};
