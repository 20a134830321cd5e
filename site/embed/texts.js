// The texts that the embeddable page adds to the site's, in its language, which early.js chooses. English words that never
// change are in the markup; `page` has the German ones.
import { language } from "../shared/language.js";

const en = {
  alone: "This page is made to be shown inside another one. There is nothing to do on it alone.",
  waiting: "Waiting for the page around this frame.",
  askedBy: (origin) => `${origin} asks for a differentially private result. It gets nothing else.`,
  noStorage:
    "This browser lets a page inside another one store nothing, so no run could be counted on your privacy budget. Nothing was loaded. Make the result in a window of its own, save it there, and bring its file back here.",
  ownWindow: "Go on in a window of its own",
  tooLarge: "It is too large for a release.",
  notBrought: "This file is not handed over.",
  start: "Load the sample and open the vault",
  again: "Load the sample again",
  handOver: (origin) => `${origin} gets the result below and nothing else. Handing it over cannot be undone.`,
  handed: (origin) => `Handed over to ${origin}.`,
  kept: "Kept. The page around learns only that it gets nothing.",
  unseen: "The button waits until the browser sees it uncovered and in full for a moment.",

  /** Why nothing can be done here; each with the code that the page around gets. */
  refusals: {
    embedder:
      "The page around this frame has no address that could be shown, or it belongs to this service itself. Open this page by its own address.",
    sandboxed:
      "The page around this frame has switched off the protection of your file. This page does not work inside it.",
    insecure:
      "Browsers offer the functions this page needs only if the page around is loaded by https:// as well, or from localhost.",
    "bad-request": "The request of the page around is not valid:",
  },
};

const de = {
  alone: "Diese Seite ist dafür da, in einer anderen gezeigt zu werden. Allein kann sie nichts.",
  waiting: "Es wird auf die Seite um diesen Rahmen gewartet.",
  askedBy: (origin) => `${origin} bittet um ein Ergebnis, das die Privatsphäre schützt, und bekommt sonst nichts.`,
  noStorage:
    "Dieser Browser lässt eine Seite in einer anderen nichts speichern. Kein Lauf könnte auf Ihr Datenschutz-Budget angerechnet werden. Es wurde nichts geladen. Machen Sie das Ergebnis in einem eigenen Fenster, speichern Sie es dort, und bringen Sie die Datei hierher zurück.",
  ownWindow: "In einem eigenen Fenster weitermachen",
  tooLarge: "It is too large for a release.",
  notBrought: "Diese Datei wird nicht übergeben.",
  start: "Stichprobe laden und Tresor öffnen",
  again: "Stichprobe noch einmal laden",
  handOver: (origin) =>
    `${origin} bekommt das Ergebnis unten und sonst nichts. Das Übergeben lässt sich nicht rückgängig machen.`,
  handed: (origin) => `An ${origin} übergeben.`,
  kept: "Behalten. Die Seite außen erfährt nur, dass sie nichts bekommt.",
  unseen: "Der Knopf wartet, bis der Browser ihn einen Moment lang ganz und unverdeckt sieht.",

  refusals: {
    embedder:
      "Die Seite um diesen Rahmen hat keine Adresse, die sich zeigen ließe, oder sie gehört zu diesem Dienst. Öffnen Sie diese Seite unter ihrer eigenen Adresse.",
    sandboxed: "Die Seite um diesen Rahmen hat den Schutz Ihrer Datei abgeschaltet. Darin arbeitet diese Seite nicht.",
    insecure:
      "Browser bieten, was diese Seite braucht, nur an, wenn auch die Seite außen über https:// oder von localhost geladen ist.",
    "bad-request": "Die Anfrage der Seite außen ist ungültig:",
  },

  page: {
    heading: "Ein Ergebnis aus Ihren privaten Daten",
    sealed:
      "Ihre Datei wird in einem abgeschlossenen Rahmen dieser Seite gelesen. Weder diese Seite noch die außen kann sie lesen. Am Ende sehen Sie das Ergebnis und entscheiden, ob Sie es übergeben.",
    picture:
      "Eine Seite kann von allem ein Bild zeigen, auch von diesem Rahmen. Trauen Sie der Seite außen nicht, dann",
    ownWindow: "öffnen Sie dies in einem eigenen Fenster",
    send: ", sehen Sie dort auf die Adresse und senden Sie das Ergebnis selbst.",
    made: "Die Datei mit dem Ergebnis, das Sie in jenem Fenster gemacht haben",
    madeHelp:
      "Speichern Sie das Ergebnis dort, und wählen Sie die Datei hier. Diese Seite prüft, ob es das gewünschte ist, und zeigt es. Dann entscheiden Sie, ob Sie es übergeben.",
    start: "Stichprobe laden und Tresor öffnen",
    question: "Das Ergebnis übergeben?",
    handOver: "Übergeben",
    keep: "Behalten",
    fold: "Datenschutz-Budget, und was diese Seite nicht verhindern kann",
    budget: "Datenschutz-Budget",
    adds: "Jedes Ergebnis verrät ein wenig über die Menschen in Ihren Daten, und mehrere addieren sich.",
    apart:
      "Browser trennen den Speicher eingebetteter Seiten nach der Seite außen. Die Zählung unten und ihre Grenze gelten also nur für Läufe in",
    elsewhere:
      ". Läufe über dieselben Menschen an anderer Stelle, auch unter der eigenen Adresse dieses Dienstes, sind nicht dabei; zählen Sie sie selbst dazu.",
    limits: "Was diese Seite nicht verhindern kann",
    picker:
      "Die Seite außen kann eine falsche Dateiauswahl an die Stelle dieses Rahmens setzen oder darüberlegen. Sie bekommt dann jede Datei, die Sie dort wählen oder neben diesem Rahmen fallen lassen. In der Adresszeile steht ihre Adresse, nicht die dieses Rahmens.",
    cover:
      "Sie kann etwas über diesen Rahmen legen, um Ihre Klicks zu lenken. Der Knopf zum Übergeben arbeitet nur, solange der Browser meldet, dass er ganz zu sehen ist; das melden nur Browser der Chromium-Familie.",
    time: "Sie kann messen, wie lange ein Lauf dauert, und diesen Rahmen jederzeit entfernen. Das Budget des Laufs ist dann verbraucht.",
    others:
      "Erweiterungen des Browsers, andere Programme auf Ihrem Rechner und ein Server, der veränderten Code ausliefert, werden von dem Rahmen nicht aufgehalten.",
  },
};

export const embed = language === "de" ? de : en;

/** Puts the words of another language in the place of those in the markup. */
export function translatePage() {
  for (const element of document.querySelectorAll("[data-text]"))
    if (embed.page) element.textContent = embed.page[element.getAttribute("data-text")];
}
