// German texts about loading the sample and about a run, on the owner's page and on the one for frames of other sites.
import { size } from "../../../shared/numbers.js";

export const loading = {
  sample: (done, total, place, count) =>
    `${count > 1 ? `Stichprobe ${place + 1} von ${count} wird geladen` : "Die Stichprobe wird geladen"}: ${size(done)}${total ? ` von ${size(total)}` : ""}`,
  engine: "Das Programm wird geladen",
  opening: "Der Tresor wird geöffnet …",
  dropped:
    "Es wurde nichts gelesen. Legen Sie eine Datei im Rahmen des Tresors ab, auf dem ersten Bildschirm; diese Seite selbst darf sie nicht bekommen.",
  ready: "Die Stichprobe ist geladen. Alles Nötige ist da: Sie können das Netz jetzt trennen, bevor Sie weitermachen.",
};

export const ownData = {
  noInvitation:
    "Das ist keine Einladung: In einem Link, der um etwas bittet, steht ein #, und danach, worum gebeten wird.",
};

export const runProblems = {
  cancelled: "Der Lauf wurde abgebrochen. Nichts ging nach außen.",
  crashed:
    "Der Lauf brach unerwartet ab. Nichts ging nach außen. Folgen Sie der Meldung im Tresor, oder laden Sie die Stichprobe noch einmal.",
  "wrong-engine":
    "Der Tresor hat das übergebene Programm abgelehnt, weil sein SHA-256 nicht der erwartete ist. Laden Sie die Seite neu.",
  "run-failed": "Der Lauf ist gescheitert. Nichts ging nach außen. Der Tresor sagt, warum.",
  "no-vault":
    "Der Tresor startet nicht. Vielleicht ist dieser Browser zu alt dafür, oder eine Erweiterung hindert ihn. Es wurde nichts gelesen. Laden Sie die Seite neu, oder nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.",
  "broken-rules":
    "Der Tresor hat etwas gesagt, das er nicht sagen darf. Deshalb wurde er geschlossen, und es wurde nicht verwendet. Nichts ging nach außen. Laden Sie die Seite neu; geschieht es wieder, verwenden Sie diese Seite nicht, und sagen Sie es dem Betreiber.",
};

/** For a page that somebody has put into a frame. */
export const framed = {
  why: "Eine andere Seite zeigt diese in sich und könnte Ihre Klicks lenken, deshalb tut sie hier nichts.",
  open: "In einem eigenen Fenster öffnen",
};
