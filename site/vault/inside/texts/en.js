// English texts that the vault shows before its form runs, or when the form can no longer run; the build puts them into
// its script. The form's texts are in jsbridge/vaultui/wording/texts_en.go.
export const vaultTexts = {
  notStarted:
    "The vault could not start. Nothing was read. Load the sample again on the page. If that does not help, this browser may be too old: use an up-to-date Chrome, Firefox, Edge or Safari.",
  wrongEngine: "The program handed to the vault is not the one it was built for. It was not started. Reload the page.",
  closed: "Something went wrong inside the vault and it has closed. Load the sample again on the page.",
};
