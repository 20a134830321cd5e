// German texts of more than one room: problems with a public sample, and the state of the network.

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
