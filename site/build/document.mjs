// The documentation: documents of the repository and the reference of the package as pages, with contents beside them and
// a search.
import path from "node:path";
import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: false });
// A wide table scrolls in a box of its own, which the keyboard can reach. Sentences in it need wide columns, numbers do not.
const LONG = 60; // characters of a cell
markdown.renderer.rules.table_open = (tokens, i, _options, env) => {
  env.tables = (env.tables ?? 0) + 1;
  const cells = tokens.slice(
    i,
    tokens.findIndex(({ type }, k) => k > i && type === "table_close"),
  );
  const kind = cells.some(({ type, content }) => type === "inline" && content.length > LONG)
    ? "scroll prose"
    : "scroll";
  return `<div class="${kind}" tabindex="0" role="region" aria-label="Table ${env.tables}"><table>\n`;
};
markdown.renderer.rules.table_close = () => "</table></div>\n";

// So does a drawing, which is text of fixed width.
markdown.renderer.rules.fence = markdown.renderer.rules.code_block = (tokens, i, _options, env) => {
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
  const [file, id] = address.split("#");
  const page = PAGE_OF[path.posix.join(path.dirname(env.file), file)];
  const to = /^(#|sample\/|[\w.-]+\.html$)/.test(address) ? address : page && (id ? `${page}#${id}` : page);
  env.open = [...(env.open ?? []), to];
  return to ? `<a href="${markdown.utils.escapeHtml(to)}">` : "";
};
markdown.renderer.rules.link_close = (_tokens, _i, _options, env) => (env.open.pop() ? "</a>" : "");

const renderDocument = (text, file = "") => markdown.render(text, { file });

/** The documents of the repository that are pages: the name of the page, what it is called, the file, and its readers. */
const DOCUMENTS = [
  ["docs-start.html", "Start", "site/docs/start.md", "New here"],
  ["tutorials.html", "Tutorials", "site/docs/tutorials.md", "New here"],
  ["docs-how-to.html", "How to", "site/docs/how-to.md", "At work"],
  ["docs-databases.html", "Rows in a database", "core/WAREHOUSE.md", "At work"],
  ["docs-campaigns.html", "Campaigns", "wasm/edge/README.md", "At work"],
  ["docs-explained.html", "Explained", "site/docs/explained.md", "To understand"],
  ["docs-owners.html", "Many owners", "core/COMBINE.md", "To understand"],
  ["docs-evaluation.html", "What a release is worth", "core/EVALUATION.md", "To understand"],
  ["privacy.html", "How it is protected", "core/PRIVACY.md", "To review"],
  ["docs-decisions.html", "Why it is so", "core/RATIONALE.md", "To review"],
  ["docs-package.html", "The package and the command", "jsbridge/npm/README.md", "To program"],
];
/** Each heading of these is a page. */
const BY_HEADING = ["docs-start.html", "docs-how-to.html", "docs-explained.html"];
const PAGE_OF = Object.fromEntries(DOCUMENTS.map(([page, , file]) => [file, page]));

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

/** So many words a page has at most, where the headings allow it. */
const LONGEST = 900;

/**
 * Resolves with {pages, index}: the pages of the documentation, by name {title, description, text, contents}, and the
 * script that search.js finds them by. `read(file)` resolves with a file of the repository. The reference is made of the
 * package's dist/docs, which is made of its types, so it is never older than they are.
 */
export async function documentation(read) {
  const documents = await Promise.all(
    DOCUMENTS.map(async ([page, title, file, group]) => ({
      page,
      title,
      group,
      html: renderDocument(String(await read(file)), file),
    })),
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
    documents.push({ page, title: `Reference: ${title}`, group: "To program", html });
  }
  const element = (await docs("privadapt/element")).replace(/^# .*/, "# The element").replaceAll(/^#(?=##)/gm, "");
  documents.push({
    page: "reference-element.html",
    title: "Reference: Element",
    group: "To program",
    html: renderDocument(element),
  });
  const whole = documents.map((one) => ({ ...one, parts: partsOf(one) }));
  // A heading is on the page of its part; a type on that of its object.
  const placesIn = (some) =>
    some.flatMap(({ parts }) => parts.flatMap(({ page, headings }) => headings.map(({ id }) => [id, page])));
  const types = new Map(placesIn(whole.filter(({ page }) => page.startsWith("reference"))).toReversed());
  const headingsOf = new Map(whole.map((one) => [one.page, new Map(placesIn([one]))]));
  const pages = {};
  for (const { page: first, parts } of whole) {
    const own = headingsOf.get(first);
    parts.forEach(({ page, title, html }, i) => {
      const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const text = html.replace(/<a href="([\w-]+\.html)?#([^"]+)">([\s\S]*?)<\/a>/g, (link, of, id, words) => {
        const at = of ? headingsOf.get(of).get(id) : (own.get(id) ?? types.get(id));
        return !of && ids.has(id) ? link : at ? `<a href="${at}#${id}">${words}</a>` : words;
      });
      const next = parts[i + 1];
      const further = next ? `<p>Next: <a href="${next.page}">${next.title}</a></p>\n` : "";
      const contents = contentsOf(whole, parts, page);
      pages[page] = { title, description: `privadapt: ${title}`, text: text + further, contents };
    });
  }
  return { pages, index: indexOf(whole) };
}

/**
 * A document at its headings: as few parts {page, title, html, headings} as are needed, about alike. One of a single long
 * heading is longer.
 */
function partsOf({ page, title, html }) {
  const sections = html.split(/^(?=<h2)/m);
  const count = packed(sections, LONGEST).length;
  let most = LONGEST;
  while (most > 0 && packed(sections, most - 50).length === count) most -= 50;
  const [start, first, ...others] = sections;
  const parts = BY_HEADING.includes(page)
    ? [start + first, ...others].map((html) => ({ html }))
    : packed(sections, most);
  return parts.map(({ html }, i) => {
    const headings = [...html.matchAll(HEADING)].map(([, id, words]) => ({ id, words }));
    if (i === 0) return { page, title, html, headings };
    const [{ id, words }] = headings;
    const own = { page: page.replace(".html", `-${id}.html`), title: textOf(words) };
    return { ...own, html: `<h1>${title}</h1>\n${html}`, headings };
  });
}

/** Sections together, up to so many words. */
function packed(sections, most) {
  const parts = [];
  for (const html of sections) {
    const words = textOf(html.replaceAll(/<pre[\s\S]*?<\/pre>/g, "")).match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    const last = parts.at(-1);
    if (last && last.words + words <= most) {
      last.words += words;
      last.html += html;
    } else parts.push({ words, html });
  }
  return parts;
}

/** All documents by their readers, and the headings of the one that is open. */
function contentsOf(documents, open, page) {
  const link = (to, words) => `<a href="${to}"${to === page ? ' aria-current="page"' : ""}>${words}</a>`;
  const item = ({ page: first, title, parts }) => {
    const headings = parts.flatMap((part, i) =>
      part.headings.map(({ id, words }, k) => link(k === 0 && i > 0 ? part.page : hrefOf(part, id, page), words)),
    );
    const own = parts === open ? `<ul>${headings.map((one) => `<li>${one}</li>`).join("\n")}</ul>` : "";
    return `<li>${link(first, title)}${own}</li>`;
  };
  const groups = [...new Set(documents.map(({ group }) => group))];
  const itemsOf = (own) => documents.filter(({ group }) => group === own).map(item);
  return groups.map((group) => `<h2>${group}</h2>\n<ul>${itemsOf(group).join("\n")}</ul>`).join("\n");
}

const hrefOf = (part, id, page) => (part.page === page ? `#${id}` : `${part.page}#${id}`);

/** The script with all sections: [address, document, heading, text]. */
function indexOf(documents) {
  const sections = documents.flatMap(({ title, parts }) =>
    parts.flatMap(({ page, html }) =>
      html.split(/^(?=<h[23])/m).map((section) => {
        const [, id, words = title] = /^<h[23] id="([^"]+)">([\s\S]*?)<\/h/.exec(section) ?? [];
        return [id ? `${page}#${id}` : page, title, textOf(words), textOf(section)];
      }),
    ),
  );
  return `globalThis.sections = ${JSON.stringify(sections)};\n`;
}

const HEADING = /<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g;
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"' };
const textOf = (html) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name) => ENTITIES[name])
    .replaceAll(/\s+/g, " ")
    .trim();

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
