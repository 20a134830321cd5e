// The file that a release's model is in, where an analyst's own model took part: the release only names it. The visitor
// chooses it, and the engine refuses another one. The page's policy lets it ask no other site for anything, so the
// address is a link.
import { el } from "../shared/dom.js";
import { modelFile as texts } from "./texts.js";

/** {url?, sha256} of the file without which a released model cannot predict; undefined where it needs none. */
export function neededFile({ certificate: { base, labels } }) {
  const used =
    labels?.base === "file" || base?.candidates.some((candidate) => candidate.base === "file" && candidate.share > 0);
  return used ? base.file : undefined;
}

/**
 * {url?, sha256} of the file that was among the models to choose from for labels in moments to be compared with;
 * undefined where none was.
 */
export const comparedFile = ({ certificate: { labels } }) => labels?.choice?.file;

/** What a visitor has to know in order to find it, as children of an element. */
export function whereItIs({ url, sha256 }) {
  const digest = [texts.digest, el("code", {}, sha256), "."];
  if (url === undefined) return [texts.unpublished, " ", ...digest];
  const link = el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, url);
  return [texts.published, link, texts.save, " ", ...digest];
}
