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
