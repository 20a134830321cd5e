// All German texts of the owner's page but the words in its markup. Those inside the vault are in
// jsbridge/vaultui/wording/de.json.
import { capital, grouped, list, moment, percent, plain, rough, size, threeDigits } from "../../../shared/numbers.js";

export * from "./page.js";

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
    deltaHelp:
      "1e-5 ist die Voreinstellung. Bleiben Sie weit unter eins geteilt durch die Zahl der Zeilen oder Personen.",
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

export const invitation = {
  // The first three are the vault's, which says them again where the request goes on.
  heading: (asker, title) =>
    asker
      ? `${asker} bittet um: ${title ?? "ein Ergebnis"}`
      : title
        ? `Sie werden gebeten um: ${title}`
        : "Worum Sie gebeten werden",
  unchecked: "Der Absender ist nicht geprüft.",
  stays: (what) => `Weitergegeben wird nur ${what}. Ihre Datei bleibt hier.`,
  leaves: {
    model: "eine Modelldatei",
    weights: "eine Liste mit Gewichten der öffentlichen Zeilen",
    moments: "eine verrauschte Tabelle von Mittelwerten und Produkten",
    report: "ein Bericht über ein Modell",
  },
  intro:
    "Der Link, der Sie hierher geführt hat, sagt Folgendes. Geschrieben hat es, wer den Link gemacht hat; niemand hat es geprüft, und noch wurde nichts geladen.",
  asker: "Anfrage von",
  nobody: "nicht angegeben",
  sample: (place, count) => (count > 1 ? `Öffentliche Stichprobe ${place} von ${count}` : "Öffentliche Stichprobe"),
  label: "Vorherzusagende Spalte",
  sha256: "SHA-256",
  noHash: "nicht angegeben, die Datei könnte also ausgetauscht werden",
  epsilon: "Datenschutz (ε)",
  range: ({ min, max, suggested }) =>
    [
      suggested !== undefined && `${plain(suggested)} vorgeschlagen`,
      min !== undefined && `mindestens ${plain(min)}`,
      max !== undefined && `höchstens ${plain(max)}`,
    ]
      .filter(Boolean)
      .join(", ") || "bleibt Ihnen überlassen",
  epsilonHelp: "Sie entscheiden; auch Ihre eigene Grenze gilt",
  kind: "Worum gebeten wird",
  baseFile: "Datei des Modells",
  kinds: {
    model: "ein Modell",
    weights: "Gewichte",
    moments: "Momente",
    report: "einen Bericht: wie gut ein festes Modell auf Ihren Zeilen ist",
  },
  model: "Modell, das beurteilt wird",
  publicModel: "das Modell, das allein auf der öffentlichen Stichprobe ausgewählt und angepasst wird",
  publicModelHelp: "der Tresor passt es an",
  neededLabels: (label) => `werden gebraucht, in der Spalte „${label}“`,
  measured:
    "damit wird das Modell verglichen; nach außen gehen verrauschte Anzahlen seiner Fehler, und an Ihre Daten wird nichts angepasst",
  groupBy: "Auch für jeden Wert von",
  reading: {
    ignore: "Spalten der Stichprobe, die weggelassen werden",
    dateOrder: "Reihenfolge in Daten",
  },
  unit: "Wer geschützt wird: die Personen in der Spalte",
  rows: "Zeilen Ihrer Datei",
  rowsRange: (least, most) => [least && `mindestens ${least}`, most && `höchstens ${most}`].filter(Boolean).join(", "),
  unitHelp: "eine Spalte Ihrer Datei; alle Zeilen einer Person zählen als eine",
  anyKind: "ein Ergebnis Ihrer Wahl",
  labels: "Bekannte Werte in Ihrer Datei",
  /** What the link asks of the labels, by the kind of result; without one the owner chooses it. */
  labelsAsked: (labels, release = "", base) =>
    ({
      wish: {
        "": "dürfen ein Modell berichtigen oder in die Momente eingehen",
        model: "dürfen das Modell berichtigen",
      },
      required: {
        "": "sollen ein Modell berichtigen oder in die Momente eingehen; ein anderes Ergebnis wird nicht angenommen",
        model: "sollen das Modell berichtigen; ein anderes Ergebnis wird nicht angenommen",
        moments: `sollen in die Momente eingehen, verglichen mit einem öffentlichen Modell${base ? ` (${base})` : ""}; ein anderes Ergebnis wird nicht angenommen`,
      },
    })[labels][release],
  labelsHelp: "Sie entscheiden; verwendet werden sie nur, wenn Sie es wählen",
  reply: "Das Ergebnis darf gehen an",
  noReply: "von selbst nirgendwohin; Sie können es speichern",
  replyHelp: (host) => `${host}, nachdem Sie es bestätigt haben`,
  asks: (host, hasCode) =>
    `Diese Seite fragt auch ${host}, ob dort noch ein Ergebnis angenommen wird${hasCode ? ", mit dem Einmalcode aus dem Link" : ""}.`,
  most: (epsilon) => `Erbeten ist ein ε von höchstens ${plain(epsilon)}.`,
  loads: (hosts) => `Lädt eine öffentliche Stichprobe von ${list(hosts)}.`,
  details: "Einzelheiten",
  load: "Öffnen",
  broken: "Dieser Link ist keine gültige Anfrage",
  brokenIntro: "Nichts davon wird verwendet:",
  brokenHelp: "Bitten Sie den Absender um einen neuen Link, oder geben Sie die Adresse der Stichprobe selbst ein.",
};

/** What the receiver answers before anything is spent. */
export const receiver = {
  open: (host, expires) => `${host} sagt, dass die Anfrage offen ist${expires ? ` bis ${moment(expires)}` : ""}.`,
  silent: (host) => `${host} lässt sich nicht vorab fragen, ob das Ergebnis angenommen wird.`,
  refused: (host, reason) =>
    `${host} nimmt auf diese Anfrage kein Ergebnis an. Die Antwort: „${reason}“. Es wurde nichts geladen und nichts verbraucht. Bitten Sie den Absender um einen neuen Link.`,
};

const tasks = {
  abalone_adult_to_infant: "Seeohren, erwachsen → jung",
  adult_private_to_others: "Einkommen, Privatwirtschaft → übrige",
  airfoil_tilt: "Lärm von Tragflächen, geneigt",
  autompg_us_to_abroad: "Autos, USA → Ausland",
  bankmarketing_drift: "Bankwerbung, später",
  beijing_pm25_years: "Luft in Peking, später",
  bikehour_springautumn_to_summer: "Leihräder, → Sommer",
  calhousing_ratio_inland_to_coast: "Häuser, Inland → Küste",
  communities_nonsouth_to_south: "Gemeinden, übrige → Süden",
  german_credit_older_to_younger: "Kredite, älter → jünger",
  insurance_north_to_south: "Versicherung, Norden → Süden",
  powerplant_tilt_hot: "Kraftwerk, → heiße Tage",
  puma8fh_to_puma8nh: "Roboterarm, eng → weit",
  puma8nm_to_puma8fm: "Roboterarm, weit → eng",
  telco_nonsenior_to_senior: "Telefon, übrige → Ältere",
  wine_red_to_white: "Wein, rot → weiß",
  wine_white_to_red: "Wein, weiß → rot",
};

/** What `make evaluate` has measured; the numbers come from its report. */
export const evaluation = {
  name: ({ task }) => tasks[task] ?? task,
  task: (task) => `${evaluation.name(task)} (${grouped(task.rows)} Zeilen)`,
  measured: (tasks, repetitions, delta) =>
    `Gemessen an ${tasks} echten Aufgaben, deren private Werte bekannt sind, mit je ${repetitions} Läufen bei δ = ${plain(delta)}, an privaten Zeilen, die kein Lauf gesehen hat. Jeder Fehler wird mit dem Fehler des besten Modells der öffentlichen Stichprobe allein verglichen.`,
  means: (mean) =>
    `Ohne private Werte hat das freigegebene Modell ${percent(mean("blend", 1))} dieses Fehlers bei ε = 1 und ${percent(mean("blend", 0.1))} bei ε = ${plain(0.1)}, im geometrischen Mittel der Aufgaben. Mit privaten Werten sind es ${percent(mean("labels", 1))} und ${percent(mean("labels", 0.1))}.`,
  title: "Wie groß die Fehler sind",
  help: "100 heißt so gut wie die öffentliche Stichprobe allein, weniger ist besser. Alles bei ε = 1.",
  axis: "Fehler in % des öffentlichen Modells",
  blend: "ohne private Werte",
  labels: "durch private Werte berichtigt",
  column: (method, epsilon) => `${method === "labels" ? "mit Werten, " : ""}ε = ${plain(epsilon)}`,
  head: "Aufgabe",
  harmed: (names, most) =>
    `Es kann auch schaden: Ohne private Werte ${names.length > 1 ? "werden" : "wird"} ${list(names)} schlechter vorhergesagt als von der öffentlichen Stichprobe allein, um bis zu ${percent(most)}. Dort haben ähnliche Zeilen in den privaten Daten andere Werte, und kein Verfahren, das diese Werte nicht sieht, kann es bemerken. Vergleichen Sie ein Ergebnis deshalb mit ein paar bekannten Werten, bevor sich jemand darauf verlässt.`,
  anew: "Der Befehl „make evaluate“ misst das alles neu.",
};

export const help = {
  glossary: "Wörter auf dieser Seite",
  troubles: "Wenn etwas schiefgeht",
};

/** Each term with one sentence. */
export const glossary = [
  [
    "Öffentliche Stichprobe",
    "Eine Tabelle, die jeder sehen darf, mit den bekannten Werten der Zielspalte, an der man ein Modell anpassen kann.",
  ],
  [
    "Zielspalte",
    "Die Spalte, die ein Modell vorhersagen soll; ihre Einträge heißen bekannte Werte. In der privaten Datei braucht sie nur ein Bericht.",
  ],
  [
    "Tresor",
    "Ein abgeschlossener Rahmen in dieser Seite, der Ihre Datei liest; die Regeln des Browsers verbieten ihm jede Verbindung.",
  ],
  [
    "Differential Privacy",
    "Die Zusage, dass ein Ergebnis fast gleich aussähe, wenn eine Zeile Ihrer Datei eine andere wäre, oder alle Zeilen einer Person, wo Personen geschützt werden, sodass niemand daraus ablesen kann, was darin steht.",
  ],
  [
    "Epsilon (ε)",
    "Wie viel ein Ergebnis über irgendeine Zeile oder Person verraten kann: je kleiner, desto sicherer und ungenauer.",
  ],
  ["Delta (δ)", "Eine sehr kleine Wahrscheinlichkeit, mit der die Zusage von ε versagen kann."],
  ["Datenschutz-Budget", "Was alle Ergebnisse zusammen verraten dürfen; Ihr Browser zählt mit und lehnt mehr ab."],
  [
    "Rauschen",
    "Zufallszahlen, die absichtlich addiert werden, damit keine einzelne Zeile oder Person zu erkennen ist.",
  ],
  [
    "Verfahren",
    "Die Stelle, an der das Rauschen hineinkommt: einmal in eine Tabelle von Mittelwerten, oder in jede Runde der Suche nach Gewichten.",
  ],
  [
    "Zweites Moment",
    "Die Tabelle der Mittelwerte aller Produkte zweier Spalten; das Einzige, was das voreingestellte Verfahren aus Ihren Zeilen nimmt.",
  ],
  [
    "Kalibrierung",
    "Ob das Rauschen so klein ist, wie die Zusage erlaubt (eng), oder so groß wie im veröffentlichten Artikel.",
  ],
  [
    "Runden (K)",
    "Wie oft die Gewichte verbessert werden; kommt in jeder Runde Rauschen dazu, bedeuten mehr Runden mehr Rauschen in jeder.",
  ],
  [
    "Radius (r)",
    "Wie weit eine Zeile vom Mittel der Stichprobe entfernt sein darf, bevor sie gekürzt wird; das begrenzt, was eine Zeile oder Person bewirken kann.",
  ],
  [
    "Gewichte",
    "Eine Zahl je öffentlicher Zeile: wie viel sie zählt, damit die gewichtete Stichprobe Ihrer Datei ähnelt.",
  ],
  ["Effektiver Umfang", "Wie viele gleich zählende Zeilen so viel wert wären wie die gewichteten."],
  [
    "Abstand (Diskrepanz)",
    "Wie weit zwei Tabellen in Mittelwerten und Produkten der Spalten auseinanderliegen; 0 heißt gleich.",
  ],
  ["Standardabweichung", "Der übliche Abstand eines Wertes vom Mittelwert seiner Spalte."],
  [
    "Vorhersage vor dem Lauf",
    "Was das Rauschen zulassen wird, berechnet aus öffentlichen Zahlen und der Zahl der Zeilen oder Personen, die Sie angeben, bevor Ihre Datei geöffnet wird.",
  ],
  ["Lineares Modell", "Eine Regel, die mit einer gewichteten Summe der Spalten vorhersagt und mit nichts sonst."],
  [
    "Typischer Fehler",
    "Wie weit Vorhersagen etwa danebenliegen, in der Einheit der Zielspalte: die Wurzel des mittleren quadratischen Fehlers.",
  ],
  ["Koeffizient", "Die Zahl, mit der ein lineares Modell eine Spalte malnimmt."],
  ["Achsenabschnitt", "Was ein lineares Modell vorhersagt, wenn alle Spalten 0 sind."],
  [
    "Momente",
    "Eine verrauschte Tabelle von Mittelwerten und Produkten Ihrer Spalten, aus der sich Gewichte und Modelle berechnen lassen.",
  ],
  [
    "Bericht über ein Modell",
    "Verrauschte Anzahlen, die sagen, wie gut ein festes Modell ist, wo private Werte bekannt sind, und aus denen Zahlen mit Intervallen berechnet werden.",
  ],
  ["Ergebnis", "Das Einzige, was den Tresor verlässt, zusammen mit seinem Zertifikat."],
  [
    "Zertifikat",
    "Alle öffentlichen Zahlen, aus denen jeder nachrechnen kann, wie viel Datenschutz ein Ergebnis gekostet hat.",
  ],
  ["SHA-256", "Ein Fingerabdruck einer Datei: derselbe Fingerabdruck heißt dieselbe Datei, bis zum letzten Zeichen."],
  ["CORS", "Die Erlaubnis eines Servers an Seiten von anderswo, seine Dateien zu lesen oder ihm etwas zu senden."],
];

/** Each trouble with what to do. */
export const troubles = [
  [
    "Die Stichprobe lässt sich nicht lesen.",
    "Öffnen Sie ihre Adresse in einem anderen Fenster. Wird sie dort heruntergeladen, erlaubt ihr Server anderen Seiten das Lesen nicht (CORS): Bitten Sie den Herausgeber darum. Sonst ist die Adresse oder die Verbindung falsch.",
  ],
  [
    "Der Tresor sagt, dass die Stichprobe nicht verwendet werden kann.",
    "Die Meldung nennt Zeile und Spalte. Die Stichprobe müssen nicht Sie berichtigen: Schicken Sie die Meldung dem Herausgeber, oder prüfen Sie den Namen der Zielspalte.",
  ],
  [
    "Der Tresor sagt, dass meine Datei nicht gelesen werden kann.",
    "Speichern Sie sie als CSV in UTF-8, mit den Spaltennamen in der ersten Zeile. Vergleichen Sie dann die Namen mit denen der Anfrage. Nichts hat den Tresor verlassen.",
  ],
  [
    "Viele Zellen wurden ersetzt, oder alle Zeilen gekürzt.",
    "Ihre Spalten haben wahrscheinlich andere Einheiten oder eine andere Schreibweise von Zahlen als die Stichprobe. Halten Sie an, bringen Sie die Datei in dieselben Einheiten, und wählen Sie sie noch einmal. Anhalten kostet nichts.",
  ],
  [
    "Die Vorhersage sagt, dass das Rauschen zu groß ist.",
    "Mehr Zeilen, weniger Spalten in der Stichprobe oder ein größeres ε würden helfen. Ohne sie wäre das Ergebnis das der öffentlichen Stichprobe; ein Lauf lohnt sich dann kaum.",
  ],
  [
    "Der Lauf wurde wegen des Datenschutz-Budgets abgelehnt.",
    "Wählen Sie ein kleineres ε, oder arbeiten Sie mit den Ergebnissen, die Sie haben. Der Abschnitt „Datenschutz-Budget“ zeigt, was wofür verbraucht wurde.",
  ],
  [
    "Ein Lauf dauert zu lange, oder nichts bewegt sich.",
    "Drücken Sie „Abbrechen“; das Formular ist sofort wieder bereit, und der Lauf bleibt angerechnet. Wenn nicht, laden Sie die Stichprobe neu: Das öffnet einen neuen Tresor.",
  ],
  [
    "Der Rahmen ist leer oder sagt, dass darin etwas schiefging.",
    "Laden Sie diese Seite in einem aktuellen Chrome, Firefox, Edge oder Safari neu, ohne Erweiterungen, die Seiten verändern, und laden Sie die Stichprobe noch einmal.",
  ],
  [
    "Das Ergebnis ließ sich nicht senden.",
    "Speichern Sie es, und geben Sie es dem Empfänger per Mail oder auf anderem Weg. Es ist dieselbe Datei.",
  ],
  [
    "Ich habe die Seite geschlossen, bevor ich das Ergebnis gespeichert hatte.",
    "Das Ergebnis bleibt in diesem Browser, bis Sie es speichern oder verwerfen: Öffnen Sie die Seite noch einmal, dann bietet sie es an.",
  ],
];

/** A small probability as people say it: about one in 1,000,000. */
const chance = (p) => `einem von ${grouped(Number((1 / p).toPrecision(3)))} Fällen`;

export const kinds = {
  model: "Ein Modell",
  weights: "Gewichte für die öffentlichen Zeilen",
  moments: "Momente der privaten Spalten",
  report: "Ein Bericht über ein Modell",
};

const mechanisms = {
  moment:
    "Das Rauschen wurde einmal addiert, zu einer Tabelle von Mittelwerten der privaten Spalten. Alles danach wird aus der verrauschten Tabelle berechnet.",
  selection: "Das Rauschen wurde in jeder Runde der Suche nach Gewichten addiert.",
  gradient: "Das Rauschen wurde in jedem Schritt der Suche nach Gewichten addiert.",
  tally:
    "Das Rauschen wurde einmal zu Anzahlen aus den privaten Daten addiert. Alle Zahlen und Intervalle werden aus den verrauschten Anzahlen berechnet.",
};

export const result = {
  guarantee: (c) =>
    `Was immer jemand über eine ${c.unit === "person" ? "Person in der" : "Zeile der"} privaten Datei vermutet: Dieses Ergebnis ändert die Chancen höchstens um den Faktor ${rough(Math.exp(c.epsilon))}, außer in etwa ${chance(c.delta)} (ε = ${plain(c.epsilon)}, δ = ${plain(c.delta)}).`,
  rows: ({ n, rowsEstimate, unit }) => {
    const who = unit === "person" ? "Personen" : "private Zeilen";
    return n === undefined
      ? `Etwa ${grouped(Math.round(rowsEstimate))} ${who} waren beteiligt; wie viele genau, bleibt privat.`
      : `${grouped(n)} ${who} waren beteiligt. Ihre Zahl ist öffentlich.`;
  },
  mechanism: (c) => mechanisms[c.mechanism] ?? `Das Verfahren war „${c.mechanism}“.`,
  late: "Die Einstellungen wurden geändert, nachdem ein Bericht über die private Datei zu sehen war. Für diese Wahl gilt die Garantie nicht.",
  verified: (v) => `Datenschutz bestätigt: ε = ${plain(v.epsilon)} bei δ = ${plain(v.delta)}.`,
  unverified: "Das Zertifikat wurde nicht bestätigt. Verlassen Sie sich nicht darauf.",
  score: (before, after) =>
    `Bei diesen erfundenen Daten sind die wahren Preise der privaten Zeilen bekannt. Typischer Fehler ohne Anpassung: ${plain(before)}. Mit dem herausgegebenen Modell: ${plain(after)}.`,
  scoreOfWeights: (before, after, kept) =>
    `Bei diesen erfundenen Daten sind die wahren Preise der privaten Zeilen bekannt. Typischer Fehler eines linearen Modells ohne Anpassung: ${plain(before)}. Mit den herausgegebenen Gewichten: ${plain(after)}.${kept ? " Das öffentliche Modell ist keine Gerade, sondern eine Mischung von Kurven, die hier keine Gewichte braucht." : ""}`,
  unreadable: "Der Tresor hat etwas herausgegeben, das kein Ergebnis dieses Programms ist. Es wird nicht gezeigt.",

  inWords: "Was es bedeutet, in Worten",
  numbers: "Weitere Diagramme, und die herausgegebenen Zahlen",
  promise: "Was zugesagt war",
  intercept: "(Achsenabschnitt)",
  column: "Spalte",
  coefficient: "Koeffizient",
  before: "Alle Zeilen gleich",
  after: "Angepasst",
  // For a model of the columns themselves, and for one of features that are computed from them.
  coefficientsHelp:
    "Eine Vorhersage ist der Achsenabschnitt plus der Wert jeder Spalte, in ihrer eigenen Einheit, mal ihr Koeffizient. Eine Kategorie zählt 1, wo sie zutrifft, und sonst 0. Hier gerundet; die Datei hat alle Ziffern.",
  featuresHelp:
    "Eine Vorhersage ist der Achsenabschnitt plus jedes Merkmal mal seinen Koeffizienten. Merkmale werden aus den Spalten berechnet, wie das Ergebnis es beschreibt („features“ in seiner Herkunft), deshalb haben diese Zahlen nicht die Einheiten der Spalten. Hier gerundet; die Datei hat alle Ziffern.",
  limited: ([least, most]) =>
    `Vorhersagen unter ${rough(least)} oder über ${rough(most)}, dem kleinsten und dem größten Wert der öffentlichen Stichprobe, werden auf diese gesetzt.`,
  momentsHelp: "Mittelwerte von Produkten der standardisierten Spalten, mit Rauschen.",
  cut: (shown, all) => `Gezeigt sind die ersten ${grouped(shown)} von ${grouped(all)}. Alle stehen in der Datei.`,

  leavesHelp:
    "Nach außen geht nur das Ergebnis, und nur, wenn Sie es weitergeben: Bisher ist es allein in diesem Browser. Ihre private Datei, der Bericht darüber und die Diagramme bleiben bei Ihnen.",
  analyst: "Einzelheiten für Fachleute",
  print: "Drucken",
  apply: "Anwenden",
  downloadRelease: "Datei speichern",
  downloadWeights: "Gewichte speichern (CSV)",
};

/** A result that is paid for and not yet saved. */
export const kept = {
  name: (one) => [one.name, moment(one.time)].filter(Boolean).join(", "),
  waits: (name) => `Ein Ergebnis liegt hier, bis Sie es speichern: ${name}.`,
  show: "Zeigen",
  drop: "Verwerfen …",
  sure: (name) => `Ja, das Ergebnis „${name}“ verwerfen`,
};

/** What the numbers mean: each function gives a sentence. */
export const words = {
  /** What was bought, in one line. */
  verdict: {
    same: "Das ist das öffentliche Modell: Ein Unterschied über das Rauschen hinaus war nicht zu finden. Seine Vorhersagen sind von Lauf zu Lauf dieselben.",
    kept: "Das ist das öffentliche Modell: Es an Ihre Daten anzupassen, brachte keine messbare Verbesserung. Seine Vorhersagen sind von Lauf zu Lauf dieselben.",
    mostly: (share) => `${percent(share)} davon sind das öffentliche Modell.`,
    differ:
      "Ihre Daten weichen ab, und das Ergebnis folgt ihnen. Ohne bekannte Werte kann noch niemand sagen, wie gut es ist.",
    maybe:
      "Ihre Daten weichen vielleicht ab, und das Ergebnis folgt dem, was aus dem Rauschen herausragt. Ohne bekannte Werte kann noch niemand sagen, wie gut es ist.",
    blind:
      "Dieses Verfahren misst keinen Unterschied, und ohne bekannte Werte kann noch niemand sagen, wie gut es ist.",
    doubtful:
      "Es sind zu wenige bekannte Werte, um sie vom Rauschen zu unterscheiden. Niemand kann sagen, ob sie das Modell berichtigt haben. Nehmen Sie das öffentliche Modell, oder geben Sie mehr bekannte Werte.",
    labels: "Ihre bekannten Werte haben das Modell berichtigt. Wie weit es danebenliegt, steht unter den Einzelheiten.",
    moments: "Mittelwerte und Produkte Ihrer Spalten, mit Rauschen. Daraus lässt sich ein Modell machen.",
  },
  differs: (list) => `Was abweicht: ${list.join(" · ")}`,
  average: (name, there, here) => `${name} ${there} statt ${here}`,
  apart: (d, radius) =>
    `Die privaten Daten weichen von der öffentlichen Stichprobe ab: Ihr Abstand wird auf ${rough(d.uniform)} geschätzt; das sind ${percent(d.uniform / radius ** 2)} des größtmöglichen und das ${rough(d.uniform / d.noise)}-Fache dessen, was das Rauschen allein erklären könnte.`,
  close: (d) =>
    `Der Abstand der privaten Daten von der öffentlichen Stichprobe wird auf ${rough(d.uniform)} geschätzt. Das Rauschen allein kann ${rough(d.noise)} erreichen, sie können also gleich sein.`,
  aside:
    "Bei diesem ε und diesem Umfang der privaten Daten würde das Rauschen allein den verbleibenden Abstand erklären: Es gibt keinen Beleg, dass die privaten Daten von der öffentlichen Stichprobe abweichen. Deshalb zählen alle öffentlichen Zeilen gleich, und das Ergebnis ist das der öffentlichen Stichprobe. Ein größeres ε oder mehr private Daten würden mehr sagen.",
  asideLabels:
    "Bei diesem ε und diesem Umfang der privaten Daten würde das Rauschen allein den verbleibenden Abstand erklären: Es gibt keinen Beleg, dass die Spalten der privaten Daten von denen der öffentlichen Stichprobe abweichen. Deshalb zählen alle öffentlichen Zeilen gleich, und geändert haben nur die bekannten Werte etwas.",
  unmeasured:
    "Dieses Verfahren misst nicht, wie verschieden die privaten Daten sind. Deshalb lässt sich nicht sagen, wie viel die Gewichte geholfen haben.",
  columns: (shifts) =>
    `Die Mittelwerte weichen am meisten ab in ${list(shifts.map(({ name, by }) => `${name} (${rough(Math.abs(by))} ${by > 0 ? "höher" : "niedriger"})`))}, gezählt in Standardabweichungen der Stichprobe.`,
  helped: (d) =>
    d.weighted < d.uniform
      ? `Die Gewichte verringern den Abstand auf ${rough(d.weighted)}, um ${percent(1 - d.weighted / d.uniform)}.`
      : "Ein Teil des Unterschieds ragt aus dem Rauschen heraus, und die Gewichte folgen diesem Teil. Der Abstand als Ganzes ist zu verrauscht, um es zu zeigen.",
  sure: (d) =>
    `Wie sicher ist das? Mit einer Wahrscheinlichkeit von ${percent(d.confidence)} verschiebt das Rauschen jeden der beiden Abstände um höchstens ${rough(d.noise)}. Der wahre Abstand lag also zwischen ${rough(Math.max(0, d.uniform - d.noise))} und ${rough(d.uniform + d.noise)}, und mit den Gewichten ist er höchstens ${rough(d.weighted + d.noise)}${
      d.weighted + d.noise < d.uniform - d.noise
        ? "; sie helfen also."
        : ". Dass sie helfen, ist wahrscheinlich und nicht sicher."
    }`,
  effective: (size, m) =>
    `Das Ergebnis stützt sich auf so viel wie ${grouped(Math.round(size))} der ${grouped(m)} öffentlichen Zeilen (effektiver Umfang).`,

  caution: "Wann Sie es nicht verwenden sollten",
  clipped:
    "Die Fehler sind auf Zeilen geschätzt, die gekürzt wurden, wo sie weit von der öffentlichen Stichprobe weg liegen. Was das den Fehlern nimmt, ist wieder addiert, soweit die öffentliche Stichprobe es zeigt. Sind Ihre Zeilen der Stichprobe ganz unähnlich, können die wahren Fehler noch größer sein.",
  fewRows: (size, columns) =>
    `Es stützt sich auf so viel wie nur ${grouped(Math.round(size))} Zeilen für ${grouped(columns)} Koeffizienten: Es kann vom Zufall geprägt sein. Seien Sie mit einzelnen Vorhersagen vorsichtig.`,
  fewRowsNonlinear: (size) =>
    `Es stützt sich auf so viel wie nur ${grouped(Math.round(size))} Zeilen, und ein nichtlineares Modell braucht viele: Es kann vom Zufall geprägt sein. Seien Sie mit einzelnen Vorhersagen vorsichtig.`,
  remains: (d) =>
    `Ein Abstand von mindestens ${rough(d.weighted - d.noise)} bleibt: Die öffentliche Stichprobe hat zu wenige Zeilen wie die privaten. Wo sie keine hat, ist das Ergebnis geraten.`,
  report:
    "Die Intervalle gelten jedes für sich: Von zwanzig Zahlen kann eine außerhalb liegen. Sie sagen, wie gut das Modell auf Zeilen wie denen der Datei ist; für andere oder spätere Zeilen kann es besser oder schlechter sein.",
  labels:
    "Gewichte gleichen Unterschiede in den Spalten aus, nicht in den Werten der Zielspalte. Haben ähnliche Zeilen in den privaten Daten andere Werte (seither gestiegene Preise, eine andere Messung), kann kein Verfahren ohne bekannte Werte das bemerken. Vergleichen Sie das Ergebnis mit ein paar bekannten Werten, bevor sich jemand darauf verlässt.",
};

export const plots = {
  labels: {
    title: "Wie weit die Vorhersagen danebenliegen, wo der Wert bekannt ist",
    help: (classes) =>
      `Geschätzt aus dem verrauschten Ergebnis: Die Balken enthalten 19 von 20 Mal den wahren ${classes ? "mittleren quadratischen Fehler der Wahrscheinlichkeit" : "typischen Fehler (die Wurzel des mittleren quadratischen Fehlers)"}. Sie berücksichtigen das Rauschen, dass die Daten eine Stichprobe sind, und was das Kürzen verdeckt. Ein Balken ohne Zeichen ist ein Fehler, den das Rauschen verdeckt. Je kleiner, desto besser.`,
    axis: (label, classes) =>
      classes ? "mittlerer quadratischer Fehler einer Wahrscheinlichkeit" : `typischer Fehler, Einheit von ${label}`,
    marks: { source: "öffentliches Modell", weighted: "herausgegebenes Modell" },
    rows: (of) =>
      of === undefined
        ? ["öffentliches Modell", "herausgegebenes Modell"]
        : [`„${of}“, öffentliches Modell`, `„${of}“, herausgegebenes Modell`],
    head: ["Modell", "Schätzung", "Von", "Bis"],
    hidden: "vom Rauschen verdeckt",
    open: "keine Grenze",
  },
  shift: {
    title: "Wo Ihre Daten abweichen",
    help: "Mittelwerte der Spalten in ihrer Einheit; im Diagramm stehen sie in Standardabweichungen der öffentlichen Stichprobe. Die Balken darin sind zwei Standardabweichungen des Rauschens. Allein aus der verrauschten Tabelle berechnet.",
    helpNoTarget:
      "Mittelwerte der Spalten, in Standardabweichungen der öffentlichen Stichprobe. Dieses Verfahren misst die der privaten Daten nicht.",
    row: (name, here, there) => `${name} ${here} → ${there}`,
    axis: "Standardabweichungen",
    marks: { source: "öffentliche Stichprobe", target: "Ihre Daten", weighted: "gewichtete Stichprobe" },
  },
  weights: {
    title: "Welche öffentlichen Zeilen zählen",
    help: (shown, effective, all) =>
      `Gewichte der ${shown} am meisten genutzten Zeilen der Stichprobe, als Vielfaches eines gleichen Anteils. Zeile 1 ist die erste nach der Kopfzeile. Alle Gewichte zusammen sind so viel wert wie ${grouped(Math.round(effective))} von ${grouped(all)} gleich zählenden Zeilen.`,
    even: "Alle öffentlichen Zeilen zählen gleich.",
    axis: "mal ein gleicher Anteil",
    row: (row) => `Zeile ${grouped(row)}`,
    marks: { weighted: "Gewicht" },
  },
  coefficients: {
    title: "Das Modell vorher und nachher",
    help: "Wirkung auf die Vorhersage, wenn eine Spalte um eine Standardabweichung der Stichprobe steigt, mit allen öffentlichen Zeilen gleich und angepasst.",
    axis: (label) => `Änderung von ${label}`,
    marks: { source: "alle Zeilen gleich", weighted: "angepasst" },
  },
  candidates: {
    title: "Die verglichenen Modelle",
    help: (classes) =>
      `Jedes wurde an einen Teil der öffentlichen Stichprobe angepasst und auf dem Rest erprobt, mit den herausgegebenen Gewichten und mit allen Zeilen gleich. Von jeder Art ist die beste Anpassung gezeichnet. Je kleiner der ${classes ? "Verlust" : "Fehler"}, desto besser. Das herausgegebene Modell stammt aus diesem Vergleich, ohne Verbrauch von Datenschutz.`,
    axis: (label, classes) =>
      classes ? "mittlere negative Log-Wahrscheinlichkeit der wahren Klasse" : `typischer Fehler von ${label}`,
    marks: { source: "alle Zeilen gleich", weighted: "gewichtete Stichprobe" },
  },
  importance: {
    title: "Auf welche Spalten das Modell schaut",
    help: "Der Anteil der Unterschiede zwischen Vorhersagen, der die Spalte braucht. Wo Spalten zusammenwirken, ergeben die Anteile mehr als 1, und einer kann über 1 liegen.",
    axis: "Anteil der Varianz",
    marks: { weighted: "Wichtigkeit" },
  },
  curve: {
    title: (column) => `Wie die Vorhersage von „${column}“ abhängt`,
    help: "Die mittlere Vorhersage, wenn alle Zeilen diesen Wert hätten.",
    axis: (label, classes) =>
      classes ? `Wahrscheinlichkeit, dass ${label} „${classes[1]}“ ist` : `Vorhersage von ${label}`,
    marks: { weighted: "mittlere Vorhersage" },
  },
  numbers: "Zahlen",
  cut: (shown, all) => `Gezeichnet sind die ${grouped(shown)} von ${grouped(all)}, die am meisten abweichen.`,
  name: "Name",
};

export const send = {
  title: (host) => `An ${host} senden`,
  start: (host) => `An ${host} senden …`,
  what: (bytes, address) => `Damit wird das Ergebnis, genau der gezeigte Text (${bytes}), an ${address} gesendet.`,
  token: "Der Einmalcode aus dem Link geht mit, damit der Empfänger weiß, auf welche Anfrage es antwortet.",
  who: (host) =>
    `Der Betreiber von ${host} kann es für immer behalten und erfährt Ihre Netzadresse. Niemand hat geprüft, wer das ist: Machen Sie nur weiter, wenn Sie diese Adresse kennen. Sonst wird nichts gesendet.`,
  confirm: (host) => `Ja, an ${host} senden`,
  cancel: "Nicht senden",
  sending: "Wird gesendet …",
  sent: (host) => `Gesendet. ${host} hat es angenommen.`,
  problems: {
    offline: () =>
      "Sie sind ohne Netz, deshalb wurde nichts gesendet. Verbinden Sie sich, und versuchen Sie es noch einmal, oder geben Sie die Datei des Ergebnisses selbst weiter.",
    unreachable: (host) =>
      `Bei ${host} kam nichts an, soweit diese Seite es erkennt: Es fehlt die Verbindung, die Adresse führt auf eine andere, oder sie nimmt keine Ergebnisse von Webseiten an (CORS). Geben Sie die Datei des Ergebnisses selbst weiter.`,
    timeout: (host) =>
      `${host} hat 30 Sekunden lang nicht geantwortet. Das Ergebnis kann angekommen sein oder nicht. Fragen Sie nach, bevor Sie es noch einmal senden.`,
    refused: (host, reason) =>
      `${host} hat das Ergebnis nicht angenommen. Die Antwort: „${reason}“. Sie können es ohne einen weiteren Lauf noch einmal senden; hilft das nicht, fragen Sie den Absender der Anfrage.`,
  },
};

export const loading = {
  sample: (done, total, place, count) =>
    `${count > 1 ? `Stichprobe ${place + 1} von ${count} wird geladen` : "Die Stichprobe wird geladen"}: ${size(done)}${total ? ` von ${size(total)}` : ""}`,
  engine: "Das Programm wird geladen",
  opening: "Der Tresor wird geöffnet …",
  dropped:
    "Es wurde nichts gelesen. Legen Sie eine Datei im Rahmen des Tresors ab, auf dem ersten Bildschirm; diese Seite selbst darf sie nicht bekommen.",
  ready: "Die Stichprobe ist geladen. Alles Nötige ist da: Sie können das Netz jetzt trennen, bevor Sie weitermachen.",
};

export const ownData = {
  noInvitation:
    "Das ist keine Einladung: In einem Link, der um etwas bittet, steht ein #, und danach, worum gebeten wird.",
};

export const runProblems = {
  cancelled: "Der Lauf wurde abgebrochen. Nichts ging nach außen.",
  crashed:
    "Der Lauf brach unerwartet ab. Nichts ging nach außen. Folgen Sie der Meldung im Tresor, oder laden Sie die Stichprobe noch einmal.",
  "wrong-engine":
    "Der Tresor hat das übergebene Programm abgelehnt, weil sein SHA-256 nicht der erwartete ist. Laden Sie die Seite neu.",
  "run-failed": "Der Lauf ist gescheitert. Nichts ging nach außen. Der Tresor sagt, warum.",
  "no-vault":
    "Der Tresor startet nicht. Vielleicht ist dieser Browser zu alt dafür, oder eine Erweiterung hindert ihn. Es wurde nichts gelesen. Laden Sie die Seite neu, oder nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.",
  "broken-rules":
    "Der Tresor hat etwas gesagt, das er nicht sagen darf. Deshalb wurde er geschlossen, und es wurde nicht verwendet. Nichts ging nach außen. Laden Sie die Seite neu; geschieht es wieder, verwenden Sie diese Seite nicht, und sagen Sie es dem Betreiber.",
};

/** For a page that somebody has put into a frame. */
export const framed = {
  why: "Eine andere Seite zeigt diese in sich und könnte Ihre Klicks lenken, deshalb tut sie hier nichts.",
  open: "In einem eigenen Fenster öffnen",
};
