// The German texts of a result.
import { grouped, list, moment, percent, plain, rough } from "../../../shared/numbers.js";

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
    "Das Rauschen wurde einmal zu Anzahlen der privaten Zeilen addiert. Alle Zahlen und Intervalle werden aus den verrauschten Anzahlen berechnet.",
};

export const result = {
  guarantee: (c) =>
    `Was immer jemand über eine Zeile der privaten Datei vermutet: Dieses Ergebnis ändert die Chancen höchstens um den Faktor ${rough(Math.exp(c.epsilon))}, außer in etwa ${chance(c.delta)} (ε = ${plain(c.epsilon)}, δ = ${plain(c.delta)}).`,
  rows: ({ n, rowsEstimate }) =>
    n === undefined
      ? `Etwa ${grouped(Math.round(rowsEstimate))} private Zeilen waren beteiligt; wie viele genau, bleibt privat.`
      : `${grouped(n)} private Zeilen waren beteiligt. Ihre Zahl ist öffentlich.`,
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
  copy: "Nachricht kopieren",
  message: (file, { epsilon, delta }, { releaseId }) =>
    `Hier ist mein Ergebnis, die Datei ${file} (Kennung ${releaseId}, berechnet mit ε = ${plain(epsilon)} und δ = ${plain(delta)}). Prüfen lässt es sich mit privadapt: Öffnen Sie es auf der Seite „releases.html“.`,
  print: "Drucken",
  apply: "Anwenden",
  copied: "Kopiert.",
  notCopied: "Der Browser hat das Kopieren nicht erlaubt.",
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
    same: "Kein Unterschied über das Rauschen hinaus: Das ist das öffentliche Modell.",
    kept: "Das ist das öffentliche Modell: Ihren Daten zu folgen, brächte nichts, was sich vom Zufall unterscheiden lässt.",
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
    "Bei diesem ε und dieser Zahl von Zeilen würde das Rauschen allein den verbleibenden Abstand erklären: Es gibt keinen Beleg, dass die privaten Daten von der öffentlichen Stichprobe abweichen. Deshalb zählen alle öffentlichen Zeilen gleich, und das Ergebnis ist das der öffentlichen Stichprobe. Ein größeres ε oder mehr private Zeilen würden mehr sagen.",
  asideLabels:
    "Bei diesem ε und dieser Zahl von Zeilen würde das Rauschen allein den verbleibenden Abstand erklären: Es gibt keinen Beleg, dass die Spalten der privaten Daten von denen der öffentlichen Stichprobe abweichen. Deshalb zählen alle öffentlichen Zeilen gleich, und geändert haben nur die bekannten Werte etwas.",
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
    title: "Wie weit die Vorhersagen auf den privaten Zeilen mit bekanntem Wert danebenliegen",
    help: (classes) =>
      `Geschätzt aus dem verrauschten Ergebnis: Die Balken enthalten 19 von 20 Mal den wahren ${classes ? "mittleren quadratischen Fehler der Wahrscheinlichkeit" : "typischen Fehler (die Wurzel des mittleren quadratischen Fehlers)"}. Sie berücksichtigen das Rauschen, dass die Zeilen eine Stichprobe sind, und was das Kürzen verdeckt. Ein Balken ohne Zeichen ist ein Fehler, den das Rauschen verdeckt. Je kleiner, desto besser.`,
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
    help: "Der Anteil der Unterschiede zwischen Vorhersagen, der die Spalte braucht.",
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
