// The German texts of a kit, like en.js.
export const kit = {
  alone:
    "Diese eine Datei enthält alles und braucht kein Netz. Speichern Sie das Ergebnis, und senden Sie es an den, von dem Sie diese Datei haben.",
  notAsked: (host) => `Das Ergebnis ist für ${host}. Jetzt wird dort nichts angefragt.`,
  later: (address) =>
    `Auf einem Rechner mit Netz übergibt die Seite deliver.html einer privadapt-Website oder „privadapt submit DIESE-DATEI --release ERGEBNIS“ das Ergebnis an ${address}.`,
  damaged:
    "Diese Datei ist beschädigt: Ihre Bedingungen oder ihr Inhaltsverzeichnis sind nicht die, mit denen sie gemacht wurde. Es wurde nichts gestartet. Bitten Sie noch einmal um die Datei.",
};
