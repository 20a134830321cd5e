// The English texts of the operator's page.
import { told } from "../terms/told.js";
import { TERMS } from "../terms/words.gen.js";
import { grouped, plain, size } from "../shared/numbers.js";
import { sentencesIn } from "../shared/sentences.js";
import { entries } from "../texts/pages.js";

const said = sentencesIn(entries);
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

export const texts = {
  ...said.operator,
  day: (time) => (time === 0 ? "" : day.format(time)),
  number: plain,
  sentence: (message) => message.charAt(0).toUpperCase() + message.slice(1).replace(/\.?$/, "."),
  campaignState: (closed) => (closed ? "closed" : "open"),
  size,
  rows: ({ n, rowsEstimate }) => (n ? grouped(n) : `about ${grouped(Math.round(rowsEstimate))}`),
  settings: (settings) =>
    told(settings, {
      terms: { ...TERMS, title: undefined },
      digest: () => undefined,
      as: { epsilonMax: (epsilon) => [plain(epsilon)], unit: (column) => [column && `each person (${column})`] },
    })
      .map(([term, fact]) => `${term}: ${fact}`)
      .join("; "),
  links: (n, named) =>
    (n === 1
      ? "1 link, for one owner. It is shown only this once."
      : `${grouped(n)} links, one for each owner. They are shown only this once.`) +
    (named > 0 && n > 1 ? " The first are for the names, in their order." : ""),
};
