// The documentation: documents of the repository and the reference of the package as pages, with contents beside them.
import path from "node:path";
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

// A link leads to another page of the documentation, or to a file of the site; what else it names is in the repository.
markdown.renderer.rules.link_open = (tokens, i, _options, env) => {
  const address = tokens[i].attrGet("href");
  const page = address.startsWith("#") || address.startsWith("sample/") ? address : PAGE_OF[path.basename(address)];
  env.open = [...(env.open ?? []), page];
  return page ? `<a href="${markdown.utils.escapeHtml(page)}">` : "";
};
markdown.renderer.rules.link_close = (_tokens, _i, _options, env) => (env.open.pop() ? "</a>" : "");

const renderDocument = (text) => markdown.render(text, {});

/** The documents of the repository that are pages: the name of the page, what it is called, and the file. */
const DOCUMENTS = [
  ["tutorials.html", "Tutorials", "site/tutorials.md"],
  ["privacy.html", "How it is protected", "core/PRIVACY.md"],
  ["docs-owners.html", "Many owners", "core/COMBINE.md"],
  ["docs-databases.html", "Rows in a database", "core/WAREHOUSE.md"],
  ["docs-campaigns.html", "Campaigns", "wasm/edge/README.md"],
  ["docs-evaluation.html", "What a release is worth", "core/EVALUATION.md"],
  ["docs-decisions.html", "Why it is so", "core/RATIONALE.md"],
  ["docs-package.html", "The package and the command", "jsbridge/npm/README.md"],
];
const PAGE_OF = Object.fromEntries(DOCUMENTS.map(([page, , file]) => [path.basename(file), page]));
PAGE_OF["README.md"] = undefined; // there are several

/** The pages of the package's reference, by object, with the names of what is on each; the first that fits has it. */
const OBJECTS = [
  ["reference-errors.html", "Errors", /Error|StopName|FindingCause/],
  ["reference-ledger.html", "The ledger", /Ledger|Charge/],
  ["reference-figures.html", "Figures and plots", /Figure|Estimates|Average|Plot|Appraised|StatedError|Scores/],
  [
    "reference-release.html",
    "Releases",
    /Release|Certificate|Values$|Model$|Provenance|Verif|Feature|Column|Combination|Bas|Label/,
  ],
  [
    "reference-data.html",
    "Data",
    /Source|Target|Table|Row|^Value|Bytes|Stream|PrivateFile|SampleSettings|DateOrder|target/,
  ],
  ["reference.html", "Engine", /./],
];

/**
 * Resolves with the pages of the documentation: by name {title, description, text, contents}. `read(file)` resolves with
 * a file of the repository. The reference is made of the package's dist/docs, which is made of its types, so it is never
 * older than they are.
 */
export async function documentation(read) {
  const pages = await Promise.all(
    DOCUMENTS.map(async ([page, title, file]) => ({ page, title, html: renderDocument(String(await read(file))) })),
  );
  const docs = async (name) => plain(String(await read(`jsbridge/npm/dist/docs/${name}.md`)));
  const [intro, ...entries] = (await docs("privadapt")).split(/^(?=###? )/m);
  const on = (page) => (entry) => OBJECTS.find(([, , names]) => names.test(/^### (\w+)/.exec(entry)?.[1]))[0] === page;
  const named = entries.filter((entry) => entry.startsWith("### "));
  for (const [page, title] of OBJECTS.toReversed()) {
    const start = page === "reference.html" ? intro : `# ${title}\n\n`;
    const html = renderDocument(
      start +
        named
          .filter(on(page))
          .join("")
          .replaceAll(/^#(?=#)/gm, ""),
    );
    pages.push({ page, title: `Reference: ${title}`, html });
  }
  const element = (await docs("privadapt/element")).replace(/^# .*/, "# The element").replaceAll(/^#(?=##)/gm, "");
  pages.push({ page: "reference-element.html", title: "Reference: Element", html: renderDocument(element) });
  // A type is on the page of its object.
  const at = new Map();
  for (const { page, html } of pages.filter(({ page }) => page.startsWith("reference")))
    for (const [, id] of html.matchAll(/<h2 id="([^"]+)"/g)) if (!at.has(id)) at.set(id, page);
  return Object.fromEntries(
    pages.map(({ page, title, html }) => {
      const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const text = html.replace(/<a href="#([^"]+)">([\s\S]*?)<\/a>/g, (link, id, words) =>
        ids.has(id) ? link : at.has(id) ? `<a href="${at.get(id)}#${id}">${words}</a>` : words,
      );
      const own = [...html.matchAll(/<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g)].map(
        ([, id, words]) => `<li><a href="#${id}">${words}</a></li>`,
      );
      const items = pages.map((one) =>
        one.page === page
          ? `<li><a href="${page}" aria-current="page">${title}</a><ul>${own.join("\n")}</ul></li>`
          : `<li><a href="${one.page}">${one.title}</a></li>`,
      );
      const contents = `<ul>${items.join("\n")}</ul>`;
      return [page, { title, description: `privadapt: ${title}`, text, contents }];
    }),
  );
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
