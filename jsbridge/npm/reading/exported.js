/**
 * The releases in a file, each as a text: one, those of a campaign as the edge exports them ({"releases": […]}), or one
 * on each line. A text that is none of these is returned as it is, and the engine says what is wrong with it.
 */
export function releasesIn(text) {
  const whole = parsed(text);
  if (Array.isArray(whole?.releases)) return whole.releases.map((release) => JSON.stringify(release));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return whole === undefined && lines.length > 1 && lines.every((line) => parsed(line) !== undefined) ? lines : [text];
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Which command reads a text that is no release, for those that our commands and pages write; undefined of any other.
 */
export function whatElse(text) {
  const whole = parsed(text);
  const [first] = text.split("\n", 1);
  if (Array.isArray(whole?.releases)) return "has the releases of a campaign, which privadapt combine adds up";
  if (whole?.ok !== undefined && whole.format === undefined)
    return 'is what a command printed by --json; give the file that it names as "out"';
  if (parsed(first)?.format === "privadapt-ledger")
    return "is the history of a privacy ledger, which privadapt ledger import reads";
  if (text.includes('name="privadapt-kit"')) return "is a kit, which privadapt kit --check reads";
  if (/^<!doctype html>/i.test(first)) return "is a page and no release; give the file that the page was made of";
  if (first === "row,weight") return "is the table of a release of weights; give the .json file beside it";
  if (/^sums \d/.test(first)) return "has the sums of a database, which privadapt adapt --target-sums reads";
  return undefined;
}
