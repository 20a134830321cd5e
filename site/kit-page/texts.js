// The texts that a kit alone has, in the language of the page.
import { language } from "../shared/language.js";

const en = {
  alone:
    "This one file holds everything and asks nothing of any network. Save the result, and send it to whoever gave you this file.",
  notAsked: (host) => `The result is for ${host}. Nothing is asked of it now.`,
  later: (address) =>
    `On a machine with a network, the page deliver.html of any privadapt site or “privadapt submit THIS-FILE --release RELEASE” delivers the result to ${address}.`,
  damaged:
    "This file is damaged: its terms or its list of contents are not those that it was made with. Nothing was started. Ask for it again.",
};

const de = {
  alone:
    "Diese eine Datei enthält alles und braucht kein Netz. Speichern Sie das Ergebnis, und senden Sie es an den, von dem Sie diese Datei haben.",
  notAsked: (host) => `Das Ergebnis ist für ${host}. Jetzt wird dort nichts angefragt.`,
  later: (address) =>
    `Auf einem Rechner mit Netz übergibt die Seite deliver.html einer privadapt-Website oder „privadapt submit DIESE-DATEI --release ERGEBNIS“ das Ergebnis an ${address}.`,
  damaged:
    "Diese Datei ist beschädigt: Ihre Bedingungen oder ihr Inhaltsverzeichnis sind nicht die, mit denen sie gemacht wurde. Es wurde nichts gestartet. Bitten Sie noch einmal um die Datei.",
};

export const kit = { de, en }[language];
