// Texts that the vault shows before its form runs, or when the form can no longer run; the build puts them into its
// script. The form's texts are in jsbridge/vaultui/answers.
const en = {
  notStarted:
    "The vault could not start. Nothing was read. Load the sample again on the page. If that does not help, this browser may be too old: use an up-to-date Chrome, Firefox, Edge or Safari.",
  wrongEngine: "The program handed to the vault is not the one it was built for. It was not started. Reload the page.",
  closed: "Something went wrong inside the vault and it has closed. Load the sample again on the page.",
};

const de = {
  notStarted:
    "Der Tresor konnte nicht starten. Es wurde nichts gelesen. Laden Sie die Stichprobe auf der Seite noch einmal. Wenn das nicht hilft, ist dieser Browser vielleicht zu alt: Nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.",
  wrongEngine:
    "Das Programm für den Tresor ist nicht das, für das er gebaut wurde. Es wurde nicht gestartet. Laden Sie die Seite neu.",
  closed:
    "Im Tresor ist etwas schiefgegangen, und er wurde geschlossen. Laden Sie die Stichprobe auf der Seite noch einmal.",
};

export const vaultTexts = { de, en };
