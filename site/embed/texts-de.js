// All German texts that the embeddable page adds to the site's; `page` has the texts of its markup.
import { plain } from "../shared/numbers.js";

const labelUses = {
  "": "ein Modell verbessern oder in die Momente eingehen",
  model: "das Modell verbessern",
  moments: "in die Momente eingehen",
};

export const embed = {
  alone: "Diese Seite ist dafür da, in einer anderen gezeigt zu werden. Allein kann sie nichts.",
  waiting: "Es wird auf die Seite um diesen Rahmen gewartet.",
  askedBy: (origin) => `${origin} bittet um ein Ergebnis, das die Privatsphäre schützt, und bekommt sonst nichts.`,
  noStorage:
    "Dieser Browser lässt eine Seite in einer anderen nichts speichern. Kein Lauf könnte auf Ihr " +
    "Datenschutz-Budget angerechnet werden. Es wurde nichts geladen.",
  ownWindow: "In einem eigenen Fenster weitermachen",
  start: "Stichprobe laden und Tresor öffnen",
  again: "Stichprobe noch einmal laden",
  facts: (release) => ({
    source: "Öffentliche Stichprobe",
    label: "Zielspalte, die vorhergesagt wird",
    task: "Aufgabe",
    release: "Was gewünscht ist",
    base: release === "moments" ? "Art des Modells, mit dem Zielwerte verglichen werden" : "Art des Modells",
    baseFile: "Datei des Modells",
    baseSHA256: "SHA-256 der Datei des Modells",
    model: "Modell, das beurteilt wird",
    modelSHA256: "SHA-256 dieses Modells",
    groupBy: "Auch für jeden Wert von",
    unit: "Geschützt werden die Personen in der Spalte",
    labels: "Zielwerte in Ihrer Datei",
    sha256: "SHA-256 der Stichprobe",
    epsilonMax: "Privatsphäre-Verlust ε",
    campaign: "Kampagne",
  }),
  atMost: (epsilon) => `höchstens ${plain(epsilon)}`,
  labels: (labels, release = "") =>
    release === "report"
      ? "werden gebraucht: mit ihnen wird das Modell verglichen"
      : labels && `${labels === "wish" ? "dürfen" : "sollen"} ${labelUses[release]}, wenn Sie das wählen`,
  kinds: {
    model: "ein Modell",
    weights: "Gewichte",
    moments: "Momente",
    report: "ein Bericht: wie gut ein festes Modell auf Ihren Zeilen ist",
  },
  handOver: (origin) =>
    `${origin} bekommt das Ergebnis unten und sonst nichts. Das Übergeben lässt sich nicht rückgängig machen.`,
  handed: (origin) => `An ${origin} übergeben.`,
  kept: "Behalten. Die Seite außen erfährt nur, dass sie nichts bekommt.",
  unseen: "Der Knopf wartet, bis der Browser ihn einen Moment lang ganz und unverdeckt sieht.",

  refusals: {
    embedder:
      "Die Seite um diesen Rahmen hat keine Adresse, die sich zeigen ließe, oder sie gehört zu diesem " +
      "Dienst. Öffnen Sie diese Seite unter ihrer eigenen Adresse.",
    sandboxed: "Die Seite um diesen Rahmen hat den Schutz Ihrer Datei abgeschaltet. Darin arbeitet diese Seite nicht.",
    insecure:
      "Browser bieten, was diese Seite braucht, nur an, wenn auch die Seite außen über https:// oder von " +
      "localhost geladen ist.",
    "bad-request": "Die Anfrage der Seite außen ist ungültig:",
  },

  page: {
    heading: "Ein Ergebnis aus Ihren privaten Daten",
    sealed:
      "Ihre Datei wird in einem abgeschlossenen Rahmen dieser Seite gelesen. Weder diese Seite noch die " +
      "außen kann sie lesen. Am Ende sehen Sie das Ergebnis und entscheiden, ob Sie es übergeben.",
    picture:
      "Eine Seite kann von allem ein Bild zeigen, auch von diesem Rahmen. Trauen Sie der Seite außen nicht, " + "dann",
    ownWindow: "öffnen Sie dies in einem eigenen Fenster",
    send: ", sehen Sie dort auf die Adresse und senden Sie das Ergebnis selbst.",
    start: "Stichprobe laden und Tresor öffnen",
    question: "Das Ergebnis übergeben?",
    handOver: "Übergeben",
    keep: "Behalten",
    fold: "Datenschutz-Budget, und was diese Seite nicht verhindern kann",
    budget: "Datenschutz-Budget",
    adds: "Jedes Ergebnis verrät ein wenig über die Menschen in Ihren Daten, und mehrere addieren sich.",
    apart:
      "Browser trennen den Speicher eingebetteter Seiten nach der Seite außen. Die Zählung unten und ihre " +
      "Grenze gelten also nur für Läufe in",
    elsewhere:
      ". Läufe über dieselben Menschen an anderer Stelle, auch unter der eigenen Adresse dieses Dienstes, " +
      "sind nicht dabei; zählen Sie sie selbst dazu.",
    limits: "Was diese Seite nicht verhindern kann",
    picker:
      "Die Seite außen kann eine falsche Dateiauswahl an die Stelle dieses Rahmens setzen oder " +
      "darüberlegen. Sie bekommt dann jede Datei, die Sie dort wählen oder neben diesem Rahmen fallen " +
      "lassen. In der Adresszeile steht ihre Adresse, nicht die dieses Rahmens.",
    cover:
      "Sie kann etwas über diesen Rahmen legen, um Ihre Klicks zu lenken. Der Knopf zum Übergeben arbeitet " +
      "nur, solange der Browser meldet, dass er ganz zu sehen ist; das melden nur Browser der " +
      "Chromium-Familie.",
    time:
      "Sie kann messen, wie lange ein Lauf dauert, und diesen Rahmen jederzeit entfernen. Das Budget des " +
      "Laufs ist dann verbraucht.",
    others:
      "Erweiterungen des Browsers, andere Programme auf Ihrem Rechner und ein Server, der veränderten Code " +
      "ausliefert, werden von dem Rahmen nicht aufgehalten.",
  },
};
