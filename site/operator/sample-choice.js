// What the form for a campaign says of its public samples.
import { el } from "../shared/dom.js";

const $ = (id) => /** @type {any} */ (document.getElementById(id));

/** What a field says, one on each line. */
export const linesOf = (id) =>
  $(id)
    .value.split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * The samples that are marked, as the settings of a campaign name them: several also by their files' names, where these
 * differ.
 */
export function samplesChosen() {
  const list = Array.from($("source").selectedOptions, ({ value, text, dataset }) => ({
    source: value,
    sha256: dataset.sha256,
    name: text,
  }));
  if (list.length < 2) return { source: list[0]?.source ?? "", sha256: list[0]?.sha256 ?? "" };
  const differ = new Set(list.map(({ name }) => name)).size === list.length;
  return { samples: differ ? list : list.map(({ name, ...sample }) => sample) };
}

/** How the columns of the samples are read, as the settings of a campaign say it. */
export const readingChosen = () => ({
  ignore: linesOf("ignore"),
  dateOrder: Object.fromEntries(linesOf("dateOrder").map((line) => [line.slice(4).trim(), line.slice(0, 3)])),
});

/** Offers the columns that all chosen samples have; `call` is the API. */
export async function offerColumns(call) {
  const lists = await Promise.all(
    Array.from($("source").selectedOptions, async ({ text, dataset: { sha256 } }) => {
      const { columns } = await call("GET", `samples/${sha256}/${encodeURIComponent(text)}/columns`);
      return columns;
    }),
  );
  const [first = [], ...others] = lists;
  const common = first.filter((name) => others.every((list) => list.includes(name)));
  $("columns").replaceChildren(...common.map((name) => el("option", { value: name })));
}
