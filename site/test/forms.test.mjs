// The forms by which analysts ask for releases: each field of a link is in them or left out on purpose, and a choice
// has the words that the link has. The page's module puts in the kinds of models.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { BASES } from "../../jsbridge/npm/terms/bases.js";
import { FIELDS } from "../../jsbridge/npm/terms/link.js";

const read = (name) => readFile(new URL(`../${name}`, import.meta.url), "utf8");
const form = (html, id) => new RegExp(`<form id="${id}"[\\s\\S]*?</form>`).exec(html)[0];
const samples = ["sha256", "name"]; // which come with the samples
const rows = ["rowsMin", "rowsMax"]; // for programs alone
const ofInvitation = ["reply", "campaign", "token"]; // which the edge makes

for (const [page, id, left] of [
  ["analyst/analyst.html", "invitation", [...samples, ...rows]],
  ["operator/operator.html", "campaign-form", [...samples, ...rows, ...ofInvitation]],
]) {
  test(`${page} asks for every field of a link that it can state, in the link's words`, async () => {
    const html = form(await read(page), id);
    const module = await read(page.replace(/html$/, "js"));
    assert.match(module, /^\s*offerBases\(\);/m);
    const put = { base: Object.keys(BASES).filter((kind) => kind !== "file") };
    const lacking = FIELDS.filter(({ name }) => !html.includes(`id="${name}"`)).map(({ name }) => name);
    assert.deepEqual(lacking.sort(), left.toSorted());
    for (const { name, words } of FIELDS.filter(({ kind }) => kind === "word")) {
      const [select] = new RegExp(`<(select|fieldset) id="${name}"[\\s\\S]*?</\\1>`).exec(html);
      const options = [...select.matchAll(/<option value="([^"]*)"/g)].map(([, word]) => word).filter(Boolean);
      options.push(...(put[name] ?? []));
      const chosen = words.filter((word) => word !== "auto"); // which is the empty choice
      assert.deepEqual(options.toSorted(), chosen.toSorted(), name);
    }
  });
}
