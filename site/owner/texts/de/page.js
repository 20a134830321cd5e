// The German words that stand in the page itself, like en/page.js.
export const page = {
  ownName: "Deutsch",
  description: "Ein Modell an Ihre vertraulichen Daten anpassen, im eigenen Browser, mit Differential Privacy.",
  noscript:
    "Diese Seite braucht JavaScript und WebAssembly: Alles wird in Ihrem Browser berechnet, nichts auf einem Server. Erlauben Sie beides für diese Seite, oder öffnen Sie sie in einem aktuellen Chrome, Firefox, Edge oder Safari.",
  skip: "Zu den Schritten",
  pages: "Seiten",
  help: "Hilfe",
  analysts: "Für Analysten",
  reviewers: "Für Prüfer",
  paper: "Den Artikel nachrechnen",
  heading: "Ein Modell an Ihre Daten anpassen, ohne die Daten herauszugeben",
  lead: "Diese Seite liest Ihre Datei in Ihrem Browser und gibt ein kleines Ergebnis heraus, etwa ein Modell, mit so viel Rauschen, dass es kaum etwas über eine einzelne Zeile oder Person verrät (Differential Privacy). Die Datei selbst wird nirgendwohin gesendet.",
  late: "Diese Seite ist noch nicht gestartet. Bleibt dieser Satz stehen, ist die Verbindung sehr langsam, eine Erweiterung hindert die Seite, oder dieser Browser ist zu alt: Laden Sie die Seite neu, oder nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.",
  steps: "Schritte",
  stepRequest: "Anfrage",
  stepCheck: "Prüfen",
  stepResult: "Ergebnis",
  kept: "Noch nicht gespeicherte Ergebnisse",

  finished: "Ein fertiges Beispiel",
  story:
    "Ein Institut kennt Hauspreise in der Stadt und braucht ein Modell für das Land. Ein Landkreis hat eine Liste der Häuser, die dort verkauft wurden, und niemand sonst darf sie sehen. Sein Sachbearbeiter öffnete den Link des Instituts, wählte die Datei und bekam dieses Ergebnis: ein Modell zum Weitergeben, und die Liste blieb auf dem Rechner des Landkreises.",
  mine: "Mit meinen eigenen Daten",
  trySample: "Mit diesen Daten ausprobieren",
  trySampleHelp:
    "Die Häuser sind erfunden, das Ergebnis ist echt. Ausprobieren kostet nichts, und Hinweise führen hindurch.",
  finishedFile: "Die Datei mit dem Ergebnis",
  ownData: "Mit Ihren eigenen Daten",
  link: "Der Link, den Sie bekommen haben",
  openLink: "Öffnen",
  noLink: "Sie haben keinen Link? Wer ein Ergebnis aus Ihren Daten möchte, macht ihn auf der Seite für Analysten:",
  makeLink: "eine Einladung machen",
  otherSample: "Für Analysten: eine öffentliche Stichprobe nach ihrer Adresse",
  sampleHelp:
    "Eine CSV- oder TSV-Datei mit Kopfzeile und Zielspalte, unter einer Adresse, die anderen Seiten das Lesen erlaubt.",
  source: "Adresse der öffentlichen Stichprobe (mehrere: mit Leerzeichen dazwischen)",
  label: "Name der Zielspalte",
  integrityFold: "Prüfen, dass es die erwartete Stichprobe ist (freiwillig)",
  integrity: "SHA-256 der Datei: sha256-… oder 64 Hexadezimalziffern; bei mehreren je einer",
  load: "Stichprobe laden",
  loading: "Die Stichprobe wird geladen",
  stop: "Anhalten",

  result: "Das Ergebnis",
  sendsNothing:
    "Diese Seite sendet nichts. Speichern Sie die Datei, und senden Sie sie an den, von dem Sie diese Seite haben.",
  plot: "Ein Diagramm des Ergebnisses",
  vault: "Der Tresor",
  template: "Vorlage (CSV)",
  restart: "Mit einer anderen Stichprobe beginnen",
  more: "Mehr zum Ergebnis",

  panels: "Budget und Hilfe",
  budget: "Datenschutz-Budget",
  budgetHelp:
    "Jedes Ergebnis verrät ein wenig über die Personen in Ihren Daten, und mehrere summieren sich. Wie viel, misst ε (Epsilon): je kleiner, desto weniger. Ihr Browser zählt hier mit, für diese Seite und dieses Browserprofil, und ein Lauf über die Grenze hinaus wird abgelehnt. Der Stand wird nirgendwohin gesendet.",
  budgetHelpInKit:
    "Jedes Ergebnis verrät ein wenig über die Personen in Ihren Daten, und mehrere summieren sich. Wie viel, misst ε (Epsilon): je kleiner, desto weniger. Ihr Browser zählt hier mit, für dieses Browserprofil, und ein Lauf über die Grenze hinaus wird abgelehnt. Der Stand wird nirgendwohin gesendet.",
  budgetKept:
    "Ein Browser führt einen Stand für alle Dateien, die er von der Festplatte öffnet, und jede andere solche Datei kann ihn löschen. Speichern Sie ihn nach einem Lauf, und lesen Sie ihn dort ein, wo diese Datei oder ein anderes Programm weitermacht.",
  evaluation: "Wie gut es ist",
  promise: "Was zugesagt wird",
  promised: "Zugesagt",
  promisedPrivacy:
    "Was herausgegeben wird, ist (ε, δ)-differentially private, wenn eine Zeile Ihrer Datei durch eine andere ersetzt wird, oder alle Zeilen einer Person, wo Sie Personen schützen. Ihre Zahl ist öffentlich.",
  promisedFile: "Die Seite hat Ihre Datei nie. Gelesen wird sie innerhalb des Tresors.",
  promisedBlocked:
    "Dass Anfragen und Seitenwechsel aus dem Tresor heraus gesperrt sind, ist in Chromium, Firefox und WebKit getestet.",
  promisedLoaded:
    "Alles wird geladen, bevor Sie eine Datei wählen. Wenn Sie es selbst sehen wollen, trennen Sie vorher das Netz, und schließen Sie diese Seite, bevor Sie es wieder verbinden.",
  promisedInKit: "Diese Datei enthält alles, was läuft, und ihre Regeln erlauben keine Verbindung nach außen.",
  notPromised: "Nicht zugesagt",
  notOthers:
    "Schutz vor Browser-Erweiterungen, vor anderen Programmen auf Ihrem Rechner oder vor einem Betreiber, der veränderten Code ausliefert.",
  notOthersInKit: "Schutz vor Browser-Erweiterungen oder vor anderen Programmen auf Ihrem Rechner.",
  notSame:
    "Dass dies die Datei ist, die Ihnen geschickt wurde: Vergleichen Sie ihren SHA-256 mit dem, den Sie auf anderem Weg bekommen haben. Unter Windows berechnet ihn „certutil -hashfile DATEI SHA256“, sonst „shasum -a 256 DATEI“.",
  notDuration: "Dass die Dauer eines Laufs geheim bleibt.",
  notComplete:
    "Dass der Stand des Datenschutz-Budgets vollständig ist: Läufe in einem anderen Browser, Profil oder Programm fehlen darin, und er endet, wenn Sie die Daten dieser Seite löschen.",
  notPolicies:
    "Wege nach außen, die die Regeln der Browser nicht abdecken: Namensabfragen des Browsers, und WebRTC, das der Tresor vor allem anderen entfernt.",
  helpTour:
    "Am schnellsten verstehen Sie diese Seite, wenn Sie sie ausprobieren: Erfundene Hauspreise stehen für Ihre Datei, und Hinweise führen durch alle Schritte.",
  tour: "Rundgang mit Beispieldaten",
  licence: "Lizenz: Apache-2.0.",
};

/** The switch of languages, at the foot of the page. */
export const languages = {
  lost: {
    answers: "Ihre Antworten gingen verloren. Es wurde keine Datei gelesen und nichts angerechnet.",
    file: "Ihre Antworten gingen verloren, und Sie müssten Ihre Datei noch einmal wählen. Ein nicht gespeichertes Ergebnis bleibt erhalten.",
  },
  go: (name) => `Weiter in ${name}`,
};
