// Turns a document of the repository into the body of a page.
import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: false });
// A wide table scrolls in a box of its own, which the keyboard can reach.
markdown.renderer.rules.table_open = (_tokens, _i, _options, env) => {
  env.tables = (env.tables ?? 0) + 1;
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${env.tables}"><table>\n`;
};
markdown.renderer.rules.table_close = () => "</table></div>\n";

// So does a drawing, which is text of fixed width.
markdown.renderer.rules.fence = (tokens, i, _options, env) => {
  env.drawings = (env.drawings ?? 0) + 1;
  return `<pre class="scroll" tabindex="0" role="region" aria-label="Drawing ${env.drawings}">${markdown.utils.escapeHtml(tokens[i].content)}</pre>\n`;
};

// Headings can be linked to by their words.
markdown.renderer.rules.heading_open = (tokens, i, _options, env) => {
  const words = tokens[i + 1].children.map(({ content }) => content).join("");
  const slug = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
  env.slugs ??= new Map();
  const before = env.slugs.get(slug) ?? 0;
  env.slugs.set(slug, before + 1);
  return `<${tokens[i].tag} id="${before > 0 ? `${slug}-${before}` : slug}">`;
};

export const renderDocument = (text) => markdown.render(text, {});

/**
 * The reference of the npm package as the body of a page. It is made of the package's dist/docs, which is made of its
 * types, so it is never older than they are. `read(name)` resolves with a file of the package's dist.
 */
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
