// The German texts of the invitation, of the evaluation and of the help. Those inside the vault are in
// jsbridge/vaultui/wording/texts_de.go and texts_de_report.go.
import { grouped, list, moment, percent, plain } from "../../../shared/numbers.js";

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
  airfoil_tilt: "Lärm von Tragflächen, geneigt",
  autompg_us_to_abroad: "Autos, USA → Ausland",
  bikehour_springautumn_to_summer: "Leihräder, → Sommer",
  calhousing_ratio_inland_to_coast: "Häuser, Inland → Küste",
  communities_nonsouth_to_south: "Gemeinden, übrige → Süden",
  powerplant_tilt_hot: "Kraftwerk, → heiße Tage",
  wine_red_to_white: "Wein, rot → weiß",
  wine_white_to_red: "Wein, weiß → rot",
  mean: "erfunden: andere Mittelwerte",
  scale: "erfunden: andere Streuung",
  rotation: "erfunden: andere Korrelationen",
  "heavy-tails": "erfunden: extreme Werte",
  sparse: "erfunden: wenige Spalten zählen",
};

/** What `make evaluate` has measured; the numbers come from its report. */
export const evaluation = {
  name: ({ name }) => tasks[name] ?? name,
  task: (task) => `${evaluation.name(task)} (${grouped(task.targetRows)} Zeilen)`,
  epsilon: (epsilon) => `ε = ${plain(epsilon)}`,
  kept: (counted, all, repetitions, delta, median) =>
    `Gemessen an ${all} echten Aufgaben, deren private Werte bekannt sind, mit je ${repetitions} Läufen bei δ = ${plain(delta)}. Bei ${counted} davon verbessern Gewichte die Vorhersagen ohne Datenschutz um mindestens ${percent(0.05)}. Von diesem Gewinn behält die typische Aufgabe ${percent(median(1) / 100)} bei ε = 1, ${percent(median(0.3) / 100)} bei ε = ${plain(0.3)} und ${percent(median(0.1) / 100)} bei ε = ${plain(0.1)}.`,
  title: "Wie viel vom Gewinn bleibt",
  help: "100 heißt so gut wie ohne Datenschutz, 0 heißt nicht besser als die öffentliche Stichprobe allein. Wo die private Datei wenige Zeilen hat, verdeckt das Rauschen die Unterschiede, und die öffentliche Stichprobe bleibt, wie sie ist.",
  axis: "% des Gewinns ohne Datenschutz",
  numbers: "Alle Zahlen, auch die zu erfundenen Daten",
  numbersHelp: "In Prozent des Gewinns ohne Datenschutz. Mehr als 100 ist Glück: Das Rauschen hat zufällig geholfen.",
  head: "Aufgabe",
  harmed: (names, most) =>
    `Gewichte können auch schaden: ${list(names)} werden mit ihnen schlechter vorhergesagt als ohne, um bis zu ${percent(most / 100)}, mit Datenschutz oder ohne. Dort haben ähnliche Zeilen in den privaten Daten andere Werte, und kein Verfahren, das diese Werte nicht sieht, kann es bemerken. Vergleichen Sie ein Ergebnis deshalb mit ein paar bekannten Werten, bevor sich jemand darauf verlässt.`,
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
    "Die Zusage, dass ein Ergebnis fast gleich aussähe, wenn eine Zeile Ihrer Datei eine andere wäre, sodass niemand daraus ablesen kann, was in dieser Zeile steht.",
  ],
  [
    "Epsilon (ε)",
    "Wie viel ein Ergebnis über irgendeine Zeile verraten kann: je kleiner, desto sicherer und ungenauer.",
  ],
  ["Delta (δ)", "Eine sehr kleine Wahrscheinlichkeit, mit der die Zusage von ε versagen kann."],
  ["Datenschutz-Budget", "Was alle Ergebnisse zusammen verraten dürfen; Ihr Browser zählt mit und lehnt mehr ab."],
  ["Rauschen", "Zufallszahlen, die absichtlich addiert werden, damit keine einzelne Zeile zu erkennen ist."],
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
    "Wie weit eine Zeile vom Mittel der Stichprobe entfernt sein darf, bevor sie gekürzt wird; das begrenzt, was eine Zeile bewirken kann.",
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
    "Was das Rauschen zulassen wird, berechnet aus öffentlichen Zahlen und der Zahl der Zeilen, die Sie angeben, bevor Ihre Datei geöffnet wird.",
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
    "Verrauschte Anzahlen, die sagen, wie gut ein festes Modell auf den privaten Zeilen mit bekanntem Wert ist, und aus denen Zahlen mit Intervallen berechnet werden.",
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
