// The reference of the npm package as the body of a page. It is made of the package's dist/docs, which is made of its
// types, so it is never older than they are.
import { renderDocument } from "./document.mjs";

/** `read(name)` resolves with a file of the package's dist. */
export async function reference(read) {
  const text = async (name) => plain(String(await read(`docs/${name}.md`)));
  const element = (await text("privadapt/element")).replaceAll(/^#/gm, "##").replace(/^## .*/, "## The element");
  return renderDocument(`${await text("privadapt")}\n${element}`);
}

/** Without the marks of HTML, and with links to headings alone: to the types, which have one each. */
const plain = (text) =>
  text
    .replaceAll(/<a id="[^"]*"><\/a> ?/g, "")
    .replaceAll(/<br ?\/?>/g, " ")
    .replaceAll(/\[((?:\\.|[^[\]\\])*)\]\((?:(?:\.\.\/)?[\w./-]+\.md)?(#[\w-]+)?\)/g, (_, words, anchor) =>
      anchor && !SECOND.test(anchor) ? `[${words}](${anchor})` : words,
    );

/** Anchors that are numbered or not of headings. */
const SECOND = /^#property-|-\d+$/;
