// The owner's page has two shells, a site and a kit, and one markup: an element with data-site-only is on the site
// alone, and what is in a <template data-kit-only> is in the kit alone.

const KIT_ONLY = /<template data-kit-only>([\s\S]*?)<\/template>\s*/g;

export const ofSite = (html) => html.replace(KIT_ONLY, "").replace(/ data-site-only(="")?/g, "");

export function ofKit(html) {
  let kept = html.replace(KIT_ONLY, "$1");
  for (;;) {
    const start = /<(\w+)[^>]*\sdata-site-only\b/.exec(kept);
    if (!start) return kept;
    const tags = new RegExp(`<(/?)${start[1]}\\b[^>]*>`, "g");
    tags.lastIndex = start.index;
    let depth = 0;
    do {
      const tag = tags.exec(kept);
      if (!tag) throw new Error(`build: an element ${start[1]} for the site alone does not end`);
      depth += tag[1] ? -1 : 1;
    } while (depth > 0);
    kept = kept.slice(0, start.index) + kept.slice(tags.lastIndex);
  }
}
