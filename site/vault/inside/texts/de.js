// The German texts of the vault beside its form's texts, like en.js.
export const vaultTexts = {
  notStarted:
    "Der Tresor konnte nicht starten. Es wurde nichts gelesen. Laden Sie die Stichprobe auf der Seite noch einmal. Wenn das nicht hilft, ist dieser Browser vielleicht zu alt: Nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.",
  wrongEngine:
    "Das Programm für den Tresor ist nicht das, für das er gebaut wurde. Es wurde nicht gestartet. Laden Sie die Seite neu.",
  closed:
    "Im Tresor ist etwas schiefgegangen, und er wurde geschlossen. Laden Sie die Stichprobe auf der Seite noch einmal.",
};
